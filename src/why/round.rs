//! Each batch in turn, and why it came after the one before it.

use super::counterfactual::led::led;
use super::pair::Pair;
use super::selected::Selector;
use super::track::Track;
use super::{Cause, Reason, Run, corrections, ends, keys, replay, rulings, turns};
use crate::journal::{ActNumber, Fate, Line, Ruling};
use crate::ruleset::{MISSING, PhaseId, Value};
use std::cmp::Ordering;
use std::collections::{BTreeMap, VecDeque};

/// The entry with which a batch begins, and its acts.
type StartedBatch = (usize, Vec<ActNumber>);

/// Of how many turns it is looked at most why they came after others: the run is played again for each.
const MOST_TURNS: usize = 12;

/// The batches within these repetitions of phases; `only`: those with such acts.
pub fn reasons(
    run: &Run<'_>,
    track: &Track<'_>,
    within: &[(PhaseId, Value)],
    only: Option<&Selector>,
) -> Vec<Reason> {
    let is_meant = |act: ActNumber, entry: usize| {
        let stage = track.stage_at(act, entry);
        only.is_none_or(|only| only.fits(track, act, stage))
    };
    let before = std::iter::once(None).chain(track.batches.iter().map(Some));
    let batches: Vec<(Option<&StartedBatch>, &StartedBatch)> = before
        .zip(&track.batches)
        .filter(|(_, batch)| track.is_within(batch.0, within))
        .filter(|(_, (entry, acts))| acts.iter().any(|&act| is_meant(act, *entry)))
        .map(|(before, batch)| {
            let before = before.filter(|before| same_round(track, before.0, batch.0));
            (before, batch)
        })
        .collect();
    let corrected = corrected(run, track, &batches);
    let mut looked = 0;
    let reasons = batches
        .iter()
        .zip(corrected)
        .map(|(&(before, batch), mut more)| {
            let mut meant = batch.1.iter().copied();
            let act = meant.find(|&act| is_meant(act, batch.0));
            if let Some(act) = act.filter(|_| only.is_some()) {
                more.extend(how_it_came(run, track, act, before, batch));
                let next = track.batches.iter().find(|next| next.0 > batch.0);
                let next = next.filter(|next| same_round(track, batch.0, next.0));
                if let Some(next) = next.filter(|_| before.is_none()) {
                    more.extend(because(track, batch, next));
                }
            }
            let turn = act.and_then(|act| {
                // Of what came first it is told why it came before the next turn.
                let later = track.batches.iter().skip_while(|next| next.0 <= batch.0);
                let later = later.take_while(|next| same_round(track, batch.0, next.0));
                let later = later.filter(|_| only.is_some() && before.is_none());
                let others = before.into_iter().chain(later);
                let pair = turns::beside(run, track, (act, batch.0), others);
                let pair = pair.filter(|_| looked < MOST_TURNS)?;
                looked += 1;
                turns::cause(run, track, pair)
            });
            (batch.0, reason(run, track, before, batch, (turn, more)))
        });
    let mut reasons: Vec<(usize, Reason)> = reasons.collect();
    let acts = 0..track.lives.len() as ActNumber;
    let end = track.story.journal.entries.len();
    let is_within = |act: &ActNumber| match track.life(*act).ended {
        Some(ended) => track.is_within(ended, within) && is_meant(*act, ended),
        // Of acts that are asked for it is told, too, that they still waited at the end.
        None => {
            let is_asked = only.is_some() && waits(track, *act) && is_meant(*act, end);
            is_asked && track.is_within(track.seen(*act), within)
        }
    };
    let ended: Vec<ActNumber> = acts.filter(is_within).collect();
    reasons.extend(self::ended(run, track, &ended));
    reasons.sort_by_key(|reason| reason.0);
    reasons.into_iter().map(|(_, reason)| reason).collect()
}

/// How an act that is asked about alone came to stand where it did, as far as its batch does not say so: what of the rules added it, and that its place had gone by.
fn how_it_came(
    run: &Run<'_>,
    track: &Track<'_>,
    act: ActNumber,
    before: Option<&StartedBatch>,
    batch: &StartedBatch,
) -> Vec<Cause> {
    let stage = track.stage_at(act, batch.0);
    let is_told = before.is_some_and(|before| line_of_both(track, before, batch).is_none());
    let is_added = track.life(act).by.is_some() && stage == 0;
    let added = (is_added && !is_told).then(|| came_later(track, act, (0, None), batch.0));
    let missed = ends::missed_at(track, act, stage);
    // A trigger that adds it responds to an act, and may do so on an answer.
    let responded = track.responded(act).filter(|_| is_added);
    let about = responded.and_then(|entry| track.story.in_hand(entry));
    let led = about.and_then(|about| led(run, track, Pair::of([(act, 0), about])));
    let became = ends::became(track, (act, stage));
    let all = added.into_iter().chain(led).chain(missed);
    all.chain(became).collect()
}

/// Whether an act still waited at the end of the run.
fn waits(track: &Track<'_>, act: ActNumber) -> bool {
    let life = track.life(act);
    let done = life.resolved.len() >= usize::from(track.stages(act));
    life.came.is_some() && life.ended.is_none() && !done
}

/// Of each of these acts that it was refused, void or cancelled, or still waited at the end, and why, with the entry that says so. Plays the run again if there are any.
pub fn ended(run: &Run<'_>, track: &Track<'_>, acts: &[ActNumber]) -> Vec<(usize, Reason)> {
    let last = track.story.journal.entries.len().saturating_sub(1);
    let ended = acts.iter().filter_map(|&act| {
        let waiting = || waits(track, act).then_some(last);
        Some((act, track.life(act).ended.or_else(waiting)?))
    });
    let ended: Vec<(ActNumber, usize)> = ended.collect();
    if ended.is_empty() {
        return Vec::new();
    }
    // What stands first keeps the others waiting.
    let last_line = track.story.journal.lines.last().into_iter();
    let line = last_line.flat_map(|line| track.story.journal.values(line.acts));
    let mut line = line.filter_map(|&act| ActNumber::try_from(act).ok());
    let head = line.find(|&act| waits(track, act));
    let looked_at: Vec<ActNumber> = acts.iter().copied().chain(head).collect();
    let seen = ends::look(run, track, &looked_at);
    let reasons = ended.into_iter().map(|(act, entry)| {
        let stage = track.stage_at(act, entry);
        let mut because = vec![ends::cause(track, (act, stage), &seen)];
        because.extend(ends::became(track, (act, stage)));
        if ends::is_left_waiting(track, act) {
            let own = ends::kept_waiting(track, act, &seen);
            let head = head.filter(|_| track.life(act).ended.is_none());
            let kept = own.or_else(|| ends::kept_waiting(track, head?, &seen));
            because.extend(kept);
        }
        let reason = Reason::Ended {
            moment: track.moment(entry),
            act: track.act_at(act, stage, entry),
            because,
        };
        (entry, reason)
    });
    reasons.collect()
}

/// The reason of the batch in which an act was carried out first.
pub fn of_act(run: &Run<'_>, track: &Track<'_>, act: ActNumber) -> Option<Reason> {
    let mut batches = track.batches.iter();
    let at = batches.position(|batch| batch.1.contains(&act))?;
    let batch = &track.batches[at];
    let before = at.checked_sub(1).map(|before| &track.batches[before]);
    let before = before.filter(|before| same_round(track, before.0, batch.0));
    Some(reason(run, track, before, batch, (None, Vec::new())))
}

/// For each batch the corrections that bear on why it came after the one before it. Plays the run again if the scenario has any.
fn corrected(
    run: &Run<'_>,
    track: &Track<'_>,
    batches: &[(Option<&StartedBatch>, &StartedBatch)],
) -> Vec<Vec<Cause>> {
    let mut causes = vec![Vec::new(); batches.len()];
    let pairs = batches
        .iter()
        .enumerate()
        .filter_map(|(number, &(before, batch))| {
            let line = line_of_both(track, before?, batch)?;
            let acts = (
                unmoved(&track.story.journal.lines[line], &before?.1)?,
                unmoved(&track.story.journal.lines[line], &batch.1)?,
            );
            Some((number, line, acts))
        });
    let pairs: Vec<_> = pairs.collect();
    let traces = pairs.iter().flat_map(|&(number, line, acts)| {
        let line = (line, &track.story.journal.lines[line]);
        let traces = corrections::traces(track, line, acts, [number, batches.len()]);
        (traces.into_iter()).filter(move |trace| trace.question == number)
    });
    let traces: Vec<_> = traces.collect();
    if traces.is_empty() {
        return causes;
    }
    let seen = replay::look(run, track, (&[], &traces), (&[], &[]));
    for (number, line, _) in pairs {
        let read = seen.read.get(&number);
        causes[number] = corrections::causes(track, read, track.arranged[line]);
    }
    causes
}

/// Whether two entries belong to one repetition of the outermost counting phase.
fn same_round(track: &Track<'_>, a: usize, b: usize) -> bool {
    track.moments[a].first() == track.moments[b].first()
}

fn reason(
    run: &Run<'_>,
    track: &Track<'_>,
    before: Option<&StartedBatch>,
    batch: &StartedBatch,
    (turn, more): (Option<Cause>, Vec<Cause>),
) -> Reason {
    let (entry, acts) = batch;
    let mut because: Vec<Cause> = turn.into_iter().collect();
    because.extend(before.map_or_else(Vec::new, |before| self::because(track, before, batch)));
    because.extend(more);
    Reason::Batch {
        moment: track.moment(*entry),
        acts: carried_out(track, *entry, acts),
        after: before.map_or_else(Vec::new, |(entry, acts)| carried_out(track, *entry, acts)),
        first_of: before.is_none().then(|| {
            let moment = &track.moments[*entry];
            track.story.names.moment(&moment[..moment.len().min(1)])
        }),
        because,
        together: together(run, track, *entry, acts),
    }
}

/// The acts of a batch that begins with an entry, as they were when they were over: what they are aimed at may have been changed before that.
fn carried_out(track: &Track<'_>, entry: usize, acts: &[ActNumber]) -> Vec<String> {
    let told = acts.iter().map(|&act| {
        let stage = track.stage_at(act, entry);
        match track.left(act, stage) {
            Some(left) => track.act_at(act, stage, left),
            None => track.act(act, entry),
        }
    });
    told.collect()
}

/// The line, by number, in which some act of a batch stood at the same stage when the batch before it was carried out.
fn line_of_both(
    track: &Track<'_>,
    (before, _): &StartedBatch,
    (entry, later): &StartedBatch,
) -> Option<usize> {
    let line = track.line_at(*before)?;
    let stood = |&act: &ActNumber| {
        let placed = track.place(&track.story.journal.lines[line], act);
        placed.is_some() && track.stage_at(act, *before) == track.stage_at(act, *entry)
    };
    later.iter().any(stood).then_some(line)
}

/// Why one batch came after another.
fn because(track: &Track<'_>, before: &StartedBatch, batch: &StartedBatch) -> Vec<Cause> {
    let (entry, earlier) = (batch.0, &before.1);
    let later = &batch.1;
    match (line_of_both(track, before, batch), later.first()) {
        (Some(line), _) => {
            let line = &track.story.journal.lines[line];
            match (unmoved(line, earlier), unmoved(line, later)) {
                (Some(first), Some(second)) => between(track, line, (first, second), before.0),
                _ => Vec::new(),
            }
        }
        (None, Some(&act)) => {
            let earlier = earlier.first().copied();
            vec![came_later(track, act, (before.0, earlier), entry)]
        }
        (None, None) => Vec::new(),
    }
}

/// The rulings that have moved an act.
fn moved(line: &Line) -> impl Iterator<Item = &Ruling> {
    line.rulings
        .iter()
        .filter(|ruling| ruling.fate == Fate::Moved)
}

/// An act that no exception has moved, or the first.
fn unmoved(line: &Line, acts: &[ActNumber]) -> Option<ActNumber> {
    let is_moved = |act: ActNumber| moved(line).any(|ruling| ruling.mover == act);
    let found = acts.iter().copied().find(|&act| !is_moved(act));
    found.or(acts.first().copied())
}

/// Why an act was not in the line yet when an earlier one was carried out, at the stage that came next when an entry was written.
pub fn came_later(
    track: &Track<'_>,
    act: ActNumber,
    (before, earlier): (usize, Option<ActNumber>),
    entry: usize,
) -> Cause {
    let life = track.life(act);
    let shown = track.act(act, entry);
    let stage = track.stage_at(act, entry);
    let done = stage.checked_sub(1);
    let done = done.and_then(|done| life.resolved.get(usize::from(done)));
    let by = life.by.and_then(|item| track.quote_item(item));
    let (came, moment) = (life.came, |entry| track.moment(entry));
    match (done, came) {
        (Some(&done), _) => Cause::Stage {
            act: shown,
            after: track.act_at(act, stage - 1, done),
            moment: moment(done),
        },
        (None, Some(came)) if track.is_at_once(act) => Cause::AtOnce {
            act: shown,
            moment: moment(came),
            quote: track.quote_action(act),
        },
        (None, Some(came)) if came >= before && life.next => Cause::Next { act: shown, by },
        (None, came) => {
            let came = came.unwrap_or(entry);
            let same = track.moments[came] == track.moments[before];
            // Where the repetitions do not tell when it came, the phase without numbers does.
            let is_around = track.moments[before].starts_with(&track.moments[came]);
            let part = track.part(came).filter(|_| is_around);
            let part = part.filter(|part| Some(*part) != track.part(before));
            let after = earlier.filter(|_| same && came > before && part.is_none());
            let place = if after.is_some() { "then" } else { "there" };
            let declared = || track.declaration(act, came, place);
            let phases = &track.story.names.rules.phases;
            let is_beside = |other: &PhaseId| {
                let parents = part.map(|part| phases[part.index()].parent);
                parents == Some(phases[other.index()].parent)
            };
            let other = track.part(before).filter(is_beside);
            let called = |part| track.story.names.phase(part, MISSING);
            let part = part.map(|part| match other {
                Some(other) => format!("{}, which stands behind {}", called(part), called(other)),
                None => called(part),
            });
            let moment = [Some(moment(came)).filter(|came| !came.is_empty()), part];
            Cause::Later {
                act: shown,
                moment: moment.into_iter().flatten().collect::<Vec<_>>().join(", "),
                after: after.map(|after| track.act(after, before)),
                by,
                declared: life.by.is_none().then(declared).flatten(),
                unasked: Vec::new(),
            }
        }
    }
}

/// That an act came as the very next batch, if it did.
pub fn came_next(track: &Track<'_>, act: ActNumber, entry: usize) -> Option<Cause> {
    let life = track.life(act);
    (life.next && track.stage_at(act, entry) == 0).then(|| Cause::Next {
        act: track.act(act, entry),
        by: life.by.and_then(|item| track.quote_item(item)),
    })
}

/// Why one act of a line stands before another: that it came as the very next batch, the exceptions that stand between the two, the key that
/// decides; where the keys say otherwise, whatever moved either of them.
pub fn between(
    track: &Track<'_>,
    line: &Line,
    (first, second): (ActNumber, ActNumber),
    entry: usize,
) -> Vec<Cause> {
    let mut causes = Vec::from_iter(came_next(track, first, entry));
    if !causes.is_empty() {
        return causes;
    }
    let by_keys = keys::compare(track, line, first, second).ordering;
    let standing = rulings::on_pair(line, first, second).filter(|ruling| rulings::stands(ruling));
    causes.extend(standing.filter_map(|ruling| rulings::cause(track, line, ruling, entry)));
    if by_keys != Ordering::Less && causes.is_empty() {
        causes.extend(by_others(track, line, (first, second), entry));
        if causes.is_empty() {
            causes.extend(by_chain(track, line, (first, second), entry));
        }
    }
    causes.extend(keys::cause(track, line, (first, second), entry));
    causes
}

/// What moved either of two acts in relation to a third, and how that stands to the other of the two by their keys.
fn by_others(
    track: &Track<'_>,
    line: &Line,
    (first, second): (ActNumber, ActNumber),
    entry: usize,
) -> Vec<Cause> {
    let links = moved(line).filter_map(|ruling| match ruling.mover {
        mover if mover == second => Some((ruling, (first, ruling.reference))),
        mover if mover == first => Some((ruling, (ruling.reference, second))),
        _ => None,
    });
    // One that moves it in relation to an act on the other side says nothing of the two.
    let batch = |act| track.place(line, act).map(|place| place.0);
    let links = links.filter(|(_, link)| batch(link.0) <= batch(link.1));
    let mut causes = Vec::new();
    for (ruling, link) in links {
        causes.extend(rulings::cause(track, line, ruling, entry));
        match keys::compare(track, line, link.0, link.1).ordering {
            Ordering::Less => causes.extend(keys::cause(track, line, link, entry)),
            Ordering::Equal if link.0 != link.1 => {
                causes.push(keys::all_equal(track, line, &[link.0, link.1], entry));
            }
            _ => {}
        }
    }
    causes
}

/// What relates an act to one that stands with it or behind it.
enum ActLink<'l> {
    Ruling(&'l Ruling),
    /// The keys put it behind.
    Keys,
    /// The keys are equal, and the two stand together.
    Equal,
}

fn link<'l>(track: &Track<'_>, line: &'l Line, a: ActNumber, b: ActNumber) -> Option<ActLink<'l>> {
    let (here, there) = (track.place(line, a)?.0, track.place(line, b)?.0);
    if here > there {
        return None;
    }
    if let Some(ruling) = rulings::on_pair(line, a, b).find(|ruling| rulings::stands(ruling)) {
        return Some(ActLink::Ruling(ruling));
    }
    match keys::compare(track, line, a, b).ordering {
        Ordering::Less if here < there => Some(ActLink::Keys),
        Ordering::Equal if here == there => Some(ActLink::Equal),
        _ => None,
    }
}

/// The shortest chain of exceptions and keys that leads from one act by way of others to a second: why it stands before that although nothing
/// relates the two themselves. Breadth first, exceptions before keys; of equally short chains the one by way of the acts that are listed first.
fn by_chain(
    track: &Track<'_>,
    line: &Line,
    (first, second): (ActNumber, ActNumber),
    entry: usize,
) -> Vec<Cause> {
    let acts = track.story.journal.values(line.acts);
    let acts = || acts.iter().map(|&act| act as ActNumber);
    let mut reached: BTreeMap<ActNumber, (ActNumber, ActLink<'_>)> = BTreeMap::new();
    let mut queue = VecDeque::from([first]);
    while let Some(act) = queue.pop_front() {
        let open = acts().filter(|&next| next != first && !reached.contains_key(&next));
        let mut links: Vec<_> = open
            .filter_map(|next| Some((next, link(track, line, act, next)?)))
            .collect();
        links.sort_by_key(|(_, link)| !matches!(link, ActLink::Ruling(_)));
        for (next, link) in links {
            queue.push_back(next);
            reached.insert(next, (act, link));
        }
    }
    let mut chain = Vec::new();
    let mut act = second;
    while let Some((from, link)) = reached.get(&act) {
        chain.push(((*from, act), link));
        act = *from;
    }
    let causes = chain.iter().rev().flat_map(|(pair, link)| match link {
        ActLink::Ruling(ruling) => rulings::cause(track, line, ruling, entry),
        ActLink::Keys => keys::cause(track, line, *pair, entry),
        ActLink::Equal => Some(keys::all_equal(track, line, &[pair.0, pair.1], entry)),
    });
    causes.collect()
}

/// Why the acts of a batch came together.
fn together(run: &Run<'_>, track: &Track<'_>, entry: usize, acts: &[ActNumber]) -> Vec<Cause> {
    let line = track.line_at(entry);
    let line = line.map(|line| &track.story.journal.lines[line]);
    let (Some(line), Some((&one, others))) = (line, acts.split_first()) else {
        return Vec::new();
    };
    if others.is_empty() {
        return Vec::new();
    }
    let mut causes = Vec::new();
    let is_equal =
        |&&other: &&ActNumber| keys::compare(track, line, one, other).ordering == Ordering::Equal;
    let equal: Vec<ActNumber> = std::iter::once(one)
        .chain(others.iter().filter(is_equal).copied())
        .collect();
    if equal.len() > 1 {
        causes.extend(turns::equal(run, track, line, &equal, entry));
    }
    let moved = moved(line)
        .filter(|ruling| acts.contains(&ruling.mover) && acts.contains(&ruling.reference));
    causes.extend(moved.filter_map(|ruling| rulings::cause(track, line, ruling, entry)));
    causes
}
