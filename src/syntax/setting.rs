//! Scenarios that have the setting of another one of their file, `scenario "night" as in "day" { }`: who fights, what there is, and by which rules.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::ast::{EntryKind, File, Scenario, ScenarioEntry, Text};
use crate::diagnostic::{Code, Diagnostic};
use crate::suggest;

/// A scenario with the entries that it takes from another, which stand before its own. The error tells why that is not to be had.
pub fn whole<'t>(file: &File, scenario: &'t Scenario) -> Result<Cow<'t, Scenario>, Diagnostic> {
    let taken = taken(file, scenario)?;
    if taken.is_empty() {
        return Ok(Cow::Borrowed(scenario));
    }
    let entries = taken.into_iter().chain(&scenario.entries);
    Ok(Cow::Owned(Scenario {
        entries: entries.cloned().collect(),
        ..scenario.clone()
    }))
}

/// The scenario whose setting this one has.
pub fn of<'t>(file: &'t File, scenario: &Scenario) -> Option<&'t Scenario> {
    find(file, scenario, scenario.like.as_ref()?).ok()
}

/// The text of a scenario with what it takes from another. What is not to be had is left out. `text`: that of the file.
pub fn text(text: &str, file: &File, scenario: &Scenario) -> String {
    let own = scenario.span.range();
    let snippet = |range: std::ops::Range<usize>| text.get(range).unwrap_or_default();
    let Some(like) = &scenario.like else {
        return snippet(own).to_owned();
    };
    let head = like.span.range().end;
    let brace = head + snippet(head..own.end).find('{').unwrap_or_default();
    let mut whole = format!("{} {{", snippet(own.start..scenario.title.span.range().end));
    for entry in taken(file, scenario).unwrap_or_default() {
        whole.push_str("\n  ");
        whole.push_str(snippet(entry.span.range()));
    }
    whole.push_str(snippet(brace + 1..own.end));
    whole
}

/// The entries that a scenario takes from another. What it gives itself takes the place of theirs.
fn taken<'t>(file: &'t File, scenario: &Scenario) -> Result<Vec<&'t ScenarioEntry>, Diagnostic> {
    let Some(named) = &scenario.like else {
        return Ok(Vec::new());
    };
    let other = find(file, scenario, named)?;
    let given: BTreeSet<(u8, String)> = scenario.entries.iter().filter_map(place).collect();
    let entries = other.entries.iter();
    let taken = entries.filter(|entry| place(entry).is_some_and(|place| !given.contains(&place)));
    Ok(taken.collect())
}

/// The scenario of the file that has this title and says itself who fights.
fn find<'t>(file: &'t File, scenario: &Scenario, named: &Text) -> Result<&'t Scenario, Diagnostic> {
    let error = |message| Diagnostic::error(Code::UnknownScenarioThing, named.span, message);
    let mut all = file.scenarios.iter();
    let Some(other) = all.find(|one| one.title.pieces == named.pieces) else {
        let titles: Vec<String> = file.scenarios.iter().map(|one| one.title.plain()).collect();
        let others = titles.iter().map(String::as_str);
        let others = others.filter(|title| *title != scenario.title.plain());
        let error = error("there is no scenario with this title in this file");
        return Err(match suggest::title(&named.plain(), others) {
            Some(meant) => {
                let meant = format!("\"{meant}\"");
                error.write(named.span, meant)
            }
            None => match titles.as_slice() {
                [_, _] => {
                    let other = titles
                        .iter()
                        .find(|title| **title != scenario.title.plain());
                    let meant = format!("\"{}\"", other.map_or("", String::as_str));
                    let error = error.help(format!("write `{meant}`, the other one"));
                    error.guess(named.span, meant)
                }
                _ => error.help("a scenario can have the setting of another one of its file"),
            },
        });
    };
    let Some(like) = &other.like else {
        return Ok(other);
    };
    let error = error("this scenario has the setting of another one itself");
    let error = error.also(other.title.span, "this one");
    // Along a chain of them to the one that says it; those that name each other in a circle have none.
    let titled =
        |title: &Text| (file.scenarios.iter()).find(|one| one.title.pieces == title.pieces);
    let mut last = like;
    for _ in &file.scenarios {
        last = titled(last)
            .and_then(|one| one.like.as_ref())
            .unwrap_or(last);
    }
    if titled(last).is_none_or(|one| one.like.is_some()) {
        return Err(error.help("name the one that says who fights"));
    }
    let meant = format!("\"{}\"", last.plain());
    let error = error.help(format!("write `{meant}`: this one says who fights"));
    Err(error.guess(named.span, meant))
}

/// What an entry settles, if it belongs to the setting: two that settle the same do not stand beside each other.
fn place(entry: &ScenarioEntry) -> Option<(u8, String)> {
    match &entry.kind {
        EntryKind::Rules(_) => Some((0, String::new())),
        EntryKind::Option { name, .. } => Some((1, name.text.clone())),
        EntryKind::Seed(_) => Some((2, String::new())),
        EntryKind::BeginAt { .. } => Some((3, String::new())),
        EntryKind::Tactic { name, .. } => Some((4, name.text.clone())),
        EntryKind::Side(side) => Some((5, side.name.text.clone())),
        EntryKind::Record { kind, name, .. } => Some((6, format!("{} {}", kind.text, name.text))),
        EntryKind::Pair { name, .. } => Some((6, name.written())),
        EntryKind::Period(_)
        | EntryKind::Line(_)
        | EntryKind::Correction { .. }
        | EntryKind::Move { .. }
        | EntryKind::Newcomers { .. }
        | EntryKind::NewThing { .. }
        | EntryKind::Before { .. }
        | EntryKind::Expect(_)
        | EntryKind::Odds { .. }
        | EntryKind::Chance { .. }
        | EntryKind::Snapshot(_)
        | EntryKind::Proves(_)
        | EntryKind::Stop { .. } => None,
    }
}

/// Whether an entry says how things stand when the fight begins, not what happens in it or what is expected of it.
pub fn is_of_setting(entry: &ScenarioEntry) -> bool {
    place(entry).is_some()
}
