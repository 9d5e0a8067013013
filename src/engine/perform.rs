//! Statements: carries out what phases, actions, triggers and procedures say.
//!
//! Inside a batch, changes of attributes are gathered and put in force when all acts of the batch have been carried out; everywhere else
//! they are in force at once.

use super::decisions::Asking;
use super::dice::RollRequest;
use super::fault::{Fault, FaultKind, Outcome};
use super::memory::{Change, Pending};
use super::run::{Body, Flow, Run};
use crate::journal::{Range, What};
use crate::ruleset::{
    Block, ExprId, KindId, MISSING, MOST, Place, ProcedureId, QuestionId, Sides, Slot, Statement,
    StatementKind, TableId, Type, Value, Who, WordId,
};
use crate::scenario::Person;
use crate::source::Span;

impl<'a> Run<'a, '_> {
    /// Statements in their order.
    pub fn block(&mut self, block: &'a Block, body: Body) -> Outcome<Flow> {
        for statement in block {
            match self
                .perform(statement, body)
                .map_err(|fault| placed(fault, statement.span))?
            {
                Flow::On if self.m.over && !self.m.responding => return Ok(Flow::Over),
                Flow::On => {}
                flow => return Ok(flow),
            }
        }
        Ok(Flow::On)
    }

    fn perform(&mut self, statement: &'a Statement, body: Body) -> Outcome<Flow> {
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
                for (condition, branch) in branches {
                    if self.holds(*condition, base)? {
                        return self.block(branch, body);
                    }
                }
                return self.block(otherwise, body);
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
            } => {
                while self.holds(*condition, base)? {
                    self.eval().step()?;
                    match self.block(inner, body)? {
                        Flow::On => {}
                        flow => return Ok(flow),
                    }
                }
            }
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

    /// The number that an expression gives; it must not be missing.
    fn number(&mut self, id: ExprId, base: usize) -> Outcome<Value> {
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
        let count = if kind == KindId::ACT {
            self.m.state.live.len() as u32
        } else {
            self.m.state.records[kind.index()].count()
        };
        for index in 0..count {
            let record = if kind == KindId::ACT {
                self.m.state.live[index as usize]
            } else {
                index
            };
            self.m.frames.values[body.base + local] = Value::from(record);
            self.eval().step()?;
            if self.passes(filter, body.base)? {
                self.m.scratch.push(record);
            }
        }
        if let Some((value, highest_first)) = order {
            let mut sorted = Vec::with_capacity(self.m.scratch.len() - start);
            for index in start..self.m.scratch.len() {
                let record = self.m.scratch[index];
                self.m.frames.values[body.base + local] = Value::from(record);
                let key = self.number(value, body.base)?;
                sorted.push((if highest_first { -key } else { key }, record));
            }
            sorted.sort_unstable();
            self.m.scratch.truncate(start);
            self.m
                .scratch
                .extend(sorted.into_iter().map(|(_, record)| record));
        }
        let end = self.m.scratch.len();
        let mut flow = Ok(Flow::On);
        for index in start..end {
            self.m.frames.values[body.base + local] = Value::from(self.m.scratch[index]);
            flow = self.block(inner, body);
            if !matches!(flow, Ok(Flow::On)) {
                break;
            }
        }
        self.m.scratch.truncate(start);
        flow
    }

    fn person(&mut self, who: Who, base: usize) -> Outcome<Person> {
        Ok(match who {
            Who::Gm => Person::Gm,
            Who::Side(side) => Person::Side(self.record(side, base)?),
            Who::Combatant(combatant) => Person::Combatant(self.record(combatant, base)?),
        })
    }

    fn roll(
        &mut self,
        who: Who,
        count: u32,
        sides: Sides,
        purpose: WordId,
        body: Body,
    ) -> Outcome<Value> {
        let who = self.person(who, body.base)?;
        let sides = match sides {
            Sides::Fixed(sides) => sides,
            Sides::Worked(sides) => {
                let worked = self.number(sides, body.base)?;
                u32::try_from(worked).map_err(|_| FaultKind::Dice {
                    count: i64::from(count),
                    sides: worked,
                })?
            }
        };
        if sides < 2 || sides > self.limits.sides || count == 0 || count > self.limits.dice {
            return Err(FaultKind::Dice {
                count: i64::from(count),
                sides: i64::from(sides),
            }
            .into());
        }
        self.m.faces.clear();
        let request = RollRequest {
            who,
            purpose,
            count,
            sides,
            path: &self.m.path,
        };
        let total = self.dice.roll(&request, &mut self.m.faces)?;
        let faces = {
            let m = &mut *self.m;
            m.journal.store(m.faces.iter().copied())
        };
        self.write(
            body.cause,
            What::Rolled {
                who,
                purpose,
                sides,
                faces,
                total,
            },
        )?;
        Ok(total)
    }

    fn ask(
        &mut self,
        who: Who,
        id: QuestionId,
        about: &'a [(KindId, ExprId)],
        among: Option<(u16, ExprId)>,
        default: Option<ExprId>,
        body: Body,
    ) -> Outcome<Value> {
        let question = &self.rules.questions[id.index()];
        let who = self.person(who, body.base)?;
        let said = self.say(question.text, body.base)?;
        let mut records = Vec::with_capacity(about.len());
        for &(kind, record) in about {
            let record = self.record(record, body.base)?;
            records.push((kind, record));
        }
        let asking = Asking {
            who,
            question: question.name,
            about: &records,
            path: &self.m.path,
        };
        let given = self.decisions.answer(&asking);
        let answer = match (given, default) {
            (Some(answer), _) => answer,
            (None, Some(default)) => self.value(default, body.base)?,
            (None, None) => return Err(FaultKind::NoAnswer { who, question: id }.into()),
        };
        if given.is_some()
            && !self.allowed(
                &question.answer.ty,
                question.answer.optional,
                answer,
                among,
                body.base,
            )?
        {
            return Err(FaultKind::ImpossibleAnswer {
                question: id,
                answer,
            }
            .into());
        }
        let about = self.m.journal.store(
            records
                .iter()
                .flat_map(|&(kind, record)| [Value::from(kind.0), Value::from(record)]),
        );
        self.write(
            body.cause,
            What::Asked {
                who,
                question: id,
                said,
                about,
                answer,
                by_default: given.is_none(),
            },
        )?;
        Ok(answer)
    }

    /// Whether a question allows an answer.
    fn allowed(
        &mut self,
        ty: &Type,
        optional: bool,
        answer: Value,
        among: Option<(u16, ExprId)>,
        base: usize,
    ) -> Outcome<bool> {
        if answer == MISSING {
            return Ok(optional);
        }
        Ok(match (ty, among) {
            (Type::YesNo, _) => answer == 0 || answer == 1,
            (Type::Choice(words), _) => words.iter().any(|word| Value::from(word.0) == answer),
            (Type::Record(_), Some((local, filter))) => {
                self.m.frames.values[base + local as usize] = answer;
                self.holds(filter, base)?
            }
            _ => true,
        })
    }

    /// Carries out a procedure in a frame of its own.
    fn procedure_call(
        &mut self,
        procedure: ProcedureId,
        arguments: &'a [ExprId],
        body: Body,
    ) -> Outcome<Flow> {
        let rules = self.rules;
        let procedure = &rules.procedures[procedure.index()];
        let base = self.m.frames.open(procedure.locals);
        for (index, &argument) in arguments.iter().enumerate() {
            self.m.frames.values[base + index] = self.value(argument, body.base)?;
        }
        let flow = self.block(
            &procedure.body,
            Body {
                base,
                declared: body.declared,
                cause: Some(procedure.item),
            },
        );
        self.m.frames.close(base);
        flow
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
        let base = self.m.frames.open(table.locals);
        for (index, &argument) in arguments.iter().enumerate() {
            self.m.frames.values[base + index] = self.value(argument, body.base)?;
        }
        let key = self.number(key, body.base)?;
        self.m.frames.values[base + arguments.len()] = key;
        let found = table
            .rows
            .iter()
            .position(|row| row.keys.iter().any(|&(from, to)| from <= key && key <= to));
        let Some(row) = found else {
            return Err(FaultKind::NoRow(key).at(span).into());
        };
        self.write(
            Some(table.item),
            What::Consulted {
                table: id,
                row: row as u32,
                key,
            },
        )?;
        let flow = self.block(
            &table.rows[row].body,
            Body {
                base,
                declared: body.declared,
                cause: Some(table.item),
            },
        );
        self.m.frames.close(base);
        flow
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

    /// Puts a value somewhere, or adds it to what is there.
    fn put(&mut self, place: Place, value: Value, adds: bool, body: Body) -> Outcome<()> {
        match place {
            Place::Local(local) => {
                let old = &mut self.m.frames.values[body.base + local as usize];
                *old = if adds {
                    within_range(*old, value)?
                } else {
                    value
                };
                Ok(())
            }
            Place::Attribute { kind, of, slot } => {
                let record = self.record(of, body.base)?;
                let change = Change {
                    kind,
                    record,
                    slot,
                    adds,
                    value,
                    cause: body.cause,
                };
                if self.m.in_batch {
                    self.m.changes.push(change);
                    Ok(())
                } else if adds {
                    let old = self.m.state.records[kind.index()].get(record, slot);
                    self.change(kind, record, slot, within_range(old, value)?, body.cause)
                } else {
                    self.change(kind, record, slot, value, body.cause)
                }
            }
        }
    }

    /// Changes an attribute, and writes it down.
    pub fn change(
        &mut self,
        kind: KindId,
        record: u32,
        slot: Slot,
        new: Value,
        cause: Option<crate::ruleset::ItemId>,
    ) -> Outcome<()> {
        let old = self.m.state.records[kind.index()].get(record, slot);
        let attribute = &self.rules.kinds[kind.index()].attributes[slot as usize];
        if new == MISSING && !attribute.declared.optional {
            return Err(FaultKind::Unset { kind, slot }.into());
        }
        if old == new {
            return Ok(());
        }
        self.m.state.records[kind.index()].set(record, slot, new);
        self.m.line.stale |= self.plan.watched.attribute(kind, slot);
        self.write(
            cause,
            What::Changed {
                kind,
                record,
                slot,
                old,
                new,
            },
        )
    }

    /// Puts in force what the acts of a batch have changed: of one attribute, the settings first, then all that is added.
    pub fn apply_changes(&mut self) -> Outcome<()> {
        let mut changes = std::mem::take(&mut self.m.changes);
        // Which setting comes first must not depend on the listing: the highest does, and is kept.
        changes.sort_by_key(|change| {
            (
                change.kind,
                change.record,
                change.slot,
                change.adds,
                std::cmp::Reverse(change.value),
            )
        });
        let mut index = 0;
        while index < changes.len() {
            let Change {
                kind,
                record,
                slot,
                cause,
                ..
            } = changes[index];
            let same = |change: &&Change| {
                (change.kind, change.record, change.slot) == (kind, record, slot)
            };
            let group = changes[index..].iter().take_while(same).count();
            let mut value = self.m.state.records[kind.index()].get(record, slot);
            let mut kept = None;
            for change in &changes[index..index + group] {
                if change.adds {
                    value = within_range(value, change.value)?;
                } else if let Some(kept) = kept {
                    if kept != change.value {
                        let dropped = change.value;
                        self.write(
                            change.cause,
                            What::Contradiction {
                                kind,
                                record,
                                slot,
                                kept,
                                dropped,
                            },
                        )?;
                    }
                } else {
                    kept = Some(change.value);
                    value = change.value;
                }
            }
            self.change(kind, record, slot, value, cause)?;
            index += group;
        }
        changes.clear();
        self.m.changes = changes;
        Ok(())
    }
}

/// A sum that is within bounds, of values that are there.
fn within_range(old: Value, added: Value) -> Outcome<Value> {
    if old == MISSING {
        return Err(FaultKind::Missing.into());
    }
    match old.checked_add(added) {
        Some(sum) if (-MOST..=MOST).contains(&sum) => Ok(sum),
        _ => Err(FaultKind::Overflow.into()),
    }
}

/// A fault without a place arose in this statement.
fn placed(mut fault: Box<Fault>, span: Span) -> Box<Fault> {
    fault.span.get_or_insert(span);
    fault
}
