//! Code of queries: loops over the records of a kind, in their order, as far as needed.

use super::code::{Instruction, Register};
use super::emit::{Emitter, Label};
use crate::ruleset::walk::each_name;
use crate::ruleset::{Expr, ExprId, MISSING, Query, QueryKind, Slot, Value};

/// A condition by which an attribute of a record is compared.
#[derive(Clone, Copy)]
struct Compared {
    slot: Slot,
    /// It holds if they are equal, or if they are not.
    equals: bool,
    with: With,
}

/// What an attribute is compared with.
#[derive(Clone, Copy)]
enum With {
    Value(ExprId),
    Constant(Value),
}

impl<'a> Emitter<'a, '_> {
    /// Begins to go through the records that a query means; returns the label to which to come back for each, and what of the filter is still to be
    /// asked of it: all of these.
    fn records(&mut self, query: &'a Query, done: Label) -> (Label, &'a [ExprId]) {
        let exprs = self.exprs;
        let mut filter = match &query.filter {
            Some(id) => match &exprs[id.index()] {
                Expr::And(all) => &all[..],
                _ => std::slice::from_ref(id),
            },
            None => &[],
        };
        let compared = filter.first().and_then(|&id| self.compared(query, id));
        let right = compared.map(|compared| match compared.with {
            With::Value(id) => self.operand(id),
            With::Constant(value) => {
                let to = self.fresh(1);
                self.emit(Instruction::Constant { to, value });
                to
            }
        });
        let place = self.fresh(1);
        self.emit(Instruction::Constant {
            to: place,
            value: 0,
        });
        let next = self.placed();
        let (to, done) = (self.name(query.local), done.0);
        self.emit(match (compared, right) {
            (Some(compared), Some(right)) => {
                filter = &filter[1..];
                Instruction::NextWhere {
                    kind: query.kind.0 as u8,
                    part: (self.image.dependencies).part(query.kind, compared.slot),
                    when: compared.equals,
                    slot: compared.slot,
                    right,
                    place,
                    to,
                    done,
                }
            }
            _ => Instruction::NextRecord {
                kind: query.kind.0 as u16,
                place,
                to,
                done,
            },
        });
        (next, filter)
    }

    /// The condition, if it compares an attribute of the record at hand with something that is the same for all records and can be evaluated before.
    fn compared(&self, query: &Query, id: ExprId) -> Option<Compared> {
        let is_own = |id: ExprId| match self.exprs[id.index()] {
            Expr::Local(local) => local == query.local,
            _ => false,
        };
        let attribute = |id: ExprId| match self.exprs[id.index()] {
            Expr::Attribute { of, slot, .. } if is_own(of) => Some(slot),
            _ => None,
        };
        let is_fixed = |id: ExprId| {
            let mut is_free = true;
            each_name(self.exprs, id, &mut |name| is_free &= name != query.local);
            is_free && self.is_silent(id)
        };
        u8::try_from(query.kind.0).ok()?;
        let (slot, equals, with) = match self.exprs[id.index()] {
            Expr::Equal(a, b) | Expr::NotEqual(a, b) => {
                let equals = matches!(self.exprs[id.index()], Expr::Equal(..));
                match (attribute(a), attribute(b)) {
                    (Some(slot), _) if is_fixed(b) => (slot, equals, With::Value(b)),
                    (_, Some(slot)) if is_fixed(a) => (slot, equals, With::Value(a)),
                    _ => return None,
                }
            }
            Expr::Attribute { .. } => (attribute(id)?, true, With::Constant(1)),
            Expr::Not(part) => (attribute(part)?, false, With::Constant(1)),
            _ => return None,
        };
        Some(Compared { slot, equals, with })
    }

    /// Jumps to a label if one of the conditions is false.
    fn unless_all(&mut self, conditions: &'a [ExprId], label: Label) {
        for &condition in conditions {
            self.condition(condition, false, label);
        }
    }

    /// `any` and `every`.
    pub(super) fn any_or_every(&mut self, query: &'a Query, when: bool, label: Label) {
        let end = self.label();
        let any = query.ask == QueryKind::Any;
        // Where there is nothing more to look at: `any` has found none, `every` has found none against it.
        let done = if when == any { end } else { label };
        let (next, filter) = self.records(query, done);
        if any {
            match (filter.split_last(), when) {
                (Some((last, others)), true) => {
                    self.unless_all(others, next);
                    self.condition(*last, true, label);
                    self.jump(next);
                }
                (_, false) => self.unless_all(filter, next),
                (None, true) => self.jump(label),
            }
        } else {
            self.unless_all(filter, next);
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
        let (next, filter) = self.records(query, done);
        self.unless_all(filter, next);
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
