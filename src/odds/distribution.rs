//! Answers and how likely they are.

use dashu_int::UBig;
use dashu_ratio::RBig;

use crate::ruleset::{MISSING, Value};

/// How likely something is.
#[derive(Clone, Debug, PartialEq)]
pub enum Chance {
    /// A fraction, without any rounding.
    Exact(RBig),
    /// Every run was followed, but the chances were reckoned with floating point: right to about twelve digits.
    Reckoned(f64),
    /// So many of so many runs that were played.
    Counted {
        /// how often it was so
        times: u64,
        /// of so many runs
        of: u64,
    },
}

impl Chance {
    /// As a number from 0 to 1.
    pub fn share(&self) -> f64 {
        match self {
            Chance::Exact(fraction) => fraction.to_f64().value(),
            Chance::Reckoned(share) => *share,
            Chance::Counted { of: 0, .. } => 0.0,
            Chance::Counted { times, of } => *times as f64 / *of as f64,
        }
    }

    /// The bounds between which the true chance lies, in 95 of 100 cases, if it was counted (E. B. Wilson, Probable inference, 1927).
    pub fn bounds(&self) -> Option<(f64, f64)> {
        let Chance::Counted { of, .. } = *self else {
            return None;
        };
        if of == 0 {
            return Some((0.0, 1.0));
        }
        let (share, of) = (self.share(), of as f64);
        let z2 = Z * Z;
        let middle = (share + z2 / (2.0 * of)) / (1.0 + z2 / of);
        let half = Z / (1.0 + z2 / of) * (share * (1.0 - share) / of + z2 / (4.0 * of * of)).sqrt();
        Some(((middle - half).max(0.0), (middle + half).min(1.0)))
    }
}

/// The normal deviate that 95 of 100 cases lie within.
const Z: f64 = 1.959_963_984_540_054;

/// Answers and how likely each is. The chances add up to one, but for runs that never end.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Distribution {
    /// Each answer once, lowest first; the missing one before all others.
    pub answers: Vec<(Value, Chance)>,
}

impl Distribution {
    /// Of so many runs each answer came so often.
    pub fn counted(counts: impl IntoIterator<Item = (Value, u64)>) -> Self {
        let counts: Vec<(Value, u64)> = counts.into_iter().collect();
        let of = counts.iter().map(|&(_, times)| times).sum();
        let answers = (counts.into_iter())
            .map(|(answer, times)| (answer, Chance::Counted { times, of }))
            .collect();
        Distribution { answers }
    }

    /// How likely an answer is.
    pub fn chance(&self, answer: Value) -> Option<&Chance> {
        let found = self.answers.iter().find(|known| known.0 == answer);
        found.map(|(_, chance)| chance)
    }

    /// The mean of all answers that are there, and how far it may be off if they were counted (1.96 standard errors); `None` if none is there.
    pub fn mean(&self) -> Option<(f64, Option<f64>)> {
        let there = || self.answers.iter().filter(|(answer, _)| *answer != MISSING);
        let all: f64 = there().map(|(_, chance)| chance.share()).sum();
        if all <= 0.0 {
            return None;
        }
        let moment = |power| -> f64 {
            let each =
                there().map(|(answer, chance)| (*answer as f64).powi(power) * chance.share());
            each.sum::<f64>() / all
        };
        let mean = moment(1);
        let runs: Option<u64> = there()
            .map(|(_, chance)| match chance {
                Chance::Counted { times, .. } => Some(*times),
                _ => None,
            })
            .sum();
        let error = runs.map(|runs| Z * ((moment(2) - mean * mean).max(0.0) / runs as f64).sqrt());
        Some((mean, error))
    }
}

/// In how many ways so many dice show each sum; the first is for the lowest sum (all ones).
pub fn ways(count: u32, sides: u32) -> Vec<UBig> {
    let mut ways = vec![UBig::ONE];
    for _ in 0..count {
        let mut next = vec![UBig::ZERO; ways.len() + sides as usize - 1];
        for (sum, known) in ways.iter().enumerate() {
            for face in 0..sides as usize {
                next[sum + face] += known;
            }
        }
        ways = next;
    }
    ways
}
