//! Searches among numbers, `highest n among number n from 1 to 6 where c.pips(n) >= 2`: what is asked is asked of each number, one after the other, so
//! that all else of the rules knows only the answers.

use crate::check::elaborator::{Elaborator, NamedConstant, Typed};
use crate::check::keyed;
use crate::check::resolved_names::Meaning;
use crate::check::types::NUMBER;
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::{Declared, Expr, ExprId, MISSING, MOST, Type, Value};
use crate::source::Span;
use crate::syntax::ast::{self, Aggregate, Among};

/// What is asked of one number.
struct AskedNumber {
    /// Whether it counts.
    filter: Option<ExprId>,
    /// What is looked at.
    value: Option<Typed>,
}

/// Whether a search looks at numbers.
pub(super) fn is_meant(among: &Among) -> bool {
    among.range.is_some() || among.kind.text == "number"
}

impl Elaborator<'_> {
    /// `any number n from 1 to 6 where ...`, `every number n from 1 to 6 has ...`
    pub(super) fn quantified_numbers(
        &mut self,
        every: bool,
        among: &Among,
        has: Option<&ast::Expr>,
        span: Span,
    ) -> Typed {
        let asked = self.each_number(among, |body| {
            has.map(|has| Typed::new(body.condition(has), Declared::certain(Type::YesNo)))
        });
        let Some(asked) = asked else {
            return self.poison(span);
        };
        let mut all = Vec::new();
        for AskedNumber { filter, value } in asked {
            let value = value.map(|value| value.id);
            let parts = match (every, filter) {
                (true, Some(filter)) => vec![self.push(Expr::Not(filter), span)],
                (_, filter) => filter.into_iter().collect(),
            };
            let parts: Box<[ExprId]> = parts.into_iter().chain(value).collect();
            all.push(match (&*parts, every) {
                ([], _) => self.push(Expr::Const(1), span),
                ([only], _) => *only,
                (_, true) => self.push(Expr::Or(parts), span),
                (_, false) => self.push(Expr::And(parts), span),
            });
        }
        let all = all.into();
        let said = if every { Expr::And(all) } else { Expr::Or(all) };
        self.typed(said, span, Type::YesNo)
    }

    /// `count number n from 1 to 6 where ...`
    pub(super) fn count_numbers(&mut self, among: &Among, span: Span) -> Typed {
        let Some(asked) = self.each_number(among, |_| None) else {
            return self.poison(span);
        };
        let [none, one] = [0, 1].map(|count| self.push(Expr::Const(count), span));
        let counts = asked.into_iter().map(|asked| match asked.filter {
            Some(filter) => self.push(Expr::If(filter, one, none), span),
            None => one,
        });
        let counts = counts.collect();
        let sum = self.joined(counts, Expr::Plus, span);
        Typed::new(sum, Declared::certain(NUMBER))
    }

    /// `highest c.pips(n) among number n from 1 to 6 where ... or else 0`
    pub(super) fn aggregate_numbers(
        &mut self,
        op: Aggregate,
        value: &ast::Expr,
        among: &Among,
        otherwise: Option<&ast::Expr>,
        span: Span,
    ) -> Typed {
        let asked = self.each_number(among, |body| Some(body.any_number(value)));
        let Some(asked) = asked else {
            return self.poison(span);
        };
        let first = asked.first().and_then(|asked| asked.value.clone());
        let Some(first) = first else {
            return self.poison(span);
        };
        // What does not count: no value is lower, or higher.
        let nothing = match op {
            Aggregate::Highest => -MOST,
            Aggregate::Lowest => MOST,
            Aggregate::Sum => 0,
        };
        let nothing = self.push(Expr::Const(nothing), span);
        let (mut values, mut counted) = (Vec::new(), Vec::new());
        for AskedNumber { filter, value } in asked {
            let Some(value) = value else { continue };
            let known = value.optional.then(|| {
                let missing = self.push(Expr::Missing(value.id), span);
                self.push(Expr::Not(missing), span)
            });
            let parts: Vec<ExprId> = filter.into_iter().chain(known).collect();
            let counts = match *parts {
                [] => None,
                [only] => Some(only),
                _ => Some(self.push(Expr::And(parts.into()), span)),
            };
            values.push(match counts {
                Some(counts) => self.push(Expr::If(counts, value.id, nothing), span),
                None => value.id,
            });
            counted.extend(counts);
        }
        let join = match op {
            Aggregate::Highest => Expr::Higher,
            Aggregate::Lowest => Expr::Lower,
            Aggregate::Sum => Expr::Plus,
        };
        let all = self.joined(values, join, span);
        let otherwise = otherwise.map(|otherwise| self.number_like(otherwise, &first));
        let (id, optional) = match (op, otherwise) {
            (Aggregate::Sum, _) => (all, false),
            (_, None) if counted.is_empty() => (all, false),
            (_, otherwise) => {
                let any = self.push(Expr::Or(counted.into()), span);
                let (otherwise, optional) = match otherwise {
                    Some(otherwise) => (otherwise.id, otherwise.optional),
                    None => (self.push(Expr::Const(MISSING), span), true),
                };
                (self.push(Expr::If(any, all, otherwise), span), optional)
            }
        };
        Typed {
            id,
            ty: first.ty,
            optional,
        }
    }

    /// The complaint about what cannot be asked of numbers.
    pub(super) fn no_records(&mut self, among: &Among, help: &str) -> Typed {
        let message = "numbers are no records";
        let complaint = Diagnostic::error(Code::WrongPlace, among.span, message);
        self.complain(complaint.help(help))
    }

    /// Asks of each number whether it counts, and what else is asked. `None` if something was complained about.
    fn each_number(
        &mut self,
        among: &Among,
        mut asked: impl FnMut(&mut Self) -> Option<Typed>,
    ) -> Option<Vec<AskedNumber>> {
        let numbers = self.numbers_of(among)?;
        let name = &among.name;
        self.out
            .resolved
            .declares(name.span, Meaning::Local(name.span));
        let declared = Declared::certain(NUMBER);
        self.out.resolved.locals.push((name.span, declared));
        let errors = self.diagnostics.len();
        let mut all = Vec::new();
        for value in numbers {
            let mark = self.out.resolved.mark();
            self.constants.push(NamedConstant {
                name: name.text.clone(),
                span: name.span,
                ty: NUMBER,
                value,
                locals: self.local_names().count(),
            });
            all.push(self.scope(|body| AskedNumber {
                filter: among.filter.as_ref().map(|filter| body.condition(filter)),
                value: asked(body),
            }));
            self.constants.pop();
            // A warning is told once, however often it is found.
            if self.diagnostics.len() > errors && self.diagnostics.has_errors() {
                return None;
            }
            // What the names stand for is noted once.
            if all.len() > 1 {
                self.out.resolved.back_to(mark);
            }
        }
        Some(all)
    }

    /// The numbers that a search looks at.
    fn numbers_of(&mut self, among: &Among) -> Option<Vec<Value>> {
        let refuse = |code, span, message: String| Diagnostic::error(code, span, message);
        let refused = match &among.range {
            _ if among.kind.text != "number" => {
                let message = "only numbers run from one to another".to_owned();
                let error = refuse(Code::WrongPlace, among.kind.span, message);
                error.help(format!("`number {} from 1 to 6`", among.name.text))
            }
            None => {
                let message = "nothing says from where to where the numbers run".to_owned();
                let error = refuse(Code::MissingValue, among.name.span, message);
                error.help(format!("add it: `number {} from 1 to 6`", among.name.text))
            }
            Some((from, to)) => {
                let name = &among.name;
                let range = keyed::range(name, (from, to), self.diagnostics)?;
                return self.few_copies(range.len(), among.span).then_some(range);
            }
        };
        self.diagnostics.push(refused);
        None
    }

    /// Of several values one, joined in pairs so that they do not lie deep in each other.
    fn joined(
        &mut self,
        mut all: Vec<ExprId>,
        join: fn(ExprId, ExprId) -> Expr,
        span: Span,
    ) -> ExprId {
        while all.len() > 1 {
            let pairs = all.chunks(2).map(|pair| match *pair {
                [one, other] => self.push(join(one, other), span),
                _ => pair[0],
            });
            all = pairs.collect();
        }
        all.first().copied().unwrap_or_default()
    }
}
