//! The walk through statements, in the order in which they are carried out: what each looks at, and what it writes.

use std::collections::BTreeSet;

use super::{Part, Walk};
use crate::odds::written::{Names, Record, Written};
use crate::ruleset::walk::{each_effect, statement_roots};
use crate::ruleset::{
    ActMoment, Block, DEEPEST, Effect, ExprId, KindId, Local, Place, ProcedureId, Signal,
    Statement, StatementKind,
};

impl<'a> Walk<'a> {
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
        let mut bound = BTreeSet::new();
        let mut is_bound_anew = false;
        // What is used for one record after the other, and what a block binds that may come again, is bound before anything is looked at.
        statement.kind.effects(&mut |effect| match effect {
            Effect::Evaluates { binds, .. } => bound.extend(binds),
            Effect::Runs {
                block,
                binds,
                repeats,
            } => {
                if repeats {
                    let names = names_bound(block);
                    is_bound_anew = binds.is_some_and(|local| names.contains(&local));
                    bound.extend(names);
                }
                bound.extend(binds);
            }
            Effect::Binds(_)
            | Effect::Reads(_)
            | Effect::Writes(..)
            | Effect::Makes(_)
            | Effect::Calls(..)
            | Effect::Says(_)
            | Effect::Awaits(_)
            | Effect::Exits(_) => {}
        });
        bound.iter().for_each(|&local| written.unname(local));
        for root in statement_roots(&statement.kind) {
            self.reads(root, written);
        }
        match &statement.kind {
            StatementKind::Set { place, .. } => self.write(place, written, in_batch),
            StatementKind::Add { place, .. } | StatementKind::Subtract { place, .. } => {
                if let Place::Attribute { kind, of, slot } = *place {
                    let record = self.record(of, &Names::own());
                    if !written.has(record.as_ref(), kind, slot) {
                        self.read.insert((kind, slot));
                    }
                }
                self.write(place, written, in_batch);
            }
            StatementKind::If {
                branches,
                otherwise,
            } => {
                let mut after = written.clone();
                self.block(otherwise, &mut after, in_batch);
                for (_, block) in branches {
                    let mut other = written.clone();
                    self.block(block, &mut other, in_batch);
                    after.meet(&other);
                }
                *written = after;
            }
            StatementKind::Each {
                kind,
                local,
                filter,
                body,
                ..
            } => {
                let mut inner = written.clone();
                self.block(body, &mut inner, in_batch);
                if filter.is_none() && *kind != KindId::ACT && !is_bound_anew {
                    written.all.extend(inner.of_name(*local));
                }
            }
            StatementKind::Repeat { body, .. } => {
                self.block(body, &mut written.clone(), in_batch);
            }
            StatementKind::Roll { local, keep, .. } => {
                written.unname(*local);
                keep.iter()
                    .for_each(|keep| self.write(keep, written, in_batch));
            }
            StatementKind::Ask { local, .. } => written.unname(*local),
            StatementKind::Declare { .. } | StatementKind::RefuseDeclarations { .. } => {
                self.act(true, written);
            }
            StatementKind::Does { local, .. } => {
                self.act(false, written);
                local.iter().for_each(|&local| written.unname(local));
            }
            StatementKind::Cancel { .. } => self.moments(&[ActMoment::Cancelled], written),
            StatementKind::Resolve { .. } => {
                self.part(Part::Line, written);
                self.stages(false, written);
                let moments = [ActMoment::Before, ActMoment::Void, ActMoment::Missed];
                self.moments(&moments, written);
            }
            StatementKind::Raise { event, .. } => {
                self.happens(Signal::Event(*event), written);
            }
            StatementKind::Do {
                procedure,
                arguments,
            } => self.procedure(*procedure, arguments, written, in_batch),
            StatementKind::Consult { table, .. } => {
                self.part(Part::Table(table.index()), written);
            }
            StatementKind::New { kind, local, .. } => {
                self.defaults(*kind, written);
                local.iter().for_each(|&local| written.unname(local));
            }
            StatementKind::Phase(phase) => self.phase(*phase, written),
            // What follows is not carried out; what comes behind the phase counts nothing of it as written.
            StatementKind::Leave(_) | StatementKind::EndCombat { .. } => {}
            StatementKind::Refuse { .. } | StatementKind::Note(_) => {}
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
    pub(super) fn handed_over(&self, arguments: &[ExprId]) -> Vec<Option<Record>> {
        let own = Names::own();
        let records = arguments
            .iter()
            .map(|&argument| self.record(argument, &own));
        records.collect()
    }

    /// A procedure to which these records were handed over is done, and has written so much.
    pub(super) fn comes_back(
        &self,
        procedure: ProcedureId,
        given: &[Option<Record>],
        inner: &Written,
        written: &mut Written,
    ) {
        let bound = names_bound(&self.rules.procedures[procedure.index()].body);
        written.take_back(inner, given, &bound);
    }

    fn write(&mut self, place: &Place, written: &mut Written, in_batch: bool) {
        if let Place::Attribute { kind, slot, .. } = *place {
            self.wrote.insert((kind, slot));
        }
        match *place {
            Place::Local(local) => written.unname(local),
            Place::Attribute { .. } if in_batch => {}
            // Of the combat as a whole there is one record.
            Place::Attribute { kind, slot, .. } if kind == KindId::COMBAT => {
                written.all.insert((kind, slot));
            }
            Place::Attribute { kind, of, slot } => {
                if let Some(record) = self.record(of, &Names::own()) {
                    written.of.insert((record, kind, slot));
                }
            }
        }
    }
}

/// The names that the statements of a block bind.
fn names_bound(block: &Block) -> BTreeSet<Local> {
    let mut bound = BTreeSet::new();
    each_effect(block, &mut |effect| bound.extend(effect.name_bound()));
    bound
}
