//! Reckoning with numbers: what two make, and what is wrong where they make none.

use super::fault::FaultKind;
use super::program::Reckoning;
use crate::ruleset::{MISSING, MOST, QueryKind, Value};

/// A value that is not too far from nought.
#[inline]
pub(crate) fn within(value: Value) -> Option<Value> {
    (-MOST..=MOST).contains(&value).then_some(value)
}

/// The third of two numbers; what is wrong, and with which of them, where there is none.
#[inline]
pub(crate) fn reckoned(
    how: Reckoning,
    left: Value,
    right: Value,
) -> Result<Value, (usize, FaultKind)> {
    if left == MISSING || right == MISSING {
        return Err((1 + usize::from(left != MISSING), FaultKind::Missing));
    }
    let divides = matches!(how, Reckoning::Down | Reckoning::Up | Reckoning::Mod);
    if divides && right == 0 {
        return Err((2, FaultKind::DivisionByZero));
    }
    let value = match how {
        Reckoning::Plus => left.checked_add(right),
        Reckoning::Minus => left.checked_sub(right),
        Reckoning::Times => left.checked_mul(right),
        Reckoning::Higher => Some(left.max(right)),
        Reckoning::Lower => Some(left.min(right)),
        Reckoning::Down => Some(quotient(left, right)),
        Reckoning::Up => Some(quotient(left, right) + Value::from(left % right != 0)),
        Reckoning::Mod if right > 0 => Some(left.rem_euclid(right)),
        Reckoning::Mod => Some(-(-left).rem_euclid(-right)),
    };
    match value.and_then(within) {
        Some(value) => Ok(value),
        None => Err((0, FaultKind::Overflow)),
    }
}

/// The quotient rounded down.
fn quotient(left: Value, right: Value) -> Value {
    left.div_euclid(right) - Value::from(right < 0 && left.rem_euclid(right) != 0)
}

/// The best so far and one more; nothing if that goes beyond all numbers. Missing values do not count.
#[inline]
pub(crate) fn better(ask: QueryKind, best: Value, value: Value) -> Option<Value> {
    let better = match ask {
        _ if value == MISSING => return Some(best),
        _ if best == MISSING => value,
        QueryKind::Highest => best.max(value),
        QueryKind::Lowest => best.min(value),
        _ => best + value,
    };
    within(better)
}
