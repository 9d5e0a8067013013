//! Repetitions, and how they are left. `repeat n times` becomes a `repeat while` that counts in a local without a name.

use super::block::{add_to, block, only_if, put};
use crate::check::elaborator::Elaborator;
use crate::check::keyed;
use crate::check::types::NUMBER;
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::index::to_value;
use crate::ruleset::{
    Block, Declared, Expr, ExprId, Local, Statement, StatementKind as Kind, Type, Value,
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
        let times = self.value(count, &NUMBER, "the number of repetitions").id;
        self.counted(times, span, before, |inner, done| {
            let counts = name.map(|name| {
                let local = inner.bind(name, Declared::certain(NUMBER));
                put(local, inner.push(Expr::Local(done), span))
            });
            inner.repeats += 1;
            let statements = inner.statements(body);
            inner.repeats -= 1;
            block(counts, span).into_iter().chain(statements).collect()
        })
    }

    /// What `body` gives, so many times; it is given the local that says the how manyth time it is. The number is evaluated once, before.
    pub(super) fn counted(
        &mut self,
        times: ExprId,
        span: Span,
        before: &mut Vec<Statement>,
        body: impl FnOnce(&mut Self, Local) -> Block,
    ) -> Kind {
        let [done, most] = [self.reserve(), self.reserve()];
        let [nothing, one] = [0, 1].map(|number| self.push(Expr::Const(number), span));
        before.extend(block([put(most, times), put(done, nothing)], span));
        let [counted, most] = [done, most].map(|local| self.push(Expr::Local(local), span));
        let condition = self.push(Expr::Less(counted, most), span);
        let body = self.scope(|inner| body(inner, done));
        let first = block([add_to(done, one)], span);
        let body = first.into_iter().chain(body).collect();
        Kind::Repeat { condition, body }
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
        let fits: Option<Vec<Local>> = filter.map(|filter| {
            let all = self.each_fits(name, (&ty, &values), filter);
            let keep = |fits| {
                let local = self.reserve();
                before.extend(block([put(local, fits)], span));
                local
            };
            all.into_iter().flatten().map(keep).collect()
        });
        let times = self.push(Expr::Const(to_value(values.len())), span);
        self.counted(times, span, before, |inner, done| {
            let local = inner.bind(name, Declared::certain(ty));
            let chosen = fits.map(|all| (inner.reserve(), all));
            let counted = inner.push(Expr::Local(done), span);
            let branches = values.iter().enumerate().map(|(index, &value)| {
                let [count, value] =
                    [to_value(index + 1), value].map(|it| inner.push(Expr::Const(it), span));
                let is_next = inner.push(Expr::Equal(counted, count), span);
                let known = chosen.as_ref().and_then(|(fits, all)| {
                    let known = inner.push(Expr::Local(*all.get(index)?), span);
                    Some(put(*fits, known))
                });
                let sets = [Some(put(local, value)), known];
                (is_next, block(sets.into_iter().flatten(), span))
            });
            let next = Kind::If {
                branches: branches.collect(),
                otherwise: Block::default(),
            };
            let around = std::mem::take(&mut inner.repeats);
            let statements = inner.statements(body);
            inner.repeats = around;
            let statements = match chosen {
                None => statements,
                Some((fits, _)) => {
                    let fits = inner.push(Expr::Local(fits), span);
                    block([only_if(fits, statements)], span)
                }
            };
            block([next], span).into_iter().chain(statements).collect()
        })
    }

    /// `each number n from 1 to c.shots { }`: a counted repetition. With a condition the numbers are written, and which of them fit is settled before.
    pub(super) fn each_number(
        &mut self,
        (of, name): (&Name, &Name),
        range: Option<&(ast::Expr, ast::Expr)>,
        filter: Option<&ast::Expr>,
        body: &ast::Block,
        before: &mut Vec<Statement>,
    ) -> Option<Kind> {
        let (from, to) = self.run_of_numbers((of, name), range, filter)?;
        if let Some(filter) = filter {
            if [from, to].iter().any(|end| !keyed::is_written(end)) {
                let message = "a condition chooses among numbers that are known before the combat";
                let error = Diagnostic::error(Code::WrongPlace, filter.span, message);
                let help = format!(
                    "write both ends as numbers, or ask in the braces: `each number {} from ... to ... {{ if ... {{ ... }} }}`",
                    name.text
                );
                self.diagnostics.push(error.help(help));
                return None;
            }
            let values = keyed::range(name, (from, to), self.diagnostics)?;
            let filter = Some(filter);
            return Some(self.each_listed(of, name, (NUMBER, values), filter, body, before));
        }
        let span = name.span;
        let subject = "where the numbers begin and end";
        let [from, to] = [from, to].map(|end| self.value(end, &NUMBER, subject).id);
        let below = self.reserve();
        let one = self.push(Expr::Const(1), span);
        let first = self.push(Expr::Minus(from, one), span);
        before.extend(block([put(below, first)], span));
        let below = self.push(Expr::Local(below), span);
        let times = self.push(Expr::Minus(to, below), span);
        let each = self.counted(times, span, before, |inner, done| {
            let local = inner.bind(name, Declared::certain(NUMBER));
            let done = inner.push(Expr::Local(done), span);
            let number = inner.push(Expr::Plus(below, done), span);
            let around = std::mem::take(&mut inner.repeats);
            let statements = inner.statements(body);
            inner.repeats = around;
            let number = block([put(local, number)], span);
            number.into_iter().chain(statements).collect()
        });
        Some(each)
    }

    /// Refuses to put numbers, words and actions into an order.
    pub(super) fn in_their_order(&mut self, of: &Name, name: &Name, order: &[(ast::Expr, bool)]) {
        let Some((key, _)) = order.first() else {
            return;
        };
        let message = "numbers, words and actions come in the order in which they are written";
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
