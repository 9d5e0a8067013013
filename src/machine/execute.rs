//! A run from pause to pause, and the instructions of statements.

use std::sync::Arc;

use super::perform::Next;
use super::state::Flow;
use super::{Machine, Pause, Sight};
use crate::journal::What;
use crate::machine::changes::within_range;
use crate::program::{Image, Instruction};
use crate::ruleset::index::{Idx, to_place};
use crate::ruleset::{KindId, MISSING};
use crate::run::fault::{Fault, FaultKind, RunResult};
use crate::scenario::Scenario;

/// Why the inner loop has stopped.
pub(super) enum LoopExit {
    /// An instruction that the loop does not carry out.
    Other,
    /// The calls have returned.
    Returned,
    /// A boundary of a watched run, behind which the address stands; or the run halts.
    Paused,
    /// The registers do not suffice for the body that is entered; the address is at its beginning.
    Grow,
    /// A fault, of the instruction before the address: of the expression, or of one of its parts.
    Fault(usize, FaultKind),
}

impl Machine<'_> {
    /// Runs to the next pause.
    ///
    /// # Errors
    ///
    /// The fault that stops the run.
    pub fn resume(&mut self, scenario: &Scenario) -> RunResult<Pause> {
        // Held here, so that the machine can be lent to what is called.
        let image = Arc::clone(&self.image);
        self.resume_in(&image, scenario)
    }

    /// The same, where the image is at hand.
    pub(super) fn resume_in(&mut self, image: &Image, scenario: &Scenario) -> RunResult<Pause> {
        match self.run(image, Some(scenario), 0) {
            Ok(Some(pause)) if scenario.corrections.is_empty() => Ok(pause),
            Ok(Some(pause)) => {
                self.correct(&pause, scenario)?;
                Ok(pause)
            }
            Ok(None) => Ok(Pause::Done(self.ending())),
            Err(fault) => Err(self.placed(fault)),
        }
    }

    /// Whether the combat has been ended, and nothing more is done. The acts of a batch are all carried out, and a trigger responds to its end.
    pub(super) fn is_over(&self) -> bool {
        self.state.over && !self.state.responding && !self.state.in_batch
    }

    /// Runs until so many calls are left, or to a pause. Without a scenario, the code neither rolls nor asks, and ends when the last call returns.
    pub(super) fn run(
        &mut self,
        image: &Image,
        scenario: Option<&Scenario>,
        depth: usize,
    ) -> RunResult<Option<Pause>> {
        if self.watch.on {
            return self.run_watched(image, scenario, depth).map(|_| None);
        }
        let code: &[Instruction] = &image.code;
        let returns = scenario.is_none();
        loop {
            match self.compute::<false>(image, code, depth, returns) {
                LoopExit::Returned | LoopExit::Paused => return Ok(None),
                LoopExit::Grow => self.grow(),
                LoopExit::Fault(part, kind) => {
                    let span = image.place(self.state.at - 1, part);
                    return Err(Box::new(Fault { kind, span }));
                }
                LoopExit::Other => match code[self.state.at.index() - 1] {
                    Instruction::Finish => return Ok(None),
                    ref instruction => {
                        if self.perform(image, instruction, scenario)? == Next::Pause {
                            return Ok(self.pause.take());
                        }
                    }
                },
            }
        }
    }

    /// Pauses if there is an observer.
    pub(super) fn saw(&mut self, sight: Sight) -> RunResult<Next> {
        match self.observed {
            true => self.pause(Pause::Saw(sight)),
            false => Ok(Next::On),
        }
    }

    /// Pauses.
    pub(super) fn pause(&mut self, pause: Pause) -> RunResult<Next> {
        self.pause = Some(pause);
        Ok(Next::Pause)
    }

    /// Makes room for more registers.
    pub(super) fn grow(&mut self) {
        let registers = &mut self.state.registers;
        registers.resize((registers.len() * 2).max(1024), MISSING);
    }

    /// The instructions of statements: how control leaves, texts, changes, lists of records.
    #[inline(never)]
    pub(super) fn carry_on(&mut self, instruction: &Instruction) -> RunResult<Next> {
        match *instruction {
            Instruction::Leave { phase } => {
                self.state.flow = Flow::Leave(phase);
                return self.saw(Sight::Left(phase));
            }
            Instruction::LeaveTurn { phase } => {
                self.state.flow = Flow::LeaveTurn(phase);
                return self.saw(Sight::Left(phase));
            }
            Instruction::EndCombat { has_reason } => {
                let because = self.state.said.filter(|_| has_reason);
                self.write(What::Ended { because })?;
                self.state.flow = Flow::Over;
            }

            Instruction::AddTo { to, of, subtract } => {
                let added = self.state.get(of);
                let added = if subtract { -added } else { added };
                let sum = within_range(self.state.get(to), added)?;
                self.state.put(to, sum);
            }
            Instruction::Set {
                kind,
                slot,
                record,
                value,
            } => {
                let (record, value) = (self.state.record(record), self.state.get(value));
                self.put_attribute(KindId(kind.into()), record, slot, value, false)?;
            }
            Instruction::Add {
                kind,
                slot,
                record,
                value,
                subtract,
            } => {
                let (record, value) = (self.state.record(record), self.state.get(value));
                let value = if subtract { -value } else { value };
                self.put_attribute(KindId(kind.into()), record, slot, value, true)?;
            }
            Instruction::Give {
                kind,
                slot,
                record,
                value,
            } => {
                let (record, value) = (self.state.record(record), self.state.get(value));
                self.give(KindId(kind.into()), record, slot, value);
            }
            Instruction::Defaults {
                kind,
                record,
                first,
            } => {
                let record = self.state.record(record);
                let first = self.state.base + usize::from(first);
                self.defaults(kind, record, &[], first)?;
            }

            Instruction::SortKey {
                of,
                record,
                highest_first,
            } => {
                let key = self.state.get(of);
                let key = if highest_first { -key } else { key };
                let record = self.state.record(record);
                self.state.sorting.push((key, record));
            }
            Instruction::Sort { from, again } => {
                let from = self.state.place(from);
                let state = &mut self.state;
                match again {
                    true => state.sorting.sort_by_key(|one| one.0),
                    false => state.sorting.sort_unstable(),
                }
                // Of a watched run, records that do not count in the outcome at hand have no key.
                state.records.truncate(from);
                self.watch.own.held.retain(|&place, _| place < from);
                let sorted = state.sorting.drain(..);
                state.records.extend(sorted.map(|(_, record)| record));
            }

            Instruction::SettleOutside { first } => {
                let settles = !self.state.in_batch && !self.state.responding;
                if settles && self.settle(first)? {
                    return self.saw(Sight::BatchEnded);
                }
            }
            Instruction::Settle { first } => {
                let shows = self.settle(first)?;
                if shows {
                    return self.saw(Sight::BatchEnded);
                }
            }
            Instruction::Moment {
                moment,
                act,
                stage,
                first,
            } => {
                let act = self.state.record(act);
                let stage = match stage {
                    Some(stage) => to_place(self.state.get(stage)),
                    None => self.state.acts[act].stage,
                };
                self.moment(moment, act, stage, first)?;
            }
            // Carried out elsewhere.
            _ => {}
        }
        Ok(Next::On)
    }
}
