//! A run that stands at a roll, or before a repetition, as a row of bytes: everything on which its future depends, and nothing else. Runs with
//! equal rows go on alike, whatever happened before; the journal is left behind.
//!
//! Of each frame the registers are written that are in use: those below the frame that it called, or below the first that is free at the roll.

use super::Machine;
use super::row::{bits, flags, optional, read_line, write_line};
use super::state::{Act, Flow, Frame, GatheredChange, Pending, RecordTable, State, Waits};
use super::trigger_limits::CountedResponses;
use crate::journal::{ActRecord, Range};
use crate::program::{BodyId, Instruction, Register};
use crate::ruleset::index::{Idx, IndexVec, to_number, to_record, to_short};
use crate::ruleset::walk::attributes_written;
use crate::ruleset::{
    ActionId, KindId, MISSING, PhaseId, Ruleset, Slot, Throw, TriggerId, Value, slots,
};
use crate::run::varint::{VarintReader, VarintWriter};
use crate::scenario::Person;

/// The attributes that rows hold: by kind their slots, each with whether it is kept apart. What no rule writes is the same in all runs of a
/// scenario.
#[derive(Clone, Debug, Default)]
pub(super) struct RowColumns(Vec<Vec<(Slot, bool)>>);

impl RowColumns {
    /// All that can differ between runs; these are kept apart.
    pub fn of(rules: &Ruleset, is_fixed: &[bool], apart: &[(KindId, Slot)]) -> Self {
        let written = attributes_written(rules);
        let kinds = rules.kinds.iter().enumerate();
        let columns = kinds.map(|(number, declared)| {
            let kind = KindId::from_index(number);
            let slots = 0..to_short(declared.attributes.len());
            let varies = |&slot: &Slot| !is_fixed[number] || written.contains(&(kind, slot));
            let slots = slots.filter(varies);
            slots
                .map(|slot| (slot, apart.contains(&(kind, slot))))
                .collect()
        });
        RowColumns(columns.collect())
    }
}

impl Machine<'_> {
    /// Writes down where the run stands: at a roll for which there was no die, or where it rests.
    #[doc(hidden)]
    pub fn write_down(&self, out: &mut VarintWriter) {
        // What stands in all of these follows from the rest, or is set before it is read again.
        let State {
            at: _,
            base: _,
            body: _,
            registers: _,
            frames: _,
            tables: _,
            options: _,
            counters,
            now,
            live,
            acts,
            waiting,
            line,
            queue,
            changes,
            batch,
            records,
            sorting: _,
            path,
            running,
            used,
            flow,
            responding,
            over,
            in_batch,
            at_once,
            declared,
            chain,
            urgency,
            said: _,
            answered: _,
            waits_for: _,
            // Runs with corrections are not followed from roll to roll.
            corrections: _,
            moves: _,
        } = &self.state;
        self.write_place(out);
        self.write_tables(out);
        counters.iter().for_each(|&number| out.put(number));
        out.put(*now);
        out.all(live.iter().map(|&act| Value::from(act)));
        out.count(acts.len());
        acts.iter().for_each(|act| act.write(out));
        out.all(waiting.iter().map(|&act| Value::from(act)));
        write_line(line, waiting, out);
        out.count(queue.len());
        queue.iter().for_each(|pending| pending.write(out));
        out.count(changes.len());
        changes.iter().for_each(|change| change.write(out));
        out.all(batch.iter().map(|&act| Value::from(act)));
        out.all(records.iter().map(|&record| Value::from(record)));
        out.count(path.len());
        for &(phase, number) in path {
            out.put(Value::from(phase.0));
            out.put(number);
        }
        out.all(running.iter().map(|phase| Value::from(phase.0)));
        out.count(used.all().len());
        for used in used.all() {
            out.put(Value::from(used.trigger.0));
            out.put(Value::from(used.times));
            out.all(used.values.iter().copied());
        }
        let flags = [*responding, *over, *in_batch, *at_once];
        out.put(bits(flags));
        out.put(flow.to_value());
        out.put(declared.map_or(MISSING, Value::from));
        out.put(Value::try_from(*chain).unwrap_or(Value::MAX));
        out.put(urgency.map_or(MISSING, Value::from));
    }

    /// Puts the run where it stood. The machine must have begun the same scenario before.
    #[doc(hidden)]
    pub fn take_up(&mut self, from: &mut VarintReader<'_>) {
        self.cache.clear();
        self.journal.clear();
        self.fuel = self.limits.steps;
        (self.fault, self.pause) = (None, None);
        self.exploration.begun_anew = false;
        self.read_place(from);
        self.read_tables(from);
        let State {
            at: _,
            base: _,
            body: _,
            registers: _,
            frames: _,
            tables,
            options: _,
            counters,
            now,
            live,
            acts,
            waiting,
            line,
            queue,
            changes,
            batch,
            records,
            sorting,
            path,
            running,
            used,
            flow,
            responding,
            over,
            in_batch,
            at_once,
            declared,
            chain,
            urgency,
            said,
            answered,
            waits_for: _,
            corrections: _,
            moves: _,
        } = &mut self.state;
        for number in counters {
            *number = from.take();
        }
        *now = from.take();
        from.all(live, to_record);
        let table = &tables[KindId::ACT.index()];
        read_acts(acts, table, &mut self.journal.acts, from);
        from.all(waiting, to_record);
        read_line(line, from);
        queue.clear();
        for _ in 0..from.count() {
            queue.push_back(Pending::read(from));
        }
        changes.clear();
        for _ in 0..from.count() {
            changes.push(GatheredChange::read(from));
        }
        from.all(batch, to_record);
        from.all(records, to_record);
        sorting.clear();
        path.clear();
        for _ in 0..from.count() {
            let phase = PhaseId(from.number());
            path.push((phase, from.take()));
        }
        from.all(running, |phase| PhaseId(to_record(phase)));
        read_used(used, from);
        [*responding, *over, *in_batch, *at_once] = flags(from.take());
        *flow = Flow::from_value(from.take());
        *declared = optional(from.take());
        *chain = from.take().unsigned_abs();
        *urgency = optional(from.take());
        (*said, *answered) = (None, false);
    }

    /// How many registers of the present frame are in use where the run stands.
    fn in_use(&self) -> Register {
        match self.stands_at() {
            Instruction::Roll { site, .. } => self.image.rolls[site].free,
            Instruction::Repeat { number, .. } => number + 4,
            _ => self.image.bodies[self.state.body].registers,
        }
    }

    /// The instruction at which the run has paused.
    fn stands_at(&self) -> Instruction {
        self.image.code[self.state.at - 1]
    }

    fn write_place(&self, out: &mut VarintWriter) {
        let state = &self.state;
        out.count(state.frames.len());
        let mut begun = state.frames.iter().map(|frame| frame.base.index());
        begun.next();
        for (frame, end) in state.frames.iter().zip(begun.chain([state.base])) {
            out.put(Value::from(frame.at));
            out.put(Value::from(frame.body.0));
            out.put(Value::from(frame.records));
            out.all(state.registers[frame.base.index()..end].iter().copied());
        }
        out.put(Value::from(state.at));
        out.put(Value::from(state.body.0));
        let own = &state.registers[state.base..][..usize::from(self.in_use())];
        out.all(own.iter().copied());
        if let Waits::Roll { roll, .. } = &state.waits_for {
            out.put(match roll.who {
                Person::Gm => MISSING,
                Person::Combatant(who) => Value::from(who),
                Person::Side(who) => -1 - Value::from(who),
            });
            out.put(Value::from(roll.throw.count));
            out.put(Value::from(roll.throw.sides));
            if let Some(&number) = roll.throw.tally.number() {
                out.put(Value::from(number));
            }
        }
    }

    fn read_place(&mut self, from: &mut VarintReader<'_>) {
        let state = &mut self.state;
        state.frames.clear();
        let mut base = 0;
        for _ in 0..from.count() {
            state.frames.push(Frame {
                at: from.number(),
                body: BodyId(from.number()),
                records: from.number(),
                base: to_number(base),
            });
            base = read_registers(&mut state.registers, base, from);
        }
        (state.at, state.body) = (from.number(), BodyId(from.number()));
        state.base = base;
        read_registers(&mut state.registers, base, from);
        let needed = base + usize::from(self.image.bodies[state.body].registers) + 8;
        if state.registers.len() < needed {
            state.registers.resize(needed, MISSING);
        }
        self.state.waits_for = match self.stands_at() {
            Instruction::Roll { site, to, .. } => {
                let site = &self.image.rolls[site];
                let who = match from.take() {
                    MISSING => Person::Gm,
                    side if side < 0 => Person::Side(to_record(-1 - side)),
                    who => Person::Combatant(to_record(who)),
                };
                Waits::Roll {
                    roll: super::Roll {
                        who,
                        purpose: site.purpose,
                        throw: Throw {
                            count: from.number(),
                            sides: from.number(),
                            tally: site.tally.map(|_| Throw::number(from.take())),
                        },
                    },
                    to: base + usize::from(to),
                }
            }
            _ => Waits::Rest,
        };
    }

    fn write_tables(&self, out: &mut VarintWriter) {
        let all = self.state.tables.iter().zip(&self.exploration.columns.0);
        for ((table, columns), &is_fixed) in all.zip(&self.image.fixed) {
            if !is_fixed {
                out.put(Value::from(table.count()));
            }
            for record in 0..table.count() {
                let row = table.row(record);
                for &(slot, apart) in columns {
                    match apart {
                        true => out.put_apart(row[usize::from(slot)]),
                        false => out.put(row[usize::from(slot)]),
                    }
                }
            }
        }
    }

    fn read_tables(&mut self, from: &mut VarintReader<'_>) {
        let all = self
            .state
            .tables
            .iter_mut()
            .zip(&self.exploration.columns.0);
        for ((table, columns), &is_fixed) in all.zip(&self.image.fixed) {
            if !is_fixed {
                table.resize(to_number(from.count()));
            }
            for record in 0..table.count() {
                let row = table.row_mut(record);
                for &(slot, apart) in columns {
                    row[usize::from(slot)] = match apart {
                        true => from.take_apart(),
                        false => from.take(),
                    };
                }
            }
        }
    }
}

/// Reads acts, of which their table holds who acts and what; the journal knows them from now on.
fn read_acts(
    acts: &mut IndexVec<u32, Act>,
    table: &RecordTable,
    records: &mut Vec<ActRecord>,
    from: &mut VarintReader<'_>,
) {
    acts.clear();
    for number in 0..to_number(from.count()) {
        let [actor, action] =
            [slots::ACTOR, slots::ACTION].map(|slot| to_record(table.get(number, slot)));
        let (actor, action) = (actor, ActionId(action));
        acts.push(Act::read(actor, action, from));
        records.push(ActRecord {
            actor,
            action,
            attributes: Range::default(),
            declaration: None,
            tactic: None,
        });
    }
}

/// Reads how often triggers have responded.
fn read_used(used: &mut CountedResponses, from: &mut VarintReader<'_>) {
    used.clear();
    for _ in 0..from.count() {
        let trigger = TriggerId(from.number());
        let times = from.number();
        let mut values = Vec::new();
        from.all(&mut values, |value| value);
        *used.times(trigger, &values) = times;
    }
}

/// Reads the registers of a frame; where those of the next begin.
fn read_registers(registers: &mut Vec<Value>, base: usize, from: &mut VarintReader<'_>) -> usize {
    let end = base + from.count();
    if registers.len() < end {
        registers.resize(end, MISSING);
    }
    registers[base..end].fill_with(|| from.take());
    end
}
