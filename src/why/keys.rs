//! Compares two acts of a line by their keys, as the machine did. Knows nothing of exceptions.

use super::conditions::reads_clock;
use super::replay::Trace;
use super::track::Track;
use super::{Cause, EqualKey, Keyed, Quote};
use crate::journal::{ActNumber, Fate, Line, What};
use crate::ruleset::index::to_index;
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
            true => shown_alone(track, key, Some(value)),
            false => shown_alone(track, key, None),
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
        turns: None,
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
            value: shown_in_brackets(track, key, value),
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

/// The key by which the place of an act had gone by when an entry was written, with its value of the act and of the batch that had come last: `initiative: 8, behind 13`. `None`:
/// no batch that came tells it.
pub fn gone_by(track: &Track<'_>, act: ActNumber, entry: usize) -> Option<String> {
    let journal = track.story.journal;
    let line = &journal.lines[track.line_at(entry)?];
    let order = track
        .story
        .names
        .rules
        .orders
        .get(to_index(line.order.into()))?;
    // What exceptions have moved, and what came as the very next batch, stood elsewhere than its keys say.
    let by_keys = |begun: usize, act: ActNumber| {
        let then = &journal.lines[track.line_at(begun)?];
        let mut rulings = then.rulings.iter();
        let is_moved = rulings.any(|one| one.mover == act && one.fate == Fate::Moved);
        let stood = then.order == line.order && !is_moved && !track.life(act).next;
        stood.then(|| journal.keys_of(then, act)).flatten()
    };
    let mut before = track.batches.iter().rev().filter(|one| one.0 < entry);
    let last =
        before.find_map(|(begun, acts)| acts.iter().find_map(|&act| by_keys(*begun, act)))?;
    let keys = (0..)
        .zip(&order.keys)
        .zip(journal.keys_of(line, act)?.iter().zip(last));
    let mut found = keys.filter_map(|((number, key), (&own, &last))| {
        let at = |value| sorted(track, key, (act, number), value);
        (own != last).then(|| (key, own, last, at(own) < at(last)))
    });
    let (key, own, last, is_before) = found.next()?;
    let [own, last] = [own, last].map(|value| shown_alone(track, key, Some(value)));
    let name = track.story.names.key(key, track.sources);
    is_before.then(|| format!("{name}: {own}, behind {last}"))
}

/// What a key gives, in words, and what is to be said of that; `None`: it does not order the act.
fn shown(track: &Track<'_>, key: &Key, value: Option<Value>) -> (String, Option<String>) {
    let said = |value: &str, beside: &str| (value.to_owned(), Some(beside.to_owned()));
    match (value, key.missing) {
        (Some(MISSING), Some(MissingPlace::First)) => said("none", "comes first"),
        (Some(MISSING), Some(MissingPlace::Last)) => said("none", "comes last"),
        (Some(MISSING), Some(MissingPlace::Ask)) => said("none", "as the game master says"),
        (None | Some(MISSING), _) => said("0", "not meant by this key"),
        (Some(value), _) => {
            let shown = track.story.names.value(&key.ty, value);
            let period = period_at(track, key, value, &shown);
            (shown, period)
        }
    }
}

/// The same as one text.
fn shown_alone(track: &Track<'_>, key: &Key, value: Option<Value>) -> String {
    match shown(track, key, value) {
        (value, Some(beside)) => format!("{value} ({beside})"),
        (value, None) => value,
    }
}

/// The same where it is told in brackets.
fn shown_in_brackets(track: &Track<'_>, key: &Key, value: Value) -> String {
    match shown(track, key, Some(value)) {
        (value, Some(beside)) => format!("{value}: {beside}"),
        (value, None) => value,
    }
}

/// The period in which the clock showed the value of a key, if the rules compare with the clock what the key asks: `round 2, segment 4`. None where the
/// value as it is told has the number of the period anyway: `4 segments`. `O(n)` in the entries and expressions.
fn period_at(track: &Track<'_>, key: &Key, value: Value, told: &str) -> Option<String> {
    let rules = track.story.names.rules;
    let is_asked =
        |side: ExprId| match (&rules.exprs[side.index()], &rules.exprs[key.value.index()]) {
            (Expr::Call(one, _), Expr::Call(other, _)) => one == other,
            (
                Expr::Attribute { kind, slot, .. },
                Expr::Attribute {
                    kind: of,
                    slot: which,
                    ..
                },
            ) => (kind, slot) == (of, which),
            _ => false,
        };
    let is_moment = rules
        .exprs
        .iter()
        .filter_map(Expr::compared)
        .any(|[left, right]| {
            is_asked(left) && reads_clock(rules, right)
                || is_asked(right) && reads_clock(rules, left)
        });
    if !is_moment {
        return None;
    }
    let entries = track.story.journal.entries.iter().zip(&track.moments);
    let begun = entries.filter_map(|(entry, path)| match entry.what {
        What::PhaseBegins { now, .. } if now == value => Some(path),
        _ => None,
    });
    // The innermost, of these the first.
    let path = begun.rev().max_by_key(|path| path.len())?;
    let number = path.last()?.1.to_string();
    (told.split(' ').next() != Some(&number)).then(|| track.story.names.moment(path))
}
