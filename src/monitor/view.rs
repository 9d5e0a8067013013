//! What monitors see of the run.

use crate::ruleset::{MISSING, PhaseId, Ruleset, Value};
use crate::run::Scene;
use crate::scenario::{Moment, Path};

/// What a monitor sees of the run.
pub(super) struct MonitorView<'a, 'b> {
    pub rules: &'a Ruleset,
    /// The phases that run, the outermost first, each with its number; [`MISSING`] if it has none.
    pub running: &'a Path,
    pub scene: &'a Scene<'b>,
}

impl MonitorView<'_, '_> {
    pub fn actor(&self, act: u32) -> u32 {
        self.scene.journal().act(act).actor
    }

    pub fn is_now(&self, moment: Option<&Moment>) -> bool {
        let part = moment.and_then(|moment| moment.part);
        is_within(self.running, moment)
            && part.is_none_or(|part| self.running.contains(&(part, MISSING)))
    }
}

/// The phases that run with their numbers, `path` those that have one.
pub(super) fn numbered(running: &[PhaseId], path: &[(PhaseId, Value)]) -> Path {
    let number = |phase: PhaseId| path.iter().find(|one| one.0 == phase);
    let all = running.iter();
    all.map(|&phase| (phase, number(phase).map_or(MISSING, |one| one.1)))
        .collect()
}

/// Whether all phases of a moment that have numbers run, with these.
pub(super) fn is_within(path: &[(PhaseId, Value)], moment: Option<&Moment>) -> bool {
    moment.is_none_or(|moment| moment.has(path))
}
