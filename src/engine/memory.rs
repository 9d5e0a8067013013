//! Everything that a run writes to. It is kept from run to run, so that a run allocates nothing once its stores have grown.

use super::cursor::Cursor;
use super::eval::Frames;
use super::exercised::Exercised;
use super::forget::{Apart, At, Forgetting};
use super::kept::Kept;
use super::line::{Arrangement, Arranger, Exception};
use super::quiet::Known;
use super::rows::Rows;
use super::state::State;
use super::used::Used;
use crate::journal::{Journal, Range, Ruling};
use crate::ruleset::{ActMoment, EventId, ItemId, KindId, PhaseId, Slot, TriggerId, Value};
use std::collections::VecDeque;

/// The memory of a run.
#[derive(Debug, Default)]
pub struct Memory {
    /// The state.
    pub state: State,
    /// The record of the run.
    pub journal: Journal,
    /// What of the rules was exercised, in this run and those before.
    pub exercised: Exercised,
    /// The names of the bodies.
    pub frames: Frames,
    /// What the engine knows of each act beside its attributes.
    pub acts: Vec<ActMemory>,
    /// The acts in the line, by number.
    pub waiting: Vec<u32>,
    /// The line.
    pub line: LineMemory,
    /// What has happened and has not been answered by triggers.
    pub queue: VecDeque<Pending>,
    /// What the acts of the batch in hand change, until all of them have been carried out.
    pub changes: Vec<Change>,
    /// What triggers are responding to, the innermost last.
    pub answering: Vec<Pending>,
    /// Which statements would do nothing again.
    pub(super) quiet: Known,
    /// How far the run has come.
    pub cursor: Cursor,
    /// What is forgotten between repetitions.
    pub forgetting: Forgetting,
    /// The statements within which the run has stopped, the innermost first, each with where the names of its body begin.
    pub stopped: Vec<(At, usize)>,
    /// What is kept apart where the run is written down.
    pub apart: Apart,
    /// A repetition of an outermost phase has begun since the run was taken up.
    pub begun_anew: bool,
    /// A run was not at rest where records were to be exchanged.
    pub restless: bool,
    /// Triggers are responding.
    pub responding: bool,
    /// A trigger has ended the combat.
    pub over: bool,
    /// An act was carried out at once, and nobody has been shown what came of it.
    pub at_once: bool,
    /// A batch is being carried out.
    pub in_batch: bool,
    /// The counting phases that run, and their numbers.
    pub path: Vec<(PhaseId, Value)>,
    /// All phases that run, the outermost first.
    pub running: Vec<PhaseId>,
    /// How often triggers with limits have responded, in the present repetition of their phase.
    pub used: Used,
    /// Steps that are left.
    pub fuel: u64,
    /// Steps that there were.
    pub steps: u64,
    /// Happenings since the last batch or statement of a phase.
    pub chain: u64,
    /// How many blocks of statements are being carried out, one within the other.
    pub depth: u32,
    /// The urgency of acts that come as the very next batch, until that batch begins.
    pub open_urgency: Option<u32>,
    /// The acts of the batch in hand.
    pub batch: Vec<u32>,
    /// Scratch: the same acts by their index in the line.
    pub indices: Vec<u32>,
    /// Scratch: about whom a question is.
    pub about: Vec<(KindId, u32)>,
    /// Scratch: records of an `each` with what they are sorted by, as a stack.
    pub sorting: Vec<(Value, u32)>,
    /// The records of each `each` and the declarations in hand, as a stack.
    pub scratch: Vec<u32>,
    /// Scratch: faces of a roll.
    pub faces: Vec<Value>,
}

/// What the engine knows of an act beside its attributes.
#[derive(Clone, Debug, Default)]
pub struct ActMemory {
    /// the stage that comes next, by its index
    pub stage: u16,
    /// above 0: it comes as the very next batch; the higher, the sooner
    pub urgency: u32,
    /// it would be void now: no exception and no query sees it
    pub suspended: bool,
    /// the triggers `before` that have been asked at its present stage, and whether each is done with it
    pub announced: Vec<(TriggerId, bool)>,
    /// it has been found missed at its present stage
    pub missed: bool,
    /// its keys have been worked out before
    pub seen: bool,
}

/// Something that has happened.
#[derive(Clone, Copy, Debug)]
pub enum Pending {
    /// a moment in the life of an act; the stage as it then was
    Act(u32, u16, ActMoment),
    /// an event and its values
    Event(EventId, Range),
    /// an act comes into the line, as the very next batch or not; the item that says so
    Joins(u32, bool, Option<ItemId>),
}

/// A change that is gathered.
#[derive(Clone, Copy, Debug)]
pub struct Change {
    /// which record
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

/// The line as it stands.
#[derive(Debug, Default)]
pub struct LineMemory {
    /// does the ordering
    pub arranger: Arranger,
    /// its result; acts are indices into `acts`
    pub arrangement: Arrangement,
    /// the acts that were ordered, by number
    pub acts: Vec<u32>,
    /// how many batches have been taken
    pub head: usize,
    /// which order was in force
    pub order: Option<usize>,
    /// the number of keys of each act
    pub width: usize,
    /// the keys as worked out, `width` for each act of `acts`
    pub keys: Vec<Value>,
    /// the keys as sorted (lower first), with the urgency before them: `width + 1` for each act
    pub sorted: Vec<Value>,
    /// the sorted keys (without urgency) that each act had when last looked at, by act number
    pub last: Vec<Value>,
    /// the sorted keys (without urgency) of the batch in hand; empty before the first
    pub clock: Vec<Value>,
    /// the rank of each act
    pub ranks: Vec<u32>,
    /// the exceptions that were put in
    pub exceptions: Vec<Exception>,
    /// scratch: the acts by their keys
    pub rows: Rows,
    /// what they asked for, and what became of them
    pub rulings: Vec<Ruling>,
    /// the keys that placements gave: act, key and placement, in turn
    pub placed: Vec<Value>,
    /// what made rulings fall: the index of one and of another that it contradicts, in turn
    pub against: Vec<Value>,
    /// answers to where an act without a key stands: act, key, first
    pub asked: Vec<(u32, u16, bool)>,
    /// something has changed on which places depend
    pub stale: bool,
    /// scratch for comparing with the line before
    pub before: Before,
    /// scratch: the acts that an exception can mean, by their index
    pub firsts: Vec<usize>,
    /// scratch: those that it can mean besides
    pub seconds: Vec<usize>,
    /// what has been found out about places; no part of the run
    pub kept: Kept,
}

/// The line as it was before it was worked out anew.
#[derive(Debug, Default)]
pub struct Before {
    /// of each act of the line its place among those that were still to come, if it was one
    pub place: Vec<Option<u32>>,
    /// the acts that were still to come
    pub acts: Vec<u32>,
    /// their sorted keys
    pub sorted: Vec<Value>,
    /// the exceptions among them, by act number
    pub exceptions: Vec<Exception>,
}

impl Memory {
    /// The urgency of the next act that comes as the very next batch: before all that are waiting.
    pub fn next_urgency(&self) -> u32 {
        self.waiting
            .iter()
            .map(|&act| self.acts[act as usize].urgency)
            .max()
            .unwrap_or(0)
            + 1
    }
}
