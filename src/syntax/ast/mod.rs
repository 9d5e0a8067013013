//! The tree of a file as its author wrote it: names, spans, no meaning. Knows no ids, no types, no machine.
//!
//! Every node carries the span of its text, so that whatever is said about it later can be shown at its place.

#[macro_use]
mod describe;

mod changes;
mod clauses;
mod expressions;
mod identity;
mod items;
mod scenarios;
mod statements;
mod tactics;
mod walk;

pub use changes::*;
pub use clauses::*;
pub(in crate::syntax) use describe::each_node;
pub use expressions::*;
pub use identity::Identity;
pub use items::*;
pub use scenarios::*;
pub use statements::*;
pub use tactics::*;
pub(in crate::syntax) use walk::{PlaceShift, Shift, VisitorMut, Walk};

use crate::source::{Clean, Span};

impl Tally {
    /// What faces are compared with, or how many dice are kept.
    pub fn number(&self) -> &Expr {
        match self {
            Tally::Counting { number, .. } | Tally::Keeping { number, .. } => number,
            Tally::Again(again) => &again.number,
        }
    }

    /// Which dice are rolled again.
    pub fn again(&self) -> Option<&RollAgain> {
        match self {
            Tally::Counting { again, .. } => again.as_ref(),
            Tally::Again(again) => Some(again),
            Tally::Keeping { .. } => None,
        }
    }
}

impl PairName {
    /// As it is written: `gap(ann, orc 1)`.
    pub fn written(&self) -> String {
        format!("{}({}, {})", self.kind.text, self.one.text, self.other.text)
    }
}

impl PairDef {
    /// The names of the two, and whether one record is for both.
    pub fn parts(&self) -> ([&Parameter; 2], bool) {
        match self {
            PairDef::Mutual { one, other } => ([one, other], true),
            PairDef::Directed { one, other } => ([one, other], false),
        }
    }
}

impl Text {
    /// The text without its holes.
    pub fn plain(&self) -> String {
        let pieces = self.pieces.iter().filter_map(|piece| match piece {
            Piece::Plain(plain) => Some(plain.as_str()),
            Piece::Hole(_) => None,
        });
        pieces.collect()
    }

    /// The text with a mark in place of each hole.
    pub fn with_holes(&self, mark: &str) -> String {
        let pieces = self.pieces.iter().map(|piece| match piece {
            Piece::Plain(plain) => plain.as_str(),
            Piece::Hole(_) => mark,
        });
        pieces.collect()
    }

    /// The text if it has no holes, else what stands in the first one.
    pub fn whole(&self) -> Result<String, &Expr> {
        let pieces = self.pieces.iter().map(|piece| match piece {
            Piece::Plain(plain) => Ok(plain.as_str()),
            Piece::Hole(hole) => Err(hole),
        });
        pieces.collect()
    }

    /// As a title, which has no holes: its first piece is all of it.
    pub fn title(&self) -> &str {
        match self.pieces.first() {
            Some(Piece::Plain(plain)) => plain,
            _ => "",
        }
    }
}

each_node! { type_node
    /// A name in the author's spelling.
    #[derive(Eq)]
    struct Name {
        /// As written.
        text: String,
        span: Span,
    }

    /// A text in quotes: pieces of prose and holes with expressions.
    struct Text {
        /// In the order in which they stand; escapes are resolved.
        pieces: Vec<Piece>,
        /// With the quotes.
        span: Span,
    }

    /// A piece of a text.
    enum Piece {
        /// Prose.
        Plain (prose: String),
        /// `{expr}`: the value is put in when the text is shown.
        Hole (value: Expr),
    }

    /// What an item carries out or a scenario proves: `OS-12`, `OS-12..15`, or a text that names a section.
    struct Citation {
        /// `OS-12`, or the text.
        id: String,
        /// The end of a range, `15` or `OS-15` as written.
        end: Option<String>,
        span: Span,
    }

    /// `allow A0302 because "the referee decides"`, `allow change "d6 -> d8" because "it is only compared with 3"`
    struct Allow {
        /// What is meant to be.
        what: Allowed,
        because: Text,
        span: Span,
    }

    /// What is meant to be.
    enum Allowed {
        /// `A0302 with "G vs D"`
        Warning {
            /// Its code.
            code: Name,
            /// The other item of the warning.
            with: Option<Text>,
        },
        /// `change "d6 -> d8"`: that no scenario notices such a change of the item.
        Change (change: Text),
    }

    /// A whole file, with what could be read of it.
    #[derive(Default)]
    struct File {
        /// Rule sets, in order.
        rules: Vec<Rules>,
        /// Scenarios, in order.
        scenarios: Vec<Scenario>,
        /// The spans of all comments, in order; kept beside the tree for the formatter.
        comments: Vec<Span>,
    }
}
