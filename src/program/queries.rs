//! Code of queries: loops over the records of a kind, in their order, as far as needed.

use super::code::{Instruction, Register};
use super::emit::{CodeLabel, Emitter};
use super::filters::{Conjunct, Drive};
use super::operation::JumpComparison;
use crate::ruleset::index::{to_byte, to_short};
use crate::ruleset::{ExprId, MISSING, Query, QueryKind};

impl<'a> Emitter<'a, '_> {
    /// Begins to go through the records that a query means; returns the label to which to come back for each, and what of the filter is still to be
    /// asked of it: all of these. What is the same for all records is asked once, before.
    fn records(&mut self, query: &'a Query, done: CodeLabel) -> (CodeLabel, Vec<Conjunct>) {
        let mut filter = Vec::new();
        let between = self.between(query);
        if let Some(id) = query.filter.filter(|_| between.is_none()) {
            self.flatten(id, &mut filter);
        }
        let own = self.name(query.local);
        // Before a condition that can fault, none may be asked that would keep it from being asked.
        let pure = |filter: &[Conjunct]| filter.iter().take_while(|one| one.is_pure).count();
        let mut index = 0;
        while index < pure(&filter) {
            match self.is_fixed(&filter[index], filter[index].id, own) {
                true => {
                    let fixed = filter.remove(index);
                    self.unless_all(&[fixed], done);
                }
                false => index += 1,
            }
        }
        let mut drive = between.unwrap_or(Drive::All);
        for index in 0..filter.len().min(pure(&filter) + 1) {
            if let Some(found) = self.drive(query, &filter[index]) {
                filter.remove(index);
                drive = found;
                break;
            }
        }
        let place = self.fresh(1);
        self.emit(Instruction::Constant {
            to: place,
            value: 0,
        });
        let next = self.placed();
        let (kind, to, done) = (query.kind, own, done.0);
        self.emit(match drive {
            Drive::All => Instruction::NextRecord {
                kind: to_short(kind.index()),
                place,
                to,
                done,
            },
            Drive::Where {
                slot,
                equals,
                right,
            } => Instruction::NextWhere {
                kind: to_byte(kind.index()),
                part: (self.image.dependencies).part(kind, slot),
                when: equals,
                slot,
                right,
                place,
                to,
                done,
            },
            Drive::Either([left, right]) => Instruction::NextEither {
                kind: to_byte(kind.index()),
                left,
                right,
                place,
                to,
                done,
            },
        });
        (next, filter)
    }

    /// Jumps to a label if one of the conditions is false.
    fn unless_all(&mut self, conditions: &[Conjunct], label: CodeLabel) {
        for condition in conditions {
            self.with(condition, |this| {
                this.condition(condition.id, false, label);
            });
        }
    }

    /// `any` and `every`.
    pub(super) fn any_or_every(&mut self, query: &'a Query, when: bool, label: CodeLabel) {
        let end = self.label();
        let any = query.ask == QueryKind::Any;
        // Where there is nothing more to look at: `any` has found none, `every` has found none against it.
        let done = if when == any { end } else { label };
        let (next, filter) = self.records(query, done);
        if any {
            match (filter.split_last(), when) {
                (Some((last, others)), true) => {
                    self.unless_all(others, next);
                    self.with(last, |this| this.condition(last.id, true, label));
                    self.jump(next);
                }
                (_, false) => self.unless_all(&filter, next),
                (None, true) => self.jump(label),
            }
        } else {
            self.unless_all(&filter, next);
            match (query.value, when) {
                (Some(value), true) => self.condition(value, true, next),
                (Some(value), false) => {
                    self.condition(value, false, label);
                    self.jump(next);
                }
                (None, _) => self.jump(next),
            }
        }
        self.place(end);
    }

    /// The best record so far by several values, and these values from a register on. Goes on at `next` where the record at hand is not better.
    fn select(&mut self, query: &'a Query, best: Register, most: Register, next: CodeLabel) {
        let mut keys = Vec::new();
        let highest = query.ask == QueryKind::TheHighest;
        let directions = std::iter::once(highest).chain(query.then.iter().map(|key| key.1));
        for ((id, highest), most) in query.values().zip(directions).zip(most..) {
            let of = self.operand(id);
            self.emit(Instruction::JumpIfMissing {
                of,
                when: true,
                target: next.0,
            });
            keys.push((id, highest, of, most));
        }
        let better = self.label();
        self.emit(Instruction::JumpIfMissing {
            of: most,
            when: true,
            target: better.0,
        });
        for &(id, highest, of, most) in &keys {
            let (left, right) = if highest { (most, of) } else { (of, most) };
            let is_better = Instruction::JumpIfOrdered {
                order: JumpComparison::Less,
                left,
                right,
                when: true,
                target: better.0,
            };
            self.emit_at(is_better, [id; 3]);
            self.emit(Instruction::JumpIfEqual {
                left,
                right,
                when: false,
                target: next.0,
            });
        }
        self.jump(next);
        self.place(better);
        for (_, _, from, to) in keys {
            self.emit(Instruction::Copy { to, from });
        }
        let from = self.name(query.local);
        self.emit(Instruction::Copy { to: best, from });
    }

    /// Takes a record into account that the query means; `next`: where the next one is looked for.
    fn consider(
        &mut self,
        (id, query): (ExprId, &'a Query),
        to: Register,
        found: Register,
        next: CodeLabel,
    ) {
        match (query.ask, query.value) {
            (QueryKind::Count, _) => self.emit(Instruction::Increment { of: to }),
            (QueryKind::All, _) => {
                let accumulate = Instruction::Accumulate {
                    query: query.ask,
                    best: to,
                    value: self.name(query.local),
                };
                self.emit_at(accumulate, [id; 3]);
            }
            (QueryKind::The, _) => {
                let from = self.name(query.local);
                self.emit(Instruction::Increment { of: found });
                self.emit(Instruction::Copy { to, from });
            }
            (QueryKind::TheHighest | QueryKind::TheLowest, Some(_)) if !query.then.is_empty() => {
                self.select(query, to, found, next);
            }
            (ask @ (QueryKind::TheHighest | QueryKind::TheLowest), Some(value)) => {
                let value = self.operand(value);
                let record = self.name(query.local);
                self.emit(Instruction::Select {
                    highest: ask == QueryKind::TheHighest,
                    most: found,
                    value,
                    best: to,
                    record,
                });
            }
            (ask, Some(value)) => {
                let value = self.operand(value);
                let accumulate = Instruction::Accumulate {
                    query: ask,
                    best: to,
                    value,
                };
                self.emit_at(accumulate, [id; 3]);
            }
            (_, None) => {}
        }
    }

    /// All others.
    pub(super) fn query(&mut self, id: ExprId, query: &'a Query, to: Register) {
        let (done, end) = (self.label(), self.label());
        let counts = matches!(query.ask, QueryKind::Count | QueryKind::All);
        self.emit(Instruction::Constant {
            to,
            value: if counts { 0 } else { MISSING },
        });
        let found = self.fresh(1 + query.then.len());
        match query.ask {
            QueryKind::The => self.emit(Instruction::Constant {
                to: found,
                value: 0,
            }),
            QueryKind::TheHighest | QueryKind::TheLowest => self.emit(Instruction::Constant {
                to: found,
                value: MISSING,
            }),
            _ => {}
        }
        let (next, filter) = self.records(query, done);
        self.unless_all(&filter, next);
        self.consider((id, query), to, found, next);
        self.jump(next);
        self.place(done);
        if query.ask == QueryKind::The {
            self.emit_at(Instruction::AtMostOne { found }, [id; 3]);
        }
        if !counts {
            self.emit(Instruction::JumpIfMissing {
                of: to,
                when: false,
                target: end.0,
            });
            match (query.ask, query.otherwise) {
                (QueryKind::Sum, _) => self.emit(Instruction::Constant { to, value: 0 }),
                (_, Some(otherwise)) => self.value(otherwise, to),
                (QueryKind::The, None) => self.emit_at(Instruction::NoRecord, [id; 3]),
                (_, None) => {}
            }
        }
        self.place(end);
    }
}
