//! Bounds of counted numbers: from where to where each may lie so that what follows is the same. Numbers only; knows nothing of runs.

use crate::ruleset::Value;

/// Bounds of some numbers, both ends included.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bounds {
    of: Box<[(Value, Value)]>,
}

/// Within this from nought, numbers can be moved about without coming near the end of all numbers.
const FAR: Value = 1 << 50;

impl Bounds {
    /// So many numbers may be anything.
    pub fn none(width: usize) -> Self {
        Bounds {
            of: vec![(-FAR, FAR); width].into(),
        }
    }

    /// Whether these numbers lie within.
    pub fn hold(&self, numbers: &[Value]) -> bool {
        let mut both = self.of.iter().zip(numbers);
        both.all(|(&(from, to), number)| (from..=to).contains(number))
    }

    /// And within others.
    pub fn meet(&mut self, others: &Bounds) {
        for (own, other) in self.of.iter_mut().zip(&others.of) {
            *own = (own.0.max(other.0), own.1.min(other.1));
        }
    }

    /// A number that was `at_first` has come to be `now`: it must stay on its side of all cuts (sorted) when it comes there.
    pub fn keep_side(&mut self, place: usize, at_first: Value, now: Value, cuts: &[Value]) {
        let bounds = &mut self.of[place];
        if !(-FAR..=FAR).contains(&at_first) || !(-FAR..=FAR).contains(&now) {
            // So far out nothing is said but of the number itself.
            *bounds = (at_first, at_first);
            return;
        }
        let above = cuts.partition_point(|&cut| cut <= now);
        let from = above.checked_sub(1).map_or(-FAR, |below| cuts[below]);
        let to = cuts.get(above).map_or(FAR, |cut| cut - 1);
        bounds.0 = bounds.0.max(from + at_first - now);
        bounds.1 = bounds.1.min(to + at_first - now);
    }

    /// And within others, when the numbers have moved by so much.
    pub fn keep_within(&mut self, others: &Bounds, moves: &[Value]) {
        let others = others.of.iter().zip(moves);
        for (own, (other, moved)) in self.of.iter_mut().zip(others) {
            own.0 = own.0.max(other.0 - moved);
            own.1 = own.1.min(other.1 - moved);
        }
    }
}
