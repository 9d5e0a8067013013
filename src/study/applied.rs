//! An exception applied to the two acts of a situation: whether it applies, and how it lets them stand. Looks for nothing.

use super::forms;
use super::supposition::Supposition;
use crate::evaluator::Evaluator;
use crate::ruleset::{ActPattern, ExceptionRule, Movement, Relation, Ruleset, Value};

/// An exception, and which of the two acts of a situation is its first one.
#[derive(Clone, Copy)]
pub(super) struct Applied<'a> {
    pub rule: &'a ExceptionRule,
    /// Its place among the exceptions.
    pub index: usize,
    turned: bool,
}

impl<'a> Applied<'a> {
    /// Every exception, with the two acts of a situation one way and the other.
    pub fn all(rules: &'a Ruleset) -> impl Iterator<Item = Applied<'a>> {
        (0..rules.exceptions.len()).flat_map(|index| Applied::both_ways(rules, index))
    }

    /// One exception, with the two acts one way and the other.
    pub fn both_ways(rules: &'a Ruleset, index: usize) -> [Applied<'a>; 2] {
        [false, true].map(|turned| Applied::new(rules, index, turned))
    }

    pub fn new(rules: &'a Ruleset, index: usize, turned: bool) -> Self {
        let rule = &rules.exceptions[index];
        Applied {
            rule,
            index,
            turned,
        }
    }

    /// Whether it does not apply to the two acts of a situation, or lets them stand in one of these ways.
    pub fn agrees(
        self,
        places: &[i8],
        evaluator: &mut Evaluator<'a>,
        situation: &Supposition<'a>,
    ) -> bool {
        let means = |act: u32| {
            let pattern = self.pattern(act as usize);
            forms::means(situation.rules, pattern, situation.form(act))
        };
        let names = self.names();
        let mut guards = self.rule.guards.iter();
        let applies = means(0)
            && means(1)
            && guards.all(|guard| evaluator.value(situation, *guard, &names) == Some(1));
        !applies || {
            let allowed = self.allowed(evaluator, situation);
            allowed.iter().any(|place| places.contains(place))
        }
    }

    pub fn names(self) -> [Value; 2] {
        if self.turned { [1, 0] } else { [0, 1] }
    }

    /// The pattern of an act of the situation.
    pub fn pattern(self, act: usize) -> &'a ActPattern {
        match (act == 0) != self.turned {
            true => &self.rule.first,
            false => &self.rule.second,
        }
    }

    /// What it asks of the first act of the situation, or of the second: whether the first moves, and how.
    pub fn demand(
        self,
        evaluator: &mut Evaluator<'a>,
        situation: &Supposition<'a>,
    ) -> Option<(bool, Relation)> {
        let (first_moves, relation) = match self.rule.moves {
            Movement::Relation {
                first_moves,
                relation,
            } => (first_moves, relation),
            Movement::Compare {
                left,
                right,
                first_moves,
            } => {
                let names = self.names();
                let left = evaluator.value(situation, left, &names)?;
                let right = evaluator.value(situation, right, &names)?;
                (first_moves, Relation::of_comparison(left.cmp(&right)))
            }
        };
        Some((first_moves != self.turned, relation))
    }

    /// Where it lets the first act of the situation stand.
    pub fn allowed(self, evaluator: &mut Evaluator<'a>, situation: &Supposition<'a>) -> Vec<i8> {
        let demand = self.demand(evaluator, situation);
        demand.map_or(Vec::new(), |(first_moves, relation)| {
            relation.allowed(first_moves)
        })
    }

    /// `asks act 1 to wait for act 2`
    pub fn describe(self, evaluator: &mut Evaluator<'a>, situation: &Supposition<'a>) -> String {
        let Some((first_moves, relation)) = self.demand(evaluator, situation) else {
            return String::new();
        };
        let (mover, other) = if first_moves { (1, 2) } else { (2, 1) };
        let what = match relation {
            Relation::Waits => "to wait for",
            Relation::GoesAhead => "to go ahead of",
            Relation::Joins => "to join",
            Relation::NotBefore => "to come not before",
            Relation::NotAfter => "to come not after",
            Relation::Leads => "to lead",
            Relation::Trails => "to trail",
        };
        format!("asks act {mover} {what} act {other}")
    }
}

/// An act that would be void is seen by no exception.
pub(super) fn is_not_void<'a>(
    rules: &'a Ruleset,
    evaluator: &mut Evaluator<'a>,
    situation: &Supposition<'a>,
    act: u32,
) -> bool {
    rules.voids.iter().all(|void| {
        let form = situation.form(act);
        let names = [Value::from(act)];
        !forms::means(rules, &void.acts, form)
            || evaluator.value(situation, void.guard, &names) == Some(0)
    })
}
