//! Stages that read back what they change: what the acts of a batch do counts when the batch is over, so they read the value of before.
//!
//! Follows the statements of a stage, of the procedures and rows that it carries out and of the definitions that it asks. Only records that are told
//! apart by names and attributes are looked at (`target.hp`); a key that is worked out can be any. What is not looked at is passed over.

use super::Finding;
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::walk::parts;
use crate::ruleset::{
    Callee, Effect, Expr, ExprId, KindId, Local, Location, Ruleset, Slot, Statement, collected,
};
use crate::source::Span;

/// Warnings about all stages that read back what they change.
pub(super) fn all(rules: &Ruleset) -> Vec<Finding> {
    let in_batches = rules.actions.iter().filter(|action| !action.at_once);
    let stages =
        in_batches.flat_map(|action| action.stages.iter().map(move |stage| (action, stage)));
    let findings = stages.filter_map(|(action, stage)| {
        let mut reading = StageReading {
            rules,
            changed: Vec::new(),
            found: None,
            left: MOST_STEPS,
        };
        reading.block(&stage.body, &NameOwners::Own);
        let (change, place) = reading.found?;
        let attribute = rules.attribute(change.kind, change.slot);
        let message = format!("this act changes `{}`, and reads here what it was before", attribute.name);
        let keep = match change.is_given {
            true => "end the procedure with `the result is ...` and use the result by its name",
            false => "keep the new value in a name (`let left = ...`) and use that",
        };
        let help = format!(
            "what acts change counts when their batch is over: {keep}, or ask in a trigger: `when {} a resolves`",
            action.name
        );
        Some(Finding {
            warning: Diagnostic::warning(Code::UnseenInBatch, place, message)
                .also(change.span, "it is changed here")
                .help(help),
            item: action.item,
            other: None,
        })
    });
    findings.collect()
}

/// So many statements and expressions of a stage are looked at.
const MOST_STEPS: u32 = 10_000;

/// Which record: what a name of the stage stands for, and the attributes that lead on from there. `None`: the combat.
#[derive(Clone, Debug, PartialEq)]
struct RecordPath {
    name: Option<Local>,
    path: Vec<Slot>,
}

/// What the names of a body stand for.
enum NameOwners {
    /// Those of the stage, for themselves.
    Own,
    /// The parameters of a callee.
    Given(Vec<Option<RecordPath>>),
}

/// An attribute that the stage has changed.
#[derive(Clone, PartialEq)]
struct Change {
    kind: KindId,
    slot: Slot,
    of: RecordPath,
    /// Whether it keeps what the people at the table give.
    is_given: bool,
    span: Span,
}

/// The reading of a stage, in the order of its statements.
struct StageReading<'r> {
    rules: &'r Ruleset,
    changed: Vec<Change>,
    /// the first change that is read back, and where
    found: Option<(Change, Span)>,
    /// how many steps are left
    left: u32,
}

impl StageReading<'_> {
    /// Whether nothing more is to be looked at.
    fn is_over(&mut self) -> bool {
        self.left = self.left.saturating_sub(1);
        self.left == 0 || self.found.is_some()
    }

    fn block(&mut self, block: &[Statement], names: &NameOwners) {
        for statement in block {
            if self.is_over() {
                return;
            }
            self.statement(statement, names);
        }
    }

    fn statement(&mut self, statement: &Statement, names: &NameOwners) {
        let before = self.changed.clone();
        let mut after = Vec::new();
        let mut is_given = false;
        for effect in collected(|visit| statement.kind.effects(visit)) {
            match effect {
                Effect::Evaluates { expr, .. } => self.expr(expr, names),
                Effect::Says(text) => {
                    for hole in self.rules.holes(text) {
                        self.expr(hole, names);
                    }
                }
                // Of several blocks one is carried out.
                Effect::Runs { block, binds, .. } => {
                    let around = std::mem::replace(&mut self.changed, before.clone());
                    self.block(block, names);
                    let inner = std::mem::replace(&mut self.changed, around);
                    after.extend(
                        inner
                            .into_iter()
                            .filter(|change| change.of.name != binds || binds.is_none()),
                    );
                }
                Effect::Writes(Location::Attribute { kind, slot, of }, _) => {
                    let of = of.and_then(|of| self.owner(kind, of, names));
                    after.extend(of.map(|of| Change {
                        kind,
                        slot,
                        of,
                        is_given,
                        span: statement.span,
                    }));
                }
                Effect::Binds(name) | Effect::Writes(Location::Local(name), _) => {
                    if let NameOwners::Own = names {
                        self.changed.retain(|change| change.of.name != Some(name));
                    }
                }
                Effect::Calls(callee @ (Callee::Procedure(_) | Callee::Rows(_)), arguments) => {
                    let given = self.given(arguments, names);
                    for block in callee.blocks(self.rules) {
                        self.block(block, &given);
                    }
                }
                Effect::Awaits(_) => is_given = true,
                // What follows from others comes when the batch is over.
                Effect::Calls(..)
                | Effect::Writes(..)
                | Effect::Reads(_)
                | Effect::Makes(_)
                | Effect::Exits(_) => {}
            }
        }
        for change in after {
            if !self.changed.contains(&change) {
                self.changed.push(change);
            }
        }
    }

    /// Looks for what has been changed in an expression, and in the definitions that it asks.
    fn expr(&mut self, id: ExprId, names: &NameOwners) {
        if self.changed.is_empty() || self.is_over() {
            return;
        }
        let expr = &self.rules.exprs[id.index()];
        for effect in collected(|visit| expr.effects(visit)) {
            match effect {
                Effect::Reads(Location::Attribute { kind, slot, of }) => {
                    let Some(of) = of.and_then(|of| self.owner(kind, of, names)) else {
                        continue;
                    };
                    let is_it = |change: &&Change| {
                        (change.kind, change.slot) == (kind, slot) && change.of == of
                    };
                    if let Some(change) = self.changed.iter().find(is_it) {
                        self.found = Some((change.clone(), self.rules.expr_spans[id.index()]));
                        return;
                    }
                }
                Effect::Calls(callee, arguments) => {
                    let given = self.given(arguments, names);
                    let found = self.found.is_some();
                    for root in callee.roots(self.rules) {
                        self.expr(root, &given);
                    }
                    // It is told where the stage asks.
                    if let (Some((_, place)), false) = (&mut self.found, found) {
                        *place = self.rules.expr_spans[id.index()];
                    }
                }
                Effect::Evaluates { .. }
                | Effect::Runs { .. }
                | Effect::Binds(_)
                | Effect::Reads(_)
                | Effect::Writes(..)
                | Effect::Makes(_)
                | Effect::Says(_)
                | Effect::Awaits(_)
                | Effect::Exits(_) => {}
            }
        }
        for part in parts(expr) {
            self.expr(part, names);
        }
    }

    /// The record that an expression stands for.
    fn owner(&self, kind: KindId, id: ExprId, names: &NameOwners) -> Option<RecordPath> {
        if kind == KindId::COMBAT {
            let path = Vec::new();
            return Some(RecordPath { name: None, path });
        }
        match &self.rules.exprs[id.index()] {
            Expr::Local(local) => match names {
                NameOwners::Own => Some(RecordPath {
                    name: Some(*local),
                    path: Vec::new(),
                }),
                NameOwners::Given(given) => given.get(usize::from(*local)).cloned().flatten(),
            },
            Expr::Attribute { kind, of, slot } => {
                let mut owner = self.owner(*kind, *of, names)?;
                owner.path.push(*slot);
                Some(owner)
            }
            _ => None,
        }
    }

    fn given(&self, arguments: &[ExprId], names: &NameOwners) -> NameOwners {
        let owners = arguments.iter();
        // Which kind it has is told by what reads it.
        NameOwners::Given(
            owners
                .map(|&argument| self.owner(KindId::ACT, argument, names))
                .collect(),
        )
    }
}
