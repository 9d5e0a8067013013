//! What one file does with the items of another one: `replace`, `remove`, `set option` name something that is declared elsewhere.

use std::collections::BTreeMap;

use super::outline::plain;
use crate::load::ResolvedRules;
use crate::source::Span;
use crate::syntax::ast::{
    Block, Category, Item, ItemKind, ItemPart, NewPart, PartChange, PhaseDef, Stage, StatementKind,
};

/// Each name that stands for an item of another file, with the place where that is declared.
pub(super) fn links(world: &ResolvedRules) -> Vec<(Span, Span)> {
    let mut known = ItemSpans::new();
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
                    ItemKind::Remove { category, name, .. } => {
                        let old = known.get(&(*category, name.text.clone()));
                        links.extend(old.map(|old| (name.span, *old)));
                    }
                    ItemKind::SetOption { name, .. } => {
                        let old = known.get(&(Category::Option, name.text.clone()));
                        links.extend(old.map(|old| (name.span, *old)));
                    }
                    ItemKind::Part(change) => {
                        links.extend(part_links(change, &known));
                        declare_parts(change, &mut known);
                    }
                    _ => declare(item, &mut known),
                }
            }
        }
    }
    links
}

/// Where each item stands, by its category and name; a stage of an action and a key of an order by both names.
type ItemSpans = BTreeMap<(Category, String), Span>;

fn part_key(owner: &str, part: &str) -> (Category, String) {
    (Category::Action, format!("{owner}.{part}"))
}

/// What the names in a change of a part stand for.
fn part_links(change: &PartChange, known: &ItemSpans) -> Vec<(Span, Span)> {
    let owner = change.owner.identity();
    let item = (owner.span, (owner.category, owner.name.to_owned()));
    let part = |name: &str, span: Span| (span, (owner.category, format!("{}.{name}", owner.name)));
    let named = match &change.part {
        ItemPart::Stage(name) | ItemPart::Title(Some(name)) => Some(part(&name.text, name.span)),
        ItemPart::Key(Some(name)) => Some(part(&name.text, name.span)),
        ItemPart::Does
        | ItemPart::Rows(_)
        | ItemPart::Key(None)
        | ItemPart::Condition(_)
        | ItemPart::Alternative
        | ItemPart::Title(None)
        | ItemPart::Head
        | ItemPart::Whole => None,
    };
    let beside = change.beside.as_ref();
    let beside = beside.map(|beside| part(&beside.part.text, beside.part.span));
    let all = [Some(item), named, beside].into_iter().flatten();
    let link = |(span, key)| Some((span, *known.get(&key)?));
    all.filter_map(link).collect()
}

/// Lists what a change of a part adds.
fn declare_parts(change: &PartChange, known: &mut ItemSpans) {
    let owner = change.owner.identity();
    if let Some(NewPart::Stage(Stage {
        name: Some(name), ..
    })) = &change.new
    {
        known.insert(part_key(owner.name, &name.text), name.span);
    }
    if let Some(NewPart::Body(body)) = &change.new {
        for phase in phases_in(body) {
            known.insert((Category::Phase, phase.name.text.clone()), phase.name.span);
        }
    }
}

/// Lists an item, the phases inside it, its stages and keys.
fn declare(item: &Item, known: &mut ItemSpans) {
    if let Some(identity) = item.identity() {
        let key = (identity.category, identity.name.to_owned());
        // The order without a name is known by its first word.
        let (file, start) = (identity.span.file, identity.span.range().start);
        let first = start + identity.category.word().len();
        let span = match (identity.category, identity.name) {
            (Category::Order, "") => Span::new(file, start, first),
            _ => identity.span,
        };
        known.insert(key, span);
    }
    match &item.kind {
        ItemKind::Action(action) => {
            let named = action.stages.iter().filter_map(|stage| stage.name.as_ref());
            known.extend(named.map(|stage| (part_key(&action.name.text, &stage.text), stage.span)));
        }
        ItemKind::Order(order) => {
            let owner = item.identity().map_or("", |identity| identity.name);
            for key in &order.keys {
                let text = key.text.as_ref().map(|text| (plain(text), text.span));
                let name = key.name.as_ref().map(|name| (name.text.clone(), name.span));
                known.extend(
                    (text.into_iter().chain(name))
                        .map(|(key, span)| ((Category::Order, format!("{owner}.{key}")), span)),
                );
            }
        }
        _ => {}
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
