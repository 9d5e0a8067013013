//! `affray pending`: lists the transcripts that wait to be accepted or rejected, and the snapshots that no scenario owns.

use std::fmt::Write;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::args::{Format, PendingArgs};
use super::output::{Output, json_line};
use super::projects::Projects;
use super::snapshots;
use super::test::Gathered;
use super::{Status, Trouble};
use crate::source::{Clean, TitleInQuotes};

/// The version of the form of [`PendingReport`]; it rises when a reader could misunderstand the new one.
pub const SCHEMA_VERSION: u32 = 1;

/// The answer for programs.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct PendingReport {
    /// The version of this form.
    pub schema_version: u32,
    /// The transcripts that wait, in the order of their files.
    pub pending: Vec<JsonPending>,
    /// The snapshots that no scenario owns, in the order of their files.
    pub unowned: Vec<JsonUnowned>,
}

/// A transcript that waits.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct JsonPending {
    /// The file in which it waits.
    pub file: String,
    /// The file in which it will be kept.
    pub snapshot: String,
    /// The file of its scenario.
    pub source: String,
    /// The line on which the scenario began when it was played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// The title of the scenario.
    pub title: String,
    /// What is kept so far; nothing if it is new.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kept: Option<String>,
    /// What happens now.
    pub now: String,
}

/// A snapshot that no scenario owns.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct JsonUnowned {
    /// Its file.
    pub file: String,
    /// The file of the scenario for which it was made.
    pub source: String,
    /// The title of that scenario.
    pub title: String,
}

pub(super) fn pending(args: &PendingArgs, output: &mut Output) -> Result<Status, Trouble> {
    let mut gathered = Gathered::load(&args.paths, None, None, output)?;
    let unowned = gathered.unowned()?;
    let paths = Projects::named(&args.paths)?;
    let mut pending = snapshots::pending(&mut gathered.projects, &paths)?;
    // A snapshot without a scenario is not pending.
    pending.retain(|pending| unowned.iter().all(|one| one.found != pending.found));
    let report = PendingReport {
        schema_version: SCHEMA_VERSION,
        pending: pending
            .into_iter()
            .map(|one| JsonPending {
                file: one.found.path().to_owned(),
                snapshot: one.kept_path(),
                source: one.scenario_path(),
                line: one.snapshot.line,
                title: one.snapshot.title,
                kept: one.kept.map(|kept| kept.transcript),
                now: one.snapshot.transcript,
            })
            .collect(),
        unowned: unowned
            .into_iter()
            .map(|one| JsonUnowned {
                file: one.found.path().to_owned(),
                source: one.snapshot.source,
                title: one.snapshot.title,
            })
            .collect(),
    };
    output.print(&match output.format() {
        Format::Json => json_line(&report)?,
        _ => render(&report),
    });
    Ok(
        match report.pending.is_empty() && report.unowned.is_empty() {
            true => Status::Fine,
            false => Status::Findings,
        },
    )
}

fn render(report: &PendingReport) -> String {
    if report.pending.is_empty() && report.unowned.is_empty() {
        return "nothing is pending\n".to_owned();
    }
    let mut out = String::new();
    for one in &report.pending {
        let what = if one.kept.is_some() { "changed" } else { "new" };
        let (file, title) = (Clean(&one.source), TitleInQuotes(&one.title));
        let line = one.line.map_or(String::new(), |line| format!(":{line}"));
        _ = writeln!(out, "{what}: {file}{line} {title}");
    }
    for one in &report.unowned {
        let (file, title) = (Clean(&one.file), TitleInQuotes(&one.title));
        _ = writeln!(out, "owned by no scenario: {file} {title}");
    }
    out
}
