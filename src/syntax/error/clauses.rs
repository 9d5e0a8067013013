//! The clauses of a line in another order, and the parts of a list without their commas: edits of a line of which nothing else is known.

use std::ops::Range;

use super::Misread;
use super::edits::{MOST_BYTES, only};
use super::values::is_inner;
use crate::diagnostic::Diagnostic;
use crate::syntax::place::Place;
use crate::syntax::words::first_word;

/// Words and signs with which a clause of a line begins.
const CLAUSES: &[&str] = &[
    "about", "again", "among", "as", "at", "because", "by", "counting", "default", "during",
    "each", "extends", "for", "from", "highest", "in", "keeping", "lasting", "lowest", "missing",
    "next", "of", "on", "over", "per", "then", "ties", "to", "when", "where", "while", "with",
];

/// How many clauses a line has at most that are put into another order.
const MOST_CLAUSES: usize = 10;

/// Where the clauses of a piece begin, up to its braces.
fn clauses(piece: &str) -> Vec<usize> {
    let (mut starts, mut quoted, mut depth) = (vec![0], false, 0_usize);
    let mut is_led = false;
    for (at, sign) in piece.char_indices() {
        match sign {
            '{' | '}' | '#' if !quoted => {
                starts.push(at);
                return starts;
            }
            '"' if !quoted && depth == 0 && !is_led => starts.push(at),
            ',' | ':' | '=' if !quoted && depth == 0 => starts.push(at),
            '(' if !quoted => depth += 1,
            ')' if !quoted => depth = depth.saturating_sub(1),
            _ if !quoted && depth == 0 && at > 0 && !is_led => {
                let begins = piece[..at].ends_with(char::is_whitespace);
                starts
                    .extend((begins && CLAUSES.contains(&first_word(&piece[at..]))).then_some(at));
            }
            _ => {}
        }
        quoted ^= sign == '"';
        // What stands behind a comma belongs to it.
        is_led = match sign {
            ',' | ':' | '=' => true,
            _ => is_led && sign.is_whitespace(),
        };
    }
    starts.push(piece.len());
    starts
}

/// `lasting 1 beat counting from 1 to 10`: the clauses of a head in another order.
pub(super) fn clause_moved(misread: &Misread<'_>, _: &[Range<usize>]) -> Option<Diagnostic> {
    let (piece, at) = (misread.piece(), misread.at_in_piece());
    let starts = clauses(piece);
    let here = starts
        .partition_point(|start| *start <= at)
        .checked_sub(1)?;
    if starts.len() > MOST_CLAUSES {
        return None;
    }
    misread.renew(MOST_BYTES * 4);
    let clause = |from: usize, to: usize| piece[starts[from]..starts[to]].trim();
    // From which clause on some of them are moved before which.
    let moved = |from: usize| {
        let ends = from + 1..starts.len();
        let ways = ends.flat_map(|end| (1..from).map(move |to| (to, end)));
        let edits = ways.map(|(to, end)| {
            let (first, second) = (clause(from, end), clause(to, from));
            let gap = |text: &str| match text.starts_with([',', ':']) {
                true => "",
                false => " ",
            };
            let start = piece[..starts[to]].trim_end().len();
            let end = starts[to] + piece[starts[to]..starts[end]].trim_end().len();
            let with = format!("{}{first}{}{second}", gap(first), gap(second));
            (start..end, with)
        });
        // The head alone is read first.
        let head = *starts.last()?;
        let braces = match head < piece.len() {
            true => "{ }",
            false => "",
        };
        let edits = edits.filter(|(range, with): &(Range<usize>, String)| {
            let rest = &piece[range.end..head];
            misread.reads(&format!("{}{with}{rest}{braces}", &piece[..range.start]))
        });
        only(misread, edits)
    };

    let found = (here..starts.len()).find_map(moved);
    let (range, with) = found?;
    let (range, with) = match with.strip_prefix(' ') {
        Some(rest) if piece[range.start..].starts_with(' ') => {
            (range.start + 1..range.end, rest.to_owned())
        }
        _ => (range, with),
    };
    let message = "these clauses stand in another order";
    Some(misread.proposal(range, &with, message, "in another order"))
}

/// `armour(limb part): number = 0`: what tells the values of an attribute apart, in brackets.
pub(super) fn keyed_in_brackets(misread: &Misread<'_>, found: &str) -> Option<Diagnostic> {
    let (piece, at) = (misread.piece(), misread.at_in_piece());
    let close = match found {
        "(" => ')',
        "[" => ']',
        _ => return None,
    };
    let end = at + piece.get(at..)?.find(close)?;
    let key = piece.get(at + 1..end)?.trim();
    let named = match key.contains(' ') {
        true => key.to_owned(),
        false => format!("{key} {}", key.chars().next()?),
    };
    let typed = piece.get(end + 1..)?.trim_start().starts_with(':');
    let is_here = typed && misread.place == Place::Attribute;
    let message = "what tells the values of an attribute apart stands behind `on`";
    let with = format!(" on {named}");
    let proposal = misread.rewriting(at..end + 1, &with, message, "`on` says this here")?;
    is_here.then_some(proposal)
}

/// `c has spear`
pub(super) fn owner_before_has(misread: &Misread<'_>, found: &str) -> Option<Diagnostic> {
    let (piece, at) = (misread.piece(), misread.at_in_piece());
    let before = piece.get(..at)?.trim_end();
    let behind = piece.get(at + found.len()..)?;
    let end = piece.len() - behind.trim_start().len();
    if found != "has" || !before.ends_with(is_inner) {
        return None;
    }
    let message = "what belongs to something stands behind a dot";
    let dotted = misread.rewriting(before.len()..end, ".", message, "`.` says this here");
    // What is no condition by itself may be missing.
    let rest = &piece[end..];
    let articles = ["a ", "an ", "any ", "some "];
    let named = articles
        .iter()
        .find_map(|article| rest.strip_prefix(article));
    let (named, message) = (
        named.unwrap_or(rest),
        "whether it is there is asked with `is known`",
    );
    let attribute = first_word(named);
    let until = piece.len() - named.len() + attribute.len();
    let with = format!(".{attribute} is known");
    let known = misread.rewriting(
        before.len()..until,
        &with,
        message,
        "`is known` asks this here",
    );
    match (dotted, known) {
        (Some(dotted), Some(known)) => Some(dotted.or_else(known)),
        (dotted, known) => dotted.or(known),
    }
}

/// `the combatant o where o.hp > 0 and lowest o.hp`: which of those is meant stands behind `with`.
pub(super) fn extreme_with_and(misread: &Misread<'_>) -> Option<Diagnostic> {
    let piece = misread.piece();
    let at = [" and lowest ", " and highest ", ", lowest ", ", highest "];
    let (at, typed) = at
        .iter()
        .find_map(|typed| Some((piece.rfind(typed)?, *typed)))?;
    let word = typed.len()
        - typed
            .trim_start_matches([',', ' '])
            .trim_start_matches("and")
            .len();
    let message = "which of several is meant is said with `with`";
    misread.rewriting(at..at + word, " with", message, "`with` says this here")
}

/// `if a.actor not in a.foes`, `needs target.side not actor.side`: `not` stands before what is not so, or behind `is`.
pub(super) fn denied_behind(misread: &Misread<'_>, found: &str) -> Option<Diagnostic> {
    let (piece, at) = (misread.piece(), misread.at_in_piece());
    let before = piece.get(..at)?.trim_end();
    let start = before.rfind([' ', '(']).map_or(0, |blank| blank + 1);
    let (operand, behind) = (
        &before[start..],
        piece.get(at + found.len()..)?.trim_start(),
    );
    if found != "not" || !operand.ends_with(|c: char| c == ')' || c.is_alphanumeric()) {
        return None;
    }
    let rest = piece.len() - behind.len();
    let (range, with, message) = match first_word(behind) {
        "in" => (
            start..rest,
            format!("not {operand} "),
            "`not` stands before what is not in something",
        ),
        "is" => (
            at..rest + "is".len(),
            "is not".to_owned(),
            "`not` stands behind `is`",
        ),
        _ => (at..at, "is ".to_owned(), "`is` is missing before `not`"),
    };
    misread.rewriting(range, &with, message, "this is said in another way")
}
