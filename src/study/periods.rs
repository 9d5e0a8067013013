//! Phases that ask for declarations in one and the same period: the first that asks takes all that is declared there, and nothing is left for
//! the others.

use std::collections::BTreeMap;
use std::slice;

use super::Finding;
use crate::analysis::Reach;
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::walk::{blocks_within, each_effect};
use crate::ruleset::{
    ActMoment, Callee, Effect, Expr, Local, Phase, PhaseId, Ruleset, Signal, Statement,
    StatementKind,
};
use crate::source::Span;

/// Warnings about phases that ask again in the period of a phase before them.
pub(super) fn all(rules: &Ruleset) -> Vec<Finding> {
    let mut first: BTreeMap<Option<PhaseId>, (&Phase, Span)> = BTreeMap::new();
    let mut findings = Vec::new();
    for phase in &rules.phases {
        let mut again = Vec::new();
        asked_again(rules, &phase.body, &[], &mut again);
        findings.extend((again.into_iter()).map(|(before, asks)| Finding {
            warning: twice(before, asks),
            item: outermost(rules, phase).item,
            other: None,
        }));
    }
    for (number, phase) in rules.phases.iter().enumerate() {
        let Some(asks) = asks_at(rules, &phase.body) else {
            continue;
        };
        let period = period_of(rules, PhaseId(number as u32));
        let Some((before, place)) = first.get(&period) else {
            first.insert(period, (phase, asks));
            continue;
        };
        let name = &phase.name;
        let message = format!(
            "`{}` has asked for declarations in the same period",
            before.name
        );
        let warning = Diagnostic::warning(Code::AskedInOnePeriod, asks, message)
            .label("finds nothing but what is still to be declared")
            .also(*place, "this takes all that a scenario says for the period")
            .help(format!(
                "let `{name}` count, so that it is a period of its own: `phase {name} counting from 1 to 1 {{ ... }}`; if it only asks those who \
                 have not been asked, or whose declaration was refused, allow it"
            ));
        findings.push(Finding {
            warning,
            item: outermost(rules, phase).item,
            other: Some(outermost(rules, before).item),
        });
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

/// The first statement of a block by which a combatant declares, itself or in what it calls; phases left out.
fn asks_at(rules: &Ruleset, block: &[Statement]) -> Option<Span> {
    block.iter().find_map(|statement| {
        let mut asks = false;
        let declared = Callee::Triggers(Signal::Act(ActMoment::Declared));
        let mut reach = Reach::following(rules, |callee| {
            matches!(callee, Callee::Procedure(_) | Callee::Rows(_))
        });
        reach.block(slice::from_ref(statement), &mut |effect| {
            asks |= effect == Effect::Calls(declared, &[]);
        });
        let mut within = blocks_within(&statement.kind).into_iter();
        asks.then(|| {
            within
                .find_map(|block| asks_at(rules, block))
                .unwrap_or(statement.span)
        })
    })
}

/// The innermost phase that counts and holds a phase, or is it; `None`: the combat as a whole.
fn period_of(rules: &Ruleset, phase: PhaseId) -> Option<PhaseId> {
    let mut around = Some(phase);
    while let Some(id) = around {
        let phase = &rules.phases[id.index()];
        if phase.repeats() {
            break;
        }
        around = phase.parent;
    }
    around
}

/// The phase of the outline that holds a phase, or is it: an `allow` inside it belongs to that item.
fn outermost<'r>(rules: &'r Ruleset, mut phase: &'r Phase) -> &'r Phase {
    while let Some(parent) = phase.parent {
        phase = &rules.phases[parent.index()];
    }
    phase
}
