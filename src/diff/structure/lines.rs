//! Compares the parts of two items: those with a label by it, lines of what is done by their order. Knows texts only.

use super::Detail;
use super::parts::Part;
use crate::syntax::bare;
use similar::{Algorithm, DiffOp, capture_diff_slices};

/// All differences between the parts of two items.
pub(super) fn compare(left: &[Part], right: &[Part]) -> Vec<Detail> {
    let mut details = labelled(left, right);
    let mut groups: Vec<&str> = left
        .iter()
        .chain(right)
        .filter(|part| part.line)
        .map(|part| part.what.as_str())
        .collect();
    groups.sort_unstable();
    groups.dedup();
    for group in groups {
        let of = |parts: &[Part]| -> Vec<String> {
            parts
                .iter()
                .filter(|part| part.line && part.what == group)
                .map(|part| part.text.clone())
                .collect()
        };
        details.extend(in_order(group, &of(left), &of(right)));
    }
    details
}

fn labelled(left: &[Part], right: &[Part]) -> Vec<Detail> {
    let left: Vec<&Part> = left.iter().filter(|part| !part.line).collect();
    let right: Vec<&Part> = right.iter().filter(|part| !part.line).collect();
    let mut details = Vec::new();
    let mut pairs = Vec::new();
    for (index, one) in left.iter().enumerate() {
        match right.iter().position(|other| other.what == one.what) {
            Some(other) => {
                pairs.push((index, other));
                if bare(&right[other].text) != bare(&one.text) {
                    details.push(detail(&one.what, Some(&one.text), Some(&right[other].text)));
                }
            }
            None => details.push(detail(&one.what, Some(&one.text), None)),
        }
    }
    for (index, other) in right.iter().enumerate() {
        if pairs.iter().all(|(_, paired)| *paired != index) {
            details.push(detail(&other.what, None, Some(&other.text)));
        }
    }
    let order: Vec<usize> = pairs.iter().map(|(_, other)| *other).collect();
    let stays = longest_rise(&order);
    for (place, (index, _)) in pairs.iter().enumerate() {
        if !stays.contains(&place) {
            let one = left[*index];
            details.push(detail(&one.what, Some(&one.text), Some(&one.text)));
        }
    }
    details
}

fn detail(what: &str, left: Option<&str>, right: Option<&str>) -> Detail {
    Detail {
        what: what.to_owned(),
        left: left.map(str::to_owned),
        right: right.map(str::to_owned),
    }
}

/// Lines that differ, in their order; as many that go as come at one place are told as changed.
fn in_order(what: &str, left: &[String], right: &[String]) -> Vec<Detail> {
    let mut details = Vec::new();
    let [one, other] =
        [left, right].map(|lines| lines.iter().map(|line| bare(line)).collect::<Vec<_>>());
    for op in capture_diff_slices(Algorithm::Myers, &one, &other) {
        match op {
            DiffOp::Equal { .. } => {}
            DiffOp::Delete {
                old_index, old_len, ..
            } => {
                let gone = &left[old_index..old_index + old_len];
                details.extend(gone.iter().map(|line| detail(what, Some(line), None)));
            }
            DiffOp::Insert {
                new_index, new_len, ..
            } => {
                let come = &right[new_index..new_index + new_len];
                details.extend(come.iter().map(|line| detail(what, None, Some(line))));
            }
            DiffOp::Replace {
                old_index,
                old_len,
                new_index,
                new_len,
            } => {
                for step in 0..old_len.max(new_len) {
                    let gone = (step < old_len).then(|| left[old_index + step].as_str());
                    let come = (step < new_len).then(|| right[new_index + step].as_str());
                    details.push(detail(what, gone, come));
                }
            }
        }
    }
    details
}

/// The places of a longest rising row among numbers: what has not moved.
pub(super) fn longest_rise(numbers: &[usize]) -> Vec<usize> {
    // best[i]: the length of the longest row that ends at i, and the place before i in it.
    let mut best: Vec<(usize, Option<usize>)> = Vec::with_capacity(numbers.len());
    for (place, number) in numbers.iter().enumerate() {
        let before = (0..place)
            .filter(|earlier| numbers[*earlier] < *number)
            .max_by_key(|earlier| (best[*earlier].0, usize::MAX - earlier));
        best.push((before.map_or(1, |before| best[before].0 + 1), before));
    }
    let mut row = Vec::new();
    let mut at = (0..numbers.len()).max_by_key(|place| (best[*place].0, usize::MAX - place));
    while let Some(place) = at {
        row.push(place);
        at = best[place].1;
    }
    row
}

#[cfg(test)]
mod tests {
    use super::longest_rise;

    #[test]
    fn what_has_not_moved_is_the_longest_rise() {
        let mut row = longest_rise(&[2, 0, 1, 3]);
        row.sort_unstable();
        assert_eq!(row, [1, 2, 3]);
    }
}
