//! Exceptions that can never stand together: the same acts, the same conditions, opposite demands, and neither over the other.

use std::collections::BTreeSet;

use super::Checker;
use super::compiled::alike;
use super::sorted::Sorted;
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::{ExceptionId, ExceptionRule, Expr, Movement, Relation};

/// Says which exceptions contradict each other outright.
pub(super) fn check(checker: &mut Checker, sorted: &Sorted<'_>) {
    let rules = &checker.rules;
    if rules.exceptions.len() != sorted.exceptions.len() {
        return;
    }
    let over = closed(&rules.over, rules.exceptions.len());
    for (index, one) in rules.exceptions.iter().enumerate() {
        for (before, other) in rules.exceptions[..index].iter().enumerate() {
            let settled = over.contains(&(index, before)) || over.contains(&(before, index));
            if !settled
                && same_acts(&checker.out.exprs, one, other)
                && opposite(&checker.out.exprs, &one.moves, &other.moves)
            {
                checker.diagnostics.push(
                    Diagnostic::error(
                        Code::ExceptionsContradict,
                        sorted.exceptions[index].1.title.span,
                        format!("`{}` and `{}` contradict each other whenever they apply", other.title, one.title),
                    )
                    .label("asks for the opposite")
                    .also(sorted.exceptions[before].1.title.span, "of this")
                    .help(format!("say which one counts: `exception \"{}\" over \"{}\"`, or give them different conditions", one.title, other.title)),
                );
            }
        }
    }
}

/// What is over what, directly or by way of others.
fn closed(over: &[(ExceptionId, ExceptionId)], count: usize) -> BTreeSet<(usize, usize)> {
    let mut below = vec![Vec::new(); count];
    over.iter()
        .for_each(|(stronger, weaker)| below[stronger.index()].push(weaker.index()));
    let mut closed = BTreeSet::new();
    for start in 0..count {
        let mut open = below[start].clone();
        while let Some(weaker) = open.pop() {
            if closed.insert((start, weaker)) {
                open.extend(&below[weaker]);
            }
        }
    }
    closed
}

fn same_acts(exprs: &[Expr], one: &ExceptionRule, other: &ExceptionRule) -> bool {
    one.first == other.first
        && one.second == other.second
        && one.guards.len() == other.guards.len()
        && one.guards.iter().all(|guard| {
            other
                .guards
                .iter()
                .any(|known| alike(exprs, *guard, *known))
        })
        && other
            .guards
            .iter()
            .all(|guard| one.guards.iter().any(|known| alike(exprs, *guard, *known)))
}

fn opposite(exprs: &[Expr], one: &Movement, other: &Movement) -> bool {
    match (one, other) {
        (
            Movement::Relation {
                first_moves,
                relation,
            },
            Movement::Relation {
                first_moves: moves,
                relation: demand,
            },
        ) => {
            let allowed = allowed(*relation, *first_moves);
            !allowed
                .iter()
                .any(|order| self::allowed(*demand, *moves).contains(order))
        }
        (
            Movement::Compare {
                left,
                right,
                first_moves,
            },
            Movement::Compare {
                left: others_left,
                right: others_right,
                first_moves: moves,
            },
        ) => {
            first_moves != moves
                && alike(exprs, *left, *others_left)
                && alike(exprs, *right, *others_right)
        }
        _ => false,
    }
}

/// How the first act may stand to the second: -1 before, 0 together, 1 after.
fn allowed(relation: Relation, first_moves: bool) -> Vec<i8> {
    let of_mover: &[i8] = match relation {
        Relation::Waits | Relation::Trails => &[1],
        Relation::GoesAhead | Relation::Leads => &[-1],
        Relation::Joins => &[0],
        Relation::NotBefore => &[0, 1],
        Relation::NotAfter => &[-1, 0],
    };
    of_mover
        .iter()
        .map(|order| if first_moves { *order } else { -order })
        .collect()
}
