//! In which order the acts of a run were carried out, and for which of them the scenario expects an order.

use super::log::{ExecutedStage, RunLog};
use crate::journal::Journal;
use crate::ruleset::Ruleset;
use crate::scenario::{ActOrder, ActReference, ExpectationKind, Scenario};

/// The order of a run.
#[derive(Clone, Debug, Default)]
pub struct Course {
    /// The stages of acts that were carried out, in order.
    pub steps: Vec<ExecutedStage>,
    /// Pairs of steps, by their indices, whose order the scenario expects: those of one batch one after the other, then one of them with each of the
    /// batch that is named next. The first comes before the second or together with it.
    pub pairs: Vec<(usize, usize)>,
}

/// The order of a run, as expectations see it.
pub fn course(rules: &Ruleset, scenario: &Scenario, journal: &Journal) -> Course {
    let log = RunLog::new(rules, scenario, journal);
    let mut pairs = Vec::new();
    for expectation in &scenario.expectations {
        match &expectation.kind {
            ExpectationKind::Order(batches) => in_order(&log, batches, &mut pairs),
            ExpectationKind::Relation(left, order, right) => {
                pairs.extend(related(&log, left, *order, right));
            }
            ExpectationKind::Declared(..)
            | ExpectationKind::Rolls(..)
            | ExpectationKind::Acts(..)
            | ExpectationKind::Asked { .. }
            | ExpectationKind::Said { .. }
            | ExpectationKind::MayNotAct(..)
            | ExpectationKind::Over(_)
            | ExpectationKind::Act(..)
            | ExpectationKind::Fact(..) => {}
        }
    }
    Course {
        steps: log.done,
        pairs,
    }
}

/// The neighbours in batches that are expected one after the other, as far as these came.
fn in_order(log: &RunLog<'_>, batches: &[Vec<ActReference>], pairs: &mut Vec<(usize, usize)>) {
    let (mut after, mut last) = (0, Vec::<usize>::new());
    for group in batches {
        let Some((batch, mut found)) = log.first_behind(after, group) else {
            return;
        };
        found.sort_unstable();
        let Some(&first) = found.first() else {
            continue;
        };
        pairs.extend(found.windows(2).map(|two| (two[0], two[1])));
        pairs.extend(last.iter().map(|&before| (before, first)));
        let others = found.iter().skip(1);
        pairs.extend(
            last.first()
                .into_iter()
                .flat_map(|&before| others.clone().map(move |&later| (before, later))),
        );
        (after, last) = (batch, found);
    }
}

/// The first two acts that stand so.
fn related(
    log: &RunLog<'_>,
    left: &ActReference,
    order: ActOrder,
    right: &ActReference,
) -> Option<(usize, usize)> {
    let all = |reference| {
        let done = log.done.iter().enumerate();
        done.filter(move |(_, done)| log.matches(done, reference))
    };
    let stand_so = |one: &ExecutedStage, other: &ExecutedStage| match order {
        ActOrder::Before => one.batch < other.batch,
        ActOrder::With => one.batch == other.batch,
        ActOrder::After => one.batch > other.batch,
    };
    all(left).find_map(|(one, done)| {
        let other = all(right)
            .find(|(number, other)| *number != one && stand_so(done, other))?
            .0;
        Some((one.min(other), one.max(other)))
    })
}
