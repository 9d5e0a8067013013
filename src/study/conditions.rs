//! Conditions of statements that are never true, whatever the names of the body stand for.

use std::collections::BTreeSet;

use super::never::{is_constant, is_never_yes, wanted};
use super::proof::{NameBinding, Prover};
use super::{Finding, is_own};
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::walk::{each_expr, each_statement};
use crate::ruleset::{Declared, Expr, ExprId, Ruleset, StatementKind, Type, statements};

/// Warnings about all of them in the file itself. That one is `no` by itself can be meant, also by way of a definition that is there to be replaced; of
/// a definition that is never yes for another reason, that is told instead.
pub(super) fn all(rules: &Ruleset) -> Vec<Finding> {
    let mut prover = Prover::new(rules);
    let mut findings = Vec::new();
    for callee in rules.callees() {
        let Some((locals, item)) = callee.frame(rules) else {
            continue;
        };
        if !is_own(rules, item) {
            continue;
        }
        let mut conditions = Vec::new();
        for block in callee.blocks(rules) {
            each_statement(block, &mut |statement| {
                conditions.extend(conditions_of(statement));
            });
        }
        // Of which type a name is does not matter to what is said here: it can be anything.
        let declared = Declared {
            ty: Type::Text,
            optional: true,
        };
        let given = vec![NameBinding::Value(declared); usize::from(locals)];
        for condition in conditions {
            let wanted = wanted(condition, &given, locals, true);
            if is_constant(rules, condition)
                || prover.possible(&given, &[wanted])
                || asks_for_never(rules, &mut prover, condition)
            {
                continue;
            }
            let span = rules.expr_spans[condition.index()];
            findings.push(Finding::of(
                item,
                Diagnostic::warning(Code::NeverApplies, span, "this is never true")
                    .help("change the condition, or take out what depends on it"),
            ));
        }
    }
    findings
}

/// Whether a condition asks a definition that is never yes.
fn asks_for_never(rules: &Ruleset, prover: &mut Prover<'_>, condition: ExprId) -> bool {
    let mut asked = BTreeSet::new();
    each_expr(&rules.exprs, condition, &mut |expr| {
        if let Expr::Call(function, _) = expr {
            asked.insert(*function);
        }
    });
    let mut asked = asked.iter().map(|id| &rules.functions[id.index()]);
    asked.any(|function| is_never_yes(prover, function))
}

/// The conditions on which a statement carries out something.
fn conditions_of(statement: &StatementKind) -> Vec<ExprId> {
    match statement {
        StatementKind::If { branches, .. } => branches.iter().map(|branch| branch.0).collect(),
        StatementKind::Each { filter, .. } => filter.iter().copied().collect(),
        StatementKind::Repeat { condition, .. } => vec![*condition],
        StatementKind::Resolve { condition } => condition.iter().map(|named| named.1).collect(),
        StatementKind::Note(_) | statements!(deed | exit | change) => Vec::new(),
    }
}
