//! Statements: carries out what phases, actions, triggers and procedures say.
//!
//! Inside a batch, changes of attributes are gathered and put in force when all acts of the batch have been carried out; everywhere else
//! they are in force at once.

use super::fault::{Fault, FaultKind, Outcome};
use super::memory::Pending;
use super::run::{Body, Flow, Run};
use crate::journal::{Range, What};
use crate::ruleset::{Block, ExprId, KindId, MISSING, Slot, Statement, StatementKind, Value};
use crate::source::Span;

/// How many blocks of statements may be carried out within each other: those of procedures, tables, triggers, phases and acts `at once` included.
/// Far more than anyone writes, and few enough for the smallest stack.
const DEEPEST_BLOCK: u32 = 64;

impl<'a> Run<'a, '_> {
    /// Statements in their order. The cursor is told of those within which a run can stop.
    pub fn block(&mut self, block: &'a Block, body: Body) -> Outcome<Flow> {
        self.statements(block, &[], body)
    }

    /// The same, where some may be passed over.
    pub fn statements(
        &mut self,
        block: &'a Block,
        quiet: &[Option<usize>],
        body: Body,
    ) -> Outcome<Flow> {
        if self.m.depth == DEEPEST_BLOCK {
            return Err(FaultKind::TooDeep(DEEPEST_BLOCK).into());
        }
        self.m.depth += 1;
        let again = self.m.cursor.again() && !block.is_empty();
        let mut at = match again {
            true => self.m.cursor.enter([0]).at[0],
            false => 0,
        };
        // A run that is taken up again stands within the statement that comes first.
        let (mut entered, mut within) = (again, again);
        let mut flow = Flow::On;
        while let (Flow::On, Some(statement)) = (self.unless_over(flow), block.get(at as usize)) {
            if !std::mem::take(&mut within) && !is_done_at_once(&statement.kind) {
                match entered {
                    true => self.m.cursor.set([at]),
                    false => _ = self.m.cursor.enter([at]),
                }
                entered = true;
            }
            let performed = match quiet.get(at as usize) {
                Some(&Some(number)) => self.perform_unless_quiet(number, statement, body),
                _ => self.perform(statement, body),
            };
            flow = performed.map_err(|fault| {
                self.stops_in(statement, body.base);
                placed(fault, statement.span)
            })?;
            at += 1;
        }
        if entered {
            self.m.cursor.leave::<1>();
        }
        self.m.depth -= 1;
        Ok(self.unless_over(flow))
    }

    /// What a body tells the phase around it where something has ended the combat. The acts of a batch are all carried out, and a trigger responds to its
    /// end.
    pub fn unless_over(&self, flow: Flow) -> Flow {
        match self.m.over && !self.m.responding && !self.m.in_batch {
            true => Flow::Over,
            false => flow,
        }
    }

    pub fn perform(&mut self, statement: &'a Statement, body: Body) -> Outcome<Flow> {
        if self.m.cursor.again() {
            return self.go_on_performing(statement, body);
        }
        self.eval().step()?;
        let base = body.base;
        match &statement.kind {
            StatementKind::Set { place, value } => {
                let value = self.value(*value, base)?;
                self.put(*place, value, false, body)?;
            }
            StatementKind::Add { place, value } => {
                let value = self.number(*value, base)?;
                self.put(*place, value, true, body)?;
            }
            StatementKind::Subtract { place, value } => {
                let value = self.number(*value, base)?;
                self.put(*place, -value, true, body)?;
            }
            StatementKind::If {
                branches,
                otherwise,
            } => {
                let mut chosen = branches.len();
                for (index, (condition, _)) in branches.iter().enumerate() {
                    if self.holds(*condition, base)? {
                        chosen = index;
                        break;
                    }
                }
                return self.branch(branches, otherwise, chosen, body);
            }
            StatementKind::Each {
                kind,
                local,
                filter,
                order,
                body: inner,
            } => {
                return self.each(*kind, *local as usize, *filter, *order, inner, body);
            }
            StatementKind::Repeat {
                condition,
                body: inner,
            } => return self.repeat(*condition, inner, body),
            StatementKind::Roll {
                who,
                count,
                sides,
                purpose,
                local,
                keep,
            } => {
                let total = self.roll(*who, *count, *sides, *purpose, body)?;
                self.m.frames.values[base + *local as usize] = total;
                if let Some(keep) = keep {
                    self.put(*keep, total, false, body)?;
                }
            }
            StatementKind::Ask {
                who,
                question,
                about,
                among,
                default,
                local,
            } => {
                let answer = self.ask(*who, *question, about, *among, *default, body)?;
                self.m.frames.values[base + *local as usize] = answer;
            }
            StatementKind::Declare { who, secret } => {
                let who = self.record(*who, base)?;
                self.declare(who, *secret, None, body)?;
            }
            StatementKind::RefuseDeclarations { who, because } => {
                let who = self.record(*who, base)?;
                self.declare(who, false, Some(*because), body)?;
            }
            StatementKind::Refuse { because } => {
                let because = self.say(*because, base)?;
                if let Some(act) = body.declared {
                    self.refuse(act, because, body.cause)?;
                }
            }
            StatementKind::Does {
                actor,
                action,
                local,
                next,
                settings,
            } => {
                let actor = self.record(*actor, base)?;
                let act = self.make_act(actor, *action, None)?;
                self.give(KindId::ACT, act, settings, base)?;
                self.fill_in(KindId::ACT, act, &[])?;
                if let Some(local) = local {
                    self.m.frames.values[base + *local as usize] = Value::from(act);
                }
                self.joins(act, *next, body.cause)?;
            }
            StatementKind::Cancel { act, word, because } => {
                let act = self.record(*act, base)?;
                let because = because.map(|because| self.say(because, base)).transpose()?;
                self.cancel(act, *word, because, body.cause)?;
            }
            StatementKind::Resolve { condition } => return self.resolve(*condition, base),
            StatementKind::Raise { event, arguments } => {
                self.m.exercised.events[event.index()] = true;
                let values = self.all_of(arguments, base)?;
                self.write(
                    body.cause,
                    What::Raised {
                        event: *event,
                        values,
                    },
                )?;
                self.m.queue.push_back(Pending::Event(*event, values));
                self.settle_outside()?;
            }
            StatementKind::Do {
                procedure,
                arguments,
            } => return self.procedure_call(*procedure, arguments, body),
            StatementKind::Consult {
                table,
                arguments,
                key,
            } => {
                return self.consult(*table, arguments, *key, statement.span, body);
            }
            StatementKind::New {
                kind,
                local,
                settings,
            } => {
                let record = self.make_record(*kind)?;
                self.give(*kind, record, settings, base)?;
                self.fill_in(*kind, record, &[])?;
                if let Some(local) = local {
                    self.m.frames.values[base + *local as usize] = Value::from(record);
                }
                self.write(
                    body.cause,
                    What::Made {
                        kind: *kind,
                        record,
                    },
                )?;
            }
            StatementKind::Phase(phase) => return self.phase(*phase, None),
            StatementKind::Leave(phase) => return Ok(Flow::Leave(*phase)),
            StatementKind::EndCombat { because } => {
                let because = because.map(|because| self.say(because, base)).transpose()?;
                self.write(body.cause, What::Ended { because })?;
                return Ok(Flow::Over);
            }
            StatementKind::Note(text) => {
                let said = self.say(*text, base)?;
                self.write(body.cause, What::Noted { said })?;
            }
        }
        Ok(Flow::On)
    }

    /// Goes on with a statement within which the run stopped.
    fn go_on_performing(&mut self, statement: &'a Statement, body: Body) -> Outcome<Flow> {
        match &statement.kind {
            StatementKind::If {
                branches,
                otherwise,
            } => self.branch(branches, otherwise, 0, body),
            StatementKind::Each {
                kind,
                local,
                filter,
                order,
                body: inner,
            } => self.each(*kind, *local as usize, *filter, *order, inner, body),
            StatementKind::Repeat {
                condition,
                body: inner,
            } => self.repeat(*condition, inner, body),
            StatementKind::Resolve { condition } => self.resolve(*condition, body.base),
            StatementKind::Do {
                procedure,
                arguments,
            } => self.procedure_call(*procedure, arguments, body),
            StatementKind::Consult {
                table,
                arguments,
                key,
            } => self.consult(*table, arguments, *key, statement.span, body),
            StatementKind::Phase(phase) => self.phase(*phase, None),
            StatementKind::Declare { secret, .. } => {
                self.take_declarations(0, *secret, None, body)?;
                Ok(Flow::On)
            }
            StatementKind::RefuseDeclarations { because, .. } => {
                self.take_declarations(0, false, Some(*because), body)?;
                Ok(Flow::On)
            }
            // What followed from it was being settled.
            _ => self.settle_outside().map(|()| Flow::On),
        }
    }

    /// Carries out the chosen branch of an `if`; behind the last stands `else`.
    fn branch(
        &mut self,
        branches: &'a [(ExprId, Block)],
        otherwise: &'a Block,
        chosen: usize,
        body: Body,
    ) -> Outcome<Flow> {
        let none_fits = chosen == branches.len() && !self.m.cursor.again();
        if none_fits && otherwise.is_empty() {
            return Ok(Flow::On);
        }
        let chosen = self.m.cursor.enter([chosen as Value]).at[0] as usize;
        let block = branches.get(chosen).map_or(otherwise, |branch| &branch.1);
        let flow = self.block(block, body)?;
        self.m.cursor.leave::<1>();
        Ok(flow)
    }

    /// Carries out a body as long as a condition is true.
    fn repeat(&mut self, condition: ExprId, inner: &'a Block, body: Body) -> Outcome<Flow> {
        while self.m.cursor.again() || self.holds(condition, body.base)? {
            self.eval().step()?;
            match self.block(inner, body)? {
                Flow::On => {}
                flow => return Ok(flow),
            }
        }
        Ok(Flow::On)
    }

    /// The number that an expression gives; it must not be missing.
    pub fn number(&mut self, id: ExprId, base: usize) -> Outcome<Value> {
        match self.value(id, base)? {
            MISSING => Err(FaultKind::Missing
                .at(self.rules.expr_spans[id.index()])
                .into()),
            value => Ok(value),
        }
    }

    /// The record that an expression gives; it must not be missing.
    pub fn record(&mut self, id: ExprId, base: usize) -> Outcome<u32> {
        self.number(id, base).map(|record| record as u32)
    }

    /// The values of expressions, in the store of the journal.
    fn all_of(&mut self, arguments: &'a [ExprId], base: usize) -> Outcome<Range> {
        let start = self.m.journal.values.len() as u32;
        for &argument in arguments {
            let value = self.value(argument, base)?;
            self.m.journal.values.push(value);
        }
        Ok(Range {
            start,
            end: self.m.journal.values.len() as u32,
        })
    }

    /// Gives a new record its attributes.
    fn give(
        &mut self,
        kind: KindId,
        record: u32,
        settings: &'a [(Slot, ExprId)],
        base: usize,
    ) -> Outcome<()> {
        for &(slot, value) in settings {
            let value = self.value(value, base)?;
            self.m.state.records[kind.index()].set(record, slot, value);
        }
        Ok(())
    }

    fn make_record(&mut self, kind: KindId) -> Outcome<u32> {
        let records = &mut self.m.state.records[kind.index()];
        let limit = u64::from(self.limits.events);
        if u64::from(records.count()) >= limit {
            return Err(FaultKind::TooMuch(limit).into());
        }
        let record = records.push();
        self.m.line.stale |= self.plan.watched.acts;
        self.m.quiet.list_changes(kind);
        Ok(record)
    }
}

/// Whether a run cannot stop within a statement: it rolls nothing, and nothing follows from it before the next one.
fn is_done_at_once(statement: &StatementKind) -> bool {
    matches!(
        statement,
        StatementKind::Set { .. }
            | StatementKind::Add { .. }
            | StatementKind::Subtract { .. }
            | StatementKind::Note(_)
    )
}

/// A fault without a place arose in this statement.
fn placed(mut fault: Box<Fault>, span: Span) -> Box<Fault> {
    fault.span.get_or_insert(span);
    fault
}
