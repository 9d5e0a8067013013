//! The parts of a row: acts, what has happened, changes, the line.

use super::state::{Act, GatheredChange, Pending};
use crate::line::Exception;
use crate::machine::ordering::LineMemory;
use crate::program::MOMENTS;
use crate::ruleset::index::{Idx, to_index, to_place, to_record, to_value};
use crate::ruleset::{ActionId, EventId, ItemId, KindId, MISSING, Relation, TriggerId, Value};
use crate::run::varint::{VarintReader, VarintWriter};

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

impl Act {
    pub(super) fn write(&self, out: &mut VarintWriter) {
        let Act {
            // In the table of acts.
            actor: _,
            action: _,
            stage,
            urgency,
            suspended,
            announced,
            missed,
            seen,
        } = self;
        let asked = !announced.is_empty();
        out.put(Value::from(*stage) * 16 + bits([*suspended, asked, *missed, *seen]));
        out.put(Value::from(*urgency));
        if asked {
            let asked = announced.iter();
            out.all(asked.map(|&(trigger, done)| Value::from(trigger.0) * 2 + Value::from(done)));
        }
    }

    pub(super) fn read(actor: u32, action: ActionId, from: &mut VarintReader<'_>) -> Self {
        let first = from.take();
        let [suspended, asked, missed, seen] = flags(first % 16);
        let mut act = Act {
            actor,
            action,
            stage: to_place(first / 16),
            urgency: from.number(),
            suspended,
            announced: Vec::new(),
            missed,
            seen,
        };
        if asked {
            let asked = |asked: Value| (TriggerId(to_record(asked / 2)), asked % 2 == 1);
            from.all(&mut act.announced, asked);
        }
        act
    }
}

impl Pending {
    pub(super) fn write(&self, out: &mut VarintWriter) {
        match self {
            Pending::Act(act, stage, moment) => {
                out.count(moment.index());
                out.put(Value::from(*act));
                out.put(Value::from(*stage));
            }
            Pending::Event(event, values) => {
                out.put(-1);
                out.put(Value::from(event.0));
                out.all(values.iter().copied());
            }
            Pending::Joins(act, next, cause) => {
                out.put(if *next { -3 } else { -2 });
                out.put(Value::from(*act));
                out.put(cause.map_or(MISSING, |item| Value::from(item.0)));
            }
        }
    }

    pub(super) fn read(from: &mut VarintReader<'_>) -> Self {
        match from.take() {
            -1 => {
                let event = EventId(from.number());
                let mut values = Vec::new();
                from.all(&mut values, |value| value);
                Pending::Event(event, values.into())
            }
            next @ (-2 | -3) => {
                let act = from.number();
                Pending::Joins(act, next == -3, optional(from.take()).map(ItemId))
            }
            moment => {
                let act = from.number();
                let moment = MOMENTS[to_index(moment.clamp(0, 6))];
                Pending::Act(act, from.place(), moment)
            }
        }
    }
}

impl GatheredChange {
    pub(super) fn write(&self, out: &mut VarintWriter) {
        out.put(Value::from(self.kind.0) * 2 + Value::from(self.adds));
        out.put(Value::from(self.record));
        out.put(Value::from(self.slot));
        out.put(self.value);
        out.put(self.cause.map_or(MISSING, |item| Value::from(item.0)));
    }

    pub(super) fn read(from: &mut VarintReader<'_>) -> Self {
        let kind = from.take();
        GatheredChange {
            kind: KindId(to_record(kind / 2)),
            adds: kind % 2 == 1,
            record: from.number(),
            slot: from.place(),
            value: from.take(),
            cause: optional(from.take()).map(ItemId),
        }
    }
}

/// The line with what is still to come of it; if none of that waits any more, the next line owes nothing to this one.
pub(super) fn write_line(line: &LineMemory, waiting: &[u32], out: &mut VarintWriter) {
    out.put(line.order.map_or(MISSING, to_value));
    out.put(to_value(line.width) * 4 + bits([line.stale, line.reorders]));
    out.all(line.clock.iter().copied());
    out.all(line.last.iter().copied());
    out.count(line.asked.len());
    for &(act, key, first) in &line.asked {
        out.put(Value::from(act));
        out.put(Value::from(key) * 2 + Value::from(first));
    }
    let left = line.arrangement.batches.get(line.head..).unwrap_or(&[]);
    let waits = |&index: &u32| waiting.contains(&line.acts[index.index()]);
    if !left.iter().flatten().any(waits) {
        out.put(0);
        return;
    }
    out.all(line.acts.iter().map(|&act| Value::from(act)));
    line.keys.iter().for_each(|&key| out.put(key));
    line.sorted.iter().for_each(|&key| out.put(key));
    out.count(left.len());
    for batch in left {
        out.all(batch.iter().map(|&index| Value::from(index)));
    }
    for exceptions in [&line.arrangement.moved, &line.exceptions] {
        out.count(exceptions.len());
        for exception in exceptions {
            let known = |known: &Relation| *known == exception.relation;
            out.put(Value::from(exception.rule));
            out.put(Value::from(exception.mover));
            out.put(to_value(RELATIONS.iter().position(known).unwrap_or(0)));
            out.put(Value::from(exception.reference));
        }
    }
}

/// Reads what [`write_line`] wrote.
pub(super) fn read_line(line: &mut LineMemory, from: &mut VarintReader<'_>) {
    line.order = optional(from.take());
    let width = from.take();
    line.width = to_index(width / 4);
    [line.stale, line.reorders] = flags(width % 4);
    from.all(&mut line.clock, |value| value);
    from.all(&mut line.last, |value| value);
    line.asked.clear();
    for _ in 0..from.count() {
        let act = from.number();
        let key = from.take();
        line.asked.push((act, to_place(key / 2), key % 2 == 1));
    }
    line.head = 0;
    line.arrangement.moved.clear();
    line.arrangement.fallen.clear();
    line.exceptions.clear();
    line.keys.clear();
    line.sorted.clear();
    from.all(&mut line.acts, to_record);
    if line.acts.is_empty() {
        line.arrangement.batches.clear();
        return;
    }
    let (acts, width) = (line.acts.len(), line.width);
    line.keys.extend((0..acts * width).map(|_| from.take()));
    (line.sorted).extend((0..acts * (width + 1)).map(|_| from.take()));
    let batches = &mut line.arrangement.batches;
    batches.resize_with(from.count(), Vec::new);
    for batch in batches {
        from.all(batch, to_record);
    }
    for exceptions in [&mut line.arrangement.moved, &mut line.exceptions] {
        for _ in 0..from.count() {
            exceptions.push(Exception {
                rule: from.number(),
                mover: from.number(),
                relation: RELATIONS[to_index(from.take().clamp(0, 6))],
                reference: from.number(),
            });
        }
    }
}

/// Flags as one number.
pub(super) fn bits<const N: usize>(flags: [bool; N]) -> Value {
    (flags.iter()).fold(0, |all, &flag| all * 2 + Value::from(flag))
}

/// Flags from one number.
pub(super) fn flags<const N: usize>(bits: Value) -> [bool; N] {
    std::array::from_fn(|place| bits >> (N - 1 - place) & 1 == 1)
}

/// A number that may be missing.
pub(super) fn optional<T: TryFrom<Value>>(value: Value) -> Option<T> {
    (value != MISSING)
        .then(|| T::try_from(value).ok())
        .flatten()
}
