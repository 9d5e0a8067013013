//! Scenarios played once more, to say of what they give why it came to nothing.

use super::asks::asks;
use super::expectations::JudgedRun;
use super::log::RunLog;
use super::unasked::{is_for, unasked};
use super::unused::{RunEnd, UnusedInput, place, report};
use crate::diagnostic::Diagnostics;
use crate::machine::Machine;
use crate::ruleset::Ruleset;
use crate::run::{Ending, decisions, dice};
use crate::scenario::{Path, Scenario};
use crate::source::Limits;

/// Reports what none of many runs has used, with the times at which the like was asked for in one of them: the run with this seed.
pub fn report_all_unused(
    rules: &Ruleset,
    scenario: &Scenario,
    left: Vec<UnusedInput>,
    seed: u64,
    limits: &Limits,
) -> Diagnostics {
    let mut findings = Diagnostics::new();
    judged_again(
        (rules, scenario),
        Some(seed),
        limits,
        |judged, is_stopped| {
            if !is_stopped {
                report(judged, left, &mut findings);
            }
        },
    );
    findings
}

/// Why a declaration of a scenario came to nothing in a run, by its number: `bob has no turn in round 2`.
pub fn never_declared(
    played: (&Ruleset, &Scenario),
    number: usize,
    seed: Option<u64>,
    limits: &Limits,
) -> String {
    judged_again(played, seed, limits, |judged, is_stopped| {
        let end = RunEnd::new(judged);
        let left = UnusedInput::Declaration(number);
        let path = place(judged, left).0;
        let is_asked = judged.asks.iter().any(|ask| is_for(judged, number, ask));
        let runs_on = |last: &Path| !is_asked && last.starts_with(path);
        match end.is_before(judged, left) {
            before if is_stopped && (before || runs_on(&end.last)) => {
                "the run stopped before that".to_owned()
            }
            before if before || end.over.as_ref().is_some_and(runs_on) => {
                format!("{}, before that", end.words(judged).0)
            }
            _ => unasked(judged, number, &judged.log.times(std::iter::once(path))).label,
        }
    })
}

/// Plays once more, and looks at the run and at when combatants were asked; or at what there is of it, where an error stopped it.
fn judged_again<T>(
    (rules, scenario): (&Ruleset, &Scenario),
    seed: Option<u64>,
    limits: &Limits,
    look: impl FnOnce(&JudgedRun<'_>, bool) -> T,
) -> T {
    let mut machine = Machine::new(rules, *limits);
    let asks = asks(&mut machine, scenario, seed);
    let mut dice = dice::ScriptedDice::new(scenario, seed);
    let mut decisions = decisions::ScriptedDecisions::new(scenario);
    let ended = machine.play(scenario, &mut dice, &mut decisions, None);
    let judged = JudgedRun {
        log: &RunLog::new(rules, scenario, machine.journal()),
        verdicts: &[],
        asks: &asks,
        ending: *ended.as_ref().unwrap_or(&Ending::Stopped),
        decisions: &decisions,
    };
    look(&judged, ended.is_err())
}
