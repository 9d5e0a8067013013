//! The transcripts that were played, beside those that are kept: which hold, which have changed, and what is written because of it.

use super::gather::{Gathered, ScenarioFate};
use crate::cli::Trouble;
use crate::cli::snapshots::{self, Shelf};
use crate::diagnostic::{Code, Diagnostic};
use crate::load::Kept;
use crate::snapshot::{Difference, Snapshot, difference, pending_beside};
use crate::source::Clean;

/// What may be done to snapshots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hand {
    /// They are only looked at.
    Look,
    /// What has changed is put beside them.
    Write,
    /// What has changed takes their place.
    Accept,
}

impl Hand {
    /// As the caller wants it, and as the surroundings allow.
    pub fn new(accept: bool) -> Result<Hand, Trouble> {
        if accept {
            snapshots::must_write("`--accept`")?;
            return Ok(Hand::Accept);
        }
        Ok(match snapshots::may_write() {
            true => Hand::Write,
            false => Hand::Look,
        })
    }
}

/// How a transcript stands to the one that is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::cli) enum SnapshotStatus {
    /// They are the same.
    Holds,
    /// None was kept.
    New,
    /// They are not the same.
    Changed(Difference),
    /// It was new or had changed, and is now the one that is kept.
    Accepted,
    /// What lies where it should be kept is no snapshot, or cannot be read: in words that go on after "`x.snap` ".
    Unreadable(String),
}

/// Compares all that were played with what is kept, writes what the hand may write, and adds what is wrong to the findings of the scenarios.
pub(super) fn compare(gathered: &mut Gathered, hand: Hand) -> Result<(), Trouble> {
    let Gathered {
        projects, files, ..
    } = gathered;
    for file in files {
        // What comes from standard input lies nowhere, so there is nothing beside it.
        if projects.is_stdin(&file.found) {
            continue;
        }
        let shelf = projects.shelf(&file.found);
        let sources = projects.sources(&file.found);
        for scenario in &mut file.scenarios {
            let kept = file.kept.iter().find(|kept| kept.scenario == scenario.span);
            let (Some(kept), ScenarioFate::Played(outcome)) = (kept, &mut scenario.fate) else {
                continue;
            };
            let Some(transcript) = outcome.transcript.take() else {
                continue;
            };
            let played = Snapshot {
                source: file.found.path().to_owned(),
                title: kept.title.clone(),
                line: Some(sources.line_col(scenario.head).line),
                transcript,
            };
            let hand = match hand {
                Hand::Accept if !outcome.passes() => Hand::Write,
                hand => hand,
            };
            let mut lost = None;
            let verdict = judge(&shelf, kept, played, hand, &mut lost)?;
            let finding = verdict.finding(kept);
            outcome.findings.extend(finding.map(|finding| match &lost {
                None => finding,
                Some(why) => finding.remark(format!("it is not put aside: {}", why.0)),
            }));
            outcome.findings.sort();
            scenario.snapshot = Some(verdict);
        }
    }
    Ok(())
}

/// Compares one with what is kept, and writes what is to be written. `lost`: why what has changed could not be put beside it.
fn judge(
    shelf: &Shelf<'_>,
    kept: &Kept,
    played: Snapshot,
    hand: Hand,
    lost: &mut Option<Trouble>,
) -> Result<SnapshotStatus, Trouble> {
    let before = match shelf.read(&kept.file) {
        Ok(before) => before,
        Err(why) => return Ok(SnapshotStatus::Unreadable(why)),
    };
    let verdict = match &before {
        None => SnapshotStatus::New,
        Some(before) if before.keeps(&played.transcript) => SnapshotStatus::Holds,
        Some(before) => SnapshotStatus::Changed(difference(&before.transcript, &played.transcript)),
    };
    let pending = pending_beside(&kept.file);
    match (hand, &verdict) {
        (Hand::Look, _) => {}
        (_, SnapshotStatus::Holds) => shelf.remove(&pending)?,
        (Hand::Accept, _) => {
            shelf.accept(&kept.file, played)?;
            return Ok(SnapshotStatus::Accepted);
        }
        (Hand::Write, _) => *lost = shelf.write(&pending, &played).err(),
    }
    Ok(verdict)
}

impl SnapshotStatus {
    /// What is wrong, at the line `snapshot` of the scenario.
    fn finding(&self, kept: &Kept) -> Option<Diagnostic> {
        let file = Clean(&kept.file);
        let finding = |code, message: &str| Diagnostic::error(code, kept.span, message);
        Some(match self {
            SnapshotStatus::Holds | SnapshotStatus::Accepted => return None,
            SnapshotStatus::New => finding(
                Code::SnapshotMissing,
                "no transcript of this scenario is kept yet",
            )
            .help("`affray review` shows it: accept it if it is right")
            .remark(format!("it will be kept in `{file}`")),
            SnapshotStatus::Changed(_) => finding(
                Code::SnapshotChanged,
                "the transcript is not the one that is kept",
            )
            .help("`affray review` shows what has changed: accept it if it is right, else mend the rules or the scenario")
            .remark(format!("it is kept in `{file}`")),
            SnapshotStatus::Unreadable(why) => finding(Code::CannotRead, &format!("`{file}` {why}"))
                .help("move the file away, or give the snapshot another name: `snapshot \"by night\"`"),
        })
    }
}
