//! Questions that the runs of a scenario leave to their defaults, where another answer leads elsewhere: chances hold of these answers alone.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ask::asking;
use super::survey::{Subject, Wish};
use crate::source::Limits;
use crate::suite;
use crate::why::Run;
use crate::why::counterfactual::defaults;

/// So many runs are looked at.
const LOOKED_AT: usize = 5;

/// A question that was left to its default.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "LeftToDefault")]
pub struct DefaultTaken {
    /// Who was asked.
    pub who: String,
    /// The question: `may_reach about ann, bob`.
    pub question: String,
    /// The default.
    pub answer: String,
}

impl std::fmt::Display for DefaultTaken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let DefaultTaken {
            who,
            question,
            answer,
        } = self;
        write!(f, "{who}, {question}: {answer}")
    }
}

/// Those of the first runs with these seeds, in all cases; sorted.
pub fn left_to_defaults(
    subjects: &[Subject<'_>],
    wish: Wish,
    seed: u64,
    limits: &Limits,
) -> Vec<DefaultTaken> {
    let limits = limits.shared_by(subjects.len() * LOOKED_AT);
    let mut found = BTreeSet::new();
    for subject in subjects {
        let rules = subject.rules;
        let asked = wish.questions(&subject.scenario).into_iter();
        let scenario = &asked.fold(subject.scenario.clone(), |scenario, question| {
            asking(&scenario, &question.of)
        });
        let mut before = None;
        for seed in (seed..).take(LOOKED_AT) {
            let played = suite::play(rules, scenario, Some(seed), &limits);
            // Without open dice all runs are alike.
            if before.as_ref() == Some(&played.journal) {
                break;
            }
            let run = Run {
                seed: Some(seed),
                ..Run::new((rules, scenario), &played.journal, subject.sources, &limits)
            };
            let taken = played.ending.map(|_| defaults(&run).found);
            found.extend(taken.into_iter().flatten().map(|one| DefaultTaken {
                who: one.who,
                question: one.question,
                answer: one.answer,
            }));
            before = Some(played.journal);
        }
    }
    found.into_iter().collect()
}
