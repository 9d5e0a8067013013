//! Follows every run of a scenario: all places at which runs stand, and what leads from one to the next. Runs that stand alike are followed as
//! one.

use std::collections::BTreeMap;
use std::hash::{BuildHasher as _, Hasher as _};
use std::ops::Range;

use dashu_int::UBig;
use hashbrown::HashTable;

use super::follow::Follower;
use super::likely::Likelihood;
use super::solve::SolverNumber;
use super::successors::{PatternEnd, Successors};
use super::transitions::Transitions;
use super::{Budget, MOST_FRACTIONS, Refused};
use crate::odds::simulate::OddsWatcher;
use crate::ruleset::index::{Idx, IndexVec, to_number};
use crate::ruleset::{MISSING, Ruleset, Value};
use crate::scenario::{Asked, Scenario};
use crate::source::Limits;
use crate::suite::UnusedInput;

/// All runs of a scenario: the places from which they are followed, and the ways from one to the next.
#[derive(Debug, Default)]
pub struct Graph {
    /// for each state, in how many ways its dice can fall: an index into `splits`
    splits_of: Vec<u32>,
    /// for each state, its targets; of one that is left out, none
    ways_of: Vec<Range<usize>>,
    targets: Vec<WayTarget>,
    /// In how many ways the dice of a state lead to each of its targets, and in how many in all.
    pub splits: Vec<(Vec<UBig>, UBig)>,
    /// The answers of runs that are over.
    pub answers: Vec<Value>,
    /// Where each of them stands.
    places: BTreeMap<Value, u32>,
    /// Which of the answers stands for runs that were not followed any further, as they are next to impossible.
    pub left_out: Option<usize>,
    /// Where all runs begin.
    pub start: Option<WayTarget>,
    /// How often a run was taken up at a roll.
    pub taken_up: u64,
    /// What the scenario gives and no run uses.
    pub unused: Vec<UnusedInput>,
}

/// Whither a way leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WayTarget {
    /// to a place, by its number
    State(u32),
    /// to the end of the run, with this answer
    Answer(u32),
}

impl Graph {
    /// How many states there are.
    pub fn states(&self) -> usize {
        self.ways_of.len()
    }

    /// How many ways there are.
    pub fn ways(&self) -> usize {
        self.targets.len()
    }

    /// Whither the ways from a state lead, each whither once.
    pub fn targets(&self, state: usize) -> &[WayTarget] {
        &self.targets[self.ways_of[state].clone()]
    }

    /// Which of the splits is that of a state.
    pub fn split(&self, state: usize) -> usize {
        self.splits_of[state].index()
    }

    fn answer(&mut self, answer: Value) -> WayTarget {
        let answers = &mut self.answers;
        let place = self.places.entry(answer).or_insert_with(|| {
            answers.push(answer);
            to_number(answers.len()) - 1
        });
        WayTarget::Answer(*place)
    }

    /// Makes room for so many states that are not followed yet.
    fn grow(&mut self, states: usize) {
        self.ways_of.resize(states, 0..0);
        self.splits_of.resize(states, 0);
    }

    /// Whether it is known what follows from a state.
    fn is_followed(&self, state: usize) -> bool {
        !self.ways_of[state].is_empty()
    }

    /// Leads all states that were not followed to an answer of their own.
    fn leave_out(&mut self) {
        if (0..self.states()).all(|state| self.is_followed(state)) {
            return;
        }
        let (way, split) = (self.targets.len(), to_number(self.splits.len()));
        let answer = self.answers.len();
        self.targets.push(WayTarget::Answer(to_number(answer)));
        self.splits.push((vec![UBig::ONE], UBig::ONE));
        self.answers.push(MISSING);
        self.left_out = Some(answer);
        for (ways, own) in self.ways_of.iter_mut().zip(&mut self.splits_of) {
            if ways.start == ways.end {
                (*ways, *own) = (way..way + 1, split);
            }
        }
    }
}

/// The places at which runs stand: each a row and its counted numbers, by number in the order in which they are found.
#[derive(Default)]
struct States {
    hasher: foldhash::fast::FixedState,
    table: HashTable<u32>,
    rows: IndexVec<u32, u32>,
    numbers: Vec<Value>,
    width: usize,
}

impl States {
    /// About how many bytes all places take, with what the graph holds of each.
    fn bytes(&self) -> usize {
        let of_graph = size_of::<Range<usize>>() + 2 * size_of::<u32>() + Likelihood::BYTES;
        size_of_val(&self.numbers[..]) + self.rows.len() * (2 * size_of::<u32>() + of_graph)
    }

    fn numbers(&self, state: u32) -> &[Value] {
        let start = state.index() * self.width;
        &self.numbers[start..start + self.width]
    }

    /// The number of a place.
    fn number(&mut self, row: u32, numbers: &[Value]) -> u32 {
        let wanted = hash(&self.hasher, row, numbers);
        let is_it =
            |&state: &u32| self.rows[state] == row && self.numbers(state).iter().eq(numbers);
        if let Some(&known) = self.table.find(wanted, is_it) {
            return known;
        }
        let number = to_number(self.rows.len());
        self.rows.push(row);
        self.numbers.extend_from_slice(numbers);
        let (rows, all, width) = (&self.rows, &self.numbers, self.width);
        let rehash = |&state: &u32| {
            let start = state.index() * width;
            hash(&self.hasher, rows[state], &all[start..start + width])
        };
        self.table.insert_unique(wanted, number, rehash);
        number
    }
}

/// The hash of a place. Its numbers are few, so that they are hashed one by one.
#[inline]
fn hash(hasher: &foldhash::fast::FixedState, row: u32, numbers: &[Value]) -> u64 {
    let mut hash = hasher.build_hasher();
    hash.write_u32(row);
    numbers.iter().for_each(|&number| hash.write_i64(number));
    hash.finish()
}

/// Follows every run. The states are numbered in the order in which they are found, the nearest first.
pub fn explore(
    rules: &Ruleset,
    scenario: &Scenario,
    asked: &Asked,
    limits: &Limits,
    budget: Budget,
    watcher: &dyn OddsWatcher,
) -> Result<Graph, Refused> {
    let follower = Follower::new(rules, scenario, asked, limits, budget.shortcuts, watcher)?;
    let mut steps = Transitions::new(follower, budget, watcher);
    let begin = steps.begin()?;
    let (mut graph, mut states, mut likely) = begun(&begin, steps.width());
    let mut here = begin.1.clone();
    let mut there = here.clone();
    let mut shares: Vec<Box<[f64]>> = Vec::new();
    let mut leaves_out = false;
    while let Some(number) = likely.next() {
        let state = number.index();
        graph.grow(states.rows.len());
        // The chances of smaller graphs are fractions, of which nothing may be missing.
        if !leaves_out && (graph.ways() > MOST_FRACTIONS || likely.is_endless()) {
            leaves_out = true;
            if likely.is_mostly_negligible() {
                (graph, states, likely) = begun(&begin, steps.width());
                continue;
            }
        }
        if !graph.is_followed(state) {
            if leaves_out && likely.is_negligible(number) {
                continue;
            }
            here.copy_from_slice(states.numbers(number));
            let follows = steps.follows(states.rows[number], &here);
            if steps.is_doubtful() {
                let mut budget = budget;
                budget.shortcuts.alike = false;
                return explore(rules, scenario, asked, limits, budget, watcher);
            }
            let pattern = follows?;
            let start = graph.targets.len();
            for end in 0..steps.successors[pattern].ends.len() {
                let pattern = &steps.successors[pattern];
                let target = match pattern.ends[end] {
                    PatternEnd::Answer(answer) => graph.answer(answer),
                    PatternEnd::Row(row) => {
                        let moves = pattern.moves(here.len(), end);
                        for ((there, here), moved) in there.iter_mut().zip(&here).zip(moves) {
                            *there = here + moved;
                        }
                        let row = steps.least(row, &mut there);
                        WayTarget::State(states.number(row, &there))
                    }
                };
                graph.targets.push(target);
            }
            graph.ways_of[state] = start..graph.targets.len();
            graph.splits_of[state] = pattern;
            let bytes = steps.bytes() + states.bytes();
            let ways = graph.targets.len() * size_of::<WayTarget>();
            if states.rows.len() > budget.states || bytes + ways > budget.bytes {
                return Err(Refused::TooMany(budget));
            }
            steps.have_found(states.rows.len())?;
        }
        let pattern = graph.splits_of[state].index();
        for known in shares.len()..=pattern {
            let Successors { ways, total, .. } = &steps.successors[to_number(known)];
            let ways = ways.iter().map(|ways| f64::share(ways, total));
            shares.push(ways.collect());
        }
        likely.pass_on(number, graph.targets(state), &shares[pattern]);
    }
    graph.taken_up = steps.taken_up;
    graph.unused = steps.unused().to_vec();
    let splits = steps.successors.drain(..);
    graph.splits = splits.map(|one| (one.ways, one.total)).collect();
    graph.grow(states.rows.len());
    graph.leave_out();
    Ok(graph)
}

/// Where all runs begin, with so many numbers, and nothing was followed.
fn begun((first, numbers): &(PatternEnd, Vec<Value>), width: usize) -> (Graph, States, Likelihood) {
    let (mut graph, mut likely) = (Graph::default(), Likelihood::default());
    let mut states = States {
        width,
        ..States::default()
    };
    let start = match *first {
        PatternEnd::Answer(answer) => graph.answer(answer),
        PatternEnd::Row(row) => {
            let first = states.number(row, numbers);
            likely.come(first, 1.0);
            WayTarget::State(first)
        }
    };
    graph.start = Some(start);
    (graph, states, likely)
}
