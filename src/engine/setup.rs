//! The beginning of a run: options, records with their defaults, an empty line, a clock at nought.

use super::fault::{FaultKind, Outcome};
use super::plan::{FirstValue, Unsaid};
use super::run::Run;
use super::state::Records;
use crate::ruleset::{ExprId, KindId, MISSING, Slot, Value};

impl Run<'_, '_> {
    /// Makes everything ready.
    pub fn set_up(&mut self) -> Outcome<()> {
        let rules = self.rules;
        let m = &mut *self.m;
        m.journal.clear();
        m.frames.values.clear();
        m.acts.clear();
        m.waiting.clear();
        m.queue.clear();
        m.answering.clear();
        m.cursor.clear();
        m.scratch.clear();
        m.changes.clear();
        m.sorting.clear();
        m.in_batch = false;
        m.at_once = false;
        m.responding = false;
        m.over = false;
        m.path.clear();
        m.running.clear();
        m.used.clear();
        m.steps = self.limits.steps;
        m.fuel = m.steps;
        m.chain = 0;
        m.open_urgency = None;
        m.quiet.forget();
        let line = &mut m.line;
        line.acts.clear();
        line.arrangement.batches.clear();
        line.head = 0;
        line.order = None;
        line.clock.clear();
        line.last.clear();
        line.exceptions.clear();
        line.asked.clear();
        line.stale = true;
        line.kept.forget();
        m.state.now = 0;
        m.state.live.clear();
        m.state.options.clear();
        m.state
            .options
            .extend(rules.options.iter().map(|option| option.value));
        for &(option, value) in &self.scenario.options {
            m.state.options[option.index()] = value;
        }
        for (index, option) in rules.options.iter().enumerate() {
            m.exercised.set(index, option, m.state.options[index]);
        }
        m.state.counters.clear();
        m.state.counters.resize(rules.phases.len(), MISSING);
        m.state
            .records
            .resize_with(rules.kinds.len(), Records::default);
        for (records, kind) in m.state.records.iter_mut().zip(&rules.kinds) {
            records.reset(kind.attributes.len());
        }
        self.make_records()
    }

    /// Makes the records of the scenario: first all of them, so that they can refer to each other, then what is given, then the defaults.
    fn make_records(&mut self) -> Outcome<()> {
        let scenario = self.scenario;
        for (kind, records) in scenario.records.iter().enumerate() {
            let kind = KindId::from_index(kind);
            let count = if kind == KindId::COMBAT {
                1
            } else {
                records.len()
            };
            for _ in 0..count {
                self.m.state.records[kind.index()].push();
            }
        }
        if scenario.records.is_empty() {
            self.m.state.records[KindId::COMBAT.index()].push();
        }
        for (kind, records) in scenario.records.iter().enumerate() {
            for (index, record) in records.iter().enumerate() {
                for &(slot, value) in &record.values {
                    self.m.state.records[kind].set(index as u32, slot, value);
                }
            }
        }
        for kind in (0..self.rules.kinds.len())
            .map(KindId::from_index)
            .filter(|&kind| kind != KindId::ACT)
        {
            for record in 0..self.m.state.records[kind.index()].count() {
                let given = scenario
                    .records
                    .get(kind.index())
                    .and_then(|all| all.get(record as usize));
                self.fill_in(kind, record, given.map_or(&[], |given| &given.values))?;
            }
        }
        Ok(())
    }

    /// Gives a record the defaults of the attributes that it has not been given; one that was given as missing stays so.
    pub fn fill_in(&mut self, kind: KindId, record: u32, given: &[(Slot, Value)]) -> Outcome<()> {
        for &FirstValue { slot, default } in &self.plan.first_values[kind.index()] {
            if self.m.state.records[kind.index()].get(record, slot) != MISSING
                || given.contains(&(slot, MISSING))
            {
                continue;
            }
            let value = match default {
                Unsaid::Known(value) => value,
                Unsaid::Worked(default) => self.default_value(default, record)?,
                Unsaid::None => {
                    let attribute = &self.rules.kinds[kind.index()].attributes[slot as usize];
                    let span = self.rules.items[attribute.item.index()].span;
                    return Err(FaultKind::Unset { kind, slot }.at(span).into());
                }
            };
            self.m.state.records[kind.index()].set(record, slot, value);
        }
        Ok(())
    }

    fn default_value(&mut self, default: ExprId, record: u32) -> Outcome<Value> {
        // A default sees its own record as its first name; a few more are free for what it looks through.
        let base = self.m.frames.open(super::setup::DEFAULT_LOCALS);
        self.m.frames.values[base] = Value::from(record);
        let value = self.value(default, base);
        self.m.frames.close(base);
        value
    }
}

/// How many names the default of an attribute may use.
pub(super) const DEFAULT_LOCALS: u16 = 16;
