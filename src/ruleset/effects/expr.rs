//! What expressions do.

use super::{Callee, Effect, Location, evaluates};
use crate::ruleset::{Expr, ExprId};

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
                for &expr in query.filter.iter().chain(&query.value) {
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

impl Expr {
    /// The two sides of a comparison.
    pub fn compared(&self) -> Option<[ExprId; 2]> {
        match *self {
            Expr::Equal(a, b)
            | Expr::NotEqual(a, b)
            | Expr::Less(a, b)
            | Expr::LessOrEqual(a, b) => Some([a, b]),
            _ => None,
        }
    }
}
