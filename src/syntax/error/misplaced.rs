//! Mistakes of authors who say the right thing at another place or in another form, each with how it is said.

use super::{Misread, without_comment};
use crate::diagnostic::{Applicability, Diagnostic};
use crate::source::Clean;
use crate::syntax::grammar::Rule;
use crate::syntax::place::Place;
use crate::syntax::words::first_word;

/// Where lines stand that cannot stand elsewhere.
const HOMES: &[(Place, &str, &str)] = &[
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
];

/// A line that can be read at another place, and begins there with a word of its own.
pub(super) fn elsewhere(misread: &Misread<'_>) -> Option<Diagnostic> {
    let word = first_word(misread.piece());
    let piece = without_comment(misread.piece()).trim_end();
    if misread.place.begins_with(word) || misread.place == Place::Top {
        return None;
    }
    let is_scenario = matches!(
        misread.place,
        Place::Entry | Place::PeriodEntry | Place::Correction | Place::Member | Place::Setting
    );
    let here = |(place, ..): &&(Place, &str, &str)| {
        let own = match place {
            Place::Statement => misread.place == Place::TriggerStatement,
            Place::Entry => is_scenario,
            _ => false,
        };
        let begins = place.begins_with(word)
            || *place == Place::Entry
                && misread.place == Place::Item
                && misread.reads_as(Place::Member, piece);
        !own && *place != misread.place && begins
    };
    // A member of a side is read as one, with the word before its braces as its name.
    let reads = |place: Place| {
        misread.reads_as(place, piece)
            || place == Place::Entry && misread.reads_as(Place::Member, piece)
    };
    let (_, home, help) = HOMES
        .iter()
        .filter(here)
        .find(|(place, ..)| reads(*place))?;
    let span = misread.span(misread.start, misread.start + word.len());
    let message = format!("`{}` stands {home}, not here", Clean(word));
    Some(
        misread
            .error(span, message)
            .label("at another place")
            .help(*help),
    )
}

/// The head of the braces that a line stands in: where it begins, and its text.
fn head<'t>(misread: &Misread<'t>) -> Option<(usize, &'t str)> {
    let before = misread.text.get(..misread.start)?;
    let mut depth = 0;
    let open = before.char_indices().rev().find_map(|(at, sign)| {
        depth += match sign {
            '}' => 1,
            '{' => -1,
            _ => 0,
        };
        (depth < 0).then_some(at)
    })?;
    let line = before[..open]
        .rfind(['\n', '{', '}'])
        .map_or(0, |at| at + 1);
    let start = open - before[line..open].trim_start().len();
    Some((start, before[start..open].trim_end()))
}

const NUMBERS: &[&str] = &[
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
];

/// `round one { ann attacks orc: hit }`, `kind weapon { speed: number }` in a scenario: it has been read as a thing with its settings.
pub(super) fn around_settings(misread: &Misread<'_>) -> Option<Diagnostic> {
    if misread.place != Place::Setting {
        return None;
    }
    let (start, head) = head(misread)?;
    let unread = Some(misread.span(start, start + head.len()));
    let of_all = |complaint: Diagnostic| {
        Some(Diagnostic {
            unread,
            ..complaint
        })
    };
    let word = first_word(head);
    let rest = head[word.len()..].trim();
    let at = start + head.len() - rest.len();
    let line = misread.text.get(..misread.start)?.rfind('\n');
    let line = misread
        .text
        .get(line.map_or(0, |newline| newline + 1)..misread.end)?;
    let is_line = !line.contains('{') && misread.reads_as(Place::PeriodEntry, line.trim());
    if is_line && !rest.contains(' ') {
        let error = |message: &str| misread.error(misread.span(at, start + head.len()), message);
        let number = NUMBERS.iter().position(|number| *number == rest)?;
        let complaint =
            error("which period this is must be a number").label("a number must stand here");
        let help = format!("write `{} {number}`", Clean(word));
        let span = misread.span(at, at + rest.len());
        return of_all(
            complaint
                .help(help)
                .fix(span, number.to_string(), Applicability::Unsafe),
        );
    }
    let is_item = Place::Item.begins_with(word) && !Place::Entry.begins_with(word);
    if !is_item || !misread.reads_as(Place::Attribute, misread.piece()) {
        return None;
    }
    let (_, home, help) = &HOMES[0];
    let message = format!("`{word}` stands {home}, not in a scenario");
    let complaint = misread.error(misread.span(start, start + word.len()), message);
    of_all(complaint.label("at another place").help(*help))
}

/// `let half(n) = ...`, `let place of a: number = ...`: a value without its type.
pub(super) fn untyped_value(misread: &Misread<'_>, found: &str) -> Option<Diagnostic> {
    let before = misread.before();
    let declares = matches!(first_word(before), "let" | "procedure" | "event" | "table");
    let inner = |c: char| c == '_' || c.is_alphanumeric();
    let value = before.trim_end().rsplit(|c| !inner(c)).next()?;
    let is_alone = ["(", ",", " of"].iter().any(|lead| {
        let behind = before.trim_end().strip_suffix(value).map(str::trim_end);
        behind.is_some_and(|behind| behind.ends_with(*lead))
    });
    if misread.place != Place::Item
        || !declares
        || !is_alone
        || value.is_empty()
        || ![")", ",", ":", "="].contains(&found)
    {
        return None;
    }
    let end = misread.start + before.trim_end().len();
    let span = misread.span(end - value.len(), end);
    let complaint = misread.error(span, format!("`{}` has no type", Clean(value)));
    let help = format!(
        "write before it what it is: `combatant {0}`, `act {0}`, `number {0}`",
        Clean(value)
    );
    Some(complaint.label("what is it?").help(help))
}

/// `1.5`
pub(super) fn decimal(misread: &Misread<'_>, found: &str) -> Option<Diagnostic> {
    let is_digit = |c: char| c.is_ascii_digit();
    let (before, behind) = match found {
        "." => (misread.before(), misread.behind(".")),
        _ => (misread.before().strip_suffix('.')?, found),
    };
    if !before.ends_with(is_digit) || !behind.starts_with(is_digit) {
        return None;
    }
    let whole = before.trim_end_matches(is_digit);
    let length = behind.find(|c: char| !is_digit(c));
    let end = misread.at + (found.len() - found.trim_start_matches('.').len());
    let end = end + length.unwrap_or(behind.len());
    let span = misread.span(misread.start + whole.len(), end);
    let complaint = misread.error(span, "there are no decimals");
    let help = "count in something smaller, as in tenths, or divide: `3 / 2 rounded down`";
    Some(complaint.label("a number must be whole").help(help))
}

/// `expect declared: ann strikes grub`
pub(super) fn declared_acts(misread: &Misread<'_>, found: &str) -> Option<Diagnostic> {
    let mut words = misread.before().split_whitespace();
    let is_list = words.next() == Some("expect")
        && words
            .next()
            .is_some_and(|word| word.starts_with("declared"));
    if !is_list || !misread.expects(Rule::comma) || !found.starts_with(char::is_alphabetic) {
        return None;
    }
    let complaint = misread.error(
        misread.here(found),
        "`expect declared` lists who declares, not what",
    );
    let help = "write the names with commas between them, as in `expect declared: ann, grub`; what somebody does is expected by itself, as in `expect ann strikes grub`";
    let label = "neither a `,` nor the end of the list";
    Some(complaint.label(label).help(help))
}

/// In a trigger, `let ...` or another statement before `if` or `limit`.
pub(super) fn late_condition(misread: &Misread<'_>, found: &str) -> Option<Diagnostic> {
    if misread.place != Place::TriggerStatement {
        return None;
    }
    let first = misread.before().split_whitespace().next();
    let (word, span) = match (first, found) {
        (None, "limit") | (Some("let"), "if" | "limit") => (found, misread.here(found)),
        (Some("if"), "" | "set" | "add" | "subtract" | "let" | "note" | "cancel")
            if misread.expects(Rule::block) || misread.expects(Rule::lbrace) =>
        {
            let indent = misread.before().len() - misread.before().trim_start().len();
            let at = misread.start + indent;
            ("if", misread.span(at, at + "if".len()))
        }
        _ => return None,
    };
    let complaint = misread.error(
        span,
        match word {
            "limit" => "`limit` comes before the statements of a trigger",
            _ => "`if` without braces comes before the statements of a trigger",
        },
    );
    let help = match word {
        "limit" => {
            "put it behind `when ...` and the condition, before `let` and all other statements"
        }
        _ => {
            "put it behind `when ...`, before `let` and all other statements; what it needs can be a definition among the items, as in `let foe of act a = a.target`; a condition of some statements only has braces: `if ... { ... }`"
        }
    };
    Some(complaint.label("too late here").help(help))
}

/// `ask gm as obvious: yes/no`
pub(super) fn question_without_text(misread: &Misread<'_>, found: &str) -> Option<Diagnostic> {
    let asks = misread.before().split_whitespace().next() == Some("ask");
    let wants_text = misread.expects(Rule::text) || misread.expects(Rule::quote);
    if !asks || !wants_text || found != ":" {
        return None;
    }
    let complaint = misread.error(misread.here(found), "this question has no text");
    let help = "write what is asked in quotes before the `:`, as in `ask gm as obvious \"Is it plain?\": yes/no`";
    Some(complaint.label("a text must stand before this").help(help))
}

/// `side reds ann, bob`
pub(super) fn members_without_braces(misread: &Misread<'_>, found: &str) -> Option<Diagnostic> {
    let is_side = misread.before().split_whitespace().next() == Some("side");
    let wants_braces = misread.expects(Rule::side_body) || misread.expects(Rule::lbrace);
    if !is_side || !wants_braces || !found.starts_with(char::is_alphabetic) {
        return None;
    }
    let complaint = misread.error(misread.here(found), "the members of a side stand in braces");
    let help = format!("write `{{ {found} }}`, as in `side party {{ ann, bob {{ hp 8 }} }}`");
    Some(complaint.label("`{` must stand before this").help(help))
}
