//! A rule file with only some of the changes that lead to another. Works on trees.

use super::structure::{Change, ChangeKind};
use crate::load::Expanded;
use crate::source::Span;
use crate::syntax::ast::Item;

/// The first rule set with these of the changes made (by their numbers). That something has moved is left out: nothing depends on it but
/// the order of phases and keys, which changes the phase or the order around it.
pub fn hybrid(left: &Expanded, right: &Expanded, changes: &[Change], chosen: &[usize]) -> Expanded {
    let chosen = || chosen.iter().map(|number| &changes[*number]);
    let find = |span: Span| right.items.iter().find(|item| item.span == span);
    let made_of = |item: &Item| -> Option<Item> {
        let change = chosen().find(|change| {
            change.left == Some(item.span) && !matches!(change.kind, ChangeKind::Moved(..))
        });
        match change {
            None => Some(item.clone()),
            Some(change) => change.right.and_then(find).cloned(),
        }
    };
    let mut items: Vec<Item> = left.items.iter().filter_map(made_of).collect();
    let added = chosen().filter(|change| change.left.is_none());
    items.extend(
        added
            .filter_map(|change| change.right.and_then(find))
            .cloned(),
    );
    Expanded {
        items,
        ..left.clone()
    }
}
