//! The line: in which order, and in which batches, acts happen.
//!
//! Plain data in, plain data out: ranks by the keys, exceptions between pairs of acts, and which rule is over which.
//! Nothing here may know of combatants, rules files, time or dice, and nothing here may touch another part of the crate, but for the word
//! for how one act stands to another.
//!
//! Which exceptions stand:
//! 1. one that contradicts what is over it falls, the strongest looked at first (`conflicts`);
//! 2. of each circle of contradictions that is left the weakest fall, or the whole circle falls (or comes together) (`conflicts`).
//!
//! Where the acts stand:
//! 3. all acts are sorted by their keys (`batches`);
//! 4. the movers of the exceptions that do not hold are put back where the fewest relations change (`insertion_order`, `insertion`);
//! 5. so are acts only referred to, where the exceptions imply something else than their keys (`insertion`).

mod batches;
mod closure;
mod conflicts;
mod insertion;
mod insertion_order;
mod precedence;
mod relation;
mod rows;

pub use precedence::Precedence;
pub use relation::Exception;
pub use rows::Rows;

use crate::ruleset::index::Idx;
use batches::Batches;
use closure::Closure;

/// Why an exception fell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fall {
    /// It contradicts exceptions whose rules are over its own.
    Under {
        /// The stronger exceptions that it contradicts, taken together.
        above: Vec<Exception>,
    },
    /// It is the weakest of a circle: under another of the circle, over none of it.
    Weakest {
        /// The other exceptions of the circle.
        circle: Vec<Exception>,
    },
    /// It is one of a circle in which no exception is over another.
    Contradiction {
        /// The other exceptions of the circle.
        circle: Vec<Exception>,
    },
    /// It is one of such a circle, whose acts come together instead.
    Together {
        /// The other exceptions of the circle.
        circle: Vec<Exception>,
    },
}

/// What becomes of a circle of exceptions in which none is over another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CirclePolicy {
    /// All of it falls, and the keys decide.
    #[default]
    Fall,
    /// Its acts come together. This makes no new contradiction: what stood between two of them was in the circle itself.
    Together,
}

/// An exception that does not stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fallen {
    /// The exception that fell.
    pub exception: Exception,
    /// What made it fall.
    pub why: Fall,
}

/// The line that follows from keys and exceptions, and how it came about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Arrangement {
    /// The batches in the order in which they happen; inside a batch the acts are listed by index.
    pub batches: Vec<Vec<u32>>,
    /// The exceptions that fell, in the order in which they did.
    pub fallen: Vec<Fallen>,
    /// The exceptions that had to move something: all that stand and whose mover had to leave its place by the keys.
    pub moved: Vec<Exception>,
}

/// Arranges acts in a line. It keeps its working memory from one arrangement to the next, and nothing else.
#[derive(Debug, Default)]
pub struct Arranger {
    batches: Batches,
    closure: Closure,
    is_mover: Vec<bool>,
    circles: CirclePolicy,
}

impl Arranger {
    /// An arranger with empty working memory.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Settles what becomes of circles from now on.
    pub fn settle_circles(&mut self, circles: CirclePolicy) {
        self.circles = circles;
    }

    /// Arranges all acts in batches and writes the result over whatever `out` held.
    ///
    /// `ranks[act]` is the rank of the act by all its keys: smaller first, equal rank for equal keys. Whether an
    /// exception falls depends on `exceptions` and `over` alone. The same exception listed twice counts once.
    ///
    /// Every exception must name two different acts that have a rank; this is asserted in debug builds, and an
    /// exception that does not is skipped in others.
    pub fn arrange(
        &mut self,
        ranks: &[u32],
        exceptions: &[Exception],
        over: &Precedence,
        out: &mut Arrangement,
    ) {
        out.fallen.clear();
        out.moved.clear();
        self.batches.sort_by_keys(ranks, |_| true);
        if !exceptions.is_empty() {
            let named = exceptions
                .iter()
                .copied()
                .filter(|e| names_two_acts(e, ranks.len()));
            let standing = conflicts::resolve(
                &mut self.closure,
                named,
                over,
                self.circles,
                &mut out.fallen,
            );
            self.move_until_all_hold(ranks, &standing, &mut out.moved);
        }
        self.batches.hand_over(&mut out.batches);
    }

    /// InsertionKey 4, begun anew until every exception that stands holds.
    ///
    /// This ends because each turn but the last marks at least one more mover, and acts are finite. Nothing is left
    /// failing then: `insert` makes all exceptions of the marked movers hold.
    fn move_until_all_hold(
        &mut self,
        ranks: &[u32],
        standing: &[Exception],
        moved: &mut Vec<Exception>,
    ) {
        self.is_mover.clear();
        self.is_mover.resize(ranks.len(), false);
        while self.mark_new_movers(standing) {
            moved.clear();
            moved.extend(standing.iter().filter(|e| self.is_mover[e.mover.index()]));
            insertion::insert(&mut self.batches, &mut self.closure, ranks, moved);
        }
    }

    /// Marks the movers of the exceptions that do not hold, and says whether there were any.
    fn mark_new_movers(&mut self, standing: &[Exception]) -> bool {
        let mut any_new = false;
        for exception in standing {
            let mover = exception.mover.index();
            if !self.is_mover[mover] && !self.batches.fulfil(exception) {
                self.is_mover[mover] = true;
                any_new = true;
            }
        }
        any_new
    }
}

fn names_two_acts(exception: &Exception, acts: usize) -> bool {
    let sound = exception.mover != exception.reference
        && exception.mover.index() < acts
        && exception.reference.index() < acts;
    debug_assert!(sound, "{exception:?} does not name two of {acts} acts");
    sound
}
