//! Journals as lists of what happened, each with all its values, so that two can be compared wherever they keep these.

use affray::journal::{Journal, Range, Said, What};

/// What happened, one after the other: each entry, and before it what acts were called with it.
///
/// An empty line that is told again while it is still empty is left out: whether it is depends on how well the machine knows what the line depends on.
pub fn told(journal: &Journal) -> Vec<String> {
    let mut told = Vec::new();
    let mut titles = journal.titles.iter().peekable();
    let mut empty_before = false;
    for (number, entry) in journal.entries.iter().enumerate() {
        while let Some(title) = titles.next_if(|title| title.entry as usize <= number) {
            let said = said(journal, title.said);
            told.push(format!("called {} {} {said}", title.act, title.stage));
        }
        if let What::Arranged { line } = entry.what {
            let is_empty = journal.values(journal.lines[line as usize].acts).is_empty();
            if std::mem::replace(&mut empty_before, is_empty) && is_empty {
                continue;
            }
        }
        let what = what(journal, entry.what);
        told.push(format!("{:?} {what}", entry.cause.map(|cause| cause.0)));
    }
    told
}

/// The acts, as they stood at the end.
pub fn acts(journal: &Journal) -> Vec<String> {
    let acts = journal.acts.iter().map(|act| {
        let attributes = values(journal, act.attributes);
        let whence = (act.declaration, act.tactic);
        format!("{} {:?} {whence:?} {attributes}", act.actor, act.action)
    });
    acts.collect()
}

fn values(journal: &Journal, range: Range) -> String {
    format!("{:?}", journal.values(range))
}

fn said(journal: &Journal, said: Said) -> String {
    format!("{:?} {}", said.template, values(journal, said.values))
}

/// An entry with its values in place of where they are kept.
fn what(journal: &Journal, what: What) -> String {
    let nowhere = Range::default();
    let bare = |what: What| format!("{what:?}");
    let blank = |it: Said| Said {
        values: nowhere,
        ..it
    };
    let with = |what: What, ranges: &[Range]| {
        let all: Vec<String> = ranges.iter().map(|&range| values(journal, range)).collect();
        format!("{what:?} {}", all.join(" "))
    };
    match what {
        What::Arranged { line } => {
            let line = &journal.lines[line as usize];
            let ranges = [
                line.acts,
                line.batches,
                line.keys,
                line.placed,
                line.against,
            ];
            let all: Vec<String> = ranges.iter().map(|&range| values(journal, range)).collect();
            format!(
                "Arranged order {} width {} acts, batches, keys, placed, against {} {:?}",
                line.order,
                line.width,
                all.join(" "),
                line.rulings
            )
        }
        What::Rolled {
            who,
            purpose,
            throw,
            faces,
            total,
        } => with(
            What::Rolled {
                who,
                purpose,
                throw,
                faces: nowhere,
                total,
            },
            &[faces],
        ),
        What::Asked {
            who,
            question,
            said,
            about,
            answer,
            by_default,
        } => with(
            What::Asked {
                who,
                question,
                said: blank(said),
                about: nowhere,
                answer,
                by_default,
            },
            &[said.values, about],
        ),
        What::BatchBegins { acts, place } => with(
            What::BatchBegins {
                acts: nowhere,
                place: nowhere,
            },
            &[acts, place],
        ),
        What::Raised { event, values } => with(
            What::Raised {
                event,
                values: nowhere,
            },
            &[values],
        ),
        What::Refused { act, because } => with(
            What::Refused {
                act,
                because: blank(because),
            },
            &[because.values],
        ),
        What::Void { act, because } => with(
            What::Void {
                act,
                because: blank(because),
            },
            &[because.values],
        ),
        What::Noted { said } => with(What::Noted { said: blank(said) }, &[said.values]),
        What::Cancelled { act, word, because } => {
            let ranges: Vec<Range> = because.iter().map(|it| it.values).collect();
            let because = because.map(blank);
            with(What::Cancelled { act, word, because }, &ranges)
        }
        What::Ended { because } => {
            let ranges: Vec<Range> = because.iter().map(|it| it.values).collect();
            let because = because.map(blank);
            with(What::Ended { because }, &ranges)
        }
        What::PhaseBegins { .. }
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
        | What::Corrected { .. } => bare(what),
    }
}
