//! Exact chances: all runs of a scenario as a graph of the places at which they stand (`explore`), and how often each is passed (`solve`).

mod explore;
mod solve;

use std::collections::BTreeMap;

use super::distribution::{Chance, Distribution};
use crate::engine::Fault;
use crate::ruleset::{Ruleset, Value};
use crate::scenario::{Asked, Scenario};
use crate::source::Limits;
use explore::Graph;

/// How much may be followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// places at which runs stand
    pub states: usize,
    /// bytes to remember them
    pub bytes: usize,
}

impl Default for Budget {
    /// A million states, 256 MiB.
    fn default() -> Self {
        Budget {
            states: 1_000_000,
            bytes: 256 << 20,
        }
    }
}

/// Exact answers, and what was followed for them.
#[derive(Clone, Debug, PartialEq)]
pub struct Exact {
    /// The answers.
    pub answers: Distribution,
    /// At how many different rolls runs stood.
    pub states: usize,
    /// How many ways led from one to the next.
    pub ways: usize,
}

/// Why there is no exact answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Refused {
    /// There are more states than the budget allows.
    TooMany(Budget),
    /// The question can only be answered from whole journals.
    NeedsJournal,
    /// What leads in circles is too much to be solved.
    Circles(usize),
    /// Some run meets a fault of the rules or of the scenario.
    Fault(Box<Fault>),
}

/// Graphs with more ways than this are reckoned with floating point: fractions grow with every way.
const MOST_FRACTIONS: usize = 60_000;

/// The answers to a question over all that the dice can show.
pub fn exact(
    rules: &Ruleset,
    scenario: &Scenario,
    asked: &Asked,
    limits: &Limits,
    budget: Budget,
) -> Result<Exact, Refused> {
    let graph = explore::explore(rules, scenario, asked, limits, budget)?;
    let answers = match graph.ways() <= MOST_FRACTIONS {
        true => distribution(&graph, Chance::Exact)?,
        false => distribution(&graph, Chance::Reckoned)?,
    };
    Ok(Exact {
        answers,
        states: graph.states(),
        ways: graph.ways(),
    })
}

/// The chance of each answer, in one kind of number.
fn distribution<N: solve::Number>(
    graph: &Graph,
    chance: impl Fn(N) -> Chance,
) -> Result<Distribution, Refused> {
    let reached = solve::reached::<N>(graph)?;
    let mut answers: BTreeMap<Value, N> = BTreeMap::new();
    for (&answer, reached) in graph.answers.iter().zip(reached) {
        if reached != N::nought() {
            answers
                .entry(answer)
                .or_insert_with(N::nought)
                .add(&reached);
        }
    }
    Ok(Distribution {
        answers: (answers.into_iter())
            .map(|(answer, number)| (answer, chance(number)))
            .collect(),
    })
}
