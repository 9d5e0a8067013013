//! Repetitions that never end once they have begun: nothing in the body can change what the condition reads. In a stage that is carried out in a
//! batch, attributes that are set change when the batch is over, so they end no repetition in it.

use std::collections::BTreeSet;

use super::Finding;
use crate::analysis::Reach;
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::walk::each_statement;
use crate::ruleset::{Block, Callee, Effect, ExprId, Location, Ruleset, StatementKind, effect};

/// Warnings about all repetitions without an end.
pub(super) fn all(rules: &Ruleset) -> Vec<Finding> {
    let mut findings = Vec::new();
    let in_batches = in_batches(rules);
    for callee in rules.callees() {
        let Some((_, item)) = callee.frame(rules) else {
            continue;
        };
        let in_batch = in_batches.contains(&callee);
        for block in callee.blocks(rules) {
            each_statement(block, &mut |statement| {
                if let StatementKind::Repeat { condition, body } = statement
                    && let Some(why) = endless(rules, *condition, body, in_batch)
                {
                    let is_stage = matches!(callee, Callee::Stage(..));
                    findings.push(Finding::of(item, warning(rules, *condition, why, is_stage)));
                }
            });
        }
    }
    findings
}

/// The code that acts of a batch carry out: stages, and the procedures and rows of tables that they lead to.
fn in_batches(rules: &Ruleset) -> BTreeSet<Callee> {
    let is_carried_out = |callee| matches!(callee, Callee::Procedure(_) | Callee::Rows(_));
    let mut reach = Reach::following(rules, is_carried_out);
    for callee in rules.callees() {
        if let Callee::Stage(action, _) = callee
            && !rules.actions[action.index()].at_once
        {
            reach.callee(callee, &mut |_| {});
        }
    }
    reach.entered().clone()
}

/// Why a repetition has no end.
#[derive(Clone, Copy)]
enum EndlessReason {
    /// nothing writes what its condition reads
    Unchanged,
    /// it is written, and changes when the batch is over
    ChangedLater,
}

/// `is_stage`: it stands in the stage of an action itself.
fn warning(rules: &Ruleset, condition: ExprId, why: EndlessReason, is_stage: bool) -> Diagnostic {
    let span = rules.expr_spans[condition.index()];
    let (message, help) = match why {
        EndlessReason::Unchanged => (
            "once this is true the repetition never ends: nothing in it changes what is asked here",
            "change in it what is asked here, or leave it with `leave repeat`",
        ),
        EndlessReason::ChangedLater if is_stage => (
            "once this is true the repetition never ends: what it sets changes when the batch is over",
            "count in a name, which changes at once: `let n = ...` before it, `subtract 1 from n` in it",
        ),
        EndlessReason::ChangedLater => (
            "where an act does this, the repetition never ends once this is true: what it sets changes when the batch of the act is over",
            "count in a name, which changes at once: `let n = ...` before it, `subtract 1 from n` in it; or do it in a trigger or a phase, where changes count at once",
        ),
    };
    Diagnostic::warning(Code::NeverEnds, span, message).help(help)
}

/// `None` where something may end it. Faults and limits of a run are not thought of.
fn endless(
    rules: &Ruleset,
    condition: ExprId,
    body: &Block,
    in_batch: bool,
) -> Option<EndlessReason> {
    let (mut may_end, mut is_late) = (changes_name(rules, condition, body), false);
    let mut reads = Vec::new();
    Reach::new(rules).expr(condition, &mut |effect| {
        if let Effect::Reads(location) = effect {
            reads.push(location);
        }
    });
    Reach::new(rules).block(body, &mut |effect| {
        let written = match effect {
            // Of names, see `changes_name`.
            Effect::Writes(Location::Local(_), _) | Effect::Binds(_) => return,
            Effect::Writes(location, _) => location,
            Effect::Makes(kind) => Location::Records(kind),
            Effect::Exits(_) => return may_end = true,
            Effect::Evaluates { .. }
            | Effect::Runs { .. }
            | Effect::Reads(_)
            | Effect::Calls(..)
            | effect!(told) => return,
        };
        if reads.iter().any(|&read| is_same(read, written)) {
            match in_batch && is_gathered(written) {
                true => is_late = true,
                false => may_end = true,
            }
        }
    });
    match (may_end, is_late) {
        (true, _) => None,
        (false, true) => Some(EndlessReason::ChangedLater),
        (false, false) => Some(EndlessReason::Unchanged),
    }
}

/// Whether a body changes a name that a condition asks for. What is called has names of its own, and so has what the condition looks for.
fn changes_name(rules: &Ruleset, condition: ExprId, body: &Block) -> bool {
    let (mut asked, mut own) = (Vec::new(), Vec::new());
    Reach::following(rules, |_| false).expr(condition, &mut |effect| match effect {
        Effect::Reads(Location::Local(local)) => asked.push(local),
        other => own.extend(other.name_bound()),
    });
    asked.retain(|local| !own.contains(local));
    let mut changes = false;
    Reach::following(rules, |_| false).block(body, &mut |effect| {
        changes |= (effect.name_bound()).is_some_and(|local| asked.contains(&local));
    });
    changes
}

/// Whether two locations are the same, of whatever record.
fn is_same(read: Location, written: Location) -> bool {
    match (read, written) {
        (
            Location::Attribute { kind, slot, of: _ },
            Location::Attribute {
                kind: other,
                slot: written,
                of: _,
            },
        ) => (kind, slot) == (other, written),
        _ => read == written,
    }
}

/// Whether what a batch writes here is put in force when it is over: attributes of the rules, but not those that the machine keeps.
fn is_gathered(location: Location) -> bool {
    match location {
        Location::Attribute { kind, slot, of: _ } => slot >= kind.built_in(),
        Location::Local(_)
        | Location::Records(_)
        | Location::Counter(_)
        | Location::Now
        | Location::Option(_)
        | Location::Responses(_) => false,
    }
}
