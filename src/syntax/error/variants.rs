//! Mistakes in variants, in the keys of tables and in citations. Each remedy is read before it is proposed.

use super::scenario::heads;
use super::{Misread, without_comment};
use crate::diagnostic::Diagnostic;
use crate::source::{Clean, words};
use crate::syntax::place::Place;
use crate::syntax::words::{first_word, is_name};

/// What is said of an item, a row of a table or a citation in other words than those of the language.
pub(super) fn variant(misread: &Misread<'_>) -> Option<Diagnostic> {
    new_item(misread)
        .or_else(|| row_key(misread))
        .or_else(|| body_alone(misread))
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

/// `replace action strike { do hurt(target) }`: what it does stands where its clauses are read.
fn body_alone(misread: &Misread<'_>) -> Option<Diagnostic> {
    if misread.place != Place::ActionClause {
        return None;
    }
    let (at, head) = heads(misread).next()?;
    let (replaced, name) = head.rsplit_once(' ')?;
    let is_whole = replaced.trim_end() == "replace action" && is_name(name);
    let before = misread.text.get(at + head.len()..misread.start)?;
    let statement = without_comment(misread.piece()).trim_end();
    let is_first = before.trim() == "{";
    let word = first_word(statement);
    let does_something = Place::Statement.begins_with(word);
    if !is_whole || !is_first || !does_something || !misread.reads_as(Place::Statement, statement) {
        return None;
    }
    let message = "what an action does stands in `does`, and can be replaced alone";
    let head_span = misread.span(at, at + head.len());
    let complaint = misread
        .error(head_span, message)
        .label("said in another way");
    let with = format!("replace does of {name}");
    let plain = format!(
        "write `replace does of {name} {{ ... }}`; the whole action needs what it takes and `does {{ ... }}`"
    );
    let plain = complaint.clone().help(plain);
    let edit = complaint;
    Some(edit.write(head_span, with).or_else(plain))
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
    const BETWEEN: &[&str] = &["to", "through", "until", "till", "–", "—", "...", "..", "-"];
    const MORE: &[&str] = &words![
        "+" "or more" "or higher" "or better" "or over" "or above" "or greater" "and more"
        "and higher" "and above" "and up" "or up"
    ];
    const LESS: &[&str] = &words![
        "or less" "or lower" "or below" "or under" "or down" "or fewer" "and less" "and lower"
        "and below"
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
    let number_at = |start: usize| number(piece.get(start..)?);
    let (from, to, rest) = if let Some(start) = behind(FROM, piece) {
        let (from, rest) = number_at(start)?;
        match behind(BETWEEN, rest) {
            None => (Some(from), None, rest),
            Some(start) => {
                let (to, rest) = number_at(start)?;
                (Some(from), Some(to), rest)
            }
        }
    } else if let Some(start) = behind(UP_TO, piece) {
        let (to, rest) = number_at(start)?;
        (None, Some(to), rest)
    } else {
        let (key, rest) = number(piece)?;
        match (behind(MORE, rest), behind(LESS, rest)) {
            (Some(start), _) => (Some(key), None, &piece[start..]),
            (_, Some(start)) => (None, Some(key), &piece[start..]),
            (None, None) => {
                let (to, rest) = number_at(behind(BETWEEN, rest)?)?;
                (Some(key), Some(to), rest)
            }
        }
    };
    let written = piece[..piece.len() - rest.len()].trim_end();
    let with = match (from, to) {
        (Some(from), Some(to)) if from == to => from.to_owned(),
        // Noughts behind a higher number are those of ten or a hundred.
        (Some(from), Some(to @ ("0" | "00"))) => format!("{from}..1{to}"),
        (Some(from), Some(to)) => format!("{from}..{to}"),
        (Some(from), None) => format!("{from} or more"),
        (None, Some(to)) => format!("{to} or less"),
        (None, None) => return None,
    };
    let message = "the keys of a row run from the lowest to the highest with `..`, or to the end with `or more`";
    misread.rewriting(0..written.len(), &with, message, "said in another way")
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
