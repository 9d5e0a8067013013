//! Repetitions, and how they are left. `repeat n times` becomes a `repeat while` that counts in a local without a name.

use crate::check::elaborator::Elaborator;
use crate::check::types::NUMBER;
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::{Block, Declared, Destination, Expr, Local, Statement, StatementKind as Kind};
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

    /// `leave repeat`
    pub(super) fn leave_repeat(&mut self, span: Span) -> Option<Kind> {
        if self.repeats == 0 {
            let complaint = Diagnostic::error(
                Code::WrongPlace,
                span,
                "`leave repeat` stands in no `repeat`, so there is none that it could leave",
            );
            let help = "it leaves the innermost `repeat` around it in the same phase, procedure, stage or trigger; a phase is left by `leave phase` and its name";
            self.diagnostics.push(complaint.help(help));
            return None;
        }
        Some(Kind::LeaveRepeat)
    }
}
