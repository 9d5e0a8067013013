//! What an item is called, and which changes of itself it allows.

use crate::source::Span;
use crate::syntax::ast::{Allowed, Item, ItemKind, Piece, Text};

/// `exception "G vs D"`
pub(super) fn called(item: &Item) -> String {
    match &item.kind {
        ItemKind::Replace(new) => format!("replace {}", called(new)),
        ItemKind::SetOption { name, .. } => format!("set option {}", name.text),
        ItemKind::Remove { category, name, .. } => {
            format!("remove {} {}", category.word(), name.text)
        }
        ItemKind::RemoveEvery { category, .. } => format!("remove every {}", category.word()),
        ItemKind::Part(change) => change.called(),
        ItemKind::Time(_) => "time".to_owned(),
        ItemKind::Units(_) => "units".to_owned(),
        ItemKind::Exception(_)
        | ItemKind::Placement(_)
        | ItemKind::Void(_)
        | ItemKind::Trigger(_) => item.identity().map_or_else(String::new, |identity| {
            format!("{} \"{}\"", identity.category.word(), identity.name)
        }),
        _ => item.identity().map_or_else(String::new, |identity| {
            let words = format!("{} {}", identity.category.word(), identity.name);
            words.trim_end().to_owned()
        }),
    }
}

/// The phrases of the changes that an item allows, each with its place.
pub(super) fn allows(item: &Item) -> Vec<(String, Span)> {
    let inner = match &item.kind {
        ItemKind::Replace(new) => allows(new),
        _ => Vec::new(),
    };
    let own = item.allows.iter().filter_map(|allow| match &allow.what {
        Allowed::Change(change) => Some((plain(change), allow.span)),
        Allowed::Warning { .. } => None,
    });
    own.chain(inner).collect()
}

fn plain(text: &Text) -> String {
    let pieces = text.pieces.iter().map(|piece| match piece {
        Piece::Plain(plain) => plain.as_str(),
        Piece::Hole(_) => "",
    });
    pieces.collect()
}
