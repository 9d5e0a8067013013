//! Arithmetic on values: the result of an operation, or its fault.

use super::fault::FaultKind;
use crate::ruleset::{MISSING, MOST, QueryKind, Value, set_of};

/// A binary operation on two numbers; a fault where one of them is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arithmetic {
    /// Sum.
    Plus,
    /// Difference.
    Minus,
    /// Product.
    Times,
    /// The higher of two.
    Higher,
    /// The lower of two.
    Lower,
    /// Quotient rounded down.
    Down,
    /// Quotient rounded up.
    Up,
    /// Remainder of the division rounded down.
    Mod,
}

/// A value that is not too far from nought.
#[inline]
fn within(value: Value) -> Option<Value> {
    (-MOST..=MOST).contains(&value).then_some(value)
}

/// The result of an operation.
///
/// # Errors
///
/// What is wrong, and with which of the two operands (0: with the result).
#[inline]
pub(crate) fn calculate(
    how: Arithmetic,
    left: Value,
    right: Value,
) -> Result<Value, (usize, FaultKind)> {
    if left == MISSING || right == MISSING {
        return Err((1 + usize::from(left != MISSING), FaultKind::Missing));
    }
    let divides = matches!(how, Arithmetic::Down | Arithmetic::Up | Arithmetic::Mod);
    if divides && right == 0 {
        return Err((2, FaultKind::DivisionByZero));
    }
    let value = match how {
        Arithmetic::Plus => left.checked_add(right),
        Arithmetic::Minus => left.checked_sub(right),
        Arithmetic::Times => left.checked_mul(right),
        Arithmetic::Higher => Some(left.max(right)),
        Arithmetic::Lower => Some(left.min(right)),
        Arithmetic::Down => Some(quotient(left, right)),
        Arithmetic::Up => Some(quotient(left, right) + Value::from(left % right != 0)),
        Arithmetic::Mod if right > 0 => Some(left.rem_euclid(right)),
        Arithmetic::Mod => Some(-(-left).rem_euclid(-right)),
    };
    match value.and_then(within) {
        Some(value) => Ok(value),
        None => Err((0, FaultKind::Overflow)),
    }
}

/// Whether a value is higher (or lower) than the one so far; one that is missing is not, and any other is better than none.
#[inline(always)]
pub(crate) fn is_better(highest: bool, value: Value, known: Value) -> bool {
    let is_so = if highest {
        value > known
    } else {
        value < known
    };
    value != MISSING && (known == MISSING || is_so)
}

/// The lower of two numbers that is not below a third; else the higher one. One that is missing is below all.
#[inline(always)]
pub(crate) fn next_of(from: Value, left: Value, right: Value) -> Value {
    match left.min(right) {
        first if first >= from => first,
        _ => left.max(right),
    }
}

/// The quotient rounded down.
fn quotient(left: Value, right: Value) -> Value {
    left.div_euclid(right) - Value::from(right < 0 && left.rem_euclid(right) != 0)
}

/// The best so far and one more. Missing values do not count. Of all records, `value` is the number of one.
///
/// # Errors
///
/// It goes beyond all numbers, or beyond the records that a set can have; with a 0 for the result, as in [`calculate`].
#[inline]
pub(crate) fn better(
    ask: QueryKind,
    best: Value,
    value: Value,
) -> Result<Value, (usize, FaultKind)> {
    let better = match ask {
        _ if value == MISSING => return Ok(best),
        QueryKind::All => {
            let one = set_of(value).ok_or((0, FaultKind::BeyondSet))?;
            return Ok(best.max(0) | one);
        }
        _ if best == MISSING => value,
        QueryKind::Highest => best.max(value),
        QueryKind::Lowest => best.min(value),
        _ => best + value,
    };
    within(better).ok_or((0, FaultKind::Overflow))
}
