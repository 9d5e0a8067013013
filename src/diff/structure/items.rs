//! Compares the items of two rule sets by their names.

use super::parts::{ComparedPart, parts};
use super::{ChangeKind, ItemDifference, Stand, lines};
use crate::source::{Sources, Span};
use crate::syntax::ast::{Category, Item, ItemKind, Text};
use crate::syntax::item_words;
use std::collections::{BTreeMap, BTreeSet};

/// An item and by what it is known. All blocks of one kind are one item.
struct KnownItem {
    category: &'static str,
    name: String,
    /// How many of that category and name stand before it.
    number: usize,
    blocks: Vec<ItemBlock>,
    parts: Vec<ComparedPart>,
}

impl KnownItem {
    /// By what it is paired with an item of the other rule set.
    fn key(&self) -> (&'static str, &str, usize) {
        (self.category, &self.name, self.number)
    }
}

/// A stretch of text that belongs to an item, and its words however they are spelt.
#[derive(PartialEq, Eq)]
struct ItemBlock {
    words: String,
    span: Span,
}

/// All differences between the items of two rule sets: first those of the first set's items, in their order, then what has moved, by category and name, then
/// what the second adds. `O(n log n)`.
pub fn compare(left: &[Item], right: &[Item], sources: &Sources) -> Vec<ItemDifference> {
    let (left, right) = (known(left, sources), known(right, sources));
    let mut changes = Vec::new();
    let mut gone = Vec::new();
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    let by_name = (right.iter().enumerate()).map(|(index, known)| (known.key(), index));
    let mut by_name: BTreeMap<_, usize> = by_name.collect();
    for (index, one) in left.iter().enumerate() {
        match by_name.remove(&one.key()) {
            Some(other) => pairs.push((index, other)),
            None => gone.push(index),
        }
    }
    let mut new: BTreeSet<usize> = by_name.into_values().collect();
    // The last first, so that the first is at hand.
    let mut by_parts: BTreeMap<_, Vec<usize>> = BTreeMap::new();
    for &other in new.iter().rev() {
        let KnownItem {
            category, parts, ..
        } = &right[other];
        by_parts.entry((category, parts)).or_default().push(other);
    }
    for index in gone {
        let one = &left[index];
        let alike = by_parts.get_mut(&(&one.category, &one.parts));
        let renamed = alike.filter(|_| !one.parts.is_empty()).and_then(Vec::pop);
        let renamed = renamed.map(|other| {
            new.remove(&other);
            &right[other]
        });
        let kind = match renamed {
            Some(other) => ChangeKind::Renamed(other.name.clone()),
            None => ChangeKind::Removed,
        };
        changes.push((index, change(kind, Some(one), renamed)));
    }
    for &(index, other) in &pairs {
        let (one, other) = (&left[index], &right[other]);
        if words(one) == words(other) {
            continue;
        }
        let details = lines::compare(&one.parts, &other.parts);
        if !details.is_empty() {
            let kind = ChangeKind::Changed(details);
            changes.push((index, change(kind, Some(one), Some(other))));
        }
    }
    changes.sort_by_key(|(index, _)| *index);
    for ((index, other), before, neighbour) in moved(&left, &pairs) {
        let kind = ChangeKind::Moved(before, neighbour);
        let (one, other) = (Some(&left[index]), Some(&right[other]));
        changes.push((index, change(kind, one, other)));
    }
    let mut changes: Vec<ItemDifference> = changes.into_iter().map(|(_, change)| change).collect();
    for other in new {
        changes.push(change(ChangeKind::Added, None, Some(&right[other])));
    }
    changes
}

/// A change of an item that at least one of the two has.
fn change(kind: ChangeKind, left: Option<&KnownItem>, right: Option<&KnownItem>) -> ItemDifference {
    let known = left.or(right);
    ItemDifference {
        category: known.map_or(String::new(), |known| known.category.to_owned()),
        name: known.map_or(String::new(), |known| known.name.clone()),
        kind,
        left: left.and_then(|one| stand(one, right)),
        right: right.and_then(|one| stand(one, left)),
    }
}

fn stand(known: &KnownItem, other: Option<&KnownItem>) -> Option<Stand> {
    let others = other.map_or(&[][..], |other| &other.blocks);
    let is_new = |block: &&ItemBlock| others.iter().all(|other| other.words != block.words);
    let new = known.blocks.iter().find(is_new);
    Some(Stand {
        at: new.or(known.blocks.first())?.span,
        spans: known.blocks.iter().map(|block| block.span).collect(),
    })
}

fn known(items: &[Item], sources: &Sources) -> Vec<KnownItem> {
    let mut all: Vec<KnownItem> = Vec::new();
    let mut of_kinds: BTreeMap<&str, Vec<&Item>> = BTreeMap::new();
    for item in items {
        if let Some(kind) = of_kind(item) {
            of_kinds.entry(kind).or_default().push(item);
        }
    }
    let mut numbers: BTreeMap<(&str, String), usize> = BTreeMap::new();
    for item in items {
        let blocks: Vec<&Item> = match of_kind(item) {
            Some(kind) => match of_kinds.remove(kind) {
                Some(blocks) => blocks,
                None => continue,
            },
            None => vec![item],
        };
        let (category, name) = match item.identity() {
            Some(identity) => (identity.category.noun(), identity.name.to_owned()),
            None => unnamed(item),
        };
        let next = numbers.entry((category, name.clone())).or_default();
        let number = *next;
        *next += 1;
        all.push(KnownItem {
            category,
            name,
            number,
            parts: parts(&blocks, sources),
            blocks: (blocks.into_iter())
                .map(|item| ItemBlock {
                    words: item_words(item),
                    span: item.span,
                })
                .collect(),
        });
    }
    all
}

/// The name of the kind to which this block of attributes belongs.
fn of_kind(item: &Item) -> Option<&str> {
    let identity = item.identity()?;
    (identity.category == Category::Kind).then_some(identity.name)
}

fn words(known: &KnownItem) -> Vec<&str> {
    known.blocks.iter().map(|block| &*block.words).collect()
}

/// What has no name of its own.
fn unnamed(item: &Item) -> (&'static str, String) {
    match &item.kind {
        ItemKind::Source(_) => ("source", String::new()),
        ItemKind::Time(_) => ("time", String::new()),
        ItemKind::Units(_) => ("units", String::new()),
        ItemKind::Uses(path) => ("library", text(path)),
        ItemKind::Document(document) => ("statements", document.prefix.text.clone()),
        ItemKind::NoRule(_) => ("no rule", String::new()),
        _ => ("item", String::new()),
    }
}

pub(super) fn text(text: &Text) -> String {
    text.with_holes("{...}")
}

/// Which items of the first set stand otherwise among those of their category in the second: the fewest that explain the new order, by category and name,
/// each as a pair, with the neighbour before (true) or after which it stands now.
fn moved(left: &[KnownItem], pairs: &[(usize, usize)]) -> Vec<((usize, usize), bool, String)> {
    let mut found = Vec::new();
    let mut categories: BTreeMap<&str, Vec<(usize, usize)>> = BTreeMap::new();
    for &(one, other) in pairs {
        let of = categories.entry(left[one].category).or_default();
        of.push((one, other));
    }
    for of in categories.values() {
        let order: Vec<usize> = of.iter().map(|(_, other)| *other).collect();
        let stays = lines::longest_rise(&order);
        let mut places: Vec<usize> = (0..of.len()).collect();
        places.sort_by_key(|place| of[*place].1);
        let mut here = Vec::new();
        for (rank, &place) in places.iter().enumerate() {
            let next = places.get(rank + 1).map(|next| (true, *next));
            let last = rank.checked_sub(1).map(|last| (false, places[last]));
            if !stays[place]
                && let Some((before, neighbour)) = next.or(last)
            {
                let neighbour = &left[of[neighbour].0];
                here.push((of[place], before, neighbour.name.clone()));
            }
        }
        here.sort_by_key(|((one, _), ..)| left[*one].key());
        found.extend(here);
    }
    found
}
