//! Acts are resolved where dice are open.
//!
//! While acts are resolved their order is not known. So each act is carried out by itself, and what any act, key, void or condition reads is
//! held against what the others change: where nothing of one is read by another, the order does not matter, and the keys that put the acts in
//! line are still those that counted when the first of them came. Follows the machine's room
//! `batch`.

use super::Mixed;
use super::changes::Window;
use super::course::{Body, Course, Flow, Within};
use super::line::Waiting;
use super::store::{Depends, Thing};
use super::worth::Worth;
use crate::ruleset::{ActMoment, ExprId, KindId, Local, MISSING, Order, Value, slots};
use std::cell::RefCell;

impl<'a> Course<'a> {
    /// Resolves the acts that wait, as far as the condition is true.
    pub fn resolve(&mut self, condition: Option<(Local, ExprId)>, base: u32) -> Result<(), Mixed> {
        if self.within != Within::Phase || self.v.here.is_some() || self.window.is_some() {
            return Err(Mixed::Beyond("acts that are resolved in some runs only"));
        }
        self.window = Some(Window::default());
        self.v.read = Some(RefCell::default());
        let before = self.v.steps();
        let order = self.order();
        if let Some((order, guard)) = order.and_then(|order| Some((order, order.circles_together?)))
        {
            let own = self.v.store.open(order.locals);
            self.v.value(guard, own)?;
            self.close(own);
            self.note_reads();
        }
        let mut line = Vec::new();
        for act in self.v.store.line.clone() {
            let waits = self.v.look(self.v.store.waits(act))?;
            let waits = self.v.when(waits, |waits| waits == 1)?;
            let waiting =
                self.inside(waits, |run| run.waiting(act, waits, order, condition, base))?;
            line.extend(waiting);
        }
        self.exceptions(&line)?;
        // A run can work out places anew after each of its batches.
        self.arranging += (self.v.steps() - before).saturating_mul(line.len() as u64 + 1);
        if self.rank(&mut line, condition.is_some())? {
            for waiting in &line {
                self.inside(waiting.comes, |run| run.carry_out(waiting, order))?;
            }
            self.windows += 1;
        }
        self.note_reads();
        self.v.read = None;
        self.window
            .take()
            .map_or(Ok(()), |window| window.is_apart())?;
        let store = &mut self.v.store;
        let mut acts = std::mem::take(&mut store.line);
        acts.retain(|&act| {
            let waits = store.holding(store.waits(act));
            waits.depends != Depends::Not || waits.value == 1
        });
        store.line = acts;
        Ok(())
    }

    /// The order in force.
    fn order(&self) -> Option<&'a Order> {
        let orders = self.rules.orders.iter();
        let mut in_force = orders.filter(|order| {
            order
                .during
                .is_none_or(|phase| self.running.contains(&phase))
        });
        in_force.next()
    }

    /// What was read since is read for the act that is looked at.
    fn note_reads(&mut self) {
        let Some((read, window)) = self.v.read.as_ref().zip(self.window.as_mut()) else {
            return;
        };
        for thing in read.borrow_mut().drain(..) {
            if matches!(thing, Thing::Attribute(..) | Thing::Line) {
                window.read.push((thing, window.act));
            }
        }
    }

    /// Looks at another act from now on.
    pub fn look_at(&mut self, act: Option<u32>) {
        self.note_reads();
        if let Some(window) = &mut self.window {
            window.act = act;
        }
    }

    /// Carries out an act that comes, with all its stages.
    fn carry_out(&mut self, waiting: &Waiting, order: Option<&'a Order>) -> Result<(), Mixed> {
        let act = waiting.act;
        self.look_at(Some(act));
        let action = &self.rules.actions[self.acts[act as usize].action.index()];
        let first = self.acts[act as usize].stage;
        let missed = self.windows > 0 || action.stages.len() > 1;
        let mut void = waiting.void;
        for stage in first..action.stages.len() {
            if missed && self.waits_for(act, stage, ActMoment::Missed) {
                return Err(Mixed::Beyond("an act that can be missed"));
            }
            if stage > first {
                self.v.step()?;
                let waits = self.v.look(self.v.store.waits(act))?;
                let waits = self.v.when(waits, |waits| waits == 1)?;
                let known = self.inside(waits, |run| {
                    run.keys(act, stage, order)?;
                    run.void(act, stage)
                })?;
                let Some(known) = known else { break };
                void = known;
            }
            let rank = (stage == first).then_some(waiting.rank);
            let waits = self.v.look(self.v.store.waits(act))?;
            let waits = self.v.when(waits, |waits| waits == 1)?;
            self.inside(waits, |run| run.stage(act, stage, void, rank))?;
        }
        self.acts[act as usize].stage = action.stages.len() - 1;
        self.look_at(None);
        Ok(())
    }

    /// One stage of an act whose batch comes.
    fn stage(
        &mut self,
        act: u32,
        stage: usize,
        void: Worth,
        rank: Option<Worth>,
    ) -> Result<(), Mixed> {
        let alive = self.v.when(void, |void| void == 0)?;
        let fallen = self.v.when(void, |void| void != 0)?;
        self.inside(fallen, |run| run.drop_void(act, stage))?;
        if !self.waits_for(act, stage, ActMoment::Before) {
            self.inside(alive, |run| run.perform_stage(act, stage, rank))?;
            return Ok(());
        }
        self.inside(alive, |run| {
            run.of_act(act, stage, ActMoment::Before)?;
            let void = run.void(act, stage)?;
            let alive = run.v.when(void, |void| void == 0)?;
            let fallen = run.v.when(void, |void| void != 0)?;
            run.inside(fallen, |run| run.drop_void(act, stage))?;
            run.inside(alive, |run| run.perform_stage(act, stage, rank))?;
            Ok(())
        })?;
        Ok(())
    }

    fn drop_void(&mut self, act: u32, stage: usize) -> Result<(), Mixed> {
        if self.waits_for(act, stage, ActMoment::Void) {
            return Err(Mixed::Beyond("a trigger for an act that is void"));
        }
        self.end_act(act, self.words.void.0)
    }

    fn end_act(&mut self, act: u32, word: u32) -> Result<(), Mixed> {
        let state = Thing::Attribute(KindId::ACT, act, slots::STATE);
        self.apply(state, Worth::Same(Value::from(word)), false)?;
        self.v.put(self.v.store.waits(act), Worth::Same(0))
    }

    /// Carries out the body of a stage; what it changes is put in force together, and then answered.
    fn perform_stage(&mut self, act: u32, stage: usize, rank: Option<Worth>) -> Result<(), Mixed> {
        if let Some(rank) = rank {
            let first = Thing::First(self.acts[act as usize].actor);
            let known = self.v.look(first)?;
            let earliest = self.v.zip(known, rank, |known, rank| match known {
                MISSING => Ok(rank),
                known => Ok(known.min(rank)),
            })?;
            self.v.put(first, earliest)?;
        }
        self.title(act, stage)?;
        let action = &self.rules.actions[self.acts[act as usize].action.index()];
        let own = &action.stages[stage];
        let base = self.v.store.open(own.locals);
        self.v
            .put(Thing::Name(base), Worth::Same(Value::from(act)))?;
        self.within = Within::Batch;
        let body = Body {
            base,
            declared: None,
        };
        let flow = self.block(&own.body, body)?;
        self.close(base);
        self.within = Within::Phase;
        if flow != Flow::On {
            return Err(Mixed::Beyond("an act that ends something"));
        }
        self.apply_changes()?;
        let begun = Thing::Attribute(KindId::ACT, act, slots::BEGUN);
        self.apply(begun, Worth::Same(1), false)?;
        match action.stages.get(stage + 1) {
            Some(next) => {
                let thing = Thing::Attribute(KindId::ACT, act, slots::STAGE);
                self.apply(thing, Worth::Same(Value::from(next.name.0)), false)?;
            }
            None => self.end_act(act, self.words.resolved.0)?,
        }
        for (event, given, here) in std::mem::take(&mut self.raised) {
            let outer = std::mem::replace(&mut self.v.here, here);
            self.of_event(event, &given)?;
            self.v.here = outer;
        }
        self.of_act(act, stage, ActMoment::Resolves)
    }
}
