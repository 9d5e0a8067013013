//! Snapshots that no scenario owns: it has another title now, or is gone. Reads files, changes none.

use std::collections::{BTreeMap, BTreeSet};

use super::pending::beside;
use crate::cli::Trouble;
use crate::cli::projects::{NamedFile, Projects};
use crate::diagnostic::{Code, Diagnostic};
use crate::load::Kept;
use crate::snapshot::{ENDING, PENDING_ENDING, Snapshot};
use crate::source::Clean;

/// A file of scenarios that has been loaded.
pub(in crate::cli) struct Source<'a> {
    pub found: &'a NamedFile,
    /// The snapshots of its scenarios.
    pub kept: &'a [Kept],
    /// Whether all of its scenarios are known.
    pub whole: bool,
}

/// A snapshot that no scenario owns.
pub(in crate::cli) struct Unowned {
    pub found: NamedFile,
    pub snapshot: Snapshot,
}

impl Unowned {
    /// The same as a warning about its file.
    pub fn warning(&self, projects: &mut Projects) -> Diagnostic {
        let path = self.found.path();
        let place = projects.mention(&self.found);
        let message = format!("no scenario owns the snapshot `{}`", Clean(path));
        let source = beside(path, &self.snapshot.source);
        let title = Clean(&self.snapshot.title);
        Diagnostic::warning(Code::SnapshotUnowned, place, message)
            .remark(format!(
                "it was made for \"{title}\" in `{}`",
                Clean(&source)
            ))
            .help("delete the file; or give the scenario its title and its line `snapshot` back")
    }
}

/// The snapshots below these paths that none of the scenarios of these files owns. Nothing is said about the snapshots of files that have
/// not been loaded, or not as a whole.
pub(in crate::cli) fn unowned(
    projects: &mut Projects,
    paths: &[String],
    sources: &[Source<'_>],
) -> Result<Vec<Unowned>, Trouble> {
    let mut owned = BTreeSet::new();
    let mut whole = BTreeMap::new();
    for source in sources {
        let project = source.found.project;
        owned.extend(source.kept.iter().map(|kept| (project, kept.file.as_str())));
        whole.insert((project, source.found.path()), source.whole);
    }
    let mut all = Vec::new();
    for found in projects.snapshots(paths)? {
        let (project, path) = (found.project, found.path());
        let stem = path.strip_suffix(PENDING_ENDING);
        let stem = stem.or_else(|| path.strip_suffix(ENDING)).unwrap_or(path);
        if owned.contains(&(project, format!("{stem}{ENDING}").as_str())) {
            continue;
        }
        let Ok(Some(snapshot)) = projects.shelf(&found).read(path) else {
            continue;
        };
        let source = beside(path, &snapshot.source);
        let gone = match whole.get(&(project, source.as_str())) {
            Some(whole) => *whole,
            None => !projects.place(&found, &source).exists(),
        };
        if snapshot.is_of_scenario() && gone {
            all.push(Unowned { found, snapshot });
        }
    }
    Ok(all)
}
