//! Names of a scenario that are wrong in the same way are told once: `orc1`, `orc2` for `orc 1`, `orc 2`. Looks at places, codes and edits.

use std::collections::BTreeMap;

use super::cascades::within;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::source::{Sources, Span};
use crate::syntax::ast;

/// More than so many bytes of a text are not edited at once.
const MOST_EDITED: u32 = 4 << 10;

/// How a name of a scenario is wrong.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct WrongName<'t> {
    /// Where its scenario begins.
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
        let scenario = scenarios.find(|around| is_name && within(*around, place))?;
        let typed = sources.snippet(place);
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
    told.remark(format!("likewise in {places} of this scenario"))
}
