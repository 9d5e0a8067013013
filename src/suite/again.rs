//! Scenarios played once more, to say of what they give why it came to nothing.

use super::asks::asks;
use super::choices::{ChoiceProbe, WantedAct};
use super::expectations::JudgedRun;
use super::log::RunLog;
use super::unasked::{is_for, unasked};
use super::unused::{RunEnd, UnusedInput, place, report};
use crate::diagnostic::Diagnostics;
use crate::machine::Machine;
use crate::ruleset::Ruleset;
use crate::run::{Ending, decisions, dice};
use crate::scenario::{Path, Person, Scenario};
use crate::source::{Limits, Span};
use std::cell::Cell;

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
        log: &RunLog::new(rules, scenario, machine.journal()).played(seed, *limits),
        verdicts: &[],
        asks: &asks,
        ending: *ended.as_ref().unwrap_or(&Ending::Stopped),
        decisions: &decisions,
        replays: &Replays::new(seed, *limits),
    };
    look(&judged, ended.is_err())
}

/// How often a run is played again at most to tell of its declarations why they were not asked for.
const MOST_REPLAYS: u32 = 8;

/// How a run can be played again, to see what settled that a combatant was not asked.
pub struct Replays {
    seed: Option<u64>,
    limits: Limits,
    /// how often it still may be
    left: Cell<u32>,
}

impl Replays {
    /// Of a run with this seed.
    pub fn new(seed: Option<u64>, limits: Limits) -> Self {
        let left = Cell::new(MOST_REPLAYS);
        Replays { seed, limits, left }
    }

    /// By which condition the combatant of a declaration was not asked for it, or which statement left a phase before that, in words and by its place; `None`: by none, or the run was played again too often.
    pub fn not_asked(&self, judged: &JudgedRun<'_>, number: usize) -> Option<NotAsked> {
        self.left.set(self.left.get().checked_sub(1)?);
        let log = judged.log;
        let (rules, scenario) = (log.names.rules, log.scenario());
        let own = &scenario.declarations[number];
        let wanted = WantedAct::declared(own);
        let mut probe = ChoiceProbe::new(rules, scenario, wanted);
        let mut machine = Machine::for_observer(rules, self.limits);
        let mut dice = dice::ScriptedDice::new(scenario, self.seed);
        let mut decisions = decisions::ScriptedDecisions::new(scenario);
        // What it comes to is known.
        _ = machine.play(scenario, &mut dice, &mut decisions, Some(&mut probe));
        if let Some(left) = &probe.left {
            let since = log.story().latest_change(left.read.clone(), left.entry);
            let since = since.map_or_else(String::new, |change| format!(": {}", change.1));
            return Some(NotAsked {
                label: left.words(&log.names) + &since,
                place: left.span,
                beside: "by this",
            });
        }
        let choice = probe.telling(log.story())?;
        let who = log.names.person(Person::Combatant(own.actor));
        let when = log.times(std::iter::once(&choice.path));
        let read = choice.read.iter().copied();
        let since = log.story().latest_change(read, choice.entry);
        let since = since.map_or_else(String::new, |change| format!(": {}", change.1));
        Some(NotAsked {
            label: format!("{who} was not asked{when}{since}"),
            place: rules.expr_spans[choice.condition.index()],
            beside: match choice.holds {
                true => "this was so then",
                false => "this was not so then",
            },
        })
    }
}

/// That a combatant was not asked.
pub struct NotAsked {
    /// when, and what changed that
    pub label: String,
    /// the condition by which it was not, or the statement that left a phase before that
    pub place: Span,
    /// what is said beside that
    pub beside: &'static str,
}
