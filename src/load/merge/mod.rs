//! From the parts of a rule set to its items: libraries and bases first, then what is added, replaced, removed and set. Works on the
//! tree alone; whether the items make sense together is for the check to say.

mod dangling;
mod messages;
mod phases;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use super::gather::RuleSetPart;
use crate::diagnostic::Diagnostics;
use crate::source::{FileId, Sources, Span};
use crate::syntax::ast::{Category, Expr, Identity, Item, ItemKind, Name, Rules, Text};
use crate::syntax::bare;

pub(super) use dangling::retell;

/// All parts put together.
pub(super) struct Merged<'a> {
    /// The items as one list, ready for the check.
    pub items: Vec<Cow<'a, Item>>,
    /// What was taken out on the way.
    pub gone: Vec<Gone>,
    /// What is wrong with how the files change each other.
    pub found: Diagnostics,
}

/// Something that a file took out.
pub(super) struct Gone {
    category: Category,
    name: String,
    /// The words that took it out.
    span: Span,
    /// It stood inside something that was replaced.
    inside: bool,
}

/// Puts the items of all parts together.
pub(super) fn merge<'a>(parts: &'a [RuleSetPart], sources: &'a Sources) -> Merged<'a> {
    let mut merging = Merging {
        sources,
        slots: Vec::new(),
        index: BTreeMap::new(),
        changes: BTreeMap::new(),
        part: None,
        gone: Vec::new(),
        found: Diagnostics::new(),
    };
    for part in parts {
        merging.part = Some(part);
        for rules in part
            .rules
            .iter()
            .filter_map(|index| part.file.tree.rules.get(*index))
        {
            merging.take(rules);
        }
    }
    Merged {
        items: merging.slots.into_iter().flatten().collect(),
        gone: merging.gone,
        found: merging.found,
    }
}

/// A category, and a name in it.
type Key = (Category, String);

fn key(wanted: &Identity<'_>) -> Key {
    (wanted.category, wanted.name.to_owned())
}

/// Where something with a name stands: an item, or a phase inside an item.
#[derive(Clone, Copy, PartialEq)]
struct Spot {
    slot: usize,
    inside: bool,
    /// The text of it.
    span: Span,
}

/// What a file does with an item of another one.
#[derive(Clone, Copy, PartialEq)]
enum Done {
    Replaced,
    Removed,
    Set,
}

#[derive(Clone, Copy)]
struct Change {
    done: Done,
    span: Span,
}

struct Merging<'a> {
    sources: &'a Sources,
    /// The items; empty where one was removed.
    slots: Vec<Option<Cow<'a, Item>>>,
    index: BTreeMap<Key, Vec<Spot>>,
    /// What was done last with each name.
    changes: BTreeMap<Key, Change>,
    /// The part at hand.
    part: Option<&'a RuleSetPart>,
    gone: Vec<Gone>,
    found: Diagnostics,
}

impl<'a> Merging<'a> {
    /// Takes a rule set in: what it does with single items, then what it does with all of a kind.
    fn take(&mut self, rules: &'a Rules) {
        let before = self.gone.len();
        rules.items.iter().for_each(|item| self.add(item));
        for item in &rules.items {
            if let ItemKind::RemoveEvery(category) = &item.kind {
                self.remove_every(*category, item.span);
            }
        }
        self.forget_overs(before);
    }

    fn add(&mut self, item: &'a Item) {
        match &item.kind {
            ItemKind::Uses(_) | ItemKind::RemoveEvery(_) => {}
            ItemKind::Source(_) => {
                let is_source = |known: &Item| matches!(known.kind, ItemKind::Source(_));
                let old = |slot: &Option<Cow<'a, Item>>| {
                    slot.as_ref().is_some_and(|known| is_source(known))
                };
                self.slots
                    .iter_mut()
                    .filter(|slot| old(slot))
                    .for_each(|slot| *slot = None);
                self.put(item);
            }
            ItemKind::Replace(new) => self.replace(new, item.span),
            ItemKind::Remove { category, name } => {
                let wanted = Identity {
                    category: *category,
                    name: &name.text,
                    span: name.span,
                };
                if let Some(spot) = self.find(&wanted, Done::Removed) {
                    self.remove(spot, item.span);
                }
            }
            ItemKind::SetOption { name, value } => self.set_option(name, value, item.span),
            _ if self.is_there_already(item) => {}
            _ => self.put(item),
        }
    }

    /// A new item, behind all others.
    fn put(&mut self, item: &'a Item) {
        if let Some(identity) = item.identity() {
            self.changes.remove(&key(&identity));
        }
        self.slots.push(None);
        self.fill(self.slots.len() - 1, Cow::Borrowed(item));
    }

    /// Puts an item into an empty slot.
    fn fill(&mut self, slot: usize, item: Cow<'a, Item>) {
        for (key, spot) in spots(slot, &item) {
            self.index.entry(key).or_default().push(spot);
        }
        self.slots[slot] = Some(item);
    }

    /// Takes the item out of a slot.
    fn empty(&mut self, slot: usize) -> Option<Cow<'a, Item>> {
        let item = self.slots[slot].take()?;
        for (key, _) in spots(slot, &item) {
            if let Some(known) = self.index.get_mut(&key) {
                known.retain(|spot| spot.slot != slot);
            }
        }
        Some(item)
    }

    /// Whether a file below has an item of this name; says so. The new one then stands for both, so that nothing else is missed.
    fn is_there_already(&mut self, item: &'a Item) -> bool {
        let Some(identity) = item.identity() else {
            return false;
        };
        let known = self
            .index
            .get(&key(&identity))
            .map_or(&[][..], Vec::as_slice);
        let Some(first) = known
            .iter()
            .copied()
            .find(|spot| self.is_below(spot.span.file))
        else {
            return false;
        };
        if identity.category == Category::Kind {
            return false;
        }
        let complaint = messages::there_already(&identity, item.span, first.span, self.sources);
        self.found.push(complaint);
        if !first.inside {
            self.empty(first.slot);
            self.fill(first.slot, Cow::Borrowed(item));
        }
        true
    }

    /// The new item takes the place of the old one.
    fn replace(&mut self, new: &'a Item, whole: Span) {
        let Some(wanted) = new.identity() else { return };
        let Some(spot) = self.find(&wanted, Done::Replaced) else {
            return;
        };
        if self.reads_alike(spot.span, new.span) {
            self.found
                .push(messages::same_again(&wanted, whole, spot.span));
        }
        let Some(mut old) = self.empty(spot.slot) else {
            return;
        };
        let before = phases::names(&old);
        let now = match &new.kind {
            ItemKind::Phase(phase) if spot.inside => {
                phases::replace(old.to_mut(), wanted.name, Some(phase));
                old
            }
            _ => Cow::Borrowed(new),
        };
        let left = phases::names(&now);
        self.fill(spot.slot, now);
        for name in before.difference(&left) {
            self.note_gone(Category::Phase, name, wanted.span, true);
        }
    }

    /// Takes out an item, or a phase inside one.
    fn remove(&mut self, spot: Spot, said_at: Span) {
        let Some(mut old) = self.empty(spot.slot) else {
            return;
        };
        let before = phases::names(&old);
        let mut left = BTreeSet::new();
        if spot.inside {
            if let Some(name) = phases::name_at(&old, spot.span) {
                phases::replace(old.to_mut(), &name, None);
            }
            left = phases::names(&old);
            self.fill(spot.slot, old);
        } else if let Some(identity) = old.identity() {
            self.note_gone(identity.category, identity.name, said_at, false);
        }
        for name in before.difference(&left) {
            self.note_gone(Category::Phase, name, said_at, false);
        }
    }

    /// Takes out all items of a category that the file at hand has from the file that it extends.
    fn remove_every(&mut self, category: Category, said_at: Span) {
        let Some(part) = self.part else { return };
        if part.extended.is_empty() {
            return self
                .found
                .push(messages::nothing_extended(category, said_at));
        }
        let is_meant = |item: &Item| {
            part.extended.contains(&item.span.file)
                && item
                    .identity()
                    .is_some_and(|identity| identity.category == category)
        };
        let meant: Vec<(usize, Span, Option<Key>)> = (self.slots.iter().enumerate())
            .filter_map(|(slot, item)| item.as_ref().map(|item| (slot, item)))
            .filter(|(_, item)| is_meant(item))
            .map(|(slot, item)| (slot, item.span, item.identity().map(|known| key(&known))))
            .collect();
        if meant.is_empty() {
            self.found.push(messages::none_of_them(category, said_at));
        }
        for (slot, span, key) in meant {
            let change = Change {
                done: Done::Removed,
                span: said_at,
            };
            self.changes.extend(key.map(|key| (key, change)));
            let spot = Spot {
                slot,
                inside: false,
                span,
            };
            self.remove(spot, said_at);
        }
    }

    /// The option gets another default.
    fn set_option(&mut self, name: &Name, value: &Expr, whole: Span) {
        let wanted = Identity {
            category: Category::Option,
            name: &name.text,
            span: name.span,
        };
        let Some(spot) = self.find(&wanted, Done::Set) else {
            return;
        };
        let Some(item) = &mut self.slots[spot.slot] else {
            return;
        };
        if let ItemKind::Option(option) = &mut item.to_mut().kind {
            let old = std::mem::replace(&mut option.default, value.clone()).span;
            if self.reads_alike(old, value.span) {
                let text = self.sources.snippet(value.span);
                self.found
                    .push(messages::set_already(&wanted, text, whole, old));
            }
        }
    }

    /// What a file says to be over something that this file has taken out falls away with it: such words ask for nothing any more. In this
    /// file itself, and in those that build on it, they are a mistake, which the check will find.
    fn forget_overs(&mut self, before: usize) {
        let gone: BTreeSet<(Category, &str)> = self.gone[before..]
            .iter()
            .map(|gone| (gone.category, gone.name.as_str()))
            .collect();
        if gone.is_empty() {
            return;
        }
        let file = self.part.map(|part| part.file.id);
        for item in self.slots.iter_mut().flatten() {
            let Some(category) = item.identity().map(|identity| identity.category) else {
                continue;
            };
            let is_gone = |over: &Text| gone.contains(&(category, messages::title(over)));
            if Some(item.span.file) != file && overs(item).iter().any(is_gone) {
                match &mut item.to_mut().kind {
                    ItemKind::Exception(def) => def.over.retain(|over| !is_gone(over)),
                    ItemKind::Placement(def) => def.over.retain(|over| !is_gone(over)),
                    _ => {}
                }
            }
        }
    }

    /// The only thing of that category and name, if it may be changed here; else says why not.
    fn find(&mut self, wanted: &Identity<'_>, done: Done) -> Option<Spot> {
        let key = key(wanted);
        let change = Change {
            done,
            span: wanted.span,
        };
        let earlier = self.changes.get(&key).copied();
        let spots = self.index.get(&key).map_or(&[][..], Vec::as_slice);
        let complaint = match (earlier, spots) {
            (Some(earlier), _) if earlier.span.file == wanted.span.file => {
                messages::twice(wanted, change, earlier)
            }
            (Some(earlier), _) if !self.is_below(earlier.span.file) => {
                messages::conflict(wanted, change, earlier)
            }
            (_, [own]) if own.span.file == wanted.span.file => {
                messages::own(wanted, done, own.span)
            }
            (_, [only]) => {
                let only = *only;
                self.changes.insert(key, change);
                return Some(only);
            }
            (Some(earlier), []) => messages::removed_below(wanted, change, earlier),
            (None, []) => {
                let known = self.index.iter().filter(|(_, spots)| !spots.is_empty());
                let known = self.found.proposes().then_some(known);
                messages::unknown(wanted, done, known.map(|known| known.map(|(key, _)| key)))
            }
            _ => messages::ambiguous(wanted, done, spots),
        };
        self.found.push(complaint);
        None
    }

    /// Whether the file at hand builds on this one.
    fn is_below(&self, file: FileId) -> bool {
        self.part.is_some_and(|part| part.below.contains(&file))
    }

    /// Whether two texts say the same, however they are laid out.
    fn reads_alike(&self, one: Span, other: Span) -> bool {
        bare(self.sources.snippet(one)) == bare(self.sources.snippet(other))
    }

    fn note_gone(&mut self, category: Category, name: &str, span: Span, inside: bool) {
        self.gone.push(Gone {
            category,
            name: name.to_owned(),
            span,
            inside,
        });
    }
}

/// An item and the phases inside it, by their names.
fn spots(slot: usize, item: &Item) -> Vec<(Key, Spot)> {
    let own = item.identity().map(|identity| {
        let spot = Spot {
            slot,
            inside: false,
            span: item.span,
        };
        (key(&identity), spot)
    });
    let inner = phases::inside(item).into_iter().map(|phase| {
        let spot = Spot {
            slot,
            inside: true,
            span: phase.span,
        };
        ((Category::Phase, phase.name.text.clone()), spot)
    });
    own.into_iter().chain(inner).collect()
}

/// What an item is over.
fn overs(item: &Item) -> &[Text] {
    match &item.kind {
        ItemKind::Exception(def) => &def.over,
        ItemKind::Placement(def) => &def.over,
        _ => &[],
    }
}
