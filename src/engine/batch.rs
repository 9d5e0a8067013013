//! Resolving: takes batches from the head of the line. All acts of a batch read the state as it was when the batch began.

use super::fault::{FaultKind, Outcome};
use super::memory::Pending;
use super::respond::Happened;
use super::run::{Body, Flow, Run};
use crate::journal::What;
use crate::ruleset::{ActMoment, ExprId, KindId, Local, Value, slots};

impl<'a> Run<'a, '_> {
    /// Resolves batches as long as there are any and the condition is true of the first act of the first.
    pub fn resolve(&mut self, condition: Option<(Local, ExprId)>, base: usize) -> Outcome<Flow> {
        if self.m.in_batch || self.m.responding {
            return Err(FaultKind::ResolveInside.into());
        }
        loop {
            self.eval().step()?;
            self.arrange()?;
            let Some(&first) = self.m.line.head_batch().and_then(|batch| batch.first()) else {
                return Ok(Flow::On);
            };
            // What comes as the very next batch waits for nothing.
            let urgent = self.m.acts[self.m.line.acts[first as usize] as usize].urgency > 0;
            if let (Some((local, condition)), false) = (condition, urgent) {
                self.m.frames.values[base + local as usize] =
                    Value::from(self.m.line.acts[first as usize]);
                if !self.holds(condition, base)? {
                    let act = self.m.line.acts[first as usize];
                    self.show(|observer, scene| {
                        scene.base = base;
                        observer.waits(act, condition, scene);
                    });
                    return Ok(Flow::On);
                }
            }
            self.batch()?;
            if self.m.over {
                return Ok(Flow::Over);
            }
        }
    }

    /// The batch at the head of the line.
    fn batch(&mut self) -> Outcome<()> {
        let mut acts = std::mem::take(&mut self.m.batch);
        acts.clear();
        if let Some(batch) = self.m.line.head_batch() {
            acts.extend(batch.iter().map(|&index| self.m.line.acts[index as usize]));
        }
        let result = self.batch_of(&mut acts);
        self.m.batch = acts;
        result
    }

    fn batch_of(&mut self, acts: &mut Vec<u32>) -> Outcome<()> {
        if self.announce(acts)? {
            return Ok(());
        }
        self.m.open_urgency = None;
        let mut indices = std::mem::take(&mut self.m.indices);
        indices.clear();
        indices.extend_from_slice(self.m.line.head_batch().unwrap_or_default());
        let result = self.batch_at(acts, &indices);
        self.m.indices = indices;
        result
    }

    /// The batch at the head of the line: these acts, which the line has under these indices.
    fn batch_at(&mut self, acts: &mut Vec<u32>, indices: &[u32]) -> Outcome<()> {
        self.advance_clock(indices);
        self.m.line.head += 1;
        self.drop_void(acts)?;
        if acts.is_empty() {
            return self.settle();
        }
        // In the order of actors and numbers, so that nothing depends on the listing.
        acts.sort_unstable_by_key(|&act| (self.m.journal.acts[act as usize].actor, act));
        let place = self.place_of_batch(indices);
        let acts_range = self
            .m
            .journal
            .store(acts.iter().map(|&act| Value::from(act)));
        self.write(
            None,
            What::BatchBegins {
                acts: acts_range,
                place,
            },
        )?;
        self.m.in_batch = true;
        for &act in acts.iter() {
            self.carry_out(act)?;
        }
        self.m.in_batch = false;
        self.apply_changes()?;
        for &act in acts.iter() {
            self.go_on(act);
        }
        self.settle()?;
        for &act in acts.iter() {
            self.record_act(act);
        }
        self.write(None, What::BatchEnds)?;
        self.show(|observer, scene| observer.batch_ended(scene));
        Ok(())
    }

    /// Lets triggers `before` respond to the acts of a batch that is about to begin. Says whether the line has changed, so that another batch
    /// may come first.
    fn announce(&mut self, acts: &[u32]) -> Outcome<bool> {
        if self.plan.of_moment(ActMoment::Before).is_empty() {
            return Ok(false);
        }
        for &act in acts {
            let memory = &mut self.m.acts[act as usize];
            if !memory.suspended && !std::mem::replace(&mut memory.announced, true) {
                let stage = self.m.acts[act as usize].stage;
                self.happened(Happened::Act(act, stage, ActMoment::Before))?;
            }
        }
        self.settle()?;
        Ok(self.m.line.stale || self.m.over)
    }

    /// Takes the acts out of a batch that are void now that it begins.
    fn drop_void(&mut self, acts: &mut Vec<u32>) -> Outcome<()> {
        let mut kept = 0;
        for index in 0..acts.len() {
            let act = acts[index];
            let Some(rule) = self.void_now(act)? else {
                acts[kept] = act;
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
            self.set_state(act, self.plan.words.void);
            self.withdraw(act);
            self.write(Some(rule.item), What::Void { act, because })?;
            self.record_act(act);
            let stage = self.m.acts[act as usize].stage;
            self.m
                .queue
                .push_back(Pending::Act(act, stage, ActMoment::Void));
        }
        acts.truncate(kept);
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
        self.m.exercised.stages[id][number as usize] = true;
        let stage = &action.stages[number as usize];
        self.title(act, number)?;
        self.write(Some(action.item), What::Resolved { act, stage: number })?;
        let base = self.m.frames.open(stage.locals);
        self.m.frames.values[base] = Value::from(act);
        let flow = self.block(
            &stage.body,
            Body {
                base,
                declared: None,
                cause: Some(action.item),
            },
        );
        self.m.frames.close(base);
        if flow? == Flow::Over {
            self.m.over = true;
        }
        Ok(())
    }

    /// After a stage: the act comes into the line for its next one, or is resolved.
    fn go_on(&mut self, act: u32) {
        let stages = &self.rules.actions[self.action_of(act).index()].stages;
        let done = self.m.acts[act as usize].stage;
        self.m
            .queue
            .push_back(Pending::Act(act, done, ActMoment::Resolves));
        let records = &mut self.m.state.records[KindId::ACT.index()];
        records.set(act, slots::BEGUN, 1);
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
                memory.announced = false;
                memory.missed = false;
                self.m.line.stale = true;
            }
            None => {
                self.set_state(act, self.plan.words.resolved);
                self.withdraw(act);
            }
        }
    }

    /// Carries out all stages of an act that never stands in the line. What it changes is in force at once.
    pub fn carry_out_at_once(&mut self, act: u32) -> Outcome<()> {
        let stages = self.rules.actions[self.action_of(act).index()].stages.len();
        for stage in 0..stages {
            self.m.acts[act as usize].stage = stage as u16;
            self.carry_out(act)?;
            self.m
                .queue
                .push_back(Pending::Act(act, stage as u16, ActMoment::Resolves));
        }
        self.set_state(act, self.plan.words.resolved);
        self.record_act(act);
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
