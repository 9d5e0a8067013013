//! Names that are unknown because what they named is called otherwise now.

use std::sync::Arc;

use super::segment::{LineSegment, without_comment};
use super::{MOST_ALIKE, Rewritings};
use crate::diagnostic::{Code, Diagnostic};
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
        let in_scenarios = |name: &str| -> usize {
            let texts = files.clone().map(|file| self.sources().text(file.id));
            let all: usize = texts.map(|text| named_in(text, name)).sum();
            all.saturating_sub(in_rules(name))
        };
        // Where it is declared as a default, or only kept.
        let unread = |name: &str| -> usize {
            let texts = files.clone().map(|file| self.sources().text(file.id));
            let unread = texts.map(|text| own_defaults(text, name) + kept_rolls(text, name));
            unread.sum()
        };
        let is_unused = |name: &str| {
            let of_rules = in_rules(name);
            match segment.scenario {
                Some(scenario) => of_rules > 0 && named_in(scenario, name) == 0,
                // Where it is declared.
                None => of_rules == 1 + unread(name),
            }
        };
        // What is known of the name besides is told.
        let is_told = segment.scenario.is_some() && !one.notes.is_empty();
        if is_told || !one.secondary.is_empty() {
            return Vec::new();
        }
        // All acts are no action that could have been renamed.
        let act = |name: &&String| *name != "act";
        // The number of a phase is meant by its own name alone.
        let counts = |name: &&String| {
            let head = format!("phase {name} ");
            let mut texts = files.clone().map(|file| self.sources().text(file.id));
            one.message.starts_with("there is no name") && texts.any(|text| text.contains(&head))
        };
        let known = one.alternatives.iter().filter(act);
        let known: Vec<&String> = known.filter(|name| !counts(name)).collect();
        let from = place.range().start.checked_sub(segment.start);
        let parts = from.and_then(|from| {
            let until = from + place.range().len();
            Some((segment.text.get(..from)?, segment.text.get(until..)?))
        });
        let Some((before, behind)) = parts.filter(|_| known.len() <= MOST_ALIKE) else {
            return Vec::new();
        };
        let line = |name: &&String| format!("{before}{name}{behind}");
        let typed = segment.text.get(from.unwrap_or(0)..).unwrap_or("");
        let typed = typed.get(..place.range().len()).unwrap_or("");
        let mut unused: Vec<&&String> = known.iter().filter(|name| is_unused(name)).collect();
        // Of several, those that have a word of the name in them, and of these the ones that no scenario has either.
        keep_if_any(&mut unused, |name| shares_word(name, typed));
        // An attribute that is called otherwise throughout is one of its own.
        let is_own = segment.scenario.is_none() && before.ends_with('.');
        unused.retain(|name| !is_own || shares_word(name, typed));
        if segment.scenario.is_none() {
            keep_if_any(&mut unused, |name| in_scenarios(name) == 0);
        }
        let unused: Vec<String> = unused.iter().map(|name| line(name)).collect();
        // An act that the scenario declares, by whom and at whom it is said here.
        let [actor, target] = [before.split(' ').rev().nth(1), behind.split(' ').nth(1)]
            .map(|word| word.unwrap_or(""));
        let is_declared = |name: &&&String| {
            let act = format!("{actor} {name} {target}");
            let mut lines = segment.scenario.unwrap_or("").lines().map(str::trim);
            one.code == Code::UnknownScenarioThing
                && before.starts_with("expect ")
                && lines.any(|line| line == act.trim_end())
        };
        let declared = known.iter().filter(is_declared).map(line);
        let is_sole =
            segment.scenario.is_none() && !is_own && known.len() == 1 && one.notes.is_empty();
        let sole = known.iter().filter(|_| is_sole).map(line);
        // Of names at hand those that the line does not have already.
        let is_free = |name: &&&String| {
            segment.scenario.is_none()
                && !is_own
                && one.notes.is_empty()
                && one.primary.text.is_empty()
                && known.len() > 1
                && named_in(segment.text, name) == 0
        };
        let free = known.iter().filter(is_free).map(line);
        let sorts = [declared.collect(), unused, sole.collect(), free.collect()];
        let sorts = sorts.into_iter().map(|lines: Vec<String>| Rewritings {
            only_one: true,
            ..Rewritings::new(one.message.clone(), lines)
        });
        sorts.collect()
    }
}

/// Keeps those of which something is so, if there are any.
fn keep_if_any(names: &mut Vec<&&String>, is_so: impl Fn(&str) -> bool) {
    if names.iter().any(|name| is_so(name)) {
        names.retain(|name| is_so(name));
    }
}

/// Whether two names have a word in common, or one that is cut short in one of them: `heroes_first` and `players_first`, `init` and `initiative`.
fn shares_word(one: &str, other: &str) -> bool {
    let is_short = |short: &str, long: &str| short.len() > 2 && long.starts_with(short);
    let mut words = one.split('_').filter(|word| word.len() > 1);
    words.any(|word| {
        let mut own = other.split('_');
        own.any(|own| own == word || is_short(own, word) || is_short(word, own))
    })
}

/// How often a text has a name as a word of its own, outside of comments and prose; holes of texts are none.
fn named_in(text: &str, name: &str) -> usize {
    places_named(text, name).count()
}

/// Where it has it.
pub(in crate::load) fn places_named<'t>(
    text: &'t str,
    name: &'t str,
) -> impl Iterator<Item = usize> + 't {
    let mut end = 0;
    let in_line = move |line: &'t str| {
        let start = end;
        end += line.len();
        let line = without_comment(line);
        let is_code = move |at: &usize| {
            let before = &line[..*at];
            let opened = before.rfind('"').map_or("", |quote| &before[quote..]);
            let in_hole = opened.matches('{').count() > opened.matches('}').count();
            before.matches('"').count().is_multiple_of(2) || in_hole
        };
        uses_of(line, name)
            .filter(is_code)
            .map(move |at| start + at)
    };
    text.split_inclusive('\n').flat_map(in_line)
}

/// How often rolls are kept under a name: `rolls d6 as init`.
fn kept_rolls(text: &str, name: &str) -> usize {
    let in_line = |line: &str| {
        let line = without_comment(line);
        let is_kept = |at: &usize| line[..*at].trim_end().ends_with(" as");
        uses_of(line, name).filter(is_kept).count()
    };
    text.lines().map(in_line).sum()
}

/// How often a name is the default of the choice that it is a word of: `dice: each_one | per_side = per_side`.
fn own_defaults(text: &str, name: &str) -> usize {
    let in_line = |line: &str| {
        let line = without_comment(line);
        let is_default = |at: &usize| {
            let before = line[..*at].trim_end();
            let listed = before.strip_suffix('=').map_or("", |choice| {
                choice.rsplit([':', '{', '"']).next().unwrap_or("")
            });
            listed.contains('|') && listed.split('|').any(|word| word.trim() == name)
        };
        uses_of(line, name).filter(is_default).count()
    };
    text.lines().map(in_line).sum()
}
