//! Statements.

use pest::iterators::Pair;

use super::Builder;
use super::parts::{self, Parts};
use super::place::Place;
use crate::syntax::ast::*;
use crate::syntax::grammar::Rule;

impl Builder<'_> {
    // body = { lbrace ~ cites? ~ statements ~ rbrace }
    pub(super) fn body(&mut self, pair: Pair<'_, Rule>) -> (Vec<Citation>, Block) {
        let mut parts = Parts::of(pair);
        let cites = self.take_cites(&mut parts);
        let body = parts
            .part(Rule::statements)
            .map(|pair| self.statements(pair, Place::Statement));
        (cites, body.unwrap_or_default())
    }

    /// The block, if it comes next.
    // block = { lbrace ~ statements ~ rbrace }
    pub(super) fn take_block(&mut self, parts: &mut Parts<'_>) -> Option<Block> {
        let statements = Parts::of(parts.part(Rule::block)?).part(Rule::statements)?;
        Some(self.statements(statements, Place::Statement))
    }

    // statements = { (statement | bad_statement)* }
    pub(super) fn statements(&mut self, pair: Pair<'_, Rule>, place: Place) -> Block {
        let mut statements = Vec::new();
        self.sequence(pair, place, |builder, pair| {
            statements.extend(builder.statement(pair))
        });
        Block { statements }
    }

    // statement = { actor_statement | set | ... }
    fn statement(&mut self, pair: Pair<'_, Rule>) -> Option<Statement> {
        let span = self.span(&pair);
        let kind = self.or_unreadable(span, |builder| {
            builder.statement_kind(Parts::of(pair).next()?)
        })?;
        Some(Statement { kind, span })
    }

    // Statements with others within them; what the others need stands in a frame of its own, so that nesting takes little of the stack.
    fn statement_kind(&mut self, pair: Pair<'_, Rule>) -> Option<StatementKind> {
        match pair.as_rule() {
            Rule::if_statement => self.if_statement(Parts::of(pair)),
            Rule::each => self.each(Parts::of(pair)),
            Rule::repeat => self.repeat(Parts::of(pair)),
            Rule::phase => self.phase_statement(pair),
            rule => self.single_statement(rule, Parts::of(pair)),
        }
    }

    #[inline(never)]
    fn single_statement(&mut self, rule: Rule, mut parts: Parts<'_>) -> Option<StatementKind> {
        Some(match rule {
            Rule::actor_statement => self.actor_statement(parts)?,
            Rule::set => StatementKind::Set {
                place: self.take_place(&mut parts)?,
                value: self.take_expr(&mut parts)?,
            },
            Rule::add => {
                let value = self.take_expr(&mut parts)?;
                StatementKind::Add {
                    place: self.take_place(&mut parts)?,
                    value,
                }
            }
            Rule::subtract => {
                let value = self.take_expr(&mut parts)?;
                StatementKind::Subtract {
                    place: self.take_place(&mut parts)?,
                    value,
                }
            }
            Rule::let_statement => {
                let name = self.take_name(&mut parts)?;
                StatementKind::Let {
                    name,
                    value: self.take_expr(&mut parts)?,
                }
            }
            Rule::ask => self.ask(parts)?,
            Rule::cancel => {
                let act = self.take_expr(&mut parts)?;
                let word = self.take_name(&mut parts);
                StatementKind::Cancel {
                    act,
                    word,
                    because: self.take_because(&mut parts),
                }
            }
            Rule::refuse => {
                let refused = parts
                    .part(Rule::refused)
                    .and_then(|pair| self.take_expr(&mut Parts::of(pair)));
                let because = self.take_because(&mut parts)?;
                match refused {
                    Some(who) => StatementKind::RefuseDeclarations { who, because },
                    None => StatementKind::Refuse { because },
                }
            }
            Rule::resolve => {
                let condition = parts
                    .part(Rule::resolved)
                    .and_then(|pair| self.named_condition(pair));
                StatementKind::Resolve { condition }
            }
            Rule::raise => {
                let event = self.take_name(&mut parts)?;
                StatementKind::Raise {
                    event,
                    arguments: self.take_list(&mut parts, Rule::arguments),
                }
            }
            Rule::do_call => {
                let procedure = self.take_name(&mut parts)?;
                StatementKind::Do {
                    procedure,
                    arguments: self.take_list(&mut parts, Rule::arguments),
                }
            }
            Rule::consult => {
                let table = self.take_name(&mut parts)?;
                let arguments = self.take_list(&mut parts, Rule::arguments);
                StatementKind::Consult {
                    table,
                    arguments,
                    key: self.take_expr(&mut parts)?,
                }
            }
            Rule::end_combat => StatementKind::EndCombat {
                because: self.take_because(&mut parts),
            },
            Rule::leave => StatementKind::Leave {
                phase: self.take_name(&mut parts)?,
            },
            Rule::note => StatementKind::Note {
                text: self.take_text(&mut parts)?,
            },
            Rule::new => {
                let kind = self.take_name(&mut parts)?;
                let name = self.take_name(&mut parts);
                StatementKind::New {
                    kind,
                    name,
                    settings: self.take_assignments(&mut parts),
                }
            }
            _ => return None,
        })
    }

    // place = { operand }
    fn take_place(&mut self, parts: &mut Parts<'_>) -> Option<Expr> {
        let place = parts.part(Rule::place)?;
        let operand = Parts::of(place).part(Rule::operand)?;
        self.whole_operand(operand)
    }

    // because = { kw_because ~ text }
    pub(super) fn take_because(&mut self, parts: &mut Parts<'_>) -> Option<Text> {
        let because = parts.part(Rule::because)?;
        self.take_text(&mut Parts::of(because))
    }

    #[inline(never)]
    fn phase_statement(&mut self, pair: Pair<'_, Rule>) -> Option<StatementKind> {
        Some(StatementKind::Phase(Box::new(self.phase(pair)?)))
    }

    // repeat = { kw_repeat ~ kw_while ~ expr ~ block }
    #[inline(never)]
    fn repeat(&mut self, mut parts: Parts<'_>) -> Option<StatementKind> {
        let condition = self.take_expr(&mut parts)?;
        Some(StatementKind::Repeat {
            condition,
            body: self.take_block(&mut parts)?,
        })
    }

    // if_statement = { kw_if ~ expr ~ block ~ else_if* ~ else_block? }
    #[inline(never)]
    fn if_statement(&mut self, mut parts: Parts<'_>) -> Option<StatementKind> {
        let mut branches = vec![(self.take_expr(&mut parts)?, self.take_block(&mut parts)?)];
        for pair in parts.take_all(Rule::else_if) {
            let mut parts = Parts::of(pair);
            branches.push((self.take_expr(&mut parts)?, self.take_block(&mut parts)?));
        }
        let otherwise = parts
            .part(Rule::else_block)
            .and_then(|pair| self.take_block(&mut Parts::of(pair)));
        Some(StatementKind::If {
            branches,
            otherwise,
        })
    }

    // each = { kw_each ~ name ~ name ~ where_expr? ~ in_order? ~ block }
    #[inline(never)]
    fn each(&mut self, mut parts: Parts<'_>) -> Option<StatementKind> {
        let kind = self.take_name(&mut parts)?;
        let name = self.take_name(&mut parts)?;
        let filter = parts
            .part(Rule::where_expr)
            .and_then(|pair| self.take_expr(&mut Parts::of(pair)));
        let order = parts.part(Rule::in_order).and_then(|pair| {
            let highest_first = parts::has(&pair, Rule::highest_first);
            Some((self.take_expr(&mut Parts::of(pair))?, highest_first))
        });
        Some(StatementKind::Each {
            kind,
            name,
            filter,
            order,
            body: self.take_block(&mut parts)?,
        })
    }

    // ask = { kw_ask ~ expr ~ kw_as ~ name ~ about? ~ text ~ colon ~ type ~ ask_among? ~ ask_default? }
    fn ask(&mut self, mut parts: Parts<'_>) -> Option<StatementKind> {
        let who = self.take_expr(&mut parts)?;
        let name = self.take_name(&mut parts)?;
        let about = self.take_list(&mut parts, Rule::about);
        let question = self.take_text(&mut parts)?;
        let ty = self.take_type(&mut parts)?;
        let among = parts
            .part(Rule::ask_among)
            .and_then(|pair| self.named_condition(pair));
        let default = parts
            .part(Rule::ask_default)
            .and_then(|pair| self.take_expr(&mut Parts::of(pair)));
        Some(StatementKind::Ask {
            who,
            name,
            about,
            question,
            ty,
            among,
            default,
        })
    }

    // resolved = { name ~ kw_while ~ expr }; ask_among = { name ~ kw_where ~ expr }
    fn named_condition(&mut self, pair: Pair<'_, Rule>) -> Option<(Name, Expr)> {
        let mut parts = Parts::of(pair);
        Some((self.take_name(&mut parts)?, self.take_expr(&mut parts)?))
    }

    // assignments = { lbrace ~ (assignment ~ comma? | bad_entry)* ~ rbrace }
    pub(super) fn take_assignments(&mut self, parts: &mut Parts<'_>) -> Vec<(Name, Expr)> {
        let mut settings = Vec::new();
        if let Some(pair) = parts.part(Rule::assignments) {
            self.sequence(pair, Place::Assignment, |builder, pair| {
                let mut parts = Parts::of(pair);
                let Some(name) = builder.take_name(&mut parts) else {
                    return;
                };
                settings.extend(builder.take_expr(&mut parts).map(|value| (name, value)));
            });
        }
        settings
    }

    // actor_statement = { operand ~ (rolls | declares | acts) }
    fn actor_statement(&mut self, mut parts: Parts<'_>) -> Option<StatementKind> {
        let who = parts
            .part(Rule::operand)
            .and_then(|pair| self.whole_operand(pair))?;
        let what = parts.next()?;
        let rule = what.as_rule();
        let secret = parts::has(&what, Rule::kw_secret);
        let mut parts = Parts::of(what);
        Some(match rule {
            Rule::rolls => {
                let dice = self.dice_expr(parts.next()?)?;
                let name = self.take_name(&mut parts)?;
                StatementKind::Rolls {
                    who,
                    dice,
                    name,
                    text: self.take_text(&mut parts),
                }
            }
            Rule::declares => StatementKind::Declares { who, secret },
            _ => {
                let action = self.take_name(&mut parts)?;
                let name = self.take_name(&mut parts);
                let next = parts.pass(Rule::does_next);
                StatementKind::Does {
                    who,
                    action,
                    name,
                    next,
                    settings: self.take_assignments(&mut parts),
                }
            }
        })
    }
}
