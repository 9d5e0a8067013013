//! Statements that ask a combatant for declarations again, or ask all of them in the turn of one: the first takes all that is declared there, and nothing is left for the others.

use std::slice;

use super::Finding;
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::walk::{blocks_within, each_effect};
use crate::ruleset::{
    AskedActions, Expr, KindId, Local, Phase, Ruleset, Statement, StatementKind, Turns,
};
use crate::source::Span;

/// Warnings about statements that ask again in a phase.
pub(super) fn all(rules: &Ruleset) -> Vec<Finding> {
    let mut findings = Vec::new();
    for phase in &rules.phases {
        let mut again = Vec::new();
        asked_again(rules, &phase.body, &[], &mut again);
        if let Some(turns) = &phase.turns {
            all_asked(rules, turns, &phase.body, &mut again);
        }
        let item = outermost(rules, phase).item;
        findings.extend(again.into_iter().map(|warning| Finding::of(item, warning)));
    }
    findings
}

/// A statement that takes all that a combatant, by its name, declares of some actions, or of all.
#[derive(Clone, Copy)]
struct TakesAll<'r> {
    who: Local,
    actions: &'r AskedActions,
    span: Span,
}

/// Warns of the statements of a block that ask a combatant, by its name, for acts of actions of which others have taken all that it declares; phases left out.
/// `taken`: those that have been carried out before.
fn asked_again<'r>(
    rules: &'r Ruleset,
    block: &'r [Statement],
    taken: &[TakesAll<'r>],
    again: &mut Vec<Diagnostic>,
) {
    let mut taken = taken.to_vec();
    for statement in block {
        if let StatementKind::Declare {
            who, one, actions, ..
        } = &statement.kind
            && let Expr::Local(who) = rules.exprs[who.index()]
        {
            match taken_before(&taken, who, actions) {
                Some(before) => again.push(twice(before, statement.span)),
                None if !one => taken.push(TakesAll {
                    who,
                    actions,
                    span: statement.span,
                }),
                None => {}
            }
        }
        // A name that is bound stands for another one from here on.
        each_effect(slice::from_ref(statement), &mut |effect| {
            taken.retain(|before| effect.name_bound() != Some(before.who));
        });
        for block in blocks_within(&statement.kind) {
            asked_again(rules, block, &taken, again);
        }
    }
}

/// What has taken all that a combatant declares of these actions, the first of them; `None` if something may be left.
fn taken_before<'t, 'r>(
    taken: &'t [TakesAll<'r>],
    who: Local,
    actions: &AskedActions,
) -> Option<&'t TakesAll<'r>> {
    let before = || taken.iter().filter(|before| before.who == who);
    match actions.names() {
        [] => before().find(|before| before.actions.are_all()),
        names => {
            let takes = |action| before().find(|before| before.actions.hold(action));
            let all: Option<Vec<_>> = names.iter().copied().map(takes).collect();
            all.and_then(|all| all.into_iter().next())
        }
    }
}

fn twice(before: &TakesAll<'_>, asks: Span) -> Diagnostic {
    let taken = match before.actions.are_all() {
        true => "this takes all that a scenario says for the period",
        false => "this takes all acts of its actions that a scenario says for the period",
    };
    Diagnostic::warning(
        Code::AskedInOnePeriod,
        asks,
        "the same combatant has declared in the same period",
    )
    .label("finds nothing but what is still to be declared")
    .also(before.span, taken)
    .help(
        "let `c declares one act` stand in both places, so that each takes the next act; if it only asks one whose declaration was refused, allow it",
    )
}

/// Warns of the statements of a turn that ask each combatant for acts of all actions, in a turn that is not their own too.
fn all_asked(rules: &Ruleset, turns: &Turns, block: &[Statement], found: &mut Vec<Diagnostic>) {
    for statement in block {
        if let StatementKind::Each {
            kind: KindId::COMBATANT,
            local,
            filter: None,
            body,
            ..
        } = &statement.kind
        {
            let asks = |statement: &&Statement| match &statement.kind {
                StatementKind::Declare { who, actions, .. } => {
                    actions.are_all() && rules.exprs[who.index()] == Expr::Local(*local)
                }
                _ => false,
            };
            found.extend(body.iter().find(asks).map(|asks| {
                let help = match turns.kind {
                    KindId::COMBATANT => "to have nobody declare but the one whose turn it is, write `c declares` with the name behind `phase turn of combatant`, without `each`",
                    _ => "to have nobody declare but those of the one whose turn it is, give `each` a condition, such as `where c.side is s`",
                };
                Diagnostic::warning(
                    Code::AllAskedInTurn,
                    asks.span,
                    "all combatants declare in each turn",
                )
                .label("asks every combatant, whoever's turn it is")
                .also(statement.span, "for each of them")
                .help(help)
            }));
        }
        for block in blocks_within(&statement.kind) {
            all_asked(rules, turns, block, found);
        }
    }
}

/// The phase of the outline that holds a phase, or is it: an `allow` inside it belongs to that item.
pub(super) fn outermost<'r>(rules: &'r Ruleset, mut phase: &'r Phase) -> &'r Phase {
    while let Some(parent) = phase.parent {
        phase = &rules.phases[parent.index()];
    }
    phase
}
