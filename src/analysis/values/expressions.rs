//! The values of expressions.

use super::{Domain, ValueSearch};
use crate::ruleset::{Callee, Expr, ExprId, MISSING, MOST, Query, QueryKind, Value};

impl ValueSearch<'_> {
    /// The values of an expression of a body, as far as they have been found; what it is made of is evaluated as far as it can be needed.
    pub(super) fn expr(&mut self, body: Callee, id: ExprId) -> Domain {
        let rules = self.rules;
        let values = match &rules.exprs[id.index()] {
            Expr::Const(value) => Domain::of(*value),
            Expr::Text(text) => Domain::of(text.0.into()),
            Expr::Local(name) => self.name(body, *name),
            Expr::Option(option) => Domain::of(self.options[option.index()]),
            Expr::Counter(_) => Domain::ANY,
            Expr::Now => Domain::PRESENT,
            Expr::Attribute { kind, of, slot } => {
                let of = self.expr(body, *of);
                let mut values = Domain::NONE;
                if of.may_be_present() {
                    values = self.attributes[kind.index()][usize::from(*slot)];
                }
                if of.may_be_missing() {
                    values.join(Domain::ABSENT);
                }
                values
            }
            Expr::Not(part) => {
                let part = self.expr(body, *part);
                Domain::yes_no(part.may_fail(), part.may_hold())
            }
            Expr::And(all) => {
                let (mut holds, mut fails) = (true, false);
                for &part in all {
                    let part = self.expr(body, part);
                    fails |= part.may_fail();
                    holds &= part.may_hold();
                    if !holds {
                        break;
                    }
                }
                Domain::yes_no(holds, fails)
            }
            Expr::Or(all) => {
                let (mut holds, mut fails) = (false, true);
                for &part in all {
                    let part = self.expr(body, part);
                    holds |= part.may_hold();
                    fails &= part.may_fail();
                    if !fails {
                        break;
                    }
                }
                Domain::yes_no(holds, fails)
            }
            Expr::OrElse(all) => {
                let mut values = Domain::ABSENT;
                for &part in all {
                    let part = self.expr(body, part);
                    values = values.present().or(part);
                    if !part.may_be_missing() {
                        break;
                    }
                }
                values
            }
            Expr::Negate(part) => {
                let part = self.expr(body, *part);
                number(Domain::of(0), part, |_, value| value.checked_neg())
            }
            Expr::Equal(a, b) => self.compares(body, [*a, *b], |a, b| a == b),
            Expr::NotEqual(a, b) => self.compares(body, [*a, *b], |a, b| a != b),
            Expr::In(a, b) => {
                self.two(body, [*a, *b]);
                Domain::yes_no(true, true)
            }
            Expr::Less(a, b) => self.orders(body, [*a, *b], |a, b| a < b),
            Expr::LessOrEqual(a, b) => self.orders(body, [*a, *b], |a, b| a <= b),
            Expr::Plus(a, b) => self.numbers(body, [*a, *b], Value::checked_add),
            Expr::Minus(a, b) => self.numbers(body, [*a, *b], Value::checked_sub),
            Expr::Times(a, b) => self.numbers(body, [*a, *b], Value::checked_mul),
            Expr::Higher(a, b) => self.numbers(body, [*a, *b], |a, b| Some(a.max(b))),
            Expr::Lower(a, b) => self.numbers(body, [*a, *b], |a, b| Some(a.min(b))),
            Expr::Divide { left, right, .. } | Expr::Mod(left, right) => {
                self.expr(body, *left);
                self.expr(body, *right);
                Domain::PRESENT
            }
            Expr::If(condition, yes, no) => {
                let condition = self.expr(body, *condition);
                let mut values = Domain::NONE;
                if condition.may_hold() {
                    values.join(self.expr(body, *yes));
                }
                if condition.may_fail() {
                    values.join(self.expr(body, *no));
                }
                values
            }
            Expr::Missing(part) => {
                let part = self.expr(body, *part);
                Domain::yes_no(part.may_be_missing(), part.may_be_present())
            }
            Expr::Call(function, arguments) => {
                self.calls(body, super::function(*function), arguments)
            }
            Expr::Lookup(table, arguments) => self.calls(body, super::table(*table), arguments),
            Expr::Query(query) => self.query(body, query),
        };
        self.grown |= self.exprs[id.index()].join(values);
        values
    }

    fn two(&mut self, body: Callee, [a, b]: [ExprId; 2]) -> (Domain, Domain) {
        let left = self.expr(body, a);
        (left, self.expr(body, b))
    }

    /// A comparison for which missing values count.
    fn compares(
        &mut self,
        body: Callee,
        sides: [ExprId; 2],
        compare: impl Fn(Value, Value) -> bool,
    ) -> Domain {
        let (left, right) = self.two(body, sides);
        let either = Domain::yes_no(true, true);
        // Of many values, it is known at least whether one can be missing.
        let other = match (left.only(), right.only()) {
            (Some(MISSING), _) => right,
            (_, Some(MISSING)) => left,
            _ => return Domain::pairs(left, right, either, |a, b| Some(compare(a, b).into())),
        };
        let same = Domain::of(compare(MISSING, MISSING).into());
        let different = Domain::of(compare(MISSING, 0).into());
        let values = [
            (other.may_be_missing(), same),
            (other.may_be_present(), different),
        ];
        let values = values.into_iter().filter(|one| one.0);
        values.fold(Domain::NONE, |all, one| all.or(one.1))
    }

    /// A comparison by size, which is a fault where a side is missing.
    fn orders(
        &mut self,
        body: Callee,
        sides: [ExprId; 2],
        compare: impl Fn(Value, Value) -> bool,
    ) -> Domain {
        let (left, right) = self.two(body, sides);
        let (left, right) = (left.present(), right.present());
        let either = Domain::yes_no(true, true);
        Domain::pairs(left, right, either, |a, b| Some(compare(a, b).into()))
    }

    fn numbers(
        &mut self,
        body: Callee,
        sides: [ExprId; 2],
        operate: impl Fn(Value, Value) -> Option<Value>,
    ) -> Domain {
        let (left, right) = self.two(body, sides);
        number(left, right, operate)
    }

    fn calls(&mut self, body: Callee, callee: Callee, arguments: &[ExprId]) -> Domain {
        self.arguments(body, callee, arguments);
        self.result_of(callee)
    }

    fn query(&mut self, body: Callee, query: &Query) -> Domain {
        let mut found = self.made[query.kind.index()];
        let mut values = Domain::NONE;
        if found {
            self.bind(body, query.local, Domain::PRESENT);
            let filter = query.filter.map(|filter| self.expr(body, filter));
            found = filter.is_none_or(|filter| filter.may_hold());
        }
        if let Some(value) = query.value.filter(|_| found) {
            values = self.expr(body, value);
            for key in &query.then {
                self.expr(body, key.0);
            }
        }
        let one = match found {
            true => Domain::PRESENT,
            false => Domain::NONE,
        };
        match query.ask {
            QueryKind::Any => Domain::yes_no(found, true),
            QueryKind::Every => Domain::yes_no(true, found && values.may_fail()),
            QueryKind::Count | QueryKind::Sum | QueryKind::All => Domain::of(0).or(one),
            QueryKind::Highest | QueryKind::Lowest => {
                values.present().or(self.otherwise(body, query))
            }
            QueryKind::The | QueryKind::TheHighest | QueryKind::TheLowest => {
                one.or(self.otherwise(body, query))
            }
        }
    }

    /// What counts where a query finds nothing.
    fn otherwise(&mut self, body: Callee, query: &Query) -> Domain {
        match query.otherwise {
            Some(otherwise) => self.expr(body, otherwise),
            None => Domain::ABSENT,
        }
    }
}

/// The values of arithmetic, which is a fault where an operand is missing or the result too large.
fn number(left: Domain, right: Domain, operate: impl Fn(Value, Value) -> Option<Value>) -> Domain {
    let (left, right) = (left.present(), right.present());
    Domain::pairs(left, right, Domain::PRESENT, |a, b| {
        operate(a, b).filter(|value| (-MOST..=MOST).contains(value))
    })
}
