//! What a variant leaves without use of the rules that it extends: something used it there, and the variant has replaced or removed all that did.

use std::collections::{BTreeMap, BTreeSet};

use super::Finding;
use super::unused::{idle, used_by};
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::{Item, ItemId, Ruleset};
use crate::source::{Clean, Span};

/// The rules that a variant extends, and what it does with items of theirs.
#[derive(Clone, Debug)]
pub struct Inherited {
    /// The rules, as they are without the variant.
    pub base: Ruleset,
    /// What the variant replaces, removes or sets, in the order of the text.
    pub changes: Vec<ChangedItem>,
}

/// An item that a variant changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangedItem {
    /// `definition`, `trigger`, ...
    pub category: &'static str,
    /// Its name or title; nothing: all of the category.
    pub name: Option<String>,
    /// It is taken out, and nothing else put in its place.
    pub removes: bool,
    /// Where the variant says so.
    pub span: Span,
}

/// How many items a warning names.
const MOST_TOLD: usize = 5;

impl ChangedItem {
    fn is(&self, item: &Item) -> bool {
        self.category == item.category && self.name.as_ref().is_none_or(|name| *name == item.name)
    }
}

/// Warnings about all that a variant leaves without use, told at the first of its items that did so.
pub(super) fn all(rules: &Ruleset, inherited: &Inherited) -> Vec<Finding> {
    let base = &inherited.base;
    let own = rules.items[0].span.file;
    let by_span: BTreeMap<Span, ItemId> = (base.items.iter().zip(0..))
        .map(|(item, id)| (item.span, ItemId(id)))
        .collect();
    let was_idle: BTreeSet<ItemId> = idle(base).into_iter().collect();
    let users = used_by(base);
    let mut orphans: BTreeMap<usize, Vec<ItemId>> = BTreeMap::new();
    for orphan in idle(rules) {
        let item = &rules.items[orphan.index()];
        let Some(before) = by_span.get(&item.span) else {
            continue;
        };
        if item.span.file == own || was_idle.contains(before) {
            continue;
        }
        let users = users.get(before).into_iter().flatten();
        let users: Vec<&Item> = users.map(|user| &base.items[user.index()]).collect();
        let is_user = |change: &ChangedItem| users.iter().any(|user| change.is(user));
        if let Some(change) = inherited.changes.iter().position(is_user) {
            orphans.entry(change).or_default().push(orphan);
        }
    }
    (orphans.into_iter())
        .map(|(change, orphans)| finding(rules, &inherited.changes[change], &orphans))
        .collect()
}

fn finding(rules: &Ruleset, change: &ChangedItem, orphans: &[ItemId]) -> Finding {
    let orphans: Vec<&Item> = (orphans.iter())
        .map(|orphan| &rules.items[orphan.index()])
        .collect();
    let told = &orphans[..orphans.len().min(MOST_TOLD)];
    let more = orphans.len() - told.len();
    let mut names: Vec<String> = (told.iter())
        .map(|of| format!("the {} `{}`", of.category, Clean(&of.name)))
        .collect();
    names.extend((more > 0).then(|| format!("{more} more")));
    let names = match names.as_slice() {
        [some @ .., last] if !some.is_empty() => format!("{} and {last}", some.join(", ")),
        _ => names.concat(),
    };
    let message = format!("with this, nothing uses {names} any more");
    let help = match (change.removes, &change.name) {
        (true, Some(_)) => "write `and what only it uses` behind it".to_owned(),
        (true, None) => "write `and what only they use` behind it".to_owned(),
        (false, _) => {
            let takes_out: Vec<String> = told.iter().map(|of| removal(of)).collect();
            format!(
                "take out what is not needed: {}; if scenarios ask for it, allow this",
                takes_out.join(", ")
            )
        }
    };
    let changed = rules.items.iter().position(|item| change.is(item));
    let warning = Diagnostic::warning(Code::LeftWithoutUse, change.span, message);
    let inherited =
        |warning: Diagnostic, of: &&Item| warning.also(of.name_span, "inherited from here");
    Finding {
        warning: told.iter().fold(warning, inherited).help(help),
        item: changed.map_or(ItemId(0), ItemId::from_index),
        other: None,
    }
}

/// How a variant takes an item out.
fn removal(item: &Item) -> String {
    let name = Clean(&item.name);
    match item.category {
        "definition" => format!("`remove let {name}`"),
        "trigger" => format!("`remove trigger \"{name}\"`"),
        category => format!("`remove {category} {name}`"),
    }
}
