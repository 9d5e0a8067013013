//! Types, what has one, and units.

use super::{KindId, UnitId, Value, WordId, records_in};
use crate::source::Span;

/// The pattern of types of these sorts: `types!(plain)` of those whose values are no records.
macro_rules! types {
    (plain) => {
        Type::Number(_) | Type::YesNo | types!(word)
    };
    (word) => {
        Type::Choice(_) | types!(coded)
    };
    (coded) => {
        Type::Text | Type::Action | Type::Stage
    };
}

pub(crate) use types;

/// The type of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Type {
    /// `yes/no`: 1 and 0
    YesNo,
    /// A number; with a unit it is a quantity, counted in the smallest unit of the dimension and shown in this one.
    Number(Option<UnitId>),
    /// One of some words (sorted by id).
    Choice(Vec<WordId>),
    /// A text.
    Text,
    /// An action.
    Action,
    /// The stage of an act: a word.
    Stage,
    /// A record of a kind.
    Record(KindId),
    /// Several records of a kind, or none: bit n is the record of number n. It is never missing.
    Set(KindId),
}

impl Type {
    /// A record that a value names and that is none of so many of its kind.
    pub fn record_beyond(
        &self,
        value: Value,
        count: impl Fn(KindId) -> u32,
    ) -> Option<(KindId, u32)> {
        let (kind, record) = match self {
            Type::Record(kind) => (*kind, u32::try_from(value).ok()?),
            Type::Set(kind) => (*kind, records_in(value).last()?),
            types!(plain) => return None,
        };
        (record >= count(kind)).then_some((kind, record))
    }
}

/// A type, and whether a value of it may be missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declared {
    /// What it is.
    pub ty: Type,
    /// Whether it may be missing.
    pub optional: bool,
}

impl Declared {
    /// Of a type, and never missing.
    pub const fn certain(ty: Type) -> Self {
        Declared {
            ty,
            optional: false,
        }
    }
}

/// What a definition, table, procedure or event is given.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// What it holds.
    pub declared: Declared,
    /// Where its name stands.
    pub span: Span,
}

impl Parameter {
    /// The record of a kind that what the rules define themselves is asked of; its name is none.
    pub fn record(kind: KindId, span: Span) -> Self {
        Parameter {
            name: "_".to_owned(),
            declared: Declared::certain(Type::Record(kind)),
            span,
        }
    }

    /// The types of parameters.
    pub fn types(parameters: &[Parameter]) -> impl Iterator<Item = &Type> {
        parameters.iter().map(|parameter| &parameter.declared.ty)
    }
}

/// A unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// `segment`
    pub name: String,
    /// `segments`
    pub plural: String,
    /// Units of one dimension can be compared.
    pub dimension: u16,
    /// How many of the smallest unit of its dimension it is.
    pub size: i64,
}
