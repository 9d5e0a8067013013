//! Dice as written: how many, with how many sides, within the limits.

use super::number;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::source::Limits;
use crate::syntax::ast::{Dice, Number};

/// How many dice, with how many sides.
pub(super) fn fixed(dice: &Dice, diagnostics: &mut Diagnostics) -> Option<(u32, u32)> {
    let count = count(&dice.count, diagnostics);
    let sides = sides(&dice.sides, diagnostics);
    Some((count?, sides?))
}

/// How many dice.
pub(super) fn count(number: &Number, diagnostics: &mut Diagnostics) -> Option<u32> {
    let limit = Limits::DEFAULT.dice;
    match within(number, limit) {
        Some(0) => complain(
            diagnostics,
            Diagnostic::error(
                Code::ImpossibleDie,
                number.span,
                "a roll needs at least one die",
            ),
        ),
        Some(count) => Some(count),
        None => complain(
            diagnostics,
            Diagnostic::error(
                Code::TooManyDice,
                number.span,
                format!("a roll can have at most {limit} dice"),
            ),
        ),
    }
}

/// How many sides.
pub(super) fn sides(number: &Number, diagnostics: &mut Diagnostics) -> Option<u32> {
    let limit = Limits::DEFAULT.sides;
    match within(number, limit) {
        Some(0 | 1) => complain(
            diagnostics,
            Diagnostic::error(
                Code::ImpossibleDie,
                number.span,
                "a die has at least 2 sides",
            )
            .help("write the number itself in place of the die"),
        ),
        Some(sides) => Some(sides),
        None => complain(
            diagnostics,
            Diagnostic::error(
                Code::TooManyDice,
                number.span,
                format!("a die can have at most {limit} sides"),
            ),
        ),
    }
}

fn within(number: &Number, limit: u32) -> Option<u32> {
    let mut ignored = Diagnostics::new();
    let value = number::read(number, &mut ignored)?;
    u32::try_from(value).ok().filter(|value| *value <= limit)
}

fn complain(diagnostics: &mut Diagnostics, diagnostic: Diagnostic) -> Option<u32> {
    diagnostics.push(diagnostic);
    None
}
