//! Resolving: takes batches from the head of the line. All acts of a batch read the state as it was when the batch began.

use super::cursor::Entered;
use super::fault::{FaultKind, Outcome};
use super::respond::Happened;
use super::run::{Body, Flow, Run};
use crate::journal::What;
use crate::ruleset::{ActMoment, ExprId, KindId, Local, Value, slots};

// The steps of resolving: the line is brought up to date, its first batch is taken.
const ARRANGES: Value = 0;
const TAKES: Value = 1;

// The steps of a batch: it is announced, its acts are carried out, what they set off is settled. One whose acts are all void is only settled.
const ANNOUNCED: Value = 0;
const CARRIED_OUT: Value = 1;
const SETTLED: Value = 2;
const ALL_VOID: Value = 3;
const DONE: Value = 4;

impl<'a> Run<'a, '_> {
    /// Resolves batches as long as there are any and the condition is true of the first act of the first.
    pub fn resolve(&mut self, condition: Option<(Local, ExprId)>, base: usize) -> Outcome<Flow> {
        if !self.m.cursor.again() && (self.m.in_batch || self.m.responding) {
            return Err(FaultKind::ResolveInside.into());
        }
        let mut step = self.m.cursor.enter([ARRANGES]).at[0];
        loop {
            if step == ARRANGES {
                self.eval().step()?;
                self.arrange()?;
                if self.m.over || !self.first_may_come(condition, base)? {
                    break;
                }
                self.m.cursor.set([TAKES]);
            }
            self.batch()?;
            if self.m.over {
                break;
            }
            step = ARRANGES;
            self.m.cursor.set([step]);
        }
        self.m.cursor.leave::<1>();
        Ok(if self.m.over { Flow::Over } else { Flow::On })
    }

    /// Whether there is a first batch, and the condition is true of its first act.
    fn first_may_come(&mut self, condition: Option<(Local, ExprId)>, base: usize) -> Outcome<bool> {
        let Some(&first) = self.m.line.head_batch().and_then(|batch| batch.first()) else {
            return Ok(false);
        };
        let act = self.m.line.acts[first as usize];
        // What comes as the very next batch waits for nothing.
        let urgent = self.m.acts[act as usize].urgency > 0;
        let (Some((local, condition)), false) = (condition, urgent) else {
            return Ok(true);
        };
        self.m.frames.values[base + local as usize] = Value::from(act);
        if self.holds(condition, base)? {
            return Ok(true);
        }
        self.show_names(base, |observer, scene| {
            observer.waits(act, condition, scene);
        });
        Ok(false)
    }

    /// The batch at the head of the line.
    fn batch(&mut self) -> Outcome<()> {
        let Entered { at, again } = self.m.cursor.enter([ANNOUNCED, 0]);
        let [mut step, mut number] = at;
        if !again {
            let m = &mut *self.m;
            m.batch.clear();
            if let Some(batch) = m.line.arrangement.batches.get(m.line.head) {
                m.batch
                    .extend(batch.iter().map(|&index| m.line.acts[index as usize]));
            }
        }
        if step == ANNOUNCED {
            step = match self.announce()? {
                true => DONE,
                false => self.begin_batch()?,
            };
            self.m.cursor.set([step, 0]);
        }
        if step == CARRIED_OUT {
            while let Some(&act) = self.m.batch.get(number as usize) {
                self.carry_out(act)?;
                number += 1;
                self.m.cursor.set([step, number]);
            }
            self.m.in_batch = false;
            self.apply_changes()?;
            for index in 0..self.m.batch.len() {
                self.go_on(self.m.batch[index]);
            }
            step = SETTLED;
            self.m.cursor.set([step, 0]);
        }
        if step == SETTLED || step == ALL_VOID {
            self.settle()?;
        }
        if step == SETTLED {
            self.write(None, What::BatchEnds)?;
            self.show(|observer, scene| observer.batch_ended(scene));
        }
        self.m.cursor.leave::<2>();
        Ok(())
    }

    /// The batch begins: the clock goes on, what is void drops out. Gives the step that follows.
    fn begin_batch(&mut self) -> Outcome<Value> {
        self.m.open_urgency = None;
        let mut indices = std::mem::take(&mut self.m.indices);
        indices.clear();
        indices.extend_from_slice(self.m.line.head_batch().unwrap_or_default());
        self.advance_clock(&indices);
        self.m.line.head += 1;
        self.drop_void()?;
        if self.m.batch.is_empty() {
            return Ok(ALL_VOID);
        }
        // In the order of actors and numbers, so that nothing depends on the listing.
        let m = &mut *self.m;
        m.batch
            .sort_unstable_by_key(|&act| (m.journal.acts[act as usize].actor, act));
        let acts = m.batch.iter().map(|&act| Value::from(act));
        let acts = m.journal.store(acts);
        let place = self.place_of_batch(&indices);
        self.m.indices = indices;
        self.write(None, What::BatchBegins { acts, place })?;
        self.m.in_batch = true;
        Ok(CARRIED_OUT)
    }

    /// Lets triggers `before` respond to the acts of a batch that is about to begin, each once to each act. Says whether they are to be asked anew:
    /// another batch may come first, or one of them has responded.
    fn announce(&mut self) -> Outcome<bool> {
        if self.plan.of_moment(ActMoment::Before).is_empty() {
            return Ok(false);
        }
        let Entered { at, again } = (self.m.cursor).enter([0, self.answered()]);
        let ([mut number, answered], mut responding) = (at, again);
        if !again {
            // What comes before this batch comes ahead of what was to come next anyway.
            self.m.open_urgency = None;
        }
        while let Some(&act) = self.m.batch.get(number as usize) {
            if responding || self.is_to_be_announced(act)? {
                let stage = self.m.acts[act as usize].stage;
                self.happened(Happened::Act(act, stage, ActMoment::Before))?;
            }
            responding = false;
            number += 1;
            self.m.cursor.set([number, answered]);
        }
        self.settle()?;
        self.m.cursor.leave::<2>();
        // What a response has changed can make the guard of another trigger true.
        Ok(self.m.line.stale || self.m.over || self.answered() > answered)
    }

    /// How many triggers `before` are done with the acts of the batch in hand.
    fn answered(&self) -> Value {
        let acts = self.m.batch.iter();
        let asked = acts.flat_map(|&act| &self.m.acts[act as usize].announced);
        asked.filter(|(_, done)| *done).count() as Value
    }

    /// Whether an act of the batch at the head is still to be carried out, after what was done before those announced so far.
    fn is_to_be_announced(&mut self, act: u32) -> Outcome<bool> {
        let memory = &self.m.acts[act as usize];
        if memory.suspended || self.state_of(act) != self.plan.words.waiting {
            return Ok(false);
        }
        Ok(!self.m.line.stale || self.void_now(act)?.is_none())
    }

    /// Takes the acts out of the batch that are void now that it begins.
    fn drop_void(&mut self) -> Outcome<()> {
        if self.rules.voids.is_empty() {
            return Ok(());
        }
        let mut kept = 0;
        for index in 0..self.m.batch.len() {
            let act = self.m.batch[index];
            self.m.line.kept.forget_worked();
            let Some(rule) = self.void_now(act)? else {
                self.m.batch[kept] = act;
                kept += 1;
                continue;
            };
            self.m.exercised.voids[rule] = true;
            let rules = self.rules;
            let rule = &rules.voids[rule];
            let base = self.m.frames.open(rule.locals);
            self.m.frames.values[base] = Value::from(act);
            let because = self.say(rule.because, base)?;
            self.m.frames.close(base);
            self.done_with(act, self.plan.words.void);
            self.write(Some(rule.item), What::Void { act, because })?;
            let stage = self.m.acts[act as usize].stage;
            self.answer_later(act, stage, ActMoment::Void);
        }
        self.m.batch.truncate(kept);
        Ok(())
    }

    /// The named keys of the place of a batch, as words and values: those of its first act.
    fn place_of_batch(&mut self, indices: &[u32]) -> crate::journal::Range {
        let rules = self.rules;
        let m = &mut *self.m;
        let start = m.journal.values.len() as u32;
        if let (Some(&first), Some(order)) = (indices.first(), m.line.order) {
            let first = first as usize * m.line.width;
            for (number, key) in rules.orders[order].keys.iter().enumerate() {
                if let Some(name) = key.name {
                    m.journal.values.push(Value::from(name.0));
                    m.journal.values.push(m.line.keys[first + number]);
                }
            }
        }
        crate::journal::Range {
            start,
            end: m.journal.values.len() as u32,
        }
    }

    /// Carries out the present stage of an act.
    fn carry_out(&mut self, act: u32) -> Outcome<()> {
        let rules = self.rules;
        let id = self.action_of(act).index();
        let action = &rules.actions[id];
        let number = self.m.acts[act as usize].stage;
        let stage = &action.stages[number as usize];
        let again = self.m.cursor.again();
        if !again {
            self.m.exercised.stages[id][number as usize] = true;
            self.title(act, number)?;
            self.write(Some(action.item), What::Resolved { act, stage: number })?;
        }
        let base = self.open_frame(stage.locals);
        if !again {
            self.m.frames.values[base] = Value::from(act);
        }
        let flow = self.block(
            &stage.body,
            Body {
                base,
                declared: None,
                cause: Some(action.item),
            },
        )?;
        self.close_frame(base);
        if flow == Flow::Over {
            self.m.over = true;
        }
        Ok(())
    }

    /// After a stage: the act comes into the line for its next one, or is resolved.
    fn go_on(&mut self, act: u32) {
        let stages = &self.rules.actions[self.action_of(act).index()].stages;
        let done = self.m.acts[act as usize].stage;
        self.answer_later(act, done, ActMoment::Resolves);
        let records = &mut self.m.state.records[KindId::ACT.index()];
        records.set(act, slots::BEGUN, 1);
        self.m.quiet.acts_change();
        if self.state_of(act) != self.plan.words.waiting {
            return;
        }
        let records = &mut self.m.state.records[KindId::ACT.index()];
        match stages.get(done as usize + 1) {
            Some(next) => {
                records.set(act, slots::STAGE, Value::from(next.name.0));
                let memory = &mut self.m.acts[act as usize];
                memory.stage += 1;
                memory.urgency = 0;
                memory.announced.clear();
                memory.missed = false;
                self.acts_change();
            }
            None => self.done_with(act, self.plan.words.resolved),
        }
    }

    /// Carries out all stages of an act that never stands in the line. What it changes is in force at once.
    pub fn carry_out_at_once(&mut self, act: u32) -> Outcome<()> {
        let stages = self.rules.actions[self.action_of(act).index()].stages.len() as Value;
        let mut stage = self.m.cursor.enter([0]).at[0];
        while stage < stages {
            self.m.acts[act as usize].stage = stage as u16;
            self.carry_out(act)?;
            self.answer_later(act, stage as u16, ActMoment::Resolves);
            stage += 1;
            self.m.cursor.set([stage]);
        }
        self.m.cursor.leave::<1>();
        self.set_state(act, self.plan.words.resolved);
        self.m.at_once = true;
        Ok(())
    }
}

impl super::memory::LineMemory {
    /// The acts of the batch at the head, by their index.
    pub fn head_batch(&self) -> Option<&[u32]> {
        self.arrangement.batches.get(self.head).map(Vec::as_slice)
    }
}
