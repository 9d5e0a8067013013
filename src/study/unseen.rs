//! Statements of a batch that look for what was declared in the same batch: it comes into the line when the batch is over, so they do not find it.

use std::collections::BTreeSet;

use super::Finding;
use crate::analysis::Reach;
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::{
    ActMoment, Callee, Effect, ExprId, KindId, Location, Ruleset, Signal, Statement, collected,
};
use crate::source::Span;

/// Warnings about all actions that look for acts declared in one of their stages.
pub(super) fn all(rules: &Ruleset) -> Vec<Finding> {
    let in_batches = rules.actions.iter().filter(|action| !action.at_once);
    let seeking = in_batches.filter_map(|action| {
        let (declared, place) = action.stages.iter().find_map(|stage| {
            let mut reading = Reading {
                rules,
                called: BTreeSet::new(),
                declared: None,
                deep: 0,
            };
            reading.block(&stage.body)
        })?;
        let message = "what is declared while this act is carried out is not seen here";
        let warning = Diagnostic::warning(Code::UnseenInBatch, place, message)
            .also(declared, "it is declared here")
            .help(format!(
                "it comes into the line when the batch is over: look for it in a trigger, `when {} a resolves`",
                action.name
            ));
        Some(Finding {
            warning,
            item: action.item,
            other: None,
        })
    });
    seeking.collect()
}

/// How many blocks are read one within the other; what stands deeper is not looked at.
const MOST_BLOCKS: u32 = 128;

/// The reading of a stage, in the order of its statements.
struct Reading<'r> {
    rules: &'r Ruleset,
    /// the procedures and tables that have been read, and whether something had been declared before
    called: BTreeSet<(Callee, bool)>,
    /// where something was declared
    declared: Option<Span>,
    /// how many blocks are being read, one within the other
    deep: u32,
}

impl Reading<'_> {
    /// Where something is declared, and where it is looked for behind that, if it is.
    fn block(&mut self, block: &[Statement]) -> Option<(Span, Span)> {
        if self.deep == MOST_BLOCKS {
            return None;
        }
        self.deep += 1;
        let found = block.iter().find_map(|statement| self.statement(statement));
        self.deep -= 1;
        found
    }

    fn statement(&mut self, statement: &Statement) -> Option<(Span, Span)> {
        let mut effects = collected(|visit| statement.kind.effects(visit)).into_iter();
        effects.find_map(|effect| self.effect(effect, statement.span))
    }

    fn effect(&mut self, effect: Effect<'_>, span: Span) -> Option<(Span, Span)> {
        match effect {
            Effect::Evaluates { expr, .. } => {
                let declared = self.declared?;
                looks_at_acts(self.rules, expr)
                    .then(|| (declared, self.rules.expr_spans[expr.index()]))
            }
            Effect::Reads(Location::Records(KindId::ACT)) => {
                self.declared.map(|declared| (declared, span))
            }
            Effect::Runs { block, .. } => self.block(block),
            Effect::Calls(Callee::Triggers(Signal::Act(ActMoment::Declared)), _) => {
                self.declared = Some(span);
                None
            }
            Effect::Calls(callee @ (Callee::Procedure(_) | Callee::Rows(_)), _) => {
                // What was read before anything was declared is read again behind that.
                let is_new = self.called.insert((callee, self.declared.is_some()));
                let blocks = callee.blocks(self.rules).into_iter();
                blocks
                    .filter(|_| is_new)
                    .find_map(|block| self.block(block))
            }
            // Texts look for nothing, and what follows is carried out when the batch is over.
            Effect::Calls(..)
            | Effect::Binds(_)
            | Effect::Reads(_)
            | Effect::Writes(..)
            | Effect::Makes(_)
            | Effect::Says(_)
            | Effect::Awaits(_)
            | Effect::Exits(_) => None,
        }
    }
}

/// Whether an expression asks about the acts of the line, itself or in a definition.
fn looks_at_acts(rules: &Ruleset, root: ExprId) -> bool {
    let mut found = false;
    Reach::new(rules).expr(root, &mut |effect| {
        found |= effect == Effect::Reads(Location::Records(KindId::ACT));
    });
    found
}
