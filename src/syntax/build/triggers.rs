//! Triggers: what sets them off, and how often.

use pest::iterators::Pair;

use super::Builder;
use super::parts::{self, Parts};
use super::place::Place;
use crate::syntax::ast::*;
use crate::syntax::grammar::Rule;

impl Builder<'_> {
    // trigger = { kw_trigger ~ text ~ trigger_body }
    pub(super) fn trigger(&mut self, mut parts: Parts<'_>) -> Option<TriggerDef> {
        let title = self.take_text(&mut parts)?;
        let body = self.trigger_body(parts.part(Rule::trigger_body)?)?;
        Some(TriggerDef { title, ..body })
    }

    // trigger_body = { lbrace ~ cites? ~ (happening | bad_clause) ~ if_guard? ~ limit? ~ cites? ~ statements ~ rbrace }
    pub(super) fn trigger_body(&mut self, pair: Pair<'_, Rule>) -> Option<TriggerDef> {
        let span = self.span(&pair);
        let title = Text {
            pieces: Vec::new(),
            span,
        };
        let mut parts = Parts::of(pair);
        let mut cites = self.take_cites(&mut parts);
        let happening = parts
            .part(Rule::happening)
            .and_then(|pair| self.happening(pair));
        if let Some(bad) = parts.part(Rule::bad_clause) {
            self.explain(Place::Happening, None, &[bad]);
        }
        let guard = parts
            .part(Rule::if_guard)
            .and_then(|pair| self.take_expr(&mut Parts::of(pair)));
        let limit = parts.part(Rule::limit).and_then(|pair| self.limit(pair));
        cites.extend(self.take_cites(&mut parts));
        let body = self.statements(parts.part(Rule::statements)?, Place::TriggerStatement);
        Some(TriggerDef {
            title,
            happening: happening?,
            guard,
            limit,
            body,
            cites,
        })
    }

    // happening = { kw_before ~ act_kinds ~ name | kw_when ~ (phase_edge | act_happening | signal) }
    fn happening(&self, pair: Pair<'_, Rule>) -> Option<Happening> {
        let mut parts = Parts::of(pair);
        if parts.peek()?.as_rule() == Rule::act_kinds {
            let kinds = self.take_act_kinds(&mut parts);
            return Some(Happening::Act {
                kinds,
                name: self.take_name(&mut parts)?,
                moment: ActMoment::Before,
            });
        }
        let inner = parts.next()?;
        let (rule, begins) = (inner.as_rule(), parts::has(&inner, Rule::kw_begins));
        let mut parts = Parts::of(inner);
        match rule {
            Rule::phase_edge => Some(Happening::Phase {
                phase: self.take_name(&mut parts)?,
                begins,
            }),
            Rule::act_happening => {
                let kinds = self.take_act_kinds(&mut parts);
                let name = self.take_name(&mut parts)?;
                let moment = parts::token(&parts.part(Rule::act_moment)?, act_moment)?;
                Some(Happening::Act {
                    kinds,
                    name,
                    moment,
                })
            }
            _ => {
                let event = self.take_name(&mut parts)?;
                Some(Happening::Signal {
                    event,
                    names: parts.map(|pair| self.name(&pair)).collect(),
                })
            }
        }
    }

    // limit = { kw_limit ~ (kw_once | number ~ kw_times) ~ kw_per ~ name ~ limit_keys? }
    fn limit(&mut self, pair: Pair<'_, Rule>) -> Option<Limit> {
        let span = self.span(&pair);
        let mut parts = Parts::of(pair);
        let times = parts.part(Rule::number).map(|pair| self.number(pair));
        let phase = self.take_name(&mut parts)?;
        let keys = self.take_list(&mut parts, Rule::limit_keys);
        Some(Limit {
            times,
            phase,
            keys,
            span,
        })
    }
}

fn act_moment(rule: Rule) -> Option<ActMoment> {
    match rule {
        Rule::kw_resolves => Some(ActMoment::Resolves),
        Rule::kw_declared => Some(ActMoment::Declared),
        Rule::kw_added => Some(ActMoment::Added),
        Rule::kw_cancelled => Some(ActMoment::Cancelled),
        Rule::kw_void => Some(ActMoment::Void),
        Rule::kw_missed => Some(ActMoment::Missed),
        _ => None,
    }
}
