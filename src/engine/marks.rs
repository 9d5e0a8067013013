//! What is read of the state: marks for its parts, and a view of the state that sets them. Knows nothing of acts and keys.

use super::eval::Eval;
use super::fault::Outcome;
use super::run::Run;
use super::state::{State, World};
use super::worked::Worked;
use crate::ruleset::{ExprId, FunctionId, KindId, OptionId, PhaseId, Slot, Value};
use std::cell::Cell;

/// Things of the state: attributes by kind and slot, lists of records, counters, the clock. Some share a mark where there are more of them than
/// marks; then what reads the one is found out anew when the other changes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Marks {
    slots: [u64; KINDS],
    counters: u64,
    rest: u64,
}

/// So many kinds have marks of their own.
const KINDS: usize = 8;

const NOW: u64 = 1;

fn list(kind: KindId) -> u64 {
    2 << (kind.index() % 32)
}

#[inline]
fn attribute(slot: Slot) -> u64 {
    1 << (slot % 64)
}

#[inline]
fn counter(phase: PhaseId) -> u64 {
    1 << (phase.index() % 64)
}

impl Marks {
    /// Whether there is anything that is in both.
    pub fn meet(&self, others: &Marks) -> bool {
        let slots = self.slots.iter().zip(&others.slots);
        let both = slots.fold(0, |both, (one, other)| both | (one & other));
        both | (self.counters & others.counters) | (self.rest & others.rest) != 0
    }

    /// These and those.
    pub fn add(&mut self, others: &Marks) {
        for (own, other) in self.slots.iter_mut().zip(&others.slots) {
            *own |= other;
        }
        self.counters |= others.counters;
        self.rest |= others.rest;
    }

    /// And an attribute.
    pub fn add_attribute(&mut self, kind: KindId, slot: Slot) {
        self.slots[kind.index() % KINDS] |= attribute(slot);
    }

    /// And attributes of a kind, by slot.
    pub fn add_attributes(&mut self, kind: KindId, slots: u64) {
        self.slots[kind.index() % KINDS] |= slots;
    }

    /// And the number of a phase.
    pub fn add_counter(&mut self, phase: PhaseId) {
        self.counters |= counter(phase);
    }

    /// And the clock.
    pub fn add_now(&mut self) {
        self.rest |= NOW;
    }

    /// And the list of the records of a kind.
    pub fn add_list(&mut self, kind: KindId) {
        self.rest |= list(kind);
    }
}

/// What is being read: marks that can be set while others look on.
#[derive(Clone, Debug, Default)]
pub struct Reading {
    slots: [Cell<u64>; KINDS],
    counters: Cell<u64>,
    rest: Cell<u64>,
}

impl Reading {
    /// What has been read so far.
    fn all(&self) -> Marks {
        Marks {
            slots: self.slots.each_ref().map(Cell::get),
            counters: self.counters.get(),
            rest: self.rest.get(),
        }
    }

    /// What has been read since this was last asked.
    pub fn take(&self) -> Marks {
        Marks {
            slots: self.slots.each_ref().map(Cell::take),
            counters: self.counters.take(),
            rest: self.rest.take(),
        }
    }

    /// An attribute has been read.
    pub fn add_attribute(&self, kind: KindId, slot: Slot) {
        mark(&self.slots[kind.index() % KINDS], attribute(slot));
    }

    /// It has been looked which records of a kind there are.
    pub fn add_list(&self, kind: KindId) {
        mark(&self.rest, list(kind));
    }

    /// This has been read too.
    fn add(&self, read: &Marks) {
        for (own, other) in self.slots.iter().zip(read.slots) {
            mark(own, other);
        }
        mark(&self.counters, read.counters);
        mark(&self.rest, read.rest);
    }
}

/// A state that notes what is read of it.
struct Noting<'a> {
    state: &'a State,
    read: &'a Reading,
    /// definitions whose values are known, while the line is worked out
    worked: Option<&'a Worked>,
}

#[inline]
fn mark(cell: &Cell<u64>, mark: u64) {
    cell.set(cell.get() | mark);
}

impl World for Noting<'_> {
    fn option(&self, option: OptionId) -> Value {
        // Options stay as they are.
        self.state.option(option)
    }

    fn counter(&self, phase: PhaseId) -> Value {
        mark(&self.read.counters, counter(phase));
        self.state.counter(phase)
    }

    fn now(&self) -> Value {
        mark(&self.read.rest, NOW);
        self.state.now
    }

    #[inline]
    fn attribute(&self, kind: KindId, record: Value, slot: Slot) -> Value {
        mark(&self.read.slots[kind.index() % KINDS], attribute(slot));
        self.state.attribute(kind, record, slot)
    }

    fn count(&self, kind: KindId) -> u32 {
        mark(&self.read.rest, list(kind));
        self.state.count(kind)
    }

    fn nth(&self, kind: KindId, place: u32) -> u32 {
        self.state.nth(kind, place)
    }

    fn known(&self, function: FunctionId, argument: Value) -> Option<(Value, u64)> {
        let (value, steps, read) = self.worked?.of(function, argument)?;
        self.read.add(&read);
        Some((value, steps))
    }

    fn begin(&self) -> Marks {
        match self.worked {
            Some(_) => self.read.take(),
            None => Marks::default(),
        }
    }

    fn keep(
        &self,
        function: FunctionId,
        argument: Option<Value>,
        value: Value,
        steps: u64,
        before: Marks,
    ) {
        let Some(worked) = self.worked else {
            return;
        };
        if let Some(argument) = argument {
            let read = self.read.all();
            worked.keep((function, argument), value, steps, read);
        }
        self.read.add(&before);
    }
}

impl Run<'_, '_> {
    /// The value of an expression of the rules; what it reads is noted for the line.
    pub fn value_noted(&mut self, id: ExprId, base: usize) -> Outcome<Value> {
        self.noting(true, id, base)
    }

    /// The value of an expression of the rules; what it reads is noted for the statement that may come to be passed over.
    #[inline(never)]
    pub fn value_watched(&mut self, id: ExprId, base: usize) -> Outcome<Value> {
        self.noting(false, id, base)
    }

    #[inline(always)]
    fn noting(&mut self, for_line: bool, id: ExprId, base: usize) -> Outcome<Value> {
        let m = &mut *self.m;
        let kept = &m.line.kept;
        let (read, worked) = match for_line {
            true => (&kept.read, Some(&kept.worked)),
            false => (m.quiet.read(), None),
        };
        let state = Noting {
            state: &m.state,
            read,
            worked,
        };
        let mut eval = Eval {
            rules: self.rules,
            programs: &self.plan.programs,
            state: &state,
            frames: &mut m.frames,
            exercised: &mut m.exercised,
            fuel: &mut m.fuel,
            steps: m.steps,
            depth: 0,
        };
        eval.value(id, base)
    }

    /// Whether a condition of the rules is true; what it reads is noted.
    pub fn holds_noted(&mut self, id: ExprId, base: usize) -> Outcome<bool> {
        Ok(self.value_noted(id, base)? == 1)
    }
}
