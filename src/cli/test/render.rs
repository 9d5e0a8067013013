//! The answer for people: a count for each folder, what fails, and a last line. Prints nothing.

use std::fmt::Write;

use super::gather::{Gathered, Tested};
use super::kept;
use super::report::JsonSummary;
use crate::cli::snapshots::DifferenceStyle;
use crate::source::{Clean, TitleInQuotes, english};

/// All that is told of the scenarios.
pub(super) fn render(gathered: &Gathered, style: DifferenceStyle) -> String {
    let counts = JsonSummary::of(&gathered.files);
    if counts.scenarios == 0 {
        return String::new();
    }
    let folders = folders(gathered);
    let mut out = String::new();
    if folders.len() > 1 {
        let width = |folder: &(String, JsonSummary)| folder.0.chars().count();
        let widest = folders.iter().map(width).max().unwrap_or(0);
        for (folder, counts) in &folders {
            _ = writeln!(out, "{folder:widest$}  {counts}");
        }
        out.push('\n');
    }
    let listed = out.len();
    for file in &gathered.files {
        for scenario in &file.scenarios {
            let what = match &scenario.fate {
                fate if fate.fails() => "fails",
                fate if fate.is_left_out() => "not played",
                _ => continue,
            };
            let line = gathered
                .projects
                .sources(&file.found)
                .line_col(scenario.head)
                .line;
            let (path, title) = (Clean(file.found.path()), TitleInQuotes(&scenario.title));
            _ = writeln!(out, "{what}: {path}:{line} {title}");
        }
    }
    if out.len() > listed {
        out.push('\n');
    }
    out.push_str(&kept::render(gathered, style));
    out.push_str(&render_short(gathered));
    out
}

/// The counts alone.
pub(super) fn render_short(gathered: &Gathered) -> String {
    let counts = JsonSummary::of(&gathered.files);
    let scenarios = english::counted(counts.scenarios, "scenario");
    format!("{scenarios}: {counts}\n{}", kept::counts(gathered))
}

/// `307 pass, 1 fails`
impl std::fmt::Display for JsonSummary {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let s = |count: usize, one: &'static str, more: &'static str| match count {
            1 => one,
            _ => more,
        };
        let mut parts = Vec::new();
        if self.pass > 0 {
            parts.push(format!("{} {}", self.pass, s(self.pass, "passes", "pass")));
        }
        if self.fail > 0 {
            parts.push(format!("{} {}", self.fail, s(self.fail, "fails", "fail")));
        }
        if self.not_played > 0 {
            parts.push(format!("{} not played", self.not_played));
        }
        f.write_str(&parts.join(", "))
    }
}

/// The folders that hold scenarios, in the order of the files, each with its counts.
fn folders(gathered: &Gathered) -> Vec<(String, JsonSummary)> {
    let with_scenarios: Vec<&Tested> = gathered
        .files
        .iter()
        .filter(|file| !file.scenarios.is_empty())
        .collect();
    let mut folders: Vec<(&str, Vec<&Tested>)> = Vec::new();
    for file in with_scenarios {
        let path = file.found.path();
        let folder = path.rsplit_once('/').map_or(".", |(folder, _)| folder);
        match folders.iter_mut().find(|(known, _)| *known == folder) {
            Some((_, files)) => files.push(file),
            None => folders.push((folder, vec![file])),
        }
    }
    let counted = folders.into_iter().map(|(folder, files)| {
        let counts = JsonSummary::of(files);
        (Clean(folder).to_string(), counts)
    });
    counted.collect()
}
