//! For people: a line for each answer, with a bar.

use super::percent;
use crate::odds::sheet::{Case, How, Line, Sheet, Table};
use crate::source::Clean;

/// Fractions with more signs than this tell nobody anything.
const LONGEST_FRACTION: usize = 15;

/// The longest bar, in columns.
const LONGEST_BAR: usize = 30;

/// A sheet for a terminal of so many columns. `drawn`: bars are drawn.
pub fn human(sheet: &Sheet, width: usize, drawn: bool) -> String {
    let mut text = format!("{}\n", Clean(&sheet.scenario));
    for table in &sheet.questions {
        text.push('\n');
        text += &self::table(table, width, drawn);
    }
    text
}

fn table(table: &Table, width: usize, drawn: bool) -> String {
    let mut text = format!("{}\n", Clean(&table.question));
    // A question of yes or no has one line for each case: its label says enough.
    let one_each = table.cases.iter().all(|case| case.lines.len() <= 1) && !table.numbers;
    let mut rows: Vec<Row> = Vec::new();
    for case in &table.cases {
        if !one_each && !case.label.is_empty() {
            rows.push(Row::Heading(case.label.clone()));
        }
        for line in &case.lines {
            let name = match one_each {
                true if case.label.is_empty() => line.answer.clone(),
                true => case.label.clone(),
                false => line.answer.clone(),
            };
            rows.push(Row::Line(name, line));
        }
        if let Some(mean) = case.mean {
            let error = mean
                .error
                .map_or(String::new(), |error| format!(" ± {error:.3}"));
            rows.push(Row::Note(format!("on average {:.3}{error}", mean.mean)));
        }
        if !one_each || case.found.is_none() || case.because.is_some() {
            rows.extend(case.because.iter().map(|why| Row::Note(why.clone())));
        }
        if !one_each {
            rows.extend(case.found.as_ref().map(|how| Row::Note(found(how))));
        }
    }
    let names = rows.iter().map(|row| match row {
        Row::Line(name, _) => name.chars().count(),
        _ => 0,
    });
    let longest = names.max().unwrap_or(0).min(width / 2);
    for row in &rows {
        text += &row.shown(longest, width, drawn);
    }
    if one_each {
        text += &all_found(&table.cases);
    }
    text
}

enum Row<'a> {
    Heading(String),
    Line(String, &'a Line),
    Note(String),
}

impl Row<'_> {
    fn shown(&self, longest: usize, width: usize, drawn: bool) -> String {
        match self {
            Row::Heading(label) => format!(" {}\n", Clean(label)),
            Row::Note(note) => format!("  {note}\n"),
            Row::Line(name, line) => {
                let how = match (&line.fraction, line.bounds) {
                    (Some(fraction), _) if fraction.len() <= LONGEST_FRACTION => {
                        format!("  {fraction}")
                    }
                    (_, Some((low, high))) => format!("  ± {:.2} %", (high - low) / 2.0 * 100.0),
                    _ => String::new(),
                };
                let name = Clean(name).to_string();
                let blanks = " ".repeat(longest.saturating_sub(name.chars().count()));
                let text = format!("  {name}{blanks}  {:>9}{how:<17}", percent(line.share));
                let room = width
                    .saturating_sub(text.chars().count() + 1)
                    .min(LONGEST_BAR);
                match drawn && room >= 8 {
                    true => {
                        format!("{} {}\n", text, bar(line.share, room))
                            .trim_end()
                            .to_owned()
                            + "\n"
                    }
                    false => text.trim_end().to_owned() + "\n",
                }
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

fn found(how: &How) -> String {
    match how {
        How::Exact { states } => format!("exact; runs stood at {states} different rolls"),
        How::Reckoned { states } => format!(
            "every run followed, right to about twelve digits; runs stood at {states} different rolls"
        ),
        How::Played { from, to, faults } => {
            let played = to - from - faults;
            let faults = match faults {
                0 => String::new(),
                faults => format!("; {faults} more met a fault of the rules"),
            };
            format!("{played} runs played; ± holds in 95 of 100 cases{faults}")
        }
    }
}

/// How all cases were found, each way once.
fn all_found(cases: &[Case]) -> String {
    let mut told: Vec<String> = Vec::new();
    for how in cases.iter().filter_map(|case| case.found.as_ref()) {
        let how = found(how);
        if !told.contains(&how) {
            told.push(how);
        }
    }
    if told.len() > 3 {
        let all_exact = |case: &Case| matches!(case.found, Some(How::Exact { .. }));
        told = match cases.iter().all(all_exact) {
            true => vec!["all exact".to_owned()],
            false => told.into_iter().take(3).collect(),
        };
    }
    told.iter().map(|how| format!("  {how}\n")).collect()
}
