//! Follows every run of a scenario: all places at which runs stand, and what leads from one to the next. Runs that stand alike are followed as
//! one.

use std::hash::{BuildHasher as _, Hasher as _};

use dashu_int::UBig;
use hashbrown::HashTable;

use super::follow::Follower;
use super::successors::PatternEnd;
use super::transitions::Transitions;
use super::{Budget, Refused};
use crate::odds::simulate::OddsWatcher;
use crate::ruleset::index::{Idx, IndexVec, to_number};
use crate::ruleset::{Ruleset, Value};
use crate::scenario::{Asked, Scenario};
use crate::source::Limits;
use crate::suite::UnusedInput;

/// All runs of a scenario: the places from which they are followed, and the ways from one to the next.
#[derive(Debug, Default)]
pub struct Graph {
    /// for each state, in how many ways its dice can fall: an index into `splits`
    splits_of: Vec<u32>,
    /// for each state, the end of its targets; they begin where those of the state before end
    ends: Vec<usize>,
    targets: Vec<WayTarget>,
    /// In how many ways the dice of a state lead to each of its targets, and in how many in all.
    pub splits: Vec<(Vec<UBig>, UBig)>,
    /// The answers of runs that are over.
    pub answers: Vec<Value>,
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
        self.ends.len()
    }

    /// How many ways there are.
    pub fn ways(&self) -> usize {
        self.targets.len()
    }

    /// Whither the ways from a state lead, each whither once.
    pub fn targets(&self, state: usize) -> &[WayTarget] {
        let start = if state == 0 { 0 } else { self.ends[state - 1] };
        &self.targets[start..self.ends[state]]
    }

    /// Which of the splits is that of a state.
    pub fn split(&self, state: usize) -> usize {
        self.splits_of[state].index()
    }

    fn answer(&mut self, answer: Value) -> WayTarget {
        let known = self.answers.iter().position(|&known| known == answer);
        let index = known.unwrap_or_else(|| {
            self.answers.push(answer);
            self.answers.len() - 1
        });
        WayTarget::Answer(to_number(index))
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
        let of_graph = size_of::<usize>() + 2 * size_of::<u32>();
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
    let mut graph = Graph::default();
    let mut states = States {
        width: steps.width(),
        ..States::default()
    };
    let (first, numbers) = steps.begin()?;
    graph.start = Some(match first {
        PatternEnd::Answer(answer) => graph.answer(answer),
        PatternEnd::Row(row) => WayTarget::State(states.number(row, &numbers)),
    });
    let mut here = numbers;
    let mut there = here.clone();
    let mut state = 0;
    while let Some(&row) = states.rows.get(state) {
        here.copy_from_slice(states.numbers(state));
        let follows = steps.follows(row, &here);
        if steps.is_doubtful() {
            let mut budget = budget;
            budget.shortcuts.alike = false;
            return explore(rules, scenario, asked, limits, budget, watcher);
        }
        let pattern = follows?;
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
        graph.ends.push(graph.targets.len());
        graph.splits_of.push(pattern);
        let bytes = steps.bytes() + states.bytes();
        let ways = graph.targets.len() * size_of::<WayTarget>();
        if states.rows.len() > budget.states || bytes + ways > budget.bytes {
            return Err(Refused::TooMany(budget));
        }
        state += 1;
        steps.have_found(states.rows.len())?;
    }
    graph.taken_up = steps.taken_up;
    graph.unused = steps.unused().to_vec();
    let splits = steps.successors.drain(..);
    graph.splits = splits.map(|one| (one.ways, one.total)).collect();
    Ok(graph)
}
