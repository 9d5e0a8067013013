//! Journals as lists of what happened, each with all its values, so that two can be compared wherever they keep these.

use std::mem::take;

use affray::journal::{ActRecord, Journal, Range, Ruling, Said, What};
use affray::ruleset::{ItemId, TemplateId, Value};

/// What happened, with its values in place of where the journal keeps them.
#[derive(Debug, PartialEq)]
pub enum Told<'j> {
    /// An act was called so.
    Called {
        act: u32,
        stage: u16,
        template: TemplateId,
        values: &'j [Value],
    },
    /// The line was worked out.
    Arranged {
        cause: Option<ItemId>,
        order: u32,
        width: u32,
        acts: &'j [Value],
        batches: &'j [Value],
        keys: &'j [Value],
        placed: &'j [Value],
        against: &'j [Value],
        rulings: &'j [Ruling],
    },
    /// Anything else.
    Did {
        cause: Option<ItemId>,
        what: What,
        values: [&'j [Value]; 2],
    },
}

/// What happened, one after the other: each entry, and before it what acts were called with it.
///
/// An empty line that is told again while it is still empty is left out: whether it is depends on how well the machine knows what the line depends on.
pub fn told(journal: &Journal) -> Vec<Told<'_>> {
    let mut told = Vec::with_capacity(journal.entries.len() + journal.titles.len());
    let mut titles = journal.titles.iter().peekable();
    let mut empty_before = false;
    for (number, entry) in journal.entries.iter().enumerate() {
        while let Some(title) = titles.next_if(|title| title.entry as usize <= number) {
            told.push(Told::Called {
                act: title.act,
                stage: title.stage,
                template: title.said.template,
                values: journal.values(title.said.values),
            });
        }
        let cause = entry.cause;
        if let What::Arranged { line } = entry.what {
            let line = &journal.lines[line as usize];
            let acts = journal.values(line.acts);
            if std::mem::replace(&mut empty_before, acts.is_empty()) && acts.is_empty() {
                continue;
            }
            told.push(Told::Arranged {
                cause,
                order: line.order,
                width: line.width,
                acts,
                batches: journal.values(line.batches),
                keys: journal.values(line.keys),
                placed: journal.values(line.placed),
                against: journal.values(line.against),
                rulings: &line.rulings,
            });
            continue;
        }
        let mut what = entry.what;
        let values = ranges(&mut what).map(|range| journal.values(range));
        told.push(Told::Did {
            cause,
            what,
            values,
        });
    }
    told
}

/// The acts, as they stood at the end, and the values of their attributes.
pub fn acts(journal: &Journal) -> Vec<(ActRecord, &[Value])> {
    let acts = journal.acts.iter().map(|act| {
        let attributes = Range::default();
        let bare = ActRecord { attributes, ..*act };
        (bare, journal.values(act.attributes))
    });
    acts.collect()
}

/// Takes out of an entry where its values are kept.
fn ranges(what: &mut What) -> [Range; 2] {
    let none = Range::default();
    let of = |said: &mut Option<Said>| said.as_mut().map_or(none, |said| take(&mut said.values));
    match what {
        What::Rolled { faces, .. } => [take(faces), none],
        What::Asked { said, about, .. } => [take(&mut said.values), take(about)],
        What::BatchBegins { acts, place } => [take(acts), take(place)],
        What::Raised { values, .. } => [take(values), none],
        What::Refused { because, .. } | What::Void { because, .. } => {
            [take(&mut because.values), none]
        }
        What::Noted { said } => [take(&mut said.values), none],
        What::Cancelled { because, .. } | What::Ended { because } => [of(because), none],
        What::Arranged { .. }
        | What::PhaseBegins { .. }
        | What::PhaseEnds { .. }
        | What::Declared { .. }
        | What::Added { .. }
        | What::Resolved { .. }
        | What::BatchEnds
        | What::Changed { .. }
        | What::Contradiction { .. }
        | What::Missed { .. }
        | What::Responded { .. }
        | What::Withheld { .. }
        | What::Consulted { .. }
        | What::Placed { .. }
        | What::Made { .. }
        | What::Corrected { .. } => [none; 2],
    }
}
