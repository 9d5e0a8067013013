//! Triggers: what follows when something happens.
//!
//! What happens is put into a queue, and triggers respond to it one after the other, each on the state as it then is. Inside a batch the queue
//! waits until the changes of the batch are in force.

use super::Machine;
use super::state::Pending;
use crate::journal::{ActInHand, What};
use crate::program::Register;
use crate::ruleset::index::{Idx, to_record};
use crate::ruleset::{ActMoment, MISSING, TriggerId, Value};
use crate::run::fault::{FaultKind, RunResult};

impl Machine<'_> {
    /// Settles what has happened, in a frame that begins at a register; whether nothing was to be settled and an act that was carried out at once is
    /// to be shown.
    pub(super) fn settle(&mut self, first: Register) -> RunResult<bool> {
        self.pass_unanswered(first)?;
        if self.state.queue.is_empty() {
            return Ok(self.settled());
        }
        self.call(self.image.settle, first, &[])?;
        Ok(false)
    }

    /// Passes over what has happened first and no trigger waits for: that needs no code.
    fn pass_unanswered(&mut self, first: Register) -> RunResult<()> {
        while let Some(pending) = self.state.queue.front() {
            match *pending {
                Pending::Act(act, stage, moment) if !self.is_answered(moment, act, stage) => {
                    self.state.queue.pop_front();
                }
                Pending::Event(event, _) if self.image.events[event.index()].is_none() => {
                    self.state.queue.pop_front();
                    self.take_raised();
                }
                Pending::Joins(act, next, cause) if self.joins_silently(act) => {
                    self.state.queue.pop_front();
                    let behind = self.state.base + usize::from(first);
                    if self.begin_join(act, next, cause, behind)? {
                        self.end_join(act, next)?;
                    }
                }
                Pending::Act(..) | Pending::Event(..) | Pending::Joins(..) => break,
            }
        }
        Ok(())
    }

    /// Whether a trigger waits for a moment of an act.
    fn is_answered(&self, moment: ActMoment, act: u32, stage: u16) -> bool {
        let action = self.state.acts[act].action.index();
        self.image.awaited[moment.index()]
            && self.image.moments[moment.index()][action][usize::from(stage)].is_some()
    }

    /// Whether an act comes into the line without anything else happening.
    fn joins_silently(&self, act: u32) -> bool {
        let action = self.state.acts[act].action.index();
        !self.rules.actions[action].at_once && !self.is_answered(ActMoment::Added, act, 0)
    }

    /// Nothing is left to be answered; whether an act that was carried out at once is to be shown. A batch that is in hand is shown when it ends.
    fn settled(&mut self) -> bool {
        if self.state.responding {
            return false;
        }
        self.state.chain = 0;
        !self.state.in_batch && std::mem::take(&mut self.state.at_once)
    }

    pub(super) fn begin_settling(&mut self, outer: Register) {
        let responding = self.state.responding;
        self.state.put(outer, Value::from(responding));
        self.state.responding = true;
    }

    pub(super) fn end_settling(&mut self, outer: Register) -> bool {
        self.state.responding = self.state.get(outer) == 1;
        self.settled()
    }

    /// Calls what answers the next thing that has happened; `false`: there is none.
    pub(super) fn next_pending(&mut self, first: Register) -> RunResult<bool> {
        self.pass_unanswered(first)?;
        let Some(pending) = self.state.queue.pop_front() else {
            return Ok(false);
        };
        match pending {
            Pending::Act(act, stage, moment) => self.moment(moment, act, stage, first)?,
            Pending::Event(event, values) => {
                let by = self.take_raised();
                if let Some(entry) = self.image.events[event.index()] {
                    self.takes_in_hand(by);
                    self.call(entry, first, &values)?;
                }
            }
            Pending::Joins(act, next, cause) => {
                let cause = cause.map_or(MISSING, |cause| Value::from(cause.0));
                let arguments = [Value::from(act), Value::from(next), cause];
                self.takes_in_hand(None);
                self.call(self.image.join, first, &arguments)?;
            }
        }
        Ok(true)
    }

    /// Calls the triggers that wait for a moment in the life of an act.
    pub(super) fn moment(
        &mut self,
        moment: ActMoment,
        act: u32,
        stage: u16,
        first: Register,
    ) -> RunResult<()> {
        if !self.image.awaited[moment.index()] {
            return Ok(());
        }
        let action = self.state.acts[act].action.index();
        match self.image.moments[moment.index()][action][usize::from(stage)] {
            Some(entry) => {
                self.takes_in_hand(Some(ActInHand {
                    act,
                    stage,
                    moment: Some(moment),
                }));
                self.call(entry, first, &[Value::from(act), Value::from(stage)])
            }
            None => Ok(()),
        }
    }

    /// A moment in the life of an act is answered when what has happened is settled, if anything waits for it.
    pub(super) fn answer_later(&mut self, act: u32, stage: u16, moment: ActMoment) {
        if self.image.awaited[moment.index()] {
            self.state.queue.push_back(Pending::Act(act, stage, moment));
        }
    }

    /// A trigger is asked; a fault where one thing leads to another on and on.
    pub(super) fn link(&mut self, trigger: TriggerId) -> RunResult<()> {
        self.state.chain += 1;
        let limit = u64::from(self.limits.events);
        if self.state.chain <= limit {
            return Ok(());
        }
        let mut triggers: Vec<String> = (self.journal.entries.iter().rev())
            .filter_map(|entry| match entry.what {
                What::Responded { trigger } => {
                    Some(self.rules.triggers[trigger.index()].title.clone())
                }
                _ => None,
            })
            .take(4)
            .collect();
        triggers.reverse();
        let item = self.rules.triggers[trigger.index()].item;
        let span = self.rules.items[item.index()].span;
        Err(FaultKind::Chain { limit, triggers }.at(span).into())
    }

    /// Notes that a trigger `before` was asked about an act, and whether it is done with it; whether anything about that is new.
    fn announce(&mut self, act: u32, trigger: TriggerId, done: bool) -> bool {
        let asked = &mut self.state.acts[act].announced;
        match asked.iter_mut().find(|(id, _)| *id == trigger) {
            Some((_, known)) => done && !std::mem::replace(known, done),
            None => {
                asked.push((trigger, done));
                true
            }
        }
    }

    fn is_before(&self, trigger: TriggerId) -> bool {
        use crate::ruleset::Happening;
        let on = &self.rules.triggers[trigger.index()].on;
        matches!(on, Happening::Act { moment, .. } if *moment == ActMoment::Before)
    }

    pub(super) fn is_announced(&self, trigger: TriggerId, act: u32) -> bool {
        (self.state.acts[act].announced).contains(&(trigger, true))
    }

    /// A trigger responds.
    pub(super) fn respond(&mut self, trigger: TriggerId, act: Register) -> RunResult<()> {
        if self.is_before(trigger) {
            let act = self.state.record(act);
            self.announce(act, trigger, true);
        }
        self.coverage.triggers[trigger.index()] = true;
        self.write(What::Responded { trigger })
    }

    /// A trigger does not respond.
    pub(super) fn withhold(
        &mut self,
        trigger: TriggerId,
        act: Register,
        used_up: bool,
    ) -> RunResult<()> {
        if self.is_before(trigger) {
            let act = self.state.record(act);
            if !self.announce(act, trigger, used_up) {
                return Ok(());
            }
        }
        self.write(What::Withheld { trigger, used_up })
    }

    /// Counts a response against a limit; whether it was used up before.
    pub(super) fn use_up(&mut self, trigger: TriggerId, first: Register) -> bool {
        let Some(limit) = &self.rules.triggers[trigger.index()].limit else {
            return false;
        };
        let first = self.state.base + usize::from(first);
        let values = &self.state.registers[first..first + limit.keys.len()];
        let times = self.state.used.times(trigger, values);
        *times += 1;
        *times > limit.times
    }

    /// Triggers respond from now on; `declared`: to an act that is being declared.
    pub(super) fn begin_response(&mut self, keep: Register, declared: bool) {
        let state = &mut self.state;
        let outer = state.declared.map_or(MISSING, Value::from);
        state.put(keep, Value::from(state.responding));
        state.put(keep + 1, outer);
        state.responding = true;
        let act = state.record(0);
        state.declared = declared.then_some(act);
    }

    pub(super) fn end_response(&mut self, keep: Register) {
        let state = &mut self.state;
        state.responding = state.get(keep) == 1;
        let outer = state.get(keep + 1);
        state.declared = (outer != MISSING).then_some(to_record(outer));
    }
}
