//! The changes of statements: each that changes play can be taken out.

use super::{MutationOperator, Mutations};
use crate::source::Span;
use crate::syntax::ast::*;

impl Mutations<'_> {
    pub(super) fn block(&mut self, block: &Block) {
        block.statements.iter().for_each(|one| self.statement(one));
    }

    fn statement(&mut self, statement: &Statement) {
        match &statement.kind {
            StatementKind::Note { .. }
            | StatementKind::Reveal { .. }
            | StatementKind::Let { .. }
            | StatementKind::Result { .. }
            | StatementKind::Phase(_) => {}
            // Without it what uses its result cannot be read.
            StatementKind::Do { name: Some(_), .. } => {}
            // Left out they come to the same as what they hold, or as their condition when it is never true.
            StatementKind::If { .. }
            | StatementKind::Repeat { .. }
            | StatementKind::RepeatTimes { .. } => {}
            StatementKind::Each { body, .. } if body.statements.len() < 2 => {}
            StatementKind::Each { .. }
            | StatementKind::Set { .. }
            | StatementKind::Add { .. }
            | StatementKind::Subtract { .. }
            | StatementKind::Ask { .. }
            | StatementKind::Cancel { .. }
            | StatementKind::Refuse { .. }
            | StatementKind::RefuseDeclarations { .. }
            | StatementKind::Resolve { .. }
            | StatementKind::Raise { .. }
            | StatementKind::Do { name: None, .. }
            | StatementKind::Consult { .. }
            | StatementKind::EndCombat { .. }
            | StatementKind::Leave { .. }
            | StatementKind::LeaveRepeat
            | StatementKind::LeaveTurn
            | StatementKind::New { .. }
            | StatementKind::Shuffle { .. }
            | StatementKind::Rolls { .. }
            | StatementKind::Draws { .. }
            | StatementKind::TakesTurn { .. }
            | StatementKind::Declares { .. }
            | StatementKind::Does { .. } => self.cut(MutationOperator::Statement, statement.span),
        }
        self.inside(statement);
    }

    /// What changes within a statement.
    fn inside(&mut self, statement: &Statement) {
        match &statement.kind {
            StatementKind::Set { place, value }
            | StatementKind::Add { place, value }
            | StatementKind::Subtract { place, value } => self.exprs([value, place]),
            StatementKind::Let { value, .. } | StatementKind::Result { value } => self.expr(value),
            StatementKind::If {
                branches,
                otherwise,
            } => {
                let is_like_its_body = matches!(
                    (&branches[..], otherwise),
                    ([(_, body)], None) if body.statements.len() == 1
                );
                for (condition, body) in branches {
                    self.branch(condition, !is_like_its_body);
                    self.block(body);
                }
                otherwise.iter().for_each(|body| self.block(body));
            }
            StatementKind::Each {
                range,
                filter,
                order,
                body,
                ..
            } => {
                range.iter().for_each(|(from, to)| self.exprs([from, to]));
                filter.iter().for_each(|filter| self.filter(filter));
                let behind = body.statements.first().map(|first| first.span);
                let behind = behind.unwrap_or(statement.span.at_end()).at_start();
                for (number, (value, highest)) in order.iter().enumerate() {
                    let next = order.get(number + 1).map(|next| next.0.span.at_start());
                    self.expr(value);
                    let tail = value.span.at_end().to(next.unwrap_or(behind));
                    self.turn(MutationOperator::Turned, value, tail, *highest);
                }
                self.block(body);
            }
            StatementKind::Repeat { condition, body } => {
                self.put(MutationOperator::Branch, condition.span, "no");
                self.condition(condition);
                self.block(body);
            }
            StatementKind::RepeatTimes { count, body, .. } => {
                self.put(MutationOperator::Branch, count.span, "0");
                self.expr(count);
                self.block(body);
            }
            StatementKind::Ask {
                who,
                about,
                among,
                default,
                only,
                ..
            } => {
                self.expr(who);
                self.exprs(about);
                if let Some(among) = among {
                    among
                        .range
                        .iter()
                        .for_each(|(from, to)| self.exprs([from, to]));
                    among
                        .filter
                        .iter()
                        .for_each(|filter| self.condition(filter));
                }
                self.exprs(default.as_deref());
                only.iter().for_each(|only| self.condition(only));
            }
            StatementKind::Cancel { act, .. } => self.expr(act),
            StatementKind::Shuffle { which, .. } => {
                let which = which.iter();
                which.for_each(|(_, filter)| self.filter(filter));
            }
            StatementKind::RefuseDeclarations { who, .. } | StatementKind::TakesTurn { who } => {
                self.expr(who)
            }
            StatementKind::Declares { who, acts, .. } => {
                self.expr(who);
                let spans: Vec<Span> = acts.actions.iter().map(|action| action.span).collect();
                self.leave_out(MutationOperator::Kinds, &spans);
            }
            StatementKind::Resolve { condition } => {
                let condition = condition.iter();
                condition.for_each(|(_, condition)| self.condition(condition));
            }
            StatementKind::Raise { arguments, .. } | StatementKind::Do { arguments, .. } => {
                self.exprs(arguments);
            }
            StatementKind::Consult { arguments, key, .. } => {
                self.exprs(arguments);
                self.expr(key);
            }
            StatementKind::New { settings, .. } => self.settings(settings),
            StatementKind::Does { who, settings, .. } => {
                self.expr(who);
                self.settings(settings);
            }
            StatementKind::Rolls {
                who,
                dice,
                added,
                tally,
                ..
            } => {
                self.expr(who);
                self.dice_expr(dice);
                let dice = match dice {
                    DiceExpr::Fixed(dice) => dice.sides.span,
                    DiceExpr::Sized { span, .. } => *span,
                };
                self.terms(dice, added);
                if let Some(tally) = tally {
                    self.expr(tally.number());
                    if let Tally::Counting {
                        again: Some(again), ..
                    } = tally
                    {
                        self.expr(&again.number);
                    }
                    self.exprs(tally.again().and_then(|again| again.most.as_ref()));
                }
            }
            StatementKind::Draws {
                who, filter, order, ..
            } => {
                self.expr(who);
                filter.iter().for_each(|filter| self.filter(filter));
                self.exprs(order.iter().map(|key| &key.0));
            }
            StatementKind::Phase(phase) => self.phase(phase),
            StatementKind::Refuse { .. }
            | StatementKind::EndCombat { .. }
            | StatementKind::Leave { .. }
            | StatementKind::LeaveRepeat
            | StatementKind::LeaveTurn
            | StatementKind::Note { .. }
            | StatementKind::Reveal { .. } => {}
        }
    }

    pub(super) fn settings(&mut self, settings: &[(Name, Expr)]) {
        self.exprs(settings.iter().map(|(_, value)| value));
    }
}
