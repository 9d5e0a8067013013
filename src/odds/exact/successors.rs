//! Whither a place leads: ends, how far the counted numbers move on the way there, and in how many ways. Numbers only; knows nothing of runs.

use std::hash::{BuildHasher as _, Hasher as _};

use dashu_int::UBig;
use dashu_int::ops::BitTest as _;
use hashbrown::HashTable;

use crate::ruleset::Value;
use crate::ruleset::index::{Idx, to_number};

/// Whither a pattern leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PatternEnd {
    /// to the end of the run, with this answer
    Answer(Value),
    /// to another roll, by the number of its row
    Row(u32),
}

/// What follows from a place: each end once, with how far the numbers move, and in how many of all ways.
#[derive(Clone, Debug, Default)]
pub struct Successors {
    pub ends: Vec<PatternEnd>,
    /// for each end the moves of all numbers, one behind the other
    pub moves: Vec<Value>,
    pub ways: Vec<UBig>,
    pub total: UBig,
}

impl Successors {
    /// The ends, each with its moves.
    pub fn ends(&self, width: usize) -> impl Iterator<Item = (PatternEnd, &[Value])> {
        let ends = self.ends.iter().enumerate();
        ends.map(move |(index, &end)| (end, self.moves(width, index)))
    }

    /// About how many bytes it takes.
    pub fn bytes(&self) -> usize {
        let of_ways: usize = self.ways.iter().map(UBig::bit_len).sum();
        size_of::<Successors>()
            + size_of_val(&self.ends[..])
            + size_of_val(&self.moves[..])
            + size_of_val(&self.ways[..])
            + of_ways / 8
    }

    /// The moves to an end, by its number.
    pub fn moves(&self, width: usize, end: usize) -> &[Value] {
        &self.moves[end * width..(end + 1) * width]
    }
}

/// What comes less often than once in 2 to this power is next to impossible.
const NEGLIGIBLE_BITS: usize = 60;

/// So many ends are looked through one by one.
const FEW: u32 = 8;

/// A pattern that is being gathered.
#[derive(Debug, Default)]
pub struct GatheredPattern {
    hasher: foldhash::fast::FixedState,
    table: HashTable<u32>,
    pattern: Successors,
    width: usize,
}

impl GatheredPattern {
    /// Nothing yet, of so many numbers.
    pub fn new(width: usize) -> Self {
        GatheredPattern {
            width,
            ..GatheredPattern::default()
        }
    }

    /// How many ends there are.
    pub fn count(&self) -> usize {
        self.pattern.ends.len()
    }

    /// The ends as far as there are any, each with its moves and ways.
    pub fn each(&self) -> impl Iterator<Item = ((PatternEnd, &[Value]), &UBig)> {
        self.pattern.ends(self.width).zip(&self.pattern.ways)
    }

    /// Whether all ends are together next to impossible, of so many ways in all.
    pub fn is_negligible(&self, total: &UBig) -> bool {
        let most = self.pattern.ways.iter().map(UBig::bit_len).max();
        let all = most.unwrap_or(0) + UBig::from(self.count()).bit_len();
        all + NEGLIGIBLE_BITS < total.bit_len()
    }

    /// So many ways in place of each.
    pub fn times(&mut self, number: &UBig) {
        for ways in &mut self.pattern.ways {
            *ways *= number;
        }
    }

    /// So many more ways lead there.
    pub fn add(&mut self, end: PatternEnd, moves: &[Value], ways: UBig) {
        let GatheredPattern {
            hasher,
            table,
            pattern,
            width,
        } = self;
        let known = |pattern: &Successors, at: u32| (pattern.ends[at.index()], at.index());
        let is_it = |&at: &u32| {
            let (known, at) = known(pattern, at);
            known == end && pattern.moves(*width, at).iter().eq(moves)
        };
        let hash = |end: PatternEnd, moves: &[Value]| {
            let mut hash = hasher.build_hasher();
            match end {
                PatternEnd::Answer(answer) => hash.write_i64(answer),
                PatternEnd::Row(row) => hash.write_u32(row),
            }
            moves.iter().for_each(|&moved| hash.write_i64(moved));
            hash.finish()
        };
        let count = to_number(pattern.ends.len());
        let found = match count <= FEW {
            true => (0..count).find(is_it),
            false => table.find(hash(end, moves), is_it).copied(),
        };
        if let Some(at) = found {
            pattern.ways[at.index()] += ways;
            return;
        }
        pattern.ends.push(end);
        pattern.moves.extend_from_slice(moves);
        pattern.ways.push(ways);
        if count >= FEW {
            let hash_of = |&at: &u32| {
                let (end, at) = known(pattern, at);
                hash(end, pattern.moves(*width, at))
            };
            // The few that there were are found by it from now on.
            let first = if count == FEW { 0 } else { count };
            for at in first..=count {
                table.insert_unique(hash_of(&at), at, hash_of);
            }
        }
    }

    /// The pattern, by ends and moves; so many ways there are in all.
    pub fn pattern(mut self, total: UBig) -> Successors {
        let all = &mut self.pattern;
        let mut order: Vec<usize> = (0..all.ends.len()).collect();
        order.sort_unstable_by_key(|&at| (all.ends[at], all.moves(self.width, at)));
        Successors {
            ends: order.iter().map(|&at| all.ends[at]).collect(),
            moves: (order.iter())
                .flat_map(|&at| all.moves(self.width, at))
                .copied()
                .collect(),
            ways: (order.iter())
                .map(|&at| std::mem::take(&mut all.ways[at]))
                .collect(),
            total,
        }
    }
}
