//! Lines that belong to another part of a file: out of the braces around them, or into others.

use super::forms::until_gap;
use super::scenario::heads;
use super::{Misread, without_comment};
use crate::diagnostic::Diagnostic;
use crate::source::{Quoted, Span};
use crate::syntax::place::Place;
use crate::syntax::words::{first_word, is_keyword};

/// Where lines stand that cannot stand elsewhere.
pub(super) const HOMES: &[(Place, &str, &str)] = &[
    (
        Place::Item,
        "in the rules",
        "move it into `rules name { ... }`",
    ),
    (
        Place::Entry,
        "in a scenario",
        "move it into `scenario \"title\" { ... }`",
    ),
    (
        Place::Statement,
        "in a procedure, a phase, a stage or a trigger",
        "put it where it is to be done",
    ),
    (
        Place::ActionClause,
        "in an action",
        "move it into the braces of its action: `action name { ... }`",
    ),
    (
        Place::OrderClause,
        "in an order",
        "move it into the braces of an order: `order of act a { ... }`",
    ),
    (
        Place::VoidClause,
        "in a void, an exception or a placement",
        "move it into the braces of one of them, as in `void \"title\" { for a: act  ... }`",
    ),
    (
        Place::ExceptionClause,
        "in an exception",
        "move it into the braces of an exception: `exception \"title\" { for a: strike, b: cast  ... }`",
    ),
    (
        Place::PlacementClause,
        "in a placement",
        "move it into the braces of a placement: `placement \"title\" { for a: strike  ... }`",
    ),
    (
        Place::TacticClause,
        "in a tactic",
        "move it into the braces of a tactic: `tactic name for combatant c { ... }`",
    ),
    (
        Place::Happening,
        "in a trigger",
        "move it into the braces of a trigger: `trigger \"title\" { ... }`",
    ),
];

/// A line that can be read at another place, and begins there with a word of its own.
pub(super) fn elsewhere(misread: &Misread<'_>) -> Option<Diagnostic> {
    let word = first_word(misread.piece());
    let piece = without_comment(misread.piece()).trim_end();
    if misread.place.begins_with(word) || misread.place == Place::Top {
        return None;
    }
    // `combatant { late: number = 0 }` among the items.
    let kind = format!("kind {piece}");
    if misread.place == Place::Item && piece.contains(':') && misread.reads_cleanly(&kind) {
        let message = "a kind begins with `kind`";
        let span = 0..word.len();
        let label = "`kind` must stand before this";
        return misread.rewriting(span, &format!("kind {word}"), message, label);
    }
    let is_scenario = matches!(
        misread.place,
        Place::Entry | Place::PeriodEntry | Place::Correction | Place::Member | Place::Setting
    );
    let around: Vec<&str> = heads(misread).map(|(_, head)| first_word(head)).collect();
    let in_action = misread.place == Place::Statement && around.contains(&"action");
    let here = |(place, ..): &&(Place, &str, &str)| {
        let is_clause = !matches!(place, Place::Item | Place::Entry | Place::Statement);
        let is_beside = in_action && *place == Place::ActionClause;
        if is_clause && misread.place != Place::Item && !is_beside {
            return false;
        }
        let own = match place {
            Place::Statement => misread.place == Place::TriggerStatement,
            Place::Entry => is_scenario,
            _ => false,
        };
        let begins = place.begins_with(word)
            || *place == Place::Entry
                && misread.place == Place::Item
                && !is_keyword(word)
                && misread.reads_as(Place::Member, piece);
        !own && *place != misread.place && begins
    };
    // A member of a side is read as one, with the word before its braces as its name.
    let reads = |place: Place| {
        let first = until_gap(piece).unwrap_or(piece);
        misread.reads_as(place, piece)
            || place == Place::ActionClause && misread.reads_as(place, first)
            || place == Place::Entry && misread.reads_as(Place::Member, piece)
    };
    let (at, home, help) = HOMES
        .iter()
        .filter(here)
        .find(|(place, ..)| reads(*place))?;
    let span = misread.span(misread.start, misread.start + word.len());
    if is_scenario && *at == Place::Statement && matches!(word, "set" | "add" | "subtract") {
        return Some(set_by_master(misread, piece, span));
    }
    let message = format!("`{}` stands {home}, not here", Quoted(word));
    // Inside of rules already, only too deep.
    let outermost = around.split_last().filter(|(last, _)| **last == "rules");
    let inner = outermost.and_then(|(_, inner)| inner.last().copied());
    let help = match inner.filter(|inner| *at == Place::Item && !inner.is_empty()) {
        Some(inner) => {
            format!("move it out of this `{inner}`, into the braces of the rules around it")
        }
        None if in_action && *at == Place::ActionClause => {
            format!(
                "move it out of this `{}`, into the braces of its action",
                around[0]
            )
        }
        None => (*help).to_owned(),
    };
    Some(
        misread
            .error(span, message)
            .label("at another place")
            .help(help),
    )
}

/// `set ann.hp = 2` in a scenario: the game master says what a value is.
fn set_by_master(misread: &Misread<'_>, piece: &str, span: Span) -> Diagnostic {
    let word = first_word(piece);
    let message = "in a scenario the game master sets values";
    let place = match word {
        "set" => piece[word.len()..].split('=').next(),
        _ => piece.split([' ', '\n']).next_back(),
    };
    let place = place.unwrap_or_default().trim();
    let help = format!("say what it is then, as in `gm sets {} = 2`", Quoted(place));
    let told = misread
        .error(span, message)
        .label("said in another way")
        .help(help);
    match misread.rewriting(0..word.len(), "gm sets", message, "said in another way") {
        Some(proposal) if word == "set" => proposal.or_else(told),
        _ => told,
    }
}
