//! What has been assumed of terms, and what follows from it. Knows nothing of expressions.

use std::collections::BTreeMap;

use super::term::{LinearForm, TermId};
use crate::ruleset::Value;

/// Something that is not known, with all that it can be.
#[derive(Clone, Debug)]
pub(super) enum UnknownFact {
    /// Whether a term is missing.
    Missing(TermId),
    /// Which of these values it has.
    Value(TermId, Vec<Value>),
    /// Whether two terms are the same.
    Same(TermId, TermId),
    /// Whether a sum is at most so much.
    AtMost(LinearForm, Value),
}

/// What has been assumed.
#[derive(Clone, Debug, Default)]
pub(super) struct Facts {
    missing: BTreeMap<TermId, bool>,
    values: BTreeMap<TermId, Value>,
    same: BTreeMap<(TermId, TermId), bool>,
    /// Between which numbers a sum lies.
    ranges: BTreeMap<LinearForm, (Value, Value)>,
}

impl Facts {
    /// Whether a term is missing.
    pub fn missing(&self, term: TermId) -> Option<bool> {
        self.missing.get(&term).copied()
    }

    /// Its value.
    pub fn value(&self, term: TermId) -> Option<Value> {
        self.values.get(&term).copied()
    }

    /// The first of the terms that are the same as this one.
    pub fn first(&self, term: TermId) -> TermId {
        let mut class = vec![term];
        let mut next = 0;
        while next < class.len() {
            let one = class[next];
            next += 1;
            for (&(a, b), _) in self.same.iter().filter(|(_, same)| **same) {
                for (from, other) in [(a, b), (b, a)] {
                    if from == one && !class.contains(&other) {
                        class.push(other);
                    }
                }
            }
        }
        class.into_iter().min().unwrap_or(term)
    }

    /// Whether there are more pairs of terms than can be looked through again and again.
    pub fn many_pairs(&self) -> bool {
        self.same.len() > 60
    }

    /// Whether two terms, the first of their kind, are the same.
    pub fn same(&self, a: TermId, b: TermId) -> Option<bool> {
        if a == b {
            return Some(true);
        }
        let mut differing = self.same.iter().filter(|(_, same)| !**same);
        let apart = differing.any(|(pair, _)| {
            let pair = (self.first(pair.0), self.first(pair.1));
            pair == (a, b) || pair == (b, a)
        });
        apart.then_some(false)
    }

    /// Whether a sum is at most so much.
    pub fn at_most(&self, form: &LinearForm, limit: Value) -> Option<bool> {
        let (least, most) = self.ranges.get(form)?;
        if *most <= limit {
            Some(true)
        } else if *least > limit {
            Some(false)
        } else {
            None
        }
    }

    /// All that can be assumed in a doubt, one after the other.
    pub fn cases(&self, doubt: &UnknownFact) -> Vec<Facts> {
        match doubt {
            UnknownFact::Missing(term) => self.each([false, true], |facts, missing| {
                facts.missing.insert(*term, missing);
            }),
            UnknownFact::Value(term, values) => {
                self.each(values.iter().copied(), |facts, value| {
                    facts.values.insert(*term, value);
                })
            }
            UnknownFact::Same(a, b) => self.each([true, false], |facts, same| {
                facts.same.insert((*a, *b), same);
            }),
            UnknownFact::AtMost(form, limit) => self.each([true, false], |facts, below| {
                let all = (Value::MIN, Value::MAX);
                let (least, most) = facts.ranges.entry(form.clone()).or_insert(all);
                match below {
                    true => *most = *limit,
                    false => *least = limit.saturating_add(1),
                }
            }),
        }
    }

    fn each<T>(
        &self,
        choices: impl IntoIterator<Item = T>,
        assume: impl Fn(&mut Facts, T),
    ) -> Vec<Facts> {
        let case = |choice| {
            let mut facts = self.clone();
            assume(&mut facts, choice);
            facts
        };
        choices.into_iter().map(case).collect()
    }
}
