//! Reckoning in English: sums and products, bounds, and values that stand side by side; with brackets where two readings were possible.

use super::{Speaker, ValueShape, bare_term, pick, spaced};
use crate::document::tree::{Prose, say};
use crate::syntax::ast::{Expr, ExprKind, ProductOp, SumOp};

impl Speaker<'_> {
    /// A value that stands beside signs of reckoning: in brackets where it has some of its own, or goes on with words that could take these in.
    pub(super) fn part(&mut self, expr: &Expr) -> Prose {
        let value = self.value(expr);
        match &expr.kind {
            ExprKind::Product { rest, .. } if is_conversion(rest) => value,
            ExprKind::If { .. } if self.scope.below == Some(expr.span) => value,
            ExprKind::Sum { .. }
            | ExprKind::Product { .. }
            | ExprKind::If { .. }
            | ExprKind::Count(_)
            | ExprKind::Aggregate { .. } => say!["(", value, ")"],
            ExprKind::Call { arguments, .. } if arguments.len() > 1 => say!["(", value, ")"],
            _ => value,
        }
    }

    /// A value in the middle of a sentence that goes on: in brackets where it is a choice, its limits right behind it.
    pub fn inside(&mut self, expr: &Expr) -> Prose {
        if let ExprKind::If { .. } = expr.kind {
            return say!["(", self.value(expr), ")"];
        }
        let Some((within, limits)) = self.limited(expr) else {
            return self.value(expr);
        };
        match within.kind {
            ExprKind::If { .. } | ExprKind::Product { .. } | ExprKind::Aggregate { .. } => {
                say!["(", self.value(expr), ")"]
            }
            ExprKind::Sum { .. } => say![self.value(within), " (", limits, " in all)"],
            _ => say![self.value(within), " (", limits, ")"],
        }
    }

    /// A value that is kept within limits: which, and `at least 1 and at most 10`.
    pub(super) fn limited<'e>(&mut self, expr: &'e Expr) -> Option<(&'e Expr, Prose)> {
        let ExprKind::Call {
            function,
            arguments,
        } = &expr.kind
        else {
            return None;
        };
        let is_number =
            |expr: &Expr| matches!(expr.kind, ExprKind::Number(_) | ExprKind::Quantity(..));
        let [left, right] = arguments.as_slice() else {
            return None;
        };
        let word = match function.text.as_str() {
            "higher" => "at least ",
            "lower" => "at most ",
            _ => return None,
        };
        let (number, within) = match (is_number(left), is_number(right)) {
            (true, false) => (left, right),
            (false, true) => (right, left),
            _ => return None,
        };
        let limit = say![word, self.value(number)];
        Some(match self.limited(within) {
            Some((within, limits)) => (within, say![limits, " and ", limit]),
            None => (within, limit),
        })
    }

    /// One of several values that stand side by side: in brackets where it has parts itself.
    fn one_of_several(&mut self, expr: &Expr) -> Prose {
        let has_parts = match &expr.kind {
            ExprKind::And(_) | ExprKind::Or(_) => true,
            ExprKind::Call { function, .. } => self
                .words
                .functions
                .get(function.text.as_str())
                .is_some_and(|known| known.sort == ValueShape::YesNo),
            _ => false,
        };
        match has_parts {
            true => say!["(", self.value(expr), ")"],
            false => self.part(expr),
        }
    }

    /// Values for which something is looked up or done.
    pub(super) fn several(&mut self, values: &[Expr]) -> Vec<Prose> {
        match values {
            [one] => vec![self.inside(one)],
            _ => values
                .iter()
                .map(|value| self.one_of_several(value))
                .collect(),
        }
    }

    /// What a definition is given: of something that is yes or no, its name.
    pub(super) fn arguments(&mut self, arguments: &[Expr], names: &[&str]) -> Vec<Prose> {
        let several = arguments.len() > 1;
        let said = arguments.iter().zip(names);
        said.map(|(argument, name)| match argument.kind {
            ExprKind::Yes => bare_term(spaced(name)),
            ExprKind::No => say!["not ", bare_term(spaced(name))],
            _ if several => self.one_of_several(argument),
            _ => self.inside(argument),
        })
        .collect()
    }

    /// The higher or lower of two, or of more of them.
    pub(super) fn extreme(&mut self, which: &str, values: &[Expr]) -> Prose {
        let mut all = Vec::new();
        values
            .iter()
            .for_each(|expr| compared(which, expr, &mut all));
        let which = match (which, all.len()) {
            ("higher", 3..) => "highest",
            (_, 3..) => "lowest",
            (which, _) => which,
        };
        let all = all.into_iter().map(|one| self.part(one)).collect();
        say![format!("the {which} of "), Prose::list(all, "and")]
    }

    pub(super) fn sum(&mut self, first: &Expr, rest: &[(SumOp, Expr)]) -> Prose {
        // `0 - x` is a number with its sign turned.
        let is_zero = matches!(&first.kind, ExprKind::Number(number) if number.digits == "0");
        if let (true, [(SumOp::Minus, value)]) = (is_zero, rest) {
            return say!["minus ", self.part(value)];
        }
        let first = self.part(first);
        say![first, self.added(rest)]
    }

    /// ` plus the bonus`, behind what it is added to.
    pub(super) fn added(&mut self, rest: &[(SumOp, Expr)]) -> Prose {
        let mut said = Prose::default();
        for (op, value) in rest {
            let value = self.part(value);
            let sign = match op {
                SumOp::Plus => "plus",
                SumOp::Minus => "minus",
            };
            said.push(say![format!(" {sign} "), value]);
        }
        said
    }

    pub(super) fn product(&mut self, first: &Expr, rest: &[(ProductOp, Expr)]) -> Prose {
        let mut said = self.part(first);
        for (number, (op, value)) in rest.iter().enumerate() {
            let one_unit = match &value.kind {
                ExprKind::Quantity(number, unit) if number.digits == "1" => {
                    Some(spaced(&unit.text))
                }
                _ => None,
            };
            let alone = rest.len() == 1 || number + 1 == rest.len();
            match (op, one_unit) {
                (ProductOp::Times, Some(unit)) if alone => {
                    said = say![said, format!(" (in {})", self.words.units(&unit))];
                }
                (ProductOp::Divide { rounded_up }, Some(unit)) => {
                    let how = pick(*rounded_up == Some(true), "begun", "full");
                    said = say![
                        "the number of ",
                        how,
                        " ",
                        self.words.units(&unit),
                        " in ",
                        said
                    ];
                }
                (ProductOp::Times, _) => {
                    let value = self.part(value);
                    said = say![said, " times ", value];
                }
                (ProductOp::Divide { rounded_up }, _) => {
                    let value = self.part(value);
                    let how = pick(*rounded_up == Some(true), "up", "down");
                    said = match value.plain().as_str() {
                        "2" => say!["half of ", said, format!(" (rounded {how})")],
                        _ => say![said, " divided by ", value, format!(" (rounded {how})")],
                    };
                }
                (ProductOp::Mod, _) => {
                    let value = self.part(value);
                    said = say!["the remainder of ", said, " divided by ", value];
                }
            }
        }
        said
    }
}

/// Those that are compared: of `higher(higher(a, b), c)` three.
fn compared<'e>(which: &str, expr: &'e Expr, all: &mut Vec<&'e Expr>) {
    match &expr.kind {
        ExprKind::Call {
            function,
            arguments,
        } if function.text == which => {
            arguments.iter().for_each(|one| compared(which, one, all));
        }
        _ => all.push(expr),
    }
}

/// A number that is given or reckoned.
pub(super) fn is_reckoned(expr: &Expr) -> bool {
    use ExprKind::{Number, Product, Quantity, Sum};
    matches!(
        expr.kind,
        Number(_) | Quantity(..) | Sum { .. } | Product { .. }
    )
}

/// `x * 1 segment`: a number is made a quantity, and stays what it is.
fn is_conversion(rest: &[(ProductOp, Expr)]) -> bool {
    matches!(rest, [(ProductOp::Times, Expr { kind: ExprKind::Quantity(number, _), .. })] if number.digits == "1")
}
