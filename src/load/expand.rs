//! A rule set with everything that it extends and uses put into one: what `affray check --expand` prints and what is compared with another.
//! Works on trees; whether the items make sense together is for the check to say.

use super::gather::{self, RuleSetPart};
use super::{Files, Loader, merge, messages};
use crate::check::{self, Checked};
use crate::diagnostic::Diagnostics;
use crate::source::Span;
use crate::syntax::ast;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A rule set put into one.
#[derive(Clone, Debug)]
pub struct Expanded {
    /// Its name.
    pub name: ast::Name,
    /// Its title.
    pub title: Option<ast::Text>,
    /// All items, nothing left to replace, remove or set.
    pub items: Vec<ast::Item>,
    /// Where files change parts of items: each place with that of the item.
    pub parts: Vec<(Span, Span)>,
    /// Where items stand in all files of which it is made, those that are not left in `items` among them.
    pub written: Vec<Span>,
    /// Where the rule set stands.
    pub span: Span,
}

impl Expanded {
    /// Checks it. `None` if it has errors.
    pub fn check(&self) -> Option<Checked> {
        let items: Vec<&ast::Item> = self.items.iter().collect();
        check::rules(&self.name, self.title.as_ref(), &items, self.span).0
    }

    /// A file that needs no other one.
    pub fn tree(&self) -> ast::File {
        let rules = ast::Rules {
            name: self.name.clone(),
            title: self.title.clone(),
            extends: None,
            items: self.items.clone(),
            span: self.span,
        };
        ast::File {
            rules: vec![rules],
            ..ast::File::default()
        }
    }
}

/// The items with each attribute once: what several files say of one attribute is said where the first has it.
fn joined(mut items: Vec<ast::Item>) -> Vec<ast::Item> {
    let mut known: BTreeMap<(String, String), (usize, usize)> = BTreeMap::new();
    for number in 0..items.len() {
        let ast::ItemKind::Kind(kind) = &mut items[number].kind else {
            continue;
        };
        let (name, attributes) = (kind.name.text.clone(), std::mem::take(&mut kind.attributes));
        let mut own = Vec::new();
        for attribute in attributes {
            let key = (name.clone(), attribute.name.text.clone());
            match known.get(&key) {
                Some(&(first, place)) if first != number => {
                    if let ast::ItemKind::Kind(kind) = &mut items[first].kind {
                        let one = &mut kind.attributes[place];
                        one.default = attribute.default.or_else(|| one.default.take());
                        one.text = attribute.text.or_else(|| one.text.take());
                        one.cites.extend(attribute.cites);
                    }
                }
                _ => {
                    known.insert(key, (number, own.len()));
                    own.push(attribute);
                }
            }
        }
        if let ast::ItemKind::Kind(kind) = &mut items[number].kind {
            kind.attributes = own;
        }
    }
    items
}

impl Loader {
    /// The only rule set of a file, put into one, and what the check makes of it. `None` if it has errors; what is wrong is said either way.
    pub fn expand(
        &mut self,
        path: &str,
        files: &mut dyn Files,
    ) -> (Option<(Expanded, Arc<Checked>)>, Diagnostics) {
        let mut found = Diagnostics::new();
        let Some(file) = self.given(path, files, &mut found) else {
            return (None, found);
        };
        found.extend(file.found.clone());
        let start = Span::new(file.id, 0, 0);
        let index = match messages::only_rules(&file, start) {
            Ok(index) => index,
            Err(mistake) => {
                found.extend(mistake);
                return (None, found);
            }
        };
        let ready = self.ready(&file, index, files);
        found.extend(ready.found.clone());
        let Some(checked) = ready.checked.clone() else {
            found.sort();
            return (None, found);
        };
        let gathered = gather::gather(self, files, &file, index);
        // What is wrong with the merging has been said above.
        let merged = merge::merge(&gathered.parts, &self.sources);
        let set = &file.tree.rules[index];
        let expanded = Expanded {
            name: set.name.clone(),
            title: set.title.clone(),
            parts: merged.parts,
            written: (gathered.parts.iter())
                .flat_map(RuleSetPart::items)
                .map(|item| item.span)
                .collect(),
            items: joined(
                (merged.items.into_iter())
                    .map(std::borrow::Cow::into_owned)
                    .collect(),
            ),
            span: set.span,
        };
        (Some((expanded, checked)), found)
    }
}
