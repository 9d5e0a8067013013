//! From the parts of a rule set to its items: libraries and bases first, then what is added, replaced, removed and set. Works on the
//! tree alone; whether the items make sense together is for the check to say.

mod changes;
mod conditions;
mod dangling;
mod messages;
mod part_messages;
mod parts;
mod phases;
mod rows;
mod unused;
mod wholes;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use super::gather::RuleSetPart;
use crate::diagnostic::Diagnostics;
use crate::source::{FileId, Sources, Span};
use crate::suggest::CURSOR;
use crate::syntax::ast::{Category, Expr, Identity, Item, ItemKind, Name, Rules, Text};
use crate::syntax::{bare, item_words};

pub(super) use dangling::retell;

/// All parts put together.
pub(super) struct Merged<'a> {
    /// The items as one list, ready for the check.
    pub items: Vec<Cow<'a, Item>>,
    /// Where files change parts of items: each place with that of the item.
    pub parts: Vec<(Span, Span)>,
    /// What was taken out on the way.
    pub gone: Vec<Gone>,
    /// What is wrong with how the files change each other.
    pub found: Diagnostics,
}

/// Something that a file took out.
pub(super) struct Gone {
    /// What it was, in a word.
    noun: &'static str,
    name: String,
    /// What it was if it was an item, or a phase.
    category: Option<Category>,
    /// The words that took it out.
    span: Span,
    /// It stood inside something that was replaced.
    inside: bool,
    /// The word `replace`, without which what it was in would be extended.
    replace: Option<Span>,
}

/// Puts the items of all parts together.
pub(super) fn merge<'a>(parts: &'a [RuleSetPart], sources: &'a Sources) -> Merged<'a> {
    let mut merger = RulesMerger {
        sources,
        slots: Vec::new(),
        order: Vec::new(),
        index: BTreeMap::new(),
        changes: BTreeMap::new(),
        released: Vec::new(),
        parts: Vec::new(),
        parts_changed: BTreeMap::new(),
        parts_gone: BTreeMap::new(),
        part: None,
        gone: Vec::new(),
        found: Diagnostics::new(),
    };
    for part in parts {
        merger.part = Some(part);
        for rules in part
            .rules
            .iter()
            .filter_map(|index| part.file.tree.rules.get(*index))
        {
            merger.take(rules);
        }
    }
    Merged {
        items: (merger.order.iter())
            .filter_map(|slot| merger.slots[*slot].take())
            .collect(),
        parts: merger.parts,
        gone: merger.gone,
        found: merger.found,
    }
}

/// A category, and a name in it.
type ItemKey = (Category, String);

fn key(wanted: &Identity<'_>) -> ItemKey {
    (wanted.category, wanted.name.to_owned())
}

/// Where something with a name stands: an item, or a phase inside an item.
#[derive(Clone, Copy, PartialEq)]
struct DeclarationSite {
    slot: usize,
    inside: bool,
    /// The text of it.
    span: Span,
}

/// What a file does with an item of another one.
#[derive(Clone, Copy, PartialEq)]
enum MergeAction {
    Replaced,
    Removed,
    Set,
    /// A part of it has been.
    Changed,
}

#[derive(Clone, Copy)]
struct MergeChange {
    done: MergeAction,
    span: Span,
}

struct RulesMerger<'a> {
    sources: &'a Sources,
    /// The items; empty where one was removed.
    slots: Vec<Option<Cow<'a, Item>>>,
    /// The slots in the order of their items.
    order: Vec<usize>,
    index: BTreeMap<ItemKey, Vec<DeclarationSite>>,
    /// What was done with each name: the changes of parts since what was done last with all of it, and that.
    changes: BTreeMap<ItemKey, Vec<MergeChange>>,
    /// The words of what was removed with what only it uses, and where that was said.
    released: Vec<(String, Span)>,
    /// Where parts of items were changed: each place with that of the item.
    parts: Vec<(Span, Span)>,
    /// How many changes of parts there were of the item in each slot: each costs a look at all of it.
    parts_changed: BTreeMap<usize, usize>,
    /// The parts of items that were taken out, and where that was said.
    parts_gone: BTreeMap<(ItemKey, String), Span>,
    /// The part at hand.
    part: Option<&'a RuleSetPart>,
    gone: Vec<Gone>,
    found: Diagnostics,
}

impl<'a> RulesMerger<'a> {
    /// Takes a rule set in: what it does with single items, then what it does with all of a kind.
    fn take(&mut self, rules: &'a Rules) {
        let before = self.gone.len();
        rules.items.iter().for_each(|item| self.add(item));
        for item in &rules.items {
            if let ItemKind::RemoveEvery { category, uses } = &item.kind {
                self.remove_every(*category, *uses, item.span);
            }
        }
        self.remove_unused();
        self.forget_overs(before);
    }

    fn add(&mut self, item: &'a Item) {
        match &item.kind {
            ItemKind::Uses(_) | ItemKind::RemoveEvery { .. } => {}
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
            ItemKind::Remove {
                category,
                name,
                uses,
            } => {
                let wanted = Identity {
                    category: *category,
                    name: &name.text,
                    span: name.span,
                };
                if let Some(spot) = self.find(&wanted, MergeAction::Removed) {
                    self.remove(spot, *uses, item.span);
                }
            }
            ItemKind::SetOption { name, value } => self.set_option(name, value, item.span),
            ItemKind::Part(change) => self.change_part(change, item),
            _ if self.is_there_already(item) => {}
            _ => self.put(item),
        }
    }

    /// A new item, behind all others.
    fn put(&mut self, item: &'a Item) {
        if let Some(identity) = item.identity() {
            self.changes.remove(&key(&identity));
        }
        self.put_at(self.order.len(), Cow::Borrowed(item));
    }

    /// A new item at this place.
    fn put_at(&mut self, place: usize, item: Cow<'a, Item>) {
        let slot = self.slots.len();
        self.slots.push(None);
        self.order.insert(place, slot);
        self.fill(slot, item);
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

    /// Whether a file below has an item of this name; says so. The old one then stands for both, as others may need what it holds.
    fn is_there_already(&mut self, item: &'a Item) -> bool {
        let Some(identity) = item.identity() else {
            return false;
        };
        let known = self
            .index
            .get(&key(&identity))
            .map_or(&[][..], Vec::as_slice);
        // Those of a file below come before its own.
        let mut others =
            (known.iter().copied()).take_while(|spot| spot.span.file != item.span.file);
        let Some(first) = others.find(|spot| self.is_below(spot.span.file)) else {
            return false;
        };
        if identity.category == Category::Kind {
            return false;
        }
        let complaint = messages::there_already(&identity, item.span, first.span, self.sources);
        let old = self.slots[first.slot].as_deref();
        let told = wholes::there_again(item, old, complaint, self.sources);
        self.found.push(told);
        true
    }

    /// The new item takes the place of the old one.
    fn replace(&mut self, new: &'a Item, whole: Span) {
        let Some(wanted) = new.identity() else { return };
        let Some(spot) = self.find(&wanted, MergeAction::Replaced) else {
            return;
        };
        if self.reads_alike(spot.span, new.span) {
            self.found
                .push(messages::same_again(&wanted, whole, spot.span));
        }
        let Some(mut old) = self.empty(spot.slot) else {
            return;
        };
        if let (ItemKind::Let(known), ItemKind::Let(def)) = (&old.kind, &new.kind)
            && let Some(complaint) = messages::head_missing(known, def, self.sources)
        {
            self.found.push(complaint);
            return self.fill(spot.slot, old);
        }
        let part = (self.part).filter(|_| !spot.inside);
        let scenarios = part.map_or(&[][..], |part| &part.file.tree.scenarios);
        if let Some(complaint) = wholes::part_meant(&old, new, whole, scenarios, self.sources) {
            self.found.push(complaint);
            return self.fill(spot.slot, old);
        }
        (self.gone).extend(dangling::attributes_gone(&old.kind, new, whole));
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
    fn remove(&mut self, spot: DeclarationSite, uses: bool, said_at: Span) {
        let Some(mut old) = self.empty(spot.slot) else {
            return;
        };
        if uses {
            self.released.push((item_words(&old), said_at));
        }
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
    fn remove_every(&mut self, category: Category, uses: bool, said_at: Span) {
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
        let meant: Vec<(usize, Span, Option<ItemKey>)> = (self.slots.iter().enumerate())
            .filter_map(|(slot, item)| item.as_ref().map(|item| (slot, item)))
            .filter(|(_, item)| is_meant(item))
            .map(|(slot, item)| (slot, item.span, item.identity().map(|known| key(&known))))
            .collect();
        if meant.is_empty() {
            self.found.push(messages::none_of_them(category, said_at));
        }
        for (slot, span, key) in meant {
            let change = MergeChange {
                done: MergeAction::Removed,
                span: said_at,
            };
            self.changes.extend(key.map(|key| (key, vec![change])));
            let spot = DeclarationSite {
                slot,
                inside: false,
                span,
            };
            self.remove(spot, uses, said_at);
        }
    }

    /// The option gets another default.
    fn set_option(&mut self, name: &Name, value: &Expr, whole: Span) {
        let wanted = Identity {
            category: Category::Option,
            name: &name.text,
            span: name.span,
        };
        let Some(spot) = self.find(&wanted, MergeAction::Set) else {
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
            .filter_map(|gone| Some((gone.category?, gone.name.as_str())))
            .collect();
        if gone.is_empty() {
            return;
        }
        let file = self.part.map(|part| part.file.id);
        for item in self.slots.iter_mut().flatten() {
            let Some(category) = item.identity().map(|identity| identity.category) else {
                continue;
            };
            let is_gone = |over: &Text| gone.contains(&(category, over.title()));
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
    fn find(&mut self, wanted: &Identity<'_>, done: MergeAction) -> Option<DeclarationSite> {
        let key = key(wanted);
        let change = MergeChange {
            done,
            span: wanted.span,
        };
        let changes = self.changes.get(&key).map_or(&[][..], Vec::as_slice);
        // Parts of one item are held against each other where they are changed.
        let meets = |earlier: &&MergeChange| {
            let are_parts = done == MergeAction::Changed && earlier.done == MergeAction::Changed;
            !are_parts && !self.is_below(earlier.span.file)
        };
        let earlier = changes.last().copied();
        let spots = self.index.get(&key).map_or(&[][..], Vec::as_slice);
        let complaint = match (changes.iter().find(meets).copied(), spots) {
            (Some(earlier), _) if earlier.span.file == wanted.span.file => {
                messages::twice(wanted, change, earlier)
            }
            (Some(earlier), _) => messages::conflict(wanted, change, earlier),
            (_, [own]) if own.span.file == wanted.span.file => {
                messages::own(wanted, done, own.span)
            }
            (_, [only]) => {
                let only = *only;
                let changes = self.changes.entry(key).or_default();
                if done != MergeAction::Changed {
                    changes.clear();
                }
                let is_listed =
                    |last: &MergeChange| last.done == done && last.span.file == change.span.file;
                if !changes.last().is_some_and(is_listed) {
                    changes.push(change);
                }
                return Some(only);
            }
            (None, []) => match earlier {
                Some(earlier) => messages::removed_below(wanted, change, earlier),
                None => {
                    // What stands in this file alone is not meant.
                    let is_other = |spot: &DeclarationSite| spot.span.file != wanted.span.file;
                    let known = self.index.iter();
                    let known = known.filter(|(_, spots)| spots.iter().any(is_other));
                    let proposes = self.found.proposes() || wanted.name == CURSOR;
                    let known = proposes.then_some(known);
                    messages::unknown(wanted, done, known.map(|known| known.map(|(key, _)| key)))
                }
            },
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
}

/// An item and the phases inside it, by their names.
fn spots(slot: usize, item: &Item) -> Vec<(ItemKey, DeclarationSite)> {
    let own = item.identity().map(|identity| {
        let spot = DeclarationSite {
            slot,
            inside: false,
            span: item.span,
        };
        (key(&identity), spot)
    });
    let inner = phases::inside(item).into_iter().map(|phase| {
        let spot = DeclarationSite {
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
