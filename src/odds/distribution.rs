//! Answers and how likely they are.

use dashu_int::UBig;
use dashu_ratio::RBig;

use crate::ruleset::index::Idx;
use crate::ruleset::{MISSING, Tally, Throw, Value};

/// How likely something is.
#[derive(Clone, Debug, PartialEq)]
pub enum Chance {
    /// A fraction, without any rounding.
    Exact(RBig),
    /// Runs were followed, all but what is next to impossible, and the chances were reckoned with floating point: right to about twelve digits.
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

/// How many steps the results of dice of which only some are kept may take, and how many such dice there may be: the ways to choose among them are all held.
const MOST_KEPT: u64 = 50_000_000;
const MOST_DICE: u64 = 1_000;

/// Whether the results of a throw are too many to be worked out: more than so many, or of dice of which only some are kept and that fall in too many ways.
pub fn has_too_many_results(throw: &Throw, most: u64) -> bool {
    let [count, sides] = [throw.count, throw.sides].map(u64::from);
    let kept = u64::from(throw.kept().unwrap_or_default());
    let is_sum = throw.tally == Tally::Sum || throw.kept().is_none();
    let is_long = || count > MOST_DICE || count * count * sides * sides * kept > MOST_KEPT;
    count * sides > most || !is_sum && is_long()
}

/// In how many ways the dice come to each result, lowest first; those to which they cannot come are left out.
pub fn results(throw: &Throw) -> Vec<(Value, UBig)> {
    let Throw { count, sides, .. } = *throw;
    let (least, ways) = match (throw.counted_faces(), throw.tally) {
        (Some(counted), _) => (0, ways_to_count(count, counted, sides - counted)),
        (None, Tally::Highest(_) | Tally::Lowest(_)) => {
            let kept = throw.kept().unwrap_or_default();
            let mut ways = ways_to_keep(count, sides, kept);
            // As high as the lowest are, so low the highest are where every die is turned round.
            if let Tally::Lowest(_) = throw.tally {
                ways.resize((kept * (sides + 1)).index() + 1, UBig::ZERO);
                ways.reverse();
            }
            (0, ways)
        }
        (None, _) => (Value::from(count), ways_to_sum(count, sides)),
    };
    let ways = (least..).zip(ways);
    ways.filter(|(_, ways)| *ways != UBig::ZERO).collect()
}

/// In how many ways so many dice show each sum; the first is for the lowest sum (all ones). Each follows from three before it, as the ways are the
/// coefficients of `P = ((1 - x^s) / (1 - x))^n`, of which `(1 - x) (1 - x^s) P' = n (1 - s x^(s-1) + (s-1) x^s) P`.
fn ways_to_sum(count: u32, sides: u32) -> Vec<UBig> {
    let [n, s] = [count, sides].map(u64::from);
    let mut ways = vec![UBig::ONE];
    let before = |ways: &[UBig], back: u32| {
        let at = ways.len().checked_sub(back.index());
        at.map_or(UBig::ZERO, |at| ways[at].clone())
    };
    for k in 1..=(n * s).saturating_sub(n) {
        let more =
            before(&ways, 1) * (n + k - 1) + before(&ways, sides + 1) * (n * s - n + s + 1 - k);
        let less = before(&ways, sides) * (n * s + s - k);
        ways.push((more - less) / k);
    }
    ways
}

/// In how many ways 0, 1 and so on of so many dice show one of the faces that count: the coefficients of a power of a sum of two.
fn ways_to_count(count: u32, counted: u32, others: u32) -> Vec<UBig> {
    if others == 0 {
        let none = std::iter::repeat_n(UBig::ZERO, count.index());
        return none
            .chain([UBig::from(counted).pow(count.index())])
            .collect();
    }
    let first = UBig::from(others).pow(count.index());
    let further = (1..=count).scan(first.clone(), |ways, shown| {
        let left = u64::from(count - shown + 1);
        *ways = &*ways * (u64::from(counted) * left) / (u64::from(others) * u64::from(shown));
        Some(ways.clone())
    });
    std::iter::once(first.clone()).chain(further).collect()
}

/// In how many ways the highest of so many dice come to 0, 1 and so on: the faces are gone through from the highest down, and so many of the dice that
/// are left show each.
fn ways_to_keep(count: u32, sides: u32, kept: u32) -> Vec<UBig> {
    let [count, sides, kept] = [count, sides, kept].map(Idx::index);
    let choose = pascal(count);
    let sums = kept * sides + 1;
    // By the number of dice that have shown a face, and the sum of those that are kept.
    let mut ways = vec![vec![UBig::ZERO; sums]; count + 1];
    ways[0][0] = UBig::ONE;
    for face in (1..=sides).rev() {
        for shown in (0..count).rev() {
            for sum in 0..sums {
                if ways[shown][sum] == UBig::ZERO {
                    continue;
                }
                let known = ways[shown][sum].clone();
                for more in 1..=count - shown {
                    let added = more.min(kept.saturating_sub(shown));
                    ways[shown + more][sum + added * face] += &known * &choose[count - shown][more];
                }
            }
        }
    }
    ways.pop().unwrap_or_default()
}

/// The numbers of ways to choose so many of so many.
fn pascal(count: usize) -> Vec<Vec<UBig>> {
    let mut rows = vec![vec![UBig::ONE]];
    for row in 1..=count {
        let before = &rows[row - 1];
        let inner = before.windows(2).map(|two| &two[0] + &two[1]);
        let next = std::iter::once(UBig::ONE).chain(inner).chain([UBig::ONE]);
        rows.push(next.collect());
    }
    rows
}
