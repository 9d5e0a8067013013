//! Exceptions that can never stand together: the same acts, the same conditions, opposite demands, and neither over the other.

use super::Checker;
use super::by_kind::ByKind;
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::walk::alike;
use crate::ruleset::{ExceptionRule, Expr, Movement};

/// Says which exceptions contradict each other outright.
pub(super) fn check(checker: &mut Checker, by_kind: &ByKind<'_>) {
    let rules = &checker.rules;
    if rules.exceptions.len() != by_kind.exceptions.len() {
        return;
    }
    let over = rules.closed_over();
    for (index, one) in rules.exceptions.iter().enumerate() {
        for (before, other) in rules.exceptions[..index].iter().enumerate() {
            let settled = || over.contains(&(index, before)) || over.contains(&(before, index));
            if same_acts(&checker.out.exprs, one, other)
                && opposite(&checker.out.exprs, &one.moves, &other.moves)
                && !settled()
            {
                // By their titles, so that it is told alike in whatever order they are listed.
                let (index, before) = match one.title < other.title {
                    true => (before, index),
                    false => (index, before),
                };
                let place = |index: usize| by_kind.exceptions[index].1.title.span;
                let [title, known] = [index, before].map(|index| &rules.exceptions[index].title);
                let message =
                    format!("`{known}` and `{title}` contradict each other whenever they apply");
                let help = format!(
                    "say which one counts: `exception \"{title}\" over \"{known}\"`, or give them different conditions"
                );
                let error = Diagnostic::error(Code::ExceptionsContradict, place(index), message)
                    .label("asks for the opposite")
                    .also(place(before), "of this")
                    .help(help);
                checker.diagnostics.push(error);
            }
        }
    }
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
            let allowed = demand.allowed(*moves);
            let asked = relation.allowed(*first_moves);
            !asked.iter().any(|order| allowed.contains(order))
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
