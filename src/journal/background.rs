//! What the entries of a journal do not tell and reasons need: which act was in hand, and what each statement wrote. Kept beside the journal for those who ask for it.

use super::ActNumber;
use crate::ruleset::{ActMoment, ItemId, KindId, Slot, Value};
use crate::source::Span;

/// An act in hand: one of its stages is carried out, or triggers respond to a moment of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ActInHand {
    /// Which act.
    pub act: ActNumber,
    /// At which of its stages.
    pub stage: u16,
    /// To which moment triggers respond; `None`: the stage is carried out.
    pub moment: Option<ActMoment>,
}

/// What a statement wrote into an attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellWrite {
    /// Which attribute, of which record of which kind.
    pub cell: (KindId, u32, Slot),
    /// How many entries there were when the statement was carried out.
    pub written: usize,
    /// How many there were when it came into force: within a batch that is later.
    pub entry: usize,
    /// It added to the attribute, or else set it.
    pub adds: bool,
    /// What it added or set.
    pub value: Value,
    /// What the attribute was before all that came into force together.
    pub old: Value,
    /// What it was behind that.
    pub new: Value,
    /// The item that says so.
    pub cause: Option<ItemId>,
    /// The place of the statement.
    pub at: Option<Span>,
    /// The act in hand.
    pub by: Option<ActInHand>,
    /// The names of the body of the statement.
    pub names: Box<[Value]>,
}

impl CellWrite {
    /// The attribute was set to the value that it had: no change, and so no entry.
    pub fn is_equal_setting(&self) -> bool {
        !self.adds && self.old == self.new
    }
}

/// What is kept beside a journal.
#[derive(Clone, Debug, Default)]
pub struct Background {
    /// The act in hand at each entry.
    pub hands: Vec<Option<ActInHand>>,
    /// What statements wrote, in the order in which it came into force.
    pub writes: Vec<CellWrite>,
}
