//! What a scenario expects of its run, but for what `describe` builds by itself.

use super::Builder;
use super::describe::{Take, Variants};
use super::parts::Parts;
use crate::syntax::ast::*;
use crate::syntax::grammar::Rule;

// place_of = { kw_place ~ kw_of ~ thing }, who_first = { thing ~ act_order ~ thing }, or what can be expected
impl Take for Question {
    fn take(builder: &mut Builder<'_>, parts: &mut Parts<'_>) -> Option<Self> {
        match parts.any_of(&[Rule::place_of, Rule::who_first]) {
            Some(pair) => Question::variant(builder, pair.as_rule(), pair),
            None => builder.take(parts).map(Question::Of),
        }
    }
}

impl Builder<'_> {
    // expect_order = { kw_order ~ lbrace ~ together ~ (kw_then ~ together)* ~ rbrace }
    // together = { act_ref ~ (comma ~ act_ref)* }
    pub(super) fn expect_order(&mut self, parts: &mut Parts<'_>) -> Option<Expect> {
        let batches = parts.map(|pair| self.take(&mut Parts::of(pair)));
        batches.collect::<Option<_>>().map(Expect::Order)
    }

    // expect_count = { (kw_rolls | kw_acts) ~ kw_of ~ thing ~ in_moment? ~ equals ~ number }
    pub(super) fn rolls_of(&mut self, parts: &mut Parts<'_>) -> Option<Expect> {
        let rolls = parts.has(Rule::kw_rolls);
        let of = self.take(parts)?;
        let moment = self.take_in(parts, Rule::in_moment)?;
        let count = self.take(parts)?;
        Some(match rolls {
            true => Expect::Rolls {
                purpose: of,
                moment,
                count,
            },
            false => Expect::Acts {
                who: of,
                moment,
                count,
            },
        })
    }

    // expect_said = { kw_not? ~ text ~ in_moment? }
    pub(super) fn said(&mut self, parts: &mut Parts<'_>) -> Option<bool> {
        Some(!parts.has(Rule::kw_not))
    }

    // expect_asked = { kw_not? ~ kw_asked ~ name ~ about_list? ~ in_moment? }
    pub(super) fn asked(&mut self, parts: &mut Parts<'_>) -> Option<bool> {
        Some(!parts.has(Rule::kw_not))
    }

    // expect_over = ${ (kw_not ~ GAP)? ~ kw_over ~ !(SPACE+ ~ name) }
    pub(super) fn over(&mut self, parts: &mut Parts<'_>) -> Option<bool> {
        Some(!parts.has(Rule::kw_not))
    }

    pub(super) fn fact_moment(&mut self, parts: &mut Parts<'_>) -> Option<FactMoment> {
        let Some(pair) = parts.next() else {
            return Some(FactMoment::End);
        };
        let rule = pair.as_rule();
        let parts = &mut Parts::of(pair);
        Some(match rule {
            Rule::after_act => FactMoment::After(self.take(parts)?),
            Rule::at_end_of => FactMoment::EndOf(self.take(parts)?),
            _ => FactMoment::End,
        })
    }

    // expect_act = { act_ref ~ (act_order ~ act_ref | not_happening | outcome)? }
    pub(super) fn expect_outcome(&mut self, parts: &mut Parts<'_>) -> Option<Expect> {
        let act = self.take(parts)?;
        let outcome = match parts.next() {
            None => Outcome::Happens,
            Some(next) if next.as_rule() == Rule::act_order => {
                return Some(Expect::Relation {
                    left: act,
                    relation: Parts::of(next).word()?,
                    right: self.take(parts)?,
                });
            }
            Some(next) if next.as_rule() == Rule::outcome => {
                let parts = &mut Parts::of(next);
                Outcome::Is(self.take(parts)?, self.take_in(parts, Rule::because)?)
            }
            Some(_) => Outcome::DoesNotHappen,
        };
        Some(Expect::Act { act, outcome })
    }

    // act_object{0, 2}
    pub(super) fn objects(&mut self, parts: &mut Parts<'_>) -> Option<Vec<Thing>> {
        let objects = parts.take_all(Rule::act_object).into_iter();
        let objects = objects.filter_map(|pair| self.take(&mut Parts::of(pair)));
        Some(objects.collect())
    }

    // moment_part = ${ name ~ SPACE+ ~ which_told }
    pub(super) fn moment_parts(&mut self, parts: &mut Parts<'_>) -> Option<Vec<(Name, Which)>> {
        let pairs = std::iter::from_fn(|| parts.part(Rule::moment_part));
        let pairs: Vec<_> = pairs.collect();
        let parts = pairs.into_iter();
        Some(
            parts
                .filter_map(|pair| self.take(&mut Parts::of(pair)))
                .collect(),
        )
    }
}
