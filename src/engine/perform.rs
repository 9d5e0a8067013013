//! Statements: carries out what phases, actions, triggers and procedures say.
//!
//! Inside a batch, changes of attributes are gathered and put in force when all acts of the batch have been carried out; everywhere else
//! they are in force at once.

use super::fault::{Fault, FaultKind, Outcome};
use super::memory::Pending;
use super::run::{Body, Flow, Run};
use super::state::World as _;
use crate::journal::{Range, What};
use crate::ruleset::{
    Block, ExprId, KindId, MISSING, ProcedureId, Slot, Statement, StatementKind, TableId, Value,
};
use crate::source::Span;

/// How deep procedures may carry out each other; they cannot carry out themselves.
const DEEPEST_PROCEDURES: u32 = 64;

impl<'a> Run<'a, '_> {
    /// Statements in their order.
    pub fn block(&mut self, block: &'a Block, body: Body) -> Outcome<Flow> {
        if block.is_empty() {
            return Ok(Flow::On);
        }
        let mut at = self.m.cursor.enter([0]).at[0];
        let mut flow = Flow::On;
        while let (Flow::On, Some(statement)) = (flow, block.get(at as usize)) {
            flow = self.perform(statement, body).map_err(|fault| {
                self.stops_in(statement, body.base);
                placed(fault, statement.span)
            })?;
            if flow == Flow::On && self.m.over && !self.m.responding {
                flow = Flow::Over;
            }
            at += 1;
            self.m.cursor.set([at]);
        }
        self.m.cursor.leave::<1>();
        Ok(flow)
    }

    fn perform(&mut self, statement: &'a Statement, body: Body) -> Outcome<Flow> {
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
                self.m
                    .queue
                    .push_back(Pending::Joins(act, *next, body.cause));
                self.settle_outside()?;
            }
            StatementKind::Cancel { act, word, because } => {
                let act = self.record(*act, base)?;
                let because = because.map(|because| self.say(because, base)).transpose()?;
                self.cancel(act, *word, because, body.cause)?;
            }
            StatementKind::Resolve { condition } => return self.resolve(*condition, base),
            StatementKind::Raise { event, arguments } => {
                self.m.exercised.events[event.index()] = true;
                let values = self.worked_out(arguments, base)?;
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

    fn worked_out(&mut self, arguments: &'a [ExprId], base: usize) -> Outcome<Range> {
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

    /// Each record that passes the filter, by its number or by a value. Which ones is settled before the first body runs.
    fn each(
        &mut self,
        kind: KindId,
        local: usize,
        filter: Option<ExprId>,
        order: Option<(ExprId, bool)>,
        inner: &'a Block,
        body: Body,
    ) -> Outcome<Flow> {
        let start = self.m.scratch.len();
        if !self.m.cursor.again() {
            self.gather(kind, local, filter, order, body.base)?;
        }
        let end = self.m.scratch.len();
        let [start, end, mut at] = (self.m.cursor)
            .enter([start as Value, end as Value, start as Value])
            .at;
        let mut flow = Flow::On;
        while flow == Flow::On && at < end {
            let record = self.m.scratch[at as usize];
            self.m.frames.values[body.base + local] = Value::from(record);
            flow = self.block(inner, body)?;
            at += 1;
            self.m.cursor.set([start, end, at]);
        }
        self.m.cursor.leave::<3>();
        self.m.scratch.truncate(start as usize);
        Ok(flow)
    }

    /// Puts the records that pass the filter on the stack, by their numbers or by a value.
    fn gather(
        &mut self,
        kind: KindId,
        local: usize,
        filter: Option<ExprId>,
        order: Option<(ExprId, bool)>,
        base: usize,
    ) -> Outcome<()> {
        let start = self.m.scratch.len();
        for place in 0..self.m.state.count(kind) {
            let record = self.m.state.nth(kind, place);
            self.m.frames.values[base + local] = Value::from(record);
            self.eval().step()?;
            if self.passes(filter, base)? {
                self.m.scratch.push(record);
            }
        }
        if let Some((value, highest_first)) = order {
            let first = self.m.sorting.len();
            for index in start..self.m.scratch.len() {
                let record = self.m.scratch[index];
                self.m.frames.values[base + local] = Value::from(record);
                let key = self.number(value, base)?;
                let key = if highest_first { -key } else { key };
                self.m.sorting.push((key, record));
            }
            let m = &mut *self.m;
            m.sorting[first..].sort_unstable();
            m.scratch.truncate(start);
            let sorted = m.sorting.drain(first..);
            m.scratch.extend(sorted.map(|(_, record)| record));
        }
        Ok(())
    }

    /// Carries out a procedure in a frame of its own.
    fn procedure_call(
        &mut self,
        procedure: ProcedureId,
        arguments: &'a [ExprId],
        body: Body,
    ) -> Outcome<Flow> {
        let rules = self.rules;
        self.m.exercised.procedures[procedure.index()] = true;
        let procedure = &rules.procedures[procedure.index()];
        let again = self.m.cursor.again();
        let base = self.open_frame(procedure.locals);
        if !again {
            if self.m.procedures == DEEPEST_PROCEDURES {
                return Err(FaultKind::TooDeep(DEEPEST_PROCEDURES).into());
            }
            self.m.procedures += 1;
            for (index, &argument) in arguments.iter().enumerate() {
                self.m.frames.values[base + index] = self.value(argument, body.base)?;
            }
        }
        let flow = self.block(
            &procedure.body,
            Body {
                base,
                declared: body.declared,
                cause: Some(procedure.item),
            },
        )?;
        self.m.procedures -= 1;
        self.close_frame(base);
        Ok(flow)
    }

    /// Carries out the row of a table that stands for a key.
    fn consult(
        &mut self,
        table: TableId,
        arguments: &'a [ExprId],
        key: ExprId,
        span: Span,
        body: Body,
    ) -> Outcome<Flow> {
        let rules = self.rules;
        let id = table;
        let table = &rules.tables[table.index()];
        let again = self.m.cursor.again();
        let base = self.open_frame(table.locals);
        let mut row = 0;
        if !again {
            for (index, &argument) in arguments.iter().enumerate() {
                self.m.frames.values[base + index] = self.value(argument, body.base)?;
            }
            let key = self.number(key, body.base)?;
            self.m.frames.values[base + arguments.len()] = key;
            let is_meant = |&(from, to): &(Value, Value)| from <= key && key <= to;
            let found = (table.rows.iter()).position(|row| row.keys.iter().any(is_meant));
            let Some(found) = found else {
                return Err(FaultKind::NoRow(key).at(span).into());
            };
            row = found;
            self.m.exercised.rows[id.index()][row] = true;
            self.write(
                Some(table.item),
                What::Consulted {
                    table: id,
                    row: row as u32,
                    key,
                },
            )?;
        }
        let row = self.m.cursor.enter([row as Value]).at[0] as usize;
        let flow = self.block(
            &table.rows[row].body,
            Body {
                base,
                declared: body.declared,
                cause: Some(table.item),
            },
        )?;
        self.m.cursor.leave::<1>();
        self.close_frame(base);
        Ok(flow)
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
        Ok(records.push())
    }
}

/// A fault without a place arose in this statement.
fn placed(mut fault: Box<Fault>, span: Span) -> Box<Fault> {
    fault.span.get_or_insert(span);
    fault
}
