//! What stands around the items that differ: who uses them, who reads what they set, what all of these use. A search looks there first.
//! Goes by the words of texts, so it may take too much; that does no harm.

use super::slice::{DEFINED, aim, split};
use super::structure::ItemDifference;
use crate::situation::Stretches;
use crate::source::{Sources, Span};
use crate::syntax::ast::{Category, Item};
use std::collections::BTreeSet;

/// How many steps, from definition to definition, lead up to who uses what differs, and down to what is used.
const STEPS_UP: usize = 3;
const STEPS_DOWN: usize = 2;

/// How many items are taken that read what the changed ones set.
const MOST_READERS: usize = 10;

/// What is near to the items that differ, they included, and what is farther off.
pub(super) fn around(
    sides: [&[Item]; 2],
    changes: &[&ItemDifference],
    sources: &Sources,
) -> Stretches {
    let items: Vec<&Item> = sides.into_iter().flatten().collect();
    let mut near: Vec<Span> = changes.iter().flat_map(|change| change.spans()).collect();
    let near_texts = texts(&near, sources);
    let set = set_in(&near_texts);

    let defines = |change: &&&ItemDifference| DEFINED.contains(&&*change.category);
    let names = changes.iter().filter(defines).map(|change| &*change.name);
    let mut above = users(&items, &names.collect::<Vec<_>>(), &near, sources);
    near.extend(above.iter().map(|item| item.span));
    take_used(&items, &mut near, sources);

    let mut all = near.clone();
    for _ in 1..STEPS_UP {
        let names: Vec<&str> = above.into_iter().filter_map(defined_by).collect();
        above = users(&items, &names, &all, sources);
        all.extend(above.iter().map(|item| item.span));
    }
    let set: Vec<&str> = set.into_iter().collect();
    let readers = users(&items, &set, &all, sources);
    all.extend(readers.iter().take(MOST_READERS).map(|item| item.span));
    take_used(&items, &mut all, sources);
    Stretches {
        far: all.split_off(near.len()),
        near,
        aim: aim(sides, changes, sources),
    }
}

/// Adds the definitions that these stretches use.
fn take_used(items: &[&Item], spans: &mut Vec<Span>, sources: &Sources) {
    for _ in 0..STEPS_DOWN {
        let known = texts(spans, sources);
        let known: BTreeSet<&str> = split(&known).collect();
        let taken: BTreeSet<Span> = spans.iter().copied().collect();
        let is_used = |item: &&&Item| {
            defined_by(item).is_some_and(|name| known.contains(name)) && !taken.contains(&item.span)
        };
        let used: Vec<Span> = items.iter().filter(is_used).map(|item| item.span).collect();
        spans.extend(used);
    }
}

/// The items that mention one of these names, without those that are known.
fn users<'i>(
    items: &[&'i Item],
    names: &[&str],
    known: &[Span],
    sources: &Sources,
) -> Vec<&'i Item> {
    let names: BTreeSet<&str> = names.iter().copied().collect();
    let known: BTreeSet<Span> = known.iter().copied().collect();
    let uses = |item: &&&Item| {
        !known.contains(&item.span)
            && split(sources.snippet(item.span)).any(|word| names.contains(word))
    };
    items.iter().filter(uses).copied().collect()
}

/// The name by which other items use this one, if it is there to be used.
fn defined_by(item: &Item) -> Option<&str> {
    let identity = item.identity()?;
    matches!(
        identity.category,
        Category::Let | Category::Procedure | Category::Table | Category::Event
    )
    .then_some(identity.name)
}

fn texts(spans: &[Span], sources: &Sources) -> String {
    let texts: Vec<&str> = spans.iter().map(|span| sources.snippet(*span)).collect();
    texts.join("\n")
}

/// The attributes that a text sets: `hp` of `set c.hp = 3`, `subtract 2 from c.hp`.
fn set_in(text: &str) -> BTreeSet<&str> {
    let mut set = BTreeSet::new();
    for line in text.lines() {
        let mut before = "";
        for word in line.split_whitespace() {
            if matches!(before, "set" | "to" | "from")
                && let Some((_, name)) = word.rsplit_once('.')
            {
                set.insert(name);
            }
            before = word;
        }
    }
    set
}
