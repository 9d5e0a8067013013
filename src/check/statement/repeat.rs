//! Repetitions, and how they are left. `repeat n times` becomes a `repeat while` that counts in a local without a name.

use super::block::{add_to, block, only_if, put};
use crate::check::elaborator::Elaborator;
use crate::check::types::NUMBER;
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::index::to_value;
use crate::ruleset::{
    Block, Declared, Destination, Expr, ExprId, Local, Statement, StatementKind as Kind, Type,
    Value,
};
use crate::source::Span;
use crate::syntax::ast::{self, Name};

impl Elaborator<'_> {
    /// `repeat while e { }`
    pub(super) fn repeat_while(&mut self, condition: &ast::Expr, body: &ast::Block) -> Kind {
        let condition = self.condition(condition);
        self.repeats += 1;
        let body = self.block(body);
        self.repeats -= 1;
        Kind::Repeat { condition, body }
    }

    /// `repeat n times as i { }`. The count is evaluated once, before.
    pub(super) fn repeat_times(
        &mut self,
        count: &ast::Expr,
        name: Option<&Name>,
        body: &ast::Block,
        before: &mut Vec<Statement>,
    ) -> Kind {
        let span = count.span;
        let most = self.value(count, &NUMBER, "the number of repetitions").id;
        let [done, times] = [self.reserve(), self.reserve()];
        let nothing = self.push(Expr::Const(0), span);
        for (local, value) in [(times, most), (done, nothing)] {
            let place = Destination::Local(local);
            let kind = Kind::Set { place, value };
            before.push(Statement { kind, span });
        }
        let [left, right] = [done, times].map(|local| self.push(Expr::Local(local), span));
        Kind::Repeat {
            condition: self.push(Expr::Less(left, right), span),
            body: self.scope(|inner| inner.counted(done, name, body, span)),
        }
    }

    /// The body of a counted repetition, which counts it first.
    fn counted(
        &mut self,
        done: Local,
        name: Option<&Name>,
        body: &ast::Block,
        span: Span,
    ) -> Block {
        let value = self.push(Expr::Const(1), span);
        let place = Destination::Local(done);
        let mut kinds = vec![Kind::Add { place, value }];
        if let Some(name) = name {
            let number = Declared::certain(NUMBER);
            let place = Destination::Local(self.bind(name, number));
            let value = self.push(Expr::Local(done), span);
            kinds.push(Kind::Set { place, value });
        }
        self.repeats += 1;
        let statements = self.statements(body);
        self.repeats -= 1;
        let counts = kinds.into_iter().map(|kind| Statement { kind, span });
        counts.chain(statements).collect()
    }

    /// `each limb p where ... { }`, for the words of a choice in their order, and for actions: a counted repetition. Which of them fit is settled before it.
    pub(super) fn each_listed(
        &mut self,
        of: &Name,
        name: &Name,
        (ty, values): (Type, Vec<Value>),
        filter: Option<&ast::Expr>,
        body: &ast::Block,
        before: &mut Vec<Statement>,
    ) -> Kind {
        let span = name.span;
        self.resolves_listed(of);
        let done = self.reserve();
        let number = |body: &mut Self, number| body.push(Expr::Const(number), span);
        let nothing = number(self, 0);
        before.extend(block([put(done, nothing)], span));
        let fits = filter.map(|filter| {
            let all = self.each_fits(name, (&ty, &values), filter);
            let all: Vec<(Local, ExprId)> = all
                .into_iter()
                .flatten()
                .map(|fits| (self.reserve(), fits))
                .collect();
            before.extend(block(
                all.iter().map(|&(local, fits)| put(local, fits)),
                span,
            ));
            (self.reserve(), all)
        });
        let [counted, times] = [Expr::Local(done), Expr::Const(to_value(values.len()))];
        let [counted, times] = [counted, times].map(|expr| self.push(expr, span));
        let condition = self.push(Expr::Less(counted, times), span);
        let around = std::mem::take(&mut self.repeats);
        let body = self.scope(|inner| {
            let local = inner.bind(name, Declared::certain(ty));
            let branches = values.iter().enumerate().map(|(index, &value)| {
                let [count, value] = [to_value(index + 1), value].map(|it| number(inner, it));
                let is_next = inner.push(Expr::Equal(counted, count), span);
                let known = fits.as_ref().and_then(|(fits, all)| {
                    let (known, _) = all.get(index)?;
                    Some(put(*fits, inner.push(Expr::Local(*known), span)))
                });
                let sets = [Some(put(local, value)), known];
                (is_next, block(sets.into_iter().flatten(), span))
            });
            let next = Kind::If {
                branches: branches.collect(),
                otherwise: Block::default(),
            };
            let step = number(inner, 1);
            let statements = inner.statements(body);
            let statements = match fits {
                None => statements,
                Some((fits, _)) => {
                    let fits = inner.push(Expr::Local(fits), span);
                    block([only_if(fits, statements)], span)
                }
            };
            let first = block([add_to(done, step), next], span);
            first.into_iter().chain(statements).collect()
        });
        self.repeats = around;
        Kind::Repeat { condition, body }
    }

    /// Refuses to put words and actions into an order.
    pub(super) fn in_their_order(&mut self, of: &Name, name: &Name, order: &[(ast::Expr, bool)]) {
        let Some((key, _)) = order.first() else {
            return;
        };
        let message = "words and actions come in the order in which they are written";
        let complaint = Diagnostic::error(Code::WrongPlace, key.span, message);
        let help = format!(
            "leave `in order of` out, or look for one of them: `the {} {} with highest ...`",
            of.text, name.text
        );
        self.diagnostics.push(complaint.help(help));
    }

    /// `leave repeat`
    pub(super) fn leave_repeat(&mut self, span: Span) -> Option<Kind> {
        if self.repeats == 0 {
            let complaint = Diagnostic::error(
                Code::WrongPlace,
                span,
                "`leave repeat` stands in no `repeat`, so there is none that it could leave",
            );
            let help = "it leaves the innermost `repeat` around it in the same phase, procedure, stage or trigger, and none around an `each` of words; a phase is left by `leave phase` and its name";
            self.diagnostics.push(complaint.help(help));
            return None;
        }
        Some(Kind::LeaveRepeat)
    }
}
