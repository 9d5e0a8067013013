//! What of the text of a file a fight begins with, and by whose rules.

use crate::source::{FileId, Limits};
use crate::syntax::{self, ast, setting};

/// The file whose rules the last scenario of a text names.
pub fn rules_named(text: &str, limits: &Limits) -> Option<String> {
    let (tree, _) = syntax::parse(FileId::default(), text, limits);
    let scenario = setting::whole(&tree, tree.scenarios.last()?).ok()?;
    let entries = scenario.entries.iter();
    let mut named = entries.filter_map(|entry| match &entry.kind {
        ast::EntryKind::Rules(named) => Some(named),
        _ => None,
    });
    named.next_back()?.whole().ok()
}

/// The text of a file without what the scenario that begins at the byte `start` says of the course of the fight, and without what it expects: who fights is
/// left.
pub fn afresh(text: &str, start: usize, limits: &Limits) -> String {
    let (tree, _) = syntax::parse(FileId::default(), text, limits);
    let starts = |scenario: &&ast::Scenario| scenario.span.start as usize == start;
    let Some(scenario) = tree.scenarios.iter().find(starts) else {
        return text.to_owned();
    };
    let mut left = text.to_owned();
    for entry in scenario.entries.iter().rev() {
        let stretch = entry.span.range();
        if !setting::is_of_setting(entry) && left.get(stretch.clone()).is_some() {
            left.replace_range(stretch, "");
        }
    }
    let lines = left.lines().map(str::trim_end);
    let mut lines: Vec<&str> = lines.collect();
    lines.dedup_by(|line, before| line.is_empty() && before.is_empty());
    lines.join("\n") + "\n"
}

/// The text of a file without the scenarios but one, which comes last and is left open.
pub(super) fn base(text: &str, start: usize, limits: &Limits) -> String {
    let (tree, _) = syntax::parse(FileId::default(), text, limits);
    let starts = |scenario: &&ast::Scenario| scenario.span.start as usize == start;
    let wanted = tree.scenarios.iter().find(starts).or(tree.scenarios.last());
    let mut base = String::new();
    let mut from = 0;
    for scenario in &tree.scenarios {
        let span = scenario.span.range();
        base.push_str(text.get(from..span.start).unwrap_or_default());
        from = span.end;
    }
    base.push_str(text.get(from..).unwrap_or_default());
    let wanted = wanted.map_or_else(String::new, |wanted| setting::text(text, &tree, wanted));
    let wanted = wanted.trim_end();
    let mut base = base.trim_end().to_owned();
    if !base.is_empty() {
        base.push_str("\n\n");
    }
    base.push_str(wanted.strip_suffix('}').unwrap_or(wanted));
    base
}
