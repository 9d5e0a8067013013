//! Mistakes in variants and in citations. Each remedy is read before it is proposed.

use super::scenario::heads;
use super::{Misread, without_comment};
use crate::diagnostic::Diagnostic;
use crate::source::Clean;
use crate::syntax::place::Place;
use crate::syntax::words::first_word;

/// What is said of an item, a row of a table or a citation in other words than those of the language.
pub(super) fn variant(misread: &Misread<'_>) -> Option<Diagnostic> {
    new_item(misread)
        .or_else(|| row_in_braces(misread))
        .or_else(|| statement_number(misread))
}

/// `add kind combatant { ... }`: what is new has no word before it, and a kind is only extended.
fn new_item(misread: &Misread<'_>) -> Option<Diagnostic> {
    const NEW: &[&str] = &[
        "add", "new", "create", "define", "declare", "extend", "insert",
    ];
    const OTHER: &[&str] = &["change", "modify", "alter", "update", "replace", "edit"];
    let piece = misread.piece();
    let word = first_word(piece);
    let rest = piece[word.len()..].trim_start();
    let item = first_word(rest);
    let is_new = NEW.contains(&word) || item == "kind" && OTHER.contains(&word);
    if misread.place != Place::Item || !is_new || !Place::Item.begins_with(item) {
        return None;
    }
    let message = match item {
        "kind" => format!("`{word}` does not stand before a kind: its attributes are added"),
        _ => format!("`{word}` does not stand before an item that is new"),
    };
    misread.rewriting(0..piece.len() - rest.len(), "", message, "not needed")
}

/// `replace row low of harm { high: 2 | 0 }`: the key of a row stands in front, and its values behind a `:`.
fn row_in_braces(misread: &Misread<'_>) -> Option<Diagnostic> {
    let (at, head) = heads(misread).next()?;
    let row = head.trim();
    let is_row = ["replace row ", "add row "];
    if !is_row.iter().any(|words| row.starts_with(words)) || misread.place != Place::Statement {
        return None;
    }
    let inside = misread.text.get(at + head.len()..)?.trim_start();
    let line = without_comment(inside.strip_prefix('{')?.trim_start().lines().next()?);
    let values = line.split('}').next()?;
    let (_, values) = values.split_once(':')?;
    let message = "the values of a row stand behind a `:`";
    let help = format!("write `{row}: {}`", Clean(values.trim()));
    let place = misread.span(misread.start, misread.start);
    Some(misread.error(place, message).help(help))
}

/// `cites HR 1..2`, `cites page 12`
fn statement_number(misread: &Misread<'_>) -> Option<Diagnostic> {
    let piece = without_comment(misread.piece()).trim_end();
    let word = first_word(piece);
    if !matches!(word, "cites" | "proves") && !piece.starts_with("no rule for ") {
        return None;
    }
    let hyphenated = || {
        let rest = piece.get(misread.at_in_piece()..)?;
        let digit = piece.len() - rest.len() + rest.find(|c: char| c.is_ascii_digit())?;
        let id = piece[..digit].trim_end_matches([' ', '.', ':', '_', '#']);
        let message = "what is cited is named by its document and its number, with `-` between";
        let document = &id[id.rfind(' ').map_or(0, |blank| blank + 1)..];
        let is_document = document.len() > 1
            && document.bytes().all(|byte| byte.is_ascii_uppercase())
            || misread.text.contains(&format!("statements {document} "));
        is_document.then(|| misread.rewriting(id.len()..digit, "-", message, "`-` belongs here"))?
    };
    let quoted = || {
        let cited = piece[word.len()..].trim_start();
        let range = piece.len() - cited.len()..piece.len();
        let message = "what is cited by its place stands in quotes";
        let is_bare = word == "cites" && !cited.contains(['"', '\n']);
        is_bare
            .then(|| misread.rewriting(range, &format!("\"{cited}\""), message, "not in quotes"))?
    };
    hyphenated().or_else(quoted)
}
