//! Dice as written: how many, with how many sides, within the limits.

use super::number;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::source::Limits;
use crate::syntax::ast::{DiceLiteral, Number};

/// How many dice, with how many sides.
pub(super) fn fixed(dice: &DiceLiteral, diagnostics: &mut Diagnostics) -> Option<(u32, u32)> {
    let count = count(&dice.count, diagnostics);
    let sides = sides(&dice.sides, diagnostics);
    Some((count?, sides?))
}

/// How many dice.
pub(super) fn count(number: &Number, diagnostics: &mut Diagnostics) -> Option<u32> {
    let error = |code, message: String| Diagnostic::error(code, number.span, message);
    let limit = Limits::DEFAULT.dice;
    let complaint = match within(number, limit) {
        Some(0) => error(
            Code::ImpossibleDie,
            "a roll needs at least one die".to_owned(),
        ),
        None => error(
            Code::TooManyDice,
            format!("a roll can have at most {limit} dice"),
        ),
        count => return count,
    };
    diagnostics.push(complaint);
    None
}

/// How many sides.
pub(super) fn sides(number: &Number, diagnostics: &mut Diagnostics) -> Option<u32> {
    let error = |code, message: String| Diagnostic::error(code, number.span, message);
    let limit = Limits::DEFAULT.sides;
    let complaint = match within(number, limit) {
        Some(0 | 1) => error(Code::ImpossibleDie, "a die has at least 2 sides".to_owned())
            .help("write the number itself in place of the die"),
        None => error(
            Code::TooManyDice,
            format!("a die can have at most {limit} sides"),
        ),
        sides => return sides,
    };
    diagnostics.push(complaint);
    None
}

fn within(number: &Number, limit: u32) -> Option<u32> {
    let mut ignored = Diagnostics::new();
    let value = number::read(number, &mut ignored)?;
    u32::try_from(value).ok().filter(|value| *value <= limit)
}
