//! The state of a run: records as flat rows of values, options, counters, the clock. Knows nothing of rules or of time passing.

use super::marks::Marks;
use crate::ruleset::{FunctionId, KindId, MISSING, OptionId, PhaseId, Slot, Value};

/// What expressions look at: the state of a run, or a situation that is only supposed.
pub trait World {
    /// The setting of an option.
    fn option(&self, option: OptionId) -> Value;
    /// The number of the present repetition of a phase.
    fn counter(&self, phase: PhaseId) -> Value;
    /// The running clock.
    fn now(&self) -> Value;
    /// An attribute of a record; missing if the record is.
    fn attribute(&self, kind: KindId, record: Value, slot: Slot) -> Value;
    /// How many records of a kind there are; of acts, how many can still happen.
    fn count(&self, kind: KindId) -> u32;
    /// One of them, by its place among them.
    fn nth(&self, kind: KindId, place: u32) -> u32;

    /// What a definition gives for a value, and in how many steps, where that is known of the world as it is.
    fn known(&self, _function: FunctionId, _argument: Value) -> Option<(Value, u64)> {
        None
    }
    /// A definition is about to be worked out; gives what [`World::keep`] is to be told.
    fn begin(&self) -> Marks {
        Marks::default()
    }
    /// A definition has been worked out, for a value if it is of one alone, in so many steps.
    fn keep(&self, _: FunctionId, _for: Option<Value>, _value: Value, _steps: u64, _before: Marks) {
    }
}

/// The records of one kind.
#[derive(Clone, Debug, Default)]
pub struct Records {
    stride: usize,
    cells: Vec<Value>,
    count: u32,
    touched: Touched,
}

/// What has changed of some records since somebody last asked. No part of the state.
#[derive(Clone, Copy, Debug, Default)]
struct Touched {
    /// attributes, by slot; a slot from 64 on shares the mark of one before
    slots: u64,
    /// how many records there were
    known: u32,
}

impl Records {
    /// Forgets all records; `stride` is the number of attributes of the kind.
    pub fn reset(&mut self, stride: usize) {
        self.stride = stride;
        self.cells.clear();
        self.count = 0;
        self.touched = Touched::default();
    }

    /// Adds a record whose attributes are all missing.
    pub fn push(&mut self) -> u32 {
        self.fresh();
        self.count - 1
    }

    /// Adds a record; gives its attributes, all missing, to be given their first values.
    pub fn fresh(&mut self) -> &mut [Value] {
        let start = self.cells.len();
        self.cells.resize(start + self.stride, MISSING);
        self.count += 1;
        &mut self.cells[start..]
    }

    /// Forgets all records, and adds so many with these attributes.
    pub fn refill(&mut self, count: u32, mut attribute: impl FnMut(Slot) -> Value) {
        self.cells.clear();
        let slots = 0..self.stride as Slot;
        for _ in 0..count {
            self.cells.extend(slots.clone().map(&mut attribute));
        }
        self.count = count;
    }

    /// Forgets all attributes of a record.
    pub fn blank(&mut self, record: u32) {
        let start = record as usize * self.stride;
        self.cells[start..start + self.stride].fill(MISSING);
    }

    /// How many records there are.
    pub fn count(&self) -> u32 {
        self.count
    }

    /// An attribute.
    #[inline]
    pub fn get(&self, record: u32, slot: Slot) -> Value {
        self.cells[self.place(record, slot)]
    }

    /// Where an attribute stands; far outside of all cells where there is no such record.
    #[inline]
    fn place(&self, record: u32, slot: Slot) -> usize {
        (record as usize)
            .wrapping_mul(self.stride)
            .wrapping_add(usize::from(slot))
    }

    /// Sets an attribute.
    #[inline]
    pub fn set(&mut self, record: u32, slot: Slot, value: Value) {
        let place = self.place(record, slot);
        let cell = &mut self.cells[place];
        if *cell != value {
            *cell = value;
            // Nobody can have read a record that was not there.
            self.touched.slots |= u64::from(record < self.touched.known) << (slot % 64);
        }
    }

    /// Which attributes have changed since this was last asked, by slot, and whether there are more records.
    pub fn take_touched(&mut self) -> (u64, bool) {
        let known = self.count;
        let touched = std::mem::replace(&mut self.touched, Touched { slots: 0, known });
        (touched.slots, touched.known != known)
    }

    /// Lets two records change places.
    pub fn exchange(&mut self, one: u32, other: u32) {
        for slot in 0..self.stride as Slot {
            let (at_one, at_other) = (self.get(one, slot), self.get(other, slot));
            self.set(one, slot, at_other);
            self.set(other, slot, at_one);
        }
    }

    /// All attributes of a record.
    pub fn row(&self, record: u32) -> &[Value] {
        let start = record as usize * self.stride;
        &self.cells[start..start + self.stride]
    }
}

/// The state of a run.
#[derive(Clone, Debug, Default)]
pub struct State {
    /// The records, by kind.
    pub records: Vec<Records>,
    /// The settings of the options.
    pub options: Vec<Value>,
    /// For each phase, the number of its present (or last) repetition.
    pub counters: Vec<Value>,
    /// The running clock.
    pub now: Value,
    /// The acts that can still happen, by number, lowest first.
    pub live: Vec<u32>,
}

impl State {
    /// The number of the present repetition of a phase.
    pub fn counter(&self, phase: PhaseId) -> Value {
        self.counters[phase.index()]
    }

    /// An attribute of a record; missing if the record is.
    #[inline]
    pub fn attribute(&self, kind: KindId, record: Value, slot: Slot) -> Value {
        if record == MISSING {
            MISSING
        } else {
            self.records[kind.index()].get(record as u32, slot)
        }
    }
}

impl World for State {
    fn option(&self, option: OptionId) -> Value {
        self.options[option.index()]
    }

    fn counter(&self, phase: PhaseId) -> Value {
        State::counter(self, phase)
    }

    fn now(&self) -> Value {
        self.now
    }

    #[inline]
    fn attribute(&self, kind: KindId, record: Value, slot: Slot) -> Value {
        State::attribute(self, kind, record, slot)
    }

    fn count(&self, kind: KindId) -> u32 {
        match kind {
            KindId::ACT => self.live.len() as u32,
            kind => self.records[kind.index()].count(),
        }
    }

    fn nth(&self, kind: KindId, place: u32) -> u32 {
        match kind {
            KindId::ACT => self.live[place as usize],
            _ => place,
        }
    }
}
