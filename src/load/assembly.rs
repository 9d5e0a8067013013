//! A rule set kept with all that it is made of, to be put together and checked again with one item in other words.

use std::sync::Arc;

use super::{Files, Loader, gather, merge};
use crate::check::{self, Checked};
use crate::source::{FileId, Sources, Span};
use crate::syntax::ast;

/// A rule set and the parts that it is made of.
#[derive(Clone)]
pub struct Assembly {
    parts: Vec<gather::RuleSetPart>,
    name: ast::Name,
    title: Option<ast::Text>,
    span: Span,
}

/// Where an item stands: its file, which of the rule sets of the file, which of its items.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ItemPlace {
    /// The file.
    pub file: FileId,
    /// Which of the rule sets in it.
    pub set: usize,
    /// Which of the items in that.
    pub item: usize,
}

impl Loader {
    /// The parts of a rule set that this loader has checked.
    pub fn assembly(&mut self, rules: &Checked, files: &mut dyn Files) -> Option<Assembly> {
        let span = rules.ruleset.items.first()?.span;
        let mut known = self.parsed.values();
        let file = Arc::clone(known.find(|parsed| parsed.id == span.file)?);
        let sets = &file.tree.rules;
        let index = sets.iter().position(|set| set.span == span)?;
        let set = &sets[index];
        Some(Assembly {
            name: set.name.clone(),
            title: set.title.clone(),
            span,
            parts: gather::gather(self, files, &file, index).parts,
        })
    }
}

impl Assembly {
    /// The file in which the rule set itself stands.
    pub fn file(&self) -> FileId {
        self.span.file
    }

    /// The rule sets of a file that take part, each with its number.
    pub fn sets(&self, file: FileId) -> impl Iterator<Item = (usize, &ast::Rules)> {
        let parts = self.parts.iter().filter(move |part| part.file.id == file);
        parts.flat_map(|part| {
            let numbers = part.rules.iter();
            numbers.filter_map(|number| Some((*number, part.file.tree.rules.get(*number)?)))
        })
    }

    /// The rule set with another item in the place of this one, or with none, checked; nothing if it has errors then.
    pub fn with(
        &mut self,
        place: ItemPlace,
        item: Option<&ast::Item>,
        sources: &Sources,
    ) -> Option<Checked> {
        let items = self.items(place)?;
        let old = (place.item < items.len()).then(|| items.remove(place.item))?;
        if let Some(item) = item {
            items.insert(place.item, item.clone());
        }
        let checked = self.check(sources);
        let items = self.items(place)?;
        if item.is_some() {
            items.remove(place.item);
        }
        items.insert(place.item, old);
        checked
    }

    /// The items among which one stands.
    fn items(&mut self, place: ItemPlace) -> Option<&mut Vec<ast::Item>> {
        let part = (self.parts.iter_mut()).find(|part| part.file.id == place.file)?;
        let tree = Arc::make_mut(&mut Arc::make_mut(&mut part.file).tree);
        Some(&mut tree.rules.get_mut(place.set)?.items)
    }

    fn check(&self, sources: &Sources) -> Option<Checked> {
        let merged = merge::merge(&self.parts, sources);
        if merged.found.has_errors() {
            return None;
        }
        let items: Vec<&ast::Item> = merged.items.iter().map(AsRef::as_ref).collect();
        check::rules(&self.name, self.title.as_ref(), &items, self.span).0
    }
}
