//! Statements and blocks.

use super::Speller;
use crate::syntax::ast::*;

impl Speller {
    /// Statements in braces: a short one on the line of the brace.
    pub fn block(&mut self, block: &Block) {
        self.word("{");
        match &block.statements[..] {
            [only] if !has_block(only) => self.statement(only),
            statements => {
                self.lines(statements, Self::statement);
                if !statements.is_empty() {
                    self.line();
                }
            }
        }
        self.word("}");
    }

    /// Statements in braces, with citations before them.
    pub fn body(&mut self, cites: &[Citation], block: &Block) {
        if cites.is_empty() {
            return self.block(block);
        }
        self.word("{");
        self.cites_line(cites);
        self.lines(&block.statements, Self::statement);
        self.line();
        self.word("}");
    }

    pub fn statement(&mut self, statement: &Statement) {
        match &statement.kind {
            StatementKind::Set { place, value } => {
                self.word("set");
                self.operand(place);
                self.word("=");
                self.expr(value);
            }
            StatementKind::Add { place, value } => {
                self.word("add");
                self.expr(value);
                self.word("to");
                self.operand(place);
            }
            StatementKind::Subtract { place, value } => {
                self.word("subtract");
                self.expr(value);
                self.word("from");
                self.operand(place);
            }
            StatementKind::Let { name, value } => {
                self.named("let", Some(name));
                self.word("=");
                self.expr(value);
            }
            StatementKind::If {
                branches,
                otherwise,
            } => {
                for (number, (condition, block)) in branches.iter().enumerate() {
                    self.word(if number > 0 { "else if" } else { "if" });
                    self.expr(condition);
                    self.block(block);
                }
                if let Some(block) = otherwise {
                    self.word("else");
                    self.block(block);
                }
            }
            StatementKind::Each {
                kind,
                name,
                filter,
                order,
                body,
            } => {
                self.named("each", Some(kind));
                self.name(name);
                if let Some(filter) = filter {
                    self.word("where");
                    self.expr(filter);
                }
                if let Some((value, highest_first)) = order {
                    self.word("in order of");
                    self.expr(value);
                    self.glued(if *highest_first {
                        ", highest first"
                    } else {
                        ""
                    });
                }
                self.block(body);
            }
            StatementKind::Repeat { condition, body } => {
                self.word("repeat while");
                self.expr(condition);
                self.block(body);
            }
            StatementKind::Phase(phase) => self.phase(phase),
            kind => self.short_statement(kind),
        }
    }

    /// What has no block.
    fn short_statement(&mut self, kind: &StatementKind) {
        match kind {
            StatementKind::Ask { .. } => self.ask(kind),
            StatementKind::Cancel { act, word, because } => {
                self.word("cancel");
                self.expr(act);
                self.named("as", word.as_ref());
                self.because(because.as_ref());
            }
            StatementKind::Refuse { because } => {
                self.word("refuse");
                self.because(Some(because));
            }
            StatementKind::RefuseDeclarations { who, because } => {
                self.word("refuse declarations of");
                self.expr(who);
                self.because(Some(because));
            }
            StatementKind::Resolve { condition } => {
                self.word("resolve acts");
                if let Some((name, condition)) = condition {
                    self.name(name);
                    self.word("while");
                    self.expr(condition);
                }
            }
            StatementKind::Raise { event, arguments } => {
                self.word("raise");
                self.call(event, arguments);
            }
            StatementKind::Do {
                procedure,
                arguments,
            } => {
                self.word("do");
                self.call(procedure, arguments);
            }
            StatementKind::Consult {
                table,
                arguments,
                key,
            } => {
                self.word("consult");
                match arguments.is_empty() {
                    true => self.name(table),
                    false => self.call(table, arguments),
                }
                self.word("with");
                self.expr(key);
            }
            StatementKind::EndCombat { because } => {
                self.word("end combat");
                self.because(because.as_ref());
            }
            StatementKind::Leave { phase } => self.named("leave phase", Some(phase)),
            StatementKind::Note { text } => {
                self.word("note");
                self.text(text);
            }
            StatementKind::New {
                kind,
                name,
                settings,
            } => {
                self.named("new", Some(kind));
                self.named("as", name.as_ref());
                self.assignments(settings);
            }
            StatementKind::Rolls {
                who,
                dice,
                name,
                text,
            } => {
                self.operand(who);
                self.word("rolls");
                self.dice_expr(dice);
                self.named("as", Some(name));
                self.texted(text.as_ref());
            }
            StatementKind::Declares { who, secret } => {
                self.operand(who);
                self.word(if *secret {
                    "declares in secret"
                } else {
                    "declares"
                });
            }
            StatementKind::Does {
                who,
                action,
                name,
                next,
                settings,
            } => {
                self.operand(who);
                self.named("does", Some(action));
                self.named("as", name.as_ref());
                if *next {
                    self.word("next");
                }
                self.assignments(settings);
            }
            // Those with a block.
            _ => {}
        }
    }

    fn ask(&mut self, kind: &StatementKind) {
        let StatementKind::Ask {
            who,
            name,
            about,
            question,
            ty,
            among,
            default,
        } = kind
        else {
            return;
        };
        self.word("ask");
        self.expr(who);
        self.named("as", Some(name));
        if !about.is_empty() {
            self.word("about");
            self.list(about, Self::expr);
        }
        self.text(question);
        self.glued(":");
        self.ty(ty);
        if let Some((name, filter)) = among {
            self.name(name);
            self.word("where");
            self.expr(filter);
        }
        if let Some(default) = default {
            self.glued(", default");
            self.expr(default);
        }
    }

    pub fn assignments(&mut self, settings: &[(Name, Expr)]) {
        if !settings.is_empty() {
            self.settings(settings, |speller, (name, value)| {
                speller.name(name);
                speller.word("=");
                speller.expr(value);
            });
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
