//! One run, in which what depends on dice has a value for each outcome of some of them. The machine carries it out. Where it looks at what depends on
//! dice, it is put back to the last boundary, and goes on from there in each outcome of these dice, up to where all outcomes come together again.

use std::collections::BTreeSet;

use super::Mixed;
use super::components::{ComponentId, Components, TooMany};
use super::dice::Counted;
use super::window::AddendBounds;
use crate::machine::{Halt, Machine, Pause, Resolving, RunSnapshot, WatchedRun, abstract_value};
use crate::ruleset::{KindId, MISSING, Ruleset, Value};
use crate::run::dice;
use crate::scenario::Scenario;
use crate::source::Limits;

/// Where a run stands.
#[derive(Clone)]
pub struct RunPosition {
    /// The machine.
    pub snapshot: RunSnapshot,
    /// By declaration of the scenario, whether it was asked for.
    pub asked: Vec<bool>,
}

/// A run in progress.
pub struct RunInProgress<'a> {
    pub rules: &'a Ruleset,
    pub scenario: &'a Scenario,
    pub limits: &'a Limits,
    pub machine: Machine<'a>,
    pub components: Components,
    /// The dice that the scenario gives.
    pub dice: dice::ScriptedDice<'a>,
    /// By declaration of the scenario, whether it was asked for; and those that were in some outcomes only.
    pub asked: Vec<bool>,
    pub asked_in_some: BTreeSet<usize>,
    /// The rolls that are counted through, run for run.
    pub counted: Counted,
    /// How many open rolls there were, of all who rolled.
    pub rolls: usize,
    /// By combatant, the rank of its first act: missing, a number, or abstract.
    pub firsts: Vec<Value>,
    /// The rank of the next first act.
    pub next_rank: Value,
    /// While acts are resolved, which.
    pub window: Option<Resolving>,
    /// How often acts have been resolved.
    pub windows: u32,
    /// How large what is not settled can be.
    pub bounds: AddendBounds,
    /// How many steps one run may take at most.
    pub longest: u64,
    /// How much work is left.
    left: u64,
    /// The run is over in all outcomes.
    pub is_over: bool,
}

impl From<TooMany> for Mixed {
    fn from(_: TooMany) -> Self {
        Mixed::Together
    }
}

impl<'a> RunInProgress<'a> {
    /// Ready for a run, by a machine that has not begun one.
    pub fn new(
        rules: &'a Ruleset,
        scenario: &'a Scenario,
        limits: &'a Limits,
        machine: Machine<'a>,
    ) -> Self {
        let combatants = scenario.records.get(KindId::COMBATANT.index());
        RunInProgress {
            rules,
            scenario,
            limits,
            machine,
            components: Components::default(),
            dice: dice::ScriptedDice::without_seed(scenario),
            asked: vec![false; scenario.declarations.len()],
            asked_in_some: BTreeSet::new(),
            counted: Counted::default(),
            rolls: 0,
            firsts: vec![MISSING; combatants.map_or(0, Vec::len)],
            next_rank: 0,
            window: None,
            windows: 0,
            bounds: AddendBounds::default(),
            longest: 0,
            left: limits.work.min(limits.steps.saturating_mul(4)),
            is_over: false,
        }
    }

    /// Follows the whole run.
    pub fn whole(&mut self) -> Result<(), Mixed> {
        if !self.scenario.tactics.is_empty() {
            return Err(Mixed::Beyond("a tactic"));
        }
        if self.rules.events.iter().any(|event| event.of.is_some()) {
            return Err(Mixed::Beyond("a trigger that waits for a change"));
        }
        let started = self.machine.start(self.scenario);
        started.map_err(|_| Mixed::Fault)?;
        self.machine.watch();
        self.go_on()
    }

    /// Follows the run to its end, or to where the acts at hand are resolved.
    pub fn go_on(&mut self) -> Result<(), Mixed> {
        while !self.is_over {
            let window = self.window.as_ref();
            if window.is_some_and(|window| self.machine.has_left(&window.region)) {
                return Ok(());
            }
            let start = (!self.components.is_empty()).then(|| self.point());
            let reached = self.machine.go_to_boundary(self.scenario);
            let steps = self.machine.steps();
            self.longest += steps;
            self.charge(steps + 1 + start.as_ref().map_or(0, |start| start.snapshot.size() / 64))?;
            match (reached, start) {
                (WatchedRun::Boundary, _) => {}
                (WatchedRun::Halts(Halt::Wants(value)), Some(start)) => {
                    self.branch(&start, value)?
                }
                (WatchedRun::Pause(Pause::Roll(roll)), _) => {
                    let sum = self.roll(&roll)?;
                    self.machine.rolled(sum, &[]).map_err(|_| Mixed::Fault)?;
                }
                (WatchedRun::Pause(pause), _) => {
                    let mut asked = std::mem::take(&mut self.asked);
                    let answered = self.answer(&pause, &mut asked);
                    self.asked = asked;
                    answered?;
                }
                (WatchedRun::Resolves, _) => self.resolve()?,
                (WatchedRun::Done, _) => self.is_over = true,
                (WatchedRun::Halts(Halt::Beyond(why)), _) => return Err(Mixed::Beyond(why)),
                (WatchedRun::Halts(Halt::Wants(_)), None) => return Err(Mixed::Together),
                (WatchedRun::Fault(_), _) => return Err(Mixed::Fault),
            }
        }
        Ok(())
    }

    /// Where the run stands.
    pub fn point(&mut self) -> RunPosition {
        RunPosition {
            snapshot: self.machine.snapshot(),
            asked: self.asked.clone(),
        }
    }

    /// Takes some of the work that is left.
    pub fn charge(&mut self, work: u64) -> Result<(), Mixed> {
        self.left = self.left.checked_sub(work).ok_or(Mixed::TooLong)?;
        match self.longest > self.limits.steps {
            true => Err(Mixed::TooLong),
            false => Ok(()),
        }
    }

    /// A new column; its number.
    pub fn add_column(&mut self, component: ComponentId, values: Vec<Value>) -> usize {
        self.machine.add_column(values.contains(&MISSING));
        self.components.add_column(component, values)
    }

    /// Tells the machine what columns are in an outcome, or that no outcome is at hand.
    pub fn know(&mut self, columns: &[usize], outcome: Option<usize>) {
        for &column in columns {
            let value = outcome.map(|outcome| self.components.values(column)[outcome]);
            self.machine.know(column, value);
        }
    }

    /// What is made of values in each outcome of the dice on which they depend.
    pub fn map(
        &mut self,
        values: &[Value],
        make: &mut dyn FnMut(&[Value]) -> Value,
    ) -> Result<Value, Mixed> {
        let Some(component) = self.components.join_all(values)? else {
            return Ok(make(values));
        };
        let count = self.components.outcomes(component).len();
        let mut row = Vec::with_capacity(values.len());
        let mut made = Vec::with_capacity(count);
        for outcome in 0..count {
            row.clear();
            let here = values
                .iter()
                .map(|&value| self.components.at(value, outcome));
            row.extend(here);
            made.push(make(&row));
        }
        if made.iter().all(|value| *value == made[0]) {
            return Ok(made[0]);
        }
        Ok(abstract_value(self.add_column(component, made)))
    }
}
