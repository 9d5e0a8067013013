//! Mistakes in the heads of items and in their clauses; lines that belong to another part of a file.

use super::{Misread, without_comment};
use crate::diagnostic::Diagnostic;
use crate::source::Clean;
use crate::syntax::grammar::Rule;
use crate::syntax::place::Place;
use crate::syntax::words::{self, first_word};

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

/// `rules "duel" {`, `scenario ann and bob {`
pub(super) fn heading(misread: &Misread<'_>) -> Option<Diagnostic> {
    let piece = misread.piece();
    let word = first_word(piece);
    let head_end = piece.find('{')?;
    let start = piece.len() - piece[word.len()..].trim_start().len();
    let head = piece.get(start..head_end)?.trim_end();
    match word {
        "rules" => {
            let (title, _) = head.strip_prefix('"')?.split_once('"')?;
            let name: String = (title.to_lowercase().chars())
                .map(|c| if c.is_alphanumeric() { c } else { '_' })
                .collect();
            let message = "rules have a name, and behind it they can have a title";
            misread.rewriting(start..start + title.len() + 2, &name, message, "a title")
        }
        "scenario" if !head.contains(['"', '\n']) && !head.is_empty() => {
            let with = format!("\"{head}\"");
            let range = start..start + head.len();
            misread.rewriting(
                range,
                &with,
                "the title of a scenario stands in quotes",
                "a title",
            )
        }
        _ => None,
    }
}

/// `by highest first a.actor.speed`, `next by highest c.speed, then lowest c.age`, `in order of highest c.speed`
pub(super) fn keys_turned(misread: &Misread<'_>) -> Option<Diagnostic> {
    let piece = misread.piece();
    let head = &piece[..piece.find('{').unwrap_or(piece.len())];
    let turned = |from: usize| {
        let way = first_word(&head[from..]);
        let rest = head[from + way.len()..].trim_start();
        let rest = match first_word(rest) {
            "first" => rest["first".len()..].trim_start_matches([',', ' ']),
            _ => rest,
        };
        let value = rest[..rest.find(',').unwrap_or(rest.len())].trim_end();
        let end = head.len() - rest.len() + value.len();
        let with = format!("{value}, {way} first");
        matches!(way, "highest" | "lowest").then_some((from, end, with))
    };
    let leads = ["by ", "then ", "in order of "];
    let places = leads.iter().flat_map(|lead| {
        let found = head.match_indices(lead);
        found.map(|(at, lead)| at + lead.len())
    });
    let mut turned: Vec<(usize, usize, String)> = places.filter_map(turned).collect();
    turned.sort();
    let (first, last) = (turned.first()?.0, turned.last()?.1);
    let mut with = String::new();
    let mut kept = first;
    for (from, end, key) in turned {
        with.push_str(head.get(kept..from)?);
        with.push_str(&key);
        kept = end;
    }
    let message = "the value comes first, then what comes first of it";
    misread.rewriting(first..last, &with, message, "in another order")
}

/// `let half(n) = ...`, `let place of a: number = ...`: a value without its type.
pub(super) fn untyped_value(misread: &Misread<'_>, found: &str) -> Option<Diagnostic> {
    let before = misread.before();
    let head = before
        .strip_prefix("replace")
        .map_or(before, str::trim_start);
    let declares = matches!(first_word(head), "let" | "procedure" | "event" | "table");
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
    if matches!(value, "combat" | "side" | "combatant" | "act" | "number") {
        let at = before.trim_end().len();
        let with = format!(" {}", &value[..1]);
        let message = format!("a name is missing behind `{value}`");
        return misread.rewriting(at..at, &with, message, "what is it called?");
    }
    let complaint = misread.error(span, format!("`{}` has no type", Clean(value)));
    let help = format!(
        "write before it what it is: `combatant {0}`, `act {0}`, `number {0}`",
        Clean(value)
    );
    Some(complaint.label("what is it?").help(help))
}

/// A word of the language where a name must stand.
pub(super) fn reserved_name(misread: &Misread<'_>, found: &str) -> Option<Diagnostic> {
    let names = [
        Rule::name,
        Rule::thing,
        Rule::words,
        Rule::r#type,
        Rule::parameter,
        Rule::among,
        Rule::act_binding,
        Rule::plural,
    ];
    let starts_with_name = [
        Place::Attribute,
        Place::Unit,
        Place::Row,
        Place::Member,
        Place::Setting,
        Place::Assignment,
    ];
    let at_start = misread.at == misread.start && starts_with_name.contains(&misread.place);
    if !words::is_reserved(found)
        || !at_start && !misread.expected.iter().any(|rule| names.contains(rule))
    {
        return None;
    }
    let error = |message: String| misread.error(misread.here(found), message);
    let label = "a name must stand here";
    if misread.place == Place::Happening {
        let what = Clean(misread.before().trim());
        let complaint =
            error(format!("`{what}` does not say all")).label("something is missing before this");
        return Some(complaint.help(format!(
            "write `{what}(c)` for an event, with a name for each value that it carries, or `{what} a resolves` for an action"
        )));
    }
    let at = misread.at_in_piece();
    let named = |length: usize| misread.rewritten(&(at..at + length), "some_name ");
    let behind = misread.behind(found).trim_start();
    let is_named = behind.starts_with([':', '=', '(', ')', ',', '{', '|']);
    if !is_named && (words::goes_on(found) || words::begins_statement(found)) {
        named(0).filter(|with| misread.reads(with))?;
        let complaint = error(format!("a name is missing before `{found}`")).label(label);
        return Some(match misread.usage() {
            Some(usage) => complaint.help(usage),
            None => complaint,
        });
    }
    let end = at + "some_name ".len();
    named(found.len()).filter(|with| misread.reads_beyond(with, end))?;
    let complaint = error(format!(
        "`{found}` is a word of the language and cannot be a name"
    ));
    Some(complaint.label(label).help("choose another name"))
}
