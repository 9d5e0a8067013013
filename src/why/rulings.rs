//! What exceptions had to do with the places of two acts. Knows nothing of keys.

use super::track::Track;
use super::{Cause, Compared};
use crate::journal::{ActNumber, Fate, Line, Ruling, RulingRelation};
use crate::ruleset::{ExceptionId, Movement, Ruleset};
use crate::view::json::making::{fate, relation};

/// The rulings of a line for two acts, whichever of them moves.
pub fn on_pair(line: &Line, a: ActNumber, b: ActNumber) -> impl Iterator<Item = &Ruling> {
    line.rulings
        .iter()
        .filter(move |ruling| [(a, b), (b, a)].contains(&(ruling.mover, ruling.reference)))
}

/// Whether a ruling stands.
pub fn stands(ruling: &Ruling) -> bool {
    matches!(ruling.fate, Fate::Held | Fate::Moved)
}

/// Whether a ruling does not stand and could have put `second` before or together with `first`.
pub fn could_have_reversed(track: &Track<'_>, ruling: &Ruling, second: ActNumber) -> bool {
    if stands(ruling) {
        return false;
    }
    use RulingRelation as R;
    let forward = matches!(ruling.relation, R::GoesAhead | R::Leads | R::NotAfter);
    let back = matches!(ruling.relation, R::Waits | R::Trails | R::NotBefore);
    let either = ruling.relation == R::Joins || is_open(track, ruling);
    either
        || if ruling.mover == second {
            forward
        } else {
            back
        }
}

/// Whether an exception that compares did not come to it.
fn is_open(track: &Track<'_>, ruling: &Ruling) -> bool {
    let exceptions = &track.story.names.rules.exceptions;
    let rule = exceptions.get(ruling.exception.index());
    ruling.compared.is_none()
        && rule.is_some_and(|rule| matches!(rule.moves, Movement::Compare { .. }))
}

/// A ruling as a cause.
pub fn cause(track: &Track<'_>, line: &Line, ruling: &Ruling, entry: usize) -> Option<Cause> {
    let names = &track.story.names;
    let rule = names.rules.exceptions.get(ruling.exception.index())?;
    let guard = match ruling.fate {
        Fate::GuardFailed(number) => rule.guards.get(usize::from(number)),
        _ => None,
    };
    let compared = match (rule.moves, ruling.compared) {
        (Movement::Compare { left, right, .. }, Some(values)) => {
            let ty = names.type_of_either(left, right);
            let side = |expr, value| Compared {
                source: names.source(expr, track.sources),
                value: names.value(&ty, value),
            };
            Some((side(left, values.0), side(right, values.1)))
        }
        _ => None,
    };
    Some(Cause::Exception {
        mover: track.act(ruling.mover, entry),
        relation: (!is_open(track, ruling)).then(|| relation(ruling.relation)),
        reference: track.act(ruling.reference, entry),
        fate: fate(ruling.fate),
        compared,
        guard: guard.map(|&guard| names.source(guard, track.sources)),
        overruled_by: overruled_by(track, line, ruling),
        quote: track.quote_item(rule.item)?,
    })
}

/// The titles of the exceptions that are over a fallen one and bear on one of its acts.
fn overruled_by(track: &Track<'_>, line: &Line, fallen: &Ruling) -> Vec<String> {
    if !matches!(fallen.fate, Fate::Overruled | Fate::Weakest) {
        return Vec::new();
    }
    let rules = track.story.names.rules;
    let acts = [fallen.mover, fallen.reference];
    let mut above: Vec<ExceptionId> = (line.rulings.iter())
        .filter(|ruling| acts.contains(&ruling.mover) || acts.contains(&ruling.reference))
        .filter(|ruling| !matches!(ruling.fate, Fate::GuardFailed(_)))
        .map(|ruling| ruling.exception)
        .filter(|&exception| is_over(rules, exception, fallen.exception))
        .collect();
    above.sort_unstable();
    above.dedup();
    let items = above
        .iter()
        .filter_map(|exception| rules.exceptions.get(exception.index()));
    items
        .map(|rule| track.story.names.item(rule.item))
        .collect()
}

/// Whether an exception is declared over another, directly or by way of others.
fn is_over(rules: &Ruleset, stronger: ExceptionId, weaker: ExceptionId) -> bool {
    let mut reached = vec![stronger];
    let mut next = 0;
    while let Some(&from) = reached.get(next) {
        next += 1;
        for &(_, below) in rules.over.iter().filter(|pair| pair.0 == from) {
            if below == weaker {
                return true;
            }
            if !reached.contains(&below) {
                reached.push(below);
            }
        }
    }
    false
}
