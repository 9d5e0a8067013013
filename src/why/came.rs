//! When a stage of an act was carried out, in terms that can be compared between acts of one run and looked up in other runs. Reads journals only.

use crate::journal::{ActNumber, Journal, What};
use crate::ruleset::index::to_index;
use crate::ruleset::{ActionId, Value};
use crate::scenario::Scenario;
use crate::view::{PhaseNumbers, last_moment, moments};

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

/// What makes an act the same in another run: its declaration, or its place among the acts of its kind that the rules add.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ActIdentity {
    declaration: Option<u32>,
    actor: u32,
    action: ActionId,
    nth: usize,
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
    pub fn of(journal: &Journal, act: ActNumber) -> Option<ActIdentity> {
        let record = journal.get_act(act)?;
        let identity = ActIdentity {
            declaration: record.declaration,
            actor: record.actor,
            action: record.action,
            nth: 0,
        };
        let nth = (0..act)
            .filter(|&other| identity.fits(journal, other))
            .count();
        Some(ActIdentity { nth, ..identity })
    }

    /// The act in another run.
    pub fn find(&self, journal: &Journal) -> Option<ActNumber> {
        let acts = 0..journal.acts.len() as ActNumber;
        acts.filter(|&act| self.fits(journal, act)).nth(self.nth)
    }

    fn fits(&self, journal: &Journal, act: ActNumber) -> bool {
        let record = journal.act(act);
        (record.declaration, record.actor, record.action)
            == (self.declaration, self.actor, self.action)
    }
}
