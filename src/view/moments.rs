//! When each entry of a journal was written: the repeated phases that ran, and their numbers.

use crate::journal::{Journal, What};
use crate::ruleset::{MISSING, PhaseId, Value};

/// Counting phases and their numbers, the outermost first.
pub type PhaseNumbers = Vec<(PhaseId, Value)>;

/// The periods that run when a journal ends.
pub fn last_moment(journal: &Journal) -> PhaseNumbers {
    let mut last = moments(journal).pop().unwrap_or_default();
    if let Some(What::PhaseEnds { number, .. }) = journal.entries.last().map(|entry| entry.what)
        && number != MISSING
    {
        last.pop();
    }
    last
}

/// The moment of each entry. The beginning and the end of a phase belong to it.
pub fn moments(journal: &Journal) -> Vec<PhaseNumbers> {
    let mut present = PhaseNumbers::new();
    let mut moments = Vec::with_capacity(journal.entries.len());
    for entry in &journal.entries {
        match entry.what {
            What::PhaseBegins { phase, number, .. } if number != MISSING => {
                present.push((phase, number));
                moments.push(present.clone());
            }
            What::PhaseEnds { number, .. } if number != MISSING => {
                moments.push(present.clone());
                present.pop();
            }
            _ => moments.push(present.clone()),
        }
    }
    moments
}
