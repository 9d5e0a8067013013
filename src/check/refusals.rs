//! Procedures and tables that refuse the act that is being declared: they may be called only where one is.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use super::Checker;
use super::by_kind::ByKind;
use super::visit;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::ast::{ActMoment, Block, Happening, Name, Statement, StatementKind};

/// A procedure (`false`) or a table (`true`), by name.
type Called<'a> = (bool, &'a str);

/// Says where something that refuses an act is called although none is being declared.
pub(super) fn check(checker: &mut Checker, by_kind: &ByKind<'_>) {
    let refusing = refusing(by_kind);
    if refusing.is_empty() {
        return;
    }
    for block in elsewhere(by_kind) {
        visit::block(block, &mut |statement| {
            let Some((called, name)) = call(statement) else {
                return;
            };
            if let Some(refusal) = refusing.get(&called) {
                checker.diagnostics.push(complaint(name, *refusal));
            }
        });
    }
}

/// What refuses an act, by itself or by way of what it calls, each with the place of the refusal.
fn refusing<'a>(by_kind: &ByKind<'a>) -> BTreeMap<Called<'a>, Span> {
    let procedures = (by_kind.procedures.iter())
        .map(|(_, def)| ((false, def.name.text.as_str()), vec![&def.body]));
    let tables = by_kind.tables.iter().map(|(_, def)| {
        let rows = def.rows.iter().filter_map(|row| row.body.as_ref());
        ((true, def.name.text.as_str()), rows.collect())
    });
    let mut found = BTreeMap::new();
    let mut callers: BTreeMap<Called<'a>, Vec<Called<'a>>> = BTreeMap::new();
    for (who, blocks) in procedures.chain(tables) {
        let blocks: Vec<&'a Block> = blocks;
        for block in blocks {
            visit::block(block, &mut |statement| {
                if let StatementKind::Refuse { .. } = statement.kind {
                    found.entry(who).or_insert(statement.span);
                } else if let Some((called, _)) = call(statement) {
                    callers.entry(called).or_default().push(who);
                }
            });
        }
    }
    let mut open: Vec<(Called<'a>, Span)> = found.iter().map(|(who, span)| (*who, *span)).collect();
    while let Some((who, span)) = open.pop() {
        for caller in callers.remove(&who).unwrap_or_default() {
            if let Entry::Vacant(place) = found.entry(caller) {
                place.insert(span);
                open.push((caller, span));
            }
        }
    }
    found
}

/// The blocks in which no act is being declared.
fn elsewhere<'a>(by_kind: &ByKind<'a>) -> Vec<&'a Block> {
    let declares = |happening: &Happening| {
        matches!(
            happening,
            Happening::Act {
                moment: ActMoment::Declared,
                ..
            }
        )
    };
    let triggers = (by_kind.triggers.iter()).filter(|(_, def)| !declares(&def.happening));
    let actions = by_kind.actions.iter().flat_map(|(_, def)| &def.stages);
    let phases = by_kind.phases.iter().filter(|phase| phase.top);
    (triggers.map(|(_, def)| &def.body))
        .chain(actions.map(|stage| &stage.body))
        .chain(phases.map(|phase| &phase.def.body))
        .collect()
}

/// What a statement calls, and the name as it stands there.
fn call(statement: &Statement) -> Option<(Called<'_>, &Name)> {
    match &statement.kind {
        StatementKind::Do { procedure, .. } => Some(((false, procedure.text.as_str()), procedure)),
        StatementKind::Consult { table, .. } => Some(((true, table.text.as_str()), table)),
        _ => None,
    }
}

fn complaint(name: &Name, refusal: Span) -> Diagnostic {
    let message = format!(
        "`{}` refuses an act, but nothing is being declared here",
        name.text
    );
    Diagnostic::error(Code::WrongPlace, name.span, message)
        .also(refusal, "refuses here")
        .help("call it from a trigger `when act a is declared`, or write `refuse declarations of c because ...`")
}
