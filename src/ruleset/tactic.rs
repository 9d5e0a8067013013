//! Tactics, compiled: what a combatant declares where the scenario declares nothing for it.

use super::{ActionId, AskedActions, ExprId, ItemId, Local, Slot};
use crate::source::Span;

/// A tactic; the combatant is local 0.
#[derive(Clone, Debug, PartialEq)]
pub struct Tactic {
    /// `brute`
    pub name: String,
    /// What it is, for people.
    pub text: String,
    /// How many locals it needs.
    pub locals: u16,
    /// For whom it is.
    pub guard: Option<ExprId>,
    /// The first of them that can be declared counts.
    pub lines: Vec<TacticLine>,
    /// The item.
    pub item: ItemId,
}

/// A line of a tactic.
#[derive(Clone, Debug, PartialEq)]
pub struct TacticLine {
    /// Only where this is true.
    pub guard: Option<ExprId>,
    /// What is declared, one after the other; nothing if empty.
    pub acts: Vec<TacticAct>,
    /// Its place.
    pub span: Span,
}

impl TacticLine {
    /// Whether it says what is declared where acts of these actions are asked for: one of them, or nothing at all.
    pub fn says_of(&self, asked: &AskedActions) -> bool {
        self.acts.is_empty() || self.acts.iter().any(|act| asked.hold(act.action))
    }
}

/// An act that a line declares.
#[derive(Clone, Debug, PartialEq)]
pub struct TacticAct {
    /// What it is.
    pub action: ActionId,
    /// Its attributes.
    pub given: Vec<TacticAttribute>,
}

/// An attribute of an act that a line declares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TacticAttribute {
    /// Which.
    pub slot: Slot,
    /// Its value.
    pub value: ExprId,
    /// Where the value is kept while the line is judged.
    pub local: Local,
    /// The act is aimed at it: where it is missing, the line cannot be declared.
    pub aimed: bool,
}
