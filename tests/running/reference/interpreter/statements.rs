//! "The procedure": what each statement does.

use affray::journal::What;
use affray::ruleset::{
    AllowedAnswers, Amount, AskedActions, Block, Declared, Destination, ExprId, KindId, Local,
    MISSING, MOST, QuestionId, Slot, Statement, StatementKind, Tally, Throw, Type, Value,
    ValueBound, Who, WordId,
};
use affray::run::decisions::Asking;
use affray::run::dice::RollRequest;
use affray::run::fault::{FaultKind, RunResult};
use affray::scenario::{Occasion, Person};

use super::{Body, Change, Flow, Frame, Pending, Run, frame};

/// "Limits": how many blocks of statements may lie in each other.
const DEEPEST: u32 = 64;

impl<'a> Run<'a> {
    /// Statements in their order. A fault without a place arose in the innermost statement.
    pub(super) fn block(
        &mut self,
        block: &'a Block,
        names: &mut Frame,
        body: Body,
    ) -> RunResult<Flow> {
        if self.depth == DEEPEST {
            return Err(FaultKind::TooDeep(DEEPEST).into());
        }
        self.depth += 1;
        let mut flow = Flow::On;
        for statement in block {
            if self.is_to_end() || flow != Flow::On {
                break;
            }
            flow = self
                .statement(statement, names, body)
                .map_err(|mut fault| {
                    fault.span.get_or_insert(statement.span);
                    fault
                })?;
        }
        self.depth -= 1;
        Ok(if self.is_to_end() { Flow::Over } else { flow })
    }

    /// "`end combat`": nothing more is done, but that all acts of a batch are carried out, and a trigger responds to its end.
    pub(super) fn is_to_end(&self) -> bool {
        self.over && !self.responding && !self.in_batch
    }

    fn statement(
        &mut self,
        statement: &'a Statement,
        names: &mut Frame,
        body: Body,
    ) -> RunResult<Flow> {
        self.works()?;
        match &statement.kind {
            StatementKind::Set { place, value } => {
                let value = self.value(*value, names)?;
                self.put(*place, value, false, names, body)?;
            }
            StatementKind::Add { place, value } => {
                let value = self.number(*value, names)?;
                self.put(*place, value, true, names, body)?;
            }
            StatementKind::Subtract { place, value } => {
                let value = self.number(*value, names)?;
                self.put(*place, -value, true, names, body)?;
            }
            StatementKind::If {
                branches,
                otherwise,
            } => {
                for (condition, block) in branches {
                    if self.holds(*condition, names)? {
                        return self.block(block, names, body);
                    }
                }
                if !otherwise.is_empty() {
                    return self.block(otherwise, names, body);
                }
            }
            StatementKind::Each {
                kind,
                local,
                filter,
                order,
                body: inner,
            } => {
                for record in self.chosen(*kind, *local, *filter, order, names)? {
                    names[usize::from(*local)] = record.into();
                    match self.block(inner, names, body)? {
                        Flow::On => {}
                        flow => return Ok(flow),
                    }
                }
            }
            StatementKind::Repeat {
                condition,
                body: inner,
            } => {
                while self.holds(*condition, names)? {
                    match self.block(inner, names, body)? {
                        Flow::On => {}
                        Flow::LeaveRepeat => break,
                        flow => return Ok(flow),
                    }
                }
            }
            StatementKind::Roll {
                who,
                count,
                sides,
                tally,
                purpose,
                local,
                keep,
            } => {
                let dice = ([*count, *sides], *tally);
                let total = self.roll(*who, dice, *purpose, names, body)?;
                names[usize::from(*local)] = total;
                if let Some(keep) = keep {
                    self.put(*keep, total, false, names, body)?;
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
                let about = (*who, *question, &**about);
                let answer = self.ask(about, *among, *default, names, body)?;
                names[usize::from(*local)] = answer;
            }
            StatementKind::Declare {
                who,
                one,
                actions,
                secret,
            } => {
                let who = self.record(*who, names)?;
                self.declare((who, *one, actions), *secret, None, names, body)?;
            }
            StatementKind::RefuseDeclarations { who, because } => {
                let who = self.record(*who, names)?;
                let all = AskedActions::default();
                self.declare((who, false, &all), false, Some(*because), names, body)?;
            }
            StatementKind::Refuse { because } => {
                let because = self.say(*because, names)?;
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
                let actor = self.record(*actor, names)?;
                let values = self.settings(settings, names)?;
                let act = self.make_act(actor, *action, None)?;
                self.give(KindId::ACT, act, &values)?;
                if let Some(local) = local {
                    names[usize::from(*local)] = act.into();
                }
                self.queue.push_back(Pending::Joins(act, *next, body.cause));
                self.settle_outside()?;
            }
            StatementKind::Cancel { act, word, because } => {
                let act = self.record(*act, names)?;
                let because = because
                    .map(|because| self.say(because, names))
                    .transpose()?;
                self.cancel(act, *word, because, body.cause)?;
            }
            StatementKind::Resolve { condition } => return self.resolve(*condition, names),
            StatementKind::Raise { event, arguments } => {
                self.coverage.events[event.index()] = true;
                let values = self.values(arguments, names)?;
                let kept = self.journal.store(values.iter().copied());
                let (event, raised) = (*event, values);
                let values = kept;
                self.write(body.cause, What::Raised { event, values })?;
                self.queue.push_back(Pending::Event(event, raised));
                self.settle_outside()?;
            }
            StatementKind::Do {
                procedure,
                arguments,
                local,
            } => {
                self.coverage.procedures[procedure.index()] = true;
                let procedure = &self.rules.procedures[procedure.index()];
                let mut own = frame(procedure.locals);
                let values = self.values(arguments, names)?;
                own[..values.len()].copy_from_slice(&values);
                let cause = Some(procedure.item);
                let flow = self.block(&procedure.body, &mut own, Body { cause, ..body })?;
                if let (Flow::On, Some(local)) = (flow, local) {
                    names[usize::from(*local)] = own[usize::from(procedure.result())];
                }
                return Ok(flow);
            }
            StatementKind::Result { local, value } => {
                names[usize::from(*local)] = self.value(*value, names)?;
            }
            StatementKind::Consult {
                table: id,
                arguments,
                key,
            } => {
                let table = &self.rules.tables[id.index()];
                let mut own = frame(table.locals);
                let values = self.values(arguments, names)?;
                own[..values.len()].copy_from_slice(&values);
                let key = self.number(*key, names)?;
                own[values.len()] = key;
                let stands_for = |&(from, to): &(Value, Value)| from <= key && key <= to;
                let row = (table.rows.iter()).position(|row| row.keys.iter().any(stands_for));
                let Some(row) = row else {
                    return Err(FaultKind::NoRow { table: *id, key }
                        .at(statement.span)
                        .into());
                };
                self.coverage.rows[id.index()][row] = true;
                let (table_id, number) = (*id, row as u32);
                let cause = Some(table.item);
                let consulted = What::Consulted {
                    table: table_id,
                    row: number,
                    key,
                };
                self.write(cause, consulted)?;
                return self.block(&table.rows[row].body, &mut own, Body { cause, ..body });
            }
            StatementKind::New {
                kind,
                local,
                settings,
            } => {
                // "its values are worked out before it is there"
                let values = self.settings(settings, names)?;
                let record = self.records[kind.index()].len() as u32;
                let limit = u64::from(self.limits.events);
                if u64::from(record) >= limit {
                    return Err(FaultKind::TooMuch(limit).into());
                }
                let attributes = self.rules.kinds[kind.index()].attributes.len();
                self.records[kind.index()].push(vec![MISSING; attributes]);
                self.give(*kind, record, &values)?;
                if let Some(local) = local {
                    names[usize::from(*local)] = record.into();
                }
                let kind = *kind;
                self.write(body.cause, What::Made { kind, record })?;
            }
            StatementKind::Phase(phase) => return self.phase(*phase, None),
            StatementKind::Leave(phase) => return Ok(Flow::Leave(*phase)),
            StatementKind::LeaveRepeat => return Ok(Flow::LeaveRepeat),
            StatementKind::LeaveTurn(phase) => return Ok(Flow::LeaveTurn(*phase)),
            StatementKind::EndCombat { because } => {
                let because = because
                    .map(|because| self.say(because, names))
                    .transpose()?;
                self.write(body.cause, What::Ended { because })?;
                return Ok(Flow::Over);
            }
            StatementKind::Note(text) => {
                let said = self.say(*text, names)?;
                self.write(body.cause, What::Noted { said })?;
                self.journal.keep_title(self.rules, said);
            }
        }
        Ok(Flow::On)
    }

    fn values(&mut self, arguments: &[ExprId], names: &[Value]) -> RunResult<Vec<Value>> {
        (arguments.iter())
            .map(|&argument| self.value(argument, names))
            .collect()
    }

    /// Gives a new record what is said of it, then its defaults.
    fn settings(
        &mut self,
        settings: &[(Slot, ExprId)],
        names: &[Value],
    ) -> RunResult<Vec<(Slot, Value)>> {
        let mut values = Vec::new();
        for &(slot, value) in settings {
            values.push((slot, self.value(value, names)?));
        }
        Ok(values)
    }

    fn give(&mut self, kind: KindId, record: u32, values: &[(Slot, Value)]) -> RunResult<()> {
        for &(slot, value) in values {
            self.records[kind.index()][record as usize][usize::from(slot)] = value;
        }
        self.fill_in(kind, record, &[])
    }

    /// "for each record, by name or by a value": which ones is settled before the first body.
    fn chosen(
        &mut self,
        kind: KindId,
        local: Local,
        filter: Option<ExprId>,
        order: &[(ExprId, bool)],
        names: &mut Frame,
    ) -> RunResult<Vec<u32>> {
        let mut chosen = Vec::new();
        for record in self.records_of(kind) {
            names[usize::from(local)] = record.into();
            self.works()?;
            if self.passes(filter, names)? {
                chosen.push(record);
            }
        }
        // The most important value last: what it leaves equal stays in the order of the others.
        for (number, &(value, highest_first)) in order.iter().rev().enumerate() {
            let mut sorted = Vec::new();
            for record in chosen {
                names[usize::from(local)] = record.into();
                let value = self.number(value, names)?;
                sorted.push((if highest_first { -value } else { value }, record));
            }
            match number {
                0 => sorted.sort_unstable(),
                _ => sorted.sort_by_key(|one| one.0),
            }
            chosen = sorted.into_iter().map(|(_, record)| record).collect();
        }
        Ok(chosen)
    }

    /// Puts a value somewhere, or adds it to what is there. "Batches are simultaneous": what acts of a batch change is gathered.
    fn put(
        &mut self,
        place: Destination,
        value: Value,
        adds: bool,
        names: &mut Frame,
        body: Body,
    ) -> RunResult<()> {
        match place {
            Destination::Local(local) => {
                let name = &mut names[usize::from(local)];
                *name = if adds { sum(*name, value)? } else { value };
                Ok(())
            }
            Destination::Attribute {
                kind,
                of,
                slot,
                tells: _,
                within: _,
            } => {
                let change = Change {
                    kind,
                    record: self.record(of, names)?,
                    slot,
                    adds,
                    value,
                    cause: body.cause,
                };
                match self.in_batch {
                    true => self.changes.push(change),
                    false => {
                        self.change_all(vec![change], true)?;
                        if !self.queue.is_empty() {
                            self.settle_outside()?;
                        }
                    }
                }
                Ok(())
            }
        }
    }

    /// Puts changes in force: of each attribute the settings first, then all that is added. Of different settings the highest counts; that there were
    /// others is written down. `told`: triggers that wait for a change hear of it; of what the game master corrects they do not.
    pub(super) fn change_all(&mut self, mut changes: Vec<Change>, told: bool) -> RunResult<()> {
        changes.sort_by_key(|change| {
            let within = self.rules.attribute(change.kind, change.slot).within;
            let is_bounded = within.slots().next().is_some();
            let place = (is_bounded, change.kind, change.record, change.slot);
            (place, change.adds, std::cmp::Reverse(change.value))
        });
        let same =
            |a: &Change, b: &Change| (a.kind, a.record, a.slot) == (b.kind, b.record, b.slot);
        for changes in changes.chunk_by(same) {
            let &Change {
                kind,
                record,
                slot,
                cause,
                ..
            } = &changes[0];
            let old = self.attribute(kind, record.into(), slot);
            let is_set = matches!(self.rules.attribute(kind, slot).declared.ty, Type::Set(_));
            let (mut new, mut kept) = (old, None);
            for change in changes {
                match (change.adds, kept) {
                    // "All that is added comes before all that is taken away."
                    (true, _) if is_set && change.value >= 0 => new |= change.value,
                    (true, _) if is_set => new &= !(-change.value),
                    (true, _) => new = sum(new, change.value)?,
                    (false, None) => {
                        kept = Some(change.value);
                        new = change.value;
                    }
                    (false, Some(kept)) if kept != change.value => {
                        let dropped = change.value;
                        let contradiction = What::Contradiction {
                            kind,
                            record,
                            slot,
                            kept,
                            dropped,
                        };
                        self.write(change.cause, contradiction)?;
                    }
                    (false, Some(_)) => {}
                }
            }
            let attribute = &self.rules.kinds[kind.index()].attributes[usize::from(slot)];
            // "Values within bounds": what the game master corrects stands as it is said.
            if told && new != MISSING {
                let number = |bound| match bound {
                    ValueBound::Number(number) => number,
                    ValueBound::Attribute(slot) => self.attribute(kind, record.into(), slot),
                };
                let known =
                    |bound: Option<ValueBound>| bound.map(number).filter(|&one| one != MISSING);
                new = known(attribute.within.least).map_or(new, |least| new.max(least));
                new = known(attribute.within.most).map_or(new, |most| new.min(most));
            }
            if new == MISSING && !attribute.declared.optional {
                return Err(FaultKind::Unset { kind, slot }.into());
            }
            if new != old {
                self.records[kind.index()][record as usize][usize::from(slot)] = new;
                let changed = What::Changed {
                    kind,
                    record,
                    slot,
                    old,
                    new,
                };
                if !attribute.is_mark {
                    self.write(cause, changed)?;
                }
                if let Some(event) = attribute.told_by.filter(|_| told) {
                    let values = vec![record.into(), old, new];
                    self.queue.push_back(Pending::Event(event, values));
                }
            }
        }
        Ok(())
    }

    fn person(&mut self, who: Who, names: &[Value]) -> RunResult<Person> {
        Ok(match who {
            Who::Gm => Person::Gm,
            Who::Side(side) => Person::Side(self.record(side, names)?),
            Who::Combatant(combatant) => Person::Combatant(self.record(combatant, names)?),
        })
    }

    /// Rolls dice; gives what comes of them. "No dice at all make 0, less than none stop the run with an error."
    fn roll(
        &mut self,
        who: Who,
        (amounts, tally): ([Amount; 2], Tally<Amount>),
        purpose: WordId,
        names: &[Value],
        body: Body,
    ) -> RunResult<Value> {
        let who = self.person(who, names)?;
        let mut known = [0; 2];
        for (known, amount) in known.iter_mut().zip(amounts) {
            *known = match amount {
                Amount::Fixed(amount) => amount.into(),
                Amount::Worked(amount) => self.number(amount, names)?,
            };
        }
        let [count, sides] = known;
        let number = match tally.number() {
            Some(&Amount::Worked(number)) => self.number(number, names)?,
            Some(&Amount::Fixed(number)) => number.into(),
            None => 0,
        };
        let possible = (0..=Value::from(self.limits.dice)).contains(&count)
            && (2..=Value::from(self.limits.sides)).contains(&sides);
        if !possible {
            return Err(FaultKind::Dice { count, sides }.into());
        }
        if count == 0 {
            return Ok(0);
        }
        self.correct(Occasion::Roll(who, purpose))?;
        let mut faces = Vec::new();
        let request = RollRequest {
            who,
            purpose,
            throw: Throw {
                count: count as u32,
                sides: sides as u32,
                tally: tally.map(|_| Throw::number(number)),
            },
            path: &self.path,
            running: &self.running,
        };
        let total = self.dice.roll(&request, &mut faces)?;
        let (throw, faces) = (request.throw, self.journal.store(faces));
        let rolled = What::Rolled {
            who,
            purpose,
            throw,
            faces,
            total,
        };
        self.write(body.cause, rolled)?;
        Ok(total)
    }

    /// Puts a question; gives the answer, or the default.
    fn ask(
        &mut self,
        (who, id, about): (Who, QuestionId, &[(KindId, ExprId)]),
        among: Option<AllowedAnswers>,
        default: Option<ExprId>,
        names: &mut Frame,
        body: Body,
    ) -> RunResult<Value> {
        let question = &self.rules.questions[id.index()];
        let who = self.person(who, names)?;
        let said = self.say(question.text, names)?;
        let mut records = Vec::new();
        for &(kind, record) in about {
            records.push((kind, self.record(record, names)?));
        }
        self.correct(Occasion::Answer(who, question.name))?;
        let is_act = |(kind, _): &&(KindId, u32)| *kind == KindId::ACT;
        let acts = records.iter().filter(is_act);
        let acts = acts.map(|&(kind, act)| self.records[kind.index()][act as usize].clone());
        let acts: Vec<Vec<Value>> = acts.collect();
        let drawable = match (question.is_draw, &question.answer.ty) {
            (true, Type::Record(kind)) => match among {
                Some(_) => {
                    self.all_allowed(&question.answer, among, &mut names.clone())
                        .0
                }
                None => (0..self.records[kind.index()].len() as Value).collect(),
            },
            _ => Vec::new(),
        };
        let asking = Asking {
            who,
            question: question.name,
            about: &records,
            acts: &acts,
            drawable: &drawable,
            path: &self.path,
            running: &self.running,
            journal: &self.journal,
        };
        let given = self.decisions.answer(&asking);
        let answer = match (given, default) {
            (Some(answer), _) => {
                let declared = &question.answer;
                if !self.is_allowed(declared, answer, among, names)? {
                    let (allowed, ends) = self.all_allowed(declared, among, names);
                    return Err(FaultKind::ImpossibleAnswer {
                        question: id,
                        answer,
                        allowed,
                        ends,
                    }
                    .into());
                }
                answer
            }
            (None, Some(default)) => self.value(default, names)?,
            (None, None) => {
                let about = records;
                return Err(FaultKind::NoAnswer {
                    who,
                    question: id,
                    about,
                }
                .into());
            }
        };
        if given.is_none() && drawable.len() == 1 {
            return Ok(answer);
        }
        let about = records
            .iter()
            .flat_map(|&(kind, record)| [kind.0.into(), record.into()]);
        let about = self.journal.store(about.collect::<Vec<Value>>());
        let asked = What::Asked {
            who,
            question: id,
            said,
            about,
            answer,
            by_default: given.is_none(),
        };
        self.write(body.cause, asked)?;
        Ok(answer)
    }

    /// Whether a question allows an answer.
    fn is_allowed(
        &mut self,
        declared: &Declared,
        answer: Value,
        among: Option<AllowedAnswers>,
        names: &mut Frame,
    ) -> RunResult<bool> {
        let is_one = match &declared.ty {
            _ if answer == MISSING => return Ok(declared.optional),
            Type::YesNo => answer == 0 || answer == 1,
            Type::Choice(words) => words.contains(&WordId(answer as u32)),
            Type::Record(kind) => (answer as usize) < self.records[kind.index()].len(),
            Type::Number(_) | Type::Text | Type::Action | Type::Stage | Type::Set(_) => true,
        };
        match among {
            Some(among) if is_one => {
                names[usize::from(among.name)] = answer;
                self.holds(among.condition, names)
            }
            _ => Ok(is_one),
        }
    }

    /// The words, records and numbers that a question allows.
    fn all_allowed(
        &mut self,
        declared: &Declared,
        among: Option<AllowedAnswers>,
        names: &mut Frame,
    ) -> (Vec<Value>, Option<(Value, Value)>) {
        let ends = among.and_then(|among| among.range);
        let ends = ends.and_then(|(from, to)| {
            let [from, to] = [from, to].map(|end| self.value(end, names).ok());
            from.zip(to)
        });
        let too_many = ends.filter(|(from, to)| to - from >= 1000);
        let mut all: Vec<Value> = match (&declared.ty, ends) {
            (Type::Choice(words), _) => words.iter().map(|word| word.0.into()).collect(),
            (Type::Record(kind), _) if among.is_some() => {
                (0..self.records[kind.index()].len() as Value).collect()
            }
            (_, Some((from, to))) if too_many.is_none() => (from..=to).collect(),
            _ => Vec::new(),
        };
        all.retain(|&answer| self.is_allowed(declared, answer, among, names) == Ok(true));
        (all, too_many)
    }
}

/// A sum of values that are there.
fn sum(old: Value, added: Value) -> RunResult<Value> {
    if old == MISSING {
        return Err(FaultKind::Missing.into());
    }
    match old.checked_add(added) {
        Some(sum) if (-MOST..=MOST).contains(&sum) => Ok(sum),
        _ => Err(FaultKind::Overflow.into()),
    }
}
