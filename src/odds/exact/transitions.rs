//! What follows from the places at which runs stand: found out once for all runs that go on alike.
//!
//! A place is a row and its counted numbers. What follows from it, one roll further, is a pattern: whither, how far the counted numbers move on
//! the way, and in how many ways. A pattern holds within bounds of the numbers. From patterns of one roll those of whole rounds are put
//! together, roll by roll, as long as they stay small: then only the places at which rounds begin are gone through one by one.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use dashu_int::UBig;
use dashu_int::ops::Gcd as _;

use super::bounds::Bounds;
use super::follow::{Arrival, Follower, PendingRoll};
use super::states::StateSet;
use super::successors::{GatheredPattern, PatternEnd, Successors};
use super::{Budget, Refused, look};
use crate::machine::Exchange;
use crate::odds::distribution::{has_too_many_results, results};
use crate::odds::simulate::OddsWatcher;
use crate::odds::symmetry::Orbits;
use crate::ruleset::index::{IndexVec, to_amount, to_number};
use crate::ruleset::{Throw, Value};
use crate::suite::UnusedInput;

/// Whither, and how far the numbers move.
type TransitionWay = (PatternEnd, Box<[Value]>);

/// What follows from a row, each within its bounds.
#[derive(Debug)]
struct Held<T> {
    within: Vec<(Bounds, T)>,
    /// the one that was wanted last
    last: usize,
}

impl<T> Default for Held<T> {
    fn default() -> Self {
        Held {
            within: Vec::new(),
            last: 0,
        }
    }
}

impl<T> Held<T> {
    fn find(&mut self, numbers: &[Value]) -> Option<usize> {
        let holds = |held: &(Bounds, T)| held.0.hold(numbers);
        if !self.within.get(self.last).is_some_and(holds) {
            self.last = self.within.iter().position(holds)?;
        }
        Some(self.last)
    }

    fn put(&mut self, bounds: Bounds, what: T) -> usize {
        // Most have one alone.
        if self.within.is_empty() {
            self.within.reserve_exact(1);
        }
        self.within.push((bounds, what));
        self.within.len() - 1
    }
}

/// What is known of a row.
#[derive(Debug, Default)]
struct TransitionRow {
    /// what is rolled there
    roll: PendingRoll,
    /// rounds end here, and runs are followed from here one by one
    is_kept: bool,
    /// a round is about to begin, and alike records can be exchanged
    rests: bool,
    /// the rows that follow from it one roll further, as far as is known
    next: Vec<u32>,
    /// one roll further, for each class of sums that the dice can show, lowest first
    falls: Vec<Held<TransitionWay>>,
    /// the same for all sums together: patterns
    steps: Held<u32>,
    /// to the next rows that are kept: patterns
    rounds: Held<u32>,
}

/// Everything that has been found out.
pub struct Transitions<'a> {
    follower: Follower<'a>,
    budget: Budget,
    watcher: &'a dyn OddsWatcher,
    /// how often a run has been taken up
    pub taken_up: u64,
    /// how many places have been found from which runs are followed one by one
    found: usize,
    places: StateSet,
    rows: IndexVec<u32, TransitionRow>,
    pub successors: IndexVec<u32, Successors>,
    /// of how many dice with how many sides the ways of each sum are known
    known_results: BTreeMap<Throw, Vec<(Value, UBig)>>,
    orbits: Orbits,
    /// about how many bytes all but the rows of `places` takes
    held: usize,
}

/// About how many bytes the numbers of a row take: in the table and the list of rows, and among those that it follows.
const ROW_NUMBERS: usize = 32;

/// When runs have been resumed so often, the watcher is told.
const LOOK: u64 = 4_096;

/// And within a round, when so many rolls have been put together.
const LOOK_WITHIN: u32 = 8;

/// A roll that can come to more sums than this is not followed.
const MOST_SUMS: u64 = 100_000;

/// Patterns with more ends than this are not put together any further.
const MOST_ENDS: usize = 400;

/// Among more rows than this no cycle is searched for; one is assumed.
const MOST_LOOKED_AT: usize = 1_000;

/// So many rolls in a row are put together.
const MOST_ROLLS: u32 = 200;

impl<'a> Transitions<'a> {
    pub fn new(follower: Follower<'a>, budget: Budget, watcher: &'a dyn OddsWatcher) -> Self {
        Transitions {
            orbits: follower.orbits(),
            follower,
            budget,
            watcher,
            taken_up: 0,
            found: 0,
            places: StateSet::default(),
            rows: IndexVec::default(),
            successors: IndexVec::default(),
            known_results: BTreeMap::new(),
            held: 0,
        }
    }

    /// What the scenario gives and no run has used so far.
    pub fn unused(&self) -> &[UnusedInput] {
        &self.follower.unused
    }

    /// Tells the watcher how many states have been found.
    fn look(&self) -> Result<(), Refused> {
        let found = self.found.max(self.rows.len());
        look(self.watcher, found)
    }

    /// So many places have been found from which runs are followed one by one.
    pub fn have_found(&mut self, places: usize) -> Result<(), Refused> {
        let begun = to_amount(self.found) / LOOK;
        self.found = places;
        match to_amount(places) / LOOK == begun {
            true => Ok(()),
            false => self.look(),
        }
    }

    /// How many numbers are counted.
    pub fn width(&self) -> usize {
        self.follower.width()
    }

    /// About how many bytes everything takes that has been found out.
    pub fn bytes(&self) -> usize {
        self.places.bytes() + self.held
    }

    /// A new row.
    fn new_row(&mut self, row: TransitionRow) {
        self.held += size_of::<TransitionRow>() + ROW_NUMBERS;
        self.rows.push(row);
    }

    /// Where all runs begin, and the numbers there.
    pub fn begin(&mut self) -> Result<(PatternEnd, Vec<Value>), Refused> {
        let came = self.follower.begin()?;
        let end = self.end(came);
        if let PatternEnd::Row(row) = end {
            self.rows[row].is_kept = true;
        }
        Ok((end, self.follower.place().1.to_vec()))
    }

    /// The end of a way; a row that is new is written down.
    fn end(&mut self, came: Arrival) -> PatternEnd {
        let roll = match came {
            Arrival::Over(answer) => return PatternEnd::Answer(answer),
            Arrival::Stands(roll) => roll,
        };
        let (bytes, numbers) = self.follower.place();
        let (number, is_new) = self.places.number(bytes);
        if is_new {
            let row = TransitionRow {
                roll,
                // Without counted numbers there is nothing to be gained by taking rounds as one.
                is_kept: numbers.is_empty() || self.follower.has_begun_anew(),
                rests: self.follower.rests(),
                ..TransitionRow::default()
            };
            self.new_row(row);
        }
        PatternEnd::Row(number)
    }

    /// Whether records were taken for alike that need not be: then nothing that was found counts.
    pub fn is_doubtful(&self) -> bool {
        self.follower.is_doubtful()
    }

    /// The place that stands for a place: where alike records can be exchanged, that in which they are in order. Gives its row, and puts its
    /// numbers in the place of these. Without numbers, runs are put in order when they halt.
    pub fn least(&mut self, row: u32, numbers: &mut [Value]) -> u32 {
        if !self.rows[row].rests || numbers.is_empty() {
            return row;
        }
        let mut orbits = std::mem::take(&mut self.orbits);
        let least = orbits.least(row, numbers, |exchange, row| self.turned(row, exchange));
        self.orbits = orbits;
        least
    }

    /// The row that an exchange makes of a row, and how it stands to it.
    fn turned(&mut self, row: u32, exchange: &Exchange) -> (u32, Ordering) {
        let bytes = self.follower.turn(self.places.get(row), exchange);
        let (turned, is_new) = self.places.number(bytes);
        if is_new {
            self.new_row(TransitionRow {
                is_kept: true,
                rests: true,
                ..TransitionRow::default()
            });
        }
        (turned, self.places.get(turned).cmp(self.places.get(row)))
    }

    /// What follows from a place, to the next places from which runs are followed one by one.
    pub fn follows(&mut self, row: u32, numbers: &[Value]) -> Result<u32, Refused> {
        match self.width() {
            0 => self.step(row, numbers).map(|at| self.step_at(row, at).1),
            _ => self.round(row, numbers),
        }
    }

    fn step_at(&self, row: u32, at: usize) -> (&Bounds, u32) {
        let (bounds, pattern) = &self.rows[row].steps.within[at];
        (bounds, *pattern)
    }

    /// What follows one roll further: its place among what is known of the row.
    fn step(&mut self, row: u32, numbers: &[Value]) -> Result<usize, Refused> {
        if let Some(known) = self.rows[row].steps.find(numbers) {
            return Ok(known);
        }
        let roll = self.rows[row].roll;
        if has_too_many_results(&roll.throw, MOST_SUMS) {
            return Err(Refused::TooManyResults(roll.throw));
        }
        let ways = self.classes(roll);
        if self.rows[row].falls.is_empty() && !numbers.is_empty() {
            self.held += ways.len() * size_of::<Held<TransitionWay>>();
        }
        self.rows[row].falls.resize_with(ways.len(), Held::default);
        let mut bounds = Bounds::none(numbers.len());
        let mut ends = GatheredPattern::new(numbers.len());
        let mut total = UBig::ZERO;
        let mut fallen = 0;
        for (index, (sum, ways)) in ways.into_iter().enumerate() {
            total += &ways;
            let known = match self.rows[row].falls[index].find(numbers) {
                Some(known) => known,
                None => {
                    let (bounds, way) = self.fall(row, numbers, sum)?;
                    fallen += 1;
                    self.rows[row].falls[index].put(bounds, way)
                }
            };
            let (within, way) = &self.rows[row].falls[index].within[known];
            bounds.meet(within);
            ends.add(way.0, &way.1, ways);
        }
        if numbers.is_empty() {
            // This is never reached again.
            self.rows[row].falls = Vec::new();
        } else {
            let of_one = size_of::<(Bounds, TransitionWay)>() + 3 * size_of_val(numbers);
            self.held += fallen * of_one;
        }
        if self.rows.len() > self.budget.states || self.bytes() > self.budget.bytes {
            return Err(Refused::TooMany(self.budget));
        }
        let pattern = self.keep(ends.pattern(total));
        Ok(self.rows[row].steps.put(bounds, pattern))
    }

    /// The sums of a roll from which different things may follow: the lowest of each class, and in how many ways the dice come to one of it.
    fn classes(&mut self, roll: PendingRoll) -> Vec<(Value, UBig)> {
        let throw = roll.throw;
        let ways = (self.known_results.entry(throw)).or_insert_with(|| results(&throw));
        let mut classes: Vec<(Value, UBig)> = Vec::with_capacity(ways.len());
        let cuts = self.follower.cuts(roll);
        let mut passed = None;
        for (result, ways) in ways.iter() {
            // How many cuts lie at the result or below it; results that differ in that are parted.
            let below = cuts.map(|cuts| cuts.partition_point(|cut| cut <= result));
            match classes.last_mut() {
                Some((_, so_far)) if below.is_some() && below == passed => *so_far += ways,
                _ => classes.push((*result, ways.clone())),
            }
            passed = below;
        }
        classes
    }

    /// What follows where the dice show one sum.
    fn fall(
        &mut self,
        row: u32,
        numbers: &[Value],
        sum: Value,
    ) -> Result<(Bounds, TransitionWay), Refused> {
        self.taken_up += 1;
        if self.taken_up.is_multiple_of(LOOK) {
            self.look()?;
        }
        let mut bounds = Bounds::none(numbers.len());
        let bytes = self.places.get(row);
        let rolled = self.rows[row].roll.throw.count > 0;
        let sum = rolled.then_some(sum);
        let came = (self.follower).go_on(bytes, numbers, sum, &mut bounds)?;
        let end = self.end(came);
        let moves = match end {
            PatternEnd::Answer(_) => vec![0; numbers.len()].into(),
            PatternEnd::Row(next) => {
                self.leads_on(row, next);
                let now = self.follower.place().1.iter();
                now.zip(numbers).map(|(now, before)| now - before).collect()
            }
        };
        Ok((bounds, (end, moves)))
    }

    /// A row follows from another. One that comes back to itself is kept from then on.
    fn leads_on(&mut self, row: u32, next: u32) {
        if self.rows[row].next.contains(&next) {
            return;
        }
        self.rows[row].next.push(next);
        if !self.rows[next].is_kept && self.comes_to(next, row) {
            self.rows[next].is_kept = true;
        }
    }

    /// Whether runs come from a row to another one, and pass none that is kept.
    fn comes_to(&self, row: u32, wanted: u32) -> bool {
        let (mut seen, mut open) = (BTreeSet::from([row]), vec![row]);
        while let Some(row) = open.pop() {
            if row == wanted || seen.len() > MOST_LOOKED_AT {
                return true;
            }
            let next = self.rows[row].next.iter().copied();
            open.extend(next.filter(|&next| !self.rows[next].is_kept && seen.insert(next)));
        }
        false
    }

    /// Keeps a pattern, which some row refers to within bounds; its number.
    fn keep(&mut self, pattern: Successors) -> u32 {
        self.held +=
            pattern.bytes() + size_of::<(Bounds, u32)>() + 2 * self.width() * size_of::<Value>();
        self.successors.push(pattern);
        to_number(self.successors.len()) - 1
    }

    /// What follows up to the next rows that are kept: a pattern. Goes on roll by roll, with all runs that have made so many, so that those that
    /// stand alike are gone on with as one.
    fn round(&mut self, row: u32, numbers: &[Value]) -> Result<u32, Refused> {
        if let Some(known) = self.rows[row].rounds.find(numbers) {
            return Ok(self.rows[row].rounds.within[known].1);
        }
        let width = numbers.len();
        let mut bounds = Bounds::none(width);
        let mut total = UBig::ONE;
        let mut ends = GatheredPattern::new(width);
        let mut open = GatheredPattern::new(width);
        open.add(PatternEnd::Row(row), &vec![0; width], UBig::ONE);
        for rolls in 0.. {
            if open.count() == 0 {
                break;
            }
            if rolls % LOOK_WITHIN == LOOK_WITHIN - 1 {
                self.look()?;
            }
            // What goes on without end, as open-ended dice do, is gone on with from where it stands then.
            let further = match rolls < MOST_ROLLS && !open.is_negligible(&total) {
                true => Some(self.further(&open, numbers, &mut bounds)?),
                false => None,
            };
            // The first roll is gone on from, whatever comes of it.
            let further = further.filter(|further| {
                let count = further.ends.count() + further.open.count();
                rolls == 0 || ends.count() + count <= MOST_ENDS
            });
            let Some(further) = further else {
                for ((end, moves), ways) in open.each() {
                    if let PatternEnd::Row(row) = end {
                        self.rows[row].is_kept = true;
                    }
                    ends.add(end, moves, ways.clone());
                }
                break;
            };
            ends.times(&further.common);
            for ((end, moves), ways) in further.ends.each() {
                ends.add(end, moves, ways.clone());
            }
            total *= further.common;
            open = further.open;
        }
        let pattern = self.keep(ends.pattern(total));
        self.rows[row].rounds.put(bounds, pattern);
        Ok(pattern)
    }

    /// One roll further from all these rows.
    fn further(
        &mut self,
        open: &GatheredPattern,
        numbers: &[Value],
        bounds: &mut Bounds,
    ) -> Result<Further, Refused> {
        let width = numbers.len();
        let mut moved = vec![0; width];
        let mut steps = Vec::with_capacity(open.count());
        let mut common = UBig::ONE;
        for ((end, moves), _) in open.each() {
            let PatternEnd::Row(row) = end else { continue };
            add(&mut moved, numbers, moves);
            let step = self.step(row, &moved)?;
            let (inner, pattern) = self.step_at(row, step);
            bounds.keep_within(inner, moves);
            let total = &self.successors[pattern].total;
            common = &common / (&common).gcd(total) * total;
            steps.push(pattern);
        }
        let mut further = Further {
            ends: GatheredPattern::new(width),
            open: GatheredPattern::new(width),
            common,
        };
        for (((_, moves), ways), step) in open.each().zip(steps) {
            let step = &self.successors[step];
            let ways = ways * (&further.common / &step.total);
            for ((end, more), inner) in step.ends(width).zip(&step.ways) {
                let goes_on = match end {
                    PatternEnd::Answer(_) => {
                        moved.fill(0);
                        false
                    }
                    PatternEnd::Row(next) => {
                        add(&mut moved, moves, more);
                        !self.rows[next].is_kept
                    }
                };
                let into = match goes_on {
                    true => &mut further.open,
                    false => &mut further.ends,
                };
                into.add(end, &moved, &ways * inner);
            }
        }
        Ok(further)
    }
}

/// What comes one roll further, of so many ways for each there was before.
struct Further {
    /// at the end of a run or of a round
    ends: GatheredPattern,
    /// in the midst of a round
    open: GatheredPattern,
    common: UBig,
}

/// The sums of numbers.
fn add(into: &mut [Value], some: &[Value], others: &[Value]) {
    for ((into, one), other) in into.iter_mut().zip(some).zip(others) {
        *into = one + other;
    }
}
