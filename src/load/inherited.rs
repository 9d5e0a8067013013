//! A rule set seen from the one that it extends: what the study compares a variant with. Works on trees, and has the check look at the extended rules
//! by themselves.

use std::sync::Arc;

use super::{Files, Loader, Parsed, gather, merge, messages, path};
use crate::check;
use crate::ruleset::Ruleset;
use crate::source::Span;
use crate::study::{ChangedItem, Inherited};
use crate::syntax::ast::{self, Category, ItemKind, PartVerb};

impl Loader {
    /// What a rule set of a file inherits; nothing if it extends no other one, or one that has errors.
    pub(super) fn inherited(
        &mut self,
        file: &Arc<Parsed>,
        index: usize,
        files: &mut dyn Files,
    ) -> Option<Inherited> {
        let set = &file.tree.rules[index];
        let named = messages::plain(set.extends.as_ref()?).ok()?;
        let path = path::resolve(&file.path, &named).ok()?;
        Some(Inherited {
            base: self.rules_alone(&path, files)?,
            changes: set.items.iter().filter_map(changed).collect(),
        })
    }

    /// The only rule set of a file, checked by itself.
    fn rules_alone(&mut self, path: &str, files: &mut dyn Files) -> Option<Ruleset> {
        let known = self.rules.get(&(path.to_owned(), 0));
        if let Some(checked) = known.and_then(|ready| ready.checked.as_ref()) {
            return Some(checked.ruleset.clone());
        }
        let file = self.file(path, files).ok()?;
        let set = file.tree.rules.first()?;
        let gathered = gather::gather(self, files, &file, 0);
        let merged = merge::merge(&gathered.parts, &self.sources);
        let items: Vec<&ast::Item> = merged.items.iter().map(AsRef::as_ref).collect();
        let (checked, _) = check::rules(&set.name, set.title.as_ref(), &items, set.span);
        checked.map(|checked| checked.ruleset)
    }
}

/// What an item of a variant replaces, removes or sets in the rules that it extends. What only adds takes no use away.
fn changed(item: &ast::Item) -> Option<ChangedItem> {
    let change = |category: Category, name: Option<&str>, span: Span| {
        Some(ChangedItem {
            category: category.noun(),
            name: name.map(str::to_owned),
            removes: matches!(
                item.kind,
                ItemKind::Remove { .. } | ItemKind::RemoveEvery { .. }
            ),
            with_used: matches!(
                item.kind,
                ItemKind::Remove { uses: true, .. } | ItemKind::RemoveEvery { uses: true, .. }
            ),
            span,
        })
    };
    match &item.kind {
        ItemKind::Replace(new) => {
            let identity = new.identity()?;
            change(identity.category, Some(identity.name), identity.span)
        }
        ItemKind::Remove { category, name, .. } => change(*category, Some(&name.text), name.span),
        ItemKind::RemoveEvery { category, .. } => change(*category, None, item.span),
        ItemKind::SetOption { name, .. } => change(Category::Option, Some(&name.text), name.span),
        ItemKind::Part(part) if matches!(part.verb, PartVerb::Replace | PartVerb::Remove) => {
            let owner = part.owner.identity();
            change(owner.category, Some(owner.name), owner.span)
        }
        _ => None,
    }
}
