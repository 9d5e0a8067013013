//! Names that are unknown because what they named is called otherwise now.

use std::sync::Arc;

use super::segment::{LineSegment, without_comment};
use super::{MOST_ALIKE, Rewritings};
use crate::diagnostic::Diagnostic;
use crate::load::{Loaded, Loader, Parsed};
use crate::syntax::uses_of;

impl Loader {
    /// A name that is unknown, as one that could stand there: the one that is declared and not used, for it has been renamed; or else the only
    /// one.
    pub(super) fn renamed(
        &self,
        segment: &LineSegment<'_>,
        loaded: &Loaded,
        one: &Diagnostic,
    ) -> Vec<Rewritings> {
        let place = one.primary.span;
        let files = loaded
            .needed
            .iter()
            .filter_map(|path| self.parsed.get(path));
        let in_rules = |name: &str| -> usize {
            let in_file = |file: &Arc<Parsed>| {
                let text = self.sources().text(file.id);
                let scenarios = file.tree.scenarios.iter().map(|one| one.span.range());
                let scenarios = scenarios.filter_map(|range| text.get(range));
                let there: usize = scenarios.map(|text| named_in(text, name)).sum();
                named_in(text, name).saturating_sub(there)
            };
            files.clone().map(in_file).sum()
        };
        let is_unused = |name: &str| {
            let of_rules = in_rules(name);
            match segment.scenario {
                Some(scenario) => of_rules > 0 && named_in(scenario, name) == 0,
                // Where it is declared.
                None => of_rules == 1,
            }
        };
        // What is known of the name besides is told.
        let is_told = segment.scenario.is_some() && !one.notes.is_empty();
        if is_told || !one.secondary.is_empty() {
            return Vec::new();
        }
        // All acts are no action that could have been renamed.
        let act = |name: &&String| *name != "act";
        let known: Vec<&String> = one.alternatives.iter().filter(act).collect();
        let from = place.range().start.checked_sub(segment.start);
        let parts = from.and_then(|from| {
            let until = from + place.range().len();
            Some((segment.text.get(..from)?, segment.text.get(until..)?))
        });
        let Some((before, behind)) = parts.filter(|_| known.len() <= MOST_ALIKE) else {
            return Vec::new();
        };
        let line = |name: &&String| format!("{before}{name}{behind}");
        let unused = known.iter().filter(|name| is_unused(name)).map(line);
        let is_sole = segment.scenario.is_none() && known.len() == 1 && one.notes.is_empty();
        let sole = known.iter().filter(|_| is_sole).map(line);
        let sorts = [unused.collect(), sole.collect()];
        let sorts = sorts.into_iter().map(|lines: Vec<String>| Rewritings {
            only_one: true,
            ..Rewritings::new(one.message.clone(), lines)
        });
        sorts.collect()
    }
}

/// How often a text has a name as a word of its own, outside of comments and prose; holes of texts are none.
fn named_in(text: &str, name: &str) -> usize {
    let in_line = |line: &str| {
        let line = without_comment(line);
        let is_code = |at: &usize| {
            let before = &line[..*at];
            let opened = before.rfind('"').map_or("", |quote| &before[quote..]);
            let in_hole = opened.matches('{').count() > opened.matches('}').count();
            before.matches('"').count().is_multiple_of(2) || in_hole
        };
        uses_of(line, name).filter(is_code).count()
    };
    text.lines().map(in_line).sum()
}
