//! The inner loop: expressions, jumps, calls and loops over records. It writes to registers only; what else there is, `execute` carries out.
//! The loop is one function without calls of others that are not inlined, so that the address, the frame and the code stay in machine registers.

use super::Machine;
use super::cache::{KeyValue, Outer};
use super::calls::is_too_deep;
use super::execute::Exit;
use super::state::{Flow, Frame, Pending, State};
use crate::program::{Arithmetic, Covered, Dependencies, Image, Instruction, Order, PartSet};
use crate::ruleset::{DEEPEST_BLOCK, KindId, MISSING, Value};
use crate::run::arithmetic;
use crate::run::fault::FaultKind;

impl Machine<'_> {
    /// Carries out instructions up to one that is not of its own.
    #[inline(always)]
    pub(super) fn compute(
        &mut self,
        image: &Image,
        code: &[Instruction],
        depth: usize,
        returns: bool,
    ) -> Exit {
        let State {
            tables,
            options,
            counters,
            now,
            live,
            records,
            frames,
            registers,
            queue,
            line,
            flow,
            over,
            responding,
            in_batch,
            at_once,
            chain,
            body: present,
            at: address,
            base: first_register,
            ..
        } = &mut self.state;
        let mut at = *address as usize;
        let mut base = *first_register;
        let mut reads: PartSet = self.reads;
        let mut frame: &mut [Value] = &mut registers[base..];
        macro_rules! exit {
            ($exit:expr) => {{
                let exit = $exit;
                *address = at as u32;
                *first_register = base;
                self.reads = reads;
                return exit;
            }};
        }
        macro_rules! own {
            ($register:expr) => {
                frame[usize::from($register)]
            };
        }
        macro_rules! attribute {
            ($of:expr, $kind:expr, $part:expr, $slot:expr) => {{
                reads |= 1 << ($part & 63);
                match $of {
                    MISSING => MISSING,
                    record => tables[usize::from($kind)].get(record as u32, $slot),
                }
            }};
        }
        macro_rules! record {
            ($kind:expr, $number:expr) => {
                match $kind == KindId::ACT.index() {
                    true => live.get($number).copied(),
                    false => ($number < tables[$kind].count() as usize).then_some($number as u32),
                }
            };
        }
        macro_rules! step {
            () => {{
                if self.fuel == 0 {
                    exit!(Exit::Fault(0, FaultKind::Steps(self.limits.steps)));
                }
                self.fuel -= 1;
            }};
        }
        macro_rules! jump {
            ($if:expr, $target:expr) => {
                if $if {
                    at = $target as usize;
                    // Keeps this a branch, which can be predicted: a conditional move would make each instruction wait for the one before.
                    if at >= code.len() {
                        exit!(Exit::Other);
                    }
                }
            };
        }
        macro_rules! enter {
            ($target:expr, $first:expr) => {{
                step!(); // Definitions can need each other more often than there is time for.
                frames.push(Frame {
                    at: at as u32,
                    base: base as u32,
                    body: *present,
                    records: records.len() as u32,
                });
                base += usize::from($first);
                frame = &mut registers[base..];
                at = $target as usize;
            }};
        }
        macro_rules! leave {
            () => {{
                if let Some(caller) = frames.pop() {
                    at = caller.at as usize;
                    base = caller.base as usize;
                    *present = caller.body;
                    records.truncate(caller.records as usize);
                    frame = &mut registers[base..];
                }
                if returns && frames.len() == depth {
                    exit!(Exit::Returned);
                }
            }};
        }
        loop {
            let instruction = &code[at];
            at = at.wrapping_add(1);
            // In place: what is not copied need not be read back.
            match *instruction {
                Instruction::Constant { to, value } => own!(to) = value,
                Instruction::Copy { to, from } => own!(to) = own!(from),
                Instruction::Option { to, option } => own!(to) = options[option.index()],
                Instruction::Counter { to, phase } => {
                    reads |= image.dependencies.counter(phase);
                    own!(to) = counters[phase.index()];
                }
                Instruction::Now { to } => {
                    reads |= Dependencies::CLOCK;
                    own!(to) = *now;
                }
                Instruction::Attribute {
                    to,
                    of,
                    kind,
                    part,
                    slot,
                } => own!(to) = attribute!(own!(of), kind, part, slot),
                Instruction::Path {
                    to,
                    of,
                    kinds,
                    parts,
                    slots,
                } => {
                    let through = attribute!(own!(of), kinds[0], parts[0], slots[0]);
                    own!(to) = attribute!(through, kinds[1], parts[1], slots[1]);
                }
                Instruction::Arithmetic {
                    operation,
                    to,
                    left,
                    right,
                } => match arithmetic::calculate(operation, own!(left), own!(right)) {
                    Ok(value) => own!(to) = value,
                    Err((part, kind)) => exit!(Exit::Fault(part, kind)),
                },
                Instruction::Negate { to, of } => {
                    match arithmetic::calculate(Arithmetic::Minus, 0, own!(of)) {
                        Ok(value) => own!(to) = value,
                        Err((part, kind)) => exit!(Exit::Fault(part, kind)),
                    }
                }
                Instruction::Present { of } => {
                    if own!(of) == MISSING {
                        exit!(Exit::Fault(0, FaultKind::Missing));
                    }
                }
                Instruction::Increment { of } => own!(of) += 1,
                Instruction::Accumulate { query, best, value } => {
                    match arithmetic::better(query, own!(best), own!(value)) {
                        Some(value) => own!(best) = value,
                        None => exit!(Exit::Fault(0, FaultKind::Overflow)),
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
                    let is_better = value != MISSING
                        && (known == MISSING
                            || if highest {
                                value > known
                            } else {
                                value < known
                            });
                    if is_better {
                        own!(most) = value;
                        own!(best) = own!(record);
                    }
                }
                Instruction::AtMostOne { found } => match own!(found) as u32 {
                    0 | 1 => {}
                    found => exit!(Exit::Fault(0, FaultKind::NotOne { found })),
                },
                Instruction::NoRecord => exit!(Exit::Fault(0, FaultKind::NotOne { found: 0 })),
                Instruction::Cover { what } => match what {
                    Covered::Function(id) => self.coverage.definitions[id.index()] = true,
                    Covered::Procedure(id) => self.coverage.procedures[id.index()] = true,
                    Covered::Event(id) => self.coverage.events[id.index()] = true,
                },

                Instruction::Jump { target } => at = target as usize,
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
                        let part = 1 + usize::from(left != MISSING);
                        exit!(Exit::Fault(part, FaultKind::Missing));
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
                    MISSING => exit!(Exit::Fault(0, FaultKind::Missing)),
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
                    let known = attribute!(own!(of), kind, part, slot);
                    jump!((known == Value::from(value)) == when, target);
                }
                Instruction::JumpIfAttributeEqual {
                    of,
                    kind,
                    part,
                    when,
                    slot,
                    right,
                    target,
                } => {
                    let known = attribute!(own!(of), kind, part, slot);
                    jump!((known == own!(right)) == when, target);
                }
                Instruction::NextRecord {
                    kind,
                    place,
                    to,
                    done,
                } => {
                    let (kind, number) = (usize::from(kind), own!(place) as usize);
                    reads |= Dependencies::records(kind);
                    match record!(kind, number) {
                        Some(record) => {
                            step!();
                            own!(to) = Value::from(record);
                            own!(place) = number as Value + 1;
                        }
                        None => at = done as usize,
                    }
                }
                Instruction::NextWhere {
                    kind,
                    part,
                    when,
                    slot,
                    right,
                    place,
                    to,
                    done,
                } => {
                    let (kind, right) = (usize::from(kind), own!(right));
                    let mut number = own!(place) as usize;
                    reads |= Dependencies::records(kind) | 1 << (part & 63);
                    loop {
                        let Some(record) = record!(kind, number) else {
                            at = done as usize;
                            break;
                        };
                        step!();
                        number += 1;
                        if (tables[kind].get(record, slot) == right) == when {
                            own!(to) = Value::from(record);
                            own!(place) = number as Value;
                            break;
                        }
                    }
                }
                Instruction::NextEither {
                    kind,
                    left,
                    right,
                    place,
                    to,
                    done,
                } => {
                    let (kind, from) = (usize::from(kind), own!(place));
                    reads |= Dependencies::records(kind);
                    let (left, right) = (own!(left), own!(right));
                    // One that is missing is below all.
                    let record = match left.min(right) {
                        first if first >= from => first,
                        _ => left.max(right),
                    };
                    if record >= from && record < Value::from(tables[kind].count()) {
                        step!();
                        own!(to) = record;
                        own!(place) = record + 1;
                    } else {
                        at = done as usize;
                    }
                }
                Instruction::NextOf {
                    place,
                    end,
                    to,
                    done,
                } => {
                    let number = own!(place);
                    if number >= own!(end) {
                        at = done as usize;
                    } else {
                        own!(to) = Value::from(records[number as usize]);
                        own!(place) = number + 1;
                    }
                }

                Instruction::Call { first, target } => enter!(target, first),
                Instruction::CallBody { first, target } => {
                    if frames.len() >= image.shallow && is_too_deep(image, frames, at, target) {
                        exit!(Exit::Fault(0, FaultKind::TooDeep(DEEPEST_BLOCK)));
                    }
                    enter!(target, first);
                }
                Instruction::Recall {
                    first,
                    function,
                    target,
                } => {
                    if let Some((value, read)) = self.cache.recall(function, own!(first)) {
                        reads |= read;
                        own!(first) = value;
                        at = target as usize;
                    } else {
                        self.cache.outer.push(Outer {
                            function,
                            record: own!(first),
                            reads: std::mem::take(&mut reads),
                        });
                    }
                }
                Instruction::Keep { first } => {
                    if let Some(outer) = self.cache.outer.pop() {
                        self.cache.remember(&outer, own!(first), reads);
                        reads |= outer.reads;
                    }
                }
                Instruction::Lookup { first, key, table } => {
                    let key = own!(key);
                    let number = table.index();
                    let row = self.rules.tables[number].row_of(key);
                    let entry = row.and_then(|row| Some((row, image.values[number][row]?)));
                    let Some((row, entry)) = entry else {
                        exit!(Exit::Fault(0, FaultKind::NoRow(key)));
                    };
                    self.coverage.rows[number][row] = true;
                    enter!(entry, first);
                }
                Instruction::Enter { body } => {
                    let needed = image.bodies[body as usize];
                    if frame.len() < usize::from(needed.registers) + 8 {
                        at -= 1;
                        exit!(Exit::Grow);
                    }
                    *present = body;
                    let (given, names) = (usize::from(needed.given), usize::from(needed.names));
                    frame[given.min(names)..names].fill(MISSING);
                }
                Instruction::ReturnConstant { value } => {
                    own!(0_u16) = value;
                    leave!();
                }
                Instruction::Return { of } => {
                    own!(0_u16) = own!(of);
                    leave!();
                }
                Instruction::ReturnBody => leave!(),

                Instruction::Step => step!(),
                Instruction::JumpUnlessOn { target } => jump!(*flow != Flow::On, target),
                Instruction::JumpIfOver { target } => {
                    if *over && !*responding && !*in_batch {
                        *flow = Flow::Over;
                        at = target as usize;
                    }
                }
                Instruction::Absorb => {
                    *over |= *flow == Flow::Over;
                    *flow = Flow::On;
                }
                Instruction::Mark { to } => own!(to) = records.len() as Value,
                Instruction::Push { of } => records.push(own!(of) as u32),
                Instruction::Release { to } => records.truncate(own!(to) as usize),
                Instruction::Key { of, placement } => {
                    let placement = (placement != u32::MAX).then_some(placement);
                    if let Some(placement) = placement {
                        self.coverage.placements[placement as usize] = true;
                    }
                    self.keys.push(KeyValue {
                        value: own!(of),
                        placement,
                        orders: true,
                    });
                }
                Instruction::NoKey => self.keys.push(KeyValue::NONE),
                Instruction::Ruling {
                    failed,
                    left,
                    right,
                } => {
                    let failed = (failed != u16::MAX).then_some(failed);
                    self.ruling = (failed, own!(left), own!(right));
                }
                // Nothing has happened that is still to be answered.
                Instruction::SettleOutside { .. }
                    if *in_batch || *responding || (queue.is_empty() && !*at_once) =>
                {
                    if !*in_batch && !*responding {
                        *chain = 0;
                    }
                }
                Instruction::Settle { .. }
                    if queue.is_empty() && (*responding || *in_batch || !*at_once) =>
                {
                    if !*responding {
                        *chain = 0;
                    }
                }
                Instruction::Arrange { .. } if !line.stale && !line.reorders => {}
                // An act is not visible before it has all its attributes.
                Instruction::Give {
                    kind,
                    slot,
                    record,
                    value,
                } if usize::from(kind) == KindId::ACT.index() => {
                    tables[usize::from(kind)].set(own!(record) as u32, slot, own!(value));
                }
                Instruction::Join { act, next } => {
                    let cause = image.bodies[*present as usize].item;
                    queue.push_back(Pending::Joins(own!(act) as u32, next, cause));
                }
                _ => exit!(Exit::Other),
            }
        }
    }
}
