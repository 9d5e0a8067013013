//! How near a situation comes to parting two rule files that it does not part yet: whether they keep different books, and how far the
//! conditions of the exceptions that are looked at hold, and how many of the items that are looked at do something. Reads journals.

use super::trace::Tongue;
use crate::journal::{ActNumber, Fate, Journal, What};
use crate::ruleset::{ExceptionId, ItemId, Relation, Value};

/// The greater, the nearer; 0: there is no sign of it.
pub type Promise = u32;

/// The two runs wrote different books: more than anything else promises.
pub const OTHER_BOOKS: Promise = 1_000;

/// A condition that holds counts so much as so many items that are carried out.
const CONDITION: Promise = 20;

/// One of two runs.
#[derive(Clone, Copy)]
pub struct FitnessRun<'a> {
    /// Its journal.
    pub journal: &'a Journal,
    /// Its names.
    pub tongue: &'a Tongue,
    /// The exceptions that are looked at.
    pub exceptions: &'a [ExceptionId],
    /// The items that are looked at.
    pub items: &'a [ItemId],
}

/// How near two runs came to parting.
pub fn promise(runs: [FitnessRun<'_>; 2]) -> Promise {
    let [left, right] = runs;
    if !left.books().eq(right.books()) || !left.rulings().eq(right.rulings()) {
        return OTHER_BOOKS;
    }
    let nearest =
        |run: FitnessRun<'_>| (run.conditions() * CONDITION + run.reached()).min(OTHER_BOOKS - 1);
    nearest(left).max(nearest(right))
}

impl<'a> FitnessRun<'a> {
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
        let looked_at = rulings.filter(|ruling| {
            let exception = ruling.by.exception();
            exception.is_some_and(|exception| self.exceptions.contains(&exception))
        });
        let held = looked_at.map(|ruling| match ruling.fate {
            Fate::GuardFailed(condition) => Promise::from(condition) + 1,
            _ => OTHER_BOOKS / CONDITION,
        });
        held.max().unwrap_or(0)
    }

    /// How many of the items did something.
    fn reached(self) -> Promise {
        let did = |item: &&ItemId| {
            let mut entries = self.journal.entries.iter();
            entries.any(|entry| entry.cause == Some(**item))
        };
        self.items.iter().filter(did).count() as Promise
    }
}
