//! Which corrections of a scenario are due. The machine asks whenever a person is asked for something.

use crate::ruleset::{PhaseId, Value};
use crate::scenario::{Correction, Occasion};

/// How often each correction of a scenario could have been made so far.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct CorrectionCounts(Vec<u32>);

impl CorrectionCounts {
    /// A run begins in which there are so many corrections.
    pub fn begin(&mut self, count: usize) {
        self.0.clear();
        self.0.resize(count, 0);
    }

    /// A person is asked for something: the numbers of the corrections that are to be made before, in the order of the scenario. Time: linear in all
    /// corrections.
    pub fn due(
        &mut self,
        corrections: &[Correction],
        occasion: Occasion,
        path: &[(PhaseId, Value)],
        running: &[PhaseId],
    ) -> Vec<u32> {
        let counts = self.0.iter_mut().zip(corrections).zip(0..);
        let due = counts.filter_map(|((count, correction), number)| {
            if !correction.fits(occasion, path, running) {
                return None;
            }
            *count = count.saturating_add(1);
            (*count == correction.number()).then_some(number)
        });
        due.collect()
    }
}
