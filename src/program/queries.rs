//! Code of queries: loops over the records of a kind, in their order, as far as needed.

use super::code::{Instruction, Register};
use super::emit::{CodeLabel, Emitter};
use super::image::Marks;
use super::operation::JumpComparison;
use crate::analysis::is_leaf;
use crate::ruleset::index::{to_byte, to_short};
use crate::ruleset::walk::each_name;
use crate::ruleset::{Expr, ExprId, KindId, Local, MISSING, Query, QueryKind, Slot, exprs};

/// A condition that a filter asks: one of those that it joins by `and`, those of inlined definitions included.
struct Conjunct {
    id: ExprId,
    /// The registers of its names where it stands in a definition that is inlined.
    scope: Option<Vec<Register>>,
    /// How deep it lies in other expressions.
    depth: u32,
    /// It cannot fault, costs no step and covers nothing, so it can be asked at another time.
    is_pure: bool,
}

/// What says which records a loop looks at.
enum Drive {
    /// All.
    All,
    /// Those whose attribute equals a register, or does not.
    Where {
        slot: Slot,
        equals: bool,
        right: Register,
    },
    /// Those that are in either of two registers.
    Either([Register; 2]),
}

impl<'a> Emitter<'a, '_> {
    /// Begins to go through the records that a query means; returns the label to which to come back for each, and what of the filter is still to be
    /// asked of it: all of these. What is the same for all records is asked once, before.
    fn records(&mut self, query: &'a Query, done: CodeLabel) -> (CodeLabel, Vec<Conjunct>) {
        let mut filter = Vec::new();
        if let Some(id) = query.filter {
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
        let mut drive = Drive::All;
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

    /// The conditions that an expression joins by `and`, in their order. What would be too deep is left as it is.
    fn flatten(&mut self, id: ExprId, out: &mut Vec<Conjunct>) {
        let exprs = self.exprs;
        let expr = &exprs[id.index()];
        let is_name = |id: &ExprId| matches!(exprs[id.index()], Expr::Local(_));
        let outer = self.depth;
        let may_stand = self.image.costs.may_stand(expr, outer + 1);
        match expr {
            Expr::And(all) if may_stand => {
                self.depth += 1;
                for &part in all {
                    self.flatten(part, out);
                }
            }
            // Where it is marked that a definition is exercised, that happens only if it is called.
            Expr::Call(function, arguments)
                if may_stand
                    && self.image.marks != Marks::Exercised
                    && self.is_inlined(*function)
                    && arguments.iter().all(is_name) =>
            {
                self.depth += 1;
                self.inlined(*function, arguments, |this, body| this.flatten(body, out));
            }
            _ => out.push(Conjunct {
                id,
                scope: self.scope.clone(),
                depth: outer,
                is_pure: self.is_pure(id, outer),
            }),
        }
        self.depth = outer;
    }

    /// Whether an expression cannot fault, costs no step, covers nothing and names nothing.
    fn is_pure(&self, id: ExprId, depth: u32) -> bool {
        let expr = &self.exprs[id.index()];
        let depth = depth + u32::from(!is_leaf(expr));
        let all = |parts: &[ExprId]| parts.iter().all(|&part| self.is_pure(part, depth));
        self.image.costs.may_stand(expr, depth)
            && match expr {
                exprs!(leaf) => true,
                Expr::Attribute { of, .. } => self.is_pure(*of, depth),
                Expr::Not(part) | Expr::Missing(part) => self.is_pure(*part, depth),
                Expr::Equal(a, b) | Expr::NotEqual(a, b) | Expr::In(a, b) => all(&[*a, *b]),
                Expr::And(parts) | Expr::Or(parts) | Expr::OrElse(parts) => all(parts),
                Expr::If(condition, yes, no) => all(&[*condition, *yes, *no]),
                Expr::Query(_) | exprs!(reckoning | call | ordering) => false,
            }
    }

    /// The register of a name in a condition.
    fn name_in(&self, conjunct: &Conjunct, local: Local) -> Register {
        match &conjunct.scope {
            Some(scope) => scope.get(usize::from(local)).copied().unwrap_or_default(),
            None => local,
        }
    }

    /// Whether a part of a condition is pure and reads nothing of the record in a register.
    fn is_fixed(&self, conjunct: &Conjunct, part: ExprId, own: Register) -> bool {
        let mut is_free = true;
        each_name(self.exprs, part, &mut |name| {
            is_free &= self.name_in(conjunct, name) != own;
        });
        is_free && self.is_pure(part, conjunct.depth)
    }

    /// Which records a condition leaves, if that can be said beforehand; evaluates what they are compared with.
    fn drive(&mut self, query: &Query, conjunct: &Conjunct) -> Option<Drive> {
        let (exprs, own) = (self.exprs, self.name(query.local));
        u8::try_from(query.kind.0).ok()?;
        let is_own = |this: &Self, id: ExprId| match exprs[id.index()] {
            Expr::Local(local) => this.name_in(conjunct, local) == own,
            _ => false,
        };
        let attribute = |this: &Self, id: ExprId| match exprs[id.index()] {
            Expr::Attribute { of, slot, .. } if is_own(this, of) => Some(slot),
            _ => None,
        };
        // The other side of an equality whose one side is as wanted.
        let against =
            |this: &Self, wanted: &dyn Fn(&Self, ExprId) -> bool, a: ExprId, b: ExprId| {
                let sides = [(a, b), (b, a)].into_iter();
                let mut fits = sides.filter(|&(side, other)| {
                    wanted(this, side) && this.is_fixed(conjunct, other, own)
                });
                fits.next()
            };
        let expr = &exprs[conjunct.id.index()];
        // Of records other than acts, the place among all is the record itself.
        if query.kind != KindId::ACT {
            let parts = match expr {
                Expr::Or(parts) => &parts[..],
                _ => std::slice::from_ref(&conjunct.id),
            };
            let values = parts.iter().map(|part| match exprs[part.index()] {
                Expr::Equal(a, b) => against(self, &is_own, a, b).map(|found| found.1),
                _ => None,
            });
            let values: Option<Vec<ExprId>> = values.collect();
            if let Some([one] | [one, _]) = values.as_deref() {
                let (one, other) = (*one, values.as_deref()?.last().copied()?);
                return Some(Drive::Either(self.with(conjunct, |this| {
                    [one, other].map(|value| this.operand(value))
                })));
            }
        }
        let has_attribute = |this: &Self, id: ExprId| attribute(this, id).is_some();
        let (of, with, equals) = match *expr {
            Expr::Equal(a, b) | Expr::NotEqual(a, b) => {
                let (of, with) = against(self, &has_attribute, a, b)?;
                (of, Some(with), matches!(expr, Expr::Equal(..)))
            }
            Expr::Attribute { .. } => (conjunct.id, None, true),
            Expr::Not(part) => (part, None, false),
            _ => return None,
        };
        let slot = attribute(self, of)?;
        let right = match with {
            Some(with) => self.with(conjunct, |this| this.operand(with)),
            None => {
                let to = self.fresh(1);
                self.emit(Instruction::Constant { to, value: 1 });
                to
            }
        };
        Some(Drive::Where {
            slot,
            equals,
            right,
        })
    }

    /// Emits something where a condition stands.
    fn with<T>(&mut self, conjunct: &Conjunct, make: impl FnOnce(&mut Self) -> T) -> T {
        let outer = (
            std::mem::replace(&mut self.scope, conjunct.scope.clone()),
            std::mem::replace(&mut self.depth, conjunct.depth),
        );
        let made = make(self);
        (self.scope, self.depth) = outer;
        made
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
