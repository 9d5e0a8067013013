//! What follows from the places at which runs stand: found out once for all runs that go on alike.
//!
//! A place is a row and its counted numbers. What follows from it, one roll further, is a pattern: whither, how far the counted numbers move on
//! the way, and in how many ways. A pattern holds within bounds of the numbers. From patterns of one roll those of whole rounds are put
//! together, as long as they stay small: then only the places at which rounds begin are gone through one by one.

use std::collections::BTreeMap;

use dashu_int::UBig;
use dashu_int::ops::Gcd as _;

use super::bounds::Bounds;
use super::follow::{Came, Follower};
use super::places::Places;
use super::{Budget, Refused};
use crate::odds::distribution::ways;
use crate::odds::simulate::Watcher;
use crate::ruleset::Value;

/// Whither a pattern leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum End {
    /// to the end of the run, with this answer
    Answer(Value),
    /// to another roll, by the number of its row
    Row(u32),
}

/// What follows from a place: each end once, with how far the numbers move, and in how many of all ways.
#[derive(Clone, Debug, Default)]
pub struct Pattern {
    pub ends: Vec<End>,
    /// for each end the moves of all numbers, one behind the other
    pub moves: Vec<Value>,
    pub ways: Vec<UBig>,
    pub total: UBig,
}

/// Whither, and how far the numbers move.
type Way = (End, Box<[Value]>);

impl Pattern {
    fn of(ends: BTreeMap<Way, UBig>, total: UBig) -> Self {
        let mut pattern = Pattern {
            total,
            ..Pattern::default()
        };
        for ((end, moves), ways) in ends {
            pattern.ends.push(end);
            pattern.moves.extend_from_slice(&moves);
            pattern.ways.push(ways);
        }
        pattern
    }

    /// The ends, each with its moves.
    pub fn ends(&self, width: usize) -> impl Iterator<Item = (End, &[Value])> {
        let ends = self.ends.iter().enumerate();
        ends.map(move |(index, &end)| (end, &self.moves[index * width..(index + 1) * width]))
    }
}

/// The patterns that hold at a row, each within its bounds.
#[derive(Debug, Default)]
struct Held {
    within: Vec<(Bounds, u32)>,
    /// the one that was wanted last
    last: usize,
}

impl Held {
    fn find(&mut self, numbers: &[Value]) -> Option<usize> {
        let holds = |held: &(Bounds, u32)| held.0.hold(numbers);
        if !self.within.get(self.last).is_some_and(holds) {
            self.last = self.within.iter().position(holds)?;
        }
        Some(self.last)
    }
}

/// What is known of a row.
#[derive(Debug, Default)]
struct Row {
    /// the dice that are rolled there, and their sides
    roll: (u32, u32),
    /// rounds end here, and runs are followed from here one by one
    is_kept: bool,
    /// it is being gone through
    is_open: bool,
    /// one roll further
    steps: Held,
    /// to the next rows that are kept
    rounds: Held,
}

/// Everything that has been found out.
pub struct Steps<'a> {
    follower: Follower<'a>,
    budget: Budget,
    watcher: &'a dyn Watcher,
    /// how often a run has been taken up
    taken_up: u64,
    places: Places,
    rows: Vec<Row>,
    pub patterns: Vec<Pattern>,
    /// of how many dice with how many sides the ways of each sum are known
    known_ways: BTreeMap<(u32, u32), Vec<UBig>>,
    row: Vec<u8>,
}

/// When runs have been taken up so often, whoever looks on is told.
const LOOK: u64 = 4_096;

/// A roll that can come to more sums than this is not followed.
const MOST_SUMS: u64 = 100_000;

/// Patterns with more ends than this are not put together any further.
const MOST_ENDS: usize = 400;

/// So many rolls in a row are put together.
const MOST_ROLLS: u32 = 200;

impl<'a> Steps<'a> {
    pub fn new(follower: Follower<'a>, budget: Budget, watcher: &'a dyn Watcher) -> Self {
        Steps {
            follower,
            budget,
            watcher,
            taken_up: 0,
            places: Places::default(),
            rows: Vec::new(),
            patterns: Vec::new(),
            known_ways: BTreeMap::new(),
            row: Vec::new(),
        }
    }

    /// How many numbers are counted.
    pub fn width(&self) -> usize {
        self.follower.width()
    }

    /// How many bytes the rows take.
    pub fn bytes(&self) -> usize {
        self.places.bytes()
    }

    /// Where all runs begin, and the numbers there.
    pub fn begin(&mut self) -> Result<(End, Vec<Value>), Refused> {
        let came = self.follower.begin()?;
        let end = self.end(came);
        if let End::Row(row) = end {
            self.rows[row as usize].is_kept = true;
        }
        Ok((end, self.follower.place().1.to_vec()))
    }

    /// The end of a way; a row that is new is written down.
    fn end(&mut self, came: Came) -> End {
        let (count, sides) = match came {
            Came::Over(answer) => return End::Answer(answer),
            Came::Stands(count, sides) => (count, sides),
        };
        let (bytes, numbers) = self.follower.place();
        let (number, is_new) = self.places.number(bytes);
        if is_new {
            self.rows.push(Row {
                roll: (count, sides),
                // Without counted numbers there is nothing to be gained by taking rounds as one.
                is_kept: numbers.is_empty() || self.follower.has_begun_anew(),
                ..Row::default()
            });
        }
        End::Row(number)
    }

    /// What follows from a place, to the next places from which runs are followed one by one.
    pub fn follows(&mut self, row: u32, numbers: &[Value]) -> Result<u32, Refused> {
        match self.width() {
            0 => self.step(row, numbers).map(|at| self.step_at(row, at).1),
            _ => {
                let whole = self.round(row, numbers, 0)?;
                // The row itself is kept, so its round is always put together, however large.
                let at = match whole {
                    Some(at) => at,
                    None => return self.step(row, numbers).map(|at| self.step_at(row, at).1),
                };
                Ok(self.rows[row as usize].rounds.within[at].1)
            }
        }
    }

    fn step_at(&self, row: u32, at: usize) -> (&Bounds, u32) {
        let (bounds, pattern) = &self.rows[row as usize].steps.within[at];
        (bounds, *pattern)
    }

    /// What follows one roll further: its place among what is known of the row.
    fn step(&mut self, row: u32, numbers: &[Value]) -> Result<usize, Refused> {
        if let Some(known) = self.rows[row as usize].steps.find(numbers) {
            return Ok(known);
        }
        let (count, sides) = self.rows[row as usize].roll;
        if u64::from(count) * u64::from(sides) > MOST_SUMS {
            return Err(Refused::TooManySums(count, sides));
        }
        let ways = (self.known_ways.entry((count, sides)))
            .or_insert_with(|| ways(count, sides))
            .clone();
        let mut bytes = std::mem::take(&mut self.row);
        bytes.clear();
        bytes.extend_from_slice(self.places.get(row));
        let mut bounds = Bounds::none(numbers.len());
        let mut ends: BTreeMap<Way, UBig> = BTreeMap::new();
        let mut total = UBig::ZERO;
        for (index, ways) in ways.into_iter().enumerate() {
            total += &ways;
            self.taken_up += 1;
            if self.taken_up.is_multiple_of(LOOK) && !self.watcher.followed(self.rows.len() as u64)
            {
                return Err(Refused::Stopped);
            }
            let sum = Value::from(count) + index as Value;
            let came = (self.follower).go_on(&bytes, numbers, sum, &mut bounds)?;
            let end = self.end(came);
            let moves = match end {
                End::Answer(_) => vec![0; numbers.len()].into(),
                End::Row(_) => {
                    let now = self.follower.place().1.iter();
                    now.zip(numbers).map(|(now, before)| now - before).collect()
                }
            };
            *ends.entry((end, moves)).or_insert(UBig::ZERO) += ways;
        }
        self.row = bytes;
        if self.rows.len() > self.budget.states || self.places.bytes() > self.budget.bytes {
            return Err(Refused::TooMany(self.budget));
        }
        let pattern = self.keep(Pattern::of(ends, total));
        let steps = &mut self.rows[row as usize].steps;
        steps.within.push((bounds, pattern));
        Ok(steps.within.len() - 1)
    }

    fn keep(&mut self, pattern: Pattern) -> u32 {
        self.patterns.push(pattern);
        self.patterns.len() as u32 - 1
    }

    /// What follows up to the next rows that are kept; nothing where that is too much to be put together.
    fn round(&mut self, row: u32, numbers: &[Value], depth: u32) -> Result<Option<usize>, Refused> {
        if let Some(known) = self.rows[row as usize].rounds.find(numbers) {
            return Ok(Some(known));
        }
        self.rows[row as usize].is_open = true;
        let whole = self.put_together(row, numbers, depth);
        self.rows[row as usize].is_open = false;
        let Some((bounds, pattern)) = whole? else {
            return Ok(None);
        };
        let pattern = self.keep(pattern);
        let rounds = &mut self.rows[row as usize].rounds;
        rounds.within.push((bounds, pattern));
        Ok(Some(rounds.within.len() - 1))
    }

    fn put_together(
        &mut self,
        row: u32,
        numbers: &[Value],
        depth: u32,
    ) -> Result<Option<(Bounds, Pattern)>, Refused> {
        let step = self.step(row, numbers)?;
        let (bounds, first) = self.step_at(row, step);
        let (mut bounds, first) = (bounds.clone(), first as usize);
        let width = numbers.len();
        // What follows from each end: of a row that is kept, nothing further.
        let mut further = Vec::new();
        let mut common = UBig::ONE;
        for index in 0..self.patterns[first].ends.len() {
            let mut pattern = None;
            if let End::Row(next) = self.patterns[first].ends[index]
                && self.goes_on(next, depth)
            {
                let moves = &self.patterns[first].moves[index * width..(index + 1) * width];
                let moves = moves.to_vec();
                let moved: Vec<Value> = numbers.iter().zip(&moves).map(|(a, b)| a + b).collect();
                match self.round(next, &moved, depth + 1)? {
                    Some(at) => {
                        let (inner, known) = &self.rows[next as usize].rounds.within[at];
                        bounds.keep_within(inner, &moves);
                        let total = &self.patterns[*known as usize].total;
                        common = &common / (&common).gcd(total) * total;
                        pattern = Some(*known as usize);
                    }
                    None => self.rows[next as usize].is_kept = true,
                }
            }
            further.push(pattern);
        }
        let first = &self.patterns[first];
        let mut ends: BTreeMap<Way, UBig> = BTreeMap::new();
        for (((end, moves), ways), further) in first.ends(width).zip(&first.ways).zip(further) {
            let Some(further) = further.map(|further| &self.patterns[further]) else {
                *ends.entry((end, moves.into())).or_insert(UBig::ZERO) += ways * &common;
                continue;
            };
            let ways = ways * (&common / &further.total);
            for ((end, more), inner) in further.ends(width).zip(&further.ways) {
                let moves = match end {
                    End::Answer(_) => vec![0; width].into(),
                    End::Row(_) => moves.iter().zip(more).map(|(a, b)| a + b).collect(),
                };
                *ends.entry((end, moves)).or_insert(UBig::ZERO) += &ways * inner;
            }
            if ends.len() > MOST_ENDS && !self.rows[row as usize].is_kept {
                return Ok(None);
            }
        }
        let total = &first.total * common;
        Ok(Some((bounds, Pattern::of(ends, total))))
    }

    /// Whether what follows from a row is put together with what comes before it. A row that comes back to itself is kept from then on.
    fn goes_on(&mut self, next: u32, depth: u32) -> bool {
        let row = &mut self.rows[next as usize];
        row.is_kept |= row.is_open || depth >= MOST_ROLLS;
        !row.is_kept
    }
}
