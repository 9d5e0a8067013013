//! What a scenario expects of the answers to its questions.

use std::cmp::Ordering;

use dashu_ratio::RBig;

use super::ask::{Found, Method, NoAnswer, Odds, ask};
use super::distribution::Chance;
use super::report::{fault, no_answer, without_exact};
use super::simulate::OddsWatcher;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::ruleset::Ruleset;
use crate::scenario::{ExpectedChance, Scenario};
use crate::source::Limits;

/// Chances that were reckoned with floating point are equal to a fraction that is as near as this.
const NEAR: f64 = 1e-9;

/// Asks the questions of whose answers a scenario expects something; gives what did not come as expected, and the faults for which there is no
/// exact answer, each once. Answers that are not exact never come as expected.
pub fn judge(
    rules: &Ruleset,
    scenario: &Scenario,
    limits: &Limits,
    method: &Method,
    watcher: &dyn OddsWatcher,
) -> Diagnostics {
    let mut found = Diagnostics::new();
    for (index, question) in scenario.questions.iter().enumerate() {
        let mut chances = scenario.chances.iter();
        if chances.any(|chance| chance.question == index) {
            let answer = ask(rules, scenario, question, limits, method, watcher);
            let failed = unexpected(scenario, index, &answer);
            if failed.is_empty() {
                continue;
            }
            found.extend(failed);
            let told = fault(rules, scenario, &answer).map(|(_, told)| told);
            found.extend(told.filter(|told| !found.iter().any(|known| known == told)));
        }
    }
    found
}

/// What did not come as expected of the answer to one question.
pub fn unexpected(
    scenario: &Scenario,
    question: usize,
    answer: &Result<Odds, NoAnswer>,
) -> Diagnostics {
    let expected = scenario.chances.iter();
    let expected = expected.filter(|expected| expected.question == question);
    (expected.filter_map(|expected| {
        let instead = instead(expected, answer)?;
        let failed = "this did not come as expected";
        Some(Diagnostic::error(Code::ExpectationFailed, expected.span, failed).label(instead))
    }))
    .collect()
}

/// What came instead; `None` if it came as expected.
fn instead(expected: &ExpectedChance, answer: &Result<Odds, NoAnswer>) -> Option<String> {
    let answer = match answer {
        Ok(answer) if matches!(answer.found, Found::Played { .. }) => {
            return Some(without_exact(&answer.found));
        }
        Ok(answer) => answer,
        Err(why) => return Some(no_answer(why)),
    };
    let never = Chance::Exact(RBig::ZERO);
    let chance = answer.answers.chance(1).unwrap_or(&never);
    let fraction = RBig::from_parts(expected.numerator.into(), expected.denominator.into());
    let (stands, is) = match chance {
        Chance::Exact(exact) => (exact.cmp(&fraction), format!("the chance is {exact}")),
        Chance::Reckoned(share) => {
            let difference = share - fraction.to_f64().value();
            let stands = match difference.abs() <= NEAR {
                true => Ordering::Equal,
                false => difference.total_cmp(&0.0),
            };
            (stands, format!("the chance is {share:.9}"))
        }
        Chance::Counted { .. } => return Some(without_exact(&answer.found)),
    };
    (!expected.is.contains(&stands)).then_some(is)
}
