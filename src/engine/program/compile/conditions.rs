//! Conditions: steps that lead on, or elsewhere, and make no values.

use super::{Label, Maker};
use crate::engine::program::{Register, Step};
use crate::ruleset::{Expr, ExprId, Value};

impl<'a> Maker<'a> {
    /// Leads to the label where a condition is true (`when`) or is not, and on elsewhere. A missing value is not true.
    pub(super) fn condition(&mut self, id: ExprId, when: bool, label: Label) {
        self.inside(id, |this, expr| this.condition_of(id, expr, when, label));
    }

    pub(super) fn condition_of(&mut self, id: ExprId, expr: &'a Expr, when: bool, label: Label) {
        match expr {
            Expr::Const(value) => {
                if (*value == 1) == when {
                    self.jump(label);
                }
            }
            Expr::Not(part) => self.condition(*part, !when, label),
            Expr::And(all) => self.all(all, when, label, false),
            Expr::Or(all) => self.all(all, when, label, true),
            Expr::If(condition, yes, no) => {
                let (otherwise, end) = (self.label(), self.label());
                self.condition(*condition, false, otherwise);
                self.condition(*yes, when, label);
                self.jump(end);
                self.here(otherwise);
                self.condition(*no, when, label);
                self.here(end);
            }
            Expr::Missing(part) => {
                let of = self.operand(*part);
                self.step(Step::IfMissing {
                    of,
                    when,
                    target: label.0,
                });
            }
            Expr::Equal(a, b) => self.equal(*a, *b, when, label),
            Expr::NotEqual(a, b) => self.equal(*a, *b, !when, label),
            Expr::Less(a, b) => self.less(id, *a, *b, when, label),
            Expr::LessOrEqual(a, b) => self.less_or_equal(id, *a, *b, when, label),
            Expr::Query(query) if super::is_condition(expr) => {
                self.any_or_every(query, when, label)
            }
            Expr::Call(function, arguments) if self.is_small(*function) => {
                self.put_in(*function, arguments, |this, body| {
                    this.condition(body, when, label)
                });
            }
            Expr::Attribute { kind, of, slot } => {
                let of = self.operand(*of);
                let (kind, slot, target) = (self.small(kind.0), *slot, label.0);
                self.step(match when {
                    true => Step::IfAttributeIs {
                        of,
                        kind,
                        slot,
                        value: 1,
                        target,
                    },
                    false => Step::IfAttributeIsNot {
                        of,
                        kind,
                        slot,
                        value: 1,
                        target,
                    },
                });
            }
            Expr::Local(local) => {
                let of = self.name(*local);
                self.when_true(of, when, label);
            }
            expr => {
                let of = self.fresh(1);
                self.value_of(id, expr, of);
                self.when_true(of, when, label);
            }
        }
    }

    fn when_true(&mut self, of: Register, when: bool, label: Label) {
        self.step(Step::If {
            of,
            when,
            target: label.0,
        });
    }

    /// Some conditions, from the left, as far as needed: `settles` is what settles the whole.
    fn all(&mut self, all: &'a [ExprId], when: bool, label: Label, settles: bool) {
        if when == settles {
            for part in all {
                self.condition(*part, when, label);
            }
            return;
        }
        let Some((last, others)) = all.split_last() else {
            // All of none are true, any of none is not.
            return self.jump(label);
        };
        let end = self.label();
        for part in others {
            self.condition(*part, settles, end);
        }
        self.condition(*last, when, label);
        self.here(end);
    }

    fn constant(&self, id: ExprId) -> Option<i32> {
        match &self.exprs[id.index()] {
            Expr::Const(value) => i32::try_from(*value).ok(),
            Expr::Text(text) => i32::try_from(text.0).ok(),
            _ => None,
        }
    }

    fn equal(&mut self, a: ExprId, b: ExprId, when: bool, label: Label) {
        let (part, value) = match (self.constant(a), self.constant(b)) {
            (_, Some(value)) => (a, value),
            (Some(value), None) => (b, value),
            (None, None) => {
                let left = self.operand(a);
                let right = self.operand(b);
                return self.step(Step::IfEqual {
                    left,
                    right,
                    when,
                    target: label.0,
                });
            }
        };
        let target = label.0;
        let exprs = self.exprs;
        let step = match &exprs[part.index()] {
            Expr::Attribute { kind, of, slot } if self.depth < super::DEEPEST => {
                let (kind, slot, of) = (self.small(kind.0), *slot, self.operand(*of));
                match when {
                    true => Step::IfAttributeIs {
                        of,
                        kind,
                        slot,
                        value,
                        target,
                    },
                    false => Step::IfAttributeIsNot {
                        of,
                        kind,
                        slot,
                        value,
                        target,
                    },
                }
            }
            Expr::Option(option) => {
                let option = self.small(option.0);
                match when {
                    true => Step::IfOptionIs {
                        option,
                        value,
                        target,
                    },
                    false => Step::IfOptionIsNot {
                        option,
                        value,
                        target,
                    },
                }
            }
            _ => {
                let of = self.operand(part);
                match when {
                    true => Step::IfIs { of, value, target },
                    false => Step::IfIsNot { of, value, target },
                }
            }
        };
        self.step(step);
    }

    fn less(&mut self, id: ExprId, a: ExprId, b: ExprId, when: bool, label: Label) {
        match (self.constant(a), self.constant(b)) {
            (_, Some(value)) => self.below(a, Value::from(value), when, label),
            (Some(value), None) => self.below(b, Value::from(value) + 1, !when, label),
            (None, None) => {
                let (left, right) = self.two(a, b);
                let step = Step::IfLess {
                    left,
                    right,
                    when,
                    target: label.0,
                };
                self.step_at(step, [id, a, b]);
            }
        }
    }

    fn less_or_equal(&mut self, id: ExprId, a: ExprId, b: ExprId, when: bool, label: Label) {
        match (self.constant(a), self.constant(b)) {
            (_, Some(value)) => self.below(a, Value::from(value) + 1, when, label),
            (Some(value), None) => self.below(b, Value::from(value), !when, label),
            (None, None) => {
                let (left, right) = self.two(a, b);
                let step = Step::IfAtMost {
                    left,
                    right,
                    when,
                    target: label.0,
                };
                self.step_at(step, [id, a, b]);
            }
        }
    }

    /// Below a number or not; a number too large for a step goes into a register.
    fn below(&mut self, part: ExprId, value: Value, when: bool, label: Label) {
        let of = self.operand(part);
        let target = label.0;
        let step = match (i32::try_from(value), when) {
            (Ok(value), true) => Step::IfBelow { of, value, target },
            (Ok(value), false) => Step::IfNotBelow { of, value, target },
            (Err(_), when) => {
                let right = self.fresh(1);
                self.step(Step::Put { to: right, value });
                Step::IfLess {
                    left: of,
                    right,
                    when,
                    target,
                }
            }
        };
        self.step_at(step, [part; 3]);
    }
}
