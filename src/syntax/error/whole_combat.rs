//! What the combat as a whole is like at first, in the words of an expectation.

use super::{Misread, without_comment};
use crate::diagnostic::Diagnostic;
use crate::syntax::place::Place;
use crate::syntax::words::{first_word, is_keyword, is_name};

/// `patience = 1`, `combat.patience = 1` before all periods of a scenario.
pub(super) fn given_at_first(misread: &Misread<'_>) -> Option<Diagnostic> {
    let piece = without_comment(misread.piece()).trim_end();
    let (told, value) = piece.split_once('=')?;
    let told = told.trim();
    let name = told.strip_prefix("combat.").unwrap_or(told);
    let before = misread.text.get(..misread.start)?;
    let (_, before) = before.rsplit_once("scenario ")?;
    // A period, or what is expected: this comes later.
    let is_behind = |line: &str| {
        let line = line.trim();
        let numbered = line.strip_prefix(first_word(line)).unwrap_or(line);
        let number = numbered
            .trim_start()
            .starts_with(|c: char| c.is_ascii_digit());
        first_word(line) == "expect" || number && numbered.contains('{')
    };
    let is_first = misread.place == Place::Entry && !before.lines().skip(1).any(is_behind);
    let is_value = is_name(name) && !is_keyword(name) && !value.contains('{');
    let with = format!("combat combat {{ {name} {} }}", value.trim());
    let message = "what the combat as a whole is like stands in braces behind `combat combat`";
    let label = "this is said in another way";
    (is_first && is_value).then(|| misread.rewriting(0..piece.len(), &with, message, label))?
}
