//! Rows of bytes, each once, by number: where runs stand.

use crate::ruleset::index::{Idx, to_number};
use std::hash::BuildHasher as _;

use hashbrown::HashTable;

/// Rows, each once.
#[derive(Default)]
pub struct StateSet {
    hasher: foldhash::fast::FixedState,
    table: HashTable<u32>,
    bytes: Vec<u8>,
    ends: Vec<usize>,
}

impl StateSet {
    /// A row by its number.
    pub fn get(&self, place: u32) -> &[u8] {
        row(&self.bytes, &self.ends, place)
    }

    /// How many bytes all rows take.
    pub fn bytes(&self) -> usize {
        self.bytes.len()
    }

    /// The number of a row, and whether it is new.
    pub fn number(&mut self, wanted: &[u8]) -> (u32, bool) {
        let hash = self.hasher.hash_one(wanted);
        let StateSet { bytes, ends, .. } = self;
        let is_it = |&place: &u32| row(bytes, ends, place) == wanted;
        if let Some(&known) = self.table.find(hash, is_it) {
            return (known, false);
        }
        let hasher = &self.hasher;
        let number = to_number(ends.len());
        let rehash = |&place: &u32| hasher.hash_one(row(bytes, ends, place));
        self.table.insert_unique(hash, number, rehash);
        self.bytes.extend_from_slice(wanted);
        self.ends.push(self.bytes.len());
        (number, true)
    }
}

fn row<'a>(bytes: &'a [u8], ends: &[usize], place: u32) -> &'a [u8] {
    let place = place.index();
    let start = if place == 0 { 0 } else { ends[place - 1] };
    &bytes[start..ends[place]]
}
