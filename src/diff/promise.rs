//! How near a situation comes to parting two rule files that it does not part yet: whether they keep different books, and how far the
//! conditions of the exceptions that are looked at hold. Reads journals.

use super::course::Tongue;
use crate::journal::{ActNumber, Fate, Journal, What};
use crate::ruleset::{ExceptionId, Relation, Value};

/// The greater, the nearer; 0: there is no sign of it.
pub type Promise = u32;

/// More than any exception has conditions.
const OTHER_BOOKS: Promise = 1_000;

/// One of two runs.
#[derive(Clone, Copy)]
pub struct Run<'a> {
    /// Its journal.
    pub journal: &'a Journal,
    /// Its names.
    pub tongue: &'a Tongue,
    /// The exceptions that are looked at.
    pub exceptions: &'a [ExceptionId],
}

/// How near two runs came to parting.
pub fn promise(runs: [Run<'_>; 2]) -> Promise {
    let [left, right] = runs;
    if !left.books().eq(right.books()) || !left.rulings().eq(right.rulings()) {
        return OTHER_BOOKS;
    }
    left.conditions().max(right.conditions())
}

impl<'a> Run<'a> {
    /// What the rules write down, for the table to see or not.
    fn books(self) -> impl Iterator<Item = (u32, u32, Value)> + 'a {
        self.journal.entries.iter().filter_map(move |entry| {
            let What::Changed {
                kind,
                record,
                slot,
                new,
                ..
            } = entry.what
            else {
                return None;
            };
            Some((self.tongue.attribute(kind, slot), record, new))
        })
    }

    /// What exceptions asked for, and what became of it.
    fn rulings(self) -> impl Iterator<Item = (ActNumber, ActNumber, Relation, Fate)> + 'a {
        let rulings = self.journal.lines.iter().flat_map(|line| &line.rulings);
        let applied = rulings.filter(|ruling| !matches!(ruling.fate, Fate::GuardFailed(_)));
        applied.map(|ruling| (ruling.mover, ruling.reference, ruling.relation, ruling.fate))
    }

    /// How many conditions held of the exception that came nearest.
    fn conditions(self) -> Promise {
        let rulings = self.journal.lines.iter().flat_map(|line| &line.rulings);
        let looked_at = rulings.filter(|ruling| self.exceptions.contains(&ruling.exception));
        let held = looked_at.map(|ruling| match ruling.fate {
            Fate::GuardFailed(condition) => Promise::from(condition) + 1,
            _ => OTHER_BOOKS - 1,
        });
        held.max().unwrap_or(0)
    }
}
