//! The transcripts that are not yet accepted or rejected. Reads files, changes none.

use crate::cli::Trouble;
use crate::cli::projects::{NamedFile, Projects};
use crate::snapshot::{ENDING, PENDING_ENDING, Snapshot};
use crate::source::Clean;

/// A transcript that waits.
pub(in crate::cli) struct PendingTranscript {
    /// Its file, `x.snap.new`.
    pub found: NamedFile,
    /// The transcript, and whose it is.
    pub snapshot: Snapshot,
    /// What is kept so far, if anything.
    pub kept: Option<Snapshot>,
}

impl PendingTranscript {
    /// The file in which it will be kept.
    pub fn kept_path(&self) -> String {
        let path = self.found.path();
        let stem = path.strip_suffix(PENDING_ENDING).unwrap_or(path);
        format!("{stem}{ENDING}")
    }

    /// The file of its scenario, from the root of the project. It lies beside.
    pub fn scenario_path(&self) -> String {
        beside(self.found.path(), &self.snapshot.source)
    }

    /// Whether a name means it: its title, the name of its file, or one of the files that belong to it.
    pub fn is_called(&self, name: &str, file: Option<&NamedFile>) -> bool {
        let kept = self.kept_path();
        let stem = kept.strip_suffix(ENDING).unwrap_or(&kept);
        let stem = stem.rsplit_once('/').map_or(stem, |(_, stem)| stem);
        let is_file = |file: &NamedFile| {
            let same = file.project == self.found.project;
            let path = file.path();
            same && (path == self.found.path() || path == kept || path == self.scenario_path())
        };
        let title = &self.snapshot.title;
        [stem, &kept].contains(&name)
            || name.eq_ignore_ascii_case(title)
            || file.is_some_and(is_file)
    }
}

/// All that wait below these paths, in the order of their scenarios. Those that are no different from what is kept wait no more.
pub(in crate::cli) fn pending(
    projects: &mut Projects,
    paths: &[String],
) -> Result<Vec<PendingTranscript>, Trouble> {
    let mut all = Vec::new();
    for found in projects.snapshots(paths)? {
        if !found.path().ends_with(PENDING_ENDING) {
            continue;
        }
        let shelf = projects.shelf(&found);
        let Ok(Some(snapshot)) = shelf.read(found.path()) else {
            continue;
        };
        if !snapshot.is_of_scenario() {
            continue;
        }
        let mut pending = PendingTranscript {
            found,
            snapshot,
            kept: None,
        };
        let path = pending.kept_path();
        let kept = shelf.read(&path);
        pending.kept = kept.map_err(|why| Trouble::new(format!("`{}` {why}", Clean(&path))))?;
        let same = |kept: &Snapshot| kept.keeps(&pending.snapshot.transcript);
        if !pending.kept.as_ref().is_some_and(same) {
            all.push(pending);
        }
    }
    all.sort_by_key(|one| {
        let project = one.found.project;
        (project, one.scenario_path(), one.snapshot.line)
    });
    Ok(all)
}

/// The path of a file that lies beside another one; of its own path only the name counts.
pub(super) fn beside(path: &str, file: &str) -> String {
    let name = file.rsplit_once('/').map_or(file, |(_, name)| name);
    match path.rsplit_once('/') {
        Some((folder, _)) => format!("{folder}/{name}"),
        None => name.to_owned(),
    }
}
