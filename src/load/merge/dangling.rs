//! Dangling references: what still uses something that was taken out. The check finds only names that stand for nothing; here it is told from the side of the
//! file that took the thing out, as long as that file knew of the use.

use std::collections::BTreeMap;

use super::Gone;
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::load::gather::RuleSetPart;
use crate::source::{Clean, FileId, Sources, Span, english};
use crate::syntax::ast::{Category, Item, ItemKind};

/// How many places of use are shown at most.
const SHOWN: usize = 8;

/// How many attributes that are gone are named at most.
const NAMED: usize = 3;

/// What the check said, with the complaints about what was taken out put in the right words, at the right place.
pub(in crate::load) fn retell(
    said: impl IntoIterator<Item = Diagnostic>,
    gone: &[Gone],
    items: &[&Item],
    parts: &[RuleSetPart],
    sources: &Sources,
) -> Vec<Diagnostic> {
    let by_name: BTreeMap<&str, usize> = (gone.iter().enumerate())
        .map(|(index, gone)| (gone.name.as_str(), index))
        .collect();
    let is_below = |lower: FileId, upper: FileId| {
        let part = parts.iter().find(|part| part.file.id == upper);
        part.is_some_and(|part| part.below.contains(&lower))
    };
    let mut uses: BTreeMap<usize, Vec<Span>> = BTreeMap::new();
    let mut told = Vec::new();
    for complaint in said {
        let place = complaint.primary.span;
        let name = sources.snippet(place).trim_matches('"');
        let taken = by_name.get(name).filter(|_| is_about_a_name(&complaint));
        match taken {
            Some(index) if is_below(place.file, gone[*index].span.file) => {
                uses.entry(*index).or_default().push(place);
            }
            Some(index) => told.push(used_above(complaint, &gone[*index])),
            None => told.push(complaint),
        }
    }
    let owners = Owners::new(items);
    // What falls away with one word is told as one.
    let mut by_word: BTreeMap<Option<Span>, (Vec<&str>, Vec<Span>)> = BTreeMap::new();
    for (index, places) in uses {
        let gone = &gone[index];
        if gone.replace.is_none() {
            told.push(used_below(gone, &places, &owners));
            continue;
        }
        let together = by_word.entry(gone.replace).or_default();
        together.0.push(&gone.name);
        together.1.extend(places);
    }
    let by_word = by_word.into_iter();
    told.extend(
        by_word.filter_map(|(word, (names, places))| Some(not_extended(word?, &names, &places))),
    );
    told
}

/// The attributes that a kind no longer has because it was replaced, where it is extended mostly.
pub(super) fn attributes_gone(old: &ItemKind, new: &Item, whole: Span) -> Vec<Gone> {
    let (ItemKind::Kind(known), ItemKind::Kind(def)) = (old, &new.kind) else {
        return Vec::new();
    };
    let stays = |name: &str| def.attributes.iter().any(|one| one.name.text == name);
    let gone = known.attributes.iter();
    let gone = gone.filter(|one| !stays(&one.name.text));
    let replace = Span {
        end: new.span.start,
        ..whole
    };
    gone.map(|one| Gone {
        noun: "attribute",
        name: one.name.text.clone(),
        category: None,
        span: whole.at_start().to(def.name.span),
        inside: true,
        replace: Some(replace),
    })
    .collect()
}

/// `replace kind combatant { luck: number = 0 }`: the attributes that it had are gone, and are used.
fn not_extended(replace: Span, names: &[&str], places: &[Span]) -> Diagnostic {
    let mut listed: Vec<String> = (names.iter())
        .map(|name| format!("`{}`", Clean(name)))
        .collect();
    if listed.len() > NAMED {
        listed.truncate(NAMED - 1);
        listed.push(english::counted(names.len() + 1 - NAMED, "other"));
    }
    let listed = english::listed(&listed);
    let (attributes, are) = match names {
        [_] => ("attribute", "is"),
        _ => ("attributes", "are"),
    };
    let message = format!("`replace` takes away the {attributes} {listed}, which {are} used");
    let mut error = Diagnostic::error(Code::RemovedButUsed, replace, message)
        .help("what is written without `replace` adds its attributes to the kind")
        .guess(replace, "");
    for place in places.iter().take(1) {
        error = error.also(*place, "used here");
    }
    error
}

fn is_about_a_name(complaint: &Diagnostic) -> bool {
    complaint.severity == Severity::Error
        && matches!(complaint.code, Code::UnknownName | Code::UnknownOption)
}

/// The use stands in the file that took the thing out, or in one that builds on it.
fn used_above(complaint: Diagnostic, gone: &Gone) -> Diagnostic {
    let complaint = Diagnostic {
        fix: None,
        ..complaint
    };
    complaint
        .label(format!("the {} is no longer there", gone.noun))
        .also(gone.span, "removed here")
        .help(format!(
            "leave it out here, or do not remove the {}",
            gone.noun
        ))
}

/// What was taken out is used in files below.
fn used_below(gone: &Gone, places: &[Span], owners: &Owners) -> Diagnostic {
    let mut users: Vec<String> = places.iter().map(|place| owners.owner(*place)).collect();
    users.sort();
    users.dedup();
    let (who, verb) = match users.as_slice() {
        [one] => (one.clone(), "uses"),
        [one, other] => (format!("{one} and {other}"), "use"),
        [one, others @ ..] => (format!("{one} and {} others", others.len()), "use"),
        [] => (String::new(), "uses"),
    };
    let name = format!("{} `{}`", gone.noun, Clean(&gone.name));
    let (fate, label) = if gone.inside {
        ("falls away", "it stood inside what this replaces")
    } else {
        ("is removed", "removed here")
    };
    let message = format!("the {name} {fate}, but {who} still {verb} it");
    let mut error = Diagnostic::error(Code::RemovedButUsed, gone.span, message)
        .label(label)
        .help(match users.as_slice() {
            [one] => format!("remove or replace {one} too, or keep the {name}"),
            _ => format!("remove or replace what uses it too, or keep the {name}"),
        });
    for place in places.iter().take(SHOWN) {
        error = error.also(*place, "used here");
    }
    error
}

/// Which item a place belongs to.
struct Owners {
    /// By where they start.
    items: BTreeMap<(FileId, u32), (u32, String)>,
}

impl Owners {
    fn new(items: &[&Item]) -> Self {
        let named = items.iter().filter_map(|item| {
            let shown = match item.identity() {
                Some(identity) if identity.category == Category::Order => "the order".to_owned(),
                Some(identity) => format!("the {}", identity.shown()),
                None => return None,
            };
            Some((item.span, shown))
        });
        let keys = items.iter().flat_map(|item| match &item.kind {
            ItemKind::Order(order) => order.keys.as_slice(),
            _ => &[],
        });
        let titled = keys.filter_map(|key| {
            let text = key.text.as_ref()?;
            Some((
                key.span,
                format!("the key \"{}\" of the order", text.title()),
            ))
        });
        let owners = named.chain(titled);
        let placed = owners.map(|(span, shown)| ((span.file, span.start), (span.end, shown)));
        Owners {
            items: placed.collect(),
        }
    }

    fn owner(&self, place: Span) -> String {
        let before = self.items.range(..=(place.file, place.start)).next_back();
        match before {
            Some(((file, _), (end, shown))) if *file == place.file && place.end <= *end => {
                shown.clone()
            }
            _ => "another item".to_owned(),
        }
    }
}
