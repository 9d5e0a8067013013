//! Where two courses part: the first point that a reader of the runs sees, or else the first of what the rules keep.

use super::trace::{RunTrace, TraceEvent};

/// Where two runs part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parting {
    /// The event of the first run; none: it has come to its end.
    pub left: Option<usize>,
    /// The event of the second run.
    pub right: Option<usize>,
    /// The run in which there is nothing like what happens in the other, and which goes on with what comes in both: 0 or 1.
    pub lacks: Option<usize>,
    /// What differs there.
    pub what: Parted,
}

/// What differs where two runs part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Parted {
    /// Who acts, or when.
    Order,
    /// What comes of it.
    Outcome,
    /// What is rolled or asked.
    Table,
    /// One of the two stops with an error.
    Stop,
    /// Only when something is rolled or asked that comes in both.
    Sequence,
    /// Only what no reader of the run sees.
    Books,
}

/// The first point at which two runs differ, if there is one: of what a reader sees, or else of what the rules keep.
pub fn parting(left: &RunTrace, right: &RunTrace) -> Option<Parting> {
    let is_same = left.events == right.events && left.stopped == right.stopped;
    let stop = [left.stopped, right.stopped];
    let among = |is_told: fn(bool) -> bool| {
        let [a, b] = [left, right].map(|run| {
            let numbers = 0..run.events.len();
            numbers
                .filter(|event| is_told(run.seen[*event]))
                .collect::<Vec<_>>()
        });
        let found = parting_among(
            &a.iter()
                .map(|event| &left.events[*event])
                .collect::<Vec<_>>(),
            &b.iter()
                .map(|event| &right.events[*event])
                .collect::<Vec<_>>(),
            stop,
        )?;
        Some(Parting {
            left: found.left.map(|event| a[event]),
            right: found.right.map(|event| b[event]),
            ..found
        })
    };
    if is_same {
        return None;
    }
    among(|is_seen| is_seen).or_else(|| {
        among(|_| true).map(|parting| Parting {
            what: Parted::Books,
            ..parting
        })
    })
}

fn parting_among(a: &[&TraceEvent], b: &[&TraceEvent], stopped: [bool; 2]) -> Option<Parting> {
    let same = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    let (one, other) = (a.get(same).copied(), b.get(same).copied());
    let point = |left: usize, right: usize, what: Parted, lacks: Option<usize>| Parting {
        left: a.get(left).map(|_| left),
        right: b.get(right).map(|_| right),
        lacks,
        what,
    };
    // A batch in which a run stops has not been carried out to its end: that is no other order.
    let stops_there = [
        stopped == [true, false] && stops_within(&a[same..], other),
        stopped == [false, true] && stops_within(&b[same..], one),
    ];
    match stops_there {
        [true, _] => return Some(point(a.len(), same, Parted::Stop, None)),
        [_, true] => return Some(point(same, b.len(), Parted::Stop, None)),
        [false, false] => {}
    }
    if stopped[0] || stopped[1] {
        if stopped[0] && stopped[1] && (one.is_none() || other.is_none()) {
            return None;
        }
        if (stopped[0] && one.is_none()) || (stopped[1] && other.is_none()) {
            return Some(point(same, same, Parted::Stop, None));
        }
    }
    if one.is_none() && other.is_none() {
        return None;
    }
    let Some((left, right)) = past_what_both_ask(&a[same..], &b[same..]) else {
        // One of these comes sooner than in the other run.
        let at = |own: &[&TraceEvent], event: Option<&TraceEvent>| {
            let later = own[same..].iter().position(|other| Some(*other) == event);
            later.map_or(same, |later| same + later)
        };
        let (left, right) = match one {
            Some(TraceEvent::Rolled(..) | TraceEvent::Asked(..)) => (same, at(b, one)),
            _ => (at(a, other), same),
        };
        return Some(point(left, right, Parted::Sequence, None));
    };
    let (left, right) = (left + same, right + same);
    let (one, other) = (a.get(left).copied(), b.get(right).copied());
    let is_batch = |event: Option<&TraceEvent>| matches!(event, Some(TraceEvent::Batch(..)));
    let is_more =
        |event, of: &[&TraceEvent], than: &[&TraceEvent]| times(event, of) > times(event, than);
    let more = match (one, other) {
        (Some(one), Some(other)) => {
            let (a, b) = (&a[left..], &b[right..]);
            [is_more(one, a, b), is_more(other, b, a)]
        }
        // What is left of the other one comes in both.
        _ => [
            one.is_some() && same < b.len(),
            other.is_some() && same < a.len(),
        ],
    };
    // Where the same batch comes next in both, what stands before it in one of them alone is no other order.
    let next = |events: &[&TraceEvent]| {
        events
            .iter()
            .copied()
            .find(|&event| is_batch(Some(event)))
            .cloned()
    };
    let is_before = next(&a[left..]).is_some() && next(&a[left..]) == next(&b[right..]);
    let lacks = match more {
        _ if is_batch(one) && is_batch(other) => None,
        [false, false] if is_before && is_batch(one) => Some(0),
        [false, false] if is_before && is_batch(other) => Some(1),
        [false, true] => Some(0),
        [true, false] => Some(1),
        _ => None,
    };
    let is_order = is_batch(one) && is_batch(other)
        || more == [false, false]
            && lacks.is_none()
            && (is_batch(one) || is_batch(other))
            && one.is_some()
            && other.is_some();
    let (one, other) = match lacks {
        Some(0) => (None, other),
        Some(_) => (one, None),
        None => (one, other),
    };
    let what = match (one, other) {
        (Some(TraceEvent::Rolled(..) | TraceEvent::Asked(..)), _)
        | (_, Some(TraceEvent::Rolled(..) | TraceEvent::Asked(..))) => Parted::Table,
        // The same comes in both, sooner or later.
        _ if is_order => Parted::Order,
        _ => Parted::Outcome,
    };
    let end = |events: &[&TraceEvent], at: usize| if at < events.len() { at } else { same };
    Some(point(end(a, left), end(b, right), what, lacks))
}

/// Whether a run that stops comes to its end within a batch which the other run has as well, with at least the same acts.
fn stops_within(own: &[&TraceEvent], other: Option<&TraceEvent>) -> bool {
    let ([TraceEvent::Batch(when, done), behind @ ..], Some(TraceEvent::Batch(then, all))) =
        (own, other)
    else {
        return false;
    };
    let is_asked = |event: &&TraceEvent| {
        matches!(
            event,
            TraceEvent::Thrown(_) | TraceEvent::Rolled(..) | TraceEvent::Asked(..)
        )
    };
    when == then && done.iter().all(|step| all.contains(step)) && behind.iter().all(is_asked)
}

/// How often something happens.
fn times(event: &TraceEvent, events: &[&TraceEvent]) -> usize {
    events.iter().filter(|other| **other == event).count()
}

/// How far two runs that part go on with what is rolled and asked in both, only sooner or later; `None` if that is all that differs.
fn past_what_both_ask(a: &[&TraceEvent], b: &[&TraceEvent]) -> Option<(usize, usize)> {
    let is_asked = |event: &TraceEvent, own: &[&TraceEvent], others: &[&TraceEvent]| {
        matches!(event, TraceEvent::Rolled(..) | TraceEvent::Asked(..))
            && times(event, own) <= times(event, others)
    };
    let came = |event: &TraceEvent, known: &mut Vec<&TraceEvent>| {
        let at = known.iter().position(|known| *known == event);
        at.map(|at| known.swap_remove(at)).is_some()
    };
    let (mut left, mut right) = (0, 0);
    let (mut left_knows, mut right_knows) = (Vec::new(), Vec::new());
    loop {
        match (a.get(left).copied(), b.get(right).copied()) {
            (Some(one), _) if came(one, &mut left_knows) => left += 1,
            (_, Some(other)) if came(other, &mut right_knows) => right += 1,
            (Some(one), Some(other)) if one == other => (left, right) = (left + 1, right + 1),
            (Some(one), _) if is_asked(one, &a[left..], &b[right..]) => {
                right_knows.push(one);
                left += 1;
            }
            (_, Some(other)) if is_asked(other, &b[right..], &a[left..]) => {
                left_knows.push(other);
                right += 1;
            }
            (None, None) => return None,
            _ => return Some((left, right)),
        }
    }
}
