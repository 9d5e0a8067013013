//! Names that are wrong in the same way are told once: in a scenario `orc1`, `orc2` for `orc 1`, `orc 2`; in rules one that is declared in other letters
//! than those in which it is used. Looks at places, codes and edits.

use std::collections::BTreeMap;

use super::cascades::within;
use super::mending::places_named;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::source::{Sources, Span};
use crate::suggest::{stem, suggest};
use crate::syntax::ast;

/// More than so many bytes of a text are not edited at once.
const MOST_EDITED: u32 = 4 << 10;

/// Of so many names is it looked for whether they are declared in other letters.
const MOST_LOOKED_AT: usize = 32;

/// `armour: number` where it is `armor` in every other place: the edit is made there. Other edits are those of the uses.
pub(super) fn declared_otherwise(found: Diagnostics, sources: &Sources) -> Diagnostics {
    if !found
        .iter()
        .any(|one| one.code == Code::UnknownName && one.fix.is_some())
    {
        return found;
    }
    let mut looked_at = 0;
    let told = found.iter().map(|one| {
        let (place, typed) = (one.primary.span, sources.snippet(one.primary.span));
        let fix = one.fix.as_ref().filter(|fix| fix.span == place);
        let Some(meant) = fix.map(|fix| fix.replacement.as_str()) else {
            return one.clone();
        };
        looked_at += 1;
        let text = sources.text(place.file);
        let is_one = one.code == Code::UnknownName
            && looked_at <= MOST_LOOKED_AT
            && !meant.contains('.')
            && stem(typed) != stem(meant)
            && suggest(typed, [meant]).is_some()
            && places_named(text, meant).count() == 1
            && places_named(text, typed).count() > 1;
        let Some(at) = places_named(text, meant).next().filter(|_| is_one) else {
            return one.clone();
        };
        let declared = Span::new(place.file, at, at + meant.len());
        let help =
            format!("write `{typed}` where it is declared, or `{meant}` in all other places");
        let told = one
            .clone()
            .label(format!("it is `{typed}` in all other places"));
        let told = told.also(declared, "declared here").help(help);
        told.guess(declared, typed).or_else(one.clone())
    });
    told.collect()
}

/// How a name is wrong.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct WrongName<'t> {
    /// Where its scenario begins, or where the name of rules is declared.
    scenario: u32,
    /// The name, without its number where another name is proposed.
    typed: &'t str,
    /// The name that is proposed, without its number, nothing where the line is taken out; otherwise what is said.
    meant: &'t str,
}

/// The diagnostics of a file in the order of its text, of each wrong name of a scenario only the first.
pub(super) fn told_once(found: &Diagnostics, tree: &ast::File, sources: &Sources) -> Diagnostics {
    let mut groups: Vec<(&Diagnostic, Vec<&Diagnostic>)> = Vec::new();
    let mut known = BTreeMap::new();
    for one in found.iter() {
        let name = WrongName::of(one, tree, sources);
        let group = name.and_then(|name| match known.get(&name) {
            Some(&group) => Some(group),
            None => known.insert(name, groups.len()),
        });
        match group.and_then(|group| groups.get_mut(group)) {
            Some((_, others)) => others.push(one),
            None => groups.push((one, Vec::new())),
        }
    }
    let told = groups.into_iter();
    told.map(|(first, others)| with_others(first, &others, sources))
        .collect()
}

impl<'t> WrongName<'t> {
    fn of(one: &'t Diagnostic, tree: &ast::File, sources: &'t Sources) -> Option<Self> {
        let place = one.primary.span;
        let is_name = matches!(one.code, Code::UnknownName | Code::UnknownScenarioThing);
        let mut scenarios = tree.scenarios.iter().map(|scenario| scenario.span);
        let typed = sources.snippet(place);
        let Some(scenario) = scenarios.find(|around| is_name && within(*around, place)) else {
            // Declared in other letters.
            let fix = one
                .fix
                .as_ref()
                .filter(|fix| is_name && fix.replacement == typed)?;
            return Some(WrongName {
                scenario: fix.span.start,
                typed,
                meant: "",
            });
        };
        let (typed, meant) = match &one.fix {
            None => (typed, one.message.as_str()),
            Some(fix) => {
                let ([stem, number], [meant, other]) = (parts(typed), parts(&fix.replacement));
                match fix.replacement.is_empty() {
                    true => (typed, ""),
                    false => (number == other && fix.span == place).then_some((stem, meant))?,
                }
            }
        };
        Some(WrongName {
            scenario: scenario.start,
            typed,
            meant,
        })
    }
}

/// A name without the number at its end, and the number.
fn parts(name: &str) -> [&str; 2] {
    let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
    [stem.trim_end_matches([' ', '_', '-']), &name[stem.len()..]]
}

/// The first of several diagnostics of a wrong name, with an edit for all of them if they stand near each other.
fn with_others(first: &Diagnostic, others: &[&Diagnostic], sources: &Sources) -> Diagnostic {
    let mut told = first.clone();
    let Some(last) = others.last() else {
        return told;
    };
    let whole = first.primary.span.to(last.primary.span);
    if let Some(fix) = told.fix.as_mut()
        && told.secondary.is_empty()
        && whole.end - whole.start <= MOST_EDITED
    {
        for other in others.iter().filter_map(|one| one.fix.as_ref()) {
            let between = Span {
                start: fix.span.end,
                end: other.span.start,
                ..whole
            };
            fix.replacement += sources.snippet(between);
            fix.replacement += &other.replacement;
            fix.span.end = other.span.end;
        }
    }
    let places = match others.len() {
        1 => "one more place".to_owned(),
        more => format!("{more} more places"),
    };
    match told.secondary.is_empty() {
        true => told.remark(format!("likewise in {places} of this scenario")),
        // It says so of all other places.
        false => told,
    }
}
