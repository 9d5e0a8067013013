//! Asks a question of a scenario: exactly if that can be, else by playing, and always says which.

use std::collections::BTreeMap;
use std::ops::Range;

use super::distribution::Distribution;
use super::exact::{Budget, Refused, exact};
use super::independence::{Independent, first_acts, places};
use super::simulate::{self, Counts, OddsWatcher, simulate};
use crate::machine::{Answers, specialized};
use crate::ruleset::index::to_amount;
use crate::ruleset::{Ruleset, Value};
use crate::run::Fault;
use crate::scenario::{Asked, Expectation, Question, Scenario};
use crate::source::Limits;

/// How answers are to be found.
#[derive(Clone, Debug)]
pub struct Method {
    /// Try to follow every run, within this; `None`: play at once.
    pub budget: Option<Budget>,
    /// What is played where that cannot be; `None`: nothing, so that there may be no answer.
    pub plan: Option<simulate::Plan>,
}

/// The answer to a question.
#[derive(Clone, Debug, PartialEq)]
pub struct Odds {
    /// How likely each answer is.
    pub answers: Distribution,
    /// How it was found.
    pub found: Found,
}

/// How an answer was found.
#[derive(Clone, Debug, PartialEq)]
pub enum Found {
    /// Every run was followed; of those whose chances are no fractions, all but what is next to impossible.
    Exactly {
        /// from how many different rolls runs were followed
        states: usize,
        /// how many ways led from one to the next
        ways: usize,
    },
    /// The dice are independent, and those that belong together were looked at by themselves.
    Independent {
        /// how many open rolls there were
        rolls: usize,
    },
    /// Runs were played.
    Played {
        /// how often each answer came, and in which trials
        counts: Counts,
        /// which trials
        trials: Range<u64>,
        /// why not exactly, if that was tried
        because: Option<Refused>,
    },
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq)]
pub enum NoAnswer {
    /// It cannot be found exactly, and nothing was to be played.
    Refused(Refused),
    /// Nothing was played.
    NothingPlayed,
}

impl Odds {
    fn independent(found: Independent) -> Self {
        Odds {
            answers: found.answers,
            found: Found::Independent { rolls: found.rolls },
        }
    }

    /// The fault that runs met, and in which trial first if runs were played.
    pub fn fault(&self) -> Option<(Option<u64>, &Fault)> {
        let Found::Played {
            counts, because, ..
        } = &self.found
        else {
            return None;
        };
        match (&counts.first_fault, because) {
            (Some((trial, fault)), _) => Some((Some(*trial), fault)),
            (None, Some(Refused::Fault(fault))) => Some((None, fault)),
            _ => None,
        }
    }
}

impl NoAnswer {
    /// The fault that runs meet.
    pub fn fault(&self) -> Option<&Fault> {
        match self {
            NoAnswer::Refused(Refused::Fault(fault)) => Some(fault),
            _ => None,
        }
    }
}

/// A scenario whose runs go as far as they do where the question is one of its expectations: to the last period of which it speaks.
pub fn asking(scenario: &Scenario, asked: &Asked) -> Scenario {
    let mut scenario = scenario.clone();
    let span = scenario.span;
    let expectation = asked
        .as_expectation()
        .map(|kind| Expectation { kind, span });
    scenario.expectations.extend(expectation);
    scenario
}

/// The place of every combatant, found at once where dice are independent; nothing where they are not.
pub fn all_places(rules: &Ruleset, scenario: &Scenario, limits: &Limits) -> Vec<Odds> {
    if !scenario.corrections.is_empty() {
        return Vec::new();
    }
    let places = places(rules, scenario, limits).unwrap_or_default();
    places.into_iter().map(Odds::independent).collect()
}

/// The answer to a question. Of runs that meet a fault there is none; all others are counted.
pub fn ask(
    rules: &Ruleset,
    scenario: &Scenario,
    question: &Question,
    limits: &Limits,
    method: &Method,
    watcher: &dyn OddsWatcher,
) -> Result<Odds, NoAnswer> {
    let one = std::slice::from_ref(question);
    let mut answers = ask_each(rules, scenario, one, limits, method, watcher);
    answers.pop().unwrap_or(Err(NoAnswer::NothingPlayed))
}

/// The answers to questions of one scenario, in their order. What has to be played is played once for all of them whose runs go equally far; such
/// a play may take the work of all that are answered by it.
pub fn ask_each(
    rules: &Ruleset,
    scenario: &Scenario,
    questions: &[Question],
    limits: &Limits,
    method: &Method,
    watcher: &dyn OddsWatcher,
) -> Vec<Result<Odds, NoAnswer>> {
    let found = questions.iter().map(|question| {
        let scenario = &asking(scenario, &question.of);
        match method.budget {
            Some(budget) => followed(rules, scenario, question, limits, budget, watcher),
            None => Err(NoAnswer::NothingPlayed),
        }
    });
    let mut answers: Vec<_> = found.collect();
    let Some(plan) = &method.plan else {
        return answers;
    };
    let stopped = NoAnswer::Refused(Refused::Stopped);
    let open = (0..)
        .zip(&answers)
        .filter_map(|(index, answer): (usize, _)| {
            let is_open = answer.as_ref().is_err_and(|why| *why != stopped);
            is_open.then(|| (ends(rules, scenario, &questions[index].of), index))
        });
    let mut played_together: BTreeMap<_, Vec<usize>> = BTreeMap::new();
    for (ends, index) in open {
        played_together.entry(ends).or_default().push(index);
    }
    for group in played_together.into_values() {
        let asked: Vec<_> = group.iter().map(|&index| &questions[index].of).collect();
        let scenario = &(asked.iter()).fold(scenario.clone(), |all, asked| asking(&all, asked));
        let rules = &specialized(rules, scenario, Answers::OfScenario);
        let limits = &Limits {
            work: limits.work.saturating_mul(to_amount(group.len())),
            ..*limits
        };
        let all = simulate(rules, scenario, &asked, limits, plan, watcher);
        for (index, counts) in group.into_iter().zip(all) {
            let answer = &mut answers[index];
            if counts.answers.is_empty() && counts.faults == 0 {
                *answer = Err(NoAnswer::NothingPlayed);
                continue;
            }
            let because = match std::mem::replace(answer, Err(NoAnswer::NothingPlayed)) {
                Err(NoAnswer::Refused(refused)) => Some(refused),
                Err(NoAnswer::NothingPlayed) | Ok(_) => None,
            };
            *answer = Ok(Odds {
                answers: counts.distribution(),
                found: Found::Played {
                    trials: plan.trials.start..counts.end,
                    counts,
                    because,
                },
            });
        }
    }
    answers
}

/// The answer as it is found without playing.
fn followed(
    rules: &Ruleset,
    scenario: &Scenario,
    question: &Question,
    limits: &Limits,
    budget: Budget,
    watcher: &dyn OddsWatcher,
) -> Result<Odds, NoAnswer> {
    let rules = &specialized(rules, scenario, Answers::OfScenario);
    if scenario.corrections.is_empty()
        && let Ok(found) = first_acts(rules, scenario, &question.of, limits)
    {
        return Ok(Odds::independent(found));
    }
    let exact = exact(rules, scenario, &question.of, limits, budget, watcher);
    let exact = exact.map_err(NoAnswer::Refused)?;
    Ok(Odds {
        answers: exact.answers,
        found: Found::Exactly {
            states: exact.states,
            ways: exact.ways,
        },
    })
}

/// Behind which repetitions of outermost phases the runs of a scenario end of which this is asked: where these are the same, the runs are.
fn ends(rules: &Ruleset, scenario: &Scenario, asked: &Asked) -> Vec<Option<Value>> {
    let scenario = asking(scenario, asked);
    let phases = rules.procedure.iter();
    let ends = phases.map(|&phase| scenario.is_silent_after(phase));
    ends.collect()
}
