//! A rule file with only some of the changes that lead to another. Works on trees.

use super::pieces::DiffPiece;
use super::structure::{ChangeKind, ItemDifference};
use crate::load::Expanded;
use crate::source::Span;
use crate::syntax::ast::{Attribute, Category, Item, ItemKind, KindDef};

/// The first rule set with these pieces of the changes made. That something has moved is left out: nothing depends on it but
/// the order of phases and keys, which changes the phase or the order around it.
pub fn hybrid(left: &Expanded, right: &Expanded, chosen: &[&DiffPiece]) -> Expanded {
    let is_whole =
        |piece: &&&DiffPiece| piece.attribute.is_none() && !is_rest_of_kind(&piece.change);
    let changes = || chosen.iter().filter(is_whole).map(|piece| &piece.change);
    let stands_now = |change: &ItemDifference| -> Vec<Item> {
        let spans = change.right.iter().flat_map(|stand| &stand.spans);
        let find = |span: &Span| right.items.iter().find(|item| item.span == *span);
        spans.filter_map(find).cloned().collect()
    };
    let made_of = |item: &Item| -> Vec<Item> {
        let stands = |change: &ItemDifference| {
            let stand = change.left.as_ref();
            stand.and_then(|stand| stand.spans.iter().position(|span| *span == item.span))
        };
        let change = changes()
            .filter(|change| !matches!(change.kind, ChangeKind::Moved(..)))
            .find_map(|change| stands(change).map(|place| (change, place)));
        match change {
            None => vec![item.clone()],
            // Of several blocks the first is where all of the other's come.
            Some((change, 0)) => stands_now(change),
            Some(_) => Vec::new(),
        }
    };
    let mut items: Vec<Item> = left.items.iter().flat_map(made_of).collect();
    for item in changes()
        .filter(|change| change.left.is_none())
        .flat_map(stands_now)
    {
        let place = place_of(&item, &items, &right.items);
        items.insert(place, item);
    }
    for piece in chosen.iter().filter(|piece| !is_whole(piece)) {
        change_kind(piece, &mut items, &right.items);
    }
    let parts = left.parts.iter().chain(&right.parts).copied().collect();
    let written = left.written.iter().chain(&right.written).copied().collect();
    Expanded {
        items,
        parts,
        written,
        ..left.clone()
    }
}

/// Whether a change is what differs of a kind beside its attributes.
fn is_rest_of_kind(change: &ItemDifference) -> bool {
    change.category == Category::Kind.noun() && matches!(change.kind, ChangeKind::Changed(_))
}

/// Where an item of the second rule set comes: a phase behind the phase that stands before it there, anything else at the end.
fn place_of(item: &Item, items: &[Item], right: &[Item]) -> usize {
    let is_phase = |item: &&Item| matches!(item.kind, ItemKind::Phase(_));
    if !is_phase(&item) {
        return items.len();
    }
    let before = right.iter().take_while(|other| other.span != item.span);
    let before: Vec<&Item> = before.filter(is_phase).collect();
    let known = before.iter().rev().find_map(|earlier| {
        let same = |other: &Item| {
            let names = [*earlier, other].map(|item| item.identity().map(|known| known.name));
            is_phase(&other) && names[0] == names[1]
        };
        items.iter().position(same)
    });
    known.map_or_else(
        || {
            let first = items.iter().position(|item| is_phase(&item));
            first.unwrap_or(items.len())
        },
        |earlier| earlier + 1,
    )
}

/// Makes one piece of what differs in a kind: an attribute as the second rule set has it, or what is said beside the attributes.
fn change_kind(piece: &DiffPiece, items: &mut [Item], right: &[Item]) {
    let now = right
        .iter()
        .filter_map(|item| block(item, &piece.change.name));
    let mut blocks = items.iter_mut().filter_map(|item| match &mut item.kind {
        ItemKind::Kind(kind) if kind.name.text == piece.change.name => Some(kind),
        _ => None,
    });
    let Some(name) = &piece.attribute else {
        let now: Vec<&KindDef> = now.collect();
        if let Some(first) = blocks.next() {
            first.plural = now.iter().find_map(|kind| kind.plural.clone());
            first.in_play = now.iter().find_map(|kind| kind.in_play.clone());
        }
        blocks.for_each(|other| other.in_play = None);
        return;
    };
    let is_it = |attribute: &&Attribute| attribute.name.text == *name;
    let mut new = now
        .flat_map(|kind| &kind.attributes)
        .find(is_it)
        .cloned()
        .into_iter();
    let mut first = None;
    for kind in blocks {
        if let Some(place) = kind.attributes.iter().position(|known| is_it(&known)) {
            kind.attributes.splice(place..=place, new.by_ref());
        }
        first = first.or(Some(kind));
    }
    if let Some(first) = first {
        first.attributes.extend(new);
    }
}

/// A block of the kind of this name.
fn block<'i>(item: &'i Item, name: &str) -> Option<&'i KindDef> {
    match &item.kind {
        ItemKind::Kind(kind) if kind.name.text == name => Some(kind),
        _ => None,
    }
}
