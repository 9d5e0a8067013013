//! Random acts, exceptions and orders of rules, and plain ways to look at what became of them.

use std::cmp::Ordering;

use affray::line::{Arrangement, Arranger, CirclePolicy, Exception, Precedence};
use affray::ruleset::Relation;
use proptest::prelude::*;

pub const RULES: u32 = 5;

#[derive(Clone, Debug)]
pub struct Case {
    pub ranks: Vec<u32>,
    pub exceptions: Vec<Exception>,
    pub over: Vec<(u32, u32)>,
}

impl Case {
    pub fn arrange(&self) -> Arrangement {
        let mut out = Arrangement::default();
        Arranger::new().arrange(&self.ranks, &self.exceptions, &self.over(), &mut out);
        out
    }

    /// The line where the acts of circles come together.
    pub fn arrange_together(&self) -> Arrangement {
        let mut out = Arrangement::default();
        let mut arranger = Arranger::new();
        arranger.settle_circles(CirclePolicy::Together);
        arranger.arrange(&self.ranks, &self.exceptions, &self.over(), &mut out);
        out
    }

    /// The order of the rules; declarations that would close a ring are left out.
    pub fn over(&self) -> Precedence {
        let mut over = Precedence::new(RULES as usize);
        for &(stronger, weaker) in &self.over {
            let _ = over.declare(stronger, weaker);
        }
        over
    }

    pub fn by_keys(&self, a: u32, b: u32) -> Ordering {
        self.ranks[a as usize].cmp(&self.ranks[b as usize])
    }

    pub fn acts(&self) -> std::ops::Range<u32> {
        0..self.ranks.len() as u32
    }

    pub fn standing(&self, out: &Arrangement) -> Vec<Exception> {
        self.exceptions
            .iter()
            .copied()
            .filter(|e| out.fallen.iter().all(|f| f.exception != *e))
            .collect()
    }
}

/// Few acts and few exceptions, as they are at tables, or many exceptions on few acts, so that circles are deep.
fn case() -> impl Strategy<Value = Case> {
    prop_oneof![
        3 => sized(2..=9, 0..=6),
        3 => sized(3..=8, 6..=14),
        1 => sized(12..=24, 4..=14),
    ]
}

/// Cases in which exceptions seldom contradict each other: what they say goes along the listing of the acts.
pub fn agreeing_case() -> impl Strategy<Value = Case> {
    sized(3..=9, 1..=10).prop_map(|mut case| {
        for e in &mut case.exceptions {
            let forward = matches!(
                e.relation,
                Relation::Waits | Relation::Trails | Relation::NotBefore
            );
            let backward = matches!(
                e.relation,
                Relation::GoesAhead | Relation::Leads | Relation::NotAfter
            );
            if (forward && e.mover < e.reference) || (backward && e.mover > e.reference) {
                std::mem::swap(&mut e.mover, &mut e.reference);
            }
        }
        case
    })
}

/// Both kinds.
pub fn any_case() -> impl Strategy<Value = Case> {
    prop_oneof![2 => case(), 1 => agreeing_case()]
}

fn sized(
    acts: std::ops::RangeInclusive<usize>,
    exceptions: std::ops::RangeInclusive<usize>,
) -> impl Strategy<Value = Case> {
    proptest::collection::vec(0..8u32, acts).prop_flat_map(move |ranks| {
        let acts = ranks.len() as u32;
        let exceptions = proptest::collection::vec(exception(acts), exceptions.clone());
        let over = proptest::collection::vec((0..RULES, 0..RULES), 0..=6);
        (Just(ranks), exceptions, over).prop_map(|(ranks, exceptions, over)| Case {
            ranks,
            exceptions,
            over,
        })
    })
}

fn exception(acts: u32) -> impl Strategy<Value = Exception> {
    let relation = prop::sample::select(vec![
        Relation::Waits,
        Relation::GoesAhead,
        Relation::Joins,
        Relation::NotBefore,
        Relation::NotAfter,
        Relation::Leads,
        Relation::Trails,
    ]);
    (0..RULES, 0..acts, relation, 1..acts).prop_map(move |(rule, mover, relation, distance)| {
        Exception {
            rule,
            mover,
            relation,
            reference: (mover + distance) % acts,
        }
    })
}

/// The index of the batch of each act.
pub fn places(batches: &[Vec<u32>], acts: usize) -> Vec<usize> {
    let mut places = vec![usize::MAX; acts];
    for (index, batch) in batches.iter().enumerate() {
        for &act in batch {
            places[act as usize] = index;
        }
    }
    places
}

pub fn holds(e: &Exception, places: &[usize]) -> bool {
    let (mover, reference) = (places[e.mover as usize], places[e.reference as usize]);
    match e.relation {
        Relation::Waits | Relation::Trails => mover > reference,
        Relation::GoesAhead | Relation::Leads => mover < reference,
        Relation::Joins => mover == reference,
        Relation::NotBefore => mover >= reference,
        Relation::NotAfter => mover <= reference,
    }
}

/// Times that fulfil all exceptions, or none if they contradict each other: whoever is too early is put off, and in a
/// circle that never ends.
pub fn times(exceptions: &[Exception], acts: usize) -> Option<Vec<usize>> {
    let mut times = vec![0; acts];
    for _ in 0..=acts {
        let before = times.clone();
        for e in exceptions {
            let (m, r) = (e.mover as usize, e.reference as usize);
            match e.relation {
                Relation::Waits | Relation::Trails => times[m] = times[m].max(times[r] + 1),
                Relation::GoesAhead | Relation::Leads => times[r] = times[r].max(times[m] + 1),
                Relation::NotBefore => times[m] = times[m].max(times[r]),
                Relation::NotAfter => times[r] = times[r].max(times[m]),
                Relation::Joins => {
                    times[m] = times[m].max(times[r]);
                    times[r] = times[m];
                }
            }
        }
        if times == before {
            return Some(times);
        }
    }
    None
}

/// Whether these exceptions contradict that the first act stands so to the second.
pub fn rules_out(
    exceptions: &[Exception],
    acts: usize,
    first: u32,
    stands: Ordering,
    second: u32,
) -> bool {
    let relation = match stands {
        Ordering::Less => Relation::GoesAhead,
        Ordering::Equal => Relation::Joins,
        Ordering::Greater => Relation::Waits,
    };
    let mut with = exceptions.to_vec();
    with.push(Exception {
        rule: 0,
        mover: first,
        relation,
        reference: second,
    });
    times(&with, acts).is_none()
}
