//! For people: a line for each answer, with a bar.

use std::collections::BTreeSet;

use super::{folded, percent};
use crate::odds::report::{AnswerLine, AnswerTable, Case, How, Mean, Sheet};
use crate::odds::told_together;
use crate::ruleset::Value;
use crate::source::{Clean, each_once, english};
use crate::view::push_within;

/// Fractions with more signs than this are not shown.
const LONGEST_FRACTION: usize = 15;

/// The longest bar, in columns.
const LONGEST_BAR: usize = 30;

/// A sheet for a terminal of so many columns. `drawn`: bars are drawn.
pub fn human(sheet: &Sheet, width: usize, drawn: bool) -> String {
    let mut text = format!("{}\n", Clean(&sheet.scenario));
    let is_place =
        |one: &AnswerTable, other: &AnswerTable| one.place_of.is_some() && other.place_of.is_some();
    for tables in sheet.questions.chunk_by(is_place) {
        text.push('\n');
        text += &match tables {
            [table] => self::table(table, width, drawn),
            tables => order(tables, width),
        };
    }
    if !sheet.defaults.is_empty() {
        text += "\nLeft to their defaults (with another answer, something else would happen):\n";
    }
    let taken = told_together(&sheet.defaults).into_iter();
    text.extend(taken.map(|taken| format!("  {}\n", Clean(&taken))));
    text
}

fn table(table: &AnswerTable, width: usize, drawn: bool) -> String {
    let table = &folded(table);
    let mut text = format!("{}\n", Clean(&table.question));
    // A question of yes or no has one line for each case: its label says enough.
    let one_each = table.cases.iter().all(|case| case.lines.len() <= 1) && !table.numbers;
    let mut rows: Vec<RenderedRow> = Vec::new();
    for case in &table.cases {
        if !one_each && !case.label.is_empty() {
            rows.push(RenderedRow::Heading(case.label.clone()));
        }
        for line in &case.lines {
            let name = match one_each {
                true if case.label.is_empty() => line.answer.clone(),
                true => case.label.clone(),
                false => line.answer.clone(),
            };
            rows.push(RenderedRow::Line(name, line));
        }
        if case.lines.is_empty() && matches!(case.found, Some(How::Played { .. })) {
            let note = "every run that was played met a fault";
            rows.push(RenderedRow::Note(note.to_owned()));
        }
        if let Some(mean) = case.mean {
            let Mean { mean, error } = mean;
            let error = error.map_or(String::new(), |error| format!(" ± {error:.3}"));
            let is_missing = |line: &AnswerLine| line.value.is_none() && line.share > 0.0;
            let of = match case.lines.iter().any(is_missing) {
                true => " of the runs in which there is an answer",
                false => "",
            };
            // Without an error and digits behind the point it is whole.
            let digits = match error.is_empty() && mean.fract() == 0.0 {
                true => 0,
                false => 3,
            };
            rows.push(RenderedRow::Note(format!(
                "on average {mean:.digits$}{error}{of}"
            )));
        }
        if !one_each || case.found.is_none() || case.because.is_some() {
            rows.extend(case.because.iter().cloned().map(RenderedRow::Note));
        }
        if !one_each {
            rows.extend(
                case.found
                    .as_ref()
                    .map(|how| RenderedRow::Note(found(how, true))),
            );
        }
    }
    let names = rows.iter().map(|row| match row {
        RenderedRow::Line(name, _) => name.chars().count(),
        _ => 0,
    });
    let longest = names.max().unwrap_or(0).min(width / 2);
    for row in &rows {
        text += &row.shown(longest, width, drawn);
    }
    if one_each {
        text += &all_found(&table.cases, (true, width));
    }
    text
}

/// The places of several combatants as one table for each case: who stands where how often.
fn order(tables: &[AnswerTable], width: usize) -> String {
    let mut text = "place in the order\n".to_owned();
    let counts = tables.iter().map(|table| table.cases.len());
    for index in 0..counts.min().unwrap_or(0) {
        let cases: Vec<&Case> = tables.iter().map(|table| &table.cases[index]).collect();
        if !cases[0].label.is_empty() {
            text += &format!(" {}\n", Clean(&cases[0].label));
        }
        let own: Vec<Case> = cases.iter().map(|&case| case.clone()).collect();
        text += &matrix(tables, &cases, width);
        let whys = cases.iter().filter_map(|case| case.because.as_ref());
        let whys: BTreeSet<&String> = whys.collect();
        text.extend(whys.iter().map(|why| noted(why, width)));
        text += &all_found(&own, (false, width));
    }
    text
}

/// A line for each combatant, a column for each place; what does not fit goes on below.
fn matrix(tables: &[AnswerTable], cases: &[&Case], width: usize) -> String {
    const COLUMN: usize = 11;
    let places: BTreeSet<Option<Value>> = (cases.iter().flat_map(|case| &case.lines))
        .map(|line| line.value)
        .collect();
    // Those who never act stand behind all others.
    let mut places: Vec<Option<Value>> = places.into_iter().collect();
    places.sort_by_key(|place| place.unwrap_or(Value::MAX));
    let names: Vec<String> = (tables.iter())
        .map(|table| Clean(table.place_of.as_deref().unwrap_or("")).to_string())
        .collect();
    let longest = names.iter().map(|name| name.chars().count());
    let longest = longest.max().unwrap_or(0);
    let fitting = (width.saturating_sub(longest + 2) / COLUMN).max(1);
    let mut text = String::new();
    for places in places.chunks(fitting) {
        text += &" ".repeat(longest + 2);
        for place in places {
            let head = place.map_or("never".to_owned(), |place| place.to_string());
            text += &format!("{head:>COLUMN$}");
        }
        text.push('\n');
        for (name, case) in names.iter().zip(cases) {
            text += &format!("  {name}{}", " ".repeat(longest - name.chars().count()));
            for place in places {
                let line = case.lines.iter().find(|line| line.value == *place);
                let share = line.map_or("-".to_owned(), |line| percent(line.share));
                text += &format!("{share:>COLUMN$}");
            }
            text.push('\n');
        }
    }
    text
}

enum RenderedRow<'a> {
    Heading(String),
    Line(String, &'a AnswerLine),
    Note(String),
}

impl RenderedRow<'_> {
    fn shown(&self, longest: usize, width: usize, drawn: bool) -> String {
        match self {
            RenderedRow::Heading(label) => format!(" {}\n", Clean(label)),
            RenderedRow::Note(note) => noted(note, width),
            RenderedRow::Line(name, line) => {
                let how = match (&line.fraction, line.bounds) {
                    (Some(fraction), _) if fraction.len() <= LONGEST_FRACTION => {
                        format!("  {fraction}")
                    }
                    (_, Some((low, high))) => {
                        let off = (line.share - low).max(high - line.share);
                        format!("  ± {:.2} %", off * 100.0)
                    }
                    _ => String::new(),
                };
                let name = Clean(name).to_string();
                let blanks = " ".repeat(longest.saturating_sub(name.chars().count()));
                let text = format!("  {name}{blanks}  {:>9}{how:<17}", percent(line.share));
                let room = width.saturating_sub(text.chars().count() + 1);
                let room = room.min(LONGEST_BAR);
                let text = match drawn && room >= 8 {
                    true => format!("{text} {}", bar(line.share, room)),
                    false => text,
                };
                format!("{}\n", text.trim_end())
            }
        }
    }
}

/// A bar, in eighths of a column.
fn bar(share: f64, room: usize) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = (share * room as f64 * 8.0).round() as usize;
    let least = usize::from(share > 0.0);
    let eighths = eighths.max(least);
    "█".repeat(eighths / 8) + EIGHTHS[eighths % 8]
}

fn rolls(states: usize) -> String {
    match states {
        1 => "one roll".to_owned(),
        states => format!("{states} different rolls"),
    }
}

/// How answers were found. `has_bounds`: whether ± stands beside them.
fn found(how: &How, has_bounds: bool) -> String {
    match how {
        How::Exact {
            states,
            apart: true,
        } if *states != 1 => format!("exact; {states} rolls, each looked at apart from the others"),
        How::Exact { states: 0, .. } => "exact; no roll is left to chance".to_owned(),
        How::Exact { states, .. } => format!("exact; runs were followed from {}", rolls(*states)),
        How::Reckoned { states } => format!(
            "right to about twelve digits; runs were followed from {}",
            rolls(*states)
        ),
        How::Played { from, to, faults } => {
            let played = to - from - faults;
            match (to - from, faults) {
                (_, 0) if has_bounds => format!("{played} runs played; ± holds in 95 of 100 cases"),
                (_, 0) => format!("{played} runs played"),
                (all, faults) => {
                    let points = faults.saturating_mul(100).div_ceil(all.max(1));
                    format!(
                        "{played} runs played; {faults} more met a fault of the rules and do not count: of all runs a share can be up to {} more \
                         or less",
                        english::counted(points, "point")
                    )
                }
            }
        }
    }
}

/// A line below a table; what does not fit goes on in the next one.
fn noted(note: &str, width: usize) -> String {
    let mut out = String::new();
    push_within(&mut out, 1, note, width);
    out
}

/// How all cases were found, each way once.
fn all_found(cases: &[Case], (has_bounds, width): (bool, usize)) -> String {
    let ways = cases.iter().filter_map(|case| case.found.as_ref());
    let mut told = each_once(ways.map(|how| found(how, has_bounds)));
    if told.len() > 3 {
        let all_exact = |case: &Case| matches!(case.found, Some(How::Exact { .. }));
        told = match cases.iter().all(all_exact) {
            true => vec!["all exact".to_owned()],
            false => told.into_iter().take(3).collect(),
        };
    }
    told.iter().map(|how| noted(how, width)).collect()
}
