//! What an item is called, and which changes of itself it allows.

use crate::source::Span;
use crate::syntax::ast::{Allowed, Item, ItemKind};

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
        _ => item.identity().map_or_else(String::new, |identity| {
            let (word, name) = (identity.category.word(), identity.name);
            match identity.category.is_titled() {
                true => format!("{word} \"{name}\""),
                false => format!("{word} {name}").trim_end().to_owned(),
            }
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
        Allowed::Change(change) => Some((change.plain(), allow.span)),
        Allowed::Warning { .. } => None,
    });
    own.chain(inner).collect()
}
