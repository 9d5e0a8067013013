//! Compares the parts of two items: those with a label by it, lines of what is done by their order. Knows texts only.

use super::Detail;
use super::parts::ComparedPart;
use crate::syntax::bare;
use similar::{Algorithm, DiffTag, capture_diff_slices};
use std::collections::BTreeMap;
use std::ops::Range;

/// How many pairs of lines are compared with each other: of longer lists only what lies between the lines that stand once in both.
const MOST_PAIRS: usize = 1 << 20;

/// All differences between the parts of two items. `O(n log n)`.
pub(super) fn compare(left: &[ComparedPart], right: &[ComparedPart]) -> Vec<Detail> {
    let mut details = labelled(left, right);
    let mut groups: BTreeMap<&str, [Vec<&str>; 2]> = BTreeMap::new();
    for (side, parts) in [left, right].into_iter().enumerate() {
        for part in parts.iter().filter(|part| part.line) {
            groups.entry(&part.what).or_default()[side].push(&part.text);
        }
    }
    for (group, [left, right]) in groups {
        details.extend(in_order(group, &left, &right));
    }
    details
}

fn labelled(left: &[ComparedPart], right: &[ComparedPart]) -> Vec<Detail> {
    let left: Vec<&ComparedPart> = left.iter().filter(|part| !part.line).collect();
    let right: Vec<&ComparedPart> = right.iter().filter(|part| !part.line).collect();
    let mut details = Vec::new();
    let mut pairs = Vec::new();
    let by_label = (right.iter().enumerate()).map(|(index, part)| (part.what.as_str(), index));
    let by_label: BTreeMap<&str, usize> = by_label.rev().collect();
    let mut paired = vec![false; right.len()];
    for (index, one) in left.iter().enumerate() {
        match by_label.get(one.what.as_str()) {
            Some(&other) => {
                pairs.push((index, other));
                paired[other] = true;
                if bare(&right[other].text) != bare(&one.text) {
                    details.push(detail(one, Some(&one.text), Some(&right[other].text)));
                }
            }
            None => details.push(detail(one, Some(&one.text), None)),
        }
    }
    for (other, _) in right.iter().zip(paired).filter(|(_, paired)| !paired) {
        details.push(detail(other, None, Some(&other.text)));
    }
    let order: Vec<usize> = pairs.iter().map(|(_, other)| *other).collect();
    let stays = longest_rise(&order);
    let moved = (pairs.iter().zip(stays)).filter(|(_, stays)| !stays);
    let mut moved: Vec<&ComparedPart> = moved.map(|((index, _), _)| left[*index]).collect();
    moved.sort_by_key(|part| &part.what);
    let moved = moved.into_iter();
    details.extend(moved.map(|one| detail(one, Some(&one.text), Some(&one.text))));
    details
}

fn detail(of: &ComparedPart, left: Option<&str>, right: Option<&str>) -> Detail {
    Detail {
        attribute: of.attribute.clone(),
        ..line(&of.what, left, right)
    }
}

fn line(what: &str, left: Option<&str>, right: Option<&str>) -> Detail {
    Detail {
        what: what.to_owned(),
        attribute: None,
        left: left.map(str::to_owned),
        right: right.map(str::to_owned),
    }
}

/// Lines that differ, in their order; as many that go as come at one place are told as changed.
fn in_order(what: &str, left: &[&str], right: &[&str]) -> Vec<Detail> {
    let mut details = Vec::new();
    let [one, other] = [left, right].map(|lines| lines.iter().map(|line| bare(line)).collect());
    for (gone, come) in differing(one, other) {
        let (gone, come) = (&left[gone], &right[come]);
        for step in 0..gone.len().max(come.len()) {
            let [gone, come] = [gone, come].map(|lines| lines.get(step).copied());
            details.push(line(what, gone, come));
        }
    }
    details
}

/// The stretches in which two lists of lines differ. What is too long to be compared line by line differs as a whole.
fn differing(left: Vec<String>, right: Vec<String>) -> Vec<(Range<usize>, Range<usize>)> {
    let mut found = Vec::new();
    let mut compare = |one: Range<usize>, other: Range<usize>| {
        if one.len().saturating_mul(other.len()) > MOST_PAIRS {
            return found.push((one, other));
        }
        let (lines, others) = (&left[one.clone()], &right[other.clone()]);
        for op in capture_diff_slices(Algorithm::Myers, lines, others) {
            if op.tag() != DiffTag::Equal {
                let within = |range: Range<usize>, start| range.start + start..range.end + start;
                let gone = within(op.old_range(), one.start);
                found.push((gone, within(op.new_range(), other.start)));
            }
        }
    };
    let ends = (left.len(), right.len());
    if ends.0.saturating_mul(ends.1) <= MOST_PAIRS {
        compare(0..ends.0, 0..ends.1);
        return found;
    }
    let (mut one, mut other) = (0, 0);
    for (same, too) in in_both(&left, &right).into_iter().chain([ends]) {
        compare(one..same, other..too);
        (one, other) = (same + 1, too + 1);
    }
    found
}

/// The lines that stand once in each of two lists, as far as they come in the same order.
fn in_both(left: &[String], right: &[String]) -> Vec<(usize, usize)> {
    let [left, right] = [left, right].map(|lines| {
        let mut once: BTreeMap<&str, Option<usize>> = BTreeMap::new();
        for (place, line) in lines.iter().enumerate() {
            let again = |known: &mut Option<usize>| *known = None;
            once.entry(line).and_modify(again).or_insert(Some(place));
        }
        once
    });
    let pair = |(line, place): (&str, Option<usize>)| Some((place?, (*right.get(line)?)?));
    let mut pairs: Vec<(usize, usize)> = left.into_iter().filter_map(pair).collect();
    pairs.sort_unstable();
    let others: Vec<usize> = pairs.iter().map(|(_, other)| *other).collect();
    let rising = pairs.into_iter().zip(longest_rise(&others));
    rising
        .filter(|(_, stays)| *stays)
        .map(|(pair, _)| pair)
        .collect()
}

/// Which of some different numbers belong to a longest rising row of them, of several the one that comes first: what has not moved. `O(n log n)`.
pub(super) fn longest_rise(numbers: &[usize]) -> Vec<bool> {
    // By length: the places where a row of that length ends, whose numbers fall. The place before each in its row.
    let mut ends: Vec<Vec<usize>> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(numbers.len());
    for (place, number) in numbers.iter().enumerate() {
        let is_less = |end: &usize| numbers[*end] < *number;
        let length = ends.partition_point(|all| all.last().is_some_and(is_less));
        before.push(length.checked_sub(1).map(|shorter| {
            let shorter = &ends[shorter];
            shorter[shorter.partition_point(|end| !is_less(end))]
        }));
        match ends.get_mut(length) {
            Some(all) => all.push(place),
            None => ends.push(vec![place]),
        }
    }
    let mut stays = vec![false; numbers.len()];
    let mut at = ends.last().map(|all| all[0]);
    while let Some(place) = at {
        stays[place] = true;
        at = before[place];
    }
    stays
}

#[cfg(test)]
#[path = "../../../tests/internals/diff_structure_lines.rs"]
mod tests;
