//! Exceptions, and what each of them demands of its two acts.
//!
//! Meaning only: nothing here may know of other exceptions, of keys or of places.

use crate::ruleset::Relation;

/// What a rule says about two acts: one of them, the mover, moves in relation to the other, its reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Exception {
    /// The rule that says so, as numbered in [`Precedence`](super::Precedence), or what is over all rules, by a number behind them.
    pub rule: u32,
    /// The act that moves, an index into the ranks.
    pub mover: u32,
    /// How the mover is to stand to the reference.
    pub relation: Relation,
    /// The act that the mover refers to, an index into the ranks.
    pub reference: u32,
}

/// What is demanded of one act towards another. The greater demand implies the smaller.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Demand {
    /// Nothing.
    #[default]
    Nothing,
    /// To happen not after the other.
    NotAfter,
    /// To happen before the other.
    Before,
}

impl Demand {
    /// Whether one at `own` place and the other at `other` place fulfil it.
    pub(super) fn is_met(self, own: usize, other: usize) -> bool {
        match self {
            Demand::Nothing => true,
            Demand::NotAfter => own <= other,
            Demand::Before => own < other,
        }
    }
}

impl Exception {
    /// What is demanded of the mover towards the reference, and of the reference towards the mover.
    pub(super) fn demands(&self) -> (Demand, Demand) {
        match self.relation {
            Relation::Waits | Relation::Trails => (Demand::Nothing, Demand::Before),
            Relation::GoesAhead | Relation::Leads => (Demand::Before, Demand::Nothing),
            Relation::Joins => (Demand::NotAfter, Demand::NotAfter),
            Relation::NotBefore => (Demand::Nothing, Demand::NotAfter),
            Relation::NotAfter => (Demand::NotAfter, Demand::Nothing),
        }
    }

    /// Whether the mover leads or trails, and so wants to be near its reference.
    pub(super) fn keeps_near(&self) -> bool {
        matches!(self.relation, Relation::Leads | Relation::Trails)
    }
}
