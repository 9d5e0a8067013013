//! Questions of odds that have no title, in words. Knows the tree of a question, no rules.

use crate::source::english;
use crate::syntax;
use crate::syntax::ast::{
    ActOrder, ActRef, Comparator, EntryKind, Expect, Expr, ExprKind, FactMoment, Outcome, Question,
    Scenario,
};

/// The questions of a scenario, in its order: of those that have no title what they ask, in words.
pub fn untitled(scenario: &Scenario) -> Vec<Option<String>> {
    let questions = scenario
        .entries
        .iter()
        .filter_map(|entry| match &entry.kind {
            EntryKind::Odds { title: None, of } => Some(Some(asked(of))),
            EntryKind::Odds { .. } => Some(None),
            _ => None,
        });
    questions.collect()
}

/// What a question asks, as a title: `As which ann acts`, `Bob’s hp is at most 0`.
fn asked(question: &Question) -> String {
    let words = match question {
        Question::Place(who) => format!("as which {} acts", who.text),
        Question::First(who, order, other) => {
            let when = match order {
                ActOrder::Before => "before",
                ActOrder::With => "at the same time as",
                ActOrder::After => "after",
            };
            format!("{} acts {when} {}", who.text, other.text)
        }
        Question::Of(Expect::Over(true)) => "the combat ends".to_owned(),
        Question::Of(Expect::Over(false)) => "the combat does not end".to_owned(),
        Question::Of(Expect::Act { act, outcome }) => match outcome {
            Outcome::Happens => act_words(act),
            Outcome::DoesNotHappen => format!("it does not happen that {}", act_words(act)),
            Outcome::Is(word, because) => {
                let because = because.as_ref().map_or(String::new(), |text| {
                    format!(", because {}", super::speak::plain_text(text))
                });
                let word = english::spaced(&word.text);
                format!("{}, and this is {word}{because}", act_words(act))
            }
        },
        Question::Of(Expect::Fact { fact, at }) => match at {
            FactMoment::End if is_whether(fact) => expression(fact),
            FactMoment::End => format!("{} at the end", expression(fact)),
            FactMoment::After(act) => format!("{} after {}", expression(fact), act_words(act)),
            FactMoment::EndOf(..) => {
                let at = syntax::question_words(question);
                let at = at
                    .rsplit_once(" at end of ")
                    .map_or("", |(_, period)| period);
                format!("{} at the end of {at}", expression(fact))
            }
        },
        Question::Of(
            Expect::Order(_)
            | Expect::Declared { .. }
            | Expect::Rolls { .. }
            | Expect::Acts { .. }
            | Expect::Asked { .. }
            | Expect::Said { .. }
            | Expect::MayNotAct { .. }
            | Expect::Relation { .. },
        ) => syntax::question_words(question),
    };
    english::capital(&words)
}

fn act_words(act: &ActRef) -> String {
    let (act, outcome) = (act.clone(), Outcome::Happens);
    syntax::question_words(&Question::Of(Expect::Act { act, outcome }))
}

/// Whether an expression asks for yes or no.
fn is_whether(expr: &Expr) -> bool {
    matches!(
        expr.kind,
        ExprKind::Compare { .. }
            | ExprKind::Not(_)
            | ExprKind::And(_)
            | ExprKind::Or(_)
            | ExprKind::Known(..)
            | ExprKind::InPlay(..)
            | ExprKind::Quantifier { .. }
            | ExprKind::Text(_)
    )
}

/// An expression in words, as far as it is an attribute or a comparison; else as it is written.
fn expression(expr: &Expr) -> String {
    match &expr.kind {
        ExprKind::Text(text) => super::speak::plain_text(text),
        ExprKind::Name(name) => english::spaced(&name.text),
        ExprKind::Dot(of, name) => {
            let of = english::possessive(&expression(of));
            format!("{of} {}", english::spaced(&name.text))
        }
        ExprKind::Compare { op, left, right } => {
            let is = match op {
                Comparator::Equal => "is",
                Comparator::NotEqual => "is not",
                Comparator::Less => "is lower than",
                Comparator::LessOrEqual => "is at most",
                Comparator::Greater => "is higher than",
                Comparator::GreaterOrEqual => "is at least",
                Comparator::In => "is among",
            };
            format!("{} {is} {}", expression(left), expression(right))
        }
        _ => {
            let (fact, at) = (expr.clone(), FactMoment::End);
            syntax::question_words(&Question::Of(Expect::Fact { fact, at }))
        }
    }
}
