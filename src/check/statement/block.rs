//! Statements that no author wrote.

use crate::ruleset::{Block, Destination, ExprId, Local, Statement, StatementKind as Kind};
use crate::source::Span;

/// These statements at one place.
pub(in crate::check) fn block(kinds: impl IntoIterator<Item = Kind>, span: Span) -> Block {
    let kinds = kinds.into_iter();
    kinds.map(|kind| Statement { kind, span }).collect()
}

/// Gives a local a value.
pub(in crate::check) fn put(local: Local, value: ExprId) -> Kind {
    Kind::Set {
        place: Destination::Local(local),
        value,
    }
}

/// Adds to a local.
pub(in crate::check) fn add_to(local: Local, value: ExprId) -> Kind {
    Kind::Add {
        place: Destination::Local(local),
        value,
    }
}

/// `if condition { then }`
pub(in crate::check) fn only_if(condition: ExprId, then: Block) -> Kind {
    Kind::If {
        branches: [(condition, then)].into(),
        otherwise: Block::default(),
    }
}
