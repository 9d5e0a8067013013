//! Two acts: why the one before the other, and what kept the other from going first.

use super::selector::Selector;
use super::track::Track;
use super::{Cause, Quote, Reason, Stay, keys, round, rulings};
use crate::journal::{ActNumber, Line, What};
use crate::ruleset::{PhaseId, Value};
use std::cmp::Ordering;

/// Two acts that stand in a line, at the stages that come next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Pair {
    acts: (ActNumber, ActNumber),
    stages: (u16, u16),
}

/// The answer for the first two such acts within these repetitions of phases.
pub fn reasons(
    track: &Track<'_>,
    within: &[(PhaseId, Value)],
    first: &Selector,
    second: &Selector,
) -> Vec<Reason> {
    match last_line(track, within, first, second) {
        Some((line, pair)) => vec![in_one_line(track, line, pair)],
        None => apart(track, within, first, second),
    }
}

/// The first pair that stood in one line, and the last line in which it did: the one that counted.
fn last_line(
    track: &Track<'_>,
    within: &[(PhaseId, Value)],
    first: &Selector,
    second: &Selector,
) -> Option<(usize, Pair)> {
    let lines =
        (0..track.arranged.len()).filter(|&line| track.is_within(track.arranged[line], within));
    let mut found: Option<(usize, Pair)> = None;
    for line in lines {
        match found {
            None => found = pair_in(track, line, first, second).map(|pair| (line, pair)),
            Some((_, pair)) if holds(track, line, pair) => found = Some((line, pair)),
            Some(_) => break,
        }
    }
    found
}

/// The first pair of such acts in a line, in its order.
fn pair_in(track: &Track<'_>, number: usize, first: &Selector, second: &Selector) -> Option<Pair> {
    let entry = track.arranged[number];
    let acts = track
        .story
        .journal
        .values(track.story.journal.lines[number].acts);
    let all = |selector: &Selector| {
        let acts = acts.iter().map(|&act| act as ActNumber);
        let fits = |act: &ActNumber| selector.fits(track, *act, track.stage_at(*act, entry));
        acts.filter(fits).collect::<Vec<_>>()
    };
    let seconds = all(second);
    let (a, b) = all(first).into_iter().find_map(|a| {
        let b = seconds.iter().copied().find(|&b| b != a)?;
        Some((a, b))
    })?;
    Some(Pair {
        acts: (a, b),
        stages: (track.stage_at(a, entry), track.stage_at(b, entry)),
    })
}

fn holds(track: &Track<'_>, number: usize, pair: Pair) -> bool {
    let entry = track.arranged[number];
    let line = &track.story.journal.lines[number];
    let (a, b) = pair.acts;
    track.place(line, a).is_some()
        && track.place(line, b).is_some()
        && pair.stages == (track.stage_at(a, entry), track.stage_at(b, entry))
}

fn in_one_line(track: &Track<'_>, number: usize, pair: Pair) -> Reason {
    let line = &track.story.journal.lines[number];
    let arranged = track.arranged[number];
    let (a, b) = pair.acts;
    let batch = |act| track.place(line, act).map_or(0, |place| place.0);
    let reversed = batch(a) > batch(b);
    let together = batch(a) == batch(b);
    let (first, second) = if reversed { (b, a) } else { (a, b) };
    let because = if together {
        side_by_side(track, line, (first, second), arranged)
    } else {
        round::between(track, line, (first, second), arranged)
    };
    let but = rulings::on_pair(line, first, second)
        .filter(|ruling| rulings::could_have_reversed(track, ruling, second))
        .filter_map(|ruling| rulings::cause(track, line, ruling, arranged));
    let came = [first, second].map(|act| leaves(track, act, arranged));
    Reason::Pair {
        moment: track.moment(came.into_iter().flatten().min().unwrap_or(arranged)),
        first: track.act(first, arranged),
        second: track.act(second, arranged),
        together,
        reversed,
        because,
        but: but.collect(),
    }
}

/// The entry by which the present stage of an act is over.
fn leaves(track: &Track<'_>, act: ActNumber, entry: usize) -> Option<usize> {
    let life = &track.lives[act as usize];
    let resolved = life.resolved.get(usize::from(track.stage_at(act, entry)));
    resolved.copied().or(life.ended)
}

/// Why two acts stood in one batch.
fn side_by_side(
    track: &Track<'_>,
    line: &Line,
    (first, second): (ActNumber, ActNumber),
    entry: usize,
) -> Vec<Cause> {
    let standing = rulings::on_pair(line, first, second).filter(|ruling| rulings::stands(ruling));
    let mut causes: Vec<Cause> = standing
        .filter_map(|ruling| rulings::cause(track, line, ruling, entry))
        .collect();
    match keys::compare(track, line, first, second).ordering {
        Ordering::Equal => causes.push(Cause::Equal {
            acts: track.acts(&[first, second], entry),
        }),
        _ => causes.extend(keys::cause(track, line, (first, second), entry)),
    }
    causes
}

/// Two acts that never stood in one line: when each of them came and went.
fn apart(
    track: &Track<'_>,
    within: &[(PhaseId, Value)],
    first: &Selector,
    second: &Selector,
) -> Vec<Reason> {
    let mut stays = Vec::new();
    let mut taken = None;
    for selector in [first, second] {
        let found = (0..track.lives.len() as ActNumber)
            .filter(|&act| Some(act) != taken)
            .find(|&act| {
                let seen = seen(track, act);
                selector.fits_any_stage(track, act) && track.is_within(seen, within)
            });
        let Some(act) = found else {
            return vec![Reason::Absent {
                act: selector.shown(track),
            }];
        };
        taken = Some(act);
        stays.push(stay(track, act));
    }
    vec![Reason::Apart { acts: stays }]
}

/// The entry with which an act came up.
fn seen(track: &Track<'_>, act: ActNumber) -> usize {
    let life = &track.lives[act as usize];
    life.came.or(life.ended).unwrap_or(usize::MAX)
}

fn stay(track: &Track<'_>, act: ActNumber) -> Stay {
    let life = &track.lives[act as usize];
    let left = life.ended.or(life.resolved.last().copied());
    let by: Option<Quote> = life.by.and_then(|item| track.quote_item(item));
    Stay {
        act: track.story.act(act, seen(track, act)),
        came: life.came.map(|came| track.moment(came)),
        next: life.next,
        by,
        left: left.map(|left| track.moment(left)),
        fate: left.map(|left| fate(track, left)),
    }
}

/// What became of an act, in a word.
fn fate(track: &Track<'_>, entry: usize) -> String {
    let entry = track.story.journal.entries.get(entry);
    match entry.map(|entry| entry.what) {
        Some(What::Cancelled { word, .. }) => track.story.names.word(word),
        Some(What::Void { .. }) => "void".to_string(),
        Some(What::Refused { .. }) => "refused".to_string(),
        _ => "carried out".to_string(),
    }
}
