//! The batches while they are made: sorted by keys, then opened for acts that are put back.
//!
//! This holds acts in places and knows nothing of why they stand there. Places are counted so that batch `i` is place
//! `2 * i + 1`; the even places are the gaps before, between and after the batches.

use super::relation::Exception;
use crate::ruleset::index::{Idx, lower_half};

/// Acts in batches, and for each act its batch.
#[derive(Debug, Default)]
pub(super) struct Batches {
    batches: Vec<Vec<u32>>,
    /// For each act the index of its batch, if it is in one.
    batch_of: Vec<Option<usize>>,
    /// Emptied batches, kept for the next arrangement.
    spare: Vec<Vec<u32>>,
    /// The acts in the order of their keys: the rank of each, and behind it in the same word its index.
    sorted: Vec<u64>,
}

impl Batches {
    /// InsertionKey 3: forgets what was, and puts the acts for which `included` holds in batches by their ranks.
    pub(super) fn sort_by_keys(&mut self, ranks: &[u32], included: impl Fn(u32) -> bool) {
        self.clear(ranks.len());
        self.sorted.clear();
        let acts = ranks.iter().zip(0..);
        self.sorted.extend(
            acts.filter(|&(_, act)| included(act))
                .map(|(&rank, act)| u64::from(rank) << 32 | u64::from(act)),
        );
        self.sorted.sort_unstable();
        for acts in self.sorted.chunk_by(|a, b| a >> 32 == b >> 32) {
            let mut batch = self.spare.pop().unwrap_or_default();
            for &word in acts {
                let act = lower_half(word);
                batch.push(act);
                self.batch_of[act.index()] = Some(self.batches.len());
            }
            self.batches.push(batch);
        }
    }

    /// Puts acts at places, all of them counted in the batches as they are now. Acts given the same gap share a new batch.
    pub(super) fn put(&mut self, mut acts_at: Vec<(usize, u32)>) {
        acts_at.sort_unstable();
        // From the back to the front, so that the places still to come keep their numbers.
        for same_place in acts_at.chunk_by(|a, b| a.0 == b.0).rev() {
            let place = same_place[0].0;
            let is_gap = place % 2 == 0;
            if is_gap {
                let new = self.spare.pop().unwrap_or_default();
                self.batches.insert(place / 2, new);
            }
            let batch = &mut self.batches[place / 2];
            batch.extend(same_place.iter().map(|&(_, act)| act));
            batch.sort_unstable();
        }
        self.find_all();
    }

    /// The place of the act, if it is in a batch.
    pub(super) fn place_of(&self, act: u32) -> Option<usize> {
        self.batch_of[act.index()].map(|batch| 2 * batch + 1)
    }

    /// The batches from the first to the last.
    pub(super) fn all(&self) -> &[Vec<u32>] {
        &self.batches
    }

    /// Whether the exception holds. Both its acts must be in batches; where one is not, there is nothing to break.
    pub(super) fn fulfil(&self, exception: &Exception) -> bool {
        let (of_mover, of_reference) = exception.demands();
        match (
            self.place_of(exception.mover),
            self.place_of(exception.reference),
        ) {
            (Some(mover), Some(reference)) => {
                of_mover.is_met(mover, reference) && of_reference.is_met(reference, mover)
            }
            _ => true,
        }
    }

    /// Gives the batches away, and keeps what `out` held to be used again.
    pub(super) fn hand_over(&mut self, out: &mut Vec<Vec<u32>>) {
        std::mem::swap(&mut self.batches, out);
    }

    fn clear(&mut self, acts: usize) {
        for mut batch in self.batches.drain(..) {
            batch.clear();
            self.spare.push(batch);
        }
        self.batch_of.clear();
        self.batch_of.resize(acts, None);
    }

    fn find_all(&mut self) {
        for (index, batch) in self.batches.iter().enumerate() {
            for &act in batch {
                self.batch_of[act.index()] = Some(index);
            }
        }
    }
}
