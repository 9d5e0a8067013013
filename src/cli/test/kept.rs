//! Snapshots as people read of them after a test: what has changed, and a line of counts. Prints nothing.

use std::fmt::Write;

use super::compare::SnapshotStatus;
use super::gather::{Gathered, GatheredScenario, Tested};
use crate::cli::snapshots::{self, DifferenceStyle};
use crate::snapshot::Difference;
use crate::source::{Clean, TitleInQuotes, english};

/// The differences of all that have changed, each with its scenario above it.
pub(super) fn render(gathered: &Gathered, style: DifferenceStyle) -> String {
    let mut out = String::new();
    for file in &gathered.files {
        for scenario in &file.scenarios {
            let Some(SnapshotStatus::Changed(difference)) = &scenario.snapshot else {
                continue;
            };
            let head = head(gathered, file, scenario);
            _ = writeln!(out, "{head} (- kept, + now)");
            _ = writeln!(out, "{}", snapshots::render(difference, style));
        }
    }
    out
}

/// `x.affray:3 "First blood"`
fn head(gathered: &Gathered, file: &Tested, scenario: &GatheredScenario) -> String {
    let sources = gathered.projects.sources(&file.found);
    let line = sources.line_col(scenario.head).line;
    let (path, title) = (Clean(file.found.path()), TitleInQuotes(&scenario.title));
    format!("{path}:{line} {title}")
}

/// A difference for programs: in words alone, and on lines of their own length.
pub(super) fn plainly(difference: &Difference) -> String {
    let style = DifferenceStyle {
        width: usize::MAX,
        color: false,
        marks: false,
    };
    snapshots::render(difference, style)
}

/// `3 snapshots: 1 holds, 1 changed, 1 new; affray review goes through them`; nothing where there is none.
pub(super) fn counts(gathered: &Gathered) -> String {
    let (mut holds, mut changed, mut new, mut accepted, mut unreadable) = (0, 0, 0, 0, 0);
    for scenario in gathered.scenarios() {
        *match &scenario.snapshot {
            None => continue,
            Some(SnapshotStatus::Holds) => &mut holds,
            Some(SnapshotStatus::Changed(_)) => &mut changed,
            Some(SnapshotStatus::New) => &mut new,
            Some(SnapshotStatus::Accepted) => &mut accepted,
            Some(SnapshotStatus::Unreadable(_)) => &mut unreadable,
        } += 1;
    }
    let all = holds + changed + new + accepted + unreadable;
    if all == 0 {
        return String::new();
    }
    let hold = if holds == 1 { "holds" } else { "hold" };
    let parts = [
        (holds, hold),
        (changed, "changed"),
        (new, "new"),
        (accepted, "accepted"),
        (unreadable, "cannot be read"),
    ];
    let parts = parts.iter().filter(|(count, _)| *count > 0);
    let parts: Vec<String> = parts
        .map(|(count, what)| format!("{count} {what}"))
        .collect();
    let hint = match changed + new {
        0 => "",
        _ if !snapshots::may_write() => "",
        _ => "; `affray review` goes through them",
    };
    let snapshots = english::counted(all, "snapshot");
    format!("{snapshots}: {}{hint}\n", parts.join(", "))
}
