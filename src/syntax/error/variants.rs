//! Mistakes in variants, in the keys of tables and in citations. Each remedy is read before it is proposed.

use super::scenario::head;
use super::{Misread, without_comment};
use crate::diagnostic::Diagnostic;
use crate::syntax::place::Place;
use crate::syntax::words::first_word;

/// What is said of an item, a row of a table or a citation in other words than those of the language.
pub(super) fn variant(misread: &Misread<'_>) -> Option<Diagnostic> {
    new_item(misread)
        .or_else(|| row_key(misread))
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

/// A number with its sign at the start of a text, and what stands behind it.
fn number(text: &str) -> Option<(&str, &str)> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let end = digits.find(|c: char| !c.is_ascii_digit());
    let length = text.len() - digits.len() + end.unwrap_or(digits.len());
    let (number, rest) = text.split_at(length);
    number
        .ends_with(|c: char| c.is_ascii_digit())
        .then_some((number, rest.trim_start()))
}

/// `1 to 2 "Stunned"`, `3+ "Nothing"`, `at most 2: "flees"`
fn row_key(misread: &Misread<'_>) -> Option<Diagnostic> {
    const BETWEEN: &[&str] = &["to", "through", "until", "till", "–", "—", "...", "-"];
    const MORE: &[&str] = &[
        "+",
        "or more",
        "or higher",
        "or above",
        "or greater",
        "and more",
        "and higher",
        "and above",
        "and up",
        "or up",
    ];
    const LESS: &[&str] = &[
        "or less",
        "or lower",
        "or below",
        "or fewer",
        "and less",
        "and lower",
        "and below",
    ];
    const FROM: &[&str] = &[">=", "at least", "from"];
    const UP_TO: &[&str] = &["<=", "at most", "up to"];
    if misread.place != Place::Row {
        return None;
    }
    let piece = misread.piece();
    let behind = |words: &[&str], text: &'_ str| {
        let rest = words.iter().find_map(|word| text.strip_prefix(word));
        rest.map(|rest| piece.len() - rest.trim_start().len())
    };
    let (least, most) = keys(misread).unzip();
    let number_at = |start: usize| number(piece.get(start..)?);
    let (from, to, rest) = if let Some(start) = behind(FROM, piece) {
        let (from, rest) = number_at(start)?;
        match behind(BETWEEN, rest) {
            None => (Some(from.to_owned()), most, rest),
            Some(start) => {
                let (to, rest) = number_at(start)?;
                (Some(from.to_owned()), Some(to.to_owned()), rest)
            }
        }
    } else if let Some(start) = behind(UP_TO, piece) {
        let (to, rest) = number_at(start)?;
        (least, Some(to.to_owned()), rest)
    } else {
        let (key, rest) = number(piece)?;
        match (behind(MORE, rest), behind(LESS, rest)) {
            (Some(start), _) => (Some(key.to_owned()), most, &piece[start..]),
            (_, Some(start)) => (least, Some(key.to_owned()), &piece[start..]),
            (None, None) => {
                let (to, rest) = number_at(behind(BETWEEN, rest)?)?;
                (Some(key.to_owned()), Some(to.to_owned()), rest)
            }
        }
    };
    let written = piece[..piece.len() - rest.len()].trim_end();
    let message = "the keys of a row run from the lowest to the highest with `..`";
    let label = "said in another way";
    match (from, to) {
        (Some(from), Some(to)) => {
            let with = match from == to {
                true => from,
                false => format!("{from}..{to}"),
            };
            misread.rewriting(0..written.len(), &with, message, label)
        }
        _ => {
            let span = misread.span(misread.start, misread.start + written.len());
            let complaint = misread.error(span, message).label(label);
            Some(complaint.help("name the lowest and the highest key, as in `3..6`"))
        }
    }
}

/// The lowest and the highest key of the table around a row, where its head has them.
fn keys(misread: &Misread<'_>) -> Option<(String, String)> {
    let (_, head) = head(misread)?;
    let (_, key) = head.rsplit_once(" on ")?;
    let key = key.split(':').next()?.trim();
    if let Some((from, to)) = key
        .split_once(" from ")
        .and_then(|(_, range)| range.split_once(" to "))
    {
        let (from, to) = (number(from.trim())?.0, number(to.trim())?.0);
        return Some((from.to_owned(), to.to_owned()));
    }
    let (count, sides) = key.split_once(['d', 'D'])?;
    let count: u32 = if count.is_empty() {
        1
    } else {
        count.parse().ok()?
    };
    let sides: u32 = if sides == "%" {
        100
    } else {
        sides.parse().ok()?
    };
    Some((count.to_string(), count.checked_mul(sides)?.to_string()))
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
