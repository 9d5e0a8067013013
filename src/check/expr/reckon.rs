//! Reckoning with numbers and quantities.

use super::unknown::path;
use crate::check::elaborator::{Elaborator, Typed};
use crate::check::types::{self, NUMBER, POISON};
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::{Expr, Type};
use crate::source::Span;
use crate::syntax::ast::{self, Comparator, ProductOp, SumOp};
use crate::syntax::part_of;

impl Elaborator<'_> {
    /// A number or a quantity.
    pub fn any_number(&mut self, ast: &ast::Expr) -> Typed {
        let typed = self.expr(ast, None);
        self.must_be_number(typed, ast)
    }

    /// What has a size: a number, a quantity, or a word of a choice that says which of its words is more.
    pub fn any_size(&mut self, ast: &ast::Expr) -> Typed {
        let typed = self.expr(ast, None);
        self.must_have_size(typed, ast)
    }

    /// What records and acts are sorted by: what has a size, or yes and no, of which no is the less.
    pub fn sort_key(&mut self, ast: &ast::Expr) -> Typed {
        let typed = self.expr(ast, None);
        if self.is_sortable(&typed.ty) {
            return typed;
        }
        self.must_have_size(typed, ast)
    }

    /// Whether values of this type can be sorted.
    pub fn is_sortable(&self, ty: &Type) -> bool {
        match ty {
            Type::Number(_) | Type::YesNo => true,
            Type::Choice(words) => self.names.are_ordered(words),
            Type::Text | Type::Action | Type::Stage | Type::Record(_) | Type::Set(_) => false,
        }
    }

    /// The same as [`any_size`](Self::any_size), to be compared with another.
    pub fn size_like(&mut self, ast: &ast::Expr, other: &Typed) -> Typed {
        if other.is_poison() {
            return self.expr(ast, Some(&POISON));
        }
        if !matches!(other.ty, Type::Choice(_)) {
            return self.number_like(ast, other);
        }
        let typed = self.expr(ast, Some(&other.ty));
        let Some(ty) = types::join(self.rules, &other.ty, &typed.ty) else {
            let complaint = types::mismatch(self.rules, ast.span, "this", &other.ty, &typed.ty);
            return self.complain(complaint);
        };
        self.must_have_size(Typed { ty, ..typed }, ast)
    }

    /// The type of one of two values that are compared by size.
    pub(super) fn either(&self, one: &Typed, other: &Typed) -> Type {
        types::join(self.rules, &one.ty, &other.ty).unwrap_or_else(|| one.ty.clone())
    }

    fn must_have_size(&mut self, typed: Typed, ast: &ast::Expr) -> Typed {
        let Type::Choice(words) = &typed.ty else {
            return self.must_be_number(typed, ast);
        };
        if self.names.are_ordered(words) {
            return typed;
        }
        let message = "nothing says which of these words is more";
        let written: Vec<&str> = words.iter().map(|word| self.rules.word(*word)).collect();
        let written = written.join(" < ");
        let mut choices = self.names.named_choices.iter();
        let name = choices.find(|(_, choice)| choice.ty == typed.ty);
        let name = name.map_or("...", |(name, _)| name);
        let complaint = Diagnostic::error(Code::WrongType, ast.span, message);
        self.complain(complaint.help(format!(
            "if they have an order, a choice with a name says it: `choice {name}: {written}`"
        )))
    }

    fn must_be_number(&mut self, typed: Typed, ast: &ast::Expr) -> Typed {
        if typed.is_poison() || matches!(typed.ty, Type::Number(_)) {
            return typed;
        }
        let complaint = types::mismatch(
            self.rules,
            ast.span,
            "what is reckoned with or compared by size",
            &NUMBER,
            &typed.ty,
        );
        let complaint = Diagnostic {
            message: complaint.message.replace("a plain number", "a number"),
            ..complaint
        };
        self.complain(self.of_attributes(complaint, ast, &typed.ty))
    }

    /// A number of the same dimension as another.
    pub fn number_like(&mut self, ast: &ast::Expr, other: &Typed) -> Typed {
        let typed = self.any_number(ast);
        if !types::fits(self.rules, &typed.ty, &other.ty) {
            let complaint = types::mismatch(self.rules, ast.span, "this", &other.ty, &typed.ty);
            self.diagnostics.push(complaint);
            return Typed {
                ty: POISON,
                ..typed
            };
        }
        typed
    }

    /// `- e`
    pub(super) fn minus(&mut self, inner: &ast::Expr, span: Span) -> Typed {
        let inner = self.any_number(inner);
        let id = self.push(Expr::Negate(inner.id), span);
        Typed { id, ..inner }
    }

    /// `a + b - c`
    pub(super) fn sum(
        &mut self,
        first: &ast::Expr,
        rest: &[(SumOp, ast::Expr)],
        wanted: Option<&Type>,
    ) -> Typed {
        let typed = self.expr(first, None);
        if let Some(complaint) = self.next_word(&typed, first, rest) {
            return self.complain(complaint);
        }
        let mut total = self.must_be_number(typed, first);
        let plain = total.ty == NUMBER && !total.is_poison();
        // Of the units of one dimension, that which is wanted is told.
        if let Some(unit) = wanted.filter(|unit| types::fits(self.rules, &total.ty, unit)) {
            total.ty = unit.clone();
        }
        if let Some(unit @ Type::Number(Some(_))) = wanted.filter(|_| plain) {
            return self.added_to_plain(total, first, rest, unit);
        }
        self.added(total, first.span, rest)
    }

    /// A plain number, and what is added to it where a number of a unit is wanted.
    fn added_to_plain(
        &mut self,
        total: Typed,
        first: &ast::Expr,
        rest: &[(SumOp, ast::Expr)],
        unit: &Type,
    ) -> Typed {
        let [(op, ast)] = rest else {
            return self.added(total, first.span, rest);
        };
        let term = self.any_number(ast);
        if term.is_poison() || !types::fits(self.rules, &term.ty, unit) {
            return self.plus(*op, total, (term, first.span.to(ast.span)));
        }
        let is_count = |name: &ast::Name| {
            let phase = self.names.phases.get(&name.text);
            phase.is_some_and(|phase| self.names.repeated.contains(phase))
        };
        let is_time = |unit: &Type| match unit {
            Type::Number(Some(unit)) => self.rules.units[unit.index()].dimension == 0,
            _ => false,
        };
        let complaint = types::mismatch(self.rules, first.span, "this", unit, &total.ty);
        let complaint = match &first.kind {
            ast::ExprKind::Name(name) if is_time(unit) && is_count(name) => {
                let help = format!("write `now` for the time; `{}` only counts", name.text);
                (complaint.help(help)).guess(first.span, "now")
            }
            _ => complaint,
        };
        self.complain(complaint)
    }

    /// A number, and what is added to it or taken from it.
    pub(in crate::check) fn added(
        &mut self,
        mut total: Typed,
        start: Span,
        rest: &[(SumOp, ast::Expr)],
    ) -> Typed {
        for (op, term) in rest {
            let term_span = term.span;
            let term = self.number_like(term, &total);
            total = self.plus(*op, total, (term, start.to(term_span)));
        }
        total
    }

    fn plus(&mut self, op: SumOp, total: Typed, (term, span): (Typed, Span)) -> Typed {
        let expr = match op {
            SumOp::Plus => Expr::Plus(total.id, term.id),
            SumOp::Minus => Expr::Minus(total.id, term.id),
        };
        let ty = if total.is_poison() || term.is_poison() {
            POISON
        } else {
            total.ty
        };
        self.typed(expr, span, ty)
    }

    /// `degree + 1`: the next word of an ordered choice.
    fn next_word(
        &self,
        typed: &Typed,
        first: &ast::Expr,
        rest: &[(SumOp, ast::Expr)],
    ) -> Option<Diagnostic> {
        let [(op, term)] = rest else { return None };
        let mut choices = self.names.named_choices.iter();
        let (name, _) = choices.find(|(_, choice)| choice.ordered && choice.ty == typed.ty)?;
        let letters = [name.get(..1)?, "other"];
        let one = letters
            .into_iter()
            .find(|one| !self.visible().any(|seen| seen == *one))?;
        let from = path(first)?;
        let (sign, way) = match op {
            SumOp::Plus => (">", "lowest"),
            SumOp::Minus => ("<", "highest"),
        };
        let message = "the words of a choice are not reckoned with";
        let complaint = Diagnostic::error(Code::WrongType, first.span.to(term.span), message);
        Some(complaint.help(format!(
            "the next one of an ordered choice is chosen: `the {name} {one} where {one} {sign} {from} with {way} {one} or else {from}`"
        )))
    }

    /// `a * b / c rounded down`
    pub(super) fn product(&mut self, first: &ast::Expr, rest: &[(ProductOp, ast::Expr)]) -> Typed {
        if let Some(complaint) = self.fraction_of(first, rest) {
            return self.complain(complaint);
        }
        let mut total = self.any_number(first);
        let start = first.span;
        for (op, factor_ast) in rest {
            let factor = self.any_number(factor_ast);
            let span = start.to(factor_ast.span);
            let ty = self.product_type(op, &total.ty, &factor.ty, span);
            let expr = match op {
                ProductOp::Times => Expr::Times(total.id, factor.id),
                ProductOp::Mod => Expr::Mod(total.id, factor.id),
                ProductOp::Divide { rounded_up } => {
                    if rounded_up.is_none() {
                        let up = self.rounded_up == Some(span);
                        self.diagnostics.push(unrounded(span, up));
                    }
                    Expr::Divide {
                        left: total.id,
                        right: factor.id,
                        up: *rounded_up == Some(true),
                    }
                }
            };
            total = self.typed(expr, span, ty);
        }
        total
    }

    /// Two sizes of which a part of a value is rounded so that whole numbers compare as with the part itself: less than half of 5 is less than 3, more
    /// than half of 5 is more than 2.
    pub(super) fn by_rounded_size(
        &mut self,
        op: Comparator,
        left: &ast::Expr,
        right: &ast::Expr,
        span: Span,
    ) -> Typed {
        let rounded_up = match op {
            Comparator::Less | Comparator::GreaterOrEqual => right.span,
            _ => left.span,
        };
        let around = self.rounded_up.replace(rounded_up);
        let compared = self.by_size(op, left, right, span);
        self.rounded_up = around;
        compared
    }

    /// `1/4 c.hp`: the value has been read as the unit of the number before it.
    fn fraction_of(
        &self,
        first: &ast::Expr,
        rest: &[(ProductOp, ast::Expr)],
    ) -> Option<Diagnostic> {
        let [(ProductOp::Divide { rounded_up: None }, by)] = rest else {
            return None;
        };
        let (part, whole) = (first.factor_words(), by.factor_words());
        let (of, value) = whole.split_once(' ')?;
        let unit = value.split('.').next()?;
        let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if !is_number(&part) || !is_number(of) || self.names.units.contains_key(unit) {
            return None;
        }
        let place = first.span.to(by.span);
        let with = part_of(value, &part, of, self.rounded_up == Some(place));
        let complaint =
            Diagnostic::error(Code::UnitsDoNotMix, place, "a part of a value is divided");
        Some(complaint.write(place, with))
    }

    fn product_type(&mut self, op: &ProductOp, left: &Type, right: &Type, span: Span) -> Type {
        let (Type::Number(a), Type::Number(b)) = (left, right) else {
            return POISON;
        };
        let same = types::dimension(self.rules, *a) == types::dimension(self.rules, *b);
        match (op, a, b) {
            (ProductOp::Times | ProductOp::Divide { .. }, unit, None) => Type::Number(*unit),
            (ProductOp::Times, None, unit) => Type::Number(*unit),
            (ProductOp::Divide { .. }, Some(_), Some(_)) if same => NUMBER,
            (ProductOp::Mod, _, _) if same => left.clone(),
            _ => {
                let what = match op {
                    ProductOp::Times => "multiplied by",
                    ProductOp::Divide { .. } => "divided by",
                    ProductOp::Mod => "taken `mod`",
                };
                let (one, other) = (
                    types::describe(self.rules, left),
                    types::describe(self.rules, right),
                );
                let message = format!("{one} cannot be {what} {other}");
                self.diagnostics
                    .push(Diagnostic::error(Code::UnitsDoNotMix, span, message));
                POISON
            }
        }
    }
}

fn unrounded(span: Span, up: bool) -> Diagnostic {
    let with = if up { " rounded up" } else { " rounded down" };
    Diagnostic::error(
        Code::SyntaxError,
        span,
        "this division does not say how it is rounded",
    )
    .help("write `rounded up` or `rounded down` after it")
    .guess(span.at_end(), with)
}
