//! Diagnostics about scenarios; and the reading of numbers and texts that needs no rules.

use super::Desk;
use crate::check::number::too_large;
use crate::check::symbol_table;
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::{MOST, Value};
use crate::source::{Clean, Span};
use crate::syntax::ast::{Name, Number, Text};

impl Desk<'_> {
    /// There is nothing of that name; with the nearest name, or with all of them if they are few.
    pub(super) fn unknown<'a>(
        &self,
        code: Code,
        what: &str,
        named: &Name,
        known: impl IntoIterator<Item = &'a str>,
    ) -> Diagnostic {
        let message = format!("there is no {what} `{}`", Clean(&named.text));
        let error = Diagnostic::error(code, named.span, message);
        symbol_table::meant(&self.found, error, named, known)
    }

    /// Adds the name that was probably meant, or all of them if they are few.
    pub(super) fn meant<'a>(
        &self,
        error: Diagnostic,
        named: &str,
        known: impl IntoIterator<Item = &'a str>,
    ) -> Diagnostic {
        let named = name(named, error.primary.span);
        symbol_table::meant(&self.found, error, &named, known)
    }
}

/// A name that stands at a place.
pub(super) fn name(text: &str, span: Span) -> Name {
    let text = text.to_owned();
    Name { text, span }
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
    text.whole().map_err(|hole| {
        let message = "a scenario cannot put a value into a text";
        Diagnostic::error(Code::WrongPlace, hole.span, message)
            .help("write `\\{` for a brace in a text")
    })
}
