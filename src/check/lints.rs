//! What is allowed but probably not meant. Each lint is a function from the ruleset to warnings; none changes anything.

use std::collections::BTreeSet;

use super::Checker;
use super::sorted::Sorted;
use super::walk;
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::Expr;
use crate::syntax::ast::{Happening, StatementKind};

/// One lint.
type Lint = fn(&Checker, &Sorted<'_>) -> Vec<Diagnostic>;

/// Every lint.
const LINTS: [Lint; 2] = [options_without_use, events_never_raised];

/// Adds all warnings, unless there are errors: what is left out because of them may look unused.
pub(super) fn all(checker: &mut Checker, sorted: &Sorted<'_>) {
    if checker.diagnostics.has_errors() {
        return;
    }
    for lint in LINTS {
        let found = lint(checker, sorted);
        checker.diagnostics.extend(found);
    }
}

/// An option that nothing looks at changes nothing. Options of other files are left to the check of those: what these rules replace may
/// have been all that looked at them.
fn options_without_use(checker: &Checker, sorted: &Sorted<'_>) -> Vec<Diagnostic> {
    let used: BTreeSet<usize> = checker
        .out
        .exprs
        .iter()
        .filter_map(|expr| match expr {
            Expr::Option(option) => Some(option.index()),
            _ => None,
        })
        .collect();
    let unused = sorted
        .options
        .iter()
        .enumerate()
        .filter(|(index, (_, def))| {
            !used.contains(index) && def.name.span.file == checker.rules.items[0].span.file
        });
    unused
        .map(|(_, (_, def))| {
            let message = format!("nothing looks at the option `{}`", def.name.text);
            Diagnostic::warning(Code::Unused, def.name.span, message)
                .help("use it in a condition, or take it out")
        })
        .collect()
}

/// A trigger for an event that nothing raises never responds.
fn events_never_raised(_: &Checker, sorted: &Sorted<'_>) -> Vec<Diagnostic> {
    let mut raised = BTreeSet::new();
    for block in &sorted.blocks {
        walk::block(block, &mut |statement| {
            if let StatementKind::Raise { event, .. } = &statement.kind {
                raised.insert(event.text.as_str());
            }
        });
    }
    let waiting = sorted
        .triggers
        .iter()
        .filter_map(|(_, def)| match &def.happening {
            Happening::Signal { event, .. } => Some(event),
            _ => None,
        });
    let known = |name: &str| sorted.events.iter().any(|(_, def)| def.name.text == name);
    waiting
        .filter(|event| known(&event.text) && !raised.contains(event.text.as_str()))
        .map(|event| {
            let message = format!(
                "nothing raises the event `{}`, so this never responds",
                event.text
            );
            Diagnostic::warning(Code::Unused, event.span, message).help(format!(
                "raise it where it happens: `raise {}(...)`",
                event.text
            ))
        })
        .collect()
}
