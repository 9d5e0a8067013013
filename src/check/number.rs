//! Reading numbers, within what the language can count.

use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::ruleset::{MOST, Value};
use crate::source::Span;
use crate::syntax::ast::Number;

/// The value of a number; says so and gives nothing if it is too large.
pub(super) fn read(number: &Number, diagnostics: &mut Diagnostics) -> Option<Value> {
    let value = number
        .digits
        .parse::<Value>()
        .ok()
        .filter(|value| *value <= MOST);
    if value.is_none() {
        diagnostics.push(too_large(number.span));
    }
    value.map(|value| if number.negative { -value } else { value })
}

/// The complaint about a number that is too large.
pub(super) fn too_large(span: Span) -> Diagnostic {
    Diagnostic::error(Code::NumberTooLarge, span, "this number is too large")
        .help(format!("the largest number is {MOST}"))
}
