//! The loop over the instructions.

use std::sync::Arc;

use super::calls::MOST_CALLS;
use super::changes::within_range;
use super::perform::Next;
use super::state::{Flow, Frame};
use super::{Machine, Pause, Sight};
use crate::engine::fault::{Fault, FaultKind, Outcome};
use crate::engine::reckon;
use crate::journal::{Range, Said, What};
use crate::program::{Covered, Dependencies, Instruction, MOMENTS, Order, PartSet};
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

    #[cold]
    fn fault(&self, part: usize, kind: FaultKind) -> Box<Fault> {
        let at = self.state.at - 1;
        Box::new(Fault {
            kind,
            span: self.image.place(at, part),
        })
    }

    /// Runs until so many calls are left, or to a pause.
    pub(super) fn run(
        &mut self,
        scenario: Option<&Scenario>,
        depth: usize,
    ) -> Outcome<Option<Pause>> {
        // Held here, so that the loop can lend the machine to what it calls.
        let image = Arc::clone(&self.image);
        let code = &image.code[..];
        let mut registers = std::mem::take(&mut self.state.registers);
        let (mut at, mut base) = (self.state.at, self.state.base);
        // The parts of the state on which the order can depend that were read here.
        let mut reads: PartSet = 0;
        // What leaves the loop, or looks at the whole machine, finds the state whole.
        macro_rules! store {
            () => {{
                self.reads = reads;
                self.state.at = at;
                self.state.base = base;
                self.state.registers = std::mem::take(&mut registers);
            }};
        }
        macro_rules! load {
            () => {{
                at = self.state.at;
                base = self.state.base;
                registers = std::mem::take(&mut self.state.registers);
            }};
        }
        macro_rules! whole {
            ($outcome:expr) => {{
                store!();
                let outcome = $outcome;
                match outcome {
                    Ok(value) => {
                        load!();
                        value
                    }
                    Err(fault) => return Err(fault),
                }
            }};
        }
        macro_rules! own {
            ($register:expr) => {
                registers[base + usize::from($register)]
            };
        }
        macro_rules! put {
            ($register:expr, $value:expr) => {{
                let value = $value;
                registers[base + usize::from($register)] = value;
            }};
        }
        macro_rules! fault {
            ($part:expr, $kind:expr) => {{
                store!();
                return Err(self.fault($part, $kind));
            }};
        }
        macro_rules! jump {
            ($if:expr, $target:expr) => {
                if $if {
                    at = $target;
                }
            };
        }
        macro_rules! enter {
            ($target:expr, $first:expr) => {{
                let state = &mut self.state;
                if state.frames.len() == MOST_CALLS {
                    fault!(0, FaultKind::TooDeep(crate::ruleset::DEEPEST));
                }
                state.frames.push(Frame {
                    at,
                    base,
                    body: state.body,
                    records: state.records.len(),
                });
                base += usize::from($first);
                at = $target;
            }};
        }
        macro_rules! leave {
            () => {{
                let state = &mut self.state;
                if let Some(frame) = state.frames.pop() {
                    at = frame.at;
                    base = frame.base;
                    state.body = frame.body;
                    state.records.truncate(frame.records);
                }
            }};
        }
        loop {
            let instruction = code[at as usize];
            at += 1;
            match instruction {
                Instruction::Constant { to, value } => put!(to, value),
                Instruction::Copy { to, from } => put!(to, own!(from)),
                Instruction::Option { to, option } => put!(to, self.state.options[option.index()]),
                Instruction::Counter { to, phase } => {
                    reads |= image.dependencies.counter(phase);
                    put!(to, self.state.counters[phase.index()]);
                }
                Instruction::Now { to } => {
                    reads |= Dependencies::CLOCK;
                    put!(to, self.state.now);
                }
                Instruction::Attribute {
                    to,
                    of,
                    kind,
                    part,
                    slot,
                } => {
                    reads |= 1 << part;
                    put!(to, self.state.attribute(usize::from(kind), own!(of), slot));
                }
                Instruction::Arithmetic {
                    operation,
                    to,
                    left,
                    right,
                } => match reckon::reckoned(operation.into(), own!(left), own!(right)) {
                    Ok(value) => put!(to, value),
                    Err((part, kind)) => fault!(part, kind),
                },
                Instruction::Negate { to, of } => match own!(of) {
                    MISSING => fault!(1, FaultKind::Missing),
                    value => match reckon::within(-value) {
                        Some(value) => put!(to, value),
                        None => fault!(0, FaultKind::Overflow),
                    },
                },
                Instruction::Present { of } => {
                    if own!(of) == MISSING {
                        fault!(0, FaultKind::Missing);
                    }
                }
                Instruction::Increment { of } => put!(of, own!(of) + 1),
                Instruction::Accumulate { query, best, value } => {
                    match reckon::better(query, own!(best), own!(value)) {
                        Some(value) => put!(best, value),
                        None => fault!(0, FaultKind::Overflow),
                    }
                }
                Instruction::Select {
                    highest,
                    most,
                    value,
                    best,
                    record,
                } => {
                    let (known, value) = (own!(most), own!(value));
                    let is_better = match highest {
                        _ if value == MISSING => false,
                        _ if known == MISSING => true,
                        true => value > known,
                        false => value < known,
                    };
                    if is_better {
                        put!(most, value);
                        put!(best, own!(record));
                    }
                }
                Instruction::AtMostOne { found } => {
                    let found = own!(found) as u32;
                    if found > 1 {
                        fault!(0, FaultKind::NotOne { found });
                    }
                }
                Instruction::NoRecord => fault!(0, FaultKind::NotOne { found: 0 }),
                Instruction::Cover { what } => match what {
                    Covered::Function(id) => self.exercised.definitions[id.index()] = true,
                    Covered::Procedure(id) => self.exercised.procedures[id.index()] = true,
                    Covered::Event(id) => self.exercised.events[id.index()] = true,
                },

                Instruction::Jump { target } => at = target,
                Instruction::JumpIf { of, when, target } => jump!((own!(of) == 1) == when, target),
                Instruction::JumpIfMissing { of, when, target } => {
                    jump!((own!(of) == MISSING) == when, target);
                }
                Instruction::JumpIfEqual {
                    left,
                    right,
                    when,
                    target,
                } => jump!((own!(left) == own!(right)) == when, target),
                Instruction::JumpIfIs {
                    of,
                    when,
                    value,
                    target,
                } => jump!((own!(of) == Value::from(value)) == when, target),
                Instruction::JumpIfOrdered {
                    order,
                    left,
                    right,
                    when,
                    target,
                } => {
                    let (left, right) = (own!(left), own!(right));
                    if left == MISSING || right == MISSING {
                        fault!(1 + usize::from(left != MISSING), FaultKind::Missing);
                    }
                    let is_so = match order {
                        Order::Less => left < right,
                        Order::AtMost => left <= right,
                    };
                    jump!(is_so == when, target);
                }
                Instruction::JumpIfBelow {
                    of,
                    when,
                    value,
                    target,
                } => match own!(of) {
                    MISSING => fault!(0, FaultKind::Missing),
                    known => jump!((known < Value::from(value)) == when, target),
                },
                Instruction::JumpIfAttribute {
                    of,
                    kind,
                    part,
                    when,
                    slot,
                    value,
                    target,
                } => {
                    reads |= 1 << part;
                    let known = self.state.attribute(usize::from(kind), own!(of), slot);
                    jump!((known == Value::from(value)) == when, target);
                }
                Instruction::NextRecord {
                    kind,
                    place,
                    to,
                    done,
                } => {
                    let (kind, number) = (usize::from(kind), own!(place) as u32);
                    reads |= Dependencies::records(kind);
                    if number >= self.state.count(kind) {
                        at = done;
                    } else {
                        whole!(self.step());
                        let record = match kind == KindId::ACT.index() {
                            true => self.state.live[number as usize],
                            false => number,
                        };
                        put!(to, Value::from(record));
                        put!(place, Value::from(number) + 1);
                    }
                }

                Instruction::Call { first, target } => {
                    enter!(target, first);
                }
                Instruction::Lookup { first, key, table } => {
                    let key = own!(key);
                    let number = table.index();
                    let rows = self.rules.tables[number].rows.iter();
                    let row = rows.into_iter().position(|row| {
                        let mut keys = row.keys.iter();
                        keys.any(|&(from, to)| from <= key && key <= to)
                    });
                    let entry = row.and_then(|row| Some((row, self.image.values[number][row]?)));
                    let Some((row, entry)) = entry else {
                        fault!(0, FaultKind::NoRow(key));
                    };
                    self.exercised.rows[number][row] = true;
                    enter!(entry, first);
                }
                Instruction::Enter { body } => {
                    let frame = self.image.bodies[body as usize];
                    let state = &mut self.state;
                    state.body = body;
                    let most = base + usize::from(frame.registers) + 8;
                    if registers.len() < most {
                        registers.resize(most.max(1024), MISSING);
                    }
                    let (given, names) = (usize::from(frame.given), usize::from(frame.names));
                    registers[base + given.min(names)..base + names].fill(MISSING);
                }
                Instruction::CallBody { first, target } => {
                    enter!(target, first);
                }
                Instruction::ReturnConstant { value } => {
                    put!(0_u16, value);
                    leave!();
                    if self.state.frames.len() == depth {
                        store!();
                        return Ok(None);
                    }
                }
                Instruction::Return { of } => {
                    put!(0_u16, own!(of));
                    leave!();
                    if self.state.frames.len() == depth {
                        store!();
                        return Ok(None);
                    }
                }
                Instruction::ReturnBody => {
                    leave!();
                    if self.state.frames.len() == depth && scenario.is_none() {
                        store!();
                        return Ok(None);
                    }
                }

                Instruction::Step => whole!(self.step()),
                Instruction::JumpUnlessOn { target } => {
                    jump!(self.state.flow != Flow::On, target);
                }
                Instruction::JumpIfOver { target } => {
                    if self.is_over() {
                        self.state.flow = Flow::Over;
                        at = target;
                    }
                }
                Instruction::Leave { phase } => self.state.flow = Flow::Leave(phase),
                Instruction::EndCombat { has_reason } => {
                    let because = self.state.said.filter(|_| has_reason);
                    whole!(self.write(What::Ended { because }));
                    self.state.flow = Flow::Over;
                }
                Instruction::Absorb => {
                    self.state.over |= self.state.flow == Flow::Over;
                    self.state.flow = Flow::On;
                }

                Instruction::SayBegin => self.saying = self.journal.values.len() as u32,
                Instruction::Hole { of } => {
                    let value = own!(of);
                    self.journal.values.push(value);
                }
                Instruction::SayEnd { template } => {
                    let values = Range {
                        start: self.saying,
                        end: self.journal.values.len() as u32,
                    };
                    self.state.said = Some(Said { template, values });
                }

                Instruction::AddTo { to, of, subtract } => {
                    let added = if subtract { -own!(of) } else { own!(of) };
                    let sum = within_range(own!(to), added);
                    put!(to, whole!(sum));
                }
                Instruction::Set {
                    kind,
                    slot,
                    record,
                    value,
                } => {
                    let (record, value) = (own!(record) as u32, own!(value));
                    let kind = KindId(kind.into());
                    whole!(self.put_attribute(kind, record, slot, value, false));
                }
                Instruction::Add {
                    kind,
                    slot,
                    record,
                    value,
                    subtract,
                } => {
                    let (record, value) = (own!(record) as u32, own!(value));
                    let value = if subtract { -value } else { value };
                    let kind = KindId(kind.into());
                    whole!(self.put_attribute(kind, record, slot, value, true));
                }
                Instruction::Give {
                    kind,
                    slot,
                    record,
                    value,
                } => {
                    let (record, value) = (own!(record) as u32, own!(value));
                    self.state.tables[usize::from(kind)].set(record, slot, value);
                    let kind = KindId(kind.into());
                    self.cache.changed |= image.dependencies.attribute(kind, slot);
                }
                Instruction::Defaults {
                    kind,
                    record,
                    first,
                } => {
                    let record = own!(record) as u32;
                    let first = base + usize::from(first);
                    whole!(self.defaults(kind, record, &[], first));
                }

                Instruction::Mark { to } => put!(to, self.state.records.len() as Value),
                Instruction::Push { of } => {
                    let record = own!(of) as u32;
                    self.state.records.push(record);
                }
                Instruction::NextOf {
                    place,
                    end,
                    to,
                    done,
                } => {
                    let number = own!(place);
                    if number >= own!(end) {
                        at = done;
                    } else {
                        put!(to, Value::from(self.state.records[number as usize]));
                        put!(place, number + 1);
                    }
                }
                Instruction::SortKey {
                    of,
                    record,
                    highest_first,
                } => {
                    let key = if highest_first { -own!(of) } else { own!(of) };
                    let record = own!(record) as u32;
                    self.state.sorting.push((key, record));
                }
                Instruction::Sort { from } => {
                    let from = own!(from) as usize;
                    let state = &mut self.state;
                    let first = state.sorting.len() - (state.records.len() - from);
                    state.sorting[first..].sort_unstable();
                    state.records.truncate(from);
                    let sorted = state.sorting.drain(first..);
                    state.records.extend(sorted.map(|(_, record)| record));
                }
                Instruction::Release { to } => {
                    let to = own!(to) as usize;
                    self.state.records.truncate(to);
                }

                Instruction::Finish => {
                    store!();
                    return Ok(None);
                }
                Instruction::SettleOutside { first } => {
                    let settles = !self.state.in_batch && !self.state.responding;
                    if settles && whole!(self.settle(first)) && self.observed {
                        store!();
                        return Ok(Some(Pause::Saw(Sight::BatchEnded)));
                    }
                }
                Instruction::Settle { first } => {
                    if whole!(self.settle(first)) && self.observed {
                        store!();
                        return Ok(Some(Pause::Saw(Sight::BatchEnded)));
                    }
                }
                Instruction::Moment {
                    moment,
                    act,
                    stage,
                    first,
                } => {
                    let act = own!(act) as u32;
                    let stage = match stage {
                        Some(stage) => own!(stage) as u16,
                        None => self.state.acts[act as usize].stage,
                    };
                    let moment = MOMENTS[usize::from(moment)];
                    whole!(self.moment(moment, act, stage, first));
                }
                other => {
                    if let Next::Pause(pause) = whole!(self.perform(other, scenario)) {
                        store!();
                        return Ok(Some(pause));
                    }
                }
            }
        }
    }
}
