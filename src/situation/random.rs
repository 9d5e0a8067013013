//! Luck: numbers that depend on nothing but a seed and the names of an occasion, so that leaving one thing out of a situation changes no
//! other roll. Not for odds: there each trial has a stream of its own.

use crate::source::hash;

/// Mixes a number so that neighbours lie far apart (the finaliser of SplitMix64: Steele, Lea, Flood, Fast Splittable Pseudorandom Number
/// Generators, 2014).
pub(super) fn mix(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// One number of two.
pub(super) fn join(one: u64, other: u64) -> u64 {
    mix(one ^ mix(other))
}

/// The number of a name.
pub(super) fn of_name(name: &str) -> u64 {
    hash(name.bytes())
}

/// A number below `bound` (at least 1).
pub(super) fn below(luck: u64, bound: u64) -> u64 {
    ((u128::from(luck) * u128::from(bound)) >> 64) as u64
}

/// A stream of such numbers.
#[derive(Clone, Debug)]
pub(super) struct Stream(u64);

impl Stream {
    pub(super) fn new(seed: u64, number: u64) -> Self {
        Stream(join(seed, number))
    }

    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0)
    }

    /// A number below `bound` (at least 1).
    pub(super) fn below(&mut self, bound: usize) -> usize {
        below(self.next(), bound as u64) as usize
    }

    /// Yes so many times of a hundred.
    pub(super) fn percent(&mut self, of_hundred: usize) -> bool {
        self.below(100) < of_hundred
    }

    /// One of some things; nothing of none.
    pub(super) fn one<'a, T>(&mut self, all: &'a [T]) -> Option<&'a T> {
        if all.is_empty() {
            return None;
        }
        all.get(self.below(all.len()))
    }
}
