//! Expressions: from the tree to typed nodes. Everything that is wrong is said where it stands, and gives a value that fits everywhere.

mod call;
mod compare;
mod dot;
mod given;
mod name;
mod pool;
mod quality;
mod query;
mod reckon;
mod text;
mod unknown;
mod values;

use super::elaborator::{Elaborator, Typed};
pub(super) use given::{values, wanted};
pub(super) use query::POISON_KIND;
pub(super) use unknown::{is_die, other_word};

use super::number;
use super::resolved_names::Meaning;
use super::symbol_table::unknown;
use super::types::{self, NUMBER};
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::{Declared, Expr, ExprId, KindId, MISSING, MOST, Type, WordId, slot_of};
use crate::source::Span;
use crate::syntax::ast::{self, ExprKind, Number};

impl Elaborator<'_> {
    /// An expression. `expected`: the type wanted at its place, from which bare words get their meaning.
    pub fn expr(&mut self, ast: &ast::Expr, expected: Option<&Type>) -> Typed {
        let span = ast.span;
        match &ast.kind {
            ExprKind::Number(number) => self.number(number),
            ExprKind::Quantity(number, unit) => self.quantity(number, unit, span),
            ExprKind::Text(text) => self.text_value(text),
            ExprKind::Yes => self.typed(Expr::Const(1), span, Type::YesNo),
            ExprKind::No => self.typed(Expr::Const(0), span, Type::YesNo),
            ExprKind::Now => self.now(span),
            ExprKind::Gm => self.complain(self.gm_is_no_value(span, expected)),
            ExprKind::Name(name) => self.name(name, expected),
            ExprKind::Numbered(name, number) => self.numbered(name, number, span),
            ExprKind::Dot(of, name) => self.dot(of, name, span),
            ExprKind::Call {
                function,
                arguments,
            } => self.call(function, arguments, span),
            ExprKind::Not(inner) => self.not(inner, span),
            ExprKind::Minus(inner) => self.minus(inner, span),
            ExprKind::And(parts) => self.all_of(parts, span),
            ExprKind::Or(parts) => self.any_of(parts, span),
            ExprKind::OrElse(parts) => self.or_else(parts, span, expected),
            ExprKind::If {
                branches,
                otherwise,
            } => self.if_else(branches, otherwise, span, expected),
            ExprKind::Compare { op, left, right } => self.compare(*op, left, right, span),
            ExprKind::Known(inner, known) => self.known(inner, *known, span),
            ExprKind::InPlay(inner, in_play) => self.is_in_play(inner, *in_play, span),
            ExprKind::InPool(pool, tally) => self.in_pool(pool, tally, span),
            ExprKind::Sum { first, rest } => self.sum(first, rest, expected),
            ExprKind::Product { first, rest } => self.product(first, rest),
            ExprKind::Aggregate {
                op,
                value,
                among,
                otherwise,
            } => self.aggregate(*op, value, among, otherwise.as_deref(), span),
            ExprKind::Quantifier { every, among, has } => {
                self.quantifier(*every, among, has.as_deref(), span)
            }
            ExprKind::Count(among) => self.count(among, span),
            ExprKind::All(among) => self.all(among, span),
            ExprKind::The {
                among,
                chosen,
                otherwise,
            } => self.the(among, chosen, otherwise.as_deref(), span),
        }
    }

    /// An expression that must be of a type. `subject`: what must be, as `a condition`.
    pub fn value(&mut self, ast: &ast::Expr, wanted: &Type, subject: &str) -> Typed {
        let typed = self.as_wanted(ast, wanted);
        self.fitting(&typed, ast, wanted, subject);
        typed
    }

    /// Complains if the value of an expression is not of a type.
    fn fitting(&mut self, typed: &Typed, ast: &ast::Expr, wanted: &Type, subject: &str) {
        if types::fits(self.rules, &typed.ty, wanted) {
            return;
        }
        let complaint = types::mismatch(self.rules, ast.span, subject, wanted, &typed.ty);
        let is_of =
            |choice: &[WordId], word: &str| choice.iter().any(|one| self.rules.word(*one) == word);
        let meant = match wanted {
            Type::YesNo => yes_or_no(ast).map(str::to_owned),
            // `set c.edge = "sharp"`
            Type::Choice(choice) => {
                (plain_text(ast).filter(|word| is_of(choice, word))).map(str::to_owned)
            }
            // `cancel strike`, where the act has a name of its own.
            Type::Record(KindId::ACT) if typed.ty == Type::Action => self.path_to(KindId::ACT),
            // `lasting 1`
            Type::Number(Some(unit)) if yes_or_no(ast) == Some("yes") => {
                let unit = self.rules.units.get(unit.index());
                unit.map(|unit| format!("1 {}", unit.name))
            }
            _ => None,
        };
        self.diagnostics.push(match meant {
            Some(word) => complaint.write(ast.span, word),
            None => complaint,
        });
    }

    /// The value of a definition, whose type is written at `written`.
    pub fn value_of_type(
        &mut self,
        ast: &ast::Expr,
        wanted: &Type,
        (subject, written): (&str, Span),
    ) -> Typed {
        let typed = self.as_wanted(ast, wanted);
        let meant = match (wanted, &typed.ty) {
            (Type::Number(_), Type::YesNo) => "yes/no",
            (Type::YesNo, Type::Number(None)) if yes_or_no(ast).is_none() => "number",
            _ => {
                self.fitting(&typed, ast, wanted, subject);
                return typed;
            }
        };
        let complaint = types::mismatch(self.rules, ast.span, subject, wanted, &typed.ty);
        let help = format!("if that is meant, write `{meant}` in front of the `=`");
        let complaint = complaint.help(help);
        let complaint = complaint.guess(written, meant);
        self.diagnostics.push(complaint);
        typed
    }

    /// A value where such a type is wanted, whether it fits or not.
    fn as_wanted(&mut self, ast: &ast::Expr, wanted: &Type) -> Typed {
        match wanted {
            Type::Set(kind) => self.scope(|body| body.set_or_one(ast, *kind)),
            _ => self.expr(ast, Some(wanted)),
        }
    }

    /// A set, or one record, which stands for the set of it.
    fn set_or_one(&mut self, ast: &ast::Expr, kind: KindId) -> Typed {
        // Reserved first: the names of searches in the value are others.
        let each = self.reserve();
        let wanted = Type::Set(kind);
        let typed = self.expr(ast, Some(&wanted));
        match typed.ty {
            Type::Record(of) if of == kind => {
                let set = self.set_of_one(kind, each, typed.id, ast.span);
                Typed::new(set, Declared::certain(wanted))
            }
            _ => typed,
        }
    }

    /// Complains if a value does not fit.
    pub fn require(&mut self, typed: &Typed, span: Span, wanted: &Type, subject: &str) {
        if !types::fits(self.rules, &typed.ty, wanted) {
            self.diagnostics.push(types::mismatch(
                self.rules, span, subject, wanted, &typed.ty,
            ));
        }
    }

    /// Complains if nothing is given, in so many words, where something has to be.
    pub fn require_known(
        &mut self,
        typed: &Typed,
        span: Span,
        optional: bool,
        subject: &str,
        help: &str,
    ) {
        let is_none = self.out.exprs.get(typed.id.index()) == Some(&Expr::Const(MISSING));
        if is_none && !optional {
            let message = format!("{subject} cannot be missing");
            self.diagnostics
                .push(Diagnostic::error(Code::WrongType, span, message).help(help));
        }
    }

    /// A condition: yes or no.
    pub fn condition(&mut self, ast: &ast::Expr) -> ExprId {
        self.value(ast, &Type::YesNo, "a condition").id
    }

    /// Whether a value is one of those from one to another, both included.
    pub fn is_within(&mut self, value: ExprId, (from, to): (ExprId, ExprId), span: Span) -> ExprId {
        let ends = [Expr::LessOrEqual(from, value), Expr::LessOrEqual(value, to)];
        let ends = ends.map(|end| self.push(end, span));
        self.push(Expr::And(ends.into()), span)
    }

    fn number(&mut self, number: &Number) -> Typed {
        match number::read(number, self.diagnostics) {
            Some(value) => self.typed(Expr::Const(value), number.span, NUMBER),
            None => self.poison(number.span),
        }
    }

    fn quantity(&mut self, number: &Number, unit: &ast::Name, span: Span) -> Typed {
        let count = number::read(number, self.diagnostics);
        let Some(id) = self.names.units.get(&unit.text).copied() else {
            let units = self.names.units.keys().map(String::as_str);
            let mut complaint = unknown(self.diagnostics, unit, "unit", units);
            let mut kinds = self.rules.kinds.iter();
            // `c.hp = 3 hp`
            if kinds.any(|kind| slot_of(kind, &unit.text).is_some()) {
                let (digits, name) = (&number.digits, &unit.text);
                let told = Diagnostic::error(complaint.code, unit.span, complaint.message.clone());
                let told = told.help(format!(
                    "`{name}` has no unit of its name: write `{digits}`"
                ));
                complaint = told.guess(span, digits).or_else(complaint);
            }
            // `add 1 target to c.foes`
            if self.holds(&unit.text).is_some() {
                let message = format!("no number stands before `{}`", unit.text);
                let told = Diagnostic::error(complaint.code, span, message);
                let told = told.help(format!("write `{}`", unit.text));
                complaint = told.guess(span, &unit.text).or_else(complaint);
            }
            let is_told = complaint.fix.is_some() || !complaint.candidates.is_empty();
            if self.names.units.is_empty() && !is_told {
                super::types::no_units(complaint, self.diagnostics, ());
                return self.poison(span);
            }
            return self.complain(complaint);
        };
        self.out.resolved.uses(unit.span, Meaning::Unit(id));
        let Some(count) = count else {
            return self.poison(span);
        };
        match count
            .checked_mul(self.rules.units[id.index()].size)
            .filter(|value| value.abs() <= MOST)
        {
            Some(value) => self.typed(Expr::Const(value), span, Type::Number(Some(id))),
            None => self.complain(number::too_large(span)),
        }
    }

    /// `gm`, where a value is wanted.
    fn gm_is_no_value(&self, span: Span, wanted: Option<&Type>) -> Diagnostic {
        let message = "the game master is not a value";
        let error = Diagnostic::error(Code::WrongPlace, span, message);
        match wanted {
            Some(Type::Choice(words)) => {
                let known = words.iter().map(|word| self.rules.word(*word));
                let of_gm: Vec<&str> = known.filter(|word| word.starts_with("gm_")).collect();
                let error = match of_gm.as_slice() {
                    [only] => error.write(span, *only),
                    _ => error,
                };
                self.with_words(error, words)
            }
            _ => error.help("`gm` can roll and be asked: `gm rolls d6 as x`, `ask gm as x ...`"),
        }
    }

    /// The clock, shown in the first unit of time of the file.
    fn now(&mut self, span: Span) -> Typed {
        let unit = self.rules.units.iter().position(|unit| unit.dimension == 0);
        let ty = Type::Number(unit.map(crate::ruleset::UnitId::from_index));
        self.typed(Expr::Now, span, ty)
    }
}

/// What is meant by a number or a text where yes or no is wanted.
fn yes_or_no(ast: &ast::Expr) -> Option<&'static str> {
    let words = match &ast.kind {
        ExprKind::Number(number) => &number.digits,
        _ => plain_text(ast)?,
    };
    match words {
        "0" | "no" | "false" => Some("no"),
        "1" | "yes" | "true" => Some("yes"),
        _ => None,
    }
}

/// A text without holes.
fn plain_text(ast: &ast::Expr) -> Option<&str> {
    match &ast.kind {
        ExprKind::Text(text) => match text.pieces.as_slice() {
            [ast::Piece::Plain(prose)] => Some(prose),
            _ => None,
        },
        _ => None,
    }
}
