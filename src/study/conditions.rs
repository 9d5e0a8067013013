//! Conditions of statements and of searches that are never true, whatever the names of the body stand for.

use std::collections::BTreeSet;

use super::never::{is_constant, is_never_yes, wanted};
use super::proof::{NameBinding, Prover};
use super::{Finding, is_own};
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::walk::{block_roots, each_expr, each_statement};
use crate::ruleset::{
    Callee, Declared, Expr, ExprId, IN_PLAY, Ruleset, StatementKind, Type, statements,
};

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
        let (mut conditions, mut roots) = (Vec::new(), Vec::new());
        for block in callee.blocks(rules) {
            each_statement(block, &mut |statement| {
                conditions.extend(conditions_of(statement));
            });
            block_roots(rules, block, &mut |root| roots.push(root));
        }
        if let Callee::Function(function) = callee {
            roots.push(rules.functions[function.index()].body);
        }
        for root in roots {
            each_expr(&rules.exprs, root, &mut |expr| {
                if let Expr::Query(query) = expr {
                    conditions.extend(query.filter);
                }
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
            let (asked, help) = match of_those_in_play(rules, condition) {
                // Those out of play are passed over before the condition is asked.
                Some(asked)
                    if prover.possible(&given, &[self::wanted(asked, &given, locals, true)]) =>
                {
                    (asked, OUT_OF_PLAY)
                }
                Some(asked) => (asked, CHANGE_IT),
                None => (condition, CHANGE_IT),
            };
            let span = rules.expr_spans[asked.index()];
            let warning = Diagnostic::warning(Code::NeverApplies, span, "this is never true");
            findings.push(Finding::of(item, warning.help(help)));
        }
    }
    findings
}

const CHANGE_IT: &str = "change the condition, or take out what depends on it";

const OUT_OF_PLAY: &str = "those of whom it is true are out of play, and passed over: ask `... is out of play`, or `(... is in play or ... is out of play) and` before the condition";

/// What a search asks of records, if it asks it only of those in play.
fn of_those_in_play(rules: &Ruleset, condition: ExprId) -> Option<ExprId> {
    let Expr::And(parts) = &rules.exprs[condition.index()] else {
        return None;
    };
    let [in_play, asked] = parts[..] else {
        return None;
    };
    match &rules.exprs[in_play.index()] {
        Expr::Call(function, _) => {
            (rules.functions[function.index()].name == IN_PLAY).then_some(asked)
        }
        _ => None,
    }
}

/// Whether a condition asks a definition that is never yes, or one that is always the same: that is there to be replaced.
fn asks_for_never(rules: &Ruleset, prover: &mut Prover<'_>, condition: ExprId) -> bool {
    let mut asked = BTreeSet::new();
    each_expr(&rules.exprs, condition, &mut |expr| {
        if let Expr::Call(function, _) = expr {
            asked.insert(*function);
        }
    });
    let mut asked = asked.iter().map(|id| &rules.functions[id.index()]);
    asked.any(|function| is_constant(rules, function.body) || is_never_yes(prover, function))
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
