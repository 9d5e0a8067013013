//! The order in which people count: `orc 2` before `orc 10`. Knows nothing of the rules.

use std::cmp::Ordering;

/// Compares names piece by piece, numbers in them by size.
pub(super) fn compare(left: &str, right: &str) -> Ordering {
    let (mut a, mut b) = (left, right);
    while !a.is_empty() && !b.is_empty() {
        let ((piece, rest), (other, others)) = (split(a), split(b));
        let order = match (digits(piece), digits(other)) {
            (Some(number), Some(than)) => number.len().cmp(&than.len()).then(number.cmp(than)),
            _ => piece.cmp(other),
        };
        if order != Ordering::Equal {
            return order;
        }
        (a, b) = (rest, others);
    }
    a.len().cmp(&b.len()).then_with(|| left.cmp(right))
}

/// The first piece, all digits or all others, and the rest.
fn split(text: &str) -> (&str, &str) {
    let first = text.starts_with(|c: char| c.is_ascii_digit());
    let end = text
        .find(|c: char| c.is_ascii_digit() != first)
        .unwrap_or(text.len());
    text.split_at(end)
}

/// A piece of digits, without the noughts at its beginning.
fn digits(piece: &str) -> Option<&str> {
    piece
        .starts_with(|c: char| c.is_ascii_digit())
        .then(|| piece.trim_start_matches('0'))
}

#[cfg(test)]
#[path = "../../../tests/internals/check_scenario_natural.rs"]
mod tests;
