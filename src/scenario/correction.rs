//! What the game master corrects in the course of a run.

use std::ops::Range;

use super::{ActOrder, Path, Person, runs};
use crate::ruleset::{KindId, PhaseId, Relation, Slot, Value, WordId};
use crate::source::Span;

/// A correction by the game master.
#[derive(Clone, Debug, PartialEq)]
pub struct Correction {
    /// Within which period (or any part of it).
    pub path: Path,
    /// The phase without numbers in which alone it counts, if it stands in one.
    pub part: Option<PhaseId>,
    /// Before what is asked there for which time, the first being 1; `None`: before anything is asked.
    pub before: Option<(Occasion, u32)>,
    /// What is done.
    pub deed: Deed,
    /// Why.
    pub because: Option<String>,
    /// Its place.
    pub span: Span,
}

/// What a game master does in the course of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deed {
    /// Sets an attribute.
    Set(AttributeChange),
    /// Has records join that are not there from the start: those of these numbers of a kind.
    Join(KindId, Range<u32>),
    /// Moves acts.
    Move(ActMove),
}

/// The acts of a combatant that are moved in relation to those of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ActMove {
    /// Whose acts are moved.
    pub mover: u32,
    /// How they are to stand.
    pub order: ActOrder,
    /// To whose acts.
    pub reference: u32,
}

/// An attribute that is set to a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AttributeChange {
    /// The kind of the record.
    pub kind: KindId,
    /// Which record.
    pub record: u32,
    /// Which attribute.
    pub slot: Slot,
    /// Its new value.
    pub value: Value,
}

/// What a person is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Occasion {
    /// Dice for a purpose.
    Roll(Person, WordId),
    /// The answer to a question.
    Answer(Person, WordId),
    /// What a combatant declares.
    Declaration(u32),
}

impl ActMove {
    /// What is asked for of the acts that are moved.
    pub fn relation(self) -> Relation {
        match self.order {
            ActOrder::Before => Relation::GoesAhead,
            ActOrder::With => Relation::Joins,
            ActOrder::After => Relation::Waits,
        }
    }
}

impl Correction {
    /// Whether it can be made when a person is asked for something in a period, while these phases run: whether that is within its own period, and
    /// what it comes before.
    pub fn fits(&self, occasion: Occasion, path: &[(PhaseId, Value)], running: &[PhaseId]) -> bool {
        path.starts_with(&self.path)
            && runs(self.part, running)
            && self.before.is_none_or(|before| before.0 == occasion)
    }

    /// The occasion before which it is made, counted among those that it [fits](Self::fits).
    pub fn number(&self) -> u32 {
        self.before.map_or(1, |before| before.1)
    }
}
