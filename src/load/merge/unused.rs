//! `and what only it uses`: what goes with an item that is removed. Knows the words of items, not what they mean: a name that occurs anywhere else counts as used.

use std::collections::{BTreeMap, BTreeSet};

use super::{MergeAction, MergeChange, RulesMerger};
use crate::source::Span;
use crate::syntax::ast::{Category, Item};
use crate::syntax::{item_words, words};

/// What can go by itself. Actions can be declared, kinds have records, and what has a title is used by nothing.
const GO_ALONG: &[Category] = &[
    Category::Option,
    Category::Choice,
    Category::Let,
    Category::Table,
    Category::Procedure,
    Category::Event,
];

impl RulesMerger<'_> {
    /// Removes what only the items have used that the file at hand has removed so, and what only that has used. `O(n log n)` for a rule set of `n` words.
    pub(super) fn remove_unused(&mut self) {
        let released = std::mem::take(&mut self.released);
        if released.is_empty() {
            return;
        }
        let of_item = |item: &Item| words(&item_words(item));
        let slots = self.slots.iter().enumerate();
        let named: BTreeMap<usize, BTreeSet<String>> = slots
            .filter_map(|(slot, item)| Some((slot, of_item(item.as_ref()?))))
            .collect();
        let mut items_naming: BTreeMap<String, usize> = BTreeMap::new();
        for word in named.values().flatten() {
            *items_naming.entry(word.clone()).or_default() += 1;
        }
        let mut open: Vec<(String, Span)> = Vec::new();
        for (text, said_at) in released {
            open.extend(words(&text).into_iter().map(|word| (word, said_at)));
        }
        while let Some((name, said_at)) = open.pop() {
            // Its own declaration names it.
            if items_naming.get(&name) != Some(&1) {
                continue;
            }
            let Some(slot) = self.inherited(&name, said_at) else {
                continue;
            };
            for word in named.get(&slot).into_iter().flatten() {
                if let Some(count) = items_naming.get_mut(word) {
                    *count -= 1;
                }
                open.push((word.clone(), said_at));
            }
        }
    }

    /// Removes the item of this name that can go by itself, if a file has it on which the file at hand builds. Returns where it stood.
    fn inherited(&mut self, name: &str, said_at: Span) -> Option<usize> {
        let keys = GO_ALONG.iter().map(|category| (*category, name.to_owned()));
        let (key, spot) = keys
            .filter_map(|key| {
                let spot = *self.index.get(&key)?.first()?;
                Some((key, spot))
            })
            .find(|(_, spot)| self.is_below(spot.span.file))?;
        let change = MergeChange {
            done: MergeAction::Removed,
            span: said_at,
        };
        self.changes.insert(key, vec![change]);
        self.remove(spot, false, said_at);
        Some(spot.slot)
    }
}
