//! Dangling references: what still uses something that was taken out. The check finds only names that stand for nothing; here it is told from the side of the
//! file that took the thing out, as long as that file knew of the use.

use std::collections::BTreeMap;

use super::Gone;
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::load::gather::RuleSetPart;
use crate::source::{Clean, FileId, Sources, Span};
use crate::syntax::ast::{Category, Item};

/// How many places of use are shown at most.
const SHOWN: usize = 8;

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
    told.extend((uses.iter()).map(|(index, places)| used_below(&gone[*index], places, &owners)));
    told
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
            Some(((item.span.file, item.span.start), (item.span.end, shown)))
        });
        Owners {
            items: named.collect(),
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
