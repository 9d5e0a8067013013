//! What exceptions, and corrections by the game master, had to do with the places of two acts. Knows nothing of keys.

use super::replay::{Doubt, ReplayObservation};
use super::track::Track;
use super::{Cause, Compared, Quote, Ruled};
use crate::journal::{ActNumber, Authority, Fate, Line, Ruling};
use crate::ruleset::{ExceptionRule, Movement, Relation};
use crate::view::json::making::fate;

/// The rulings of a line for two acts, whichever of them moves.
pub fn on_pair(line: &Line, a: ActNumber, b: ActNumber) -> impl Iterator<Item = &Ruling> {
    line.rulings
        .iter()
        .filter(move |ruling| [(a, b), (b, a)].contains(&(ruling.mover, ruling.reference)))
}

/// Whether a ruling stands.
pub fn stands(ruling: &Ruling) -> bool {
    matches!(ruling.fate, Fate::Held | Fate::Moved | Fate::Together)
}

/// Whether a ruling does not stand and could have put `second` before or together with `first`.
pub fn could_have_reversed(track: &Track<'_>, ruling: &Ruling, second: ActNumber) -> bool {
    if stands(ruling) {
        return false;
    }
    use Relation as R;
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

/// Whether a ruling does not stand and could have put two acts into two batches.
pub fn could_have_parted(track: &Track<'_>, ruling: &Ruling) -> bool {
    use Relation as R;
    let parts = matches!(
        ruling.relation,
        R::GoesAhead | R::Leads | R::Waits | R::Trails
    );
    !stands(ruling) && (parts || is_open(track, ruling))
}

/// Whether an exception that compares did not come to it.
fn is_open(track: &Track<'_>, ruling: &Ruling) -> bool {
    let rule = exception(track, ruling.by);
    ruling.compared.is_none()
        && rule.is_some_and(|rule| matches!(rule.moves, Movement::Compare { .. }))
}

/// The first condition that failed, if that was the fate of a ruling: it can be looked into.
pub fn doubt(track: &Track<'_>, number: usize, ruling: &Ruling) -> Option<Doubt> {
    let Fate::GuardFailed(guard) = ruling.fate else {
        return None;
    };
    let rule = exception(track, ruling.by)?;
    Some(Doubt {
        line: number,
        condition: *rule.guards.get(usize::from(guard))?,
        acts: names(rule, ruling),
    })
}

/// The acts of a ruling as the names of its exception stand for them.
pub fn names(rule: &ExceptionRule, ruling: &Ruling) -> (ActNumber, ActNumber) {
    let (Movement::Compare { first_moves, .. } | Movement::Relation { first_moves, .. }) =
        rule.moves;
    match first_moves {
        true => (ruling.mover, ruling.reference),
        false => (ruling.reference, ruling.mover),
    }
}

/// A ruling as a cause.
pub fn cause(track: &Track<'_>, line: &Line, ruling: &Ruling, entry: usize) -> Option<Cause> {
    let names = &track.story.names;
    let moves = exception(track, ruling.by).map(|rule| rule.moves);
    let compared = match (moves, ruling.compared) {
        (Some(Movement::Compare { left, right, .. }), Some(values)) => {
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
        relation: (!is_open(track, ruling)).then_some(ruling.relation),
        reference: track.act(ruling.reference, entry),
        fate: fate(ruling.fate),
        compared,
        failed: None,
        fell_to: fell_to(track, line, ruling, entry),
        quote: quote(track, ruling.by, entry)?,
    })
}

/// The exception that asks for a ruling, if it is one.
pub fn exception<'a>(track: &Track<'a>, by: Authority) -> Option<&'a ExceptionRule> {
    let exceptions = &track.story.names.rules.exceptions;
    exceptions.get(by.exception()?.index())
}

/// Where it stands what asks for a ruling.
fn quote(track: &Track<'_>, by: Authority, entry: usize) -> Option<Quote> {
    match by {
        Authority::Exception(_) => track.quote_item(exception(track, by)?.item),
        Authority::Correction(number) => track.quote_correction(number, entry),
    }
}

/// What made a ruling fall, as the journal has it.
fn fell_to(track: &Track<'_>, line: &Line, fallen: &Ruling, entry: usize) -> Vec<Ruled> {
    let number = line.rulings.iter().position(|ruling| ruling == fallen);
    let against = track.story.journal.values(line.against).chunks_exact(2);
    let others = against
        .filter(|pair| usize::try_from(pair[0]).ok() == number)
        .filter_map(|pair| line.rulings.get(usize::try_from(pair[1]).ok()?));
    (track.story.in_order(others).into_iter())
        .filter_map(|ruling| {
            Some(Ruled {
                mover: track.act(ruling.mover, entry),
                relation: ruling.relation,
                reference: track.act(ruling.reference, entry),
                quote: quote(track, ruling.by, entry)?,
            })
        })
        .collect()
}

/// A cause with what was seen of the condition that failed.
pub fn with_failed(mut cause: Cause, doubt: Option<Doubt>, seen: &ReplayObservation) -> Cause {
    if let (Cause::Exception { failed, .. }, Some(doubt)) = (&mut cause, doubt) {
        let found = seen.failed.iter().find(|one| one.0 == doubt);
        *failed = found.map(|one| one.1.clone());
    }
    cause
}
