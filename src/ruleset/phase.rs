//! Phases: steps of the procedure, and how they repeat.

use super::{Block, ExprId, ItemId, MISSING, PhaseId, Value};

/// How a phase counts its repetitions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Counting {
    /// The numbers go down.
    pub down: bool,
    /// The first number.
    pub from: ExprId,
    /// The last one, if it ends by itself; a count that goes down always does.
    pub to: Option<ExprId>,
}

impl Counting {
    /// Whether a number lies behind the last one.
    pub fn is_past(&self, number: Value, last: Value) -> bool {
        match self.down {
            true => number < last || last == MISSING,
            false => number > last,
        }
    }

    /// The number that follows.
    pub fn next(&self, number: Value) -> Value {
        match self.down {
            true => number - 1,
            false => number + 1,
        }
    }
}

/// A phase.
#[derive(Clone, Debug, PartialEq)]
pub struct Phase {
    /// `segment`
    pub name: String,
    /// `Segment`
    pub title: String,
    /// The phase around it.
    pub parent: Option<PhaseId>,
    /// Repeated, and how its repetitions are counted.
    pub counting: Option<Counting>,
    /// How far the clock goes on at the beginning of each repetition.
    pub lasting: Option<ExprId>,
    /// Only, or (if it counts) as long as, this is true.
    pub condition: Option<ExprId>,
    /// How many locals its body needs; each phase has a frame of its own.
    pub locals: u16,
    /// What is done.
    pub body: Block,
    /// The item.
    pub item: ItemId,
}
