//! A window on a run in progress, for those who check or show it. An observer sees everything and changes nothing.

use std::collections::BTreeSet;

use super::fault::Fault;
use crate::journal::{Journal, What};
use crate::ruleset::{AskedActions, Expr, ExprId, KindId, PhaseId, Slot, Value};
use crate::source::Span;

/// A list of expressions and their places: those of a scenario's expectations.
#[derive(Clone, Copy)]
pub struct Arena<'a> {
    /// the nodes
    pub exprs: &'a [Expr],
    /// their places
    pub spans: &'a [Span],
}

/// Is told what happens while a scenario is played.
pub trait Observer {
    /// Everything is ready; no phase has begun.
    fn began(&mut self, _scene: &mut Scene<'_>) {}
    /// A combatant is asked what it declares in the present period, for acts of these actions; `refused`: all that it may say is refused.
    fn asked(
        &mut self,
        _combatant: u32,
        _refused: bool,
        _actions: &AskedActions,
        _scene: &mut Scene<'_>,
    ) {
    }
    /// A batch and what it set off are done.
    fn batch_ended(&mut self, _scene: &mut Scene<'_>) {}
    /// The line has been worked out anew and written down.
    fn arranged(&mut self, _scene: &mut Scene<'_>) {}
    /// The first act of the line has to wait: the condition under which acts are resolved is false of it, with the names
    /// of the body that resolves.
    fn waits(&mut self, _act: u32, _condition: ExprId, _scene: &mut Scene<'_>) {}
    /// A statement (`if`, `repeat while`, `each ... where`), a phase (`while`) or a trigger (`if`) is about to look at its condition, with the names of the body around it; of `each`
    /// the name of the record is not given yet. Told by a machine that is made for it.
    fn chooses(&mut self, _condition: ExprId, _scene: &mut Scene<'_>) {}
    /// It has been found whose turn is next in a phase; nothing has changed since.
    fn turn_found(&mut self, _phase: PhaseId, _record: u32, _scene: &mut Scene<'_>) {}
    /// A phase, or the turn in hand of one, is left by a statement; nothing has ended yet.
    fn left(&mut self, _phase: PhaseId, _scene: &mut Scene<'_>) {}
    /// A repetition of a phase is over.
    fn phase_ended(&mut self, _phase: PhaseId, _scene: &mut Scene<'_>) {}
    /// The run is over.
    fn ended(&mut self, _scene: &mut Scene<'_>) {}
}

/// What an observer can ask of whatever carries out a run.
pub trait Look {
    /// The journal so far.
    fn journal(&self) -> &Journal;
    /// The names of the body that is being carried out.
    fn names(&self) -> &[Value];
    /// The place of the innermost statement that is being carried out.
    fn statement(&self) -> Option<Span>;
    /// The repeated phases that run, and their numbers.
    fn path(&self) -> &[(PhaseId, Value)];
    /// All phases that run, the outermost first.
    fn running(&self) -> &[PhaseId];
    /// An attribute of a record.
    fn attribute(&self, kind: KindId, record: u32, slot: Slot) -> Value;
    /// The value of an expression of the rules, with these names.
    fn value_of(&mut self, id: ExprId, names: &[Value]) -> Result<Value, Fault>;
    /// The same if an attribute of a record had another value.
    fn value_if(
        &mut self,
        id: ExprId,
        names: &[Value],
        cell: (KindId, u32, Slot),
        value: Value,
    ) -> Result<Value, Fault>;
    /// The attributes that an expression of the rules reads, with these names; after a fault those that were read before it.
    fn reads_of(&mut self, id: ExprId, names: &[Value]) -> BTreeSet<(KindId, u32, Slot)>;
    /// The value of an expression of the scenario that is played, with room for so many names.
    fn value(&mut self, exprs: Arena<'_>, id: ExprId, locals: u16) -> Result<Value, Fault>;
}

/// What an observer sees.
pub struct Scene<'a>(&'a mut dyn Look);

/// Through how many entries of a journal it is looked for what a condition hangs on.
const MOST_LOOKED_THROUGH: usize = 20_000;

/// How many steps an observer's expression may take.
pub(crate) const STEPS: u64 = 1_000_000;

impl<'a> Scene<'a> {
    /// What is seen of a run.
    pub(crate) fn of(look: &'a mut dyn Look) -> Self {
        Scene(look)
    }

    /// The journal so far.
    pub fn journal(&self) -> &Journal {
        self.0.journal()
    }

    /// The names of the body that is being carried out, where the observer is told of one.
    pub fn names(&self) -> &[Value] {
        self.0.names()
    }

    /// The place of the innermost statement that is being carried out: that which asks, or leaves a phase.
    pub fn statement(&self) -> Option<Span> {
        self.0.statement()
    }

    /// The repeated phases that run, and their numbers.
    pub fn path(&self) -> &[(PhaseId, Value)] {
        self.0.path()
    }

    /// All phases that run, the outermost first.
    pub fn running(&self) -> &[PhaseId] {
        self.0.running()
    }

    /// An attribute of a record; missing of a record that is not there yet; records of the kind act are numbered as in the journal.
    pub fn attribute(&self, kind: KindId, record: u32, slot: Slot) -> Value {
        self.0.attribute(kind, record, slot)
    }

    /// The value of an expression of the rules, with these names.
    pub fn value_of(&mut self, id: ExprId, names: &[Value]) -> Result<Value, Fault> {
        self.0.value_of(id, names)
    }

    /// The attributes that an expression of the rules reads, with these names; after a fault those that were read before it.
    pub fn reads_of(&mut self, id: ExprId, names: &[Value]) -> BTreeSet<(KindId, u32, Slot)> {
        self.0.reads_of(id, names)
    }

    /// Of attributes that an expression of the rules has read, with these names, those that alone have made its value what it is: it would be another one with a value that
    /// the attribute had before. All of them where none has, or the journal is long. `O(n)` in its entries.
    pub fn turned_by(
        &mut self,
        id: ExprId,
        names: &[Value],
        read: BTreeSet<(KindId, u32, Slot)>,
    ) -> BTreeSet<(KindId, u32, Slot)> {
        if read.is_empty() || self.journal().entries.len() > MOST_LOOKED_THROUGH {
            return read;
        }
        let now = self.value_of(id, names);
        let mut before = Vec::new();
        for entry in &self.journal().entries {
            if let What::Changed {
                kind,
                record,
                slot,
                old,
                ..
            } = entry.what
                && read.contains(&(kind, record, slot))
            {
                before.push(((kind, record, slot), old));
            }
        }
        let mut turned = BTreeSet::new();
        for (cell, value) in before.into_iter().rev() {
            if !turned.contains(&cell) && self.0.value_if(id, names, cell, value) != now {
                turned.insert(cell);
            }
        }
        if turned.is_empty() { read } else { turned }
    }

    /// The value of an expression of the scenario that is played, with room for so many names.
    pub fn value(&mut self, exprs: Arena<'_>, id: ExprId, locals: u16) -> Result<Value, Fault> {
        self.0.value(exprs, id, locals)
    }
}
