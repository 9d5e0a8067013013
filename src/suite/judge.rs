//! Judges whether one thing comes as expected, in one run after the other.

use super::{hold, log, watch};
use crate::machine::Machine;
use crate::ruleset::Ruleset;
use crate::run::{Decisions, Dice, Fault};
use crate::scenario::{Expectation, ExpectationKind, Scenario};

/// Somebody who expects one thing of every run of a scenario.
pub struct Judge<'a> {
    rules: &'a Ruleset,
    /// The scenario, with that expectation as its last: how far a run goes depends on all of them.
    scenario: Scenario,
}

impl<'a> Judge<'a> {
    /// Expects this.
    pub fn new(rules: &'a Ruleset, scenario: &Scenario, expected: &ExpectationKind) -> Self {
        let expectation = Expectation {
            kind: expected.clone(),
            span: scenario.span,
        };
        let mut scenario = scenario.clone();
        scenario.expectations.push(expectation);
        Judge { rules, scenario }
    }

    /// Whether it comes so, with these dice and decisions.
    pub fn judge(
        &self,
        machine: &mut Machine<'_>,
        dice: &mut dyn Dice,
        decisions: &mut dyn Decisions,
    ) -> Result<bool, Fault> {
        let mut watch = watch::Watch::new(&self.scenario);
        let ending = machine.play(&self.scenario, dice, decisions, Some(&mut watch))?;
        let log = log::Log::of(self.rules, &self.scenario, machine.journal());
        let hold = hold::Hold {
            log: &log,
            watch: &watch,
            // No question is put about them.
            asks: &[],
            ending,
        };
        Ok(hold.last())
    }
}
