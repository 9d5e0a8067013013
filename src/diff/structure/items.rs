//! Compares the items of two rule sets by their names.

use super::parts::{Part, parts};
use super::{Change, ChangeKind, Stand, lines};
use crate::source::{Sources, Span};
use crate::syntax::ast::{Category, Item, ItemKind, Piece, Text};
use crate::syntax::plain;

/// An item and by what it is known. All blocks of one kind are one item.
struct Known {
    category: &'static str,
    name: String,
    /// How many of that category and name stand before it.
    number: usize,
    blocks: Vec<Block>,
    parts: Vec<Part>,
}

/// A stretch of text that belongs to an item, and its words as they count.
#[derive(PartialEq, Eq)]
struct Block {
    words: String,
    span: Span,
}

/// All differences between the items of two rule sets: first those of the first set's items, in their order, then what the second adds.
pub fn compare(left: &[Item], right: &[Item], sources: &Sources) -> Vec<Change> {
    let (left, right) = (known(left, sources), known(right, sources));
    let mut changes = Vec::new();
    let mut gone = Vec::new();
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    for (index, one) in left.iter().enumerate() {
        match right.iter().position(|other| same_name(one, other)) {
            Some(other) => pairs.push((index, other)),
            None => gone.push(index),
        }
    }
    let mut new: Vec<usize> = (0..right.len())
        .filter(|other| pairs.iter().all(|(_, paired)| paired != other))
        .collect();
    for index in gone {
        let one = &left[index];
        let renamed = new.iter().position(|other| {
            right[*other].category == one.category
                && right[*other].parts == one.parts
                && !one.parts.is_empty()
        });
        let renamed = renamed.map(|place| &right[new.remove(place)]);
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
    for (index, before, neighbour) in moved(&left, &pairs) {
        let paired = pairs.iter().find(|(paired, _)| *paired == index);
        let other = paired.map(|(_, other)| &right[*other]);
        let kind = ChangeKind::Moved(before, neighbour);
        changes.push((index, change(kind, Some(&left[index]), other)));
    }
    changes.sort_by_key(|(index, _)| *index);
    let mut changes: Vec<Change> = changes.into_iter().map(|(_, change)| change).collect();
    for other in new {
        changes.push(change(ChangeKind::Added, None, Some(&right[other])));
    }
    changes
}

/// A change of an item that at least one of the two has.
fn change(kind: ChangeKind, left: Option<&Known>, right: Option<&Known>) -> Change {
    let known = left.or(right);
    Change {
        category: known.map_or(String::new(), |known| known.category.to_owned()),
        name: known.map_or(String::new(), |known| known.name.clone()),
        kind,
        left: left.and_then(|one| stand(one, right)),
        right: right.and_then(|one| stand(one, left)),
    }
}

fn stand(known: &Known, other: Option<&Known>) -> Option<Stand> {
    let others = other.map_or(&[][..], |other| &other.blocks);
    let is_new = |block: &&Block| others.iter().all(|other| other.words != block.words);
    let new = known.blocks.iter().find(is_new);
    Some(Stand {
        at: new.or(known.blocks.first())?.span,
        spans: known.blocks.iter().map(|block| block.span).collect(),
    })
}

fn same_name(one: &Known, other: &Known) -> bool {
    (one.category, &one.name, one.number) == (other.category, &other.name, other.number)
}

fn known(items: &[Item], sources: &Sources) -> Vec<Known> {
    let mut all: Vec<Known> = Vec::new();
    for (place, item) in items.iter().enumerate() {
        let kind = of_kind(item);
        if kind.is_some() && items[..place].iter().any(|item| of_kind(item) == kind) {
            continue;
        }
        let blocks: Vec<&Item> = match kind {
            Some(_) => (items[place..].iter())
                .filter(|item| of_kind(item) == kind)
                .collect(),
            None => vec![item],
        };
        let (category, name) = match item.identity() {
            Some(identity) => (identity.category.noun(), identity.name.to_owned()),
            None => unnamed(item),
        };
        let number = all
            .iter()
            .filter(|known| known.category == category && known.name == name)
            .count();
        all.push(Known {
            category,
            name,
            number,
            parts: parts(&blocks, sources),
            blocks: (blocks.into_iter())
                .map(|item| Block {
                    words: whole(item, sources),
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

fn words(known: &Known) -> Vec<&str> {
    known.blocks.iter().map(|block| &*block.words).collect()
}

/// The text of an item as it counts. An option that a variant sets has another default than its text.
fn whole(item: &Item, sources: &Sources) -> String {
    let text = plain(sources.snippet(item.span));
    match &item.kind {
        ItemKind::Option(option) => {
            format!("{text} = {}", plain(sources.snippet(option.default.span)))
        }
        _ => text,
    }
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
    let piece = |piece: &Piece| match piece {
        Piece::Plain(plain) => plain.clone(),
        Piece::Hole(_) => "{...}".to_owned(),
    };
    text.pieces.iter().map(piece).collect()
}

/// Which items of the first set stand otherwise among those of their category in the second: the fewest that explain the new order,
/// each with the neighbour before (true) or after which it stands now.
fn moved(left: &[Known], pairs: &[(usize, usize)]) -> Vec<(usize, bool, String)> {
    let mut found = Vec::new();
    let mut categories: Vec<&str> = left.iter().map(|known| known.category).collect();
    categories.sort_unstable();
    categories.dedup();
    for category in categories {
        let of: Vec<(usize, usize)> = pairs
            .iter()
            .copied()
            .filter(|(one, _)| left[*one].category == category)
            .collect();
        let order: Vec<usize> = of.iter().map(|(_, other)| *other).collect();
        let stays = lines::longest_rise(&order);
        for (place, (one, other)) in of.iter().enumerate() {
            if stays.contains(&place) {
                continue;
            }
            let next = of
                .iter()
                .filter(|(_, than)| than > other)
                .min_by_key(|(_, than)| *than);
            let last = of
                .iter()
                .filter(|(_, than)| than < other)
                .max_by_key(|(_, than)| *than);
            let neighbour = next
                .map(|(next, _)| (true, *next))
                .or(last.map(|(last, _)| (false, *last)));
            if let Some((before, neighbour)) = neighbour {
                found.push((*one, before, left[neighbour].name.clone()));
            }
        }
    }
    found
}
