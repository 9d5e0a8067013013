//! Statements and blocks, but for what `describe` prints by itself.

use super::Printer;
use super::describe::{BodyLines, Print};
use crate::syntax::ast::*;

statement_nodes!(print_node);

/// Statements in braces: a short one on the line of the brace.
impl Print for Block {
    fn print(&self, out: &mut Printer) {
        out.word("{");
        match &self.statements[..] {
            [only] if !has_block(only) => only.print(out),
            statements => {
                self.statements.lines("", out);
                if !statements.is_empty() {
                    out.line();
                }
            }
        }
        out.word("}");
    }
}

impl Print for Statement {
    fn print(&self, out: &mut Printer) {
        self.kind.print(out);
    }
}

/// `owner = c`
impl Print for (Name, Expr) {
    fn print(&self, out: &mut Printer) {
        out.name(&self.0);
        out.word("=");
        out.expr(&self.1);
    }
}

impl Printer {
    /// Statements in braces, with citations before them.
    pub fn body(&mut self, cites: &[Citation], block: &Block) {
        if cites.is_empty() {
            return block.print(self);
        }
        self.word("{");
        self.cites_line(cites);
        block.statements.lines("", self);
        self.line();
        self.word("}");
    }

    fn place(&mut self, place: &Expr) {
        self.operand(place);
    }

    fn actor(&mut self, who: &Expr) {
        self.operand(who);
    }

    fn taker(&mut self, who: &Expr) {
        self.actor(who);
        self.word("takes the turn");
    }

    fn each(
        &mut self,
        kind: &Name,
        name: &Name,
        range: &Option<(Expr, Expr)>,
        filter: &Option<Expr>,
        order: &[(Expr, bool)],
        body: &Block,
    ) {
        self.word("each");
        self.name(kind);
        self.name(name);
        self.bounds(range);
        if let Some(filter) = filter {
            self.word("where");
            self.expr(filter);
        }
        self.in_order(order);
        body.print(self);
    }

    fn tally_number(&mut self, number: &Expr) {
        self.operand(number);
    }

    fn counted_again(&mut self, again: &Option<RollAgain>) {
        if let Some(again) = again {
            again.print(self);
        }
    }

    fn again_times(&mut self, most: &Option<Expr>) {
        if let Some(most) = most {
            self.word("at most");
            self.expr(most);
            self.word("times");
        }
    }

    fn add(&mut self, place: &Expr, value: &Expr) {
        self.word("add");
        self.expr(value);
        self.word("to");
        self.operand(place);
    }

    fn subtract(&mut self, place: &Expr, value: &Expr) {
        self.word("subtract");
        self.expr(value);
        self.word("from");
        self.operand(place);
    }

    fn branches(&mut self, branches: &[(Expr, Block)]) {
        for (number, (condition, block)) in branches.iter().enumerate() {
            self.word(if number > 0 { "else if" } else { "if" });
            self.expr(condition);
            block.print(self);
        }
    }

    fn added(&mut self, added: &[(SumOp, Expr)]) {
        for (sign, value) in added {
            sign.print(self);
            self.factor(value);
        }
    }

    fn in_order(&mut self, order: &[(Expr, bool)]) {
        for (number, (value, highest_first)) in order.iter().enumerate() {
            match number {
                0 => self.word("in order of"),
                _ => self.glued(", then"),
            }
            self.expr(value);
            if *highest_first {
                self.glued(", highest first");
            }
        }
    }

    fn counted_as(&mut self, name: &Option<Name>) {
        self.word("times");
        if let Some(name) = name {
            self.word("as");
            self.name(name);
        }
    }

    /// `from 1 to 6`
    pub(super) fn bounds(&mut self, range: &Option<(Expr, Expr)>) {
        if let Some((from, to)) = range {
            self.word("from");
            self.expr(from);
            self.word("to");
            self.before_where(to);
        }
    }

    fn shuffled(&mut self, which: &Option<(Name, Expr)>) {
        self.condition(which, "where");
    }

    fn resolved(&mut self, condition: &Option<(Name, Expr)>) {
        self.condition(condition, "while");
    }

    /// A name, and what holds for it.
    fn condition(&mut self, condition: &Option<(Name, Expr)>, word: &str) {
        if let Some((name, condition)) = condition {
            self.name(name);
            self.word(word);
            self.expr(condition);
        }
    }

    fn refuse(&mut self, because: &Text) {
        self.word("refuse because");
        self.text(because);
    }

    fn refuse_declarations(&mut self, who: &Expr, because: &Text) {
        self.word("refuse declarations of");
        self.expr(who);
        self.word("because");
        self.text(because);
    }

    fn consult(&mut self, table: &Name, arguments: &[Expr], key: &Expr) {
        self.named("consult", Some(table));
        if !arguments.is_empty() {
            self.arguments(arguments);
        }
        self.word("with");
        self.expr(key);
    }

    fn asked_acts(&mut self, asked: &AskedActs) {
        self.word(match (asked.one, asked.actions.is_empty()) {
            (true, true) => "declares one act",
            (true, false) => "declares one",
            (false, _) => "declares",
        });
        for (number, action) in asked.actions.iter().enumerate() {
            self.word(if number > 0 { "|" } else { "" });
            self.name(action);
        }
    }

    fn secret(&mut self, secret: &bool) {
        if *secret {
            self.word("in secret");
        }
    }

    pub(super) fn assignments(&mut self, settings: &[(Name, Expr)]) {
        if !settings.is_empty() {
            self.settings(settings);
        }
    }
}

fn has_block(statement: &Statement) -> bool {
    matches!(
        statement.kind,
        StatementKind::If { .. }
            | StatementKind::Each { .. }
            | StatementKind::Repeat { .. }
            | StatementKind::Phase(_)
    )
}
