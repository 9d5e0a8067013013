//! Exact chances: all runs of a scenario as a graph of the places at which they stand (`explore`; of large ones what is next to impossible is left
//! out, `likely`), and how often each is passed (`solve`, and `acyclic` where nothing comes back, by `residues`; `components` are the circles). A run
//! goes from roll to roll (`follow`, `states`); what follows from a place holds for all that differ from it only in counted numbers, within bounds
//! (`transitions`, `successors`, `bounds`).

mod acyclic;
mod bounds;
mod components;
mod explore;
mod follow;
mod likely;
mod residues;
mod solve;
mod states;
mod successors;
mod transitions;

use std::collections::{BTreeMap, BTreeSet};

use super::distribution::{Chance, Distribution};
use super::simulate::OddsWatcher;
use crate::ruleset::index::to_amount;
use crate::ruleset::{Destination, Expr, Ruleset, Statement, StatementKind, Throw, Value, walk};
use crate::run::Fault;
use crate::scenario::{AnswerValue, Asked, Scenario};
use crate::source::Limits;
use crate::suite::UnusedInput;
use explore::Graph;

/// How much may be followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// places at which runs stand
    pub states: usize,
    /// bytes to remember them
    pub bytes: usize,
    /// What may be left out to have fewer of them.
    pub shortcuts: Shortcuts,
}

/// What is left out, or taken together. Answers are the same without; so tests can hold the one against the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shortcuts {
    /// attributes that are written before they are read, where a round begins
    pub unread: bool,
    /// names that are not read any more, at each roll
    pub names: bool,
    /// numbers that are only counted
    pub counted: bool,
    /// dice that are only compared with fixed numbers
    pub compared: bool,
    /// attributes that are written before they are read, at each roll
    pub here: bool,
    /// what acts hold to which nothing leads any more, at each roll
    pub acts: bool,
    /// by how much numbers differ that only order acts, at each roll
    pub ranks: bool,
    /// records that can be taken one for the other, where a round begins
    pub alike: bool,
}

impl Shortcuts {
    /// Everything is followed as it is.
    pub const NONE: Shortcuts = Shortcuts {
        unread: false,
        names: false,
        counted: false,
        compared: false,
        here: false,
        acts: false,
        ranks: false,
        alike: false,
    };

    /// All of them.
    pub const ALL: Shortcuts = Shortcuts {
        unread: true,
        names: true,
        counted: true,
        compared: true,
        here: true,
        acts: true,
        ranks: true,
        alike: true,
    };
}

impl Default for Budget {
    /// A million states, 256 MiB.
    fn default() -> Self {
        Budget {
            states: 1_000_000,
            bytes: 256 << 20,
            shortcuts: Shortcuts::ALL,
        }
    }
}

/// Exact answers, and what was followed for them.
#[derive(Clone, Debug, PartialEq)]
pub struct Exact {
    /// The answers.
    pub answers: Distribution,
    /// From how many different rolls runs were followed, or beginnings of rounds before them; those within a round that is taken as one do not count.
    pub states: usize,
    /// How many ways led from one to the next.
    pub ways: usize,
    /// How often a run was taken up at a roll and carried on.
    pub taken_up: u64,
    /// What the scenario gives and no run uses; sorted.
    pub unused: Vec<UnusedInput>,
}

/// Why there is no exact answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Refused {
    /// There are more states than the budget allows.
    TooMany(Budget),
    /// The same, and the rolls for this purpose add up without end.
    Grows(String),
    /// This roll can come to too many results.
    TooManyResults(Throw),
    /// The question can only be answered from whole journals.
    NeedsJournal,
    /// The question names a number in a text: runs are taken for alike that show different numbers.
    NamesShownNumber,
    /// The scenario corrects something in the course of its runs.
    Corrected,
    /// The scenario answers what is asked about acts that it names.
    AnswersAboutActs,
    /// The scenario answers with a record that rules make, by its title.
    AnswersByTitle,
    /// States lead to each other in circles, with so many unknowns: too many to be solved.
    Circles(usize),
    /// Following the runs takes more steps than this.
    TooMuchWork(u64),
    /// Some runs never end.
    Endless,
    /// The watcher has stopped it.
    Stopped,
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
    watcher: &dyn OddsWatcher,
) -> Result<Exact, Refused> {
    if !scenario.corrections.is_empty() {
        return Err(Refused::Corrected);
    }
    let mut answers = scenario.answers.iter();
    if answers.any(|answer| !answer.acts.is_empty()) {
        return Err(Refused::AnswersAboutActs);
    }
    let mut answers = scenario.answers.iter();
    if answers.any(|answer| matches!(answer.value, AnswerValue::Titled { .. })) {
        return Err(Refused::AnswersByTitle);
    }
    let graph = explore::explore(rules, scenario, asked, limits, budget, watcher);
    let graph = graph.map_err(|refused| match (refused, growing(rules)) {
        (Refused::TooMany(_), Some(purpose)) => Refused::Grows(purpose),
        (refused, _) => refused,
    })?;
    let is_whole = graph.left_out.is_none() && graph.ways() <= MOST_FRACTIONS;
    let answers = match is_whole {
        true => match acyclic::reached(&graph, watcher)? {
            Some(reached) => distribution(&graph, reached, Chance::Exact),
            None => distribution(&graph, solve::reached(&graph, watcher)?, Chance::Exact),
        },
        false => {
            let reached: Vec<f64> = solve::reached(&graph, watcher)?;
            let left_out = graph.left_out.map_or(0.0, |answer| reached[answer]);
            if left_out > likely::MOST_LEFT_OUT {
                return Err(Refused::TooMany(budget));
            }
            distribution(&graph, reached, Chance::Reckoned)
        }
    };
    Ok(Exact {
        answers,
        states: graph.states(),
        ways: graph.ways(),
        taken_up: graph.taken_up,
        unused: graph.unused,
    })
}

/// For what dice are rolled again and added up as long as they show a certain result, however often that is.
fn growing(rules: &Ruleset) -> Option<String> {
    let mut found = None;
    rules.each_statement(&mut |statement| {
        let StatementKind::Repeat { condition, body } = statement else {
            return;
        };
        let adds = |one: &Statement| {
            matches!(
                one.kind,
                StatementKind::Add {
                    place: Destination::Local(_),
                    ..
                }
            )
        };
        // What is repeated for each die of several goes by their number, not by what they show.
        let mut looked_at = BTreeSet::new();
        walk::each_name(&rules.exprs, *condition, &mut |name| {
            looked_at.insert(name);
        });
        let roll = body.iter().find_map(|one| match one.kind {
            StatementKind::Roll { purpose, local, .. } if looked_at.contains(&local) => {
                Some(purpose)
            }
            _ => None,
        });
        // How often at most is one more condition.
        let is_open = !matches!(rules.exprs[condition.index()], Expr::And(_));
        let roll = roll.filter(|_| is_open && body.iter().any(adds));
        found = found
            .take()
            .or(roll.map(|purpose| rules.word(purpose).to_owned()));
    });
    found
}

/// Tells the watcher how many states there are so far.
fn look(watcher: &dyn OddsWatcher, states: usize) -> Result<(), Refused> {
    match watcher.followed(to_amount(states)) {
        true => Ok(()),
        false => Err(Refused::Stopped),
    }
}

/// The chance of each answer, in one kind of number.
fn distribution<N: solve::SolverNumber>(
    graph: &Graph,
    reached: Vec<N>,
    chance: impl Fn(N) -> Chance,
) -> Distribution {
    let mut answers: BTreeMap<Value, N> = BTreeMap::new();
    for (place, (&answer, reached)) in graph.answers.iter().zip(reached).enumerate() {
        if reached != N::nought() && graph.left_out != Some(place) {
            *answers.entry(answer).or_insert_with(N::nought) += &reached;
        }
    }
    let answers = answers.into_iter();
    Distribution {
        answers: answers
            .map(|(answer, number)| (answer, chance(number)))
            .collect(),
    }
}
