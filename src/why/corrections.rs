//! Which corrections by the game master gave attributes the values that decided between two acts. Knows nothing of places in the line.

use std::collections::{BTreeMap, BTreeSet};

use super::replay::Trace;
use super::track::Track;
use super::{Cause, Run, keys, rulings};
use crate::journal::{ActNumber, Fate, Line, What};
use crate::ruleset::index::to_index;
use crate::ruleset::{KindId, Movement, Slot};
use crate::scenario::{AttributeChange, Deed};

/// The entry with which a record joined the run, if the scenario lets it join in the course of it.
pub fn joined(run: &Run<'_>, track: &Track<'_>, (kind, record): (KindId, u32)) -> Option<usize> {
    let mut entries = track.story.journal.entries.iter();
    entries.position(|entry| match entry.what {
        What::Corrected { correction } => {
            let correction = run.scenario.corrections.get(to_index(correction.into()));
            correction.is_some_and(|one| matches!(&one.deed, Deed::Join(of, all) if *of == kind && all.contains(&record)))
        }
        _ => false,
    })
}

/// What bears on the order of two acts of a line: the key that tells them apart, and what each exception that names them has looked at; `questions`: for
/// what decided, and for what could have. Nothing where the scenario corrects no attribute.
pub fn traces(
    track: &Track<'_>,
    (number, line): (usize, &Line),
    (a, b): (ActNumber, ActNumber),
    questions: [usize; 2],
) -> Vec<Trace> {
    let corrections = &track.story.names.scenario.corrections;
    let mut deeds = corrections.iter().map(|one| &one.deed);
    if !deeds.any(|deed| matches!(deed, Deed::Set(_))) {
        return Vec::new();
    }
    let trace = |expr, acts, decided: bool| Trace {
        line: number,
        expr,
        acts,
        question: questions[usize::from(!decided)],
    };
    let mut traces = Vec::new();
    for act in [a, b] {
        if let Some(expr) = keys::expression(track, line, (a, b), act) {
            traces.push(trace(expr, vec![act], true));
        }
    }
    for ruling in rulings::on_pair(line, a, b) {
        let Some(rule) = rulings::exception(track, ruling.by) else {
            continue;
        };
        let compared = match rule.moves {
            Movement::Compare { left, right, .. } => vec![left, right],
            Movement::Relation { .. } => Vec::new(),
        };
        let (one, other) = rulings::names(rule, ruling);
        let (seen, compared) = match ruling.fate {
            Fate::GuardFailed(guard) => (usize::from(guard) + 1, Vec::new()),
            _ => (rule.guards.len(), compared),
        };
        let looked_at = rule.guards.iter().take(seen).chain(&compared);
        let decided = rulings::stands(ruling);
        traces.extend(looked_at.map(|&expr| trace(expr, vec![one, other], decided)));
    }
    traces
}

/// The corrections that gave these attributes the values that they had when an entry was written: each once, in the order of the scenario.
/// `O(n log n)` in the entries before it.
pub fn causes(
    track: &Track<'_>,
    reads: Option<&BTreeSet<(KindId, u32, Slot)>>,
    entry: usize,
) -> Vec<Cause> {
    let Some(reads) = reads else {
        return Vec::new();
    };
    let entries = &track.story.journal.entries;
    let mut last: BTreeMap<(KindId, u32, Slot), Option<u32>> = BTreeMap::new();
    let mut corrected = None;
    for one in entries.iter().take(entry) {
        if let What::Changed {
            kind, record, slot, ..
        } = one.what
            && reads.contains(&(kind, record, slot))
        {
            let by = corrected.filter(|&number| sets(track, number, (kind, record, slot)));
            last.insert((kind, record, slot), by);
        }
        corrected = match one.what {
            What::Corrected { correction } => Some(correction),
            _ => None,
        };
    }
    let numbers: BTreeSet<u32> = last.into_values().flatten().collect();
    let quotes = numbers.into_iter();
    let quotes = quotes.filter_map(|number| track.quote_correction(number, entry));
    quotes.map(|quote| Cause::Corrected { quote }).collect()
}

/// Whether a correction sets this attribute.
fn sets(track: &Track<'_>, number: u32, cell: (KindId, u32, Slot)) -> bool {
    let correction = track.story.names.scenario.corrections.get(number as usize);
    correction.is_some_and(|correction| match correction.deed {
        Deed::Set(AttributeChange {
            kind, record, slot, ..
        }) => (kind, record, slot) == cell,
        Deed::Join(..) | Deed::Move(_) => false,
    })
}
