//! Calls of code from outside of the loop.

use super::Machine;
use super::state::Frame;
use crate::engine::fault::{FaultKind, Outcome};
use crate::engine::program::Reckoning;
use crate::program::{Address, Arithmetic, Register};
use crate::ruleset::{MISSING, Value};

/// More calls within each other than the bodies of any checked rule file make.
pub(super) const MOST_CALLS: usize = 4_000;

impl Machine<'_> {
    /// The value of code that neither rolls nor asks, with these arguments; its frame begins at a register.
    pub(super) fn evaluate(
        &mut self,
        entry: Address,
        first: usize,
        arguments: &[Value],
    ) -> Outcome<Value> {
        let state = &mut self.state;
        let last = first + arguments.len().max(1);
        if state.registers.len() < last {
            state.registers.resize(last.max(1024), MISSING);
        }
        state.registers[first..first + arguments.len()].copy_from_slice(arguments);
        let depth = state.frames.len();
        self.reads = 0;
        self.enter(entry, first)?;
        self.run(None, depth)?;
        Ok(self.state.registers[first])
    }

    /// The same; after a fault, which has its place then, the run can go on.
    pub(super) fn try_evaluate(
        &mut self,
        entry: Address,
        first: usize,
        arguments: &[Value],
    ) -> Outcome<Value> {
        let state = &self.state;
        let (at, base, body, frames) = (state.at, state.base, state.body, state.frames.len());
        let outer = self.cache.outer.len();
        self.evaluate(entry, first, arguments).map_err(|fault| {
            let fault = self.placed(fault);
            self.cache.outer.truncate(outer);
            self.state.frames.truncate(frames);
            (self.state.at, self.state.base, self.state.body) = (at, base, body);
            fault
        })
    }

    /// Calls code whose frame begins at a register.
    pub(super) fn enter(&mut self, entry: Address, base: usize) -> Outcome<()> {
        let state = &mut self.state;
        if state.frames.len() == MOST_CALLS {
            return Err(FaultKind::TooDeep(crate::ruleset::DEEPEST).into());
        }
        state.frames.push(Frame {
            at: state.at,
            base: state.base,
            body: state.body,
            records: state.records.len(),
        });
        state.at = entry;
        state.base = base;
        Ok(())
    }

    /// Calls code with arguments, in a frame that begins at a register of the present one.
    pub(super) fn call(
        &mut self,
        entry: Address,
        first: Register,
        arguments: &[Value],
    ) -> Outcome<()> {
        let base = self.state.base + usize::from(first);
        let registers = &mut self.state.registers;
        if registers.len() < base + arguments.len() {
            registers.resize(base + arguments.len() + 64, MISSING);
        }
        registers[base..base + arguments.len()].copy_from_slice(arguments);
        self.enter(entry, base)
    }
}

impl From<Arithmetic> for Reckoning {
    fn from(operation: Arithmetic) -> Self {
        match operation {
            Arithmetic::Plus => Reckoning::Plus,
            Arithmetic::Minus => Reckoning::Minus,
            Arithmetic::Times => Reckoning::Times,
            Arithmetic::Higher => Reckoning::Higher,
            Arithmetic::Lower => Reckoning::Lower,
            Arithmetic::Down => Reckoning::Down,
            Arithmetic::Up => Reckoning::Up,
            Arithmetic::Mod => Reckoning::Mod,
        }
    }
}
