//! The inner loop: expressions, jumps, calls and loops over records. It writes to registers only; what else there is, `execute` carries out.
//!
//! The loop is one function without calls of others that are not inlined, so that the address, the frame and the code stay in machine registers.

use super::Machine;
use super::cache::Outer;
use super::calls::MOST_CALLS;
use super::state::{Flow, Frame, State};
use crate::engine::fault::FaultKind;
use crate::engine::reckon;
use crate::program::{Covered, Dependencies, Image, Instruction, Order, PartSet};
use crate::ruleset::{DEEPEST, KindId, MISSING, Value};

/// Why the inner loop has stopped.
pub(super) enum Exit {
    /// This instruction is not one of its own; the address is behind it.
    Other,
    /// The calls have returned.
    Returned,
    /// The registers do not suffice for the body that is entered; the address is at its beginning.
    Grow,
    /// A fault, of the instruction before the address: of the expression, or of one of its parts.
    Fault(Box<(usize, FaultKind)>),
}

#[cold]
fn fault(part: usize, kind: FaultKind) -> Exit {
    Exit::Fault(Box::new((part, kind)))
}

impl Machine<'_> {
    /// Carries out instructions until so many calls are left, or up to one that is not of its own. `returns`: whether a body of statements may return
    /// from the last of the calls.
    #[inline(never)]
    pub(super) fn compute(&mut self, image: &Image, depth: usize, returns: bool) -> Exit {
        let code = &image.code[..];
        let State {
            tables,
            options,
            counters,
            now,
            live,
            records,
            frames,
            registers,
            flow,
            over,
            responding,
            in_batch,
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
        macro_rules! jump {
            ($if:expr, $target:expr) => {
                if $if {
                    at = $target as usize;
                }
            };
        }
        macro_rules! enter {
            ($target:expr, $first:expr) => {{
                if frames.len() == MOST_CALLS {
                    exit!(fault(0, FaultKind::TooDeep(DEEPEST)));
                }
                frames.push(Frame {
                    at: at as u32,
                    base,
                    body: *present,
                    records: records.len(),
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
                    base = caller.base;
                    *present = caller.body;
                    records.truncate(caller.records);
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
                } => {
                    reads |= 1 << (part & 63);
                    own!(to) = match own!(of) {
                        MISSING => MISSING,
                        record => tables[usize::from(kind)].get(record as u32, slot),
                    };
                }
                Instruction::Arithmetic {
                    operation,
                    to,
                    left,
                    right,
                } => match reckon::reckoned(operation.into(), own!(left), own!(right)) {
                    Ok(value) => own!(to) = value,
                    Err((part, kind)) => exit!(fault(part, kind)),
                },
                Instruction::Negate { to, of } => match own!(of) {
                    MISSING => exit!(fault(1, FaultKind::Missing)),
                    value => match reckon::within(-value) {
                        Some(value) => own!(to) = value,
                        None => exit!(fault(0, FaultKind::Overflow)),
                    },
                },
                Instruction::Present { of } => {
                    if own!(of) == MISSING {
                        exit!(fault(0, FaultKind::Missing));
                    }
                }
                Instruction::Increment { of } => own!(of) += 1,
                Instruction::Accumulate { query, best, value } => {
                    match reckon::better(query, own!(best), own!(value)) {
                        Some(value) => own!(best) = value,
                        None => exit!(fault(0, FaultKind::Overflow)),
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
                        own!(most) = value;
                        own!(best) = own!(record);
                    }
                }
                Instruction::AtMostOne { found } => {
                    let found = own!(found) as u32;
                    if found > 1 {
                        exit!(fault(0, FaultKind::NotOne { found }));
                    }
                }
                Instruction::NoRecord => exit!(fault(0, FaultKind::NotOne { found: 0 })),
                Instruction::Cover { what } => match what {
                    Covered::Function(id) => self.exercised.definitions[id.index()] = true,
                    Covered::Procedure(id) => self.exercised.procedures[id.index()] = true,
                    Covered::Event(id) => self.exercised.events[id.index()] = true,
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
                        exit!(fault(1 + usize::from(left != MISSING), FaultKind::Missing));
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
                    MISSING => exit!(fault(0, FaultKind::Missing)),
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
                    reads |= 1 << (part & 63);
                    let known = match own!(of) {
                        MISSING => MISSING,
                        record => tables[usize::from(kind)].get(record as u32, slot),
                    };
                    jump!((known == Value::from(value)) == when, target);
                }
                Instruction::NextRecord {
                    kind,
                    place,
                    to,
                    done,
                } => {
                    let (kind, number) = (usize::from(kind), own!(place) as usize);
                    reads |= Dependencies::records(kind);
                    let record = match kind == KindId::ACT.index() {
                        true => live.get(number).map(|&act| Value::from(act)),
                        false => {
                            let is_one = number < tables[kind].count() as usize;
                            is_one.then_some(number as Value)
                        }
                    };
                    match record {
                        Some(record) => {
                            if self.fuel == 0 {
                                exit!(fault(0, FaultKind::Steps(self.limits.steps)));
                            }
                            self.fuel -= 1;
                            own!(to) = record;
                            own!(place) = number as Value + 1;
                        }
                        None => at = done as usize,
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

                Instruction::Call { first, target } | Instruction::CallBody { first, target } => {
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
                    let rows = self.rules.tables[number].rows.iter();
                    let row = rows.into_iter().position(|row| {
                        let mut keys = row.keys.iter();
                        keys.any(|&(from, to)| from <= key && key <= to)
                    });
                    let entry = row.and_then(|row| Some((row, image.values[number][row]?)));
                    let Some((row, entry)) = entry else {
                        exit!(fault(0, FaultKind::NoRow(key)));
                    };
                    self.exercised.rows[number][row] = true;
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

                Instruction::Step => {
                    if self.fuel == 0 {
                        exit!(fault(0, FaultKind::Steps(self.limits.steps)));
                    }
                    self.fuel -= 1;
                }
                Instruction::JumpUnlessOn { target } => jump!(*flow != Flow::On, target),
                Instruction::JumpIfOver { target } => {
                    if *over && !*responding && !*in_batch {
                        *flow = Flow::Over;
                        at = target as usize;
                    }
                }
                _ => exit!(Exit::Other),
            }
        }
    }
}
