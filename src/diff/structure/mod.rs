//! What differs between two rule sets in structure: items added, removed, changed, moved, renamed, in their author's words. Layout and
//! comments do not count. Works on trees and their texts; what a change means in play, the rest of `diff` finds out.

mod items;
mod lines;
mod parts;
mod words;

pub use items::compare;

use crate::source::Span;

/// One item that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ItemDifference {
    /// `exception`, `option`, ...
    pub category: String,
    /// Its name or title; empty if it has none.
    pub name: String,
    /// What happened to it.
    pub kind: ChangeKind,
    /// Where it stands in the first rule set.
    pub left: Option<Stand>,
    /// Where it stands in the second.
    pub right: Option<Stand>,
}

impl ItemDifference {
    /// Everything in both rule sets that belongs to it.
    pub fn spans(&self) -> impl Iterator<Item = Span> + '_ {
        let both = [&self.left, &self.right].into_iter().flatten();
        both.flat_map(|stand| stand.spans.iter().copied())
    }
}

/// Where an item of a rule set stands. All blocks of one kind are one item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stand {
    /// The first place that the other rule set does not have word for word.
    pub at: Span,
    /// All places.
    pub spans: Vec<Span>,
}

/// What happened to an item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChangeKind {
    /// only the second has it
    Added,
    /// only the first has it
    Removed,
    /// the second calls it so, and it is the same otherwise
    Renamed(String),
    /// it stands before (or else after) the item of this name now
    Moved(bool, String),
    /// these parts of it differ
    Changed(Vec<Detail>),
}

/// A part of an item that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Detail {
    /// What it is: `default`, `key place`, `row 3..6`; empty for a line of what is done.
    pub what: String,
    /// The attribute to which it belongs, where it is a part of a kind.
    pub attribute: Option<String>,
    /// How the first has it.
    pub left: Option<String>,
    /// How the second has it. The same on both sides: it has moved.
    pub right: Option<String>,
}
