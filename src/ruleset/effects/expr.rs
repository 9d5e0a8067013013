//! What expressions do.

use super::{Callee, Effect, Location, evaluates};
use crate::ruleset::{Expr, ExprId, KindId, Query, QueryKind, Slot, Value, exprs};

impl Expr {
    /// Visits the effects of the expression itself; those of its operands are effects of what it evaluates.
    pub fn effects<'r>(&'r self, visit: &mut dyn FnMut(Effect<'r>)) {
        let mut all = |operands: &[ExprId]| {
            operands
                .iter()
                .for_each(|&operand| visit(evaluates(operand)));
        };
        match self {
            Expr::Const(_) | Expr::Text(_) => {}
            Expr::Local(local) => visit(Effect::Reads(Location::Local(*local))),
            Expr::Option(option) => visit(Effect::Reads(Location::Option(*option))),
            Expr::Counter(phase) => visit(Effect::Reads(Location::Counter(*phase))),
            Expr::Now => visit(Effect::Reads(Location::Now)),
            Expr::Attribute { kind, of, slot } => {
                all(&[*of]);
                visit(Effect::Reads(Location::Attribute {
                    kind: *kind,
                    slot: *slot,
                    of: Some(*of),
                }));
            }
            Expr::Not(a) | Expr::Negate(a) | Expr::Missing(a) => all(&[*a]),
            Expr::And(list) | Expr::Or(list) | Expr::OrElse(list) => all(list),
            Expr::Equal(a, b)
            | Expr::NotEqual(a, b)
            | Expr::In(a, b)
            | Expr::Less(a, b)
            | Expr::LessOrEqual(a, b)
            | Expr::Plus(a, b)
            | Expr::Minus(a, b)
            | Expr::Times(a, b)
            | Expr::Divide {
                left: a, right: b, ..
            }
            | Expr::Mod(a, b)
            | Expr::Higher(a, b)
            | Expr::Lower(a, b) => all(&[*a, *b]),
            Expr::If(a, b, c) => all(&[*a, *b, *c]),
            Expr::Call(function, arguments) => {
                all(arguments);
                visit(Effect::Calls(Callee::Function(*function), arguments));
            }
            Expr::Lookup(table, arguments) => {
                all(arguments);
                visit(Effect::Calls(Callee::Values(*table), arguments));
            }
            Expr::Query(query) => {
                visit(Effect::Reads(Location::Records(query.kind)));
                for expr in query.filter.into_iter().chain(query.values()) {
                    visit(Effect::Evaluates {
                        expr,
                        binds: Some(query.local),
                    });
                }
                query
                    .otherwise
                    .into_iter()
                    .for_each(|otherwise| visit(evaluates(otherwise)));
            }
        }
    }
}

/// How two values are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// Whether they are equal, or are not.
    Equal,
    /// Whether the first is less.
    Less,
    /// Whether the first is less, or they are equal.
    LessOrEqual,
}

impl Expr {
    /// How it compares, and the two sides.
    pub fn comparison(&self) -> Option<(Comparison, [ExprId; 2])> {
        match *self {
            Expr::Equal(a, b) | Expr::NotEqual(a, b) => Some((Comparison::Equal, [a, b])),
            Expr::Less(a, b) => Some((Comparison::Less, [a, b])),
            Expr::LessOrEqual(a, b) => Some((Comparison::LessOrEqual, [a, b])),
            Expr::Attribute { .. }
            | Expr::OrElse(_)
            | Expr::If(..)
            | Expr::Missing(_)
            | Expr::In(..)
            | Expr::Query(_)
            | exprs!(leaf | reckoning | logic | call) => None,
        }
    }

    /// The two sides of a comparison.
    pub fn compared(&self) -> Option<[ExprId; 2]> {
        self.comparison().map(|(_, sides)| sides)
    }

    /// The value that it is.
    pub fn constant(&self) -> Option<Value> {
        if let Expr::Const(value) = *self {
            return Some(value);
        }
        None
    }

    /// The attribute that it is, and of which record.
    pub fn attribute(&self) -> Option<(KindId, Slot, ExprId)> {
        if let Expr::Attribute { kind, of, slot } = *self {
            return Some((kind, slot, of));
        }
        None
    }

    /// The record by whose number alone it asks for the only one.
    pub fn only_record(&self, exprs: &[Expr]) -> Option<(KindId, u32)> {
        let (query, filter) = self.only()?;
        let Expr::Equal(each, number) = exprs[filter.index()] else {
            return None;
        };
        let is_each = matches!(exprs[each.index()], Expr::Local(local) if local == query.local);
        let number = u32::try_from(exprs[number.index()].constant()?).ok()?;
        is_each.then_some((query.kind, number))
    }

    /// The kind of the only record that it asks for by the two between which it stands: `gap(a, b)`.
    pub fn only_between(&self, exprs: &[Expr]) -> Option<KindId> {
        let (query, _) = self.only()?;
        query.between(exprs).map(|_| query.kind)
    }

    /// The question for the only record of which something holds, and what.
    fn only(&self) -> Option<(&Query, ExprId)> {
        let Expr::Query(query) = self else {
            return None;
        };
        let filter = query.filter.filter(|_| query.ask == QueryKind::The)?;
        Some((query, filter))
    }
}

impl Query {
    /// The two that the first two attributes of its records have to hold, in this order or in either, where that is all that it asks of them.
    pub fn between(&self, exprs: &[Expr]) -> Option<[ExprId; 2]> {
        let held = |id: ExprId, wanted: Slot| {
            let Expr::Equal(held, of) = exprs[id.index()] else {
                return None;
            };
            let (kind, slot, record) = exprs[held.index()].attribute()?;
            let is_each = matches!(exprs[record.index()], Expr::Local(own) if own == self.local);
            ((kind, slot) == (self.kind, wanted) && is_each).then_some(of)
        };
        let both = |id: ExprId| match &exprs[id.index()] {
            Expr::And(two) => match two[..] {
                [one, other] => Some([held(one, 0)?, held(other, 1)?]),
                _ => None,
            },
            _ => None,
        };
        let filter = self.filter?;
        let Expr::Or(orders) = &exprs[filter.index()] else {
            return both(filter);
        };
        match orders[..] {
            [order, turned] => {
                let [one, other] = both(order)?;
                (both(turned)? == [other, one]).then_some([one, other])
            }
            _ => None,
        }
    }
}
