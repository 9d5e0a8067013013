//! A rule file with only some of the changes that lead to another. Works on trees.

use super::structure::{Change, ChangeKind};
use crate::load::Expanded;
use crate::source::Span;
use crate::syntax::ast::Item;

/// The first rule set with these of the changes made (by their numbers). That something has moved is left out: nothing depends on it but
/// the order of phases and keys, which changes the phase or the order around it.
pub fn hybrid(left: &Expanded, right: &Expanded, changes: &[Change], chosen: &[usize]) -> Expanded {
    let chosen = || chosen.iter().map(|number| &changes[*number]);
    let stands_now = |change: &Change| -> Vec<Item> {
        let spans = change.right.iter().flat_map(|stand| &stand.spans);
        let find = |span: &Span| right.items.iter().find(|item| item.span == *span);
        spans.filter_map(find).cloned().collect()
    };
    let made_of = |item: &Item| -> Vec<Item> {
        let stands = |change: &Change| {
            let stand = change.left.as_ref();
            stand.and_then(|stand| stand.spans.iter().position(|span| *span == item.span))
        };
        let change = chosen()
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
    let added = chosen().filter(|change| change.left.is_none());
    items.extend(added.flat_map(stands_now));
    Expanded {
        items,
        ..left.clone()
    }
}
