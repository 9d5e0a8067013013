//! Which scenarios have a snapshot, and what its file is called. Knows names, opens nothing.

use super::{Loader, messages};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::snapshot::{ENDING, file_stem};
use crate::source::{Clean, Span};
use crate::syntax::ast::{self, EntryKind};

/// A scenario whose transcript is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// The file of the snapshot, from the root of the project. It lies beside the file of the scenario.
    pub file: String,
    /// The title of the scenario.
    pub title: String,
    /// The scenario.
    pub scenario: Span,
    /// Its line `snapshot`.
    pub span: Span,
}

impl Loader {
    /// The snapshot of a scenario, if it wants one and its file can be called something that no other one is called.
    pub(super) fn kept(
        &mut self,
        path: &str,
        tree: &ast::Scenario,
        found: &mut Diagnostics,
    ) -> Option<Kept> {
        let (named, span) = tree.entries.iter().find_map(|entry| match &entry.kind {
            EntryKind::Snapshot(name) => Some((name.as_ref(), entry.span)),
            _ => None,
        })?;
        // A title that is none is reported where titles are.
        let title = messages::plain(&tree.title).ok()?;
        let called = match named.map(messages::plain) {
            Some(Ok(name)) => name,
            None => title.clone(),
            Some(Err(_)) => {
                let message = "the name of a snapshot has no `{...}` in it";
                found.push(Diagnostic::error(Code::SnapshotName, span, message));
                return None;
            }
        };
        let (folder, name) = path.rsplit_once('/').map_or(("", path), |parts| parts);
        let stem = name.strip_suffix(".affray").unwrap_or(name);
        let Some(stem) = file_stem(stem, &called) else {
            let message = format!("no file can be named after `{}`", Clean(&called));
            let error = Diagnostic::error(Code::SnapshotName, span, message)
                .label("the transcript would be kept in that file")
                .help("give the snapshot a name with letters from a to z or digits in it, such as `snapshot \"by night\"`");
            found.push(error);
            return None;
        };
        let file = match folder {
            "" => format!("{stem}{ENDING}"),
            folder => format!("{folder}/{stem}{ENDING}"),
        };
        let first = *self.snapshots.entry(file.clone()).or_insert(span);
        if first != span {
            let message =
                format!("the snapshot of another scenario has the same file, `{stem}{ENDING}`");
            let error = Diagnostic::error(Code::SnapshotName, span, message)
                .also(first, "it belongs to this one")
                .help("give the scenario another title, or the snapshot a name: `snapshot \"by night\"`");
            found.push(error);
            return None;
        }
        Some(Kept {
            file,
            title,
            scenario: tree.span,
            span,
        })
    }
}
