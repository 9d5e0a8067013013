//! A run from pause to pause: the inner loop, and the instructions that do more than it does.

use std::sync::Arc;

use super::compute::Exit;
use super::perform::Next;
use super::state::Flow;
use super::{Machine, Pause, Sight};
use crate::engine::fault::{Fault, Outcome};
use crate::journal::{Range, Said, What};
use crate::machine::changes::within_range;
use crate::program::{Instruction, MOMENTS};
use crate::ruleset::{KindId, MISSING, Value};
use crate::scenario::Scenario;

impl Machine<'_> {
    /// Runs to the next pause.
    ///
    /// # Errors
    ///
    /// The fault that stops the run.
    pub fn resume(&mut self, scenario: &Scenario) -> Outcome<Pause> {
        match self.run(Some(scenario), 0) {
            Ok(Some(pause)) => Ok(pause),
            Ok(None) => Ok(Pause::Done(self.ending())),
            Err(fault) => Err(self.placed(fault)),
        }
    }

    /// Whether the combat has been ended, and nothing more is done. The acts of a batch are all carried out, and a trigger responds to its end.
    pub(super) fn is_over(&self) -> bool {
        self.state.over && !self.state.responding && !self.state.in_batch
    }

    /// Runs until so many calls are left, or to a pause.
    pub(super) fn run(
        &mut self,
        scenario: Option<&Scenario>,
        depth: usize,
    ) -> Outcome<Option<Pause>> {
        // Held here, so that the machine can be lent to what is called.
        let image = Arc::clone(&self.image);
        loop {
            match self.compute(&image, depth, scenario.is_none()) {
                Exit::Returned => return Ok(None),
                Exit::Grow => {
                    let registers = &mut self.state.registers;
                    registers.resize((registers.len() * 2).max(1024), MISSING);
                }
                Exit::Fault(fault) => {
                    let (part, kind) = *fault;
                    let span = image.place(self.state.at - 1, part);
                    return Err(Box::new(Fault { kind, span }));
                }
                Exit::Other => match image.code[self.state.at as usize - 1] {
                    Instruction::Finish => return Ok(None),
                    ref instruction => {
                        if let Next::Pause(pause) = self.carry_on(instruction, scenario)? {
                            return Ok(Some(pause));
                        }
                    }
                },
            }
        }
    }

    /// The instructions of statements: how control leaves, texts, changes, lists of records.
    fn carry_on(
        &mut self,
        instruction: &Instruction,
        scenario: Option<&Scenario>,
    ) -> Outcome<Next> {
        match *instruction {
            Instruction::Leave { phase } => self.state.flow = Flow::Leave(phase),
            Instruction::EndCombat { has_reason } => {
                let because = self.state.said.filter(|_| has_reason);
                self.write(What::Ended { because })?;
                self.state.flow = Flow::Over;
            }
            Instruction::Absorb => {
                self.state.over |= self.state.flow == Flow::Over;
                self.state.flow = Flow::On;
            }

            Instruction::SayBegin => self.saying = self.journal.values.len() as u32,
            Instruction::Hole { of } => self.journal.values.push(self.state.get(of)),
            Instruction::SayEnd { template } => {
                let values = Range {
                    start: self.saying,
                    end: self.journal.values.len() as u32,
                };
                self.state.said = Some(Said { template, values });
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
                let (record, value) = (self.state.get(record) as u32, self.state.get(value));
                self.put_attribute(KindId(kind.into()), record, slot, value, false)?;
            }
            Instruction::Add {
                kind,
                slot,
                record,
                value,
                subtract,
            } => {
                let (record, value) = (self.state.get(record) as u32, self.state.get(value));
                let value = if subtract { -value } else { value };
                self.put_attribute(KindId(kind.into()), record, slot, value, true)?;
            }
            Instruction::Give {
                kind,
                slot,
                record,
                value,
            } => {
                let (record, value) = (self.state.get(record) as u32, self.state.get(value));
                self.state.tables[usize::from(kind)].set(record, slot, value);
                let parts = self.image.dependencies.attribute(KindId(kind.into()), slot);
                self.cache.changed |= parts;
            }
            Instruction::Defaults {
                kind,
                record,
                first,
            } => {
                let record = self.state.get(record) as u32;
                let first = self.state.base + usize::from(first);
                self.defaults(kind, record, &[], first)?;
            }

            Instruction::Mark { to } => {
                let end = self.state.records.len() as Value;
                self.state.put(to, end);
            }
            Instruction::Push { of } => self.state.records.push(self.state.get(of) as u32),
            Instruction::SortKey {
                of,
                record,
                highest_first,
            } => {
                let key = self.state.get(of);
                let key = if highest_first { -key } else { key };
                let record = self.state.get(record) as u32;
                self.state.sorting.push((key, record));
            }
            Instruction::Sort { from } => {
                let from = self.state.get(from) as usize;
                let state = &mut self.state;
                let first = state.sorting.len() - (state.records.len() - from);
                state.sorting[first..].sort_unstable();
                state.records.truncate(from);
                let sorted = state.sorting.drain(first..);
                state.records.extend(sorted.map(|(_, record)| record));
            }
            Instruction::Release { to } => {
                let to = self.state.get(to) as usize;
                self.state.records.truncate(to);
            }

            Instruction::SettleOutside { first } => {
                let settles = !self.state.in_batch && !self.state.responding;
                if settles && self.settle(first)? && self.observed {
                    return Ok(Next::Pause(Pause::Saw(Sight::BatchEnded)));
                }
            }
            Instruction::Settle { first } => {
                if self.settle(first)? && self.observed {
                    return Ok(Next::Pause(Pause::Saw(Sight::BatchEnded)));
                }
            }
            Instruction::Moment {
                moment,
                act,
                stage,
                first,
            } => {
                let act = self.state.get(act) as u32;
                let stage = match stage {
                    Some(stage) => self.state.get(stage) as u16,
                    None => self.state.acts[act as usize].stage,
                };
                self.moment(MOMENTS[usize::from(moment)], act, stage, first)?;
            }
            ref other => return self.perform(*other, scenario),
        }
        Ok(Next::On)
    }
}
