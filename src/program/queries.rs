//! Code of queries: loops over the records of a kind, in their order, as far as needed.

use super::code::{Instruction, Register};
use super::emit::{Emitter, Label};
use crate::ruleset::{ExprId, MISSING, Query, QueryKind};

impl<'a> Emitter<'a, '_> {
    /// Begins to go through the records; returns the label to which to come back for each.
    fn records(&mut self, query: &Query, done: Label) -> Label {
        let place = self.fresh(1);
        self.emit(Instruction::Constant {
            to: place,
            value: 0,
        });
        let next = self.placed();
        let (kind, to) = (query.kind.0 as u16, self.name(query.local));
        self.emit(Instruction::NextRecord {
            kind,
            place,
            to,
            done: done.0,
        });
        next
    }

    /// `any` and `every`.
    pub(super) fn any_or_every(&mut self, query: &'a Query, when: bool, label: Label) {
        let end = self.label();
        let any = query.ask == QueryKind::Any;
        // Where there is nothing more to look at: `any` has found none, `every` has found none against it.
        let done = if when == any { end } else { label };
        let next = self.records(query, done);
        if any {
            match (query.filter, when) {
                (Some(filter), true) => {
                    self.condition(filter, true, label);
                    self.jump(next);
                }
                (Some(filter), false) => self.condition(filter, false, next),
                (None, true) => self.jump(label),
                (None, false) => {}
            }
        } else {
            if let Some(filter) = query.filter {
                self.condition(filter, false, next);
            }
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

    /// All others.
    pub(super) fn query(&mut self, id: ExprId, query: &'a Query, to: Register) {
        let (done, end) = (self.label(), self.label());
        let counts = query.ask == QueryKind::Count;
        self.emit(Instruction::Constant {
            to,
            value: if counts { 0 } else { MISSING },
        });
        let found = self.fresh(1);
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
        let next = self.records(query, done);
        if let Some(filter) = query.filter {
            self.condition(filter, false, next);
        }
        match (query.ask, query.value) {
            (QueryKind::Count, _) => self.emit(Instruction::Increment { of: to }),
            (QueryKind::The, _) => {
                let from = self.name(query.local);
                self.emit(Instruction::Increment { of: found });
                self.emit(Instruction::Copy { to, from });
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
