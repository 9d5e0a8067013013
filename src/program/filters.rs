//! What a filter of a query says of the records that it means: which of them a loop has to look at, and what is left to ask of each.

use super::code::{Instruction, Register};
use super::emit::Emitter;
use super::image::Marks;
use crate::analysis::is_leaf;
use crate::ruleset::walk::each_name;
use crate::ruleset::{Expr, ExprId, KindId, Local, Query, Slot, exprs};

/// A condition that a filter asks: one of those that it joins by `and`, those of inlined definitions included.
pub struct Conjunct {
    pub id: ExprId,
    /// The registers of its names where it stands in a definition that is inlined.
    pub scope: Option<Vec<Register>>,
    /// How deep it lies in other expressions.
    pub depth: u32,
    /// It cannot fault, costs no step and covers nothing, so it can be asked at another time.
    pub is_pure: bool,
}

/// What says which records a loop looks at.
pub enum Drive {
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
    /// The conditions that an expression joins by `and`, in their order. What would be too deep is left as it is.
    pub(super) fn flatten(&mut self, id: ExprId, out: &mut Vec<Conjunct>) {
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
    pub(super) fn is_fixed(&self, conjunct: &Conjunct, part: ExprId, own: Register) -> bool {
        let mut is_free = true;
        each_name(self.exprs, part, &mut |name| {
            is_free &= self.name_in(conjunct, name) != own;
        });
        is_free && self.is_pure(part, conjunct.depth)
    }

    /// Which records a condition leaves, if that can be said beforehand; evaluates what they are compared with.
    pub(super) fn drive(&mut self, query: &Query, conjunct: &Conjunct) -> Option<Drive> {
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

    /// Of a kind of which there is a record for every two others: the one that a query looks for, if it asks for nothing else.
    pub(super) fn between(&mut self, query: &Query) -> Option<Drive> {
        let pair = self.rules.kinds[query.kind.index()].pair?;
        u8::try_from(query.kind.0).ok()?;
        let (two, own) = (query.between(self.exprs)?, self.name(query.local));
        let here = Conjunct {
            id: query.filter?,
            scope: self.scope.clone(),
            depth: self.depth,
            is_pure: true,
        };
        if !two.iter().all(|&of| self.is_fixed(&here, of, own)) {
            return None;
        }
        let to = self.fresh(1);
        let [one, other] = two.map(|of| self.operand(of));
        self.emit(Instruction::Between {
            to,
            one,
            other,
            pair,
        });
        Some(Drive::Either([to, to]))
    }

    /// Emits something where a condition stands.
    pub(super) fn with<T>(&mut self, conjunct: &Conjunct, make: impl FnOnce(&mut Self) -> T) -> T {
        let outer = (
            std::mem::replace(&mut self.scope, conjunct.scope.clone()),
            std::mem::replace(&mut self.depth, conjunct.depth),
        );
        let made = make(self);
        (self.scope, self.depth) = outer;
        made
    }
}
