//! The loop over the instructions.

use super::changes::within_range;
use super::perform::Next;
use super::state::{Flow, Frame};
use super::{Machine, Pause};
use crate::engine::fault::{Fault, FaultKind, Outcome};
use crate::engine::reckon;
use crate::journal::{Range, Said, What};
use crate::program::{Address, Arithmetic, Instruction, MOMENTS, Order, Register};
use crate::ruleset::{KindId, MISSING, Value};
use crate::scenario::Scenario;

/// More calls within each other than the bodies of any checked rule file make.
const MOST_CALLS: usize = 4_000;

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
        self.enter(entry, first)?;
        self.run(None, depth)?;
        Ok(self.state.registers[first])
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

    fn leave(&mut self) {
        let state = &mut self.state;
        if let Some(frame) = state.frames.pop() {
            state.at = frame.at;
            state.base = frame.base;
            state.body = frame.body;
            state.records.truncate(frame.records);
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
    fn run(&mut self, scenario: Option<&Scenario>, depth: usize) -> Outcome<Option<Pause>> {
        loop {
            let instruction = self.image.code[self.state.at as usize];
            self.state.at += 1;
            macro_rules! own {
                ($register:expr) => {
                    self.state.get($register)
                };
            }
            macro_rules! put {
                ($register:expr, $value:expr) => {{
                    let value = $value;
                    self.state.put($register, value);
                }};
            }
            macro_rules! fault {
                ($part:expr, $kind:expr) => {
                    return Err(self.fault($part, $kind))
                };
            }
            macro_rules! jump {
                ($if:expr, $target:expr) => {
                    if $if {
                        self.state.at = $target;
                    }
                };
            }
            match instruction {
                Instruction::Constant { to, value } => put!(to, value),
                Instruction::Copy { to, from } => put!(to, own!(from)),
                Instruction::Option { to, option } => put!(to, self.state.options[option.index()]),
                Instruction::Counter { to, phase } => put!(to, self.state.counters[phase.index()]),
                Instruction::Now { to } => put!(to, self.state.now),
                Instruction::Attribute { to, of, kind, slot } => {
                    put!(to, self.state.attribute(usize::from(kind), own!(of), slot));
                }
                Instruction::Arithmetic {
                    operation,
                    to,
                    left,
                    right,
                } => match reckon::reckoned(reckoning(operation), own!(left), own!(right)) {
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
                Instruction::Cover { function } => {
                    self.exercised.definitions[function.index()] = true;
                }

                Instruction::Jump { target } => self.state.at = target,
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
                    when,
                    slot,
                    value,
                    target,
                } => {
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
                    if number >= self.state.count(kind) {
                        self.state.at = done;
                    } else {
                        self.step()?;
                        let record = match kind == KindId::ACT.index() {
                            true => self.state.live[number as usize],
                            false => number,
                        };
                        put!(to, Value::from(record));
                        put!(place, Value::from(number) + 1);
                    }
                }

                Instruction::Call { first, target } => {
                    let base = self.state.base + usize::from(first);
                    if self.state.frames.len() == MOST_CALLS {
                        fault!(0, FaultKind::TooDeep(crate::ruleset::DEEPEST));
                    }
                    self.enter(target, base)?;
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
                    let base = self.state.base + usize::from(first);
                    self.enter(entry, base)?;
                }
                Instruction::Enter { body } => {
                    let frame = self.image.bodies[body as usize];
                    let state = &mut self.state;
                    state.body = body;
                    let most = state.base + usize::from(frame.registers) + 8;
                    if state.registers.len() < most {
                        state.registers.resize(most.max(1024), MISSING);
                    }
                    let names = usize::from(frame.given)..usize::from(frame.names);
                    for name in names {
                        state.registers[state.base + name] = MISSING;
                    }
                }
                Instruction::CallBody { first, target } => {
                    let base = self.state.base + usize::from(first);
                    self.enter(target, base)?;
                }
                Instruction::ReturnConstant { value } => {
                    put!(0, value);
                    self.leave();
                    if self.state.frames.len() == depth {
                        return Ok(None);
                    }
                }
                Instruction::Return { of } => {
                    put!(0, own!(of));
                    self.leave();
                    if self.state.frames.len() == depth {
                        return Ok(None);
                    }
                }
                Instruction::ReturnBody => {
                    self.leave();
                    if self.state.frames.len() == depth && scenario.is_none() {
                        return Ok(None);
                    }
                }

                Instruction::Step => self.step()?,
                Instruction::JumpUnlessOn { target } => {
                    jump!(self.state.flow != Flow::On, target);
                }
                Instruction::JumpIfOver { target } => {
                    if self.is_over() {
                        self.state.flow = Flow::Over;
                        self.state.at = target;
                    }
                }
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
                    put!(to, within_range(own!(to), added)?);
                }
                Instruction::Set {
                    kind,
                    slot,
                    record,
                    value,
                } => {
                    let (record, value) = (own!(record) as u32, own!(value));
                    self.put_attribute(KindId(kind.into()), record, slot, value, false)?;
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
                    self.put_attribute(KindId(kind.into()), record, slot, value, true)?;
                }
                Instruction::Give {
                    kind,
                    slot,
                    record,
                    value,
                } => {
                    let (record, value) = (own!(record) as u32, own!(value));
                    self.state.tables[usize::from(kind)].set(record, slot, value);
                }
                Instruction::Defaults {
                    kind,
                    record,
                    first,
                } => {
                    let record = own!(record) as u32;
                    let first = self.state.base + usize::from(first);
                    self.defaults(kind, record, &[], first)?;
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
                    let at = own!(place);
                    if at >= own!(end) {
                        self.state.at = done;
                    } else {
                        put!(to, Value::from(self.state.records[at as usize]));
                        put!(place, at + 1);
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

                Instruction::Finish => return Ok(None),
                Instruction::SettleOutside { first } => {
                    if !self.state.in_batch && !self.state.responding {
                        self.settle(first)?;
                    }
                }
                Instruction::Settle { first } => self.settle(first)?,
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
                    self.moment(MOMENTS[usize::from(moment)], act, stage, first)?;
                }
                other => match self.perform(other, scenario)? {
                    Next::On => {}
                    Next::Pause(pause) => return Ok(Some(pause)),
                },
            }
        }
    }
}

fn reckoning(operation: Arithmetic) -> crate::engine::program::Reckoning {
    use crate::engine::program::Reckoning;
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
