//! Compares the items of two rule sets by their names.

use super::parts::{Part, parts};
use super::{Change, ChangeKind, lines};
use crate::source::{Sources, Span};
use crate::syntax::ast::{Item, ItemKind, Piece, Text};
use crate::syntax::plain;

/// An item and by what it is known.
struct Known {
    category: &'static str,
    name: String,
    /// How many of that category and name stand before it.
    number: usize,
    span: Span,
    parts: Vec<Part>,
    whole: String,
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
        match renamed {
            Some(place) => {
                let other = &right[new.remove(place)];
                changes.push((
                    index,
                    change(
                        one,
                        ChangeKind::Renamed(other.name.clone()),
                        Some(one.span),
                        Some(other.span),
                    ),
                ));
            }
            None => changes.push((
                index,
                change(one, ChangeKind::Removed, Some(one.span), None),
            )),
        }
    }
    for &(index, other) in &pairs {
        let (one, other) = (&left[index], &right[other]);
        if one.whole == other.whole {
            continue;
        }
        let details = lines::compare(&one.parts, &other.parts);
        if !details.is_empty() {
            changes.push((
                index,
                change(
                    one,
                    ChangeKind::Changed(details),
                    Some(one.span),
                    Some(other.span),
                ),
            ));
        }
    }
    for (index, before, neighbour) in moved(&left, &pairs) {
        let one = &left[index];
        let other = pairs
            .iter()
            .find(|(paired, _)| *paired == index)
            .map(|(_, other)| right[*other].span);
        changes.push((
            index,
            change(
                one,
                ChangeKind::Moved(before, neighbour),
                Some(one.span),
                other,
            ),
        ));
    }
    changes.sort_by_key(|(index, _)| *index);
    let mut changes: Vec<Change> = changes.into_iter().map(|(_, change)| change).collect();
    for other in new {
        let other = &right[other];
        changes.push(change(other, ChangeKind::Added, None, Some(other.span)));
    }
    changes
}

fn change(known: &Known, kind: ChangeKind, left: Option<Span>, right: Option<Span>) -> Change {
    Change {
        category: known.category.to_owned(),
        name: known.name.clone(),
        kind,
        left,
        right,
    }
}

fn same_name(one: &Known, other: &Known) -> bool {
    (one.category, &one.name, one.number) == (other.category, &other.name, other.number)
}

fn known(items: &[Item], sources: &Sources) -> Vec<Known> {
    let mut all: Vec<Known> = Vec::new();
    for item in items {
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
            span: item.span,
            parts: parts(item, sources),
            whole: whole(item, sources),
        });
    }
    all
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
