//! In how many runs both of two acts come whose order is asked: where one of them stays out, it comes neither before nor after the other.

use dashu_ratio::RBig;

use super::ask::{Method, Odds, ask_each};
use super::distribution::Chance;
use super::render::percent;
use super::simulate::OddsWatcher;
use crate::ruleset::Ruleset;
use crate::scenario::{ActOrder, Asked, ExpectationKind, Question, Scenario};
use crate::source::Limits;

/// What is to be said beside the answer to a question for the order of two acts; `None` where both come in every run, where the answer is yes in every
/// run, and of all other questions.
pub fn both_come(
    rules: &Ruleset,
    scenario: &Scenario,
    (question, answer): (&Question, &Odds),
    limits: &Limits,
    method: &Method,
    watcher: &dyn OddsWatcher,
) -> Option<String> {
    let Asked::Whether(ExpectationKind::Relation(one, order, other)) = &question.of else {
        return None;
    };
    let none = || match answer.answers.answers.first() {
        Some((_, Chance::Counted { of, .. })) => Chance::Counted { times: 0, of: *of },
        Some((_, Chance::Reckoned(_))) => Chance::Reckoned(0.0),
        Some((_, Chance::Exact(_))) | None => Chance::Exact(RBig::ZERO),
    };
    let yes = |odds: &Odds| odds.answers.chance(1).cloned().unwrap_or_else(none);
    let so = yes(answer);
    let mut both = so.clone();
    if both.share() >= 1.0 {
        return None;
    }
    let others = [ActOrder::Before, ActOrder::With, ActOrder::After];
    let others = others.into_iter().filter(|one| one != order);
    let asked: Vec<Question> = others
        .map(|order| {
            let relation = ExpectationKind::Relation(one.clone(), order, other.clone());
            Question {
                of: Asked::Whether(relation),
                ..question.clone()
            }
        })
        .collect();
    for found in ask_each(rules, scenario, &asked, limits, method, watcher) {
        both = sum(&both, &yes(&found.ok()?))?;
    }
    let is_all = match &both {
        Chance::Reckoned(share) => *share > 1.0 - 1e-9,
        Chance::Exact(_) | Chance::Counted { .. } => both.share() >= 1.0,
    };
    if is_all {
        return None;
    }
    Some(match part(&so, &both) {
        Some(part) => format!(
            "both come in {} of the runs; it is so in {} of these",
            shown(&both),
            shown(&part)
        ),
        None => "both come in none of the runs".to_owned(),
    })
}

/// The sum of two chances that were found in the same way.
fn sum(one: &Chance, other: &Chance) -> Option<Chance> {
    match (one, other) {
        (Chance::Exact(one), Chance::Exact(other)) => Some(Chance::Exact(one + other)),
        (Chance::Reckoned(one), Chance::Reckoned(other)) => Some(Chance::Reckoned(one + other)),
        (
            Chance::Counted { times, of },
            Chance::Counted {
                times: more,
                of: runs,
            },
        ) if of == runs => Some(Chance::Counted {
            times: times.saturating_add(*more),
            of: *of,
        }),
        (Chance::Exact(_) | Chance::Reckoned(_) | Chance::Counted { .. }, _) => None,
    }
}

/// Which part of a chance another one is; `None` of one that is zero.
fn part(one: &Chance, of: &Chance) -> Option<Chance> {
    match (one, of) {
        (Chance::Exact(one), Chance::Exact(of)) if *of != RBig::ZERO => {
            Some(Chance::Exact(one / of))
        }
        (Chance::Reckoned(one), Chance::Reckoned(of)) if *of > 0.0 => {
            Some(Chance::Reckoned(one / of))
        }
        (Chance::Counted { times, .. }, Chance::Counted { times: of, .. }) if *of > 0 => {
            Some(Chance::Counted {
                times: *times,
                of: *of,
            })
        }
        (Chance::Exact(_) | Chance::Reckoned(_) | Chance::Counted { .. }, _) => None,
    }
}

/// `75.00 % (3/4)`, `all`
fn shown(chance: &Chance) -> String {
    let percent = percent(chance.share());
    match chance {
        _ if chance.share() <= 0.0 => "none".to_owned(),
        _ if chance.share() >= 1.0 => "all".to_owned(),
        Chance::Exact(fraction) => format!("{percent} ({fraction})"),
        Chance::Reckoned(_) | Chance::Counted { .. } => percent,
    }
}
