//! The state of a run: everything on which its future depends. The line also holds working memory that is kept from one ordering to the next; copies
//! have none of it.

use std::collections::VecDeque;

use crate::journal::Said;
use crate::machine::ordering::LineMemory;
use crate::program::{Address, AskedActionsId, BodyId, Register};
use crate::ruleset::index::{Idx, IndexVec, to_index, to_number, to_record, to_short};
use crate::ruleset::{
    ActMoment, ActionId, EventId, ItemId, KindId, MISSING, PhaseId, Slot, TriggerId, Value,
};
use crate::run::CorrectionCounts;
use crate::scenario::{ActMove, Path};

/// The records of one kind: their attributes, one record behind the other.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct RecordTable {
    stride: usize,
    cells: Vec<Value>,
    count: u32,
}

impl RecordTable {
    /// Forgets all records; `stride`: how many attributes each has.
    pub fn reset(&mut self, stride: usize) {
        self.stride = stride;
        self.cells.clear();
        self.count = 0;
    }

    /// Makes room for so many records, which are not there yet: their attributes are missing.
    pub fn reserve(&mut self, count: u32) {
        let cells = count.index() * self.stride;
        self.cells.resize(cells.max(self.cells.len()), MISSING);
    }

    /// Adds a record whose attributes are all missing; its number.
    pub fn push(&mut self) -> u32 {
        self.reserve(self.count + 1);
        self.count += 1;
        self.count - 1
    }

    /// How many records there are.
    pub fn count(&self) -> u32 {
        self.count
    }

    // What is beyond all records is caught by the access.
    #[inline]
    fn place(&self, record: u32, slot: Slot) -> usize {
        record
            .index()
            .wrapping_mul(self.stride)
            .wrapping_add(usize::from(slot))
    }

    /// An attribute.
    #[inline]
    pub fn get(&self, record: u32, slot: Slot) -> Value {
        self.cells[self.place(record, slot)]
    }

    /// An attribute, if there is such a record.
    #[inline(always)]
    pub fn find(&self, record: u32, slot: Slot) -> Option<Value> {
        self.cells.get(self.place(record, slot)).copied()
    }

    /// Sets an attribute.
    #[inline]
    pub fn set(&mut self, record: u32, slot: Slot, value: Value) {
        let place = self.place(record, slot);
        self.cells[place] = value;
    }

    /// Sets an attribute; what it was before.
    #[inline]
    pub(crate) fn replace(&mut self, record: u32, slot: Slot, value: Value) -> Value {
        let place = self.place(record, slot);
        std::mem::replace(&mut self.cells[place], value)
    }

    /// All attributes of a record.
    pub fn row(&self, record: u32) -> &[Value] {
        let start = record.index() * self.stride;
        &self.cells[start..start + self.stride]
    }

    /// All attributes of a record, to be changed.
    pub fn row_mut(&mut self, record: u32) -> &mut [Value] {
        let start = record.index() * self.stride;
        &mut self.cells[start..start + self.stride]
    }

    /// The attributes of all records, one record behind the other.
    pub fn cells(&self) -> &[Value] {
        &self.cells
    }

    /// The same, to be changed.
    pub fn cells_mut(&mut self) -> &mut [Value] {
        &mut self.cells
    }

    /// Makes it so many records; the attributes of new ones are missing.
    pub fn resize(&mut self, count: u32) {
        (self.cells).resize(count.index() * self.stride, MISSING);
        self.count = count;
    }

    /// Lets two records change places.
    pub(crate) fn exchange(&mut self, one: u32, other: u32) {
        for slot in 0..to_short(self.stride) {
            let (at_one, at_other) = (self.get(one, slot), self.get(other, slot));
            self.set(one, slot, at_other);
            self.set(other, slot, at_one);
        }
    }
}

/// What is known of an act beside its attributes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Act {
    /// Who acts.
    pub actor: u32,
    /// What it is.
    pub action: ActionId,
    /// The stage that comes next, by its index.
    pub stage: u16,
    /// Above 0: it comes as the very next batch; the higher, the sooner.
    pub urgency: u32,
    /// It would be void now: no exception and no query sees it.
    pub suspended: bool,
    /// The triggers `before` that have been asked at its present stage, and whether each is done with it.
    pub announced: Vec<(TriggerId, bool)>,
    /// It has been found missed at its present stage.
    pub missed: bool,
    /// Its keys have been evaluated before.
    pub seen: bool,
}

/// Something that has happened.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Pending {
    /// a moment in the life of an act; the stage as it then was
    Act(u32, u16, ActMoment),
    /// an event and its values
    Event(EventId, Box<[Value]>),
    /// an act comes into the line, as the very next batch or not; the item that says so
    Joins(u32, bool, Option<ItemId>),
}

/// A change that is gathered until a batch is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GatheredChange {
    /// the kind of the record
    pub kind: KindId,
    /// which record
    pub record: u32,
    /// which attribute
    pub slot: Slot,
    /// added to it, or set
    pub adds: bool,
    /// what
    pub value: Value,
    /// the item of the rules that says so
    pub cause: Option<ItemId>,
}

/// A call that has not returned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Frame {
    /// where the caller goes on
    pub at: Address,
    /// where the registers of the caller begin
    pub base: u32,
    /// the body of the caller
    pub body: BodyId,
    /// how many records were on the stack
    pub records: u32,
}

impl Frame {
    /// Of a caller that goes on at an address, with its registers from `base` on.
    #[inline(always)]
    pub fn of(at: Address, base: usize, body: BodyId, records: usize) -> Self {
        Frame {
            at,
            base: to_number(base),
            body,
            records: to_number(records),
        }
    }
}

/// How control flows between statements.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Flow {
    /// to the next one
    #[default]
    On,
    /// out of a phase
    Leave(PhaseId),
    /// out of a turn of a phase of turns
    LeaveTurn(PhaseId),
    /// out of the combat
    Over,
    /// out of the run, because the scenario stops here
    Stop,
}

impl Flow {
    /// As a value, for a register.
    pub fn to_value(self) -> Value {
        match self {
            Flow::On => -1,
            Flow::Over => -2,
            Flow::Stop => -3,
            Flow::Leave(phase) => Value::from(phase.0),
            Flow::LeaveTurn(phase) => -4 - Value::from(phase.0),
        }
    }

    /// From a value.
    pub fn from_value(value: Value) -> Self {
        match value {
            -1 => Flow::On,
            -2 => Flow::Over,
            -3 => Flow::Stop,
            ..=-4 => Flow::LeaveTurn(PhaseId(to_record(-4 - value))),
            phase => Flow::Leave(PhaseId(to_record(phase))),
        }
    }
}

/// The state of a run.
#[derive(Clone, Debug, Default)]
pub struct State {
    /// The next instruction.
    pub at: Address,
    /// Where the registers of the present frame begin.
    pub base: usize,
    /// The present body.
    pub body: BodyId,
    /// The registers of all frames.
    pub registers: Vec<Value>,
    /// The calls that have not returned.
    pub frames: Vec<Frame>,
    /// The records, by kind.
    pub tables: Vec<RecordTable>,
    /// The settings of the options.
    pub options: Vec<Value>,
    /// For each phase, the number of its present (or last) repetition.
    pub counters: Vec<Value>,
    /// The clock.
    pub now: Value,
    /// The acts that queries see, in the order of actors and numbers.
    pub live: Vec<u32>,
    /// The acts.
    pub acts: IndexVec<u32, Act>,
    /// The acts in the line, in the same order.
    pub waiting: Vec<u32>,
    /// The line.
    pub line: LineMemory,
    /// What has happened and has not been answered.
    pub queue: VecDeque<Pending>,
    /// What the acts of the batch in hand change.
    pub changes: Vec<GatheredChange>,
    /// The acts of the batch in hand.
    pub batch: Vec<u32>,
    /// The records of each `each` and the declarations in hand, as a stack.
    pub records: Vec<u32>,
    /// What they are sorted by.
    pub sorting: Vec<(Value, u32)>,
    /// The repeated phases that run, and their numbers.
    pub path: Vec<(PhaseId, Value)>,
    /// All phases that run, the outermost first.
    pub running: Vec<PhaseId>,
    /// How often triggers with limits have responded in the present repetition of their phase.
    pub used: crate::machine::trigger_limits::CountedResponses,
    /// How control flows.
    pub flow: Flow,
    /// Triggers are responding.
    pub responding: bool,
    /// The combat has been ended.
    pub over: bool,
    /// A batch is being carried out.
    pub in_batch: bool,
    /// An act was carried out at once, and its outcome has not been shown yet.
    pub at_once: bool,
    /// The act that is being declared.
    pub declared: Option<u32>,
    /// How many things have led to another since the last batch or statement of a phase.
    pub chain: u64,
    /// The urgency of acts that come as the very next batch, until that batch begins.
    pub urgency: Option<u32>,
    /// What was said last.
    pub said: Option<Said>,
    /// Whether the last question was answered.
    pub answered: bool,
    /// What the run waits for.
    pub waits_for: Waits,
    /// How often each correction of the scenario could have been made.
    pub corrections: CorrectionCounts,
    /// The moves of acts that have been made.
    pub moves: Vec<MadeMove>,
}

/// A move of acts that has been made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MadeMove {
    /// The correction, by its number in the scenario.
    pub correction: u32,
    /// What is moved.
    pub acts: ActMove,
    /// Within which period (or any part of it) it is in force.
    pub path: Path,
}

/// What a run waits for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Waits {
    /// nothing
    #[default]
    Nothing,
    /// that the caller has looked at it where a repetition is about to begin, and nothing is left of those before
    Rest,
    /// dice: which, and where their sum is put
    Roll {
        /// what was asked for
        roll: super::Roll,
        /// the register
        to: usize,
    },
    /// an answer: where it is put
    Answer {
        /// the register
        to: usize,
    },
    /// declarations of a combatant: where its frames may begin
    Declarations {
        /// the combatant
        actor: u32,
        /// one act alone
        one: bool,
        /// acts of which actions
        actions: AskedActionsId,
        /// the register
        first: usize,
    },
    /// where an act stands
    Place {
        /// the act
        act: u32,
        /// the key
        key: u16,
    },
}

impl State {
    /// Nothing has begun. Memory is kept.
    pub fn reset(&mut self) {
        let State {
            at,
            base,
            body,
            registers,
            frames,
            tables: _,
            options,
            counters,
            now,
            live,
            acts,
            waiting,
            line,
            queue,
            changes,
            batch,
            records,
            sorting,
            path,
            running,
            used,
            flow,
            responding,
            over,
            in_batch,
            at_once,
            declared,
            chain,
            urgency,
            said,
            answered,
            waits_for,
            // Begins with the scenario.
            corrections: _,
            moves,
        } = self;
        (*at, *base, *body, *now, *chain) = (0, 0, BodyId(0), 0, 0);
        (*flow, *waits_for) = (Flow::On, Waits::Nothing);
        (*declared, *urgency, *said) = (None, None, None);
        for flag in [responding, over, in_batch, at_once, answered] {
            *flag = false;
        }
        // The body of the whole run has few.
        registers.resize(64, MISSING);
        frames.clear();
        options.clear();
        counters.clear();
        live.clear();
        acts.clear();
        waiting.clear();
        queue.clear();
        changes.clear();
        batch.clear();
        records.clear();
        sorting.clear();
        path.clear();
        moves.clear();
        running.clear();
        used.clear();
        line.acts.clear();
        line.arrangement.batches.clear();
        line.head = 0;
        line.order = None;
        line.clock.clear();
        line.last.clear();
        line.exceptions.clear();
        line.asked.clear();
        (line.stale, line.reorders) = (true, false);
    }

    /// The register of the present frame.
    #[inline]
    pub fn get(&self, register: Register) -> Value {
        self.registers[self.base + usize::from(register)]
    }

    /// The number of the record or act that a register of the present frame names.
    #[inline]
    pub fn record(&self, register: Register) -> u32 {
        to_record(self.get(register))
    }

    /// The index that a register of the present frame holds.
    #[inline]
    pub fn place(&self, register: Register) -> usize {
        to_index(self.get(register))
    }

    /// Puts a value into a register of the present frame.
    #[inline]
    pub fn put(&mut self, register: Register, value: Value) {
        self.registers[self.base + usize::from(register)] = value;
    }

    /// An attribute of a record; missing if the record is.
    #[inline]
    pub fn attribute(&self, kind: usize, record: Value, slot: Slot) -> Value {
        match record {
            MISSING => MISSING,
            record => self.tables[kind].get(to_record(record), slot),
        }
    }
}
