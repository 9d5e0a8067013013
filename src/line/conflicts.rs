//! Conflicts between exceptions: which of them stand. Steps 1 and 2 of the line.
//!
//! Exceptions fall by other exceptions only, so nothing here may read ranks or places.

use super::closure::Closure;
use super::relation::Exception;
use super::{CirclePolicy, Fall, Fallen, Precedence};
use crate::ruleset::Relation;

/// The exceptions that stand, the strongest first. Those that fall are added to `fallen`, in the order in which they do.
pub(super) fn resolve(
    closure: &mut Closure,
    exceptions: impl Iterator<Item = Exception>,
    over: &Precedence,
    circles: CirclePolicy,
    fallen: &mut Vec<Fallen>,
) -> Vec<Exception> {
    let mut all: Vec<Exception> = exceptions.collect();
    all.sort_unstable_by_key(|e| (over.depth(e.rule), *e));
    all.dedup();
    // What is in no circle now is in no circle of fewer exceptions, so it stands and makes nothing fall.
    closure.close(&all);
    let (contradicted, mut stands): (Vec<_>, Vec<_>) =
        all.into_iter().partition(|e| closure.contradicts(e));
    let rest = without_those_under(closure, contradicted, over, fallen);
    stands.extend(without_circles(closure, rest, over, circles, fallen));
    stands.sort_unstable_by_key(|e| (over.depth(e.rule), *e));
    stands
}

/// Step 1: what contradicts that which is over it falls, the strongest looked at first. Where those above contradict
/// each other they make nothing fall yet.
fn without_those_under(
    closure: &mut Closure,
    strongest_first: Vec<Exception>,
    over: &Precedence,
    fallen: &mut Vec<Fallen>,
) -> Vec<Exception> {
    let mut rest: Vec<Exception> = Vec::with_capacity(strongest_first.len());
    for exception in strongest_first {
        let mut above: Vec<Exception> = rest
            .iter()
            .copied()
            .filter(|other| over.is_over(other.rule, exception.rule))
            .collect();
        if !circles(closure, &above).is_empty() {
            rest.push(exception);
            continue;
        }
        above.push(exception);
        // Without the exception there is no circle, so all there is goes through it: one circle or none.
        match circles(closure, &above).first() {
            Some(circle) => {
                fallen.push(Fallen {
                    exception,
                    why: Fall::Under {
                        above: others(circle, &exception),
                    },
                });
            }
            None => rest.push(exception),
        }
    }
    rest
}

/// InsertionKey 2: of each circle the weakest fall, or all of it, until there is no circle. This ends because at least one
/// exception of each circle falls: if any is under another, those lowest in the order are over none.
fn without_circles(
    closure: &mut Closure,
    mut rest: Vec<Exception>,
    over: &Precedence,
    policy: CirclePolicy,
    fallen: &mut Vec<Fallen>,
) -> Vec<Exception> {
    loop {
        let circles = circles(closure, &rest);
        if circles.is_empty() {
            return rest;
        }
        let falling = circles
            .iter()
            .flat_map(|circle| falling_of(circle, over, policy));
        let first_new = fallen.len();
        fallen.extend(falling);
        rest.retain(|e| fallen[first_new..].iter().all(|f| f.exception != *e));
        let together = fallen[first_new..].iter().filter_map(joined);
        rest.extend(together);
    }
}

/// What stands in place of an exception whose circle comes together.
fn joined(fallen: &Fallen) -> Option<Exception> {
    matches!(fallen.why, Fall::Together { .. }).then_some(Exception {
        relation: Relation::Joins,
        ..fallen.exception
    })
}

/// Those of a circle that fall: the weakest, or all where none is over another.
fn falling_of(circle: &[Exception], over: &Precedence, policy: CirclePolicy) -> Vec<Fallen> {
    let is_under = |e: &Exception| circle.iter().any(|other| over.is_over(other.rule, e.rule));
    let is_over = |e: &Exception| circle.iter().any(|other| over.is_over(e.rule, other.rule));
    let weakest: Vec<Fallen> = circle
        .iter()
        .filter(|e| is_under(e) && !is_over(e))
        .map(|e| Fallen {
            exception: *e,
            why: Fall::Weakest {
                circle: others(circle, e),
            },
        })
        .collect();
    if !weakest.is_empty() {
        return weakest;
    }
    circle
        .iter()
        .map(|e| Fallen {
            exception: *e,
            why: match policy {
                CirclePolicy::Fall => Fall::Contradiction {
                    circle: others(circle, e),
                },
                CirclePolicy::Together => Fall::Together {
                    circle: others(circle, e),
                },
            },
        })
        .collect()
}

/// The circles among these exceptions: sets that together demand of an act to happen before itself.
fn circles(closure: &mut Closure, exceptions: &[Exception]) -> Vec<Vec<Exception>> {
    // One alone demands nothing of its mover towards itself.
    if exceptions.len() < 2 {
        return Vec::new();
    }
    closure.close(exceptions);
    let mut circles: Vec<Vec<Exception>> = Vec::new();
    for exception in exceptions.iter().filter(|e| closure.contradicts(e)) {
        match circles
            .iter_mut()
            .find(|circle| closure.bind(circle[0].mover, exception.mover))
        {
            Some(circle) => circle.push(*exception),
            None => circles.push(vec![*exception]),
        }
    }
    circles
}

fn others(circle: &[Exception], exception: &Exception) -> Vec<Exception> {
    circle
        .iter()
        .copied()
        .filter(|other| other != exception)
        .collect()
}
