//! Plays a scenario and holds it against what it expects: expectations, and those of its dice, answers and declarations that no rule asked for.
//!
//! A caller of the machine; it knows rulesets, scenarios and journals, and touches no files and no terminal.

mod again;
mod asking;
mod asks;
mod choices;
mod course;
mod coverage;
mod coverage_points;
mod digest;
mod expectations;
mod failing;
mod leaves;
mod log;
mod parallel;
mod phrases;
mod tried;
mod unasked;
mod unexpected;
mod unused;

pub use again::{never_declared, report_all_unused};
pub use asks::Ask;
pub use choices::{Choice, ChoiceProbe, WantedAct};
pub use course::{Course, course};
pub use coverage::{Coverage, Gap, Statements, coverage};
pub use digest::{DigestTooLong, runs_digest};
pub use failing::{Failing, ROOM};
pub use log::ExecutedStage;
pub use parallel::{Results, SuiteCase, play_all};
pub use tried::{TriedDeclaration, asked_for, declared_instead};
pub use unused::{UnusedInput, left};

use crate::diagnostic::Diagnostics;

use crate::journal::Journal;
use crate::machine::Machine;
use crate::monitor::{ActFate, Monitors};
use crate::program::{Marks, compile};
use crate::ruleset::{Ruleset, Value};
use crate::run::{Ending, Fault, decisions, dice};
use crate::scenario::{Expectation, ExpectationKind, Scenario};
use crate::source::{Limits, Span};
use crate::view::json::JsonEnding;
use crate::view::{self, Stood, TranscriptStyle, fault_diagnostic};

/// A scenario that has been played.
#[derive(Clone, Debug)]
pub struct Played {
    /// What happened, as far as it is told ([`Limits::told`]).
    pub journal: Journal,
    /// How it ended; `None`: a fault stopped it.
    pub ending: Option<Ending>,
    /// The fault that stopped it.
    pub fault: Option<Fault>,
    /// Failed expectations, a fault, unused dice, answers and declarations; warnings of acts that did not happen and that nothing expects.
    pub findings: Diagnostics,
    /// The attributes of all records at the beginning, by kind and record; empty if a fault stopped it there.
    pub start: Vec<Vec<Vec<Value>>>,
    /// The same at the end, or where a fault stopped it.
    pub end: Vec<Vec<Vec<Value>>>,
}

/// What came of a scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScenarioOutcome {
    /// How it ended; `None`: a fault stopped it.
    pub ending: Option<Ending>,
    /// The fault that stopped it.
    pub fault: Option<Fault>,
    /// Failed expectations, a fault, unused dice, answers and declarations; warnings of acts that did not happen and that nothing expects; sorted.
    pub findings: Diagnostics,
    /// What happened, if that is kept and no fault stopped it.
    pub transcript: Option<String>,
}

impl ScenarioOutcome {
    /// Whether everything came as expected.
    pub fn passes(&self) -> bool {
        !self.findings.has_errors()
    }
}

/// Plays a scenario with its own dice and decisions; `seed` stands in for its own seed.
pub fn play(rules: &Ruleset, scenario: &Scenario, seed: Option<u64>, limits: &Limits) -> Played {
    let mut player = Player::new(rules, limits);
    let ScenarioOutcome {
        ending,
        fault,
        findings,
        ..
    } = player.play(scenario, seed);
    let journal = player.machine.journal().truncated(limits.told);
    let end = player.machine.records();
    let started = player.machine.start(scenario);
    Played {
        journal,
        ending,
        fault,
        findings,
        start: started.map_or_else(|_| Vec::new(), |()| player.machine.records()),
        end,
    }
}

/// Plays one scenario after the other by the same rules. What it needs is worked out once, and its memory kept.
pub struct Player<'r> {
    rules: &'r Ruleset,
    machine: Machine<'r>,
    limits: Limits,
}

impl<'r> Player<'r> {
    /// A player that has played nothing yet.
    pub fn new(rules: &'r Ruleset, limits: &Limits) -> Self {
        let image = compile(rules, Marks::Exercised);
        Player {
            rules,
            machine: Machine::with_image(rules, image, *limits),
            limits: *limits,
        }
    }

    /// Plays a scenario as a test: one that only asks for odds may leave dice and answers open, and then says nothing of a single run. Of those that it
    /// can have one is played, with the seed 0: where an error stops that, this is the outcome.
    pub fn test(&mut self, scenario: &Scenario) -> ScenarioOutcome {
        let asks = scenario.only_asks_for_odds();
        let outcome = self.judged(scenario, None, asks);
        let is_open = |outcome: &ScenarioOutcome| {
            let fault = outcome.fault.as_ref();
            fault.is_some_and(|fault| fault.is_open_input())
        };
        if asks && is_open(&outcome) {
            let one = self.judged(scenario, Some(0), true);
            if one.fault.is_some() && !is_open(&one) {
                return one;
            }
        }
        outcome
    }

    /// Plays a scenario with its own dice and decisions; `seed` stands in for its own seed.
    pub fn play(&mut self, scenario: &Scenario, seed: Option<u64>) -> ScenarioOutcome {
        self.judged(scenario, seed, false)
    }

    /// `open`: dice and answers that nothing gives are no finding.
    fn judged(&mut self, scenario: &Scenario, seed: Option<u64>, open: bool) -> ScenarioOutcome {
        let mut dice = dice::ScriptedDice::new(scenario, seed);
        let mut decisions = decisions::ScriptedDecisions::new(scenario);
        let mut monitors = Monitors::of_expectations(self.rules, scenario);
        let ended = (self.machine).play(scenario, &mut dice, &mut decisions, Some(&mut monitors));
        let mut findings = Diagnostics::new();
        let mut transcript = None;
        let says_asks = match &ended {
            Ok(_) => true,
            Err(fault) => fault.is_of_input() && !open,
        };
        let asks = match says_asks && needs_asks(scenario, &decisions) {
            true => asks::asks(&mut self.machine, scenario, seed),
            false => Vec::new(),
        };
        let verdicts = match ended {
            Ok(ending) => (monitors.verdicts(ending, &mut self.machine.scene())).collect(),
            Err(_) => Vec::new(),
        };
        let log = log::RunLog::new(self.rules, scenario, self.machine.journal());
        let log = log.played(seed, self.limits);
        let replays = again::Replays::new(seed, self.limits);
        match &ended {
            Err(fault) if open && fault.is_open_input() => {}
            Err(fault) => {
                let stood = Stood {
                    path: &log.last,
                    answer: decisions.latest(),
                    acts: Some(&log),
                    journal: Some(log.journal),
                };
                let judged = expectations::JudgedRun {
                    log: &log,
                    verdicts: &verdicts,
                    asks: &asks,
                    ending: Ending::Stopped,
                    decisions: &decisions,
                    replays: &replays,
                };
                unused::report_asked_within(&judged, &mut findings);
                let error = fault_diagnostic(fault, self.rules, scenario, &stood);
                let error = unexpected::passed_over(error, fault, &log, &decisions);
                let error = unexpected::rolled_elsewhere(error, fault, &log, &dice);
                let error = unexpected::aimless(error, fault, &log);
                findings.push(unexpected::still_asked(error, fault, &log, &decisions));
            }
            Ok(ending) => {
                let judged = expectations::JudgedRun {
                    log: &log,
                    verdicts: &verdicts,
                    asks: &asks,
                    ending: *ending,
                    decisions: &decisions,
                    replays: &replays,
                };
                judged.expectations(&mut findings);
                let left = unused::left(scenario, &dice, &decisions, log.journal);
                unused::report(&judged, left, &mut findings);
                unexpected::warn(&log, &decisions, &mut findings);
                unexpected::warn_of_doubtful(scenario, &dice, &mut findings);
                transcript = scenario.snapshot.then(|| self.transcript(scenario));
            }
        }
        findings.sort();
        ScenarioOutcome {
            ending: ended.as_ref().ok().copied(),
            fault: ended.err(),
            findings,
            transcript,
        }
    }

    /// The places of all that was exercised so far.
    pub fn exercised(&self) -> Vec<Span> {
        let points = coverage_points::points(self.rules, self.machine.coverage()).into_iter();
        points
            .filter(|point| point.never.iter().all(|(_, done)| *done))
            .map(|point| point.span)
            .collect()
    }

    /// How many steps the last run took.
    pub fn steps(&self) -> u64 {
        self.machine.steps()
    }

    fn transcript(&self, scenario: &Scenario) -> String {
        let style = TranscriptStyle::default();
        let journal = self.machine.journal().truncated(self.limits.told);
        view::transcript(self.rules, scenario, &journal, &style)
    }
}

/// Whether an act of a run that is over has ended so.
pub fn ends_so(rules: &Ruleset, scenario: &Scenario, journal: &Journal, fate: ActFate<'_>) -> bool {
    let log = log::RunLog::new(rules, scenario, journal);
    expectations::ends_so(&log, fate).is_ok()
}

/// Whether something is to be said of when combatants were asked to declare.
fn needs_asks(scenario: &Scenario, decisions: &decisions::ScriptedDecisions<'_>) -> bool {
    let may_not = |it: &Expectation| matches!(it.kind, ExpectationKind::MayNotAct(..));
    scenario.expectations.iter().any(may_not) || decisions.unused_declarations().next().is_some()
}

impl From<Ending> for JsonEnding {
    fn from(ending: Ending) -> Self {
        match ending {
            Ending::Over => JsonEnding::Over,
            Ending::Stopped => JsonEnding::Stopped,
            Ending::Played => JsonEnding::Played,
        }
    }
}
