//! Puts the states to which a watched run has come in several outcomes of dice into one, in which a value that depends on the outcome is abstract. What
//! no value says must be the same in all of them: where the run stands, what has happened and is not answered yet.

use std::collections::BTreeMap;

use super::Machine;
use super::state::{Act, State};
use super::watch::{Own, is_abstract};
use crate::program::{Address, Register};
use crate::ruleset::index::{Idx, to_amount};
use crate::ruleset::{KindId, Value};

/// A watched run at a boundary or a pause.
#[derive(Clone, Debug)]
pub struct RunSnapshot {
    pub(super) state: State,
    pub(super) own: Own,
}

/// Gives the value that stands for those in all outcomes, if they are not all the same.
pub type ColumnMerge<'c> = &'c mut dyn FnMut(&[Value]) -> Value;

impl RunSnapshot {
    /// The next instruction.
    pub fn at(&self) -> Address {
        self.state.at
    }

    /// Where the calls return to that have not returned, the outermost first.
    pub fn calls(&self) -> impl DoubleEndedIterator<Item = Address> + ExactSizeIterator + '_ {
        self.state.frames.iter().map(|frame| frame.at)
    }

    /// About how many words it has.
    pub fn size(&self) -> u64 {
        let cells = self.state.tables.iter().map(|table| table.cells().len());
        let lists = self.state.acts.len() * 8 + self.state.records.len() + self.state.changes.len();
        let lists = lists + (self.own.waits.len() + self.own.held.len()) * 8;
        to_amount(cells.sum::<usize>() + self.state.registers.len() + lists + 64)
    }

    /// Whether an act waits in the line: 0, 1 or an abstract value.
    fn waits(&self, act: u32) -> Value {
        self.own.waits.get(&act).copied().unwrap_or(1)
    }

    /// Whether an act, which was made in some outcome, was made in this one, if there are so many that were made before.
    fn has_made(&self, act: usize, before: usize) -> bool {
        act < before || self.own.taken.get(act - before) == Some(&true)
    }
}

/// The states that are put together.
struct StateMerger<'m> {
    runs: &'m [&'m RunSnapshot],
    column: ColumnMerge<'m>,
    values: Vec<Value>,
    /// how many acts were made before they parted
    acts_before: usize,
}

impl Machine<'_> {
    /// Puts what a run has come to in several outcomes into one; `None` if they stand at different places, or differ in what no value says.
    pub(crate) fn merge(
        &self,
        runs: &[&RunSnapshot],
        column: ColumnMerge<'_>,
    ) -> Option<RunSnapshot> {
        let (&first, others) = runs.split_first()?;
        if !others.iter().all(|other| stands_alike(first, other)) {
            return None;
        }
        let mut merged = first.clone();
        let mut merger = StateMerger {
            runs,
            column,
            values: Vec::with_capacity(runs.len()),
            acts_before: self.watch.first_made.index(),
        };
        let used = first.state.base + usize::from(self.registers_in_use(first));
        for register in 0..used {
            merged.state.registers[register] = merger.value(|run| run.state.registers[register]);
        }
        for (kind, declared) in self.rules.kinds.iter().enumerate() {
            merger.table(kind, declared.attributes.len(), &mut merged.state)?;
        }
        let keys = runs.iter().map(|run| run.own.keys.len()).max()?;
        let keys = (0..keys).map(|number| {
            let key = |run: &RunSnapshot| run.own.keys.get(number).copied().unwrap_or(0);
            merger.value(key)
        });
        merged.own.keys = keys.collect();
        merged.own.acted = merger.value(|run| run.own.acted);
        merger.records(&mut merged)?;
        merger.line(&mut merged)?;
        merger.acts(&mut merged.state)?;
        merged.own.taken.clear();
        merged.state.line.stale = runs.iter().any(|run| run.state.line.stale);
        merged.state.chain = runs.iter().map(|run| run.state.chain).max()?;
        Some(merged)
    }

    /// How many registers of the present frame are in use at a boundary.
    fn registers_in_use(&self, at: &RunSnapshot) -> Register {
        let (image, at, body) = (&self.image, at.state.at, at.state.body);
        let mut statements = image.statements_at(at);
        let statement = statements.find(|code| code.start == at || code.end == at + 1);
        let free = statement.map(|code| code.free);
        let free = free.or_else(|| image.iteration(at));
        free.unwrap_or(image.bodies[body].registers)
    }
}

impl StateMerger<'_> {
    /// What is the same in all, or a value that stands for what it is in each.
    fn value(&mut self, mut of: impl FnMut(&RunSnapshot) -> Value) -> Value {
        self.values.clear();
        self.values.extend(self.runs.iter().map(|run| of(run)));
        match self.values.iter().all(|value| *value == self.values[0]) {
            true => self.values[0],
            false => (self.column)(&self.values),
        }
    }

    /// The records of a kind, which have so many attributes. Only acts may have been made in some outcomes only.
    fn table(&mut self, kind: usize, stride: usize, merged: &mut State) -> Option<()> {
        let count = |run: &&RunSnapshot| run.state.tables[kind].count();
        let most = self.runs.iter().map(count).max()?;
        let is_act = kind == KindId::ACT.index();
        if !is_act && self.runs.iter().any(|run| count(run) != most) {
            return None;
        }
        merged.tables[kind].resize(most);
        for place in 0..most.index() * stride {
            let of = |run: &RunSnapshot| run.state.tables[kind].cells()[place];
            let (act, before) = (place / stride, self.acts_before);
            let known = match is_act && act >= before {
                false => self.value(of),
                true => {
                    // Where an act was never made, nothing can look at it.
                    let made = self.runs.iter().find(|run| run.has_made(act, before));
                    let any = made.map(|run| of(run))?;
                    self.value(|run| match run.has_made(act, before) {
                        true => of(run),
                        false => any,
                    })
                }
            };
            merged.tables[kind].cells_mut()[place] = known;
        }
        Some(())
    }

    /// The stack of records: the last of them may count in some outcomes only.
    fn records(&mut self, merged: &mut RunSnapshot) -> Option<()> {
        let runs = self.runs;
        let longest = runs.iter().max_by_key(|run| run.state.records.len())?;
        let records = &longest.state.records;
        let least = runs.iter().map(|run| run.state.records.len()).min()?;
        let is_prefix = |run: &&RunSnapshot| records.starts_with(&run.state.records);
        if records.len() - least > 1 || !runs.iter().all(is_prefix) {
            return None;
        }
        merged.state.records.clone_from(records);
        if least < records.len() {
            let held = self.value(|run| Value::from(run.state.records.len() > least));
            merged.own.held.insert(least, held);
        }
        Some(())
    }

    /// Which acts wait, and which queries see. They may do both in some outcomes, or neither.
    fn line(&mut self, merged: &mut RunSnapshot) -> Option<()> {
        let count = self.runs.len();
        let mut acts: BTreeMap<(u32, u32), (Vec<Value>, Vec<bool>)> = BTreeMap::new();
        for (number, run) in self.runs.iter().enumerate() {
            let place = |act: u32| (run.state.acts[act].actor, act);
            let none = || (vec![0; count], vec![false; count]);
            for &act in &run.state.waiting {
                let (waits, _) = acts.entry(place(act)).or_insert_with(none);
                waits[number] = run.waits(act);
            }
            for &act in &run.state.live {
                let (_, seen) = acts.entry(place(act)).or_insert_with(none);
                seen[number] = true;
            }
        }
        merged.state.waiting.clear();
        merged.state.live.clear();
        merged.own.waits.clear();
        for (&(_, act), (waits, seen)) in &acts {
            let is_both = waits
                .iter()
                .zip(seen)
                .all(|(waits, seen)| (*waits != 0) == *seen);
            let is_same = |one: (&Value, &bool)| (*one.0 != 0, *one.1) == (waits[0] != 0, seen[0]);
            if !is_both && !waits.iter().zip(seen).all(is_same) {
                return None;
            }
            let mut all = waits.iter();
            let waits = self.value(|_| all.next().copied().unwrap_or(0));
            if waits != 0 {
                merged.state.waiting.push(act);
            }
            if seen.contains(&true) {
                merged.state.live.push(act);
            }
            if is_abstract(waits) {
                merged.own.waits.insert(act, waits);
            }
        }
        Some(())
    }

    /// What is known of acts beside their attributes: of those that wait or are seen it must be the same.
    fn acts(&self, merged: &mut State) -> Option<()> {
        let most = self.runs.iter().map(|run| run.state.acts.len()).max()?;
        merged.acts.resize(most, Act::default());
        for (act, merged) in (0..).zip(merged.acts.iter_mut()) {
            let of = |run: &RunSnapshot| run.state.acts.get(act).cloned();
            let is_there = |run: &&&RunSnapshot| {
                run.state.waiting.contains(&act) || run.state.live.contains(&act)
            };
            let has_made = |run: &&&RunSnapshot| run.has_made(act.index(), self.acts_before);
            let mut there = self.runs.iter().filter(is_there);
            let known = there.next().or_else(|| self.runs.iter().find(has_made))?;
            let known = of(known)?;
            if !there.all(|run| is_alike(&run.state.acts[act], &known)) {
                return None;
            }
            *merged = known;
        }
        Some(())
    }
}

/// Whether an act is the same for those who carry it out. That it is missed has no effect but on triggers, and its keys are not compared with others.
fn is_alike(one: &Act, other: &Act) -> bool {
    let Act {
        actor,
        action,
        stage,
        urgency,
        suspended,
        announced,
        missed: _,
        seen: _,
    } = one;
    (actor, action, stage, urgency) == (&other.actor, &other.action, &other.stage, &other.urgency)
        && suspended == &other.suspended
        && announced == &other.announced
}

/// Whether two runs are the same in what no value says.
fn stands_alike(one: &RunSnapshot, other: &RunSnapshot) -> bool {
    let State {
        at,
        base,
        body,
        // Merged.
        registers: _,
        frames,
        tables: _,
        options: _,
        counters,
        now,
        live: _,
        acts: _,
        waiting: _,
        line,
        queue,
        changes,
        batch,
        records: _,
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
        // The longest counts.
        chain: _,
        urgency,
        // Set before it is read again.
        said: _,
        answered: _,
        waits_for,
        // Runs with corrections are not watched.
        corrections: _,
        moves: _,
    } = &one.state;
    let state = &other.state;
    let left = |state: &State| {
        let batches = state.line.arrangement.batches.get(state.line.head..);
        batches.unwrap_or_default().to_vec()
    };
    (at, base, body) == (&state.at, &state.base, &state.body)
        && (frames, counters, now) == (&state.frames, &state.counters, &state.now)
        && (queue, changes, batch, sorting)
            == (&state.queue, &state.changes, &state.batch, &state.sorting)
        && (path, running) == (&state.path, &state.running)
        && used.all() == state.used.all()
        && (flow, responding, over) == (&state.flow, &state.responding, &state.over)
        && (in_batch, at_once, declared) == (&state.in_batch, &state.at_once, &state.declared)
        && (urgency, waits_for) == (&state.urgency, &state.waits_for)
        && (line.order, line.width, line.reorders)
            == (state.line.order, state.line.width, state.line.reorders)
        && line.acts == state.line.acts
        && left(&one.state) == left(state)
        && one.own.passed == other.own.passed
        && one.own.held == other.own.held
}
