//! What an observer sees of a run. It sees everything and changes nothing.

use std::sync::Arc;

use super::Machine;
use crate::engine::observe::{Look, STEPS};
use crate::engine::{Arena, Fault};
use crate::journal::Journal;
use crate::program::{Address, append};
use crate::ruleset::{ExprId, KindId, MISSING, PhaseId, Slot, Value};

impl Machine<'_> {
    /// The first register behind the frame of the present body.
    fn top(&self) -> usize {
        let body = self.image.bodies.get(self.state.body as usize);
        let registers = body.map_or(0, |body| usize::from(body.registers));
        self.state.base + registers + 8
    }

    /// The value of code, in steps of its own.
    fn look_at(&mut self, entry: Address, names: &[Value]) -> Result<Value, Fault> {
        let fuel = std::mem::replace(&mut self.fuel, STEPS);
        let value = self.try_evaluate(entry, self.top(), names);
        self.fuel = fuel;
        value.map_err(|fault| *fault)
    }
}

impl Look for Machine<'_> {
    fn journal(&self) -> &Journal {
        &self.journal
    }

    fn names(&self) -> &[Value] {
        let body = self.image.bodies.get(self.state.body as usize);
        let names = body.map_or(0, |body| usize::from(body.names));
        &self.state.registers[self.state.base..self.state.base + names]
    }

    fn path(&self) -> &[(PhaseId, Value)] {
        &self.state.path
    }

    fn attribute(&self, kind: KindId, record: u32, slot: Slot) -> Value {
        (self.state).attribute(kind.index(), Value::from(record), slot)
    }

    fn value_of(&mut self, id: ExprId, names: &[Value]) -> Result<Value, Fault> {
        let entry = self.entry(id);
        self.look_at(entry, names)
    }

    fn value(&mut self, exprs: Arena<'_>, id: ExprId, locals: u16) -> Result<Value, Fault> {
        let mark = self.image.mark();
        let entry = append(
            Arc::make_mut(&mut self.image),
            self.rules,
            exprs.exprs,
            exprs.spans,
            id,
        );
        let value = self.look_at(entry, &vec![MISSING; usize::from(locals)]);
        Arc::make_mut(&mut self.image).release(mark);
        value
    }
}
