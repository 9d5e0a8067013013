//! A run that stands at a roll, as a row of bytes: everything on which its future depends, and nothing else. Runs with equal rows go on
//! alike, whatever happened before; the journal is left behind.

use super::line::Exception;
use super::memory::{ActMemory, Change, LineMemory, Memory, Pending};
use super::words::{Reader, Writer};
use crate::journal::{ActRecord, Range};
use crate::ruleset::{
    ActMoment, ActionId, EventId, ItemId, KindId, MISSING, PhaseId, Relation, Slot, TriggerId,
    Value, slots,
};

/// All relations, by the number that stands for them in a row.
const RELATIONS: [Relation; 7] = [
    Relation::Waits,
    Relation::GoesAhead,
    Relation::Joins,
    Relation::NotBefore,
    Relation::NotAfter,
    Relation::Leads,
    Relation::Trails,
];

/// All moments of an act, by the number that stands for them in a row.
const MOMENTS: [ActMoment; 7] = [
    ActMoment::Declared,
    ActMoment::Added,
    ActMoment::Missed,
    ActMoment::Before,
    ActMoment::Resolves,
    ActMoment::Cancelled,
    ActMoment::Void,
];

impl Memory {
    /// Writes down where the run stands.
    pub fn write(&self, out: &mut Writer) {
        self.write_state(out);
        self.write_acts(out);
        self.line.write(&self.waiting, out);
        out.put(self.queue.len() as Value);
        self.queue.iter().for_each(|it| self.write_pending(it, out));
        out.put(self.answering.len() as Value);
        (self.answering.iter()).for_each(|it| self.write_pending(it, out));
        out.put(self.changes.len() as Value);
        self.changes.iter().for_each(|it| it.write(out));
        let flags = [self.responding, self.over, self.at_once, self.in_batch];
        flags.iter().for_each(|&flag| out.put(Value::from(flag)));
        out.put(self.path.len() as Value);
        for &(phase, number) in &self.path {
            out.put(Value::from(phase.0));
            out.put(number);
        }
        out.all(self.running.iter().map(|phase| Value::from(phase.0)));
        out.put(self.used.all().len() as Value);
        for used in self.used.all() {
            out.put(Value::from(used.trigger.0));
            out.put(Value::from(used.times));
            out.all(used.values.iter().copied());
        }
        out.put(self.chain as Value);
        out.put(self.open_urgency.map_or(MISSING, Value::from));
        out.all(self.batch.iter().map(|&act| Value::from(act)));
        out.all(self.scratch.iter().map(|&record| Value::from(record)));
        out.all(self.cursor.steps().iter().copied());
    }

    /// Puts the run where it stood. What the run was before must have been set up by the same scenario.
    pub fn read(&mut self, from: &mut Reader<'_>) {
        self.journal.clear();
        self.read_state(from);
        self.read_acts(from);
        self.line.read(from);
        self.queue.clear();
        for _ in 0..from.count() {
            let pending = self.read_pending(from);
            self.queue.push_back(pending);
        }
        self.answering.clear();
        for _ in 0..from.count() {
            let pending = self.read_pending(from);
            self.answering.push(pending);
        }
        self.changes.clear();
        for _ in 0..from.count() {
            self.changes.push(Change::read(from));
        }
        self.responding = from.take() == 1;
        self.over = from.take() == 1;
        self.at_once = from.take() == 1;
        self.in_batch = from.take() == 1;
        self.path.clear();
        for _ in 0..from.count() {
            let phase = PhaseId(from.take() as u32);
            self.path.push((phase, from.take()));
        }
        from.all(&mut self.running, |phase| PhaseId(phase as u32));
        self.used.clear();
        for _ in 0..from.count() {
            let trigger = TriggerId(from.take() as u32);
            let times = from.take() as u32;
            let mut values = Vec::new();
            from.all(&mut values, |value| value);
            *self.used.times(trigger, &values) = times;
        }
        self.chain = from.take() as u64;
        self.open_urgency = optional(from.take());
        from.all(&mut self.batch, |act| act as u32);
        from.all(&mut self.scratch, |record| record as u32);
        from.all(self.cursor.take_up(), |step| step);
        self.fuel = self.steps;
        self.begun_anew = false;
        self.quiet.forget();
    }

    fn write_state(&self, out: &mut Writer) {
        let state = &self.state;
        for (records, apart) in state.records.iter().zip(&self.apart.slots) {
            out.put(Value::from(records.count()));
            for record in 0..records.count() {
                for (slot, &cell) in records.row(record).iter().enumerate() {
                    match apart.is_set(slot as Slot) {
                        true => out.put_apart(cell),
                        false => out.put(cell),
                    }
                }
            }
        }
        state.counters.iter().for_each(|&number| out.put(number));
        out.put(state.now);
        out.all(state.live.iter().map(|&act| Value::from(act)));
        out.all(self.frames.values.iter().copied());
    }

    fn read_state(&mut self, from: &mut Reader<'_>) {
        for (records, apart) in self.state.records.iter_mut().zip(&self.apart.slots) {
            let count = from.count();
            records.refill(count as u32, |slot| match apart.is_set(slot) {
                true => from.take_apart(),
                false => from.take(),
            });
        }
        for number in &mut self.state.counters {
            *number = from.take();
        }
        self.state.now = from.take();
        from.all(&mut self.state.live, |act| act as u32);
        from.all(&mut self.frames.values, |value| value);
    }

    fn write_acts(&self, out: &mut Writer) {
        out.put(self.acts.len() as Value);
        for (act, record) in self.acts.iter().zip(&self.journal.acts) {
            let asked = !act.announced.is_empty();
            let flags = [act.suspended, asked, act.missed, act.seen];
            let flags = (flags.iter()).fold(0, |all, &flag| all * 2 + Value::from(flag));
            out.put(Value::from(act.stage) * 16 + flags);
            out.put(Value::from(act.urgency));
            out.put(record.declaration.map_or(MISSING, Value::from));
            if asked {
                let asked = act.announced.iter();
                out.all(
                    asked.map(|&(trigger, done)| Value::from(trigger.0) * 2 + Value::from(done)),
                );
            }
        }
        out.all(self.waiting.iter().map(|&act| Value::from(act)));
    }

    fn read_acts(&mut self, from: &mut Reader<'_>) {
        self.acts.clear();
        let records = &self.state.records[KindId::ACT.index()];
        for act in 0..from.count() {
            let bits = from.take();
            self.acts.push(ActMemory {
                stage: (bits / 16) as u16,
                urgency: from.take() as u32,
                suspended: bits & 8 != 0,
                announced: Vec::new(),
                missed: bits & 2 != 0,
                seen: bits & 1 != 0,
            });
            self.journal.acts.push(ActRecord {
                actor: records.get(act as u32, slots::ACTOR) as u32,
                action: ActionId(records.get(act as u32, slots::ACTION) as u32),
                attributes: Range::default(),
                declaration: optional(from.take()),
                tactic: None,
            });
            if bits & 4 != 0 {
                let asked = |asked: Value| (TriggerId((asked / 2) as u32), asked % 2 == 1);
                from.all(&mut self.acts[act].announced, asked);
            }
        }
        from.all(&mut self.waiting, |act| act as u32);
    }

    fn write_pending(&self, pending: &Pending, out: &mut Writer) {
        match *pending {
            Pending::Act(act, stage, moment) => {
                let known = |known: &ActMoment| *known == moment;
                out.put(MOMENTS.iter().position(known).unwrap_or(0) as Value);
                out.put(Value::from(act));
                out.put(Value::from(stage));
            }
            Pending::Event(event, values) => {
                out.put(-1);
                out.put(Value::from(event.0));
                out.all(self.journal.values(values).iter().copied());
            }
            Pending::Joins(act, next, cause) => {
                out.put(if next { -3 } else { -2 });
                out.put(Value::from(act));
                out.put(cause.map_or(MISSING, |item| Value::from(item.0)));
            }
        }
    }

    fn read_pending(&mut self, from: &mut Reader<'_>) -> Pending {
        match from.take() {
            -1 => {
                let event = EventId(from.take() as u32);
                let values: Vec<Value> = (0..from.count()).map(|_| from.take()).collect();
                Pending::Event(event, self.journal.store(values))
            }
            next @ (-2 | -3) => {
                let act = from.take() as u32;
                Pending::Joins(act, next == -3, optional(from.take()).map(ItemId))
            }
            moment => {
                let act = from.take() as u32;
                Pending::Act(
                    act,
                    from.take() as u16,
                    MOMENTS[moment.clamp(0, 6) as usize],
                )
            }
        }
    }
}

impl Change {
    fn write(&self, out: &mut Writer) {
        let adds = Value::from(self.adds);
        out.put(Value::from(self.kind.0) * 2 + adds);
        out.put(Value::from(self.record));
        out.put(Value::from(self.slot));
        out.put(self.value);
        out.put(self.cause.map_or(MISSING, |item| Value::from(item.0)));
    }

    fn read(from: &mut Reader<'_>) -> Self {
        let kind = from.take();
        Change {
            kind: KindId((kind / 2) as u32),
            adds: kind % 2 == 1,
            record: from.take() as u32,
            slot: from.take() as Slot,
            value: from.take(),
            cause: optional(from.take()).map(ItemId),
        }
    }
}

impl LineMemory {
    /// The line with what is still to come of it; if none of that waits any more, the next line owes nothing to this one.
    fn write(&self, waiting: &[u32], out: &mut Writer) {
        out.put(self.order.map_or(MISSING, |order| order as Value));
        out.put(self.width as Value);
        out.put(Value::from(self.stale));
        out.all(self.clock.iter().copied());
        out.all(self.last.iter().copied());
        out.put(self.asked.len() as Value);
        for &(act, key, first) in &self.asked {
            out.put(Value::from(act));
            out.put(Value::from(key) * 2 + Value::from(first));
        }
        let left = self.arrangement.batches.get(self.head..).unwrap_or(&[]);
        let waits = |&index: &u32| waiting.contains(&self.acts[index as usize]);
        if !left.iter().flatten().any(waits) {
            out.put(0);
            return;
        }
        out.all(self.acts.iter().map(|&act| Value::from(act)));
        self.keys.iter().for_each(|&key| out.put(key));
        self.sorted.iter().for_each(|&key| out.put(key));
        out.put(left.len() as Value);
        for batch in left {
            out.all(batch.iter().map(|&index| Value::from(index)));
        }
        for exceptions in [&self.arrangement.moved, &self.exceptions] {
            out.put(exceptions.len() as Value);
            for exception in exceptions {
                let known = |known: &Relation| *known == exception.relation;
                out.put(Value::from(exception.rule));
                out.put(Value::from(exception.mover));
                out.put(RELATIONS.iter().position(known).unwrap_or(0) as Value);
                out.put(Value::from(exception.reference));
            }
        }
    }

    fn read(&mut self, from: &mut Reader<'_>) {
        self.order = optional::<u32>(from.take()).map(|order| order as usize);
        self.width = from.count();
        self.stale = from.take() == 1;
        from.all(&mut self.clock, |value| value);
        from.all(&mut self.last, |value| value);
        self.asked.clear();
        for _ in 0..from.count() {
            let act = from.take() as u32;
            let key = from.take();
            self.asked.push((act, (key / 2) as u16, key % 2 == 1));
        }
        self.kept.forget();
        self.head = 0;
        self.arrangement.moved.clear();
        self.arrangement.fallen.clear();
        self.exceptions.clear();
        self.keys.clear();
        self.sorted.clear();
        from.all(&mut self.acts, |act| act as u32);
        if self.acts.is_empty() {
            self.arrangement.batches.clear();
            return;
        }
        let (acts, width) = (self.acts.len(), self.width);
        self.keys.extend((0..acts * width).map(|_| from.take()));
        (self.sorted).extend((0..acts * (width + 1)).map(|_| from.take()));
        let batches = &mut self.arrangement.batches;
        batches.resize_with(from.count(), Vec::new);
        for batch in batches {
            from.all(batch, |index| index as u32);
        }
        for exceptions in [&mut self.arrangement.moved, &mut self.exceptions] {
            for _ in 0..from.count() {
                exceptions.push(Exception {
                    rule: from.take() as u32,
                    mover: from.take() as u32,
                    relation: RELATIONS[from.take().clamp(0, 6) as usize],
                    reference: from.take() as u32,
                });
            }
        }
    }
}

/// A number that may be missing.
fn optional<T: TryFrom<Value>>(value: Value) -> Option<T> {
    (value != MISSING)
        .then(|| T::try_from(value).ok())
        .flatten()
}
