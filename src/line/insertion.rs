//! The insertion of the acts that exceptions name: steps 4 and 5 of the line.
//!
//! All exceptions given here stand; nothing here may make one fall.

use crate::ruleset::index::Idx;
use std::cmp::Ordering;
use std::ops::RangeInclusive;

use super::batches::Batches;
use super::closure::Closure;
use super::insertion_order::{InsertionKey, insertion_order};
use super::relation::{Demand, Exception};

/// Arranges all acts anew so that these exceptions hold: those that none of them names by their keys, the others put
/// back among them step by step.
pub(super) fn insert(
    batches: &mut Batches,
    closure: &mut Closure,
    ranks: &[u32],
    exceptions: &[Exception],
) {
    closure.close(exceptions);
    batches.sort_by_keys(ranks, |act| closure.named().binary_search(&act).is_err());
    let order = insertion_order(closure, ranks, exceptions);
    for at_once in order.chunk_by(|a, b| a.0 == b.0) {
        let put = InsertionStep {
            batches,
            closure,
            ranks,
            exceptions,
            at_once,
        };
        let places = at_once
            .iter()
            .map(|&(_, act)| (put.best_place(act), act))
            .collect();
        batches.put(places);
    }
}

/// One step: the acts put back at once, and the batches that they are put into.
struct InsertionStep<'a> {
    batches: &'a Batches,
    closure: &'a Closure,
    ranks: &'a [u32],
    exceptions: &'a [Exception],
    at_once: &'a [(InsertionKey, u32)],
}

impl InsertionStep<'_> {
    fn best_place(&self, act: u32) -> usize {
        let allowed = self.allowed(act);
        let near = self.near(act);
        if near.is_empty() {
            self.least_changing(act, allowed)
        } else {
            nearest(&near, allowed)
        }
    }

    /// The places that the exceptions, and what follows from them, leave to the act among those already put back.
    /// There always is one: what is demanded through the act is demanded of those before and after it too, and where
    /// two batches are apart there is a gap between them.
    fn allowed(&self, act: u32) -> RangeInclusive<usize> {
        let mut earliest = 0;
        let mut latest = 2 * self.batches.all().len();
        for &other in self.closure.named() {
            let Some(place) = self.batches.place_of(other) else {
                continue;
            };
            match self.closure.demand(other, act) {
                Demand::Nothing => {}
                Demand::NotAfter => earliest = earliest.max(place),
                Demand::Before => earliest = earliest.max(place + 1),
            }
            match self.closure.demand(act, other) {
                Demand::Nothing => {}
                Demand::NotAfter => latest = latest.min(place),
                Demand::Before => latest = latest.min(place - 1),
            }
        }
        earliest..=latest
    }

    /// The places of what the act leads or trails, as far as it is put back. Acts of one step that happen together
    /// have these in common, so that all of them find the same place.
    fn near(&self, act: u32) -> Vec<usize> {
        let is_with = |other: u32| other == act || self.closure.bind(other, act);
        let with = self
            .at_once
            .iter()
            .map(|&(_, other)| other)
            .filter(|&other| is_with(other));
        with.flat_map(|mover| {
            self.exceptions
                .iter()
                .filter(move |e| e.mover == mover && e.keeps_near())
        })
        .filter_map(|e| self.batches.place_of(e.reference))
        .collect()
    }

    /// The allowed place that changes the fewest relations given by the keys, the earliest of equally good ones.
    fn least_changing(&self, act: u32, allowed: RangeInclusive<usize>) -> usize {
        let batches = self.batches.all();
        let mut best = (usize::MAX, *allowed.start());
        let mut weigh = |place: usize, changes: usize| {
            if allowed.contains(&place) {
                best = best.min((changes, place));
            }
        };
        // Begun before all batches, and counted on from place to place.
        let count = |stands, batch: &Vec<u32>| self.changes(act, stands, batch);
        let mut changes: usize = batches
            .iter()
            .map(|batch| count(Ordering::Less, batch))
            .sum();
        for (index, batch) in batches.iter().enumerate() {
            weigh(2 * index, changes);
            changes -= count(Ordering::Less, batch);
            weigh(2 * index + 1, changes + count(Ordering::Equal, batch));
            changes += count(Ordering::Greater, batch);
        }
        weigh(2 * batches.len(), changes);
        best.1
    }

    /// How far the act is from its relation by the keys to those of a batch, if it stands so to the batch: one for
    /// each with which it is together or apart against the keys, two for each that it has passed.
    fn changes(&self, act: u32, stands: Ordering, batch: &[u32]) -> usize {
        let rank = |act: u32| self.ranks[act.index()];
        let change =
            |&other: &u32| usize::from((rank(act).cmp(&rank(other)) as i8).abs_diff(stands as i8));
        batch.iter().map(change).sum()
    }
}

/// The allowed place nearest to all of these, the earliest of equally near ones.
fn nearest(near: &[usize], allowed: RangeInclusive<usize>) -> usize {
    let earliest = *allowed.start();
    let distance = |place: &usize| {
        near.iter()
            .map(|other| place.abs_diff(*other))
            .sum::<usize>()
    };
    allowed.min_by_key(distance).unwrap_or(earliest)
}
