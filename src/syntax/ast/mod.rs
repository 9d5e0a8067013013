//! The tree of a file as its author wrote it: names, spans, no meaning. Knows no ids, no types, no machine.
//!
//! Every node carries the span of its text, so that whatever is said about it later can be shown at its place.

mod clauses;
mod expressions;
mod identity;
mod items;
mod scenarios;
mod shift;
mod statements;
mod tactics;

pub use clauses::*;
pub use expressions::*;
pub use identity::Identity;
pub use items::*;
pub use scenarios::*;
pub(in crate::syntax) use shift::{Shift, Step};
pub use statements::*;
pub use tactics::*;

use crate::source::{Clean, Span};

/// A name in the author's spelling.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// As written.
    pub text: String,
    /// Where.
    pub span: Span,
}

/// A text in quotes: pieces of prose and holes with expressions.
#[derive(Clone, Debug, PartialEq)]
pub struct Text {
    /// In the order in which they stand; escapes are resolved.
    pub pieces: Vec<Piece>,
    /// With the quotes.
    pub span: Span,
}

/// A piece of a text.
#[derive(Clone, Debug, PartialEq)]
pub enum Piece {
    /// Prose.
    Plain(String),
    /// `{expr}`: the value is put in when the text is shown.
    Hole(Expr),
}

/// What an item carries out or a scenario proves: `OS-12`, `OS-12..15`, or a text that names a section.
#[derive(Clone, Debug, PartialEq)]
pub struct Citation {
    /// `OS-12`, or the text.
    pub id: String,
    /// The end of a range, `15` or `OS-15` as written.
    pub end: Option<String>,
    /// Where.
    pub span: Span,
}

/// `allow A0302 because "the referee decides"`, `allow change "d6 -> d8" because "it is only compared with 3"`
#[derive(Clone, Debug, PartialEq)]
pub struct Allow {
    /// What is meant to be.
    pub what: Allowed,
    /// Why.
    pub because: Text,
    /// Where.
    pub span: Span,
}

/// What is meant to be.
#[derive(Clone, Debug, PartialEq)]
pub enum Allowed {
    /// `A0302 with "G vs D"`
    Warning {
        /// Its code.
        code: Name,
        /// The other item of the warning.
        with: Option<Text>,
    },
    /// `change "d6 -> d8"`: that no scenario notices such a change of the item.
    Change(Text),
}

/// A whole file, with what could be read of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct File {
    /// Rule sets, in order.
    pub rules: Vec<Rules>,
    /// Scenarios, in order.
    pub scenarios: Vec<Scenario>,
    /// The spans of all comments, in order; kept beside the tree for the formatter.
    pub comments: Vec<Span>,
}
