//! What monitors see of the run.

use crate::ruleset::{PhaseId, Ruleset, Value};
use crate::run::Scene;
use crate::scenario::{Moment, Path};

/// What a monitor sees of the run.
pub(super) struct MonitorView<'a, 'b> {
    pub rules: &'a Ruleset,
    pub path: &'a Path,
    pub scene: &'a Scene<'b>,
}

impl MonitorView<'_, '_> {
    pub fn actor(&self, act: u32) -> u32 {
        self.scene.journal().act(act).actor
    }

    pub fn is_now(&self, moment: Option<&Moment>) -> bool {
        is_within(self.path, moment)
    }
}

/// Whether all phases of a moment run, with its numbers.
pub(super) fn is_within(path: &[(PhaseId, Value)], moment: Option<&Moment>) -> bool {
    moment.is_none_or(|moment| moment.path.iter().all(|part| path.contains(part)))
}
