//! What a scenario gives that none of its runs uses: rolls, answers, declarations. Found by following every run; by playing many where that cannot be.

use super::ask::Method;
use super::exact::{Refused, exact};
use super::simulate::OddsWatcher;
use crate::diagnostic::{Diagnostics, Severity};
use crate::machine::{Answers, Machine, specialized};
use crate::ruleset::Ruleset;
use crate::run::{decisions, dice};
use crate::scenario::{Asked, ExpectationKind, Scenario};
use crate::source::Limits;
use crate::suite::{self, UnusedInput};

/// So many runs are played before every run is followed. In most scenarios the first of them uses everything.
const FIRST: u64 = 20;

/// So many runs are played where not every run can be followed.
const MOST: u64 = 2_000;

/// What no run of a scenario uses of what it gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unused {
    left: Vec<UnusedInput>,
    /// how many runs were played; `None`: every run was followed
    played: Option<u64>,
    seed: u64,
}

impl Unused {
    /// Looks for it. Of runs that meet a fault nothing is said.
    pub fn of(
        rules: &Ruleset,
        scenario: &Scenario,
        limits: &Limits,
        method: &Method,
        watcher: &dyn OddsWatcher,
    ) -> Self {
        let rules = &specialized(rules, scenario, Answers::OfScenario);
        let seed = method.plan.as_ref().map_or(0, |plan| plan.seed);
        let first = Unused::of_played(rules, scenario, limits, (seed, FIRST));
        if first.left.is_empty() {
            return first;
        }
        let asked = Asked::Whether(ExpectationKind::Over(true));
        let followed =
            (method.budget).map(|budget| exact(rules, scenario, &asked, limits, budget, watcher));
        match followed {
            Some(Ok(exact)) => Unused {
                left: exact.unused,
                played: None,
                ..first
            },
            Some(Err(Refused::Stopped)) => Unused {
                left: Vec::new(),
                ..first
            },
            Some(Err(_)) | None => Unused::of_played(rules, scenario, limits, (seed, MOST)),
        }
    }

    /// What none of the first runs of a seed uses.
    fn of_played(
        rules: &Ruleset,
        scenario: &Scenario,
        limits: &Limits,
        (seed, most): (u64, u64),
    ) -> Self {
        let mut machine = Machine::new(rules, *limits);
        let mut dice = dice::ScriptedDice::without_seed(scenario);
        let mut decisions = decisions::ScriptedDecisions::new(scenario);
        let mut left = suite::left(scenario, &dice, &decisions, machine.journal());
        let (mut played, mut steps) = (0, 0);
        while played < most && steps <= limits.work && !left.is_empty() {
            dice.begin_anew(seed, played);
            decisions.begin_anew();
            let ended = machine.play(scenario, &mut dice, &mut decisions, None);
            steps += Limits::work_of(machine.steps(), ended.is_err());
            played += 1;
            let here = suite::left(scenario, &dice, &decisions, machine.journal());
            left.retain(|one| ended.is_ok() && here.binary_search(one).is_ok());
        }
        Unused {
            left,
            played: Some(played),
            seed,
        }
    }

    /// Whether some run uses everything, or something else is wrong with the runs.
    pub fn is_empty(&self) -> bool {
        self.left.is_empty()
    }

    /// Keeps what is not used in another case of the same scenario either.
    pub fn meet(&mut self, other: &Unused) {
        self.left.retain(|one| other.left.contains(one));
        self.played = self.played.max(other.played);
    }

    /// Says so: as a mistake where every run was followed, else as a warning.
    pub fn told(&self, rules: &Ruleset, scenario: &Scenario, limits: &Limits) -> Diagnostics {
        let left = self.left.clone();
        let told = suite::report_all_unused(rules, scenario, left, self.seed, limits);
        let which = match self.played {
            None => "every run, whatever the dice show".to_owned(),
            Some(1) => "the only run that was played for this".to_owned(),
            Some(runs) => format!("all {runs} runs that were played for this"),
        };
        let severity = match self.played {
            None => Severity::Error,
            Some(_) => Severity::Warning,
        };
        let seed = self.seed;
        let all = told.iter().cloned().map(|mut one| {
            one.severity = severity;
            one.remark(format!(
                "so it is in {which}; this is told of the run with seed {seed}"
            ))
        });
        all.collect()
    }
}
