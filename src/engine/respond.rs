//! Triggers: what follows when something happens.
//!
//! What happens is put into a queue, and triggers respond to it one after the other, each on the state as it then is. Inside a batch the
//! queue waits until the changes of the batch are in force.

use super::fault::{FaultKind, Outcome};
use super::memory::Pending;
use super::run::{Body, Flow, Run};
use crate::journal::{Range, What};
use crate::ruleset::{
    ActMoment, ActPattern, EventId, Happening, Limit, PhaseId, Trigger, TriggerId, Value,
};

/// Something to which triggers may respond.
#[derive(Clone, Copy, Debug)]
pub(super) enum Happened {
    /// a moment in the life of an act, and its stage then
    Act(u32, u16, ActMoment),
    /// an event and its values
    Event(EventId, Range),
    /// a phase begins (`true`) or ends
    Phase(PhaseId, bool),
}

impl<'a> Run<'a, '_> {
    /// Works the queue off, unless a batch is in hand or a trigger is responding: then it is worked off afterwards.
    pub fn settle_outside(&mut self) -> Outcome<()> {
        if self.m.in_batch || self.m.responding {
            Ok(())
        } else {
            self.settle()
        }
    }

    /// Works the queue off: everything that has happened, and what follows from it.
    pub fn settle(&mut self) -> Outcome<()> {
        let outer = std::mem::replace(&mut self.m.responding, true);
        let mut result = Ok(());
        while let Some(pending) = self.m.queue.pop_front() {
            result = match pending {
                Pending::Act(act, stage, moment) => {
                    self.happened(Happened::Act(act, stage, moment))
                }
                Pending::Event(event, values) => self.happened(Happened::Event(event, values)),
                Pending::Joins(act, next, cause) => self.join(act, next, cause),
            };
            if result.is_err() {
                break;
            }
        }
        self.m.responding = outer;
        if !outer {
            self.m.chain = 0;
            // A batch that is in hand is shown when it ends.
            if !self.m.in_batch && std::mem::take(&mut self.m.at_once) {
                self.show(|observer, scene| observer.batch_ended(scene));
            }
        }
        result
    }

    /// Lets all triggers respond that wait for this, in the order of their titles.
    pub fn happened(&mut self, happened: Happened) -> Outcome<()> {
        let plan = self.plan;
        let triggers = match happened {
            Happened::Act(_, _, moment) => plan.of_moment(moment),
            Happened::Event(event, _) => plan.of_event(event),
            Happened::Phase(phase, begins) => plan.of_phase(phase, begins),
        };
        for &id in triggers {
            self.respond(id, happened)?;
        }
        Ok(())
    }

    fn respond(&mut self, id: TriggerId, happened: Happened) -> Outcome<()> {
        let rules = self.rules;
        let trigger = &rules.triggers[id.index()];
        if let (Happening::Act { acts, .. }, Happened::Act(act, stage, _)) = (&trigger.on, happened)
            && !self.fits(acts, act, stage)
        {
            return Ok(());
        }
        self.one_more_link(trigger)?;
        let base = self.m.frames.open(trigger.locals);
        let mut declared = None;
        match happened {
            Happened::Act(act, _, moment) => {
                self.m.frames.values[base] = Value::from(act);
                declared = (moment == ActMoment::Declared).then_some(act);
            }
            Happened::Event(_, values) => {
                let m = &mut *self.m;
                let given = &m.journal.values[values.start as usize..values.end as usize];
                m.frames.values[base..base + given.len()].copy_from_slice(given);
            }
            Happened::Phase(..) => {}
        }
        let result = self.respond_within(
            id,
            trigger,
            Body {
                base,
                declared,
                cause: Some(trigger.item),
            },
        );
        self.m.frames.close(base);
        result
    }

    fn respond_within(&mut self, id: TriggerId, trigger: &'a Trigger, body: Body) -> Outcome<()> {
        if !self.passes(trigger.guard, body.base)? {
            return self.write(
                body.cause,
                What::Withheld {
                    trigger: id,
                    used_up: false,
                },
            );
        }
        if let Some(limit) = &trigger.limit
            && self.used_up(id, limit, body.base)?
        {
            return self.write(
                body.cause,
                What::Withheld {
                    trigger: id,
                    used_up: true,
                },
            );
        }
        self.m.exercised.triggers[id.index()] = true;
        self.write(body.cause, What::Responded { trigger: id })?;
        let outer = std::mem::replace(&mut self.m.responding, true);
        let flow = self.block(&trigger.body, body);
        self.m.responding = outer;
        if flow? == Flow::Over {
            self.m.over = true;
        }
        Ok(())
    }

    /// Counts a response against its limit; says whether the limit was used up before.
    fn used_up(&mut self, id: TriggerId, limit: &'a Limit, base: usize) -> Outcome<bool> {
        let mut values = Vec::with_capacity(limit.keys.len());
        for &key in &limit.keys {
            values.push(self.value(key, base)?);
        }
        let times = self.m.used.entry((id, values)).or_insert(0);
        *times += 1;
        Ok(*times > limit.times)
    }

    /// Whether an act at a stage is meant.
    pub fn fits(&self, pattern: &ActPattern, act: u32, stage: u16) -> bool {
        if pattern.kinds.is_empty() {
            return true;
        }
        let action = self.action_of(act);
        let stages = &self.rules.actions[action.index()].stages;
        let word = stages.get(stage as usize).map(|stage| stage.name);
        pattern
            .kinds
            .iter()
            .any(|&(kind, stage)| kind == action && (stage.is_none() || stage == word))
    }

    /// One thing has led to another; a fault where that goes on and on.
    fn one_more_link(&mut self, trigger: &Trigger) -> Outcome<()> {
        self.m.chain += 1;
        let limit = u64::from(self.limits.events);
        if self.m.chain <= limit {
            return Ok(());
        }
        let mut triggers: Vec<String> = (self.m.journal.entries.iter().rev())
            .filter_map(|entry| match entry.what {
                What::Responded { trigger } => {
                    Some(self.rules.triggers[trigger.index()].title.clone())
                }
                _ => None,
            })
            .take(4)
            .collect();
        triggers.reverse();
        let span = self.rules.items[trigger.item.index()].span;
        Err(FaultKind::Chain { limit, triggers }.at(span).into())
    }
}
