//! Compares two acts of a line by their keys, as the machine did. Knows nothing of exceptions.

use super::replay::Trace;
use super::track::Track;
use super::{Cause, EqualKey, Keyed, Quote};
use crate::journal::{ActNumber, Line};
use crate::ruleset::walk::each_expr;
use crate::ruleset::{
    Expr, ExprId, Key, KindId, MISSING, MissingPlace, Placement, Slot, Type, Value,
};
use std::cmp::Ordering;
use std::collections::BTreeSet;

/// How many changes are told that a key has looked at.
const FEW: usize = 2;

/// How two acts stand by their keys.
pub struct ByKeys<'a> {
    /// How the one stands to the other.
    pub ordering: Ordering,
    /// The first key in which they differ, its number, and the two values.
    pub decided: Option<(&'a Key, usize, Value, Value)>,
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
    let (Some(of_a), Some(of_b)) = (
        track.story.journal.keys_of(line, a),
        track.story.journal.keys_of(line, b),
    ) else {
        return equal;
    };
    let values = of_a.iter().zip(of_b);
    for (number, (key, (&left, &right))) in order.keys.iter().zip(values).enumerate() {
        let number = number as u32;
        let place = |act, value| match is_ordered(track, line, act, (key, number)) {
            true => sorted(track, key, (act, number), value),
            false => 0,
        };
        let ordering = place(a, left).cmp(&place(b, right));
        if ordering != Ordering::Equal {
            return ByKeys {
                ordering,
                decided: Some((key, number as usize, left, right)),
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
    let (key, number, left, right) = by_keys.decided?;
    let keyed = |act, value| Keyed {
        act: track.act(act, entry),
        value: match is_ordered(track, line, act, (key, number as u32)) {
            true => shown(track, key, Some(value)),
            false => shown(track, key, None),
        },
        placed: placed(track, line, act, number),
    };
    let equal = equal(track, line, a, number);
    let (a, b) = (keyed(a, left), keyed(b, right));
    let against = by_keys.ordering == Ordering::Greater;
    let (first, second) = if against { (b, a) } else { (a, b) };
    Some(Cause::Key {
        equal,
        key: track.story.names.key(key, track.sources),
        first,
        second,
        highest_first: key.highest_first,
        against,
        since: Vec::new(),
        quote: track.quote_key(key),
        replaced: replaced(track, key),
    })
}

/// The definitions that a key asks, by way of others too, and that a variant of its file has replaced. None of a key without a text of its own: its value says
/// what it is.
fn replaced(track: &Track<'_>, key: &Key) -> Vec<Quote> {
    let (rules, sources) = (track.story.names.rules, track.sources);
    let mut seen = BTreeSet::new();
    let mut open = vec![key.value];
    while let Some(expr) = open.pop() {
        each_expr(&rules.exprs, expr, &mut |expr| {
            if let Expr::Call(function, _) = expr
                && seen.insert(*function)
            {
                open.push(rules.functions[function.index()].body);
            }
        });
    }
    let items = seen
        .iter()
        .map(|function| rules.functions[function.index()].item);
    let items = items.filter(|item| {
        let span = rules.items[item.index()].span;
        let other = sources.text(span.file);
        let before = other.get(..span.range().start).unwrap_or_default();
        let is_replacement =
            before.trim_end().ends_with("replace") || sources.snippet(span).starts_with("replace ");
        // What the file of the key itself extends or uses has been changed before it was written.
        let is_later = sources.files().position(|file| file == span.file)
            < sources.files().position(|file| file == key.span.file);
        span.file != key.span.file && is_replacement && is_later
    });
    let titled = sources.snippet(key.span).contains('"');
    let items = items.filter(|_| titled);
    items.filter_map(|item| track.quote_item(item)).collect()
}

/// What the key has looked at that tells two acts of a line apart, where it is more than the value of an attribute; `question`: by this number.
pub fn traces(
    track: &Track<'_>,
    (number, line): (usize, &Line),
    (a, b): (ActNumber, ActNumber),
    question: usize,
) -> Vec<Trace> {
    let rules = track.story.names.rules;
    let of = |act| {
        let expr = expression(track, line, (a, b), act)?;
        let is_plain = matches!(rules.exprs[expr.index()], Expr::Attribute { .. });
        (!is_plain).then(|| Trace {
            line: number,
            expr,
            acts: vec![act],
            question,
        })
    };
    [a, b].into_iter().filter_map(of).collect()
}

/// What last changed these attributes before an entry, of those that are no numbers: `mor.dazed became yes in round 1, when hex dazes mor`. The last change
/// comes first; a few are enough.
pub fn since(track: &Track<'_>, read: &BTreeSet<(KindId, u32, Slot)>, entry: usize) -> Vec<String> {
    let story = &track.story;
    let is_told = |&&(kind, _, slot): &&(KindId, u32, Slot)| {
        let rule = story.names.attribute_rule(kind, slot);
        rule.is_some_and(|rule| matches!(rule.declared.ty, Type::YesNo | Type::Choice(_)))
    };
    let read = read.iter().filter(is_told);
    let mut changes: Vec<_> = read
        .filter_map(|&attribute| story.last_change(attribute, entry))
        .collect();
    changes.sort_by(|one, other| other.cmp(one));
    changes
        .into_iter()
        .map(|(_, told)| told)
        .take(FEW)
        .collect()
}

/// The expression that gave an act the key that tells two acts apart: that of the placement, or the key itself.
pub fn expression(
    track: &Track<'_>,
    line: &Line,
    (a, b): (ActNumber, ActNumber),
    act: ActNumber,
) -> Option<ExprId> {
    let (key, number, ..) = compare(track, line, a, b).decided?;
    match placement(track, line, act, number) {
        Some(placement) => {
            let places = placement.places.iter();
            let mut own = places.filter(|place| key.name == Some(place.0));
            own.next().map(|place| place.1)
        }
        None => is_ordered(track, line, act, (key, number as u32)).then_some(key.value),
    }
}

/// Several acts that are equal in all keys, as a cause.
pub fn all_equal(track: &Track<'_>, line: &Line, acts: &[ActNumber], entry: usize) -> Cause {
    let keys = acts.first().map(|&act| equal(track, line, act, usize::MAX));
    Cause::Equal {
        acts: track.acts(acts, entry),
        keys: keys.unwrap_or_default(),
    }
}

/// The first so many keys of an act, with their values; those that do not order it are left out.
fn equal(track: &Track<'_>, line: &Line, act: ActNumber, count: usize) -> Vec<EqualKey> {
    let order = track.story.names.rules.orders.get(line.order as usize);
    let keys = order.map_or(&[][..], |order| &order.keys);
    let values = track.story.journal.keys_of(line, act).unwrap_or_default();
    (keys.iter().zip(values).zip(0..).take(count))
        .filter(|&((key, &value), number)| {
            value != MISSING || key.missing.is_some() && is_ordered(track, line, act, (key, number))
        })
        .map(|((key, &value), _)| EqualKey {
            key: track.story.names.key(key, track.sources),
            value: shown(track, key, Some(value)),
        })
        .collect()
}

/// The placement that gave a key of an act its value.
fn placed(track: &Track<'_>, line: &Line, act: ActNumber, key: usize) -> Option<Quote> {
    track.quote_item(placement(track, line, act, key)?.item)
}

/// That placement itself.
fn placement<'a>(
    track: &Track<'a>,
    line: &Line,
    act: ActNumber,
    key: usize,
) -> Option<&'a Placement> {
    let placed = track.story.journal.values(line.placed);
    let mut all = placed.chunks_exact(3);
    let found = all.find(|one| one[0] == Value::from(act) && one[1] == key as Value)?;
    let placements = &track.story.names.rules.placements;
    placements.get(usize::try_from(found[2]).ok()?)
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

/// Whether a key orders an act of a line: by the acts that it is for, or by a placement.
fn is_ordered(track: &Track<'_>, line: &Line, act: ActNumber, (key, number): (&Key, u32)) -> bool {
    let lines = &track.story.journal.lines;
    let at = lines.partition_point(|other| other.acts.end <= line.acts.start);
    let stage = track.stage_at(act, track.arranged.get(at).copied().unwrap_or_default());
    let action = track.story.journal.act(act).action;
    key.acts
        .means(track.story.names.rules, action, usize::from(stage))
        || placed(track, line, act, number as usize).is_some()
}

/// What a key gives, in words; `None`: it does not order the act.
fn shown(track: &Track<'_>, key: &Key, value: Option<Value>) -> String {
    match (value, key.missing) {
        (Some(MISSING), Some(MissingPlace::First)) => "none (comes first)".to_string(),
        (Some(MISSING), Some(MissingPlace::Last)) => "none (comes last)".to_string(),
        (Some(MISSING), Some(MissingPlace::Ask)) => "none (as the game master says)".to_string(),
        (None | Some(MISSING), _) => "0 (not meant by this key)".to_string(),
        (Some(value), _) => track.story.names.value(&key.ty, value),
    }
}
