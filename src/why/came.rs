//! When a stage of an act was carried out, in terms that can be compared between acts of one run and looked up in other runs. Reads journals only.

use crate::journal::{ActNumber, Journal, What};
use crate::ruleset::{ActionId, Value};

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

impl ActIdentity {
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
