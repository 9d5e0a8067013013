//! What statements do where dice are open: each in all falls, or in some falls of one lot alone. Follows what `program/statements` makes of them.

use super::Mixed;
use super::course::{Body, Course, Flow, Within};
use super::store::{Depends, Holding, Thing};
use super::worth::{When, Worth};
use crate::ruleset::{
    Block, ExprId, KindId, Local, MISSING, Place, Slot, Statement, StatementKind, TableId, Value,
};

/// How many blocks of statements may be carried out within each other: few enough for the smallest stack.
const DEEPEST_BLOCK: u32 = 32;

impl<'a> Course<'a> {
    /// A body in those falls alone where it is to be carried out.
    fn block_where(&mut self, when: When, block: &'a Block, body: Body) -> Result<Flow, Mixed> {
        let flow = self.inside(when, |run| run.block(block, body))?;
        match (flow.unwrap_or(Flow::On), when) {
            (Flow::On, _) => Ok(Flow::On),
            (flow, When::Always) => Ok(flow),
            _ => Err(Mixed::Beyond("dice settle where a phase ends")),
        }
    }

    /// Does something for each value that something comes to, in the falls where it does.
    pub fn for_each_value(
        &mut self,
        worth: Worth,
        act: &mut dyn FnMut(&mut Self, Value) -> Result<Flow, Mixed>,
    ) -> Result<Flow, Mixed> {
        let worth = self.v.fix(worth);
        for value in self.v.all_of(worth)? {
            let when = self.v.when(worth, |own| own == value)?;
            match (self.inside(when, |run| act(run, value))?, when) {
                (None | Some(Flow::On), _) => {}
                (Some(flow), When::Always) => return Ok(flow),
                _ => return Err(Mixed::Beyond("dice settle where a phase ends")),
            }
        }
        Ok(Flow::On)
    }

    /// Statements in their order.
    pub fn block(&mut self, block: &'a Block, body: Body) -> Result<Flow, Mixed> {
        if self.deep == DEEPEST_BLOCK {
            return Err(Mixed::Beyond(
                "statements that lead very deep into each other",
            ));
        }
        self.deep += 1;
        let mut flow = Flow::On;
        for statement in block {
            let mark = self.v.mark();
            flow = self.perform(statement, body)?;
            // What a batch changes is kept until all of it has been carried out.
            if self.within != Within::Batch {
                self.v.forget_since(mark);
            }
            if flow != Flow::On {
                break;
            }
        }
        self.deep -= 1;
        Ok(flow)
    }

    fn perform(&mut self, statement: &'a Statement, body: Body) -> Result<Flow, Mixed> {
        self.v.step()?;
        let base = body.base;
        match &statement.kind {
            StatementKind::Set { place, value } => {
                let worth = self.v.value(*value, base)?;
                self.put(*place, worth, false, body)?;
            }
            StatementKind::Add { place, value } => {
                let worth = self.v.number(*value, base)?;
                self.put(*place, worth, true, body)?;
            }
            StatementKind::Subtract { place, value } => {
                let worth = self.v.number(*value, base)?;
                let worth = self.v.opposite(worth)?;
                self.put(*place, worth, true, body)?;
            }
            StatementKind::If {
                branches,
                otherwise,
            } => return self.branch(branches, otherwise, body),
            StatementKind::Each {
                kind,
                local,
                filter,
                order,
                body: inner,
            } => return self.each(*kind, *local, *filter, *order, inner, body),
            StatementKind::Repeat {
                condition,
                body: inner,
            } => loop {
                self.v.step()?;
                match self.v.holds(*condition, base)? {
                    When::Never => return Ok(Flow::On),
                    when => match self.block_where(when, inner, body)? {
                        Flow::On => {}
                        flow => return Ok(flow),
                    },
                }
            },
            StatementKind::Roll {
                who,
                count,
                sides,
                purpose,
                local,
                keep,
            } => {
                let worth = self.roll(*who, *count, *sides, *purpose, base)?;
                self.v.put(Thing::Name(base + u32::from(*local)), worth)?;
                if let Some(keep) = keep {
                    self.put(*keep, worth, false, body)?;
                }
            }
            StatementKind::Ask {
                who,
                question,
                about,
                default,
                local,
                ..
            } => {
                let answer = self.ask(*who, *question, about, *default, base)?;
                self.v.put(Thing::Name(base + u32::from(*local)), answer)?;
            }
            StatementKind::Declare { who, .. } => self.declare(*who, None, body)?,
            StatementKind::RefuseDeclarations { who, because } => {
                self.declare(*who, Some(*because), body)?;
            }
            StatementKind::Refuse { because } => {
                self.v.say(*because, base)?;
                if let Some(act) = body.declared {
                    self.refuse(act)?;
                }
            }
            StatementKind::Does {
                actor,
                action,
                local,
                next: false,
                settings,
            } => {
                let act = self.does(*actor, *action, settings, base)?;
                if let Some(local) = local {
                    let name = Thing::Name(base + u32::from(*local));
                    self.v.put(name, Worth::Same(Value::from(act)))?;
                }
            }
            StatementKind::Does { .. } => {
                return Err(Mixed::Beyond("an act that comes as the very next batch"));
            }
            StatementKind::Cancel { .. } => return Err(Mixed::Beyond("an act that is cancelled")),
            StatementKind::Resolve { condition } => self.resolve(*condition, base)?,
            StatementKind::Raise { event, arguments } => self.raise(*event, arguments, base)?,
            StatementKind::Do {
                procedure,
                arguments,
            } => {
                let procedure = &self.rules.procedures[procedure.index()];
                let own = self.frame(procedure.locals, arguments, base)?;
                let body = Body { base: own, ..body };
                let flow = self.block(&procedure.body, body)?;
                self.close(own);
                return Ok(flow);
            }
            StatementKind::Consult {
                table,
                arguments,
                key,
            } => return self.consult(*table, arguments, *key, body),
            StatementKind::New {
                kind,
                local,
                settings,
            } => {
                if self.v.here.is_some() || self.window.is_some() {
                    return Err(Mixed::Beyond("a record that is made in some runs only"));
                }
                let record = self.v.store.make(*kind);
                self.give(*kind, record, settings, base)?;
                self.fill_in(*kind, record, &[])?;
                if let Some(local) = local {
                    let name = Thing::Name(base + u32::from(*local));
                    self.v.put(name, Worth::Same(Value::from(record)))?;
                }
            }
            StatementKind::Phase(phase) => return self.phase(*phase, None),
            StatementKind::Leave(phase) => return self.only_in_phases(Flow::Leave(*phase)),
            StatementKind::EndCombat { because } => {
                if let Some(because) = because {
                    self.v.say(*because, base)?;
                }
                return self.only_in_phases(Flow::Over);
            }
            StatementKind::Note(text) => self.v.say(*text, base)?,
        }
        Ok(Flow::On)
    }

    fn only_in_phases(&self, flow: Flow) -> Result<Flow, Mixed> {
        match self.within {
            Within::Phase => Ok(flow),
            _ => Err(Mixed::Beyond("an act or a trigger that ends a phase")),
        }
    }

    /// The first branch whose condition is true, in each fall.
    fn branch(
        &mut self,
        branches: &'a [(ExprId, Block)],
        otherwise: &'a Block,
        body: Body,
    ) -> Result<Flow, Mixed> {
        let Some(((condition, block), others)) = branches.split_first() else {
            return self.block(otherwise, body);
        };
        let worth = self.v.value(*condition, body.base)?;
        let (yes, no) = (
            self.v.when(worth, |value| value == 1)?,
            self.v.when(worth, |value| value != 1)?,
        );
        match self.block_where(yes, block, body)? {
            Flow::On => {}
            flow => return Ok(flow),
        }
        let flow = self.inside(no, |run| run.branch(others, otherwise, body))?;
        match (flow.unwrap_or(Flow::On), no) {
            (flow, When::Always) => Ok(flow),
            (Flow::On, _) => Ok(Flow::On),
            _ => Err(Mixed::Beyond("dice settle where a phase ends")),
        }
    }

    /// Each record that passes the filter, in the falls in which it does. Which ones is settled before the first body runs.
    fn each(
        &mut self,
        kind: KindId,
        local: Local,
        filter: Option<ExprId>,
        order: Option<(ExprId, bool)>,
        inner: &'a Block,
        body: Body,
    ) -> Result<Flow, Mixed> {
        let name = Thing::Name(body.base + u32::from(local));
        let records: Vec<u32> = match kind {
            KindId::ACT => self.v.line(),
            kind => (0..self.v.store.count(kind)).collect(),
        };
        let mut found = Vec::new();
        for record in records {
            self.v.step()?;
            self.call(name, record);
            let waits = match kind {
                KindId::ACT => {
                    let waits = self.v.look(self.v.store.waits(record))?;
                    self.v.when(waits, |value| value == 1)?
                }
                _ => When::Always,
            };
            let passed = self.inside(waits, |run| {
                let when = match filter {
                    Some(filter) => run.v.holds(filter, body.base)?,
                    None => When::Always,
                };
                let key = match (order, when) {
                    (Some((key, highest_first)), When::Always | When::Where(_)) => {
                        run.order_key(when, key, highest_first, body.base)?
                    }
                    _ => 0,
                };
                Ok((when, key))
            })?;
            match passed {
                None | Some((When::Never, _)) => {}
                Some((When::Always, key)) => found.push((key, record, waits)),
                Some((when, key)) => found.push((key, record, when)),
            }
        }
        if order.is_some() {
            found.sort_by_key(|&(key, record, _)| (key, record));
        }
        for (_, record, when) in found {
            // What the body named the last time is named anew.
            self.release(body.base + u32::from(local) + 1);
            self.call(name, record);
            match self.block_where(when, inner, body)? {
                Flow::On => {}
                flow => return Ok(flow),
            }
        }
        Ok(Flow::On)
    }

    fn order_key(
        &mut self,
        when: When,
        key: ExprId,
        highest_first: bool,
        base: u32,
    ) -> Result<Value, Mixed> {
        let key = self.inside(when, |run| run.v.fixed(key, base))?;
        match key {
            Some(MISSING) => Err(Mixed::Fault),
            Some(key) if highest_first => Ok(-key),
            key => Ok(key.unwrap_or(0)),
        }
    }

    /// Lets a name of a loop stand for a record. It cannot be read behind the loop, so that it is so in all falls does not matter.
    pub fn call(&mut self, name: Thing, record: u32) {
        if let Depends::On(lot) = self.v.store.holding(name).depends {
            self.v.lots.forget(lot, name);
        }
        let depends = Depends::Not;
        let value = Value::from(record);
        self.v.store.hold(name, Holding { value, depends });
    }

    /// The names from this one on stand for nothing.
    fn release(&mut self, first: u32) {
        let names = self.v.store.names(first).len();
        self.close(first);
        self.v.store.open(names as u16);
    }

    /// A new frame whose first names are these.
    fn frame(&mut self, names: u16, given: &[ExprId], base: u32) -> Result<u32, Mixed> {
        let mut worths = Vec::with_capacity(given.len());
        for &argument in given {
            worths.push(self.v.value(argument, base)?);
        }
        let own = self.v.store.open(names);
        for (index, worth) in worths.into_iter().enumerate() {
            self.v.put(Thing::Name(own + index as u32), worth)?;
        }
        Ok(own)
    }

    /// Carries out the rows of a table that stand for a key.
    fn consult(
        &mut self,
        table: TableId,
        arguments: &'a [ExprId],
        key: ExprId,
        body: Body,
    ) -> Result<Flow, Mixed> {
        let table = &self.rules.tables[table.index()];
        let key = self.v.number(key, body.base)?;
        let key = self.v.fix(key);
        let own = self.frame(table.locals, arguments, body.base)?;
        self.v.put(Thing::Name(own + arguments.len() as u32), key)?;
        let row_of = |key: Value| table.row_of(key);
        let mut rows = Vec::new();
        for key in self.v.all_of(key)? {
            rows.push(row_of(key).ok_or(Mixed::Fault)?);
        }
        rows.sort_unstable();
        rows.dedup();
        for row in rows {
            let when = self.v.when(key, |key| row_of(key) == Some(row))?;
            let body = Body { base: own, ..body };
            match self.block_where(when, &table.rows[row].body, body)? {
                Flow::On => {}
                flow => {
                    self.close(own);
                    return Ok(flow);
                }
            }
        }
        self.close(own);
        Ok(Flow::On)
    }

    /// Puts a value somewhere, or adds it to what is there.
    fn put(&mut self, place: Place, worth: Worth, adds: bool, body: Body) -> Result<(), Mixed> {
        match place {
            Place::Local(local) => {
                let name = Thing::Name(body.base + u32::from(local));
                let worth = match adds {
                    true => {
                        let old = self.v.look(name)?;
                        self.v.sum(old, worth)?
                    }
                    false => worth,
                };
                self.v.put(name, worth)
            }
            Place::Attribute { kind, of, slot } => {
                let record = self.v.number(of, body.base)?;
                self.for_each_value(record, &mut |run, record| {
                    let thing = Thing::Attribute(kind, record as u32, slot);
                    run.change(thing, worth, adds)?;
                    Ok(Flow::On)
                })?;
                Ok(())
            }
        }
    }

    /// Gives a new record its attributes.
    pub fn give(
        &mut self,
        kind: KindId,
        record: u32,
        settings: &[(Slot, ExprId)],
        base: u32,
    ) -> Result<(), Mixed> {
        for &(slot, value) in settings {
            let worth = self.v.value(value, base)?;
            self.v.put(Thing::Attribute(kind, record, slot), worth)?;
        }
        Ok(())
    }
}
