//! Questions that the runs of a scenario leave to their defaults, where another answer leads elsewhere: chances hold of these answers alone.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ask::asking;
use super::survey::{Subject, Wish};
use crate::source::Limits;
use crate::suite;
use crate::why::Run;
use crate::why::counterfactual::other_defaults;

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

impl DefaultTaken {
    /// What is asked, and about which records.
    fn asked_about(&self) -> (&str, Option<&str>) {
        match self.question.split_once(" about ") {
            Some((asked, about)) => (asked, Some(about)),
            None => (&self.question, None),
        }
    }
}

/// As lines: `gm, may_reach about ann, bob / cid, dan: no`. Questions that differ only in what they are about share a line, which names at most eight of them.
pub fn told_together(defaults: &[DefaultTaken]) -> Vec<String> {
    const MOST: usize = 8;
    let mut lines: Vec<(&DefaultTaken, Vec<&str>)> = Vec::new();
    for one in defaults {
        let (asked, about) = one.asked_about();
        let is_alike = |known: &DefaultTaken| {
            known.asked_about().0 == asked && known.who == one.who && known.answer == one.answer
        };
        match lines.iter_mut().find(|(known, _)| is_alike(known)) {
            Some((_, all)) => all.extend(about),
            None => lines.push((one, about.into_iter().collect())),
        }
    }
    let told = lines.into_iter().map(|(first, all)| {
        let more = all.len().saturating_sub(MOST);
        let between = match all.iter().any(|about| about.contains(',')) {
            true => " / ",
            false => ", ",
        };
        let about = match all[..all.len() - more].join(between) {
            about if about.is_empty() => about,
            about if more > 0 => format!(" about {about} and {more} more"),
            about => format!(" about {about}"),
        };
        let (who, asked, answer) = (&first.who, first.asked_about().0, &first.answer);
        format!("{who}, {asked}{about}: {answer}")
    });
    told.collect()
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
        let (mut before, mut known) = (None, Vec::new());
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
            if played.ending.is_some() {
                let others = other_defaults(&run, &known);
                known.extend(others);
            }
            before = Some(played.journal);
        }
        found.extend(known.into_iter().map(|one| DefaultTaken {
            who: one.who,
            question: one.question,
            answer: one.answer,
        }));
    }
    found.into_iter().collect()
}
