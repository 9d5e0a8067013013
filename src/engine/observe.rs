//! A window on a run in progress, for those who check or show it. An observer sees everything and changes nothing.

use super::eval::{Arena, Eval, Frames};
use super::exercised::Exercised;
use super::fault::{Fault, Outcome};
use super::program::Programs;
use super::state::State;
use crate::journal::Journal;
use crate::ruleset::{ExprId, KindId, PhaseId, Ruleset, Slot, Value};

/// Somebody who looks on.
pub trait Observer {
    /// Everything is ready; no phase has begun.
    fn began(&mut self, _scene: &mut Scene<'_>) {}
    /// A combatant is asked what it declares in the present period; `refused`: all that it may say is refused. Nobody is told of it where
    /// statements are [passed over](super::Engine::pass_over).
    fn asked(&mut self, _combatant: u32, _refused: bool, _scene: &mut Scene<'_>) {}
    /// A batch and what it set off are done.
    fn batch_ended(&mut self, _scene: &mut Scene<'_>) {}
    /// The line has been worked out anew and written down.
    fn arranged(&mut self, _scene: &mut Scene<'_>) {}
    /// The first act of the line has to wait: the condition under which acts are resolved is false of it, with the names
    /// of the body that resolves.
    fn waits(&mut self, _act: u32, _condition: ExprId, _scene: &mut Scene<'_>) {}
    /// A repetition of a phase is over.
    fn phase_ended(&mut self, _phase: PhaseId, _scene: &mut Scene<'_>) {}
    /// The run is over.
    fn ended(&mut self, _scene: &mut Scene<'_>) {}
}

/// Nobody looks on.
#[derive(Clone, Copy, Debug, Default)]
pub struct Blind;

impl Observer for Blind {}

/// What an observer can ask of whatever carries out a run.
pub trait Look {
    /// The journal so far.
    fn journal(&self) -> &Journal;
    /// The names of the body that is being carried out.
    fn names(&self) -> &[Value];
    /// The counting phases that run, and their numbers.
    fn path(&self) -> &[(PhaseId, Value)];
    /// An attribute of a record.
    fn attribute(&self, kind: KindId, record: u32, slot: Slot) -> Value;
    /// The value of an expression of the rules, with these names.
    fn value_of(&mut self, id: ExprId, names: &[Value]) -> Result<Value, Fault>;
    /// The value of an expression of a scenario, with room for so many names.
    fn value(&mut self, exprs: Arena<'_>, id: ExprId, locals: u16) -> Result<Value, Fault>;
}

/// What an observer sees.
pub struct Scene<'a>(Seen<'a>);

enum Seen<'a> {
    Engine(Window<'a>),
    Machine(&'a mut dyn Look),
}

/// What an observer sees of the engine.
pub(super) struct Window<'a> {
    pub rules: &'a Ruleset,
    pub programs: &'a Programs,
    pub state: &'a State,
    pub journal: &'a Journal,
    pub frames: &'a mut Frames,
    pub exercised: &'a mut Exercised,
    pub base: usize,
    pub path: &'a [(PhaseId, Value)],
}

/// How many steps an observer's expression may take.
pub(crate) const STEPS: u64 = 1_000_000;

impl<'a> Scene<'a> {
    /// What is seen of the engine.
    pub(super) fn of_engine(window: Window<'a>) -> Self {
        Scene(Seen::Engine(window))
    }

    /// What is seen of a run that is carried out elsewhere.
    pub(crate) fn of(look: &'a mut dyn Look) -> Self {
        Scene(Seen::Machine(look))
    }

    fn look(&self) -> &dyn Look {
        match &self.0 {
            Seen::Engine(window) => window,
            Seen::Machine(look) => *look,
        }
    }

    fn look_mut(&mut self) -> &mut dyn Look {
        match &mut self.0 {
            Seen::Engine(window) => window,
            Seen::Machine(look) => *look,
        }
    }

    /// The journal so far.
    pub fn journal(&self) -> &Journal {
        self.look().journal()
    }

    /// The names of the body that is being carried out, where the observer is told of one.
    pub fn names(&self) -> &[Value] {
        self.look().names()
    }

    /// The counting phases that run, and their numbers.
    pub fn path(&self) -> &[(PhaseId, Value)] {
        self.look().path()
    }

    /// An attribute of a record; records of the kind act are numbered as in the journal.
    pub fn attribute(&self, kind: KindId, record: u32, slot: Slot) -> Value {
        self.look().attribute(kind, record, slot)
    }

    /// The value of an expression of the rules, with these names.
    pub fn value_of(&mut self, id: ExprId, names: &[Value]) -> Result<Value, Fault> {
        self.look_mut().value_of(id, names)
    }

    /// The value of an expression of a scenario, with room for so many names.
    pub fn value(&mut self, exprs: Arena<'_>, id: ExprId, locals: u16) -> Result<Value, Fault> {
        self.look_mut().value(exprs, id, locals)
    }
}

impl Look for Window<'_> {
    fn journal(&self) -> &Journal {
        self.journal
    }

    fn names(&self) -> &[Value] {
        &self.frames.values[self.base..]
    }

    fn path(&self) -> &[(PhaseId, Value)] {
        self.path
    }

    fn attribute(&self, kind: KindId, record: u32, slot: Slot) -> Value {
        self.state.attribute(kind, Value::from(record), slot)
    }

    fn value_of(&mut self, id: ExprId, names: &[Value]) -> Result<Value, Fault> {
        let base = self.frames.values.len();
        self.frames.values.extend_from_slice(names);
        let value = self.work_out(|eval| eval.value(id, base));
        self.frames.close(base);
        value
    }

    fn value(&mut self, exprs: Arena<'_>, id: ExprId, locals: u16) -> Result<Value, Fault> {
        let base = self.frames.open(locals);
        let value = self.work_out(|eval| eval.other(exprs, id, base));
        self.frames.close(base);
        value
    }
}

impl Window<'_> {
    fn work_out(
        &mut self,
        value: impl FnOnce(&mut Eval<'_, State>) -> Outcome<Value>,
    ) -> Result<Value, Fault> {
        let mut fuel = STEPS;
        let mut eval = Eval {
            rules: self.rules,
            programs: self.programs,
            state: self.state,
            frames: self.frames,
            exercised: self.exercised,
            fuel: &mut fuel,
            steps: STEPS,
            depth: 0,
        };
        value(&mut eval).map_err(|fault| *fault)
    }
}
