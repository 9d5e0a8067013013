//! Orders, placements, exceptions, voids and triggers, with their clauses.

use pest::iterators::Pair;

use super::Builder;
use super::parts::{self, Parts};
use super::place::Place;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::ast::*;
use crate::syntax::grammar::Rule;

impl Builder<'_> {
    // order = { kw_order ~ order_name? ~ during? ~ kw_of ~ kw_act ~ name ~ order_body }
    pub(super) fn order(&mut self, mut parts: Parts<'_>) -> Option<OrderDef> {
        let name = parts
            .part(Rule::order_name)
            .and_then(|pair| self.take_name(&mut Parts::of(pair)));
        let during = parts
            .part(Rule::during)
            .and_then(|pair| self.take_name(&mut Parts::of(pair)));
        let act = self.take_name(&mut parts)?;
        let mut order = OrderDef {
            name,
            during,
            act,
            keys: Vec::new(),
            circles: None,
            cites: Vec::new(),
        };
        self.sequence(
            parts.part(Rule::order_body)?,
            Place::OrderClause,
            |builder, pair| match pair.as_rule() {
                Rule::cites => order.cites.extend(builder.cites(pair)),
                Rule::circles => {
                    let span = builder.span(&pair);
                    let guard = (Parts::of(pair).part(Rule::guard))
                        .and_then(|guard| builder.take_expr(&mut Parts::of(guard)));
                    let circles = Circles { guard, span };
                    builder.only_once(&mut order.circles, circles, span, "`circles`");
                }
                _ => order.keys.extend(builder.key(pair)),
            },
        );
        Some(order)
    }

    // key = { kw_by ~ key_name? ~ key_acts? ~ expr ~ key_tail* ~ text? ~ cites? }
    fn key(&mut self, pair: Pair<'_, Rule>) -> Option<Key> {
        let span = self.span(&pair);
        let shown = parts::has(&pair, Rule::kw_shown);
        let mut parts = Parts::of(pair);
        let name = parts
            .part(Rule::key_name)
            .and_then(|pair| self.take_name(&mut Parts::of(pair)));
        let for_acts = parts
            .part(Rule::key_acts)
            .map(|pair| self.take_act_kinds(&mut Parts::of(pair)));
        let value = self.take_expr(&mut parts)?;
        let mut highest_first = false;
        let mut missing = None;
        while let Some(tail) = parts.peek() {
            match tail.as_rule() {
                Rule::highest_first => highest_first = true,
                Rule::lowest_first => highest_first = false,
                Rule::missing_place => missing = parts::token(&tail, missing_place),
                _ => break,
            }
            parts.next();
        }
        let text = self.take_text(&mut parts);
        let cites = self.take_cites(&mut parts);
        let for_acts = for_acts.unwrap_or_default();
        Some(Key {
            name,
            for_acts,
            value,
            highest_first,
            missing,
            shown,
            text,
            cites,
            span,
        })
    }

    /// The kinds of acts, if they come next.
    // act_kinds = { act_kind ~ (bar ~ act_kind)* }
    pub(super) fn take_act_kinds(&self, parts: &mut Parts<'_>) -> Vec<ActKind> {
        let kinds = parts.part(Rule::act_kinds).map(Parts::of);
        kinds
            .into_iter()
            .flatten()
            .map(|pair| self.act_kind(pair))
            .collect()
    }

    // act_kind = ${ kw_act | name ~ (point ~ name)? }
    fn act_kind(&self, pair: Pair<'_, Rule>) -> ActKind {
        let span = self.span(&pair);
        let mut parts = Parts::of(pair);
        ActKind {
            action: self.take_name(&mut parts),
            stage: self.take_name(&mut parts),
            span,
        }
    }

    // overs = { kw_over ~ text ~ (comma ~ text)* }
    fn take_overs(&mut self, parts: &mut Parts<'_>) -> Vec<Text> {
        let overs = parts.part(Rule::overs).map(Parts::of);
        overs
            .into_iter()
            .flatten()
            .map(|pair| self.text(pair))
            .collect()
    }

    // act_binding = { name ~ colon ~ act_kinds }
    fn take_act_binding(&self, parts: &mut Parts<'_>) -> Option<ActBinding> {
        let mut parts = Parts::of(parts.part(Rule::act_binding)?);
        Some(ActBinding {
            name: self.take_name(&mut parts)?,
            kinds: self.take_act_kinds(&mut parts),
        })
    }

    // placement = { kw_placement ~ text ~ overs? ~ placement_body }
    pub(super) fn placement(&mut self, mut parts: Parts<'_>) -> Option<PlacementDef> {
        let title = self.take_text(&mut parts)?;
        let over = self.take_overs(&mut parts);
        let (act, guards, places, cites) = Default::default();
        let mut placement = PlacementDef {
            title,
            over,
            act,
            guards,
            places,
            cites,
        };
        let body = parts.part(Rule::placement_body)?;
        self.sequence(body, Place::PlacementClause, |builder, pair| {
            let span = builder.span(&pair);
            let rule = pair.as_rule();
            let mut parts = Parts::of(pair.clone());
            match rule {
                Rule::cites => placement.cites.extend(builder.cites(pair)),
                Rule::guard => placement.guards.extend(builder.take_expr(&mut parts)),
                Rule::for_one => {
                    let Some(act) = builder.take_act_binding(&mut parts) else {
                        return;
                    };
                    builder.only_once(&mut placement.act, act, span, "`for`");
                }
                _ => {
                    let Some(name) = builder.take_name(&mut parts) else {
                        return;
                    };
                    placement
                        .places
                        .extend(builder.take_expr(&mut parts).map(|value| (name, value)));
                }
            }
        });
        Some(placement)
    }

    // exception = { kw_exception ~ text ~ overs? ~ exception_body }
    pub(super) fn exception(&mut self, mut parts: Parts<'_>) -> Option<ExceptionDef> {
        let title = self.take_text(&mut parts)?;
        let over = self.take_overs(&mut parts);
        let (acts, guards, moves, cites) = Default::default();
        let mut exception = ExceptionDef {
            title,
            over,
            acts,
            guards,
            moves,
            cites,
        };
        let body = parts.part(Rule::exception_body)?;
        self.sequence(body, Place::ExceptionClause, |builder, pair| {
            let span = builder.span(&pair);
            let rule = pair.as_rule();
            let mut parts = Parts::of(pair.clone());
            match rule {
                Rule::cites => exception.cites.extend(builder.cites(pair)),
                Rule::guard => exception.guards.extend(builder.take_expr(&mut parts)),
                Rule::for_two => {
                    let first = builder.take_act_binding(&mut parts);
                    let second = builder.take_act_binding(&mut parts);
                    let Some(acts) = first.zip(second) else {
                        return;
                    };
                    builder.only_once(&mut exception.acts, acts, span, "`for`");
                }
                _ => {
                    let Some(movement) = builder.movement(rule, parts) else {
                        return;
                    };
                    builder.only_once(&mut exception.moves, movement, span, "a movement");
                }
            }
        });
        Some(exception)
    }

    // compare = { kw_compare ~ expr ~ kw_with ~ expr ~ colon ~ name ~ kw_moves }; moves = { name ~ relation ~ name }
    fn movement(&mut self, rule: Rule, mut parts: Parts<'_>) -> Option<Movement> {
        if rule == Rule::compare {
            let left = self.take_expr(&mut parts)?;
            let right = self.take_expr(&mut parts)?;
            return Some(Movement::Compare {
                left,
                right,
                mover: self.take_name(&mut parts)?,
            });
        }
        let mover = self.take_name(&mut parts)?;
        let relation = parts::token(&parts.part(Rule::relation)?, relation)?;
        Some(Movement::Relation {
            mover,
            relation,
            reference: self.take_name(&mut parts)?,
        })
    }

    // void = { kw_void ~ text ~ void_body }
    pub(super) fn void(&mut self, mut parts: Parts<'_>) -> Option<VoidDef> {
        let title = self.take_text(&mut parts)?;
        let (act, guards, because, cites) = Default::default();
        let mut void = VoidDef {
            title,
            act,
            guards,
            because,
            cites,
        };
        self.sequence(
            parts.part(Rule::void_body)?,
            Place::VoidClause,
            |builder, pair| {
                let span = builder.span(&pair);
                let rule = pair.as_rule();
                let mut parts = Parts::of(pair.clone());
                match rule {
                    Rule::cites => void.cites.extend(builder.cites(pair)),
                    Rule::guard => void.guards.extend(builder.take_expr(&mut parts)),
                    Rule::for_one => {
                        let Some(act) = builder.take_act_binding(&mut parts) else {
                            return;
                        };
                        builder.only_once(&mut void.act, act, span, "`for`");
                    }
                    _ => {
                        let Some(reason) = builder.take_text(&mut parts) else {
                            return;
                        };
                        builder.only_once(&mut void.because, reason, span, "`because`");
                    }
                }
            },
        );
        Some(void)
    }

    /// Keeps what may stand only once, and complains about the second.
    pub(super) fn only_once<T>(&mut self, kept: &mut Option<T>, new: T, span: Span, what: &str) {
        if kept.is_some() {
            let message = format!("{what} stands here a second time");
            self.report(
                Diagnostic::error(Code::SyntaxError, span, message).help("keep one of them"),
            );
        } else {
            *kept = Some(new);
        }
    }
}

fn missing_place(rule: Rule) -> Option<MissingPlace> {
    match rule {
        Rule::kw_first => Some(MissingPlace::First),
        Rule::kw_last => Some(MissingPlace::Last),
        Rule::kw_ask => Some(MissingPlace::Ask),
        _ => None,
    }
}

fn relation(rule: Rule) -> Option<Relation> {
    match rule {
        Rule::waits_for => Some(Relation::Waits),
        Rule::goes_ahead_of => Some(Relation::GoesAhead),
        Rule::kw_joins => Some(Relation::Joins),
        Rule::not_before => Some(Relation::NotBefore),
        Rule::not_after => Some(Relation::NotAfter),
        Rule::kw_leads => Some(Relation::Leads),
        Rule::kw_trails => Some(Relation::Trails),
        _ => None,
    }
}
