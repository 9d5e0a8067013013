//! A run that is watched: some of its values are abstract, which stand for a column of values, one for each outcome of some dice. Abstract values are
//! copied like others. Where one is looked at, the run is told what it is in the outcome at hand; if no outcome says that, it halts. A run that is
//! watched also pauses at boundaries: where a statement or an iteration begins, and where a statement with others in it ends.
//!
//! Runs that are not watched pay nothing for it: the inner loop is compiled twice.

use std::collections::BTreeMap;

use foldhash::fast::FixedState;
use hashbrown::HashSet;

use super::Machine;
use super::Pause;
use super::state::{Act, GatheredChange};
use crate::program::Image;
use crate::ruleset::index::{Idx, to_index, to_number, to_value};
use crate::ruleset::{ActionId, KindId, MISSING, MOST, Slot, Value};
use crate::run::fault::{Fault, FaultKind, RunResult};

/// Stands for a sum whose parts are not put together: no outcome says what it is.
pub const UNSETTLED: Value = MOST + 1;

/// The abstract value of a column, by its number; 0 is [`UNSETTLED`].
pub fn abstract_value(column: usize) -> Value {
    UNSETTLED + to_value(column)
}

/// Whether a value is abstract.
#[inline(always)]
pub fn is_abstract(value: Value) -> bool {
    value > MOST && value < Value::MAX
}

/// The column of an abstract value.
pub fn column_of(value: Value) -> usize {
    to_index(value - UNSETTLED)
}

/// What is noted where a run is watched, and what it needs.
#[derive(Clone, Debug, Default)]
pub(super) struct Watch {
    /// The run is watched.
    pub on: bool,
    /// By column: its value in the outcome at hand, and whether it is missing in any.
    pub columns: Vec<(Option<Value>, bool)>,
    /// Why the run cannot go on.
    pub halt: Option<Halt>,
    /// The run is followed in one outcome.
    pub in_outcome: bool,
    /// The acts that were made in any of the outcomes: who, and what. The first of them has this number.
    pub made: Vec<(u32, ActionId)>,
    pub first_made: u32,
    /// The only act in the line, where one is carried out by itself.
    pub alone: Option<u32>,
    /// What other acts have changed meanwhile.
    pub changed_by_others: Cells,
    /// Reads are noted.
    pub is_noting: bool,
    pub notes: Notes,
    /// What belongs to the run.
    pub own: Own,
}

/// An attribute of a record.
pub type Cell = (KindId, u32, Slot);

/// Attributes of records.
pub type Cells = HashSet<Cell, FixedState>;

/// What an act does while it is carried out by itself.
#[derive(Clone, Debug, Default)]
pub struct Notes {
    /// What it reads.
    pub reads: Cells,
    /// It looks at the acts that wait.
    pub reads_line: bool,
    /// It would be void.
    pub is_void: bool,
    /// What it changes.
    pub changes: Vec<Noted>,
}

/// A change that an act makes.
#[derive(Clone, Copy, Debug)]
pub struct Noted {
    /// Of what.
    pub cell: Cell,
    /// What it was before.
    pub old: Value,
    /// What is added, or set.
    pub value: Value,
    /// It is added.
    pub adds: bool,
}

/// What a watched run keeps beside its state.
#[derive(Clone, Debug, Default)]
pub(super) struct Own {
    /// One more than the address of the boundary at which it pauses.
    pub passed: usize,
    /// The acts in line that wait in some outcomes only: an abstract value, which is 1 in these.
    pub waits: BTreeMap<u32, Value>,
    /// The places of the stack of records that count in some outcomes only, in the same way.
    pub held: BTreeMap<usize, Value>,
    /// What the act that is alone was sorted by when it was put in order first.
    pub keys: Vec<Value>,
    /// Whether that act has been carried out.
    pub acted: Value,
    /// Which of the acts that were made in any outcome have been made.
    pub taken: Vec<bool>,
}

/// Why a watched run cannot go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halt {
    /// It looks at an abstract value of which no outcome says what it is.
    Wants(Value),
    /// It does something that cannot be watched.
    Beyond(&'static str),
}

/// Where a watched run has come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WatchedRun {
    /// A boundary.
    Boundary,
    /// Acts are about to be resolved.
    Resolves,
    /// It pauses.
    Pause(Pause),
    /// It cannot go on. It is where it was when it was put back to a snapshot.
    Halts(Halt),
    /// A fault.
    Fault(Box<Fault>),
    /// It is over.
    Done,
}

impl Watch {
    /// What a value is in the outcome at hand.
    #[inline(always)]
    pub fn value<const WATCHED: bool>(&mut self, value: Value) -> Option<Value> {
        match WATCHED && is_abstract(value) {
            true => self.look(value),
            false => Some(value),
        }
    }

    /// Whether a value is missing in the outcome at hand.
    #[inline(always)]
    pub fn is_missing<const WATCHED: bool>(&mut self, value: Value) -> Option<bool> {
        if WATCHED && is_abstract(value) {
            let column = self.columns.get(column_of(value));
            if column.is_none_or(|column| !column.1) {
                return Some(false);
            }
        }
        Some(self.value::<WATCHED>(value)? == MISSING)
    }

    /// Passes the boundary before an address, if the run has paused there.
    #[inline(always)]
    pub fn passes<const WATCHED: bool>(&mut self, at: usize) -> Option<()> {
        if !WATCHED {
            return Some(());
        }
        let is_new = self.own.passed != at;
        self.own.passed = if is_new { at } else { 0 };
        (!is_new).then_some(())
    }

    /// The same, if an iteration begins there.
    #[inline(always)]
    pub fn begins<const WATCHED: bool>(&mut self, image: &Image, at: usize) -> Option<()> {
        match WATCHED && image.iteration(to_number(at) - 1).is_some() {
            true => self.passes::<true>(at),
            false => Some(()),
        }
    }

    /// Whether a record is passed over: an act that does not wait in the outcome at hand.
    #[inline(always)]
    pub fn skips<const WATCHED: bool>(&mut self, kind: usize, record: u32) -> Option<bool> {
        match WATCHED && kind == KindId::ACT.index() {
            true => self.waits(record).map(|waits| !waits),
            false => Some(false),
        }
    }

    /// Whether an act of the line waits in the outcome at hand.
    pub fn waits(&mut self, act: u32) -> Option<bool> {
        match self.own.waits.get(&act) {
            Some(&waits) => Some(self.value::<true>(waits)? == 1),
            None => Some(true),
        }
    }

    /// Whether a place of the stack of records does not count in the outcome at hand.
    #[inline(always)]
    pub fn passes_over<const WATCHED: bool>(&mut self, place: Value) -> Option<bool> {
        let held = match WATCHED {
            true => self.own.held.get(&to_index(place)),
            false => None,
        };
        match held {
            Some(&held) => Some(self.value::<true>(held)? == 0),
            None => Some(false),
        }
    }

    /// A place of the stack of records is used anew.
    #[inline(always)]
    pub fn pushes<const WATCHED: bool>(&mut self, place: usize) {
        if WATCHED {
            self.own.held.remove(&place);
        }
    }

    /// An attribute is read.
    #[inline(always)]
    pub fn reads<const WATCHED: bool>(&mut self, kind: usize, record: u32, slot: Slot) {
        if WATCHED && self.is_noting {
            let cell = (KindId::from_index(kind), record, slot);
            self.notes.reads.insert(cell);
        }
    }

    /// The acts that wait are looked at.
    #[inline(always)]
    pub fn reads_line<const WATCHED: bool>(&mut self) {
        self.notes.reads_line |= WATCHED;
    }

    /// What an abstract value is in the outcome at hand.
    #[cold]
    fn look(&mut self, value: Value) -> Option<Value> {
        let Some(&(known, _)) = self.columns.get(column_of(value)) else {
            return Some(value);
        };
        if known.is_none() {
            self.halt = Some(Halt::Wants(value));
        }
        known
    }

    /// The number of an act that is made in one outcome: acts of one combatant and action are the same in all outcomes.
    fn number(&mut self, actor: u32, action: ActionId) -> u32 {
        let taken = &mut self.own.taken;
        taken.resize(self.made.len(), false);
        let mut made = self.made.iter().zip(&*taken);
        let known = made.position(|(&made, &taken)| made == (actor, action) && !taken);
        let place = known.unwrap_or_else(|| {
            self.made.push((actor, action));
            taken.push(false);
            taken.len() - 1
        });
        taken[place] = true;
        self.first_made + to_number(place)
    }
}

/// The halting of a watched run, as a fault that is never reported.
pub(super) fn halted() -> Box<Fault> {
    FaultKind::Missing.into()
}

/// What the parts of the machine ask where a run may be watched.
impl Machine<'_> {
    /// Halts: the run does something that cannot be watched.
    #[cold]
    pub(super) fn halts<T>(&mut self, why: &'static str) -> RunResult<T> {
        self.watch.halt = Some(Halt::Beyond(why));
        Err(halted())
    }

    /// What a value is in the outcome at hand.
    #[inline]
    pub(super) fn known(&mut self, value: Value) -> RunResult<Value> {
        match is_abstract(value) {
            false => Ok(value),
            true => self.known_abstract(value),
        }
    }

    #[cold]
    fn known_abstract(&mut self, value: Value) -> RunResult<Value> {
        self.watch.value::<true>(value).ok_or_else(halted)
    }

    /// Whether a value is missing in the outcome at hand.
    #[inline]
    pub(super) fn is_missing(&mut self, value: Value) -> RunResult<bool> {
        match is_abstract(value) {
            false => Ok(value == MISSING),
            true => self.is_missing_abstract(value),
        }
    }

    #[cold]
    fn is_missing_abstract(&mut self, value: Value) -> RunResult<bool> {
        self.watch.is_missing::<true>(value).ok_or_else(halted)
    }

    /// The number of an act that is made.
    #[inline]
    pub(super) fn number_of_act(&mut self, actor: u32, action: ActionId) -> RunResult<u32> {
        match self.watch.on {
            false => Ok(self.state.tables[KindId::ACT.index()].push()),
            true => self.number_of_watched_act(actor, action),
        }
    }

    #[cold]
    fn number_of_watched_act(&mut self, actor: u32, action: ActionId) -> RunResult<u32> {
        let table = &mut self.state.tables[KindId::ACT.index()];
        if self.rules.actions[action.index()].at_once {
            return self.halts("an act that is carried out at once");
        }
        let number = match self.watch.in_outcome {
            true => self.watch.number(actor, action),
            false => table.count(),
        };
        // In this outcome those between are never made.
        if table.count() <= number {
            table.resize(number + 1);
        }
        while self.state.acts.len() <= number.index() {
            self.state.acts.push(Act::default());
        }
        Ok(number)
    }

    /// Settles which acts of the line wait in the outcome at hand.
    pub(super) fn settle_waiting(&mut self) -> RunResult<()> {
        if self.watch.own.waits.is_empty() {
            return Ok(());
        }
        for (act, waits) in std::mem::take(&mut self.watch.own.waits) {
            if self.state.waiting.contains(&act) && self.known(waits)? == 0 {
                self.state.waiting.retain(|&other| other != act);
                self.state.live.retain(|&other| other != act);
            }
        }
        Ok(())
    }

    /// Before changes are put in force: what has to be known of them in the outcome at hand.
    pub(super) fn settle_changes(&mut self) -> RunResult<()> {
        if !self.watch.on {
            return Ok(());
        }
        for index in 0..self.state.changes.len() {
            let change = self.state.changes[index];
            let same = |other: &&GatheredChange| cell(other) == cell(&change);
            if change.adds || self.state.changes.iter().filter(same).count() > 1 {
                self.state.changes[index].value = self.known(change.value)?;
            }
        }
        Ok(())
    }

    /// Notes changes of one attribute. Whether other acts have changed it too, so that it is not settled any more what it is.
    #[inline]
    pub(super) fn is_unsettled(&mut self, changes: &[GatheredChange]) -> bool {
        self.watch.alone.is_some() && self.notes_unsettled(changes)
    }

    #[cold]
    fn notes_unsettled(&mut self, changes: &[GatheredChange]) -> bool {
        let Some(cell) = changes.first().map(cell) else {
            return false;
        };
        let (kind, record, slot) = cell;
        let old = self.state.tables[kind.index()].get(record, slot);
        (self.watch.notes.changes).extend(changes.iter().map(|change| Noted {
            cell,
            old,
            value: change.value,
            adds: change.adds,
        }));
        let is_unsettled = old == UNSETTLED || self.watch.changed_by_others.contains(&cell);
        if is_unsettled {
            self.state.tables[kind.index()].set(record, slot, UNSETTLED);
        }
        is_unsettled
    }

    /// Notes that the machine itself changes an attribute of an act.
    pub(super) fn note_own(&mut self, act: u32, slot: Slot) {
        if self.watch.alone.is_some() {
            self.watch.notes.changes.push(Noted {
                cell: (KindId::ACT, act, slot),
                old: 0,
                value: 0,
                adds: false,
            });
        }
    }
}

fn cell(change: &GatheredChange) -> Cell {
    (change.kind, change.record, change.slot)
}
