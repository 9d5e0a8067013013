//! Triggers: what follows when something happens.
//!
//! What happens is put into a queue, and triggers respond to it one after the other, each on the state as it then is. Inside a batch the
//! queue waits until the changes of the batch are in force.

use super::cursor::Entered;
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
        if !self.m.cursor.again() && (self.m.in_batch || self.m.responding) {
            Ok(())
        } else {
            self.settle()
        }
    }

    /// Works the queue off: everything that has happened, and what follows from it.
    pub fn settle(&mut self) -> Outcome<()> {
        if self.m.queue.is_empty() && !self.m.cursor.again() {
            self.settled();
            return Ok(());
        }
        let depth = self.m.answering.len() as Value;
        let Entered { at, again } = (self.m.cursor).enter([Value::from(self.m.responding), depth]);
        let (outer, depth) = (at[0] == 1, at[1] as usize);
        self.m.responding = true;
        let mut answering = again;
        loop {
            if !answering {
                let Some(next) = self.m.queue.pop_front() else {
                    break;
                };
                self.m.answering.push(next);
            }
            answering = false;
            match self.m.answering[depth] {
                Pending::Act(act, stage, moment) => {
                    self.happened(Happened::Act(act, stage, moment))?;
                }
                Pending::Event(event, values) => self.happened(Happened::Event(event, values))?,
                Pending::Joins(act, next, cause) => self.join(act, next, cause)?,
            }
            self.m.answering.truncate(depth);
        }
        self.m.cursor.leave::<2>();
        self.m.responding = outer;
        self.settled();
        Ok(())
    }

    /// Nothing is left to be answered.
    pub fn settled(&mut self) {
        if !self.m.responding {
            self.m.chain = 0;
            // A batch that is in hand is shown when it ends.
            if !self.m.in_batch && std::mem::take(&mut self.m.at_once) {
                self.show(|observer, scene| observer.batch_ended(scene));
            }
        }
    }

    /// A moment in the life of an act is answered when the queue is worked off, if anything waits for it.
    pub fn answer_later(&mut self, act: u32, stage: u16, moment: ActMoment) {
        if !self.plan.of_moment(moment).is_empty() {
            self.m.queue.push_back(Pending::Act(act, stage, moment));
        }
    }

    /// Lets all triggers respond that wait for this, in the order of their titles.
    pub fn happened(&mut self, happened: Happened) -> Outcome<()> {
        let plan = self.plan;
        let triggers = match happened {
            Happened::Act(_, _, moment) => plan.of_moment(moment),
            Happened::Event(event, _) => plan.of_event(event),
            Happened::Phase(phase, begins) => plan.of_phase(phase, begins),
        };
        if triggers.is_empty() {
            return Ok(());
        }
        let mut at = self.m.cursor.enter([0]).at[0];
        while let Some(&id) = triggers.get(at as usize) {
            self.respond(id, happened)?;
            at += 1;
            self.m.cursor.set([at]);
        }
        self.m.cursor.leave::<1>();
        Ok(())
    }

    fn respond(&mut self, id: TriggerId, happened: Happened) -> Outcome<()> {
        let rules = self.rules;
        let trigger = &rules.triggers[id.index()];
        let again = self.m.cursor.again();
        if !again {
            if let (Happening::Act { acts, .. }, Happened::Act(act, stage, _)) =
                (&trigger.on, happened)
                && !self.fits(acts, act, stage)
            {
                return Ok(());
            }
            if let Happened::Act(act, _, ActMoment::Before) = happened
                && self.m.acts[act as usize].announced.contains(&(id, true))
            {
                return Ok(());
            }
            self.one_more_link(trigger)?;
        }
        let base = self.open_frame(trigger.locals);
        let declared = match happened {
            Happened::Act(act, _, ActMoment::Declared) => Some(act),
            _ => None,
        };
        let body = Body {
            base,
            declared,
            cause: Some(trigger.item),
        };
        if again || self.is_to_respond(id, trigger, happened, body)? {
            let outer = Value::from(self.m.responding);
            let outer = self.m.cursor.enter([outer]).at[0];
            self.m.responding = true;
            if self.block(&trigger.body, body)? == Flow::Over {
                self.m.over = true;
            }
            self.m.cursor.leave::<1>();
            self.m.responding = outer == 1;
        }
        self.close_frame(base);
        Ok(())
    }

    /// Whether a trigger responds: its guard is true, and its limit is not used up.
    fn is_to_respond(
        &mut self,
        id: TriggerId,
        trigger: &'a Trigger,
        happened: Happened,
        body: Body,
    ) -> Outcome<bool> {
        let base = body.base;
        match happened {
            Happened::Act(act, ..) => self.m.frames.values[base] = Value::from(act),
            Happened::Event(_, values) => {
                let m = &mut *self.m;
                let given = &m.journal.values[values.start as usize..values.end as usize];
                m.frames.values[base..base + given.len()].copy_from_slice(given);
            }
            Happened::Phase(..) => {}
        }
        let guarded = !self.passes(trigger.guard, base)?;
        let used_up = match &trigger.limit {
            Some(limit) if !guarded => self.used_up(id, limit, base)?,
            _ => false,
        };
        let is_new = match happened {
            Happened::Act(act, _, ActMoment::Before) => self.answers(act, id, !guarded),
            Happened::Act(..) | Happened::Event(..) | Happened::Phase(..) => true,
        };
        if guarded || used_up {
            if is_new {
                let trigger = id;
                self.write(body.cause, What::Withheld { trigger, used_up })?;
            }
            return Ok(false);
        }
        self.m.exercised.triggers[id.index()] = true;
        self.write(body.cause, What::Responded { trigger: id })?;
        Ok(true)
    }

    /// Notes that a trigger `before` was asked about an act, and whether it is done with it; says whether anything about that is new.
    fn answers(&mut self, act: u32, trigger: TriggerId, done: bool) -> bool {
        let asked = &mut self.m.acts[act as usize].announced;
        match asked.iter_mut().find(|(id, _)| *id == trigger) {
            Some((_, known)) => done && !std::mem::replace(known, done),
            None => {
                asked.push((trigger, done));
                true
            }
        }
    }

    /// Counts a response against its limit; says whether the limit was used up before.
    fn used_up(&mut self, id: TriggerId, limit: &'a Limit, base: usize) -> Outcome<bool> {
        // Whose they are stands behind all frames for the moment.
        let first = self.m.frames.values.len();
        for &key in &limit.keys {
            let value = self.value(key, base)?;
            self.m.frames.values.push(value);
        }
        let m = &mut *self.m;
        let times = m.used.times(id, m.frames.names(first));
        *times += 1;
        let used_up = *times > limit.times;
        m.frames.close(first);
        Ok(used_up)
    }

    /// Whether an act at a stage is meant.
    pub fn fits(&self, pattern: &ActPattern, act: u32, stage: u16) -> bool {
        pattern.means(self.rules, self.action_of(act), stage as usize)
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
