//! Code of conditions: jumps, without values of their own.

use super::code::{Address, Instruction, Register};
use super::emit::{CodeLabel, Emitter};
use super::expressions::is_condition;
use super::operation::JumpComparison;
use crate::ruleset::index::to_byte;
use crate::ruleset::{Expr, ExprId, KindId, Value, exprs};

impl<'a> Emitter<'a, '_> {
    /// Jumps to the label where a condition is true (`when`), or is not, and goes on elsewhere. A missing value is not true.
    pub fn condition(&mut self, id: ExprId, when: bool, label: CodeLabel) {
        self.inside(id, |this, expr| this.condition_of(id, expr, when, label));
    }

    pub(super) fn condition_of(
        &mut self,
        id: ExprId,
        expr: &'a Expr,
        when: bool,
        label: CodeLabel,
    ) {
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
                self.place(otherwise);
                self.condition(*no, when, label);
                self.place(end);
            }
            Expr::Missing(part) => self.missing(*part, when, label),
            Expr::Equal(a, b) => self.equal(*a, *b, when, label),
            Expr::NotEqual(a, b) => self.equal(*a, *b, !when, label),
            Expr::Less(a, b) => self.less(id, *a, *b, when, label),
            Expr::LessOrEqual(a, b) => self.at_most(id, *a, *b, when, label),
            Expr::Query(query) if is_condition(expr) => self.any_or_every(query, when, label),
            Expr::Call(function, arguments) if self.is_inlined(*function) => {
                self.inlined(*function, arguments, |this, body| {
                    this.condition(body, when, label)
                });
            }
            Expr::Local(local) => {
                let of = self.name(*local);
                self.jump_if(of, when, label);
            }
            Expr::Attribute { .. } => self.is(id, 1, when, label),
            Expr::Text(_)
            | Expr::OrElse(_)
            | Expr::In(..)
            | Expr::Query(_)
            | exprs!(reckoning | kept | call) => {
                let of = self.fresh(1);
                self.value_of(id, expr, of);
                self.jump_if(of, when, label);
            }
        }
    }

    fn jump_if(&mut self, of: Register, when: bool, label: CodeLabel) {
        self.emit(Instruction::JumpIf {
            of,
            when,
            target: label.0,
        });
    }

    /// Some conditions, from the left, as far as needed: `settles` is what settles the whole.
    fn all(&mut self, all: &'a [ExprId], when: bool, label: CodeLabel, settles: bool) {
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
        self.place(end);
    }

    fn constant(&self, id: ExprId) -> Option<i32> {
        match &self.exprs[id.index()] {
            Expr::Const(value) => i32::try_from(*value).ok(),
            Expr::Text(text) => i32::try_from(text.0).ok(),
            _ => None,
        }
    }

    fn equal(&mut self, a: ExprId, b: ExprId, when: bool, label: CodeLabel) {
        match (self.constant(a), self.constant(b)) {
            (_, Some(value)) => self.is(a, value, when, label),
            (Some(value), None) => self.is(b, value, when, label),
            (None, None) => self.equal_values(a, b, when, label.0),
        }
    }

    fn equal_values(&mut self, a: ExprId, b: ExprId, when: bool, target: Address) {
        let exprs = self.exprs;
        let attribute = |id: ExprId| match exprs[id.index()] {
            Expr::Attribute { kind, of, slot } => {
                let kind = u8::try_from(kind.0).ok()?;
                Some((kind, of, slot))
            }
            _ => None,
        };
        // Reading an attribute has no effect, so it may come after the other side.
        let ((kind, of, slot), right) = match (attribute(a), attribute(b)) {
            (Some(left), _) => {
                let of = self.operand(left.1);
                ((left.0, of, left.2), self.operand(b))
            }
            (None, Some(right)) => {
                let left = self.operand(a);
                ((right.0, self.operand(right.1), right.2), left)
            }
            (None, None) => {
                let (left, right) = (self.operand(a), self.operand(b));
                return self.emit(Instruction::JumpIfEqual {
                    left,
                    right,
                    when,
                    target,
                });
            }
        };
        let part = (self.image.dependencies).part(KindId(kind.into()), slot);
        self.emit(Instruction::JumpIfAttributeEqual {
            of,
            kind,
            part,
            when,
            slot,
            right,
            target,
        });
    }

    /// Jumps where the value of an expression is a constant.
    fn is(&mut self, id: ExprId, value: i32, when: bool, label: CodeLabel) {
        let target = label.0;
        let exprs = self.exprs;
        let jump = match exprs[id.index()] {
            Expr::Attribute { kind, of, slot } if self.is_combat(kind, of) => {
                Instruction::JumpIfCombat {
                    part: self.image.dependencies.part(kind, slot),
                    when,
                    slot,
                    value,
                    target,
                }
            }
            Expr::Attribute { kind, of, slot } if has_byte(kind) => Instruction::JumpIfAttribute {
                of: self.operand(of),
                kind: to_byte(kind.index()),
                part: self.image.dependencies.part(kind, slot),
                when,
                slot,
                value,
                target,
            },
            _ => {
                let of = self.operand(id);
                Instruction::JumpIfIs {
                    of,
                    when,
                    value,
                    target,
                }
            }
        };
        self.emit(jump);
    }

    /// Whether an expression is an attribute of the record that a name holds, which an instruction can read by itself.
    fn is_direct(&self, id: ExprId) -> bool {
        let expr = &self.exprs[id.index()];
        let of_name = match expr {
            Expr::Attribute { kind, of, .. } => {
                has_byte(*kind) && matches!(self.exprs[of.index()], Expr::Local(_))
            }
            _ => false,
        };
        of_name && self.image.costs.may_stand(expr, self.depth + 1)
    }

    /// Jumps where the value of an expression is missing.
    fn missing(&mut self, id: ExprId, when: bool, label: CodeLabel) {
        let target = label.0;
        let exprs = self.exprs;
        let jump = match exprs[id.index()] {
            Expr::Attribute { kind, of, slot } if self.is_direct(id) => {
                Instruction::JumpIfAttributeMissing {
                    of: self.operand(of),
                    kind: to_byte(kind.index()),
                    part: self.image.dependencies.part(kind, slot),
                    when,
                    slot,
                    target,
                }
            }
            _ => Instruction::JumpIfMissing {
                of: self.operand(id),
                when,
                target,
            },
        };
        self.emit(jump);
    }

    fn less(&mut self, id: ExprId, a: ExprId, b: ExprId, when: bool, label: CodeLabel) {
        match (self.constant(a), self.constant(b)) {
            (_, Some(value)) => self.below(a, Value::from(value), when, label),
            (Some(value), None) => self.below(b, Value::from(value) + 1, !when, label),
            (None, None) => self.ordered(id, JumpComparison::Less, a, b, when, label),
        }
    }

    fn at_most(&mut self, id: ExprId, a: ExprId, b: ExprId, when: bool, label: CodeLabel) {
        match (self.constant(a), self.constant(b)) {
            (_, Some(value)) => self.below(a, Value::from(value) + 1, when, label),
            (Some(value), None) => self.below(b, Value::from(value), !when, label),
            (None, None) => self.ordered(id, JumpComparison::AtMost, a, b, when, label),
        }
    }

    fn ordered(
        &mut self,
        id: ExprId,
        order: JumpComparison,
        a: ExprId,
        b: ExprId,
        when: bool,
        label: CodeLabel,
    ) {
        let (left, right) = self.two(a, b);
        let jump = Instruction::JumpIfOrdered {
            order,
            left,
            right,
            when,
            target: label.0,
        };
        self.emit_at(jump, [id, a, b]);
    }

    /// Below a constant or not; one that is too large for the instruction is loaded.
    fn below(&mut self, part: ExprId, value: Value, when: bool, label: CodeLabel) {
        let target = label.0;
        let exprs = self.exprs;
        let jump = match (i32::try_from(value), &exprs[part.index()]) {
            (Ok(value), &Expr::Attribute { kind, of, slot }) if self.is_direct(part) => {
                Instruction::JumpIfAttributeBelow {
                    of: self.operand(of),
                    kind: to_byte(kind.index()),
                    part: self.image.dependencies.part(kind, slot),
                    when,
                    slot,
                    value,
                    target,
                }
            }
            (Ok(value), _) => Instruction::JumpIfBelow {
                of: self.operand(part),
                when,
                value,
                target,
            },
            (Err(_), _) => {
                let of = self.operand(part);
                let right = self.fresh(1);
                self.emit(Instruction::Constant { to: right, value });
                Instruction::JumpIfOrdered {
                    order: JumpComparison::Less,
                    left: of,
                    right,
                    when,
                    target,
                }
            }
        };
        self.emit_at(jump, [part; 3]);
    }
}

/// Whether the number of a kind is small enough for an instruction.
fn has_byte(kind: KindId) -> bool {
    kind.0 <= u32::from(u8::MAX)
}
