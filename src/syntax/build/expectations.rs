//! What a scenario expects of its run.

use pest::iterators::Pair;

use super::Builder;
use super::parts::{self, Parts};
use crate::syntax::ast::*;
use crate::syntax::grammar::Rule;

impl Builder<'_> {
    // expect = { kw_expect ~ (expect_order | ...) }
    // place_of = { kw_place ~ kw_of ~ thing }, who_first = { thing ~ act_order ~ thing }, or what can be expected
    pub(super) fn question(&mut self, pair: Pair<'_, Rule>) -> Option<Question> {
        let rule = pair.as_rule();
        if !matches!(rule, Rule::place_of | Rule::who_first) {
            return self.expect(pair).map(Question::Of);
        }
        let mut parts = Parts::of(pair);
        let who = self.take_thing(&mut parts)?;
        if rule == Rule::place_of {
            return Some(Question::Place(who));
        }
        let relation = parts::token(&parts.part(Rule::act_order)?, act_order)?;
        let other = self.take_thing(&mut parts)?;
        Some(Question::First(who, relation, other))
    }

    pub(super) fn expect(&mut self, pair: Pair<'_, Rule>) -> Option<Expect> {
        let rule = pair.as_rule();
        let not = parts::has(&pair, Rule::kw_not);
        let rolls = parts::has(&pair, Rule::kw_rolls);
        let mut parts = Parts::of(pair);
        Some(match rule {
            Rule::expect_order => Expect::Order(parts.map(|pair| self.together(pair)).collect()),
            Rule::expect_declared => {
                let things = parts.take_all(Rule::thing).into_iter();
                let who = things.filter_map(|pair| self.thing(pair)).collect();
                Expect::Declared {
                    who,
                    moment: self.take_in_moment(&mut parts),
                }
            }
            Rule::expect_count => {
                let of = self.take_thing(&mut parts)?;
                let moment = self.take_in_moment(&mut parts);
                let count = self.take_number(&mut parts)?;
                match rolls {
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
                }
            }
            Rule::expect_asked => {
                let question = self.take_name(&mut parts)?;
                let about = self.take_things(&mut parts, Rule::about_list);
                Expect::Asked {
                    asked: !not,
                    question,
                    about,
                    moment: self.take_in_moment(&mut parts),
                }
            }
            Rule::expect_over => Expect::Over(!not),
            Rule::expect_barred => Expect::MayNotAct {
                who: self.take_thing(&mut parts)?,
                moment: self.take_in_moment(&mut parts)?,
            },
            Rule::expect_act => self.expect_act(parts)?,
            Rule::expect_fact => {
                let fact = self.take_expr(&mut parts)?;
                let at = match parts.next() {
                    Some(after) if after.as_rule() == Rule::after_act => {
                        FactMoment::After(self.take_act_ref(&mut Parts::of(after))?)
                    }
                    Some(end_of) if end_of.as_rule() == Rule::at_end_of => {
                        FactMoment::EndOf(self.take_moment(&mut Parts::of(end_of))?)
                    }
                    _ => FactMoment::End,
                };
                Expect::Fact { fact, at }
            }
            _ => return None,
        })
    }

    // expect_act = { act_ref ~ (act_order ~ act_ref | not_happening | outcome)? }
    fn expect_act(&mut self, mut parts: Parts<'_>) -> Option<Expect> {
        let act = self.take_act_ref(&mut parts)?;
        let Some(next) = parts.next() else {
            return Some(Expect::Act {
                act,
                outcome: Outcome::Happens,
            });
        };
        Some(match next.as_rule() {
            Rule::act_order => Expect::Relation {
                left: act,
                relation: parts::token(&next, act_order)?,
                right: self.take_act_ref(&mut parts)?,
            },
            Rule::outcome => {
                let mut parts = Parts::of(next);
                let word = self.take_name(&mut parts)?;
                Expect::Act {
                    act,
                    outcome: Outcome::Is(word, self.take_because(&mut parts)),
                }
            }
            _ => Expect::Act {
                act,
                outcome: Outcome::DoesNotHappen,
            },
        })
    }

    // together = { act_ref ~ (comma ~ act_ref)* }
    fn together(&mut self, pair: Pair<'_, Rule>) -> Vec<ActRef> {
        Parts::of(pair)
            .filter_map(|pair| self.act_ref(pair))
            .collect()
    }

    fn take_act_ref(&mut self, parts: &mut Parts<'_>) -> Option<ActRef> {
        parts
            .part(Rule::act_ref)
            .and_then(|pair| self.act_ref(pair))
    }

    // act_ref = ${ thing ~ act_word ~ act_object{0, 2} ~ act_told? ~ act_settings? ~ (kw_in ~ moment)? }
    fn act_ref(&mut self, pair: Pair<'_, Rule>) -> Option<ActRef> {
        let span = self.span(&pair);
        let mut parts = Parts::of(pair);
        let actor = self.take_thing(&mut parts)?;
        let word = parts
            .part(Rule::act_word)
            .and_then(|pair| self.take_name(&mut Parts::of(pair)))?;
        let objects = parts.take_all(Rule::act_object).into_iter();
        let objects = objects
            .filter_map(|pair| self.take_thing(&mut Parts::of(pair)))
            .collect();
        let told = parts
            .part(Rule::act_told)
            .map(|pair| self.take_told(&mut Parts::of(pair)))
            .unwrap_or_default();
        let settings = self.take_settings(&mut parts, Rule::act_settings);
        Some(ActRef {
            actor,
            word,
            objects,
            told,
            settings,
            moment: self.take_moment(&mut parts),
            span,
        })
    }

    // in_moment = { kw_in ~ moment }
    fn take_in_moment(&self, parts: &mut Parts<'_>) -> Option<Moment> {
        let moment = parts.part(Rule::in_moment)?;
        self.take_moment(&mut Parts::of(moment))
    }

    // moment = ${ moment_part ~ (SPACE+ ~ moment_part)* }
    fn take_moment(&self, parts: &mut Parts<'_>) -> Option<Moment> {
        let pair = parts.part(Rule::moment)?;
        let span = self.span(&pair);
        let parts = Parts::of(pair).filter_map(|part| {
            let mut parts = Parts::of(part);
            Some((
                self.take_name(&mut parts)?,
                parts.part(Rule::signed).map(|pair| self.number(pair))?,
            ))
        });
        Some(Moment {
            parts: parts.collect(),
            span,
        })
    }
}

fn act_order(rule: Rule) -> Option<ActOrder> {
    match rule {
        Rule::kw_before => Some(ActOrder::Before),
        Rule::kw_with => Some(ActOrder::With),
        Rule::kw_after => Some(ActOrder::After),
        _ => None,
    }
}
