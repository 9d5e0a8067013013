//! Diagnostics with what is needed to name their places to other programs. Data only.

use super::{Diagnostic, Diagnostics};
use crate::source::{FileId, Sources};

/// Diagnostics of one project, in a repository.
#[derive(Clone, Copy, Debug)]
pub struct Findings<'a> {
    /// The diagnostics, in any order.
    pub diagnostics: &'a Diagnostics,
    /// The texts in which they lie.
    pub sources: &'a Sources,
    /// From the root of the repository to that of the project, with a slash at its end; empty where both are the same.
    pub folder: &'a str,
    /// Whether the file of a name lies in the project; others are in no repository, and their names begin with a scheme.
    pub is_inside: fn(&str) -> bool,
}

impl<'a> Findings<'a> {
    /// All of them, sorted.
    pub(super) fn sorted(&self) -> Vec<Diagnostic> {
        let mut sorted = self.diagnostics.clone();
        sorted.sort();
        sorted.into_iter().collect()
    }

    /// The path of a file from the root of the repository; `None` for a file that is in no repository.
    pub(super) fn path(&self, file: FileId) -> Option<String> {
        let name = self.sources.name(file);
        (self.is_inside)(name).then(|| format!("{}{name}", self.folder))
    }

    /// The path of a file, or its name if it is in no repository.
    pub(super) fn name(&self, file: FileId) -> String {
        let path = self.path(file);
        path.unwrap_or_else(|| self.sources.name(file).to_owned())
    }
}
