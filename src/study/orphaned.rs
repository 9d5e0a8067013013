//! What a variant makes dead of the rules that it extends: what nothing uses any more, attributes at which nothing looks or that nothing sets any more, and
//! what can never apply any more.

use std::collections::{BTreeMap, BTreeSet};

use super::unused::{attributes_read, attributes_unread, idle, used_by, users_of_attributes};
use super::{Finding, is_own};
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::walk::attributes_written;
use crate::ruleset::{Item, ItemId, KindId, Ruleset, Slot, slot_of};
use crate::source::{Clean, Span, english};

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
    /// What only it uses is taken out with it.
    pub with_used: bool,
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

/// Something of the extended rules that a variant makes dead.
enum Orphan {
    /// An item that nothing uses any more.
    Unused(ItemId),
    /// An attribute that rules set, and at which none looks any more.
    Unread(KindId, Slot),
    /// An attribute at which rules look, and that none sets any more.
    Unset(KindId, Slot),
    /// An item whose conditions can never be true any more.
    Never(ItemId),
}

/// What is dead, by the change that made it so; of several changes together none.
type Orphans = BTreeMap<Option<usize>, Vec<Orphan>>;

/// Warnings about all that a variant makes dead, told at the first of its items that did so. Of `findings`, those about inherited items that can never apply
/// since the variant are told so.
pub(super) fn all(rules: &Ruleset, inherited: &Inherited, findings: &mut Vec<Finding>) {
    let mut orphans = Orphans::new();
    unused(rules, inherited, &mut orphans);
    attributes(rules, inherited, &mut orphans);
    never(rules, inherited, findings, &mut orphans);
    let told = orphans.into_iter().map(|(change, orphans)| {
        let change = change.map(|change| &inherited.changes[change]);
        finding(rules, change, &orphans)
    });
    findings.extend(told);
}

/// Items that nothing uses any more.
fn unused(rules: &Ruleset, inherited: &Inherited, orphans: &mut Orphans) {
    let base = &inherited.base;
    let by_span: BTreeMap<Span, ItemId> = (base.items.iter().zip(0..))
        .map(|(item, id)| (item.span, ItemId(id)))
        .collect();
    let was_idle: BTreeSet<ItemId> = idle(base).into_iter().collect();
    let users = used_by(base);
    for orphan in idle(rules) {
        let item = &rules.items[orphan.index()];
        let Some(before) = by_span.get(&item.span) else {
            continue;
        };
        let change = inherited.first_of(users.get(before));
        if !is_own(rules, orphan) && !was_idle.contains(before) && change.is_some() {
            let of_it = orphans.entry(change).or_default();
            of_it.push(Orphan::Unused(orphan));
        }
    }
}

/// Attributes at which nothing looks any more, or that nothing sets any more; those of acts are given where these are declared.
fn attributes(rules: &Ruleset, inherited: &Inherited, orphans: &mut Orphans) {
    let base = &inherited.base;
    let users = users_of_attributes(base);
    let (read, written) = (attributes_read(rules), attributes_written(rules));
    let (unread, were_unread) = (attributes_unread(rules), attributes_unread(base));
    for before in attributes_written(base) {
        let Some(now) = same_attribute(base, rules, before) else {
            continue;
        };
        let attribute = rules.attribute(now.0, now.1);
        if is_own(rules, attribute.item) {
            continue;
        }
        let orphan = if unread.contains(&now) && !were_unread.contains(&before) {
            Orphan::Unread(now.0, now.1)
        } else if now.0 != KindId::ACT && !written.contains(&now) && read.contains(&now) {
            Orphan::Unset(now.0, now.1)
        } else {
            continue;
        };
        // A change of a whole category names no attribute, so it says nothing of one.
        let change = inherited.first_of(users.get(&before));
        if change.is_some_and(|change| inherited.changes[change].name.is_some()) {
            orphans.entry(change).or_default().push(orphan);
        }
    }
}

/// The attribute of the same name in other rules.
fn same_attribute(
    base: &Ruleset,
    rules: &Ruleset,
    (kind, slot): (KindId, Slot),
) -> Option<(KindId, Slot)> {
    let name = &base.kinds[kind.index()].name;
    let of = rules.kinds.iter().position(|other| other.name == *name)?;
    let slot = slot_of(&rules.kinds[of], &base.attribute(kind, slot).name)?;
    Some((KindId::from_index(of), slot))
}

/// Inherited items that can never apply since the variant.
fn never(
    rules: &Ruleset,
    inherited: &Inherited,
    findings: &mut Vec<Finding>,
    orphans: &mut Orphans,
) {
    let of = |finding: &Finding| &rules.items[finding.item.index()];
    // Of an order it is a key that means nothing, not the whole.
    let is_inherited = |one: &Finding| {
        let is_inherited = !is_own(rules, one.item);
        one.warning.code == Code::NeverApplies && is_inherited && of(one).category != "order"
    };
    if !findings.iter().any(is_inherited) {
        return;
    }
    let base = &inherited.base;
    let before = super::never::all(base);
    let before: BTreeSet<Span> = (before.iter())
        .map(|one| base.items[one.item.index()].span)
        .collect();
    let users = used_by(rules);
    findings.retain(|one| {
        let is_new = is_inherited(one) && !before.contains(&of(one).span);
        if is_new {
            let needs = all_used(&users, one.item);
            let changes = |change: &ChangedItem| {
                let mut items = needs.iter().map(|item| &rules.items[item.index()]);
                items.any(|item| change.is(item))
            };
            let change = inherited.changes.iter().position(changes);
            let of_it = orphans.entry(change).or_default();
            of_it.push(Orphan::Never(one.item));
        }
        !is_new
    });
}

/// An item and all that it uses, by whatever way.
fn all_used(users: &BTreeMap<ItemId, BTreeSet<ItemId>>, item: ItemId) -> BTreeSet<ItemId> {
    let (mut all, mut open) = (BTreeSet::new(), vec![item]);
    while let Some(item) = open.pop() {
        if all.insert(item) {
            let used = users.iter().filter(|(_, users)| users.contains(&item));
            open.extend(used.map(|(used, _)| *used));
        }
    }
    all
}

impl Inherited {
    /// The first change of one of these items of the extended rules.
    fn first_of(&self, items: Option<&BTreeSet<ItemId>>) -> Option<usize> {
        let items: Vec<&Item> = (items.into_iter().flatten())
            .map(|item| &self.base.items[item.index()])
            .collect();
        let is_one = |change: &ChangedItem| items.iter().any(|item| change.is(item));
        self.changes.iter().position(is_one)
    }
}

impl Orphan {
    /// The item that is told of, its place, and what holds of it now.
    fn told(&self, rules: &Ruleset) -> (String, Span) {
        match *self {
            Orphan::Unused(item) | Orphan::Never(item) => {
                let item = &rules.items[item.index()];
                let named = format!("the {} `{}`", item.category, Clean(&item.name));
                (named, item.name_span)
            }
            Orphan::Unread(kind, slot) | Orphan::Unset(kind, slot) => {
                let attribute = rules.attribute(kind, slot);
                let of = Clean(&rules.kinds[kind.index()].name);
                let named = format!("`{}` of `{of}`", Clean(&attribute.name));
                (named, rules.items[attribute.item.index()].name_span)
            }
        }
    }
}

fn finding(rules: &Ruleset, change: Option<&ChangedItem>, orphans: &[Orphan]) -> Finding {
    let of = |wanted: fn(&Orphan) -> bool| {
        let named = orphans.iter().filter(|orphan| wanted(orphan));
        let mut named: Vec<String> = named.map(|orphan| orphan.told(rules).0).collect();
        let more = named.len().saturating_sub(MOST_TOLD);
        named.truncate(MOST_TOLD);
        named.extend((more > 0).then(|| format!("{more} more")));
        (!named.is_empty()).then(|| english::listed(&named))
    };
    let unused = of(|orphan| matches!(orphan, Orphan::Unused(_)));
    let unread = of(|orphan| matches!(orphan, Orphan::Unread(..)));
    let unset = of(|orphan| matches!(orphan, Orphan::Unset(..)));
    let never = of(|orphan| matches!(orphan, Orphan::Never(_)));
    let is_unused = unused.is_some();
    let clauses = [
        unused.map(|named| format!("nothing uses {named} any more")),
        unread.map(|named| format!("nothing looks at {named} any more")),
        unset.map(|named| format!("nothing sets {named} any more")),
        never.map(|named| format!("{named} can never apply any more")),
    ];
    let clauses: Vec<String> = clauses.into_iter().flatten().collect();
    let by = change.map_or("in this variant", |_| "with this");
    let message = format!("{by}, {}", english::listed(&clauses));
    let removes = change.filter(|change| change.removes && !change.with_used && is_unused);
    let help = match removes.map(|change| &change.name) {
        Some(Some(_)) => "write `and what only it uses` behind it".to_owned(),
        Some(None) => "write `and what only they use` behind it".to_owned(),
        None => {
            let items = orphans.iter().filter_map(|orphan| match orphan {
                Orphan::Unused(item) | Orphan::Never(item) => Some(*item),
                Orphan::Unread(..) | Orphan::Unset(..) => None,
            });
            let takes_out: Vec<String> = (items.take(MOST_TOLD))
                .map(|item| removal(&rules.items[item.index()]))
                .collect();
            match takes_out.is_empty() {
                true => "change what looks at it or sets it too; if scenarios give it or ask for it, allow this".to_owned(),
                false => format!(
                    "take out what is not needed: {}; if scenarios ask for it, allow this",
                    takes_out.join(", ")
                ),
            }
        }
    };
    let changed = change.and_then(|change| rules.items.iter().position(|item| change.is(item)));
    let place = change.map_or(rules.items[0].name_span, |change| change.span);
    let mut warning = Diagnostic::warning(Code::LeftWithoutUse, place, message);
    for orphan in orphans.iter().take(MOST_TOLD) {
        warning = warning.also(orphan.told(rules).1, "inherited from here");
    }
    Finding::of(
        changed.map_or(ItemId(0), ItemId::from_index),
        warning.help(help),
    )
}

/// How a variant takes an item out.
fn removal(item: &Item) -> String {
    let name = Clean(&item.name);
    match item.category {
        "definition" => format!("`remove let {name}`"),
        titled @ ("trigger" | "exception" | "placement" | "void") => {
            format!("`remove {titled} \"{name}\"`")
        }
        category => format!("`remove {category} {name}`"),
    }
}
