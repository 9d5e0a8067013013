//! Drives a run that is [watched](super::watch): to its next boundary or pause, with one act by itself in the line, back to a snapshot.

use std::sync::Arc;

use super::execute::LoopExit;
use super::perform::Next;
use super::state::Waits;
use super::watch::{Cells, Notes, Watch, WatchedRun, halted, is_abstract};
use super::{Machine, RunSnapshot};
use crate::program::{Image, Instruction};
use crate::ruleset::index::{Idx, to_number};
use crate::ruleset::{MISSING, Value};
use crate::run::fault::{Fault, RunResult};
use crate::scenario::Scenario;

impl Machine<'_> {
    /// The run that was set up is watched from now on.
    pub(crate) fn watch(&mut self) {
        *self.watch = Watch {
            on: true,
            // What is not settled may be missing.
            columns: vec![(None, true)],
            ..Watch::default()
        };
        self.forget_line();
    }

    /// A column more: whether it is missing in any outcome. Its number.
    pub(crate) fn add_column(&mut self, may_miss: bool) -> usize {
        self.watch.columns.push((None, may_miss));
        self.watch.columns.len() - 1
    }

    /// What a column is in the outcome at hand.
    pub(crate) fn know(&mut self, column: usize, value: Option<Value>) {
        self.watch.columns[column].0 = value;
    }

    /// The run is followed in one outcome after the other from now on, each time from the same snapshot; or in all at once.
    pub(crate) fn follow_outcomes(&mut self, follows: bool) {
        self.watch.in_outcome = follows;
        self.watch.own.taken.clear();
        self.watch.made.clear();
        self.watch.first_made = to_number(self.state.acts.len());
    }

    /// Goes on to the next boundary or pause.
    pub(crate) fn go_to_boundary(&mut self, scenario: &Scenario) -> WatchedRun {
        let image = Arc::clone(&self.image);
        self.watch.halt = None;
        self.fuel = self.limits.steps;
        let reached = self.run_watched(&image, Some(scenario), 0);
        match (self.watch.halt, reached) {
            (Some(halt), _) => WatchedRun::Halts(halt),
            (None, Ok(Some(reached))) => reached,
            (None, Ok(None)) => WatchedRun::Done,
            (None, Err(fault)) => WatchedRun::Fault(fault),
        }
    }

    /// Runs to the next boundary or pause; `None`: the calls have returned, or the run is over.
    pub(super) fn run_watched(
        &mut self,
        image: &Image,
        scenario: Option<&Scenario>,
        depth: usize,
    ) -> RunResult<Option<WatchedRun>> {
        let code: &[Instruction] = &image.code;
        loop {
            match self.compute::<true>(image, code, depth, scenario.is_none()) {
                LoopExit::Returned => return Ok(None),
                LoopExit::Paused if self.watch.halt.is_some() => return Err(halted()),
                LoopExit::Paused => {
                    self.state.at -= 1;
                    return Ok(Some(WatchedRun::Boundary));
                }
                LoopExit::Grow => self.grow(),
                LoopExit::Fault(part, kind) => {
                    let span = image.place(self.state.at - 1, part);
                    return Err(Box::new(Fault { kind, span }));
                }
                LoopExit::Other => match code[self.state.at.index() - 1] {
                    Instruction::Finish => {
                        self.state.at -= 1;
                        return Ok(None);
                    }
                    Instruction::BeginResolving => {
                        self.begin_resolving()?;
                        if self.watch.alone.is_some() || self.watch.in_outcome {
                            return self.halts("acts that are resolved in some runs only");
                        }
                        return Ok(Some(WatchedRun::Resolves));
                    }
                    ref instruction => {
                        self.look_at_operands(image, instruction)?;
                        if self.perform(image, instruction, scenario)? == Next::Pause {
                            if let Waits::Place { .. } = self.state.waits_for {
                                return self.halts("a key whose place the game master says");
                            }
                            return Ok(self.pause.take().map(WatchedRun::Pause));
                        }
                    }
                },
            }
        }
    }

    /// Puts what operands of an instruction are in the outcome at hand into their registers.
    fn look_at_operands(&mut self, image: &Image, instruction: &Instruction) -> RunResult<()> {
        let looked_at = instruction.looks_at(image);
        if let Some(why) = looked_at.alone.filter(|_| self.watch.alone.is_some()) {
            return self.halts(why);
        }
        for register in looked_at.registers.into_iter().flatten() {
            let value = self.state.get(register);
            if is_abstract(value) {
                let known = self.known(value)?;
                self.state.put(register, known);
            }
        }
        if let Instruction::Sort { from, .. } = *instruction {
            let from = self.state.place(from);
            self.watch.own.held.retain(|&place, _| place < from);
        }
        Ok(())
    }

    /// One act alone is in the line from now on, in the outcomes in which it waits, and nothing is noted of it yet.
    pub(crate) fn leave_alone(&mut self, act: u32, waits: Value, changed_by_others: &Cells) {
        let watch = &mut *self.watch;
        watch.alone = Some(act);
        watch.notes = Notes::default();
        watch.changed_by_others.clone_from(changed_by_others);
        watch.own.keys.clear();
        watch.own.acted = 0;
        self.cache.clear();
        self.put_in_line(&[(act, waits)]);
    }

    /// What the act that was alone has done: what was noted of it, what it was sorted by, and whether it was carried out.
    pub(crate) fn leave_together(&mut self) -> (Notes, Vec<Value>, Value) {
        let watch = &mut *self.watch;
        watch.alone = None;
        let (notes, keys) = (&mut watch.notes, &mut watch.own.keys);
        (std::mem::take(notes), std::mem::take(keys), watch.own.acted)
    }

    /// Puts acts into the line, in place of those that stand there, each with the outcomes in which it waits: 1 or an abstract value.
    pub(crate) fn put_in_line(&mut self, acts: &[(u32, Value)]) {
        self.state.waiting.clear();
        self.state.waiting.extend(acts.iter().map(|act| act.0));
        self.state.live.clone_from(&self.state.waiting);
        let uncertain = acts.iter().filter(|act| act.1 != 1);
        self.watch.own.waits = uncertain.copied().collect();
        self.forget_line();
    }

    /// Whether an act waits in the line: 0, 1 or an abstract value.
    pub(crate) fn is_waiting(&self, act: u32) -> Value {
        match self.state.waiting.contains(&act) {
            true => self.watch.own.waits.get(&act).copied().unwrap_or(1),
            false => 0,
        }
    }

    /// Whether any exception may have a say about two acts, if not all of its guards are false in the outcome at hand.
    ///
    /// # Errors
    ///
    /// A fault, or why it cannot be known.
    pub(crate) fn is_moved(
        &mut self,
        exception: usize,
        acts: [u32; 2],
    ) -> Result<bool, WatchedRun> {
        self.watch.halt = None;
        let first = self.state.base + usize::from(self.present_registers());
        let entry = self.image.exceptions[exception];
        let judged = self.evaluate(entry, first, &acts.map(Value::from));
        let mut holds = judged.map(|_| self.ruling.0.is_none());
        for act in acts {
            if holds == Ok(true) {
                holds = self.watch.waits(act).ok_or_else(halted);
            }
        }
        holds.map_err(|fault| match self.watch.halt {
            Some(halt) => WatchedRun::Halts(halt),
            None => WatchedRun::Fault(fault),
        })
    }

    /// Notes what is read from now on, or does not; what was noted until now.
    pub(crate) fn note(&mut self, is_noting: bool) -> Notes {
        self.watch.is_noting = is_noting;
        std::mem::take(&mut self.watch.notes)
    }

    /// How many registers the present body uses.
    pub(super) fn present_registers(&self) -> u16 {
        self.image.bodies[self.state.body].registers
    }

    /// The line is put in order anew; nothing is known of how it was, and no batch is in hand.
    pub(crate) fn forget_line(&mut self) {
        self.state.line = Default::default();
        self.state.batch.clear();
        self.state.line.stale = true;
    }

    /// Where the run stands, to be gone on from later.
    pub(crate) fn snapshot(&mut self) -> RunSnapshot {
        let used = self.state.base + usize::from(self.present_registers());
        let registers = std::mem::take(&mut self.state.registers);
        let mut state = self.state.clone();
        state
            .registers
            .extend_from_slice(&registers[..used.min(registers.len())]);
        self.state.registers = registers;
        RunSnapshot {
            state,
            own: self.watch.own.clone(),
        }
    }

    /// Puts the run where it stood.
    pub(crate) fn go_back(&mut self, snapshot: &RunSnapshot) {
        let registers = self.state.registers.len();
        self.state.clone_from(&snapshot.state);
        // What is behind those in use is not read before it is written.
        let registers = registers.max(self.state.registers.len());
        self.state.registers.resize(registers, MISSING);
        self.watch.own.clone_from(&snapshot.own);
        self.state.line.clock.clear();
        self.cache.clear();
        self.journal.clear();
        (self.fault, self.pause) = (None, None);
    }
}
