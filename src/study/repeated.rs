//! Values by which things are put in order, twice in one order: what is equal in the first is equal in the second, which never decides.

use super::Finding;
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::walk::{alike, each_statement};
use crate::ruleset::{ExprId, ItemId, Key, Ruleset, StatementKind};
use crate::source::Span;

/// Warnings about all of them in the file itself.
pub(super) fn all(rules: &Ruleset) -> Vec<Finding> {
    let own = rules.items[0].span.file;
    let mut findings = Vec::new();
    for order in &rules.orders {
        // A placement gives a key that has a name another value.
        let same = |one: &Key, other: &Key| {
            one.name.is_none()
                && one.acts == other.acts
                && alike(&rules.exprs, one.value, other.value)
        };
        for (index, key) in order.keys.iter().enumerate() {
            let before = order.keys[..index].iter().find(|before| same(before, key));
            findings.extend(before.map(|before| finding(order.item, key.span, before.span)));
        }
    }
    for phase in &rules.phases {
        let keys = phase.turns.iter().map(|turns| &*turns.keys);
        keys.for_each(|keys| sorted(rules, phase.item, keys, &mut findings));
    }
    for callee in rules.callees() {
        let Some((_, item)) = callee.frame(rules) else {
            continue;
        };
        for block in callee.blocks(rules) {
            each_statement(block, &mut |statement| {
                if let StatementKind::Each { order, .. } = statement {
                    sorted(rules, item, order, &mut findings);
                }
            });
        }
    }
    findings.retain(|one| one.warning.primary.span.file == own);
    findings
}

/// The values of a list of them that stand in it before.
fn sorted(rules: &Ruleset, item: ItemId, keys: &[(ExprId, bool)], findings: &mut Vec<Finding>) {
    let span = |key: ExprId| rules.expr_spans[key.index()];
    for (index, (key, _)) in keys.iter().enumerate() {
        let mut before = keys[..index].iter().map(|(before, _)| *before);
        let same = before.find(|before| alike(&rules.exprs, *before, *key));
        findings.extend(same.map(|before| finding(item, span(*key), span(before))));
    }
}

fn finding(item: ItemId, place: Span, before: Span) -> Finding {
    let message = "this never decides: what comes here is equal in it already";
    Finding::of(
        item,
        Diagnostic::warning(Code::NeverApplies, place, message)
            .also(before, "put in order by it here")
            .help("take one of them out, or write another value"),
    )
}
