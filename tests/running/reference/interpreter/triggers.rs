//! "Triggers": what follows when something happens.

use affray::journal::What;
use affray::ruleset::{ActMoment, EventId, Happening, PhaseId, Trigger, TriggerId, Value};
use affray::run::fault::{FaultKind, RunResult};

use super::{Body, Flow, Pending, Run, frame};

/// Something to which triggers may respond.
#[derive(Clone, Debug)]
pub(super) enum Happened {
    /// A moment in the life of an act, and its stage then.
    Act(u32, usize, ActMoment),
    /// An event and its values.
    Event(EventId, Vec<Value>),
    /// A phase begins (`true`) or ends.
    Phase(PhaseId, bool),
}

impl<'a> Run<'a> {
    /// Works off what waits, unless a batch is in hand or a trigger is responding: then it is worked off afterwards.
    pub(super) fn settle_outside(&mut self) -> RunResult<()> {
        match self.in_batch || self.responding {
            true => Ok(()),
            false => self.settle(),
        }
    }

    /// "Triggers respond after the batch, one after the other, and see and change the state as it then is." "Acts added and events raised follow
    /// after the changes are in force."
    pub(super) fn settle(&mut self) -> RunResult<()> {
        let outer = std::mem::replace(&mut self.responding, true);
        while let Some(next) = self.queue.pop_front() {
            match next {
                Pending::Moment(act, stage, moment) => {
                    self.happened(&Happened::Act(act, stage, moment))?;
                }
                Pending::Event(event, values) => self.happened(&Happened::Event(event, values))?,
                Pending::Joins(act, next, cause) => self.join(act, next, cause)?,
            }
        }
        self.responding = outer;
        if !outer {
            self.chain = 0;
        }
        Ok(())
    }

    /// "Several triggers of one happening respond in the order of their titles." The checked rules have them in that order.
    pub(super) fn happened(&mut self, happened: &Happened) -> RunResult<()> {
        for (number, trigger) in self.rules.triggers.iter().enumerate() {
            let is_meant = match (&trigger.on, happened) {
                (Happening::Act { acts, moment }, Happened::Act(act, stage, now)) => {
                    let action = self.journal.acts[*act as usize].action;
                    moment == now && acts.means(self.rules, action, *stage)
                }
                (Happening::Event(event), Happened::Event(raised, _)) => event == raised,
                (Happening::Phase(phase, begins), Happened::Phase(now, beginning)) => {
                    (phase, begins) == (now, beginning)
                }
                (Happening::Act { .. } | Happening::Event(_) | Happening::Phase(..), _) => false,
            };
            if is_meant {
                self.respond(TriggerId::from_index(number), trigger, happened)?;
            }
        }
        Ok(())
    }

    fn respond(
        &mut self,
        id: TriggerId,
        trigger: &'a Trigger,
        happened: &Happened,
    ) -> RunResult<()> {
        // "A trigger `before` responds at most once to each stage of an act."
        let before = match happened {
            &Happened::Act(act, _, ActMoment::Before) => Some(act as usize),
            Happened::Act(..) | Happened::Event(..) | Happened::Phase(..) => None,
        };
        // "Nor do further triggers `before` respond to an act that the response of one has cancelled or made void."
        if let &Happened::Act(act, _, ActMoment::Before) = happened
            && (self.acts[act as usize].asked.contains(&(id, true)) || !self.still_comes(act)?)
        {
            return Ok(());
        }
        // "Nor do further triggers `is declared` respond to an act that one of them has refused."
        if let &Happened::Act(act, _, ActMoment::Declared) = happened
            && self.state_of(act) == self.word("refused")
        {
            return Ok(());
        }
        self.one_more_link(trigger)?;
        let mut names = frame(trigger.locals);
        match happened {
            Happened::Act(act, ..) => names[0] = Value::from(*act),
            Happened::Event(_, values) => names[..values.len()].copy_from_slice(values),
            Happened::Phase(..) => {}
        }
        let passes = self.passes(trigger.guard, &names)?;
        let mut used_up = false;
        if passes && let Some(limit) = &trigger.limit {
            let mut values = Vec::new();
            for &key in &limit.keys {
                values.push(self.value(key, &names)?);
            }
            let times = self.used.entry((id, values)).or_insert(0);
            *times += 1;
            used_up = *times > limit.times;
        }
        // "A guard that was false then is asked anew": that it was looked at is told once.
        let mut is_news = true;
        if let Some(act) = before {
            let asked = &mut self.acts[act].asked;
            match asked.iter_mut().find(|(known, _)| *known == id) {
                Some((_, done)) => {
                    is_news = passes;
                    *done = passes;
                }
                None => asked.push((id, passes)),
            }
        }
        let cause = Some(trigger.item);
        if !passes || used_up {
            return match is_news {
                true => self.write(
                    cause,
                    What::Withheld {
                        trigger: id,
                        used_up,
                    },
                ),
                false => Ok(()),
            };
        }
        self.coverage.triggers[id.index()] = true;
        self.write(cause, What::Responded { trigger: id })?;
        let declared = match happened {
            &Happened::Act(act, _, ActMoment::Declared) => Some(act),
            Happened::Act(..) | Happened::Event(..) | Happened::Phase(..) => None,
        };
        let outer = std::mem::replace(&mut self.responding, true);
        let flow = self.block(&trigger.body, &mut names, Body { cause, declared })?;
        self.over |= flow == Flow::Over;
        self.responding = outer;
        Ok(())
    }

    /// "Limits", `events`: one thing has led to another; a fault where that goes on and on, with the triggers that responded last.
    fn one_more_link(&mut self, trigger: &Trigger) -> RunResult<()> {
        self.chain += 1;
        let limit = u64::from(self.limits.events);
        if self.chain <= limit {
            return Ok(());
        }
        let responded = self
            .journal
            .entries
            .iter()
            .filter_map(|entry| match entry.what {
                What::Responded { trigger } => Some(&self.rules.triggers[trigger.index()].title),
                _ => None,
            });
        let all: Vec<String> = responded.cloned().collect();
        let triggers = all[all.len().saturating_sub(4)..].to_vec();
        let span = self.rules.items[trigger.item.index()].span;
        Err(FaultKind::Chain { limit, triggers }.at(span).into())
    }

    /// A moment in the life of an act is answered when what waits is worked off.
    pub(super) fn answer_later(&mut self, act: u32, stage: usize, moment: ActMoment) {
        self.queue.push_back(Pending::Moment(act, stage, moment));
    }
}
