//! The beginning of a run: options, records with their defaults, an empty line, the clock at nought.

use std::sync::Arc;

use super::Machine;
use super::state::RecordTable;
use crate::program::{FirstValue, compile_for};
use crate::ruleset::index::{Idx, to_number};
use crate::ruleset::{KindId, MISSING, PhaseId, Slot, Value};
use crate::run::fault::{Fault, FaultKind, RunResult};
use crate::scenario::Scenario;

impl Machine<'_> {
    /// Sets a scenario up: everything is ready, and no phase has begun.
    ///
    /// # Errors
    ///
    /// The fault of a default, or an attribute that must be given and is not.
    pub fn start(&mut self, scenario: &Scenario) -> RunResult<()> {
        let rules = self.rules;
        self.release_scenario();
        self.let_grow(scenario);
        self.journal.clear();
        self.fuel = self.limits.steps;
        (self.fault, self.unprompted) = (None, false);
        self.watch.on = false;
        let phases = (0..rules.phases.len()).map(PhaseId::from_index);
        self.silent_after.clear();
        (self.silent_after).extend(phases.map(|phase| scenario.is_silent_after(phase)));
        let state = &mut self.state;
        state.reset();
        state.corrections.begin(scenario.corrections.len());
        self.cache.clear();
        (state.counters).resize(rules.phases.len(), MISSING);
        (state.options).extend(rules.options.iter().map(|option| option.value));
        for &(option, value) in &scenario.options {
            state.options[option.index()] = value;
        }
        for (index, option) in rules.options.iter().enumerate() {
            self.coverage.set(index, option, state.options[index]);
        }
        (state.tables).resize_with(rules.kinds.len(), RecordTable::default);
        for (table, kind) in state.tables.iter_mut().zip(&rules.kinds) {
            table.reset(kind.attributes.len());
        }
        self.make_records(scenario)
    }

    /// Takes away the code of expressions of the scenario that was played before.
    fn release_scenario(&mut self) {
        if self.scenario_code.is_empty() {
            return;
        }
        Arc::make_mut(&mut self.image).release(self.before_scenario);
        self.scenario_code.clear();
        self.appended.clear();
    }

    /// Has code in which the kinds of newcomers can grow.
    fn let_grow(&mut self, scenario: &Scenario) {
        let kinds = (0..self.rules.kinds.len()).map(KindId::from_index);
        let growing: Vec<KindId> = kinds
            .filter(|&kind| !scenario.newcomers(kind).is_empty())
            .collect();
        if growing.iter().any(|kind| self.image.fixed[kind.index()]) {
            self.image = compile_for(self.rules, self.image.marks, growing);
            self.appended.clear();
        }
    }

    /// Makes the records of the scenario: first all of them, so that they can refer to each other, then what is given, then the defaults.
    fn make_records(&mut self, scenario: &Scenario) -> RunResult<()> {
        for (kind, records) in scenario.records.iter().enumerate() {
            self.state.tables[kind].reserve(to_number(records.len()));
            let count = match kind == KindId::COMBAT.index() {
                true => 1,
                false => scenario.at_start(KindId::from_index(kind)),
            };
            for _ in 0..count {
                self.state.tables[kind].push();
            }
        }
        if scenario.records.is_empty() {
            self.state.tables[KindId::COMBAT.index()].push();
        }
        for (kind, records) in scenario.records.iter().enumerate() {
            let count = scenario.at_start(KindId::from_index(kind));
            for (record, given) in (0..).zip(&records[..count]) {
                for &(slot, value) in &given.values {
                    self.state.tables[kind].set(record, slot, value);
                }
            }
        }
        let image = Arc::clone(&self.image);
        for &kind in &image.order_of_defaults {
            for record in 0..self.state.tables[kind.index()].count() {
                let given = scenario.records.get(kind.index());
                let given = given.and_then(|all| all.get(record.index()));
                let given = given.map_or(&[][..], |given| &given.values);
                self.defaults(kind, record, given, 0)?;
            }
        }
        Ok(())
    }

    /// Gives a record the defaults of the attributes that it has not been given; one that was given as missing stays so. `first`: where a frame
    /// may begin.
    pub(super) fn defaults(
        &mut self,
        kind: KindId,
        record: u32,
        given: &[(Slot, Value)],
        first: usize,
    ) -> RunResult<()> {
        for number in 0..self.image.defaults[kind.index()].len() {
            let (slot, default) = self.image.defaults[kind.index()][number];
            let present = self.state.tables[kind.index()].get(record, slot);
            if !self.is_missing(present)? || given.contains(&(slot, MISSING)) {
                continue;
            }
            let value = match default {
                FirstValue::Constant(value) => value,
                FirstValue::Code(entry) => {
                    let rests = std::mem::replace(&mut self.cache.rests, kind == KindId::ACT);
                    let value = self.evaluate(entry, first, &[Value::from(record)])?;
                    self.cache.rests = rests;
                    if self.is_missing(value)?
                        && !self.rules.attribute(kind, slot).declared.optional
                    {
                        return Err(self.unset(kind, slot).into());
                    }
                    value
                }
                FirstValue::None => return Err(self.unset(kind, slot).into()),
            };
            self.give(kind, record, slot, value);
        }
        Ok(())
    }

    /// A fault: an attribute must have a value, and has no default, or one that gives none.
    fn unset(&self, kind: KindId, slot: Slot) -> Fault {
        let rules = self.rules;
        let attribute = rules.attribute(kind, slot);
        let span = match attribute.default {
            Some(default) => rules.expr_spans[default.index()],
            None => rules.items[attribute.item.index()].span,
        };
        FaultKind::Unset { kind, slot }.at(span)
    }
}
