//! When a stage of an act was carried out, in terms that can be compared between acts of one run and looked up in other runs. Reads journals only.

use crate::journal::{ActNumber, Journal, What};
use crate::ruleset::index::to_index;
use crate::ruleset::{ActionId, KindId, PhaseId, Ruleset, Slot, Type, Value};
use crate::scenario::{Declaration, Scenario};
use crate::view::{PhaseNumbers, last_moment, moments};
use std::collections::BTreeSet;

/// The place of a stage among all that was carried out: of a batch, or at once between two batches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Came {
    batch: usize,
    at_once: usize,
}

/// When a stage of an act was carried out, and by which entry; `None`: never.
pub fn came(journal: &Journal, act: ActNumber, stage: u16) -> Option<(Came, usize)> {
    let mut batch = 0;
    let mut present: &[Value] = &[];
    for (index, entry) in journal.entries.iter().enumerate() {
        match entry.what {
            What::BatchBegins { acts, .. } => {
                batch += 1;
                present = journal.values(acts);
            }
            What::Resolved {
                act: one,
                stage: at,
            } if (one, at) == (act, stage) => {
                let in_batch = present.contains(&Value::from(act));
                let at_once = if in_batch { 0 } else { index + 1 };
                return Some((Came { batch, at_once }, index));
            }
            _ => {}
        }
    }
    None
}

/// Returns the first declared act that the rules refused in another run and not in this one, by its number in this one. Takes time for the product of both numbers
/// of acts at most.
pub fn refused_anew(first: &Journal, other: &Journal) -> Option<ActNumber> {
    fn refused(journal: &Journal) -> impl Iterator<Item = ActNumber> + '_ {
        journal.entries.iter().filter_map(|entry| match entry.what {
            What::Refused { act, .. } => Some(act),
            _ => None,
        })
    }
    let own = |act: ActNumber| {
        let declaration = other.act(act).declaration?;
        let is_same = |act: &ActNumber| first.act(*act).declaration == Some(declaration);
        (0..first.acts.len() as ActNumber).find(is_same)
    };
    let is_new = |act: &ActNumber| !refused(first).any(|one| one == *act);
    refused(other).filter_map(own).find(is_new)
}

/// What makes an act the same in another run: its declaration in the scenario; else what it does and at what it is aimed, in which round and whose turn
/// it came up, behind how many declarations of that turn, and which it is of the acts of which all of that is true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActIdentity {
    declaration: Option<u32>,
    actor: u32,
    action: ActionId,
    aims: Vec<(Slot, AimedAt)>,
    period: PhaseNumbers,
    behind: Option<usize>,
    nth: usize,
}

/// At what an act is aimed, in terms that can be looked up in other runs, in which acts have other numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
enum AimedAt {
    /// A value that is the same in every run.
    Value(Value),
    /// An act: its declaration if it has one, who does it and what.
    Act(Option<u32>, u32, ActionId),
}

impl AimedAt {
    /// What a value of an attribute of acts stands for.
    fn of(rules: &Ruleset, journal: &Journal, slot: Slot, value: Value) -> Self {
        let is_act = rules.attribute(KindId::ACT, slot).declared.ty == Type::Record(KindId::ACT);
        let act = u32::try_from(value).ok().filter(|_| is_act);
        match act.and_then(|act| journal.get_act(act)) {
            Some(act) => AimedAt::Act(act.declaration, act.actor, act.action),
            None => AimedAt::Value(value),
        }
    }

    /// Whether a value of a run is this.
    fn is(&self, journal: &Journal, value: Value) -> bool {
        match *self {
            AimedAt::Value(own) => own == value,
            AimedAt::Act(declaration, actor, action) => {
                let act = u32::try_from(value).ok();
                let act = act.and_then(|act| journal.get_act(act));
                act.is_some_and(|act| {
                    (act.declaration, act.actor, act.action) == (declaration, actor, action)
                })
            }
        }
    }
}

/// That an act came up, and how many acts had been declared before it in that moment.
struct ActArrival {
    act: ActNumber,
    moment: PhaseNumbers,
    behind: usize,
}

/// What is to be expected of a stage that had not been carried out when a run stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Awaited {
    /// It was in the batch in hand, together with the other.
    InBatch,
    /// It would have come later.
    Later,
    /// It had ended, or nothing had added it.
    Never,
}

impl ActIdentity {
    /// Whether the act would have come where a run stopped that had not carried it out; `beside`: an act that it had.
    pub fn waits(
        &self,
        journal: &Journal,
        scenario: &Scenario,
        beside: Option<ActNumber>,
    ) -> Awaited {
        let Some(act) = self.find(journal) else {
            return self.is_still_to_declare(journal, scenario);
        };
        let mut in_batch = false;
        for entry in &journal.entries {
            match entry.what {
                What::BatchBegins { acts, .. } => {
                    let acts = journal.values(acts);
                    let has = |act: ActNumber| acts.contains(&Value::from(act));
                    in_batch = has(act) && beside.is_some_and(has);
                }
                What::BatchEnds => in_batch = false,
                What::Refused { act: one, .. }
                | What::Void { act: one, .. }
                | What::Cancelled { act: one, .. }
                    if one == act =>
                {
                    return Awaited::Never;
                }
                _ => {}
            }
        }
        match in_batch {
            true => Awaited::InBatch,
            false => Awaited::Later,
        }
    }

    /// The declaration of which the act comes, where it had not come up in a run.
    pub fn still_to_declare(&self, journal: &Journal) -> Option<usize> {
        let declaration = self.declaration.filter(|_| self.find(journal).is_none())?;
        Some(to_index(declaration.into()))
    }

    /// The same of an act that had not come up: whether the scenario declares it in a period that was not over.
    fn is_still_to_declare(&self, journal: &Journal, scenario: &Scenario) -> Awaited {
        let declaration = self.declaration.map(|number| to_index(number.into()));
        let declaration = declaration.and_then(|number| scenario.declarations.get(number));
        let Some(declaration) = declaration else {
            return Awaited::Never;
        };
        let is_in =
            |moment: &PhaseNumbers| declaration.path.iter().all(|part| moment.contains(part));
        match is_in(&last_moment(journal)) || !moments(journal).iter().any(is_in) {
            true => Awaited::Later,
            false => Awaited::Never,
        }
    }

    /// Of an act of a run.
    pub fn of(rules: &Ruleset, journal: &Journal, act: ActNumber) -> Option<ActIdentity> {
        let record = journal.get_act(act)?;
        let action = rules.actions.get(record.action.index())?;
        let values = journal.values(record.attributes);
        let aims = [action.object, action.at].into_iter().flatten();
        let mut identity = ActIdentity {
            declaration: record.declaration,
            actor: record.actor,
            action: record.action,
            aims: aims
                .filter_map(|slot| {
                    let value = *values.get(usize::from(slot))?;
                    Some((slot, AimedAt::of(rules, journal, slot, value)))
                })
                .collect(),
            period: PhaseNumbers::new(),
            behind: None,
            nth: 0,
        };
        if record.declaration.is_none() {
            let all = arrivals(journal);
            let own = all.iter().find(|arrival| arrival.act == act)?;
            let is_turn = |part: &(PhaseId, Value)| rules.phases[part.0.index()].turns.is_some();
            let parts = own.moment.iter().enumerate();
            let parts = parts.filter(|(depth, part)| *depth == 0 || is_turn(part));
            identity.period = parts.map(|(_, part)| *part).collect();
            let has_turn = identity.period.iter().any(is_turn);
            identity.behind = has_turn.then_some(own.behind);
            let nth = identity.alike(journal).position(|other| other == act);
            identity.nth = nth?;
        }
        Some(identity)
    }

    /// Of the first act that rules add so within these repetitions, and that may never have come up.
    pub fn added(
        (actor, action): (u32, ActionId),
        aims: Vec<(Slot, Value)>,
        within: &[(PhaseId, Value)],
    ) -> ActIdentity {
        let aims = aims.into_iter();
        ActIdentity {
            declaration: None,
            actor,
            action,
            aims: aims.map(|(slot, at)| (slot, AimedAt::Value(at))).collect(),
            period: within.to_vec(),
            behind: None,
            nth: 0,
        }
    }

    /// Of an act that the scenario declares and that may never have come up.
    pub fn declared(number: u32, declaration: &Declaration) -> Option<ActIdentity> {
        Some(ActIdentity {
            declaration: Some(number),
            actor: declaration.actor,
            action: declaration.action?,
            aims: Vec::new(),
            period: PhaseNumbers::new(),
            behind: None,
            nth: 0,
        })
    }

    /// The act in another run.
    pub fn find(&self, journal: &Journal) -> Option<ActNumber> {
        match self.declaration {
            Some(_) => (0..journal.acts.len() as ActNumber)
                .find(|&act| journal.act(act).declaration == self.declaration),
            None => self.alike(journal).nth(self.nth),
        }
    }

    /// Whether rules have aimed the act otherwise in another run than in its own; `changed`: the declaration that the scenario of that run changes.
    pub fn is_another(&self, journal: &Journal, changed: Option<usize>) -> bool {
        let own = self.declaration.map(|number| to_index(number.into()));
        let is_changed = own.is_some() && own == changed;
        let mut found = self.find(journal).filter(|_| !is_changed).into_iter();
        found.any(|act| !self.is_like(journal, act))
    }

    /// The acts of another run that are told in the same words and are not this one.
    pub fn others(&self, journal: &Journal) -> impl Iterator<Item = ActNumber> {
        let own = self.find(journal);
        let acts = 0..journal.acts.len() as ActNumber;
        acts.filter(move |&act| Some(act) != own && self.is_like(journal, act))
    }

    /// The acts that no scenario declares and that are as this one, its number apart.
    fn alike(&self, journal: &Journal) -> impl Iterator<Item = ActNumber> {
        let is_as_this = |up: &ActArrival| {
            journal.act(up.act).declaration.is_none()
                && self.is_like(journal, up.act)
                && self.period.iter().all(|part| up.moment.contains(part))
                && self.behind.is_none_or(|behind| behind == up.behind)
        };
        let all = arrivals(journal).into_iter().filter(is_as_this);
        all.map(|up| up.act)
    }

    fn is_like(&self, journal: &Journal, act: ActNumber) -> bool {
        let record = journal.act(act);
        let values = journal.values(record.attributes);
        let mut aims = self.aims.iter();
        (record.actor, record.action) == (self.actor, self.action)
            && aims.all(|(slot, aimed)| {
                let value = values.get(usize::from(*slot));
                value.is_some_and(|value| aimed.is(journal, *value))
            })
    }
}

/// The acts of a run in the order in which they came up.
fn arrivals(journal: &Journal) -> Vec<ActArrival> {
    let (mut all, mut seen) = (Vec::new(), BTreeSet::new());
    let (mut present, mut declared) = (PhaseNumbers::new(), 0);
    for (entry, moment) in journal.entries.iter().zip(moments(journal)) {
        let (What::Declared { act, .. } | What::Added { act, .. }) = entry.what else {
            continue;
        };
        if moment != present {
            (present, declared) = (moment, 0);
        }
        if seen.insert(act) {
            all.push(ActArrival {
                act,
                moment: present.clone(),
                behind: declared,
            });
        }
        declared += usize::from(matches!(entry.what, What::Declared { .. }));
    }
    all
}
