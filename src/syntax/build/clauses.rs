//! Orders, placements, exceptions, voids, triggers and phases, but for what `describe` builds by itself.

use pest::iterators::Pair;

use super::Builder;
use super::describe::{Clause, Node, Take, Variants, Word};
use super::parts::{self, Parts};
use crate::syntax::ast::*;
use crate::syntax::grammar::Rule;
use crate::syntax::place::Place;

clause_nodes!(build_node);

// key = { kw_by ~ key_name? ~ key_acts? ~ expr ~ key_tail* ~ text? ~ cites? }
impl Node for Key {
    const RULES: &'static [Rule] = &[Rule::key];

    fn build(builder: &mut Builder<'_>, pair: Pair<'_, Rule>) -> Option<Self> {
        let shown = parts::has(&pair, Rule::kw_shown);
        let parts = &mut Parts::of(pair);
        let name = builder.take_in(parts, Rule::key_name)?;
        let for_acts = match parts.part(Rule::key_acts) {
            Some(acts) => builder.take_in(&mut Parts::of(acts), Rule::act_kinds)?,
            None => Vec::new(),
        };
        let value = builder.take(parts)?;
        let mut highest_first = false;
        let mut missing = None;
        let tails = [Rule::highest_first, Rule::lowest_first, Rule::missing_place];
        while let Some(tail) = parts.any_of(&tails) {
            match tail.as_rule() {
                Rule::missing_place => missing = Parts::of(tail).word(),
                rule => highest_first = rule == Rule::highest_first,
            }
        }
        Some(Key {
            name,
            for_acts,
            value,
            highest_first,
            missing,
            shown,
            text: builder.take(parts)?,
            cites: builder.take(parts)?,
            span: builder.take(parts)?,
        })
    }
}

// act_kind = ${ kw_act | name ~ (point ~ name)? }
impl Node for ActKind {
    const RULES: &'static [Rule] = &[Rule::act_kind];

    fn build(builder: &mut Builder<'_>, pair: Pair<'_, Rule>) -> Option<Self> {
        let parts = &mut Parts::of(pair);
        Some(ActKind {
            action: builder.take(parts)?,
            stage: builder.take(parts)?,
            span: builder.take(parts)?,
        })
    }
}

// trigger = { kw_trigger ~ text ~ trigger_body }
impl Node for TriggerDef {
    const RULES: &'static [Rule] = &[Rule::trigger];

    fn build(builder: &mut Builder<'_>, pair: Pair<'_, Rule>) -> Option<Self> {
        let parts = &mut Parts::of(pair);
        let title = builder.take(parts)?;
        let body = builder.trigger_body(parts.part(Rule::trigger_body)?)?;
        Some(TriggerDef { title, ..body })
    }
}

impl Builder<'_> {
    /// The trigger but for its title.
    // trigger_body = { lbrace ~ cites? ~ (bad_clause ~ cites?)? ~ (happening | bad_clause) ~ if_guard? ~ limit? ~ cites? ~ statements ~ rbrace }
    pub(super) fn trigger_body(&mut self, pair: Pair<'_, Rule>) -> Option<TriggerDef> {
        let parts = &mut Parts::of(pair);
        let title = Text {
            pieces: Vec::new(),
            span: parts.span(self),
        };
        let mut cites: Vec<Citation> = self.take(parts)?;
        if let Some(bad) = parts.part(Rule::bad_clause) {
            self.explain(Place::Happening, None, &[bad]);
            cites.extend(self.take::<Vec<Citation>>(parts)?);
        }
        let happening: Option<Happening> = self.take(parts)?;
        if let Some(bad) = parts.part(Rule::bad_clause) {
            self.explain(Place::Happening, None, &[bad]);
        }
        let guard = self.take_in(parts, Rule::if_guard)?;
        let limit = self.take(parts)?;
        cites.extend(self.take::<Vec<Citation>>(parts)?);
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
}

// happening = { kw_before ~ (turn_of ~ name | act_kinds ~ name) | kw_when ~ (phase_edge | value_change | act_happening | signal) }
impl Node for Happening {
    const RULES: &'static [Rule] = &[Rule::happening];

    fn build(builder: &mut Builder<'_>, pair: Pair<'_, Rule>) -> Option<Self> {
        let parts = &mut Parts::of(pair);
        if parts.has(Rule::turn_of) {
            return Some(Happening::BeforeTurn {
                phase: builder.take_in(parts, Rule::turn_of)?,
                name: builder.take(parts)?,
            });
        }
        if parts.has(Rule::kw_before) {
            return Some(Happening::Act {
                kinds: builder.take_in(parts, Rule::act_kinds)?,
                name: builder.take(parts)?,
                moment: ActMoment::Before,
            });
        }
        let inner = parts.next()?;
        let rule = inner.as_rule();
        let begins = parts::has(&inner, Rule::kw_begins);
        let parts = &mut Parts::of(inner);
        Some(match rule {
            Rule::phase_edge => Happening::Phase {
                phase: builder.take(parts)?,
                name: builder.take(parts)?,
                begins,
            },
            Rule::value_change => Happening::Change {
                attribute: builder.take(parts)?,
                kind: builder.take(parts)?,
                name: builder.take(parts)?,
                way: builder.take_in(parts, Rule::change_way)?,
                to: builder.take_in(parts, Rule::change_to)?,
                from: builder.take(parts)?,
            },
            Rule::act_happening => Happening::Act {
                kinds: builder.take_in(parts, Rule::act_kinds)?,
                name: builder.take(parts)?,
                moment: builder.take_in(parts, Rule::act_moment)?,
            },
            _ => Happening::Signal {
                event: builder.take(parts)?,
                names: builder.take(parts)?,
            },
        })
    }
}

// turns = { kw_of ~ name ~ name ~ where_expr? ~ comma ~ kw_next ~ (turn_keys ~ turn_ties? | next_named) }
impl Node for Turns {
    const RULES: &'static [Rule] = &[Rule::turns];

    fn build(builder: &mut Builder<'_>, pair: Pair<'_, Rule>) -> Option<Self> {
        let span = builder.span(&pair);
        let parts = &mut Parts::of(pair);
        let (kind, name) = (builder.take(parts)?, builder.take(parts)?);
        let filter = builder.take_in(parts, Rule::where_expr)?;
        let keys = builder.take_in(parts, Rule::turn_keys)?;
        let ties = &mut parts.part(Rule::turn_ties).map(Parts::of);
        let parts = ties.as_mut().unwrap_or(parts);
        let together = parts.has(Rule::kw_together);
        let (named, rolled) = (builder.take(parts)?, builder.take(parts)?);
        Some(Turns {
            kind,
            name,
            filter,
            keys,
            named,
            rolled,
            together,
            span,
        })
    }
}

// phase = { kw_phase ~ name ~ text? ~ (turns | counting)? ~ lasting? ~ phase_while? ~ body }
impl Node for PhaseDef {
    const RULES: &'static [Rule] = &[Rule::phase];

    fn build(builder: &mut Builder<'_>, pair: Pair<'_, Rule>) -> Option<Self> {
        let parts = &mut Parts::of(pair);
        let name = builder.take(parts)?;
        let title = builder.take(parts)?;
        let turns = builder.take(parts)?;
        let counting = builder.take(parts)?;
        let lasting = builder.take_in(parts, Rule::lasting)?;
        let while_ = builder.take_in(parts, Rule::phase_while)?;
        let (cites, body) = builder.body(parts.part(Rule::body)?);
        Some(PhaseDef {
            name,
            title,
            turns,
            counting,
            lasting,
            while_,
            body,
            cites,
            span: builder.take(parts)?,
        })
    }
}
