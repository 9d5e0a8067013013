//! Plays a scenario and holds it against what it expects: expectations, and whatever of its dice, answers and declarations nobody asked for.
//!
//! A caller of the engine; it knows rulesets, scenarios and journals, and touches no files and no terminal.

mod fault;
mod hold;
mod log;
mod watch;

use crate::diagnostic::Diagnostics;
use crate::engine::{Ending, Engine, decisions, dice};
use crate::journal::Journal;
use crate::ruleset::Ruleset;
use crate::scenario::Scenario;
use crate::source::Limits;

/// A scenario that has been played.
#[derive(Clone, Debug)]
pub struct Played {
    /// What happened.
    pub journal: Journal,
    /// How it ended; `None`: a fault stopped it.
    pub ending: Option<Ending>,
    /// Failed expectations, a fault, unused dice, answers and declarations.
    pub findings: Diagnostics,
}

/// Plays a scenario with its own dice and decisions; `seed` stands in for its own seed.
pub fn play(rules: &Ruleset, scenario: &Scenario, seed: Option<u64>, limits: &Limits) -> Played {
    let mut engine = Engine::new(rules, *limits);
    let mut dice = dice::Scripted::new(scenario, seed);
    let mut decisions = decisions::Scripted::new(scenario);
    let mut watch = watch::Watch::new(scenario);
    let ended = engine.play(scenario, &mut dice, &mut decisions, &mut watch);
    let journal = engine.journal().clone();
    let mut findings = Diagnostics::new();
    match &ended {
        Err(fault) => findings.push(fault::diagnostic(fault, rules, scenario)),
        Ok(ending) => {
            let log = log::Log::of(rules, &journal);
            hold::expectations(rules, scenario, &log, &watch, *ending, &mut findings);
            hold::leftovers(scenario, &dice, &decisions, &mut findings);
        }
    }
    findings.sort();
    Played {
        journal,
        ending: ended.ok(),
        findings,
    }
}
