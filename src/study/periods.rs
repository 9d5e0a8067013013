//! Statements that ask a combatant for declarations again: the first takes all that is declared there, and nothing is left for the others.

use std::slice;

use super::Finding;
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::walk::{blocks_within, each_effect};
use crate::ruleset::{Expr, Local, Phase, Ruleset, Statement, StatementKind};
use crate::source::Span;

/// Warnings about statements that ask again in a phase.
pub(super) fn all(rules: &Ruleset) -> Vec<Finding> {
    let mut findings = Vec::new();
    for phase in &rules.phases {
        let mut again = Vec::new();
        asked_again(rules, &phase.body, &[], &mut again);
        findings.extend(
            (again.into_iter()).map(|(before, asks)| {
                Finding::of(outermost(rules, phase).item, twice(before, asks))
            }),
        );
    }
    findings
}

/// The statements of a block that ask a combatant, by its name, behind one that has taken all that it declares, each with that one; phases left out.
/// `taken`: those that have been carried out before, and whom they ask.
fn asked_again(
    rules: &Ruleset,
    block: &[Statement],
    taken: &[(Local, Span)],
    again: &mut Vec<(Span, Span)>,
) {
    let mut taken = taken.to_vec();
    for statement in block {
        if let StatementKind::Declare { who, one, .. } = statement.kind
            && let Expr::Local(who) = rules.exprs[who.index()]
        {
            match taken.iter().find(|before| before.0 == who) {
                Some(before) => again.push((before.1, statement.span)),
                None if !one => taken.push((who, statement.span)),
                None => {}
            }
        }
        // A name that is bound stands for another one from here on.
        each_effect(slice::from_ref(statement), &mut |effect| {
            taken.retain(|before| effect.name_bound() != Some(before.0));
        });
        for block in blocks_within(&statement.kind) {
            asked_again(rules, block, &taken, again);
        }
    }
}

fn twice(before: Span, asks: Span) -> Diagnostic {
    Diagnostic::warning(
        Code::AskedInOnePeriod,
        asks,
        "the same combatant has declared in the same period",
    )
    .label("finds nothing but what is still to be declared")
    .also(before, "this takes all that a scenario says for the period")
    .help(
        "let `c declares one act` stand in both places, so that each takes the next act; if it only asks one whose declaration was refused, allow it",
    )
}

/// The phase of the outline that holds a phase, or is it: an `allow` inside it belongs to that item.
fn outermost<'r>(rules: &'r Ruleset, mut phase: &'r Phase) -> &'r Phase {
    while let Some(parent) = phase.parent {
        phase = &rules.phases[parent.index()];
    }
    phase
}
