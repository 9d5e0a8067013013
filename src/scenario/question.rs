//! What a scenario asks of all its possible runs.

use std::cmp::Ordering;

use super::{ActOrder, ExpectationKind, FactMoment, Saying};
use crate::ruleset::{ExprId, Type};
use crate::source::Span;

/// A question about all runs of a scenario: how often is it so, or how much is it?
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// What it is called: its title, or its own words.
    pub title: String,
    /// What is asked.
    pub of: Asked,
    /// Its place.
    pub span: Span,
}

/// What is asked.
#[derive(Clone, Debug, PartialEq)]
pub enum Asked {
    /// Whether something comes as expected.
    Whether(ExpectationKind),
    /// A value at a time, and its type.
    Value(ExprId, Type, FactMoment),
    /// As which of the combatants this one acts first: 1 for the first; those who act in one batch share the place.
    Place(u32),
    /// Whether the first act of the one comes before, with or after that of the other; one that never acts comes after one that does.
    First(u32, ActOrder, u32),
}

/// What the chance of a question has to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExpectedChance {
    /// The index of the question, which is one of yes and no.
    pub question: usize,
    /// How the chance stands to the fraction; each of these is as expected.
    pub is: &'static [Ordering],
    /// A fraction.
    pub numerator: u64,
    /// What it is divided by; not 0.
    pub denominator: u64,
    /// Its place.
    pub span: Span,
}

impl Asked {
    /// Whether the answer is yes or no.
    pub fn is_whether(&self) -> bool {
        match self {
            Asked::Whether(_) | Asked::First(..) => true,
            Asked::Value(..) | Asked::Place(_) => false,
        }
    }

    /// The expression whose value is asked for.
    pub fn expr(&self) -> Option<ExprId> {
        match self {
            Asked::Value(root, ..) | Asked::Whether(ExpectationKind::Fact(root, _)) => Some(*root),
            Asked::Whether(_) | Asked::Place(_) | Asked::First(..) => None,
        }
    }

    /// The ways in which the text that is asked for can be said.
    pub fn sayings(&self) -> &[Saying] {
        match self {
            Asked::Whether(ExpectationKind::Said { sayings, .. }) => sayings,
            Asked::Whether(_) | Asked::Value(..) | Asked::Place(_) | Asked::First(..) => &[],
        }
    }

    /// The expectation that speaks of the same periods, if the question is about a time.
    pub fn as_expectation(&self) -> Option<ExpectationKind> {
        match self {
            Asked::Whether(kind) => Some(kind.clone()),
            Asked::Value(value, _, at) => Some(ExpectationKind::Fact(*value, at.clone())),
            Asked::Place(_) | Asked::First(..) => None,
        }
    }
}
