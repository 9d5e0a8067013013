//! Expressions, with the brackets that they need and no others.

use super::Printer;
use super::describe::Print;
use crate::syntax::ast::*;

/// How tightly an expression holds together: of what is looser, brackets are needed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Tight {
    If,
    OrElse,
    Or,
    And,
    Not,
    Compare,
    Sum,
    Product,
    /// With a minus before it.
    Operand,
    /// What can stand before a dot.
    Primary,
}

expression_nodes!(print_node);

impl Printer {
    /// A whole expression.
    pub fn expr(&mut self, expr: &Expr) {
        self.part(expr, Tight::If, true);
    }

    /// An operand that something follows: who acts, what is changed.
    pub fn operand(&mut self, expr: &Expr) {
        // `3 orc rolls` would be three, and an orc that rolls.
        let counted = matches!(expr.kind, ExprKind::Number(_) | ExprKind::Quantity(..));
        match counted {
            true => self.bracketed(expr),
            false => self.part(expr, Tight::Primary, false),
        }
    }

    /// A whole expression behind which `where` can stand.
    pub fn before_where(&mut self, expr: &Expr) {
        self.part(expr, Tight::If, false);
    }

    /// What is multiplied, divided or compared.
    pub fn factor(&mut self, expr: &Expr) {
        self.part(expr, Tight::Product, false);
    }

    /// A bound of an attribute.
    pub fn bound(&mut self, expr: &Expr) {
        self.part(expr, Tight::Sum, false);
    }

    /// The highest one, if there is one.
    pub fn turn_edge(&mut self, ends: &bool) {
        self.word(if *ends { "ends" } else { "begins" });
    }

    pub fn last_bound(&mut self, last: &Option<Expr>) {
        if let Some(last) = last {
            self.word("to");
            self.bound(last);
        }
    }

    /// A part of an expression that must hold together as tightly as `tight`. `last`: nothing follows that a search
    /// (`any`, `the`, `sum` ...) at its end could take for its own.
    fn part(&mut self, expr: &Expr, tight: Tight, last: bool) {
        let free = match is_search(expr) {
            true => last && tight < Tight::Primary,
            false => tightness(expr) >= tight,
        };
        match free {
            true => self.bare(expr, last),
            false => self.bracketed(expr),
        }
    }

    fn bracketed(&mut self, expr: &Expr) {
        self.word("(");
        self.bare(expr, true);
        self.glued(")");
    }

    fn bare(&mut self, expr: &Expr, last: bool) {
        match &expr.kind {
            ExprKind::Number(number) => self.number(number),
            ExprKind::Quantity(number, unit) => {
                self.number(number);
                self.name(unit);
            }
            ExprKind::Text(text) => self.text(text),
            ExprKind::Yes => self.word("yes"),
            ExprKind::No => self.word("no"),
            ExprKind::Now => self.word("now"),
            ExprKind::Gm => self.word("gm"),
            ExprKind::Name(name) => self.name(name),
            ExprKind::Numbered(name, number) => {
                self.name(name);
                self.number(number);
            }
            ExprKind::Dot(inner, name) => {
                self.part(inner, Tight::Primary, false);
                self.glued(".");
                self.glued(&name.text);
            }
            ExprKind::Call {
                function,
                arguments,
            } => {
                match arguments.split_first() {
                    // `c.pips(3)`, as it is written.
                    Some((of, rest)) if stands_behind(function, of) && !rest.is_empty() => {
                        self.part(of, Tight::Primary, false);
                        self.glued(".");
                        self.glued(&function.text);
                        self.arguments(rest);
                    }
                    _ => {
                        self.name(function);
                        self.arguments(arguments);
                    }
                }
            }
            ExprKind::Not(inner) => {
                self.word("not");
                self.part(inner, Tight::Not, last);
            }
            ExprKind::Minus(inner) => {
                self.word("-");
                self.part(inner, Tight::Operand, last);
            }
            ExprKind::And(parts) => self.chain(parts, "and", Tight::Not, last),
            ExprKind::Or(parts) => self.chain(parts, "or", Tight::And, last),
            ExprKind::OrElse(parts) => self.chain(parts, "or else", Tight::Or, last),
            ExprKind::If {
                branches,
                otherwise,
            } => {
                for (condition, value) in branches {
                    self.word("if");
                    self.part(condition, Tight::OrElse, true);
                    self.word("then");
                    self.part(value, Tight::OrElse, true);
                    self.word("else");
                }
                self.part(otherwise, Tight::OrElse, last);
            }
            ExprKind::Compare { op, left, right } => {
                self.part(left, Tight::Sum, false);
                op.print(self);
                self.part(right, Tight::Sum, last);
            }
            ExprKind::Known(inner, known) => {
                self.part(inner, Tight::Sum, false);
                self.word(if *known { "is known" } else { "is missing" });
            }
            ExprKind::InPlay(inner, in_play) => {
                self.part(inner, Tight::Sum, false);
                self.word(match in_play {
                    true => "is in play",
                    false => "is out of play",
                });
            }
            ExprKind::InPool(pool, tally) => {
                // `expect orc 1 keeping` would be what an orc does.
                match pool.kind {
                    ExprKind::Numbered(..) => self.bracketed(pool),
                    _ => self.operand(pool),
                }
                tally.print(self);
            }
            ExprKind::Sum { first, rest } => {
                self.part(first, Tight::Product, false);
                for (number, (op, value)) in rest.iter().enumerate() {
                    op.print(self);
                    self.part(value, Tight::Product, last && number + 1 == rest.len());
                }
            }
            ExprKind::Product { first, rest } => self.product(first, rest, last),
            ExprKind::Aggregate {
                op,
                value,
                among,
                otherwise,
            } => {
                op.print(self);
                self.part(value, Tight::Sum, false);
                self.word("among");
                self.among(among, otherwise.is_none());
                self.otherwise(otherwise.as_deref());
            }
            ExprKind::Quantifier { every, among, has } => {
                self.word(if *every { "every" } else { "any" });
                self.among(among, has.is_none());
                if let Some(has) = has {
                    self.word("has");
                    self.part(has, Tight::And, true);
                }
            }
            ExprKind::Count(among) => {
                self.word("count");
                self.among(among, true);
            }
            ExprKind::All(among) => {
                self.word("all");
                self.among(among, true);
            }
            ExprKind::The {
                among,
                chosen,
                otherwise,
            } => {
                self.word("the");
                self.among(among, chosen.is_empty() && otherwise.is_none());
                for (number, (highest, value)) in chosen.iter().enumerate() {
                    match number {
                        0 => self.word("with"),
                        _ => self.glued(", then"),
                    }
                    self.word(if *highest { "highest" } else { "lowest" });
                    let is_last = number + 1 == chosen.len();
                    self.part(value, Tight::Sum, is_last && otherwise.is_none());
                }
                self.otherwise(otherwise.as_deref());
            }
        }
    }

    fn chain(&mut self, parts: &[Expr], between: &str, tight: Tight, last: bool) {
        for (number, part) in parts.iter().enumerate() {
            if number > 0 {
                self.word(between);
            }
            self.part(part, tight, last && number + 1 == parts.len());
        }
    }

    fn product(&mut self, first: &Expr, rest: &[(ProductOp, Expr)], last: bool) {
        self.part(first, Tight::Operand, false);
        for (number, (op, value)) in rest.iter().enumerate() {
            let (sign, rounded) = match op {
                ProductOp::Times => ("*", ""),
                ProductOp::Mod => ("mod", ""),
                ProductOp::Divide { rounded_up } => match rounded_up {
                    Some(true) => ("/", "rounded up"),
                    Some(false) => ("/", "rounded down"),
                    None => ("/", ""),
                },
            };
            self.word(sign);
            let end = number + 1 == rest.len() && rounded.is_empty();
            self.part(value, Tight::Operand, last && end);
            if !rounded.is_empty() {
                self.word(rounded);
            }
        }
    }

    pub fn among(&mut self, among: &Among, last: bool) {
        self.name(&among.kind);
        self.name(&among.name);
        if let Some((from, to)) = &among.range {
            self.word("from");
            self.part(from, Tight::Operand, false);
            self.word("to");
            self.part(to, Tight::Operand, last && among.filter.is_none());
        }
        if let Some(filter) = &among.filter {
            self.word("where");
            self.part(filter, Tight::And, last);
        }
    }

    fn otherwise(&mut self, otherwise: Option<&Expr>) {
        if let Some(otherwise) = otherwise {
            self.word("or else");
            self.part(otherwise, Tight::Operand, true);
        }
    }

    /// `(a, b)`
    pub fn arguments(&mut self, arguments: &[Expr]) {
        self.glued("(");
        self.list(arguments, Self::expr);
        self.glued(")");
    }
}

/// Whether a name is written behind an expression.
fn stands_behind(name: &Name, of: &Expr) -> bool {
    name.span.file == of.span.file && name.span.start > of.span.start
}

impl Print for Expr {
    fn print(&self, out: &mut Printer) {
        out.expr(self);
    }
}

impl Print for Among {
    fn print(&self, out: &mut Printer) {
        out.among(self, true);
    }
}

impl Print for DiceLiteral {
    fn print(&self, out: &mut Printer) {
        let count = match self.count.digits.as_str() {
            "1" => "",
            count => count,
        };
        out.word(&format!("{count}d{}", self.sides.digits));
    }
}

impl Print for DiceExpr {
    fn print(&self, out: &mut Printer) {
        match self {
            DiceExpr::Fixed(dice) => dice.print(out),
            DiceExpr::Sized { count, sides, .. } => {
                match count.as_deref() {
                    Some(Expr {
                        kind: ExprKind::Number(count),
                        ..
                    }) => out.word(&format!("{}*d(", count.digits)),
                    Some(count) => {
                        out.word("(");
                        out.expr(count);
                        out.glued(")*d(");
                    }
                    None => out.word("d("),
                }
                out.expr(sides);
                out.glued(")");
            }
        }
    }
}

fn tightness(expr: &Expr) -> Tight {
    match &expr.kind {
        ExprKind::If { .. } => Tight::If,
        ExprKind::OrElse(_) => Tight::OrElse,
        ExprKind::Or(_) => Tight::Or,
        ExprKind::And(_) => Tight::And,
        ExprKind::Not(_) => Tight::Not,
        ExprKind::Compare { .. } | ExprKind::Known(..) | ExprKind::InPlay(..) => Tight::Compare,
        ExprKind::Sum { .. } => Tight::Sum,
        ExprKind::Product { .. } => Tight::Product,
        ExprKind::Minus(_) | ExprKind::InPool(..) => Tight::Operand,
        _ => Tight::Primary,
    }
}

/// Whether it goes on as far as it can, so that what follows would become a part of it.
fn is_search(expr: &Expr) -> bool {
    matches!(
        expr.kind,
        ExprKind::Aggregate { .. }
            | ExprKind::Quantifier { .. }
            | ExprKind::Count(_)
            | ExprKind::All(_)
            | ExprKind::The { .. }
    )
}
