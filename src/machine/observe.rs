//! What an observer sees of a run. It sees everything and changes nothing.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::Machine;
use super::watch::Cell;
use crate::journal::Journal;
use crate::program::{Address, append};
use crate::ruleset::{ExprId, KindId, MISSING, PhaseId, Slot, Value};
use crate::run::observe::{Look, STEPS};
use crate::run::{Arena, Fault};
use crate::source::Span;

impl Machine<'_> {
    /// The first register behind the frame of the present body.
    fn top(&self) -> usize {
        let body = self.image.bodies.get(self.state.body);
        let registers = body.map_or(0, |body| usize::from(body.registers));
        self.state.base + registers + 8
    }

    /// The value of code, in steps of its own.
    fn look_at(&mut self, entry: Address, names: &[Value]) -> Result<Value, Fault> {
        let (fuel, steps) = (self.fuel, self.limits.steps);
        (self.fuel, self.limits.steps) = (STEPS, STEPS);
        // What is kept takes no steps: what the run takes must not depend on who looks on.
        let rests = std::mem::replace(&mut self.cache.rests, true);
        let image = Arc::clone(&self.image);
        let value = self.try_evaluate(&image, entry, self.top(), names);
        self.cache.rests = rests;
        (self.fuel, self.limits.steps) = (fuel, steps);
        value.map_err(|fault| *fault)
    }
}

impl Look for Machine<'_> {
    fn journal(&self) -> &Journal {
        &self.journal
    }

    fn names(&self) -> &[Value] {
        let body = self.image.bodies.get(self.state.body);
        let names = body.map_or(0, |body| usize::from(body.names));
        &self.state.registers[self.state.base..self.state.base + names]
    }

    fn statement(&self) -> Option<Span> {
        Machine::statement(self)
    }

    fn path(&self) -> &[(PhaseId, Value)] {
        &self.state.path
    }

    fn running(&self) -> &[PhaseId] {
        &self.state.running
    }

    fn attribute(&self, kind: KindId, record: u32, slot: Slot) -> Value {
        let value = self.state.tables[kind.index()].find(record, slot);
        value.unwrap_or(MISSING)
    }

    fn value_of(&mut self, id: ExprId, names: &[Value]) -> Result<Value, Fault> {
        let entry = self.entry(id);
        self.look_at(entry, names)
    }

    fn value_if(
        &mut self,
        id: ExprId,
        names: &[Value],
        (kind, record, slot): Cell,
        value: Value,
    ) -> Result<Value, Fault> {
        let now = self.attribute(kind, record, slot);
        let table = &mut self.state.tables[kind.index()];
        if table.find(record, slot).is_some() {
            table.set(record, slot, value);
        }
        let found = self.value_of(id, names);
        let table = &mut self.state.tables[kind.index()];
        if table.find(record, slot).is_some() {
            table.set(record, slot, now);
        }
        found
    }

    fn reads_of(&mut self, id: ExprId, names: &[Value]) -> BTreeSet<Cell> {
        let entry = self.entry(id);
        let was_on = std::mem::replace(&mut self.watch.on, true);
        let was_noting = std::mem::replace(&mut self.watch.is_noting, true);
        let kept = self.note(true);
        _ = self.look_at(entry, names);
        let notes = self.note(was_noting);
        (self.watch.on, self.watch.notes) = (was_on, kept);
        notes.reads.into_iter().collect()
    }

    fn value(&mut self, exprs: Arena<'_>, id: ExprId, locals: u16) -> Result<Value, Fault> {
        if self.scenario_code.is_empty() {
            self.before_scenario = self.image.mark();
        }
        let (rules, image) = (self.rules, &mut self.image);
        let entry = *self.scenario_code.entry(id).or_insert_with(|| {
            let image = Arc::make_mut(image);
            append(image, rules, exprs.exprs, exprs.spans, id)
        });
        self.look_at(entry, &vec![MISSING; usize::from(locals)])
    }
}
