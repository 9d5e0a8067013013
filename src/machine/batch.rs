//! Batches: taken from the head of the line. All acts of a batch read the state as it was when the batch began.

use super::Machine;
use crate::journal::{Range, What};
use crate::program::{Image, Register};
use crate::ruleset::index::{Idx, to_index, to_value};
use crate::ruleset::{ActMoment, Value};
use crate::run::fault::{FaultKind, RunResult};

impl Machine<'_> {
    /// A fault within a batch or a trigger.
    pub(super) fn begin_resolving(&self) -> RunResult<()> {
        match self.state.in_batch || self.state.responding {
            true => Err(FaultKind::ResolveInside.into()),
            false => Ok(()),
        }
    }

    /// Takes the batch at the head into hand.
    pub(super) fn take_batch(&mut self) {
        let state = &mut self.state;
        state.batch.clear();
        if let Some(batch) = state.line.head_batch() {
            let acts = batch.iter();
            let acts = acts.map(|&index| state.line.acts[index.index()]);
            state.batch.extend(acts);
        }
        if self.image.awaited[ActMoment::Before.index()] {
            // What comes before this batch comes ahead of what was to come next anyway.
            state.urgency = None;
        }
    }

    /// How many triggers `before` are done with the acts of the batch in hand.
    pub(super) fn announced(&self) -> Value {
        let acts = self.state.batch.iter();
        let asked = acts.flat_map(|&act| &self.state.acts[act].announced);
        to_value(asked.filter(|(_, done)| *done).count())
    }

    /// The next act of the batch in hand that is to be announced: still to be carried out, after what was done before those announced so far.
    pub(super) fn next_announced(
        &mut self,
        image: &Image,
        place: Register,
        first: usize,
    ) -> RunResult<Option<u32>> {
        loop {
            let index = self.state.get(place);
            let Some(&act) = self.state.batch.get(to_index(index)) else {
                return Ok(None);
            };
            self.state.put(place, index + 1);
            if self.still_comes(image, act, first)? {
                return Ok(Some(act));
            }
        }
    }

    /// Whether an act of the batch in hand is still to be carried out after what triggers `before` have done so far.
    pub(super) fn still_comes(&mut self, image: &Image, act: u32, first: usize) -> RunResult<bool> {
        let is_waiting =
            !self.state.acts[act].suspended && self.state_of(act)? == self.image.words.waiting;
        Ok(is_waiting && (!self.state.line.stale || self.void_now(image, act, first)?.is_none()))
    }

    /// Whether the acts of the batch in hand are to be asked anew: another batch may come first, or a trigger `before` has responded.
    pub(super) fn is_announced_anew(&self, before: Value) -> bool {
        self.state.line.stale || self.state.over || self.announced() > before
    }

    /// The batch begins: the clock goes on, what is void drops out; whether anything is left.
    pub(super) fn begin_batch(&mut self, image: &Image, first: usize) -> RunResult<bool> {
        self.state.urgency = None;
        if !image.awaited[ActMoment::Before.index()] {
            // Otherwise it was, to be announced.
            self.take_batch();
        }
        let head = self.state.line.head;
        self.advance_clock();
        self.state.line.head += 1;
        self.drop_void(image, first)?;
        if self.state.batch.is_empty() {
            return Ok(false);
        }
        // In the order of actors and numbers, so that nothing depends on the listing.
        let acts = &self.state.acts;
        (self.state.batch).sort_unstable_by_key(|&act| (acts[act].actor, act));
        let acts = self.state.batch.iter().map(|&act| Value::from(act));
        let acts = self.journal.store(acts);
        let place = self.place_of_batch(head);
        self.write_for(None, What::BatchBegins { acts, place })?;
        self.state.in_batch = true;
        Ok(true)
    }

    /// The clock goes on to the place of the batch in hand: of those of its acts that stand where their keys put them. It never goes back.
    fn advance_clock(&mut self) {
        let line = &mut self.state.line;
        let width = line.width;
        let batch = line.arrangement.batches.get(line.head);
        for &index in batch.into_iter().flatten() {
            let own = index.index() * (width + 1);
            let mut moved = line.arrangement.moved.iter();
            let moved = moved.any(|exception| exception.mover == index);
            let urgent = line.sorted[own] != 0;
            let place = &line.sorted[own + 1..own + 1 + width];
            if !moved && !urgent && (line.clock.len() != width || place > &line.clock[..]) {
                line.clock.clear();
                line.clock.extend_from_slice(place);
            }
        }
    }

    /// Takes the acts out of the batch that are void now that it begins.
    fn drop_void(&mut self, image: &Image, first: usize) -> RunResult<()> {
        let mut kept = 0;
        for index in 0..self.state.batch.len() {
            let act = self.state.batch[index];
            let Some(rule) = self.void_now(image, act, first)? else {
                self.state.batch[kept] = act;
                kept += 1;
                continue;
            };
            self.coverage.voids[rule] = true;
            self.evaluate_in(image, image.reasons[rule], first, &[Value::from(act)])?;
            self.done_with(act, self.image.words.void);
            let item = self.rules.voids[rule].item;
            if let Some(because) = self.state.said {
                self.write_for(Some(item), What::Void { act, because })?;
            }
            let stage = self.state.acts[act].stage;
            self.answer_later(act, stage, ActMoment::Void);
        }
        self.state.batch.truncate(kept);
        Ok(())
    }

    /// The named keys of the place of a batch, as words and values: those of its first act.
    fn place_of_batch(&mut self, batch: usize) -> Range {
        let line = &self.state.line;
        let indices = line.arrangement.batches.get(batch).map(Vec::as_slice);
        let indices = indices.unwrap_or_default();
        let rules = self.rules;
        self.journal.store_by(|values| {
            if let (Some(&first), Some(order)) = (indices.first(), line.order) {
                let first = first.index() * line.width;
                for (number, key) in rules.orders[order].keys.iter().enumerate() {
                    if let Some(name) = key.name {
                        values.push(Value::from(name.0));
                        values.push(line.keys[first + number]);
                    }
                }
            }
        })
    }

    /// The acts of the batch in hand have been carried out: what they changed comes into force.
    pub(super) fn end_acts(&mut self) -> RunResult<()> {
        self.state.in_batch = false;
        self.apply_changes()?;
        for index in 0..self.state.batch.len() {
            self.next_stage(self.state.batch[index])?;
        }
        Ok(())
    }
}
