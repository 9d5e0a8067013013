//! Follows every run of a scenario from roll to roll. Runs that stand alike are followed as one.

use std::collections::VecDeque;

use hashbrown::HashTable;

use super::{Budget, Refused};
use crate::engine::dice::{self, RollRequest};
use crate::engine::words::{Reader, Writer};
use crate::engine::{Dice, Ending, Engine, Fault, FaultKind, decisions};
use crate::odds::distribution::ways;
use crate::odds::past::forgetting;
use crate::odds::tally::Tally;
use crate::ruleset::{Ruleset, Value};
use crate::scenario::{Asked, Scenario};
use crate::source::Limits;
use dashu_int::UBig;

/// All runs of a scenario: the rolls at which they stand, and the ways from one to the next.
#[derive(Debug, Default)]
pub struct Graph {
    /// for each state, the end of its ways; they begin where those of the state before end
    ends: Vec<usize>,
    /// the ways: whither, and in how many of all the ways that the dice can fall
    ways: Vec<(Target, UBig)>,
    /// for each state, in how many ways its dice can fall
    totals: Vec<UBig>,
    /// the answers of runs that are over
    pub answers: Vec<Value>,
    /// Where all runs begin.
    pub start: Option<Target>,
}

/// Whither a way leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Target {
    /// to another roll
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
        self.ways.len()
    }

    /// In how many ways the dice of a state can fall.
    pub fn total(&self, state: usize) -> &UBig {
        &self.totals[state]
    }

    /// The ways from a state, each whither once.
    pub fn ways_from(&self, state: usize) -> &[(Target, UBig)] {
        let start = if state == 0 { 0 } else { self.ends[state - 1] };
        &self.ways[start..self.ends[state]]
    }

    fn answer(&mut self, answer: Value) -> Target {
        let known = self.answers.iter().position(|&known| known == answer);
        let index = known.unwrap_or_else(|| {
            self.answers.push(answer);
            self.answers.len() - 1
        });
        Target::Answer(index as u32)
    }
}

/// Where runs stand, each place once.
#[derive(Default)]
struct Places {
    hasher: foldhash::fast::FixedState,
    table: HashTable<u32>,
    bytes: Vec<u8>,
    ends: Vec<usize>,
}

impl Places {
    fn get(&self, place: usize) -> &[u8] {
        let start = if place == 0 { 0 } else { self.ends[place - 1] };
        &self.bytes[start..self.ends[place]]
    }

    /// The number of a place, and whether it is new.
    fn number(&mut self, row: &[u8]) -> (u32, bool) {
        use std::hash::BuildHasher as _;
        let hash = self.hasher.hash_one(row);
        let Places { bytes, ends, .. } = self;
        let of = |place: u32| {
            let place = place as usize;
            let start = if place == 0 { 0 } else { ends[place - 1] };
            &bytes[start..ends[place]]
        };
        if let Some(&known) = self.table.find(hash, |&place| of(place) == row) {
            return (known, false);
        }
        let hasher = &self.hasher;
        let number = ends.len() as u32;
        self.table
            .insert_unique(hash, number, |&place| hasher.hash_one(of(place)));
        self.bytes.extend_from_slice(row);
        self.ends.push(self.bytes.len());
        (number, true)
    }
}

/// The dice of a scenario, and for the roll at which the run stands the sum that is being tried.
struct Tried<'a> {
    scripted: dice::Scripted<'a>,
    next: Option<Value>,
}

impl Dice for Tried<'_> {
    fn roll(
        &mut self,
        request: &RollRequest<'_>,
        faces: &mut Vec<Value>,
    ) -> Result<Value, FaultKind> {
        match self.next.take() {
            Some(sum) => Ok(sum),
            None => self.scripted.roll(request, faces),
        }
    }
}

/// A run that is being followed.
struct Follower<'a> {
    scenario: &'a Scenario,
    engine: Engine<'a>,
    dice: Tried<'a>,
    decisions: decisions::Scripted<'a>,
    tally: Tally<'a>,
    row: Writer,
}

/// Where a run came to.
enum Came {
    /// It stands at a roll of so many dice with so many sides; where, lies in the follower's row.
    Stands(u32, u32),
    Over(Value),
}

impl Follower<'_> {
    fn begin(&mut self) -> Result<Came, Refused> {
        let ended = (self.engine).play(
            self.scenario,
            &mut self.dice,
            &mut self.decisions,
            &mut self.tally,
        );
        self.came(ended)
    }

    /// Goes on from a place, where the dice show this sum.
    fn go_on(&mut self, row: &[u8], sum: Value) -> Result<Came, Refused> {
        let mut from = Reader::new(row);
        self.engine.take_up(&mut from);
        self.dice.scripted.take_up(&mut from);
        self.decisions.take_up(&mut from);
        self.tally.take_up(&mut from, self.engine.scene().path());
        self.dice.next = Some(sum);
        let ended = (self.engine).go_on(
            self.scenario,
            &mut self.dice,
            &mut self.decisions,
            &mut self.tally,
        );
        self.came(ended)
    }

    fn came(&mut self, ended: Result<Ending, Fault>) -> Result<Came, Refused> {
        let refused = |fault| Refused::Fault(Box::new(fault));
        match ended {
            Ok(ending) => {
                let answer = self.tally.answer(ending, &mut self.engine.scene());
                answer.map(Came::Over).map_err(refused)
            }
            Err(Fault {
                kind: FaultKind::NoDie { count, sides, .. },
                ..
            }) => {
                self.tally.read(&self.engine.scene());
                self.row.clear();
                self.engine.write_down(&mut self.row);
                self.dice.scripted.write_down(&mut self.row);
                self.decisions.write_down(&mut self.row);
                self.tally.write_down(&mut self.row);
                Ok(Came::Stands(count, sides))
            }
            Err(fault) => Err(refused(fault)),
        }
    }
}

/// Follows every run. The states are numbered in the order in which they are found, the nearest first.
pub fn explore(
    rules: &Ruleset,
    scenario: &Scenario,
    asked: &Asked,
    limits: &Limits,
    budget: Budget,
) -> Result<Graph, Refused> {
    let tally = Tally::new(rules, scenario, asked).map_err(|_| Refused::NeedsJournal)?;
    let mut follower = Follower {
        scenario,
        engine: Engine::new(rules, *limits),
        dice: Tried {
            scripted: dice::Scripted::without_seed(scenario),
            next: None,
        },
        decisions: decisions::Scripted::new(scenario),
        row: Writer::default(),
        tally,
    };
    let forgetting = forgetting(rules, scenario, asked, &follower.tally);
    follower.engine.forget(forgetting);
    let mut graph = Graph::default();
    let mut places = Places::default();
    let mut rolls = Vec::new();
    let mut open = VecDeque::new();
    let came = follower.begin()?;
    graph.start = Some(target(
        came,
        &follower,
        &mut places,
        &mut rolls,
        &mut open,
        &mut graph,
    ));
    let mut row = Vec::new();
    while let Some(state) = open.pop_front() {
        let (count, sides): (u32, u32) = rolls[state as usize];
        if u64::from(count) * u64::from(sides) > MOST_SUMS {
            return Err(Refused::TooMany(budget));
        }
        row.clear();
        row.extend_from_slice(places.get(state as usize));
        let first = graph.ways.len();
        let ways = ways(count, sides);
        let mut total = UBig::ZERO;
        for (index, ways) in ways.into_iter().enumerate() {
            total += &ways;
            let came = follower.go_on(&row, Value::from(count) + index as Value)?;
            let target = target(
                came,
                &follower,
                &mut places,
                &mut rolls,
                &mut open,
                &mut graph,
            );
            let known = graph.ways[first..].iter_mut().find(|way| way.0 == target);
            match known {
                Some(known) => known.1 += ways,
                None => graph.ways.push((target, ways)),
            }
        }
        graph.ends.push(graph.ways.len());
        graph.totals.push(total);
        if rolls.len() > budget.states || places.bytes.len() > budget.bytes {
            return Err(Refused::TooMany(budget));
        }
    }
    Ok(graph)
}

/// A roll that can come to more sums than this is not followed.
const MOST_SUMS: u64 = 100_000;

/// What a run came to, as the end of a way; a place that is new is left open.
fn target(
    came: Came,
    follower: &Follower<'_>,
    places: &mut Places,
    rolls: &mut Vec<(u32, u32)>,
    open: &mut VecDeque<u32>,
    graph: &mut Graph,
) -> Target {
    match came {
        Came::Over(answer) => graph.answer(answer),
        Came::Stands(count, sides) => {
            let (number, is_new) = places.number(follower.row.bytes());
            if is_new {
                rolls.push((count, sides));
                open.push_back(number);
            }
            Target::State(number)
        }
    }
}
