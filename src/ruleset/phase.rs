//! Phases: steps of the procedure, and how they repeat.

use super::{Block, ExprId, ItemId, KindId, Local, MISSING, PhaseId, Slot, Value, WordId};

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

/// The turns of which a phase consists: it is repeated until each record has had one.
#[derive(Clone, Debug, PartialEq)]
pub struct Turns {
    /// Whose turns they are.
    pub kind: KindId,
    /// The name of the record whose turn it is.
    pub local: Local,
    /// The attribute that says whether a record has had its turn.
    pub had: Slot,
    /// What those roll who are equal in all keys, if they do.
    pub ties: Option<Ties>,
    /// What is done in turns that are equal in all keys comes together.
    pub together: bool,
    /// The attribute that says who has taken the turn before another one, and whose turn is put off: the lowest is next, before all others. Missing if it has
    /// no part in that.
    pub claim: Option<Slot>,
    /// Who can have a turn, and by what who is next is found (whether the highest comes first): what `next` asks, of the record that is the local.
    pub filter: Option<ExprId>,
    /// The most important first.
    pub keys: Box<[(ExprId, bool)]>,
    /// What each key is called; nothing of one without a text.
    pub key_texts: Box<[String]>,
    /// What is done before the first turn: none has had one.
    pub opening: Block,
    /// Gives the local the record whose turn is next; missing if none is left.
    pub next: Block,
}

/// How the tied roll for a turn. It is part of [`Turns::next`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ties {
    /// What for.
    pub purpose: WordId,
    /// Who rolls the lowest has the highest place.
    pub lowest_first: bool,
    /// The attribute that says where a record stands among those with whom it was tied: whose place is the highest is next. Missing if it has not
    /// rolled since its last turn.
    pub slot: Slot,
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
    /// Repeated, once for the turn of each record.
    pub turns: Option<Turns>,
    /// What is set back as each repetition begins, before triggers respond to that.
    pub prologue: Block,
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

impl Phase {
    /// Whether it is repeated. Each repetition is a period, which a number tells from the others: the count, or the record whose turn it is.
    pub fn repeats(&self) -> bool {
        self.counting.is_some() || self.turns.is_some()
    }
}
