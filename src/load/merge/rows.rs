//! The rows of a table by their keys: which rows a key meets, and what is left of them without it.

use crate::syntax::ast::{Number, Row, RowKey, Towards};

/// The numbers from the first to the last. `None` for a word and for `else`, and where nothing lies between them.
fn range(key: &RowKey) -> Option<(i64, i64)> {
    let value = |number: &Number| {
        let value: i64 = number.digits.parse().ok()?;
        Some(if number.negative { -value } else { value })
    };
    let (first, last) = match key {
        RowKey::Numbers { from, to } => {
            let first = value(from)?;
            (first, to.as_ref().map_or(Some(first), value)?)
        }
        RowKey::Open {
            from,
            towards: Towards::More,
        } => (value(from)?, i64::MAX),
        RowKey::Open {
            from,
            towards: Towards::Less,
        } => (i64::MIN, value(from)?),
        RowKey::Word(_) | RowKey::Else(_) => return None,
    };
    (first <= last).then_some((first, last))
}

/// Whether two keys have something in common.
fn meet(one: &RowKey, other: &RowKey) -> bool {
    match (one, other) {
        (RowKey::Word(one), RowKey::Word(other)) => one.text == other.text,
        (RowKey::Else(_), RowKey::Else(_)) => true,
        _ => match (range(one), range(other)) {
            (Some((from, to)), Some((first, last))) => from <= last && first <= to,
            _ => false,
        },
    }
}

/// Whether a row stands for some of a key.
pub(super) fn meets(row: &Row, key: &RowKey) -> bool {
    row.keys.iter().any(|own| meet(own, key))
}

/// Whether rows stand for all of a key. `O(n log n)` for `n` keys.
pub(super) fn covered(rows: &[Row], key: &RowKey) -> bool {
    if stands_for_the_rest(rows) && !matches!(key, RowKey::Else(_)) {
        return true;
    }
    let Some((from, to)) = range(key) else {
        return rows.iter().any(|row| meets(row, key));
    };
    let keys = rows.iter().flat_map(|row| &row.keys);
    let mut ranges: Vec<(i64, i64)> = keys.filter_map(range).collect();
    ranges.sort_unstable();
    let mut next = Some(from);
    for (first, last) in ranges {
        match next {
            Some(missing) if first <= missing && missing <= last => next = last.checked_add(1),
            _ => {}
        }
    }
    next.is_none_or(|missing| missing > to)
}

/// Whether one of the rows is that of all keys that the others leave.
fn stands_for_the_rest(rows: &[Row]) -> bool {
    let mut keys = rows.iter().flat_map(|row| &row.keys);
    keys.any(|key| matches!(key, RowKey::Else(_)))
}

/// The words and numbers for which a row stands.
pub(super) fn words(row: &Row) -> impl Iterator<Item = String> + '_ {
    row.keys.iter().map(RowKey::words)
}

/// What is left of a key without another one: up to two keys.
fn without(key: &RowKey, taken: &RowKey) -> Vec<RowKey> {
    if !meet(key, taken) {
        return vec![key.clone()];
    }
    let (
        RowKey::Numbers { from, .. } | RowKey::Open { from, .. },
        Some((first, last)),
        Some((low, high)),
    ) = (key, range(key), range(taken))
    else {
        return Vec::new();
    };
    let number = |value: i64| Number {
        digits: value.unsigned_abs().to_string(),
        negative: value < 0,
        span: from.span,
    };
    let open = |end, towards| RowKey::Open {
        from: number(end),
        towards,
    };
    let piece = |(first, last): (i64, i64)| match (first, last) {
        (i64::MIN, last) => open(last, Towards::Less),
        (first, i64::MAX) => open(first, Towards::More),
        (first, last) => RowKey::Numbers {
            from: number(first),
            to: (first < last).then(|| number(last)),
        },
    };
    let below = low.checked_sub(1).map(|end| (first, end));
    let above = high.checked_add(1).map(|start| (start, last));
    let pieces = [below, above].into_iter().flatten();
    pieces.filter(|(from, to)| from <= to).map(piece).collect()
}

/// Takes keys out of the rows; a row without keys is taken out too. The new row, if there is one, comes where the first of them stood, or last where
/// only `else` stood for them.
pub(super) fn put(rows: &mut Vec<Row>, taken: &[RowKey], new: Option<&Row>) {
    let mut new = new.cloned();
    for mut row in std::mem::take(rows) {
        if !taken.iter().any(|key| meets(&row, key)) {
            rows.push(row);
            continue;
        }
        for key in taken {
            row.keys = row.keys.iter().flat_map(|own| without(own, key)).collect();
        }
        let start = |keys: &[RowKey]| keys.first().and_then(range);
        if !row.keys.is_empty() && start(&row.keys) < start(taken) {
            rows.push(row);
            rows.extend(new.take());
        } else {
            rows.extend(new.take());
            if !row.keys.is_empty() {
                rows.push(row);
            }
        }
    }
    rows.extend(new);
}
