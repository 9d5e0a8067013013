//! What stands between two records at first, and what the game master makes of it, in other words than those of the language.

use super::{Misread, without_comment};
use crate::diagnostic::Diagnostic;
use crate::syntax::place::Place;
use crate::syntax::words::{first_word, is_name};

/// `gap(grub, ann) distance close`, `gap(grub, ann).distance = close`.
pub(super) fn without_braces(misread: &Misread<'_>) -> Option<Diagnostic> {
    let piece = without_comment(misread.piece()).trim_end();
    let (named, told) = piece.split_at(piece.find(')')? + 1);
    let is_pair = || misread.reads_as(Place::Entry, &format!("{named} {{ }}"));
    if !named[first_word(named).len()..].starts_with('(') || !is_pair() {
        return None;
    }
    let told = told.trim_start_matches([' ', '.', ':']).replace(" = ", " ");
    let (with, message) = match misread.place {
        Place::Entry => (
            format!("{named} {{ {told} }}"),
            "what stands between two is told in braces",
        ),
        Place::PeriodEntry | Place::Correction => {
            let (name, value) = told.split_once(' ').filter(|(name, _)| is_name(name))?;
            (
                format!("gm sets {named}.{name} = {}", value.trim()),
                "what stands between two is there before the periods; in one it is changed with `gm sets`",
            )
        }
        _ => return None,
    };
    misread.rewriting(
        0..piece.len(),
        &with,
        message,
        "this is said in another way",
    )
}
