//! Diagnostics about scenarios; and the reading of numbers and texts that needs no rules.

use crate::check::number::too_large;
use crate::check::symbol_table;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::ruleset::{MOST, Value};
use crate::source::{Clean, Span};
use crate::syntax::ast::{Name, Number, Piece, Text};

/// There is nothing of that name; with the nearest name, or with all of them if they are few.
pub(super) fn unknown<'a>(
    found: &Diagnostics,
    code: Code,
    what: &str,
    name: &str,
    span: Span,
    known: impl IntoIterator<Item = &'a str>,
) -> Diagnostic {
    meant(
        found,
        Diagnostic::error(code, span, format!("there is no {what} `{}`", Clean(name))),
        name,
        known,
    )
}

/// Adds the name that was probably meant, or all of them if they are few.
pub(super) fn meant<'a>(
    found: &Diagnostics,
    error: Diagnostic,
    name: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> Diagnostic {
    let span = error.primary.span;
    symbol_table::meant(
        found,
        error,
        &Name {
            text: name.to_owned(),
            span,
        },
        known,
    )
}

/// Something that may be said once is said again.
pub(super) fn twice(what: &str, again: Span, first: Span) -> Diagnostic {
    Diagnostic::error(Code::DuplicateSetting, again, format!("{what} twice"))
        .label("again here")
        .also(first, "first here")
        .help("leave one of them out")
}

/// A number as the run counts it.
pub(super) fn number(number: &Number) -> Result<Value, Diagnostic> {
    let size = number
        .digits
        .parse::<Value>()
        .ok()
        .filter(|size| *size <= MOST);
    let size = size.ok_or_else(|| too_large(number.span))?;
    Ok(if number.negative { -size } else { size })
}

/// A text that may have no holes.
pub(super) fn plain(text: &Text) -> Result<String, Diagnostic> {
    let mut out = String::new();
    for piece in &text.pieces {
        match piece {
            Piece::Plain(prose) => out.push_str(prose),
            Piece::Hole(hole) => {
                let message = "a scenario cannot put a value into a text";
                return Err(Diagnostic::error(Code::WrongPlace, hole.span, message)
                    .help("write `\\{` for a brace in a text"));
            }
        }
    }
    Ok(out)
}
