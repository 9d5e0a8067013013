//! Statements, but for what `describe` builds by itself.

use pest::iterators::Pair;

use super::Builder;
use super::describe::{Node, Take, Variants, Word};
use super::parts::{self, Parts};
use crate::syntax::ast::*;
use crate::syntax::grammar::Rule;
use crate::syntax::place::Place;

statement_nodes!(build_node);

// block = { lbrace ~ statements ~ rbrace }
impl Node for Block {
    const RULES: &'static [Rule] = &[Rule::block];

    fn build(builder: &mut Builder<'_>, pair: Pair<'_, Rule>) -> Option<Self> {
        let statements = Parts::of(pair).part(Rule::statements)?;
        Some(builder.statements(statements, Place::Statement))
    }
}

impl Builder<'_> {
    // body = { lbrace ~ cites? ~ statements ~ rbrace }
    pub(super) fn body(&mut self, pair: Pair<'_, Rule>) -> (Vec<Citation>, Block) {
        let mut parts = Parts::of(pair);
        let cites = self.take(&mut parts);
        let body = parts.part(Rule::statements);
        let body = body.map(|pair| self.statements(pair, Place::Statement));
        (cites.unwrap_or_default(), body.unwrap_or_default())
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
            let inner = Parts::of(pair).next()?;
            let rule = match inner.as_rule() {
                Rule::actor_statement => second_rule(&inner)?,
                rule => rule,
            };
            StatementKind::variant(builder, rule, inner)
        })?;
        Some(Statement { kind, span })
    }

    /// Who acts, before what he does.
    // actor_statement = { operand ~ (rolls | declares | acts | draws | takes_turn) }
    fn taker(&mut self, parts: &mut Parts<'_>) -> Option<Expr> {
        self.actor(parts)
    }

    fn actor(&mut self, parts: &mut Parts<'_>) -> Option<Expr> {
        let who = self.whole_operand(parts.part(Rule::operand)?);
        parts.enter();
        who
    }

    // each = { kw_each ~ name ~ name ~ bounds? ~ within? ~ where_expr? ~ in_order? ~ block }
    fn each(&mut self, parts: &mut Parts<'_>) -> Option<StatementKind> {
        let (kind, name) = (self.take(parts)?, self.take(parts)?);
        let range = self.take_in(parts, Rule::bounds)?;
        let within = parts.part(Rule::within);
        let filter = self.take_in(parts, Rule::where_expr)?;
        Some(StatementKind::Each {
            kind,
            filter: self.within(&name, within, filter),
            name,
            range,
            order: self.in_order(parts)?,
            body: self.take(parts)?,
        })
    }

    // counts = { kw_counting ~ operand ~ ... }, keeps = { kw_keeping ~ (kw_highest | kw_lowest) ~ operand }
    fn tally_number(&mut self, parts: &mut Parts<'_>) -> Option<Expr> {
        self.whole_operand(parts.part(Rule::operand)?)
    }

    // counts = { ... ~ (or_more | or_less)? ~ again? }
    fn counted_again(&mut self, parts: &mut Parts<'_>) -> Option<Option<RollAgain>> {
        // Which others count has been looked at only.
        parts.any_of(&[Rule::or_more, Rule::or_less]);
        self.take(parts)
    }

    // again_times = { kw_at ~ kw_most ~ expr ~ kw_times }
    fn again_times(&mut self, parts: &mut Parts<'_>) -> Option<Option<Expr>> {
        // Which others count has been looked at only.
        parts.any_of(&[Rule::or_more, Rule::or_less]);
        self.take_in(parts, Rule::again_times)
    }

    // declares = ${ kw_declares ~ (one_act | asked_acts)? ~ (kw_in ~ kw_secret)? }
    fn asked_acts(&mut self, parts: &mut Parts<'_>) -> Option<AskedActs> {
        // Where there are none, `in secret` is not passed over.
        let mut ahead = parts.clone();
        let rules = [Rule::one_act, Rule::asked_acts];
        Some(match ahead.any_of(&rules).map(Parts::of) {
            Some(mut acts) => {
                *parts = ahead;
                AskedActs {
                    one: self.take_in(&mut acts, Rule::kw_one)?,
                    actions: self.take_in(&mut acts, Rule::asked_actions)?,
                }
            }
            None => AskedActs {
                one: false,
                actions: Vec::new(),
            },
        })
    }

    // place = { operand }
    fn place(&mut self, parts: &mut Parts<'_>) -> Option<Expr> {
        let place = parts.part(Rule::place)?;
        self.whole_operand(Parts::of(place).part(Rule::operand)?)
    }

    // add = { kw_add ~ expr ~ kw_to ~ place }
    fn add(&mut self, parts: &mut Parts<'_>) -> Option<StatementKind> {
        let value = self.take(parts)?;
        let place = self.place(parts)?;
        Some(StatementKind::Add { place, value })
    }

    // subtract = { kw_subtract ~ expr ~ kw_from ~ place }
    fn subtract(&mut self, parts: &mut Parts<'_>) -> Option<StatementKind> {
        let value = self.take(parts)?;
        let place = self.place(parts)?;
        Some(StatementKind::Subtract { place, value })
    }

    // refuse = { kw_refuse ~ refused? ~ because }
    fn refuse(&mut self, parts: &mut Parts<'_>) -> Option<StatementKind> {
        let refused = self.take_in(parts, Rule::refused)?;
        let because = self.take_in(parts, Rule::because)?;
        Some(match refused {
            Some(who) => StatementKind::RefuseDeclarations { who, because },
            None => StatementKind::Refuse { because },
        })
    }

    // consult = { kw_consult ~ name ~ arguments? ~ kw_with ~ expr }
    fn consult(&mut self, parts: &mut Parts<'_>) -> Option<StatementKind> {
        Some(StatementKind::Consult {
            table: self.take(parts)?,
            arguments: self.take_in(parts, Rule::arguments)?,
            key: self.take(parts)?,
        })
    }

    // if_statement = { kw_if ~ expr ~ block ~ else_if* ~ else_block? }
    fn branches(&mut self, parts: &mut Parts<'_>) -> Option<Vec<(Expr, Block)>> {
        let mut branches = vec![self.take(parts)?];
        for pair in parts.take_all(Rule::else_if) {
            branches.push(self.take(&mut Parts::of(pair))?);
        }
        Some(branches)
    }

    // in_order = { kw_in ~ kw_order ~ kw_of ~ sort_key ~ (comma ~ kw_then ~ sort_key)* }
    fn in_order(&mut self, parts: &mut Parts<'_>) -> Option<Vec<(Expr, bool)>> {
        let Some(order) = parts.part(Rule::in_order) else {
            return Some(Vec::new());
        };
        let keys = Parts::of(order).take_all(Rule::sort_key);
        keys.into_iter().map(|pair| self.sort_key(pair)).collect()
    }

    // added = { (plus | minus_between) ~ product_chain }
    fn added(&mut self, parts: &mut Parts<'_>) -> Option<Vec<(SumOp, Expr)>> {
        let added = parts.take_all(Rule::added).into_iter();
        let term = |pair| {
            let parts = Parts::of(pair);
            Some((parts.word()?, self.chain(parts.last()?)?))
        };
        added.map(term).collect()
    }

    // sort_key = { expr ~ (comma ~ (highest_first | lowest_first))? }
    fn sort_key(&mut self, pair: Pair<'_, Rule>) -> Option<(Expr, bool)> {
        let highest_first = parts::has(&pair, Rule::highest_first);
        Some((self.take(&mut Parts::of(pair))?, highest_first))
    }

    // assignments = { lbrace ~ (assignment ~ comma? | bad_entry)* ~ rbrace }
    pub(super) fn assignments(&mut self, parts: &mut Parts<'_>) -> Option<Vec<(Name, Expr)>> {
        let mut settings = Vec::new();
        if let Some(pair) = parts.part(Rule::assignments) {
            self.sequence(pair, Place::Assignment, |builder, pair| {
                settings.extend(builder.take::<(Name, Expr)>(&mut Parts::of(pair)));
            });
        }
        Some(settings)
    }
}

/// The rule of the second part, behind who acts.
pub(super) fn second_rule(pair: &Pair<'_, Rule>) -> Option<Rule> {
    Parts::of(pair.clone()).nth(1).map(|tail| tail.as_rule())
}
