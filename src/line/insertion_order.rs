//! The order in which acts that left their places are inserted again: each after the acts that it refers to.
//!
//! Only the order is decided here; the places are chosen in `insertion`.

use super::closure::Closure;
use super::relation::{Demand, Exception};
use crate::ruleset::index::Idx;

/// The sort key by which acts are inserted. Acts with equal keys are inserted at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct InsertionKey {
    /// Whether it leads or trails: such acts go last.
    keeps_near: bool,
    /// How far it is from acts that refer to nothing.
    level: usize,
    /// Its rank by the keys.
    rank: u32,
    /// How many acts the exceptions put before it.
    before: usize,
}

/// The acts that the exceptions name, each with its key, in ascending order. `closure` is what follows from the
/// same exceptions.
pub(super) fn insertion_order(
    closure: &Closure,
    ranks: &[u32],
    exceptions: &[Exception],
) -> Vec<(InsertionKey, u32)> {
    let named = closure.named();
    let levels = levels(named, exceptions);
    let keyed = |(&act, level): (&u32, _)| {
        let key = InsertionKey {
            keeps_near: exceptions.iter().any(|e| e.mover == act && e.keeps_near()),
            level,
            rank: ranks[act.index()],
            before: named
                .iter()
                .filter(|&&other| is_put_before(closure, other, act))
                .count(),
        };
        (key, act)
    };
    let mut order: Vec<(InsertionKey, u32)> = named.iter().zip(levels).map(keyed).collect();
    order.sort_unstable();
    order
}

/// Whether the first is demanded to be not after the second, and nothing is demanded the other way.
fn is_put_before(closure: &Closure, first: u32, second: u32) -> bool {
    closure.demand(first, second) != Demand::Nothing
        && closure.demand(second, first) == Demand::Nothing
}

/// For each named act its level: 0 if it refers to nothing, else one more than the highest among those that it refers
/// to, directly or not, and that do not refer back to it.
fn levels(named: &[u32], exceptions: &[Exception]) -> Vec<usize> {
    let refers = references(named, exceptions);
    let count = |act: usize| refers[act].iter().filter(|&&refers| refers).count();
    let mut fewest_first: Vec<usize> = (0..named.len()).collect();
    fewest_first.sort_unstable_by_key(|&act| count(act));
    let mut levels = vec![0; named.len()];
    // What an act refers to without being referred to refers to fewer acts than it, so its level is known by then.
    for act in fewest_first {
        if count(act) > 1 {
            let below = (0..named.len()).filter(|&other| refers[act][other] && !refers[other][act]);
            levels[act] = 1 + below.map(|other| levels[other]).max().unwrap_or(0);
        }
    }
    levels
}

/// For each two named acts, by their positions, whether the first refers to the second, directly or not. Every act
/// counts as referring to itself.
fn references(named: &[u32], exceptions: &[Exception]) -> Vec<Vec<bool>> {
    let acts = named.len();
    let mut refers: Vec<Vec<bool>> = (0..acts)
        .map(|act| (0..acts).map(|other| act == other).collect())
        .collect();
    for exception in exceptions {
        if let (Ok(mover), Ok(reference)) = (
            named.binary_search(&exception.mover),
            named.binary_search(&exception.reference),
        ) {
            refers[mover][reference] = true;
        }
    }
    for via in 0..acts {
        let further = refers[via].clone();
        for row in refers.iter_mut().filter(|row| row[via]) {
            for (known, &more) in row.iter_mut().zip(&further) {
                *known |= more;
            }
        }
    }
    refers
}
