//! What one file does with the items of another one: `replace`, `remove`, `set option` name something that is declared elsewhere.

use std::collections::BTreeMap;

use crate::load::ResolvedRules;
use crate::source::Span;
use crate::syntax::ast::{Block, Category, Item, ItemKind, PhaseDef, StatementKind};

/// Each name that stands for an item of another file, with the place where that is declared.
pub(super) fn links(world: &ResolvedRules) -> Vec<(Span, Span)> {
    let mut known: BTreeMap<(Category, String), Span> = BTreeMap::new();
    let mut links = Vec::new();
    for (place, tree) in world.trees.iter().enumerate() {
        let last = place + 1 == world.trees.len();
        let sets = tree.rules.iter().enumerate();
        for (_, set) in sets.filter(|(index, _)| !last || *index == world.index) {
            for item in &set.items {
                match &item.kind {
                    ItemKind::Replace(new) => {
                        if let Some(identity) = new.identity() {
                            let key = (identity.category, identity.name.to_owned());
                            let old = known.get(&key);
                            links.extend(old.map(|old| (identity.span, *old)));
                        }
                        declare(new, &mut known);
                    }
                    ItemKind::Remove { category, name } => {
                        let old = known.get(&(*category, name.text.clone()));
                        links.extend(old.map(|old| (name.span, *old)));
                    }
                    ItemKind::SetOption { name, .. } => {
                        let old = known.get(&(Category::Option, name.text.clone()));
                        links.extend(old.map(|old| (name.span, *old)));
                    }
                    _ => declare(item, &mut known),
                }
            }
        }
    }
    links
}

/// Lists an item and the phases inside it.
fn declare(item: &Item, known: &mut BTreeMap<(Category, String), Span>) {
    if let Some(identity) = item.identity() {
        let key = (identity.category, identity.name.to_owned());
        known.insert(key, identity.span);
    }
    if let ItemKind::Phase(phase) = &item.kind {
        for inner in phases_in(&phase.body) {
            known.insert((Category::Phase, inner.name.text.clone()), inner.name.span);
        }
    }
}

/// All phases in a block, in the order of the text.
pub(super) fn phases_in(block: &Block) -> Vec<&PhaseDef> {
    let mut found = Vec::new();
    for statement in &block.statements {
        if let StatementKind::Phase(phase) = &statement.kind {
            found.push(&**phase);
        }
        let inner = statement.kind.blocks().into_iter();
        found.extend(inner.flat_map(phases_in));
    }
    found
}
