//! Between two repetitions of an outermost phase, and where a run stands at a roll, forgets what can have no bearing on what comes: so that runs
//! that differ in it alone can be taken as one. Only for those who ask how runs go on; the journal of such a run cannot be shown.

use std::collections::BTreeMap;

use super::exchange::Exchanges;
use super::run::Run;
use super::unreached::ActsNamed;
use crate::ruleset::{
    Expr, ExprId, KindId, Local, MISSING, Order, PhaseId, Ruleset, Slot, Statement, Type, Value,
};

/// What a run forgets. By default nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Forgetting {
    /// acts that are done with, where nothing refers to any act
    pub acts: bool,
    /// repetitions of outermost phases with greater numbers are not told apart, and time is not counted
    pub beyond: Option<Value>,
    /// when a repetition of this phase is about to begin, this attribute of all records: it is written before it is read
    pub unread: Vec<(PhaseId, KindId, Slot)>,
    /// records that are exchanged where a repetition is about to begin
    pub exchanges: Exchanges,
    /// where the run stands in a statement: the names of its body that are not read any more
    pub names: UnreadNames,
    /// where acts can be named
    pub acts_named: ActsNamed,
}

/// For statements, the names that are not read any more where a run stands in them.
pub type UnreadNames = BTreeMap<At, Box<[Local]>>;

/// Where a statement lies in the rules that are played: statements have no numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct At(usize);

impl At {
    /// Of this one.
    pub fn of(statement: &Statement) -> Self {
        At(std::ptr::from_ref(statement).addr())
    }
}

/// The attributes that are kept apart where a run is written down.
#[derive(Clone, Debug, Default)]
pub struct Apart {
    /// by kind
    pub slots: Vec<Slots>,
}

/// Some of the first 64 attributes of a kind.
#[derive(Clone, Copy, Debug, Default)]
pub struct Slots(u64);

impl Slots {
    /// Whether this is one of them.
    #[inline]
    pub fn is_set(self, slot: Slot) -> bool {
        slot < 64 && self.0 >> slot & 1 == 1
    }
}

impl Apart {
    /// None of them.
    pub fn nothing_of(rules: &Ruleset) -> Self {
        Apart::of(rules, &[])
    }

    /// These.
    pub fn of(rules: &Ruleset, attributes: &[(KindId, Slot)]) -> Self {
        let mut slots = vec![Slots::default(); rules.kinds.len()];
        for &(kind, slot) in attributes.iter().filter(|(_, slot)| *slot < 64) {
            slots[kind.index()].0 |= 1 << slot;
        }
        Apart { slots }
    }
}

impl Run<'_, '_> {
    /// A repetition of a phase is about to begin, with this number and after so many others: gives both as they are remembered.
    pub fn forget_what_is_past(
        &mut self,
        phase: PhaseId,
        base: usize,
        number: Value,
        repeated: Value,
    ) -> (Value, Value) {
        if !self.m.path.is_empty() {
            return (number, repeated);
        }
        self.m.begun_anew = true;
        if self.m.forgetting == Forgetting::default() {
            return (number, repeated);
        }
        self.m.quiet.forget();
        let rule = &self.rules.phases[phase.index()];
        let counts_without_end = rule.counting.is_some_and(|counting| counting.to.is_none());
        let locals = rule.locals;
        self.m.frames.values[base..base + usize::from(locals)].fill(MISSING);
        self.forget_unread(phase);
        if self.m.forgetting.acts && self.no_act_matters() {
            self.forget_acts();
        }
        match self.m.forgetting.beyond {
            // A phase that counts to an end must know how far it is.
            Some(most) if number > most && counts_without_end => {
                self.m.state.now = 0;
                // Where repetitions come one behind the other, the places of this one are all still to come.
                let order = self.m.line.order.map(|order| &self.rules.orders[order]);
                if order.is_some_and(|order| first_by_repetition(self.rules, order).is_some()) {
                    self.m.line.clock.clear();
                }
                for counter in &mut self.m.state.counters {
                    *counter = (*counter).min(most + 1);
                }
                (most + 1, 0)
            }
            _ => (number, repeated),
        }
    }

    /// The run stops in a statement of a body whose names begin here, and may be taken up again: forgets what is not read any more. Of each body
    /// the innermost statement comes first, and only that one counts.
    pub fn stops_in(&mut self, statement: &Statement, base: usize) {
        let m = &mut *self.m;
        let at = At::of(statement);
        if m.stopped.last().is_none_or(|inner| base < inner.1) {
            let unread = m.forgetting.names.get(&at);
            for &name in unread.into_iter().flatten() {
                m.frames.values[base + usize::from(name)] = MISSING;
            }
        }
        m.stopped.push((at, base));
    }

    /// Forgets the attributes that nothing reads any more as they are; what waits to be answered could still read them.
    fn forget_unread(&mut self, phase: PhaseId) {
        let m = &mut *self.m;
        if !(m.queue.is_empty() && m.answering.is_empty() && m.changes.is_empty()) {
            return;
        }
        for &(of, kind, slot) in &m.forgetting.unread {
            if of == phase {
                let records = &mut m.state.records[kind.index()];
                (0..records.count()).for_each(|record| records.set(record, slot, MISSING));
                // Where the line reads it, it does so anew, even if what is written is the missing value.
                m.line.stale |= self.plan.watched.attribute(kind, slot);
            }
        }
    }

    fn no_act_matters(&self) -> bool {
        let m = &*self.m;
        let nothing_waits = m.waiting.is_empty()
            && m.queue.is_empty()
            && m.answering.is_empty()
            && m.changes.is_empty()
            && m.used.all().is_empty()
            && m.scratch.is_empty();
        let is_missing = |(kind, slot): (KindId, Slot)| {
            let records = &m.state.records[kind.index()];
            (0..records.count()).all(|record| records.get(record, slot) == MISSING)
        };
        nothing_waits && acts_in(self.rules).all(is_missing)
    }

    fn forget_acts(&mut self) {
        let m = &mut *self.m;
        m.state.records[KindId::ACT.index()].refill(0, |_| MISSING);
        m.state.live.clear();
        m.acts.clear();
        m.batch.clear();
        m.journal.acts.clear();
        let line = &mut m.line;
        line.kept.forget();
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

/// The expression by which an order puts the repetitions of an outermost phase one behind the other, if that is its first key.
pub fn first_by_repetition(rules: &Ruleset, order: &Order) -> Option<ExprId> {
    let first = order.keys.first()?;
    match rules.exprs[first.value.index()] {
        Expr::Counter(phase) if rules.procedure.contains(&phase) => Some(first.value),
        _ => None,
    }
}

/// The attributes, of records that are no acts, whose values are acts.
fn acts_in(rules: &Ruleset) -> impl Iterator<Item = (KindId, Slot)> + '_ {
    let others = (0..rules.kinds.len())
        .map(KindId::from_index)
        .filter(|&kind| kind != KindId::ACT);
    others.flat_map(|kind| {
        let attributes = rules.kinds[kind.index()].attributes.iter().enumerate();
        attributes
            .filter(|(_, attribute)| attribute.declared.ty == Type::Record(KindId::ACT))
            .map(move |(slot, _)| (kind, slot as Slot))
    })
}
