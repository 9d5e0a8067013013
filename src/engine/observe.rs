//! A window on a run in progress, for those who check or show it. An observer sees everything and changes nothing.

use super::eval::{Arena, Eval, Frames};
use super::exercised::Exercised;
use super::fault::Fault;
use super::state::State;
use crate::journal::Journal;
use crate::ruleset::{ExprId, KindId, PhaseId, Ruleset, Slot, Value};

/// Somebody who looks on.
pub trait Observer {
    /// A batch and what it set off are done.
    fn batch_ended(&mut self, _scene: &mut Scene<'_>) {}
    /// A repetition of a phase is over.
    fn phase_ended(&mut self, _phase: PhaseId, _scene: &mut Scene<'_>) {}
    /// The run is over.
    fn ended(&mut self, _scene: &mut Scene<'_>) {}
}

/// Nobody looks on.
#[derive(Clone, Copy, Debug, Default)]
pub struct Blind;

impl Observer for Blind {}

/// What an observer sees.
pub struct Scene<'a> {
    pub(super) rules: &'a Ruleset,
    pub(super) state: &'a State,
    pub(super) journal: &'a Journal,
    pub(super) frames: &'a mut Frames,
    pub(super) exercised: &'a mut Exercised,
    pub(super) path: &'a [(PhaseId, Value)],
}

/// How many steps an observer's expression may take.
const STEPS: u64 = 1_000_000;

impl Scene<'_> {
    /// The journal so far.
    pub fn journal(&self) -> &Journal {
        self.journal
    }

    /// The counting phases that run, and their numbers.
    pub fn path(&self) -> &[(PhaseId, Value)] {
        self.path
    }

    /// An attribute of a record; records of the kind act are numbered as in the journal.
    pub fn attribute(&self, kind: KindId, record: u32, slot: Slot) -> Value {
        self.state.attribute(kind, Value::from(record), slot)
    }

    /// The value of an expression of a scenario, with room for so many names.
    pub fn value(&mut self, exprs: Arena<'_>, id: ExprId, locals: u16) -> Result<Value, Fault> {
        let base = self.frames.open(locals);
        let mut fuel = STEPS;
        let mut eval = Eval {
            rules: self.rules,
            state: self.state,
            frames: self.frames,
            exercised: self.exercised,
            fuel: &mut fuel,
            steps: STEPS,
            depth: 0,
        };
        let value = eval.eval(exprs, id, base).map_err(|fault| *fault);
        self.frames.close(base);
        value
    }
}
