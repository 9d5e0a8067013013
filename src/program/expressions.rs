//! Code of expressions. Only the way from instruction to instruction is made shorter: nothing is evaluated at another time or in another order than
//! the guide says, so faults come at the same places.

use super::code::{Instruction, Register};
use super::emit::{CodeLabel, Emitter};
use super::operation::{Arithmetic, Covered};
use crate::analysis::is_leaf;
use crate::ruleset::index::to_short;
use crate::ruleset::walk::each_name;
use crate::ruleset::{
    Expr, ExprId, FunctionId, KindId, Local, MISSING, QueryKind, Slot, Value, exprs,
};

/// Whether an expression is yes or no by its form.
pub(super) fn is_condition(expr: &Expr) -> bool {
    match expr {
        Expr::Missing(_) | exprs!(comparison | logic) => true,
        Expr::Query(query) => matches!(query.ask, QueryKind::Any | QueryKind::Every),
        Expr::Attribute { .. }
        | Expr::OrElse(_)
        | Expr::If(..)
        | Expr::In(..)
        | exprs!(leaf | reckoning | call) => false,
    }
}

impl<'a> Emitter<'a, '_> {
    /// The register of a name.
    pub fn name(&self, local: Local) -> Register {
        match &self.scope {
            Some(scope) => scope.get(usize::from(local)).copied().unwrap_or_default(),
            None => local,
        }
    }

    /// Goes into an expression, unless that would be too deep; frees the registers that are used there.
    pub(super) fn inside(&mut self, id: ExprId, make: impl FnOnce(&mut Self, &'a Expr)) {
        let exprs = self.exprs;
        let expr = &exprs[id.index()];
        let next = self.next;
        self.depth += u32::from(!is_leaf(expr));
        match self.is_too_deep(expr) {
            true => self.emit_at(Instruction::TooDeep, [id; 3]),
            false => make(self, expr),
        }
        self.depth -= u32::from(!is_leaf(expr));
        self.next = next;
    }

    /// Whether more expressions lie in each other here than may, those of the definition or table included that is needed.
    fn is_too_deep(&self, expr: &Expr) -> bool {
        !self.image.costs.may_stand(expr, self.depth)
    }

    /// Returns the value of an expression from a definition.
    pub fn return_value(&mut self, id: ExprId) {
        self.inside(id, |this, expr| match expr {
            Expr::Const(value) => this.emit(Instruction::ReturnConstant { value: *value }),
            Expr::Text(text) => this.emit(Instruction::ReturnConstant {
                value: Value::from(text.0),
            }),
            Expr::If(condition, yes, no) => {
                let otherwise = this.label();
                this.condition(*condition, false, otherwise);
                this.return_value(*yes);
                this.place(otherwise);
                this.return_value(*no);
            }
            Expr::Call(function, arguments) if this.is_inlined(*function) => {
                this.inlined(*function, arguments, Self::return_value);
            }
            expr if is_condition(expr) => {
                let no = this.label();
                this.condition_of(id, expr, false, no);
                this.emit(Instruction::ReturnConstant { value: 1 });
                this.place(no);
                this.emit(Instruction::ReturnConstant { value: 0 });
            }
            expr => {
                let of = match expr {
                    Expr::Local(local) => this.name(*local),
                    expr => {
                        let to = this.fresh(1);
                        this.value_of(id, expr, to);
                        to
                    }
                };
                this.emit(Instruction::Return { of });
            }
        });
    }

    /// The register that holds the value of an expression: that of a name, or a fresh one.
    pub fn operand(&mut self, id: ExprId) -> Register {
        match &self.exprs[id.index()] {
            Expr::Local(local) => self.name(*local),
            _ => {
                let to = self.fresh(1);
                self.value(id, to);
                to
            }
        }
    }

    /// The register that holds the value of an expression; a fault where it is missing.
    pub fn present(&mut self, id: ExprId) -> Register {
        let of = self.operand(id);
        if !matches!(self.exprs[id.index()], Expr::Const(value) if value != MISSING) {
            self.emit_at(Instruction::Present { of }, [id; 3]);
        }
        of
    }

    /// Puts the value of an expression into a register that the expression does not read.
    pub fn value(&mut self, id: ExprId, to: Register) {
        self.inside(id, |this, expr| this.value_of(id, expr, to));
    }

    /// Puts the value of an expression into the register of a name.
    pub fn assign(&mut self, id: ExprId, local: Local) {
        let (next, to) = (self.next, self.name(local));
        let mut is_used = false;
        each_name(self.exprs, id, &mut |name| is_used |= name == local);
        if is_used {
            let from = self.operand(id);
            self.emit(Instruction::Copy { to, from });
        } else {
            self.value(id, to);
        }
        self.next = next;
    }

    pub(super) fn value_of(&mut self, id: ExprId, expr: &'a Expr, to: Register) {
        match expr {
            Expr::Const(value) => self.emit(Instruction::Constant { to, value: *value }),
            Expr::Text(text) => self.emit(Instruction::Constant {
                to,
                value: Value::from(text.0),
            }),
            Expr::Local(local) => {
                let from = self.name(*local);
                self.emit(Instruction::Copy { to, from });
            }
            Expr::Option(option) => self.emit(Instruction::Option {
                to,
                option: *option,
            }),
            Expr::Counter(phase) => self.emit(Instruction::Counter { to, phase: *phase }),
            Expr::Now => self.emit(Instruction::Now { to }),
            Expr::Attribute { kind, of, slot } => self.attribute((*kind, *slot), *of, to),
            Expr::Plus(a, b) => self.arithmetic(id, Arithmetic::Plus, *a, *b, to),
            Expr::Minus(a, b) => self.arithmetic(id, Arithmetic::Minus, *a, *b, to),
            Expr::Times(a, b) => self.arithmetic(id, Arithmetic::Times, *a, *b, to),
            Expr::Higher(a, b) => self.arithmetic(id, Arithmetic::Higher, *a, *b, to),
            Expr::Lower(a, b) => self.arithmetic(id, Arithmetic::Lower, *a, *b, to),
            Expr::Mod(a, b) => self.arithmetic(id, Arithmetic::Mod, *a, *b, to),
            Expr::Divide { left, right, up } => {
                let operation = if *up {
                    Arithmetic::Up
                } else {
                    Arithmetic::Down
                };
                self.arithmetic(id, operation, *left, *right, to);
            }
            Expr::In(record, set) => {
                let (record, set) = (self.operand(*record), self.operand(*set));
                self.emit(Instruction::Contains { to, record, set });
            }
            Expr::Negate(part) => {
                let (right, left) = (self.operand(*part), self.fresh(1));
                self.emit(Instruction::Constant { to: left, value: 0 });
                let minus = Instruction::Arithmetic {
                    operation: Arithmetic::Minus,
                    to,
                    left,
                    right,
                };
                self.emit_at(minus, [id, *part, *part]);
            }
            Expr::OrElse(all) => {
                let end = self.label();
                for (index, part) in all.iter().enumerate() {
                    if index > 0 {
                        self.emit(Instruction::JumpIfMissing {
                            of: to,
                            when: false,
                            target: end.0,
                        });
                    }
                    self.value(*part, to);
                }
                if all.is_empty() {
                    self.emit(Instruction::Constant { to, value: MISSING });
                }
                self.place(end);
            }
            Expr::If(condition, yes, no) => {
                let (otherwise, end) = (self.label(), self.label());
                self.condition(*condition, false, otherwise);
                self.value(*yes, to);
                self.jump(end);
                self.place(otherwise);
                self.value(*no, to);
                self.place(end);
            }
            Expr::Call(function, arguments) => self.call(id, *function, arguments, to),
            Expr::Lookup(table, arguments) => {
                let first = self.arguments_at(arguments, to);
                let key = first + to_short(arguments.len().saturating_sub(1));
                let lookup = Instruction::Lookup {
                    first,
                    key,
                    table: *table,
                };
                self.emit_at(lookup, [id; 3]);
                self.copy(first, to);
            }
            Expr::Query(query) if !is_condition(expr) => self.query(id, query, to),
            Expr::Missing(_) | Expr::Query(_) | exprs!(comparison | logic) => {
                let (no, end) = (self.label(), self.label());
                self.condition_of(id, expr, false, no);
                self.emit(Instruction::Constant { to, value: 1 });
                self.jump(end);
                self.place(no);
                self.emit(Instruction::Constant { to, value: 0 });
                self.place(end);
            }
        }
    }

    fn attribute(&mut self, (kind, slot): (KindId, Slot), of: ExprId, to: Register) {
        let exprs = self.exprs;
        let part = self.image.dependencies.part(kind, slot);
        if self.is_combat(kind, of) {
            return self.emit(Instruction::Combat { to, part, slot });
        }
        let path = match exprs[of.index()] {
            Expr::Attribute {
                kind: first,
                of,
                slot: through,
            } => match (u8::try_from(first.0), u8::try_from(kind.0)) {
                (Ok(one), Ok(other)) => Some((of, [one, other], (first, through))),
                _ => None,
            },
            _ => None,
        };
        let Some((of, kinds, (first, through))) = path else {
            let of = self.operand(of);
            return self.emit(Instruction::Attribute {
                to,
                of,
                kind: to_short(kind.index()),
                part,
                slot,
            });
        };
        let of = self.operand(of);
        let parts = [self.image.dependencies.part(first, through), part];
        self.emit(Instruction::Path {
            to,
            of,
            kinds,
            parts,
            slots: [through, slot],
        });
    }

    /// Whether an expression of this kind is the combat.
    pub(super) fn is_combat(&self, kind: KindId, id: ExprId) -> bool {
        kind == KindId::COMBAT && matches!(self.exprs[id.index()], Expr::Const(0))
    }

    /// Two values in registers. One that is missing faults before the other is evaluated.
    pub(super) fn two(&mut self, left: ExprId, right: ExprId) -> (Register, Register) {
        let a = self.operand(left);
        if !self.is_silent(right) {
            self.emit_at(Instruction::Present { of: a }, [left; 3]);
        }
        (a, self.operand(right))
    }

    fn arithmetic(
        &mut self,
        id: ExprId,
        operation: Arithmetic,
        a: ExprId,
        b: ExprId,
        to: Register,
    ) {
        let (left, right) = self.two(a, b);
        let arithmetic = Instruction::Arithmetic {
            operation,
            to,
            left,
            right,
        };
        self.emit_at(arithmetic, [id, a, b]);
    }

    /// Whether an expression cannot fault, costs no step and covers nothing.
    pub(super) fn is_silent(&self, id: ExprId) -> bool {
        match &self.exprs[id.index()] {
            Expr::Attribute { of, .. } => is_leaf(&self.exprs[of.index()]),
            expr => is_leaf(expr),
        }
    }

    fn call(&mut self, id: ExprId, function: FunctionId, arguments: &'a [ExprId], to: Register) {
        if self.is_inlined(function) {
            return self.inlined(function, arguments, |this, body| this.value(body, to));
        }
        let known = self.label();
        let is_cached = self.image.dependencies.is_cached(function);
        let name = match arguments {
            [argument] if is_cached => match self.exprs[argument.index()] {
                Expr::Local(local) => Some(self.name(local)),
                _ => None,
            },
            _ => None,
        };
        // The value of a name need not be copied where that of the definition is known.
        let given = if name.is_some() { &[][..] } else { arguments };
        let first = self.arguments_at(given, to);
        if is_cached {
            self.emit(Instruction::Recall {
                first,
                of: name.unwrap_or(first),
                function,
                target: known.0,
            });
        }
        self.cover(Covered::Function(function));
        let target = self.image.function(function);
        self.emit_at(Instruction::Call { first, target }, [id; 3]);
        if is_cached {
            self.emit(Instruction::Keep { first });
        }
        self.place(known);
        self.copy(first, to);
    }

    /// Copies a register, unless it is the other one.
    fn copy(&mut self, from: Register, to: Register) {
        if from != to {
            self.emit(Instruction::Copy { to, from });
        }
    }

    /// The values of arguments, in registers one after the other behind all that are in use; the last of these, where the value of the call goes, is
    /// the first of them if it can be.
    fn arguments_at(&mut self, arguments: &[ExprId], to: Register) -> Register {
        if to + 1 == self.next {
            self.next = to;
        }
        self.arguments(arguments)
    }

    /// The values of arguments, in registers one after the other behind all that are in use.
    pub fn arguments(&mut self, arguments: &[ExprId]) -> Register {
        let first = self.fresh(arguments.len().max(1));
        for (register, argument) in (first..).zip(arguments) {
            self.value(*argument, register);
        }
        first
    }

    /// Whether calls of a definition are inlined. One whose values are kept is not, if it goes through records: it need not be evaluated again.
    pub(super) fn is_inlined(&self, function: FunctionId) -> bool {
        let (costs, dependencies) = (&self.image.costs, &self.image.dependencies);
        let is_kept = dependencies.is_cached(function) && costs.loops(function);
        self.inlines && !is_kept && costs.is_inlined(function)
    }

    /// Emits the body of a definition here, with its own names.
    pub(super) fn inlined(
        &mut self,
        function: FunctionId,
        arguments: &'a [ExprId],
        make: impl FnOnce(&mut Self, ExprId),
    ) {
        self.cover(Covered::Function(function));
        let mut scope: Vec<Register> = Vec::with_capacity(arguments.len());
        for argument in arguments {
            scope.push(self.operand(*argument));
        }
        let rules = self.rules;
        let function = &rules.functions[function.index()];
        let own = usize::from(function.locals).saturating_sub(scope.len());
        let first = self.fresh(own);
        scope.extend((first..).take(own));
        let outer = (
            self.scope.replace(scope),
            std::mem::replace(&mut self.exprs, rules.exprs.as_slice()),
            std::mem::replace(&mut self.spans, rules.expr_spans.as_slice()),
        );
        make(self, function.body);
        (self.scope, self.exprs, self.spans) = outer;
    }

    /// Jumps to a label if the condition is false, if there is one.
    pub fn unless(&mut self, condition: Option<ExprId>, label: CodeLabel) {
        if let Some(condition) = condition {
            self.condition(condition, false, label);
        }
    }
}
