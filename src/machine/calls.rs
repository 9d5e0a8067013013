//! Calls of code from outside of the loop.

use std::sync::Arc;

use super::Machine;
use super::state::Frame;
use crate::program::{Address, Image, Register};
use crate::ruleset::index::Idx;
use crate::ruleset::{DEEPEST_BLOCK, MISSING, Value};
use crate::run::fault::{FaultKind, RunResult};

impl Machine<'_> {
    /// The value of code that neither rolls nor asks, with these arguments; its frame begins at a register.
    pub(super) fn evaluate(
        &mut self,
        entry: Address,
        first: usize,
        arguments: &[Value],
    ) -> RunResult<Value> {
        let image = Arc::clone(&self.image);
        self.evaluate_in(&image, entry, first, arguments)
    }

    /// The same, where the image is at hand.
    pub(super) fn evaluate_in(
        &mut self,
        image: &Image,
        entry: Address,
        first: usize,
        arguments: &[Value],
    ) -> RunResult<Value> {
        let state = &mut self.state;
        let last = first + arguments.len().max(1);
        if state.registers.len() < last {
            state.registers.resize(last.max(1024), MISSING);
        }
        state.registers[first..first + arguments.len()].copy_from_slice(arguments);
        let depth = state.frames.len();
        self.reads = 0;
        self.enter(entry, first)?;
        self.run(image, None, depth)?;
        Ok(self.state.registers[first])
    }

    /// The same; after a fault, which has its place then, the run can go on.
    pub(super) fn try_evaluate(
        &mut self,
        image: &Image,
        entry: Address,
        first: usize,
        arguments: &[Value],
    ) -> RunResult<Value> {
        let state = &self.state;
        let (at, base, body, frames) = (state.at, state.base, state.body, state.frames.len());
        let outer = self.cache.outer.len();
        self.evaluate_in(image, entry, first, arguments)
            .map_err(|fault| {
                let fault = self.placed(fault);
                self.cache.outer.truncate(outer);
                self.state.frames.truncate(frames);
                (self.state.at, self.state.base, self.state.body) = (at, base, body);
                fault
            })
    }

    /// Calls code whose frame begins at a register.
    pub(super) fn enter(&mut self, entry: Address, base: usize) -> RunResult<()> {
        let frames = &self.state.frames;
        if frames.len() >= self.image.shallow
            && is_too_deep(&self.image, frames, self.state.at.index(), entry)
        {
            return Err(FaultKind::TooDeep(DEEPEST_BLOCK).into());
        }
        let state = &mut self.state;
        let frame = Frame::of(state.at, state.base, state.body, state.records.len());
        state.frames.push(frame);
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
    ) -> RunResult<()> {
        let base = self.state.base + usize::from(first);
        let registers = &mut self.state.registers;
        if registers.len() < base + arguments.len() {
            registers.resize(base + arguments.len() + 64, MISSING);
        }
        registers[base..base + arguments.len()].copy_from_slice(arguments);
        self.enter(entry, base)
    }
}

/// Whether a body that is called now leads to more blocks of statements within each other than may be.
#[cold]
pub(super) fn is_too_deep(image: &Image, frames: &[Frame], at: usize, entry: Address) -> bool {
    let calls = frames.iter().map(|frame| frame.at.index()).chain([at]);
    let around: u32 = calls.map(|at| image.blocks_around(at)).sum();
    around + image.blocks_within(entry) > DEEPEST_BLOCK
}
