//! The walk through statements, in the order in which they are carried out: what each looks at, and what it writes.

use std::collections::BTreeSet;

use super::LivenessWalk;
use super::written::{AccessPath, NameMeanings, Written};
use crate::ruleset::walk::each_effect;
use crate::ruleset::{
    Block, Callee, DEEPEST, Effect, ExprId, KindId, Local, Location, ProcedureId, Slot, Statement,
    StatementKind, collected, effect,
};

impl<'a> LivenessWalk<'a> {
    /// Statements. In a batch they write only when it is over. What leads into each other too deep forgets nothing.
    pub(super) fn block(&mut self, block: &'a [Statement], written: &mut Written, in_batch: bool) {
        self.deep += 1;
        if self.deep > DEEPEST {
            self.left = 0;
        }
        for statement in block {
            self.left = self.left.saturating_sub(1);
            // Nothing is forgotten then.
            if self.left == 0 {
                break;
            }
            self.statement(statement, written, in_batch);
        }
        self.deep -= 1;
    }

    pub(super) fn statement(
        &mut self,
        statement: &'a Statement,
        written: &mut Written,
        in_batch: bool,
    ) {
        let effects = collected(|visit| statement.kind.effects(visit));
        let is_bound_anew = unname_bound(&effects, written);
        // Of the branches of a statement one is carried out.
        let mut branches: Option<Written> = None;
        for effect in effects {
            match effect {
                Effect::Evaluates { expr, .. } => self.reads(expr, written),
                Effect::Runs {
                    block,
                    repeats: false,
                    ..
                } => {
                    let mut after = written.clone();
                    self.block(block, &mut after, in_batch);
                    branches.iter().for_each(|other| after.meet(other));
                    branches = Some(after);
                }
                Effect::Runs {
                    block,
                    binds,
                    repeats: true,
                } => {
                    let mut inner = written.clone();
                    self.block(block, &mut inner, in_batch);
                    if let Some(local) = binds.filter(|_| is_of_all(statement) && !is_bound_anew) {
                        written.all.extend(inner.of_name(local));
                    }
                }
                Effect::Binds(local) | Effect::Writes(Location::Local(local), _) => {
                    written.unname(local);
                }
                Effect::Reads(Location::Attribute { kind, slot, of }) => {
                    let record = of.and_then(|of| self.record(of, &NameMeanings::own()));
                    self.read_attribute((kind, slot), record.as_ref(), written);
                }
                Effect::Writes(Location::Attribute { kind, slot, of }, _) => {
                    self.wrote.insert((kind, slot));
                    if !in_batch {
                        self.write((kind, slot), of, written);
                    }
                }
                Effect::Calls(Callee::Procedure(procedure), arguments) => {
                    self.procedure(procedure, arguments, written, in_batch);
                }
                Effect::Calls(Callee::Phase(phase), _) => self.phase(phase, written),
                Effect::Calls(callee, _) => self.part(callee, written),
                // What follows is not carried out; what comes behind the phase counts nothing of it as written.
                Effect::Exits(_) => {}
                // Texts have been read, and these are no attributes.
                Effect::Says(_) | Effect::Reads(_) | Effect::Writes(..) => {}
                Effect::Makes(_) | Effect::Awaits(_) => {}
            }
        }
        if let Some(after) = branches {
            *written = after;
        }
    }

    /// A procedure knows what is written of the records that are handed over to it, and its caller what it writes of them.
    fn procedure(
        &mut self,
        procedure: ProcedureId,
        arguments: &[ExprId],
        written: &mut Written,
        in_batch: bool,
    ) {
        let given = self.handed_over(arguments);
        let rules = self.rules;
        let mut inner = written.handed_over(&given);
        let body = &rules.procedures[procedure.index()].body;
        self.block(body, &mut inner, in_batch);
        self.comes_back(procedure, &given, &inner, written);
    }

    /// The records that are handed over to a procedure.
    pub(super) fn handed_over(&self, arguments: &[ExprId]) -> Vec<Option<AccessPath>> {
        let own = NameMeanings::own();
        let records = arguments
            .iter()
            .map(|&argument| self.record(argument, &own));
        records.collect()
    }

    /// A procedure to which these records were handed over is done, and has written so much.
    pub(super) fn comes_back(
        &self,
        procedure: ProcedureId,
        given: &[Option<AccessPath>],
        inner: &Written,
        written: &mut Written,
    ) {
        let bound = names_bound(&self.rules.procedures[procedure.index()].body);
        written.take_back(inner, given, &bound);
    }

    /// An attribute is written, outside of a batch.
    fn write(&mut self, (kind, slot): (KindId, Slot), of: Option<ExprId>, written: &mut Written) {
        // Of the combat as a whole there is one record.
        if kind == KindId::COMBAT {
            written.all.insert((kind, slot));
        } else if let Some(record) = of.and_then(|of| self.record(of, &NameMeanings::own())) {
            written.of.insert((record, kind, slot));
        }
    }
}

/// Whether a statement goes through all records of a kind, but for acts, of which it goes through those that can still happen.
fn is_of_all(statement: &Statement) -> bool {
    matches!(&statement.kind, StatementKind::Each { kind, filter: None, .. } if *kind != KindId::ACT)
}

/// What is used for one record after the other, and what a block binds that may come again, stands for other records before anything is looked at. Says
/// whether a block binds anew the name that it is carried out for.
fn unname_bound(effects: &[Effect<'_>], written: &mut Written) -> bool {
    let mut is_bound_anew = false;
    for effect in effects {
        let mut bound = BTreeSet::new();
        match *effect {
            Effect::Evaluates { binds, .. } => bound.extend(binds),
            Effect::Runs {
                block,
                binds,
                repeats,
            } => {
                if repeats {
                    bound = names_bound(block);
                }
                is_bound_anew |= binds.is_some_and(|local| !bound.insert(local));
            }
            Effect::Binds(_) | Effect::Makes(_) | Effect::Calls(..) | effect!(aside | access) => {}
        }
        bound.iter().for_each(|&local| written.unname(local));
    }
    is_bound_anew
}

/// The names that the statements of a block bind.
fn names_bound(block: &Block) -> BTreeSet<Local> {
    let mut bound = BTreeSet::new();
    each_effect(block, &mut |effect| bound.extend(effect.name_bound()));
    bound
}
