//! Plays many scenarios on several threads. The result is the same for any number of threads.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::{Player, ScenarioOutcome};
use crate::ruleset::Ruleset;
use crate::run::CoverageData;
use crate::scenario::Scenario;
use crate::source::{Limits, on_threads};

/// How many scenarios a thread takes at a time: neighbours, which mostly share their rules.
const STRETCH: usize = 8;

/// The maximum of threads.
const MOST_THREADS: usize = 64;

/// A scenario and the rules by which it is played. Cases that share one ruleset in memory share what is made of it.
#[derive(Clone, Copy, Debug)]
pub struct SuiteCase<'a> {
    /// The rules.
    pub rules: &'a Ruleset,
    /// The scenario.
    pub scenario: &'a Scenario,
}

/// What came of many scenarios.
#[derive(Debug)]
pub struct Results<'a> {
    /// In the order of the cases.
    pub outcomes: Vec<ScenarioOutcome>,
    /// The rulesets by which they were played, in the order in which the cases name them, and what was exercised of each.
    pub exercised: Vec<(&'a Ruleset, CoverageData)>,
}

/// Plays all of these, each with its own dice and decisions, on so many threads, as far as they are of use.
/// `played` is called whenever one more has been played, by the thread that played it.
pub fn play_all<'a>(
    cases: &[SuiteCase<'a>],
    threads: usize,
    limits: &Limits,
    played: &(dyn Fn() + Sync),
) -> Results<'a> {
    let plan = SuitePlan::new(cases);
    let next = AtomicUsize::new(0);
    let useful = cases.len().div_ceil(STRETCH).min(MOST_THREADS);
    let share = || plan.share(&next, limits, played);
    let shares = on_threads(threads.min(useful), share);
    let nothing = |rules: &&'a Ruleset| (*rules, CoverageData::nothing_of(rules));
    let mut exercised: Vec<_> = plan.rules.iter().map(nothing).collect();
    let mut done: Vec<(usize, ScenarioOutcome)> = Vec::with_capacity(cases.len());
    for share in shares {
        for (rules, found) in share.exercised {
            exercised[rules].1.add(&found);
        }
        done.extend(share.done);
    }
    done.sort_by_key(|(index, _)| *index);
    Results {
        outcomes: done.into_iter().map(|(_, outcome)| outcome).collect(),
        exercised,
    }
}

/// The cases, and by which of the different rulesets each is played.
struct SuitePlan<'a, 'c> {
    cases: &'c [SuiteCase<'a>],
    rules: Vec<&'a Ruleset>,
    /// By case: an index into `rules`.
    rules_of: Vec<usize>,
}

/// What one thread has done.
struct ThreadResults {
    /// The outcomes, each with the index of its case.
    done: Vec<(usize, ScenarioOutcome)>,
    /// What was exercised, each with the index of its ruleset.
    exercised: Vec<(usize, CoverageData)>,
}

impl<'a, 'c> SuitePlan<'a, 'c> {
    fn new(cases: &'c [SuiteCase<'a>]) -> Self {
        let mut plan = SuitePlan {
            cases,
            rules: Vec::new(),
            rules_of: Vec::new(),
        };
        let mut known = BTreeMap::new();
        for case in cases {
            let index = *known
                .entry(case.rules as *const Ruleset)
                .or_insert_with(|| {
                    plan.rules.push(case.rules);
                    plan.rules.len() - 1
                });
            plan.rules_of.push(index);
        }
        plan
    }

    /// Plays cases that no thread has taken, until there are none.
    fn share(
        &self,
        next: &AtomicUsize,
        limits: &Limits,
        played: &(dyn Fn() + Sync),
    ) -> ThreadResults {
        let mut players: Vec<Option<Player<'a>>> = self.rules.iter().map(|_| None).collect();
        let mut done = Vec::new();
        loop {
            let first = next.fetch_add(STRETCH, Ordering::Relaxed);
            if first >= self.cases.len() {
                let players = players.into_iter().enumerate();
                let exercised = players.filter_map(|(rules, player)| {
                    Some((rules, player?.machine.coverage().clone()))
                });
                return ThreadResults {
                    done,
                    exercised: exercised.collect(),
                };
            }
            for index in first..self.cases.len().min(first + STRETCH) {
                let rules = self.rules_of[index];
                let player = players[rules].get_or_insert_with(|| {
                    let ruleset = self.rules[rules];
                    Player::new(ruleset, limits)
                });
                done.push((index, player.test(self.cases[index].scenario)));
                played();
            }
        }
    }
}
