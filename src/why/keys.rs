//! Compares two acts of a line by their keys, as the engine did. Knows nothing of exceptions.

use super::track::Track;
use super::{Cause, Keyed};
use crate::journal::{ActNumber, Line};
use crate::ruleset::{Key, MISSING, MissingPlace, Value};
use std::cmp::Ordering;

/// How two acts stand by their keys.
pub struct ByKeys<'a> {
    /// How the one stands to the other.
    pub ordering: Ordering,
    /// The first key in which they differ, and the two values.
    pub decided: Option<(&'a Key, Value, Value)>,
}

/// Compares two acts that stand in a line.
pub fn compare<'a>(track: &Track<'a>, line: &Line, a: ActNumber, b: ActNumber) -> ByKeys<'a> {
    let equal = ByKeys {
        ordering: Ordering::Equal,
        decided: None,
    };
    let rules = track.story.names.rules;
    let Some(order) = rules.orders.get(line.order as usize) else {
        return equal;
    };
    let (Some(of_a), Some(of_b)) = (keys_of(track, line, a), keys_of(track, line, b)) else {
        return equal;
    };
    let values = of_a.iter().zip(of_b);
    for (number, (key, (&left, &right))) in order.keys.iter().zip(values).enumerate() {
        let number = number as u32;
        let ordering =
            sorted(track, key, (a, number), left).cmp(&sorted(track, key, (b, number), right));
        if ordering != Ordering::Equal {
            return ByKeys {
                ordering,
                decided: Some((key, left, right)),
            };
        }
    }
    equal
}

/// The key that decides between two acts of which `a` came first, as a cause; `None` where they are equal in all of them.
pub fn cause(
    track: &Track<'_>,
    line: &Line,
    (a, b): (ActNumber, ActNumber),
    entry: usize,
) -> Option<Cause> {
    let by_keys = compare(track, line, a, b);
    let (key, left, right) = by_keys.decided?;
    let keyed = |act, value| Keyed {
        act: track.act(act, entry),
        value: shown(track, key, value),
    };
    let (a, b) = (keyed(a, left), keyed(b, right));
    let against = by_keys.ordering == Ordering::Greater;
    let (first, second) = if against { (b, a) } else { (a, b) };
    Some(Cause::Key {
        key: track.story.names.key(key, track.sources),
        first,
        second,
        highest_first: key.highest_first,
        against,
        quote: track.quote_key(key),
    })
}

fn keys_of<'a>(track: &Track<'a>, line: &Line, act: ActNumber) -> Option<&'a [Value]> {
    let (_, index) = track.place(line, act)?;
    let width = line.width as usize;
    let keys = track.story.journal.values(line.keys);
    keys.get(index * width..(index + 1) * width)
}

/// The value by which acts are sorted: the lower comes first.
fn sorted(track: &Track<'_>, key: &Key, place: (ActNumber, u32), value: Value) -> Value {
    let asked_first = track.placed.get(&place) == Some(&true);
    match (value, key.missing) {
        (MISSING, Some(MissingPlace::First)) => Value::MIN + 1,
        (MISSING, Some(MissingPlace::Ask)) if asked_first => Value::MIN + 1,
        (MISSING, Some(MissingPlace::Ask | MissingPlace::Last)) => Value::MAX,
        (MISSING, None) => 0,
        (value, _) if key.highest_first => -value,
        (value, _) => value,
    }
}

fn shown(track: &Track<'_>, key: &Key, value: Value) -> String {
    match (value, key.missing) {
        (MISSING, Some(MissingPlace::First)) => "none, which comes first".to_string(),
        (MISSING, Some(MissingPlace::Last)) => "none, which comes last".to_string(),
        (MISSING, Some(MissingPlace::Ask)) => "none, as the game master says".to_string(),
        (MISSING, None) => "not ordered by it, which counts as 0".to_string(),
        _ => track.story.names.value(&key.ty, value),
    }
}
