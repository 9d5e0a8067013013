//! From expressions to programs. Nothing is worked out here, shared or put in another order: only the way from step to step is made shorter.

mod conditions;
mod queries;

use super::cost::{Costs, SMALL, is_leaf};
use super::{At, DEEPEST, Places, Program, Reckoning, Register, Step};
use crate::ruleset::walk::each_expr;
use crate::ruleset::{Expr, ExprId, FunctionId, Local, MISSING, Ruleset, Value};
use crate::source::Span;

/// Compiles one expression of a list of expressions.
pub(super) fn compile(
    rules: &Ruleset,
    exprs: &[Expr],
    spans: &[Span],
    costs: &Costs,
    id: ExprId,
) -> Program {
    let (names, first) = names(exprs, id);
    let mut maker = Maker {
        rules,
        exprs,
        spans,
        costs,
        steps: Vec::new(),
        places: Vec::new(),
        labels: Vec::new(),
        scope: None,
        depth: 0,
        next: first,
        registers: first,
        full: false,
    };
    maker.give(id);
    maker.done(id, names)
}

/// How many names an expression reads from the frame of its body, and how many there are with those of its own queries.
fn names(exprs: &[Expr], id: ExprId) -> (Register, Register) {
    let (mut read, mut all) = (Vec::new(), 0);
    let mut bound: Vec<Local> = Vec::new();
    each_expr(exprs, id, &mut |expr| match expr {
        Expr::Local(local) => read.push(*local),
        Expr::Query(query) => bound.push(query.local),
        _ => {}
    });
    for local in read.iter().chain(&bound) {
        all = all.max(local.saturating_add(1));
    }
    let free = read.iter().filter(|local| !bound.contains(local));
    (free.max().map_or(0, |local| local + 1), all)
}

/// A step to come, by number, until it is known.
#[derive(Clone, Copy)]
struct Label(At);

/// A program while it is made.
struct Maker<'a> {
    rules: &'a Ruleset,
    exprs: &'a [Expr],
    spans: &'a [Span],
    costs: &'a Costs,
    steps: Vec<Step>,
    places: Vec<(At, Places)>,
    /// where labels are
    labels: Vec<At>,
    /// the registers of the names of the definition that is put in here; the names of the program itself are the first registers
    scope: Option<Vec<Register>>,
    depth: u32,
    /// the first register that is free
    next: Register,
    registers: Register,
    /// there is no room for all registers, or for an id
    full: bool,
}

impl<'a> Maker<'a> {
    fn done(mut self, id: ExprId, names: Register) -> Program {
        if self.full {
            // Nobody writes such an expression.
            self.steps = vec![Step::TooDeep];
            self.places = vec![(0, [self.spans[id.index()]; 3])];
        }
        for step in &mut self.steps {
            if let Some(target) = step.target() {
                *target = self.labels[*target as usize];
            }
        }
        Program {
            steps: self.steps.into(),
            places: self.places.into(),
            names,
            registers: self.registers,
        }
    }

    fn step(&mut self, step: Step) {
        self.steps.push(step);
    }

    /// A step that can be at fault, and to which expressions that is owed.
    fn step_at(&mut self, step: Step, of: [ExprId; 3]) {
        let at = self.steps.len() as At;
        self.places.push((at, of.map(|id| self.spans[id.index()])));
        self.steps.push(step);
    }

    fn label(&mut self) -> Label {
        self.labels.push(0);
        Label(self.labels.len() as At - 1)
    }

    /// The label is here.
    fn here(&mut self, label: Label) {
        self.labels[label.0 as usize] = self.steps.len() as At;
    }

    fn jump(&mut self, label: Label) {
        self.step(Step::Jump { target: label.0 });
    }

    fn fresh(&mut self, count: usize) -> Register {
        let first = self.next;
        match Register::try_from(count)
            .ok()
            .and_then(|count| first.checked_add(count))
        {
            Some(next) => self.next = next,
            None => self.full = true,
        }
        self.registers = self.registers.max(self.next);
        first
    }

    /// An id that has room in a step.
    fn small(&mut self, id: u32) -> u16 {
        u16::try_from(id).unwrap_or_else(|_| {
            self.full = true;
            0
        })
    }

    fn name(&self, local: Local) -> Register {
        match &self.scope {
            Some(scope) => scope.get(local as usize).copied().unwrap_or_default(),
            None => local,
        }
    }

    /// Goes into an expression, unless that would be too deep; frees the registers that are used there.
    fn inside(&mut self, id: ExprId, make: impl FnOnce(&mut Self, &'a Expr)) {
        let expr = &self.exprs[id.index()];
        let nests = u32::from(!is_leaf(expr));
        if nests > 0 && self.depth == DEEPEST {
            return self.step_at(Step::TooDeep, [id; 3]);
        }
        let next = self.next;
        self.depth += nests;
        make(self, expr);
        self.depth -= nests;
        self.next = next;
    }

    /// The program ends with the value of an expression.
    fn give(&mut self, id: ExprId) {
        self.inside(id, |this, expr| match expr {
            Expr::Const(value) => this.step(Step::Give { value: *value }),
            Expr::Text(text) => this.step(Step::Give {
                value: Value::from(text.0),
            }),
            Expr::If(condition, yes, no) => {
                let otherwise = this.label();
                this.condition(*condition, false, otherwise);
                this.give(*yes);
                this.here(otherwise);
                this.give(*no);
            }
            Expr::Call(function, arguments) if this.is_small(*function) => {
                this.put_in(*function, arguments, Self::give);
            }
            expr if is_condition(expr) => {
                let no = this.label();
                this.condition_of(id, expr, false, no);
                this.step(Step::Give { value: 1 });
                this.here(no);
                this.step(Step::Give { value: 0 });
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
                this.step(Step::GiveBack { of });
            }
        });
    }

    /// The register that holds the value of an expression: a name's own, or a fresh one.
    fn operand(&mut self, id: ExprId) -> Register {
        match &self.exprs[id.index()] {
            Expr::Local(local) => self.name(*local),
            _ => {
                let to = self.fresh(1);
                self.value(id, to);
                to
            }
        }
    }

    /// Puts the value of an expression into a register that nothing else uses.
    fn value(&mut self, id: ExprId, to: Register) {
        self.inside(id, |this, expr| this.value_of(id, expr, to));
    }

    fn value_of(&mut self, id: ExprId, expr: &'a Expr, to: Register) {
        match expr {
            Expr::Const(value) => self.step(Step::Put { to, value: *value }),
            Expr::Text(text) => self.step(Step::Put {
                to,
                value: Value::from(text.0),
            }),
            Expr::Local(local) => {
                let from = self.name(*local);
                self.step(Step::Copy { to, from });
            }
            Expr::Option(option) => self.step(Step::Option {
                to,
                option: *option,
            }),
            Expr::Counter(phase) => self.step(Step::Counter { to, phase: *phase }),
            Expr::Now => self.step(Step::Now { to }),
            Expr::Attribute { kind, of, slot } => {
                let own = (self.small(kind.0), *slot);
                let exprs = self.exprs;
                match &exprs[of.index()] {
                    Expr::Attribute { kind, of, slot } if self.depth < DEEPEST => {
                        let first = (self.small(kind.0), *slot);
                        self.depth += 1;
                        let of = self.operand(*of);
                        self.depth -= 1;
                        self.step(Step::Attributes {
                            to,
                            of,
                            first,
                            second: own,
                        });
                    }
                    _ => {
                        let of = self.operand(*of);
                        self.step(Step::Attribute {
                            to,
                            of,
                            kind: own.0,
                            slot: own.1,
                        });
                    }
                }
            }
            Expr::Plus(a, b) => self.reckon(id, Reckoning::Plus, *a, *b, to),
            Expr::Minus(a, b) => self.reckon(id, Reckoning::Minus, *a, *b, to),
            Expr::Times(a, b) => self.reckon(id, Reckoning::Times, *a, *b, to),
            Expr::Higher(a, b) => self.reckon(id, Reckoning::Higher, *a, *b, to),
            Expr::Lower(a, b) => self.reckon(id, Reckoning::Lower, *a, *b, to),
            Expr::Mod(a, b) => self.reckon(id, Reckoning::Mod, *a, *b, to),
            Expr::Divide { left, right, up } => {
                let how = if *up { Reckoning::Up } else { Reckoning::Down };
                self.reckon(id, how, *left, *right, to);
            }
            Expr::Negate(part) => {
                let of = self.operand(*part);
                self.step_at(Step::Negate { to, of }, [id, *part, *part]);
            }
            Expr::OrElse(all) => {
                let end = self.label();
                for (index, part) in all.iter().enumerate() {
                    if index > 0 {
                        self.step(Step::IfMissing {
                            of: to,
                            when: false,
                            target: end.0,
                        });
                    }
                    self.value(*part, to);
                }
                if all.is_empty() {
                    self.step(Step::Put { to, value: MISSING });
                }
                self.here(end);
            }
            Expr::If(condition, yes, no) => {
                let (otherwise, end) = (self.label(), self.label());
                self.condition(*condition, false, otherwise);
                self.value(*yes, to);
                self.jump(end);
                self.here(otherwise);
                self.value(*no, to);
                self.here(end);
            }
            Expr::Call(function, arguments) => self.call(id, *function, arguments, to),
            Expr::Lookup(table, arguments) => {
                self.step(Step::BeginTable);
                let first = self.arguments(arguments);
                let depth = self.depth as u16;
                let step = Step::Lookup {
                    to,
                    first,
                    table: *table,
                    depth,
                };
                self.step_at(step, [id; 3]);
            }
            Expr::Query(query) if !is_condition(expr) => self.query(id, query, to),
            _ => {
                let (no, end) = (self.label(), self.label());
                self.condition_of(id, expr, false, no);
                self.step(Step::Put { to, value: 1 });
                self.jump(end);
                self.here(no);
                self.step(Step::Put { to, value: 0 });
                self.here(end);
            }
        }
    }

    /// Two values in registers. One that is missing is at fault before the other is worked out.
    fn two(&mut self, left: ExprId, right: ExprId) -> (Register, Register) {
        let a = self.operand(left);
        if !self.is_quiet(right) {
            self.step_at(Step::Present { of: a }, [left; 3]);
        }
        (a, self.operand(right))
    }

    fn reckon(&mut self, id: ExprId, how: Reckoning, a: ExprId, b: ExprId, to: Register) {
        let (left, right) = self.two(a, b);
        let step = Step::Reckon {
            how,
            to,
            left,
            right,
        };
        self.step_at(step, [id, a, b]);
    }

    /// Whether nothing can be seen of an expression's being worked out but its value.
    fn is_quiet(&self, id: ExprId) -> bool {
        match &self.exprs[id.index()] {
            Expr::Attribute { of, .. } => is_leaf(&self.exprs[of.index()]),
            expr => is_leaf(expr),
        }
    }

    fn is_small(&self, function: FunctionId) -> bool {
        self.costs.functions[function.index()].size <= SMALL
    }

    fn call(&mut self, id: ExprId, function: FunctionId, arguments: &'a [ExprId], to: Register) {
        if self.is_small(function) {
            return self.put_in(function, arguments, |this, body| this.value(body, to));
        }
        self.step(Step::Begin { function });
        let first = self.arguments(arguments);
        let depth = self.depth as u16;
        let step = Step::Call {
            to,
            first,
            function,
            depth,
        };
        self.step_at(step, [id; 3]);
    }

    /// The values of arguments, in registers one after the other.
    fn arguments(&mut self, arguments: &'a [ExprId]) -> Register {
        let first = self.fresh(arguments.len());
        for (register, argument) in (first..).zip(arguments) {
            self.value(*argument, register);
        }
        first
    }

    /// Puts the body of a definition here, with its own names.
    fn put_in(
        &mut self,
        function: FunctionId,
        arguments: &'a [ExprId],
        make: impl FnOnce(&mut Self, ExprId),
    ) {
        self.step(Step::Begin { function });
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
}

/// Whether an expression is yes or no by its form.
fn is_condition(expr: &Expr) -> bool {
    use crate::ruleset::QueryKind;
    match expr {
        Expr::Not(_)
        | Expr::And(_)
        | Expr::Or(_)
        | Expr::Missing(_)
        | Expr::Equal(..)
        | Expr::NotEqual(..)
        | Expr::Less(..)
        | Expr::LessOrEqual(..) => true,
        Expr::Query(query) => matches!(query.ask, QueryKind::Any | QueryKind::Every),
        _ => false,
    }
}

impl Step {
    /// Where the step may lead.
    fn target(&mut self) -> Option<&mut At> {
        match self {
            Step::Jump { target }
            | Step::If { target, .. }
            | Step::IfMissing { target, .. }
            | Step::IfEqual { target, .. }
            | Step::IfIs { target, .. }
            | Step::IfIsNot { target, .. }
            | Step::IfLess { target, .. }
            | Step::IfAtMost { target, .. }
            | Step::IfBelow { target, .. }
            | Step::IfNotBelow { target, .. }
            | Step::IfAttributeIs { target, .. }
            | Step::IfAttributeIsNot { target, .. }
            | Step::IfOptionIs { target, .. }
            | Step::IfOptionIsNot { target, .. }
            | Step::Next { done: target, .. } => Some(target),
            _ => None,
        }
    }
}
