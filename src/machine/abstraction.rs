//! Between two repetitions of an outermost phase, and where a run stands at a roll, forgets what can have no bearing on what comes: so that runs
//! that differ in it alone can be taken as one.

use std::collections::BTreeSet;

use super::Machine;
use super::exchange::Exchanges;
use crate::analysis::{ActsNamed, DeadNames, attributes_of_acts, first_by_repetition};
use crate::program::Register;
use crate::ruleset::{KindId, MISSING, PhaseId, Slot, Value};

/// What a run forgets. By default nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Abstraction {
    /// acts that are done with, where nothing refers to any act
    pub acts: bool,
    /// repetitions of outermost phases with greater numbers are not told apart, and time is not counted
    pub beyond: Option<Value>,
    /// the phases whose numbers are read: theirs stay as they are
    pub counters_read: BTreeSet<PhaseId>,
    /// when a repetition of this phase is about to begin, this attribute of all records: it is written before it is read
    pub unread: Vec<(PhaseId, KindId, Slot)>,
    /// records that are exchanged where a repetition is about to begin
    pub exchanges: Exchanges,
    /// where the run stands in a statement: the names of its body that are not read any more
    pub names: DeadNames,
    /// where acts can be named
    pub acts_named: ActsNamed,
}

impl Machine<'_> {
    /// A repetition of an outermost phase is about to begin; its number, and after how many others, stand in registers.
    pub(super) fn abstract_past(&mut self, phase: PhaseId, number: Register) {
        self.exploration.begun_anew = true;
        let Some(abstraction) = self.exploration.abstraction.take() else {
            return;
        };
        // What was evaluated before does not know of it.
        self.cache.clear();
        let rule = &self.rules.phases[phase.index()];
        let base = self.state.base;
        self.state.registers[base..base + usize::from(rule.locals)].fill(MISSING);
        if self.is_settled() {
            self.forget_unread(&abstraction, phase);
        }
        if abstraction.acts && self.no_act_matters() {
            self.forget_acts();
        }
        let counts_without_end = rule.counting.is_some_and(|counting| counting.to.is_none());
        match abstraction.beyond {
            // A phase that counts to an end must know how far it is.
            Some(most)
                if self.state.get(number) > most
                    && counts_without_end
                    && !abstraction.counters_read.contains(&phase) =>
            {
                self.state.now = 0;
                // Where repetitions come one behind the other, the places of this one are all still to come.
                let order = self.state.line.order.map(|order| &self.rules.orders[order]);
                if order.is_some_and(|order| first_by_repetition(self.rules, order).is_some()) {
                    self.state.line.clock.clear();
                }
                for (index, counter) in self.state.counters.iter_mut().enumerate() {
                    let is_read = abstraction
                        .counters_read
                        .contains(&PhaseId::from_index(index));
                    if !is_read {
                        *counter = (*counter).min(most + 1);
                    }
                }
                self.state.put(number, most + 1);
                self.state.put(number + 2, 0);
            }
            _ => {}
        }
        self.exploration.abstraction = Some(abstraction);
    }

    /// Forgets the names that are not read any more where the run stands.
    pub(crate) fn clear_dead_names(&mut self) {
        for number in 0..self.bodies() {
            let standing = self.standing(number);
            let within = self.statements_at(standing.at);
            let abstraction = self.exploration.abstraction.as_ref();
            let names = abstraction.zip(within.first());
            let names = names.and_then(|(abstraction, at)| abstraction.names.get(at));
            for &name in names.into_iter().flatten() {
                self.state.registers[standing.base + usize::from(name)] = MISSING;
            }
        }
    }

    /// Forgets these attributes of all records, where a run stands whose course does not depend on them any more, with what is gathered for them; but not those for which something has
    /// been gathered that could fail or be told to triggers as it is put in force, or that bound what has been gathered.
    pub(crate) fn clear_dead_attributes(&mut self, attributes: &[(KindId, Slot)]) {
        for &(kind, slot) in attributes {
            if self.is_quietly_gathered((kind, slot)) {
                let changes = &mut self.state.changes;
                changes.retain(|change| (change.kind, change.slot) != (kind, slot));
                self.forget_attribute(kind, slot);
            }
        }
    }

    /// Whether what is gathered for an attribute, if anything, only sets it, to values that it can have, and no trigger and no bound looks at it.
    fn is_quietly_gathered(&self, (kind, slot): (KindId, Slot)) -> bool {
        let attribute = self.rules.attribute(kind, slot);
        let is_plain = attribute.told_by.is_none() && attribute.within.is_open() && !self.watch.on;
        let mut all = self.state.changes.iter();
        all.all(|change| match (change.kind, change.slot) == (kind, slot) {
            true => is_plain && !change.adds && change.value != MISSING,
            false => {
                let within = self.rules.attribute(change.kind, change.slot).within;
                change.kind != kind || !within.slots().any(|bound| bound == slot)
            }
        })
    }

    fn forget_attribute(&mut self, kind: KindId, slot: Slot) {
        let table = &mut self.state.tables[kind.index()];
        (0..table.count()).for_each(|record| table.set(record, slot, MISSING));
    }

    /// Whether nothing that has happened is still to be answered.
    pub(super) fn is_settled(&self) -> bool {
        let state = &self.state;
        !state.responding && state.queue.is_empty() && state.changes.is_empty()
    }

    /// Forgets the attributes that nothing reads any more as they are; what waits to be answered could still read them.
    fn forget_unread(&mut self, abstraction: &Abstraction, phase: PhaseId) {
        let unread = abstraction.unread.iter().filter(|one| one.0 == phase);
        for &(_, kind, slot) in unread {
            self.forget_attribute(kind, slot);
            // Where the line reads it, it does so anew, even if what is written is the missing value.
            self.changed(self.image.dependencies.attribute(kind, slot));
        }
    }

    fn no_act_matters(&self) -> bool {
        let state = &self.state;
        let nothing_waits = self.is_settled()
            && state.waiting.is_empty()
            && state.used.all().is_empty()
            && state.records.is_empty();
        let is_missing = |(kind, slot): (KindId, Slot)| {
            let table = &state.tables[kind.index()];
            (0..table.count()).all(|record| table.get(record, slot) == MISSING)
        };
        nothing_waits
            && (attributes_of_acts(self.rules).filter(|one| one.0 != KindId::ACT)).all(is_missing)
    }

    fn forget_acts(&mut self) {
        self.journal.acts.clear();
        let state = &mut self.state;
        state.tables[KindId::ACT.index()].resize(0);
        state.live.clear();
        state.acts.clear();
        state.batch.clear();
        let line = &mut state.line;
        line.acts.clear();
        line.keys.clear();
        line.sorted.clear();
        line.last.clear();
        line.asked.clear();
        line.exceptions.clear();
        line.arrangement.batches.clear();
        line.arrangement.moved.clear();
        line.head = 0;
    }
}
