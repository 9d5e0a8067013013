//! Thresholds: the constants with which something is compared, numbers that are only counted and compared with such, and dice.

mod counters;
mod rolls;

pub use counters::{Counters, counters};
pub use rolls::{Compare, NameUse, RollUses, compared};

use crate::ruleset::{Comparison, Expr, ExprId, MOST, OptionId, Value, exprs};

/// What is the same throughout a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Constant {
    /// A value.
    Literal(Value),
    /// The opposite of a number.
    Negated(Value),
    /// The setting of an option.
    Option(OptionId),
}

/// The settings of options in a run.
pub type OptionLookup<'a> = dyn Fn(OptionId) -> Value + 'a;

/// A comparison with a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threshold {
    /// The constant.
    pub constant: Constant,
    classes: Classes,
}

/// Which numbers a comparison tells apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Classes {
    /// Those below the constant from the others.
    Below,
    /// Those up to the constant from the others.
    UpTo,
    /// The constant from all others.
    Equal,
}

impl Threshold {
    /// How an expression compares one of its operands with a constant, if it does.
    pub fn of(exprs: &[Expr], expr: &Expr, operand: ExprId) -> Option<Threshold> {
        let (comparison, [left, right]) = expr.comparison()?;
        let classes = match (comparison, operand == left) {
            (Comparison::Equal, _) => Classes::Equal,
            (Comparison::Less, true) | (Comparison::LessOrEqual, false) => Classes::Below,
            (Comparison::LessOrEqual, true) | (Comparison::Less, false) => Classes::UpTo,
        };
        let other = if operand == left { right } else { left };
        let constant = Constant::of(exprs, other)?;
        Some(Threshold { constant, classes })
    }

    /// The least numbers of the classes that are told apart, the lowest class left out; nothing where the constant is no number that is told
    /// beforehand.
    fn cuts(self, settings: &OptionLookup<'_>) -> Option<Vec<Value>> {
        let number = match self.constant {
            Constant::Literal(number) => number,
            Constant::Option(option) => settings(option),
            Constant::Negated(_) => return None,
        };
        let is_number = (-MOST..=MOST).contains(&number);
        is_number.then(|| match self.classes {
            Classes::Below => vec![number],
            Classes::UpTo => vec![number + 1],
            Classes::Equal => vec![number, number + 1],
        })
    }
}

/// Visits the operands of the comparisons with a constant among some expressions, in their order.
pub fn each_threshold(exprs: &[Expr], visit: &mut dyn FnMut(ExprId, Threshold)) {
    for expr in exprs {
        for operand in expr.compared().into_iter().flatten() {
            if let Some(threshold) = Threshold::of(exprs, expr, operand) {
                visit(operand, threshold);
            }
        }
    }
}

impl Constant {
    /// What an expression is in every run.
    fn of(exprs: &[Expr], id: ExprId) -> Option<Constant> {
        match exprs[id.index()] {
            Expr::Const(value) => Some(Constant::Literal(value)),
            Expr::Option(option) => Some(Constant::Option(option)),
            Expr::Negate(of) => match Constant::of(exprs, of)? {
                Constant::Literal(number) => Some(Constant::Negated(number)),
                Constant::Negated(_) | Constant::Option(_) => None,
            },
            Expr::Local(_)
            | Expr::Counter(_)
            | Expr::Now
            | Expr::Attribute { .. }
            | Expr::OrElse(_)
            | Expr::If(..)
            | Expr::Missing(_)
            | Expr::In(..)
            | Expr::Query(_)
            | Expr::Text(_)
            | exprs!(comparison | arithmetic | logic | call) => None,
        }
    }
}
