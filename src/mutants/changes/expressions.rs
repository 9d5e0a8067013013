//! The changes of expressions.

use super::{MutationOperator, Mutations};
use crate::source::Span;
use crate::syntax::ast::*;

impl Mutations<'_> {
    /// What holds or does not, and whatever hangs on it: it can be dropped, as a whole or in part.
    pub(super) fn condition(&mut self, condition: &Expr) {
        if !matches!(condition.kind, ExprKind::And(_) | ExprKind::Yes) {
            self.put(MutationOperator::Condition, condition.span, "yes");
        }
        self.truth(condition);
        self.expr(condition);
    }

    /// What says whether a branch is taken.
    pub(super) fn branch(&mut self, condition: &Expr, also_never: bool) {
        if !matches!(condition.kind, ExprKind::Yes) {
            self.put(MutationOperator::Branch, condition.span, "yes");
        }
        if also_never && !matches!(condition.kind, ExprKind::No) {
            self.put(MutationOperator::Branch, condition.span, "no");
        }
        self.truth(condition);
        self.expr(condition);
    }

    /// The opposite of what is yes or no. What has an opposite of its own finds it in [`Mutations::expr`].
    fn truth(&mut self, truth: &Expr) {
        match &truth.kind {
            ExprKind::Name(_)
            | ExprKind::Dot(..)
            | ExprKind::Call { .. }
            | ExprKind::Quantifier { .. } => {
                self.put(MutationOperator::Negation, truth.span.at_start(), "not ");
            }
            ExprKind::OrElse(_) | ExprKind::If { .. } => {
                let with = format!("not ({})", self.snippet(truth.span));
                self.put(MutationOperator::Negation, truth.span, with);
            }
            ExprKind::And(_)
            | ExprKind::Or(_)
            | ExprKind::Not(_)
            | ExprKind::Compare { .. }
            | ExprKind::Known(..)
            | ExprKind::InPlay(..)
            | ExprKind::Yes
            | ExprKind::No => {}
            // None of these is yes or no.
            ExprKind::Number(_)
            | ExprKind::Quantity(..)
            | ExprKind::Text(_)
            | ExprKind::Now
            | ExprKind::Gm
            | ExprKind::Numbered(..)
            | ExprKind::Minus(_)
            | ExprKind::InPool(..)
            | ExprKind::Sum { .. }
            | ExprKind::Product { .. }
            | ExprKind::Aggregate { .. }
            | ExprKind::Count(_)
            | ExprKind::All(_)
            | ExprKind::The { .. } => {}
        }
    }

    pub(super) fn exprs<'e>(&mut self, all: impl IntoIterator<Item = &'e Expr>) {
        all.into_iter().for_each(|expr| self.expr(expr));
    }

    /// The changes of what is added to something, or taken from it.
    pub(super) fn terms(&mut self, mut last: Span, rest: &[(SumOp, Expr)]) {
        for (op, part) in rest {
            let with = match op {
                SumOp::Plus => "-",
                SumOp::Minus => "+",
            };
            self.put(MutationOperator::Sign, self.between(last, part.span), with);
            self.expr(part);
            last = part.span;
        }
    }

    /// The changes of an expression and of all its parts.
    pub(super) fn expr(&mut self, expr: &Expr) {
        let whole = expr.span;
        match &expr.kind {
            ExprKind::Number(number) | ExprKind::Quantity(number, _) => {
                self.number(MutationOperator::Number, number);
            }
            ExprKind::Yes => self.put(MutationOperator::YesNo, whole, "no"),
            ExprKind::No => self.put(MutationOperator::YesNo, whole, "yes"),
            ExprKind::Text(_)
            | ExprKind::Now
            | ExprKind::Gm
            | ExprKind::Name(_)
            | ExprKind::Numbered(..) => {}
            ExprKind::Dot(inner, _) => self.expr(inner),
            ExprKind::Call {
                function,
                arguments,
            } => {
                self.swap(
                    MutationOperator::Extreme,
                    function.span,
                    ("higher", "lower"),
                );
                self.exprs(arguments);
            }
            ExprKind::Not(inner) => {
                if let Some(not) = self.word(before(whole, inner.span), "not") {
                    self.put(
                        MutationOperator::Negation,
                        not.to(inner.span.at_start()),
                        "",
                    );
                }
                self.expr(inner);
            }
            ExprKind::Minus(inner) => {
                if let Some(minus) = self.word(before(whole, inner.span), "-") {
                    self.put(MutationOperator::Sign, minus, "");
                }
                self.expr(inner);
            }
            ExprKind::InPool(pool, tally) => {
                let head = self.between(pool.span, tally.number().span);
                self.swap(MutationOperator::Extreme, head, ("highest", "lowest"));
                self.expr(pool);
                self.expr(tally.number());
            }
            ExprKind::And(parts) => self.joined(parts, true),
            ExprKind::Or(parts) => self.joined(parts, false),
            ExprKind::OrElse(parts) => {
                self.leave_out(MutationOperator::OrElse, &spans(parts));
                self.exprs(parts);
            }
            ExprKind::If {
                branches,
                otherwise,
            } => {
                for (condition, value) in branches {
                    self.branch(condition, true);
                    self.expr(value);
                }
                self.expr(otherwise);
            }
            ExprKind::Compare { op, left, right } => {
                let sign = self.between(left.span, right.span);
                let word = self.snippet(sign).starts_with("is");
                for other in others(*op, word) {
                    self.put(MutationOperator::Comparison, sign, *other);
                }
                self.expr(left);
                match &right.kind {
                    // One more or less comes to the same as the other border.
                    ExprKind::Number(number) => self.next_number(*op, number),
                    _ => self.expr(right),
                }
            }
            ExprKind::Known(inner, _) => {
                let rest = behind(inner.span, whole);
                self.swap(MutationOperator::Negation, rest, ("known", "missing"));
                self.expr(inner);
            }
            ExprKind::InPlay(inner, _) => {
                let rest = behind(inner.span, whole);
                self.swap(MutationOperator::Negation, rest, ("is in", "is out of"));
                self.expr(inner);
            }
            ExprKind::Sum { first, rest } => {
                self.expr(first);
                self.terms(first.span, rest);
            }
            ExprKind::Product { first, rest } => {
                self.expr(first);
                for (op, part) in rest {
                    match op {
                        ProductOp::Divide { .. } => {
                            self.swap(
                                MutationOperator::Rounding,
                                behind(part.span, whole),
                                ("up", "down"),
                            );
                        }
                        ProductOp::Times | ProductOp::Mod => {}
                    }
                    self.expr(part);
                }
            }
            ExprKind::Aggregate {
                op,
                value,
                among,
                otherwise,
            } => {
                match op {
                    Aggregate::Highest | Aggregate::Lowest => {
                        let head = before(whole, value.span);
                        self.swap(MutationOperator::Extreme, head, ("highest", "lowest"));
                    }
                    Aggregate::Sum => {}
                }
                self.expr(value);
                self.among(among);
                self.otherwise(among.span, otherwise.as_deref());
            }
            ExprKind::Quantifier {
                every: _,
                among,
                has,
            } => {
                let head = before(whole, among.span);
                self.swap(MutationOperator::Quantifier, head, ("any", "every"));
                self.among(among);
                if let Some(has) = has {
                    self.truth(has);
                    self.expr(has);
                }
            }
            ExprKind::Count(among) | ExprKind::All(among) => self.among(among),
            ExprKind::The {
                among,
                chosen,
                otherwise,
            } => {
                self.among(among);
                let mut last = among.span;
                for (_, value) in chosen {
                    let head = last.at_end().to(value.span.at_start());
                    self.swap(MutationOperator::Extreme, head, ("highest", "lowest"));
                    self.expr(value);
                    last = value.span;
                }
                self.otherwise(last, otherwise.as_deref());
            }
        }
    }

    /// Parts with `and` or `or` between them.
    fn joined(&mut self, parts: &[Expr], and: bool) {
        self.leave_out(MutationOperator::Condition, &spans(parts));
        for pair in parts.windows(2) {
            let [left, right] = [pair[0].span, pair[1].span];
            let word = self.between(left, right);
            if !and {
                self.put(MutationOperator::Joint, word, "and");
                continue;
            }
            // `and` binds tighter.
            let (head, tail) = (left.to(word.at_start()), word.at_end().to(right));
            let with = format!("({}or{})", self.snippet(head), self.snippet(tail));
            self.put(MutationOperator::Joint, left.to(right), with);
        }
        for part in parts {
            self.truth(part);
            self.expr(part);
        }
    }

    pub(super) fn among(&mut self, among: &Among) {
        if let Some(filter) = &among.filter {
            self.filter(filter);
        }
    }

    /// What must hold of those that are looked for. `c in those where e` says with the name that stands before it that `c in those`.
    pub(super) fn filter(&mut self, filter: &Expr) {
        let (first, rest) = match &filter.kind {
            ExprKind::And(parts) => match &parts[..] {
                [first, rest @ ..] => (first, rest),
                [] => return,
            },
            _ => (filter, &[][..]),
        };
        let ExprKind::Compare { left, right, .. } = &first.kind else {
            return self.condition(filter);
        };
        if first.span.to(left.span) == first.span {
            return self.condition(filter);
        }
        self.cut(MutationOperator::Condition, first.span);
        self.expr(right);
        match rest {
            [] => {}
            [one] => self.condition(one),
            parts => self.joined(parts, true),
        }
    }

    /// What stands in where nothing is found.
    fn otherwise(&mut self, last: Span, otherwise: Option<&Expr>) {
        if let Some(otherwise) = otherwise {
            let stretch = last.at_end().to(otherwise.span);
            self.put(MutationOperator::OrElse, stretch, "");
            self.expr(otherwise);
        }
    }

    /// The number on the right of a comparison: one more or one less, where that is no other border.
    fn next_number(&mut self, op: Comparator, number: &Number) {
        let Ok(value) = number.digits.parse::<u64>() else {
            return;
        };
        let (less, more) = (value.checked_sub(1), value.checked_add(1));
        let others = match op {
            Comparator::Equal | Comparator::NotEqual => [less, more],
            Comparator::Less | Comparator::GreaterOrEqual => [less, None],
            Comparator::LessOrEqual | Comparator::Greater => [more, None],
            Comparator::In => [None, None],
        };
        for other in others.into_iter().flatten() {
            self.put(MutationOperator::Number, number.span, other.to_string());
        }
    }

    pub(super) fn number(&mut self, operator: MutationOperator, number: &Number) {
        let Ok(value) = number.digits.parse::<u64>() else {
            return;
        };
        let others = [value.checked_sub(1), value.checked_add(1)];
        for other in others.into_iter().flatten() {
            self.put(operator, number.span, other.to_string());
        }
    }

    pub(super) fn dice_expr(&mut self, dice: &DiceExpr) {
        match dice {
            DiceExpr::Fixed(dice) => self.dice(dice),
            DiceExpr::Sized { count, sides, .. } => {
                self.exprs(count.as_deref());
                self.expr(sides);
            }
        }
    }

    pub(super) fn dice(&mut self, dice: &DiceLiteral) {
        self.number(MutationOperator::Die, &dice.sides);
        match dice.count.span.range().is_empty() {
            true => self.put(MutationOperator::Die, dice.count.span, "2"),
            false => self.number(MutationOperator::Die, &dice.count),
        }
    }
}

pub(super) fn spans(parts: &[Expr]) -> Vec<Span> {
    parts.iter().map(|part| part.span).collect()
}

/// What stands in the whole before a part.
fn before(whole: Span, part: Span) -> Span {
    whole.at_start().to(part.at_start())
}

/// What stands in the whole behind a part.
fn behind(part: Span, whole: Span) -> Span {
    part.at_end().to(whole.at_end())
}

/// What a comparison can become: its opposite, and with the other border. `word`: it is written in words.
fn others(op: Comparator, word: bool) -> &'static [&'static str] {
    match (op, word) {
        (Comparator::Equal, true) => &["is not"],
        (Comparator::Equal, false) => &["!="],
        (Comparator::NotEqual, true) => &["is"],
        (Comparator::NotEqual, false) => &["="],
        (Comparator::Less, _) => &["<=", ">="],
        (Comparator::LessOrEqual, _) => &["<", ">"],
        (Comparator::Greater, _) => &[">=", "<="],
        (Comparator::GreaterOrEqual, _) => &[">", "<"],
        // Its opposite has the word before what is compared.
        (Comparator::In, _) => &[],
    }
}
