//! The changes of structure in pieces that can be made one by one: items, and of a kind, to which many changes add, its attributes. Works on names.

use super::structure::{ChangeKind, Detail, ItemDifference};
use crate::syntax::ast::Category;

/// A change that can be made by itself, as far as the rules allow it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiffPiece {
    /// The change of which it is a piece, by its number.
    pub of: usize,
    /// The attribute, where it is one of a kind that both rule sets have.
    pub attribute: Option<String>,
    /// What differs. Of an attribute it says no place: the blocks of its kind hold others too.
    pub change: ItemDifference,
}

impl DiffPiece {
    /// Whether only what uses it can show it in play: it is declared by one of the rule sets only, and does nothing by itself.
    pub fn is_inert(&self) -> bool {
        const USED: [Category; 7] = [
            Category::Let,
            Category::Table,
            Category::Procedure,
            Category::Event,
            Category::Option,
            Category::Choice,
            Category::Kind,
        ];
        match (&self.change.kind, &self.attribute) {
            (ChangeKind::Added | ChangeKind::Removed, None) => USED
                .iter()
                .any(|category| category.noun() == self.change.category),
            (ChangeKind::Changed(details), Some(_)) => details
                .iter()
                .all(|detail| detail.left.is_none() || detail.right.is_none()),
            _ => false,
        }
    }
}

/// All pieces, in the order of the changes.
pub fn pieces(changes: &[ItemDifference]) -> Vec<DiffPiece> {
    let mut pieces = Vec::new();
    for (of, change) in changes.iter().enumerate() {
        let mut piece = |attribute, change| {
            pieces.push(DiffPiece {
                of,
                attribute,
                change,
            });
        };
        let details = match &change.kind {
            ChangeKind::Changed(details) if change.category == Category::Kind.noun() => details,
            _ => {
                piece(None, change.clone());
                continue;
            }
        };
        for (attribute, details) in by_attribute(details) {
            let kind = ChangeKind::Changed(details);
            let change = match attribute {
                Some(_) => ItemDifference {
                    kind,
                    left: None,
                    right: None,
                    ..change.clone()
                },
                None => ItemDifference {
                    kind,
                    ..change.clone()
                },
            };
            piece(attribute, change);
        }
    }
    pieces
}

/// The details of a kind by attribute, in their order; what belongs to none comes last.
fn by_attribute(details: &[Detail]) -> Vec<(Option<String>, Vec<Detail>)> {
    let mut groups: Vec<(Option<String>, Vec<Detail>)> = Vec::new();
    let mut rest = Vec::new();
    for detail in details {
        if detail.attribute.is_none() {
            rest.push(detail.clone());
            continue;
        }
        match (groups.iter_mut()).find(|(known, _)| *known == detail.attribute) {
            Some((_, details)) => details.push(detail.clone()),
            None => groups.push((detail.attribute.clone(), vec![detail.clone()])),
        }
    }
    if !rest.is_empty() {
        groups.push((None, rest));
    }
    groups
}
