//! Records of a scenario that can change places: with them those that belong to them, so that everything which never changes is as it was.

use std::collections::{BTreeMap, BTreeSet};

use crate::machine::{Exchange, Machine};
use crate::ruleset::index::{Idx, to_number, to_short};
use crate::ruleset::{KindId, Ruleset, Slot, Type, Value};
use crate::scenario::Scenario;
use crate::source::Limits;

/// With more records of one kind than this, none of them are looked at.
const MOST_RECORDS: usize = 100;

/// The records of a scenario as they are at first, by kind, record and attribute.
pub struct Records<'a> {
    rules: &'a Ruleset,
    scenario: &'a Scenario,
    /// the attributes that statements write
    assigned: &'a BTreeSet<(KindId, Slot)>,
    values: Vec<Vec<Vec<Value>>>,
}

/// What stands for what.
type Correspondence = BTreeMap<(KindId, u32), u32>;

impl<'a> Records<'a> {
    /// As the rules and the scenario give them; none where that meets a fault.
    pub fn of(
        rules: &'a Ruleset,
        scenario: &'a Scenario,
        limits: &Limits,
        assigned: &'a BTreeSet<(KindId, Slot)>,
    ) -> Self {
        let mut machine = Machine::new(rules, *limits);
        let values = match machine.start(scenario) {
            Ok(()) => machine.records(),
            Err(_) => Vec::new(),
        };
        Records {
            rules,
            scenario,
            assigned,
            values,
        }
    }

    /// Each record with the next one of its kind for which it can stand. `is_fixed`: what must stay in its place.
    pub fn exchanges(&self, is_fixed: &dyn Fn(KindId, u32) -> bool) -> Vec<Exchange> {
        let mut all = BTreeSet::new();
        for kind in (0..self.values.len()).map(KindId::from_index) {
            let count = self.values[kind.index()].len();
            if kind == KindId::COMBAT || kind == KindId::ACT || count > MOST_RECORDS {
                continue;
            }
            for one in 0..to_number(count) {
                let mut others = one + 1..to_number(count);
                let found = others.find_map(|other| self.exchange(kind, one, other, is_fixed));
                all.extend(found);
            }
        }
        all.into_iter().collect()
    }

    /// What must change places when these two do, if that can be.
    fn exchange(
        &self,
        kind: KindId,
        one: u32,
        other: u32,
        is_fixed: &dyn Fn(KindId, u32) -> bool,
    ) -> Option<Exchange> {
        let mut places = Correspondence::new();
        let mut open = vec![(kind, one, other)];
        loop {
            while let Some(pair) = open.pop() {
                self.put(pair, is_fixed, &mut places, &mut open)?;
            }
            match self.left_behind(&places) {
                None => break,
                Some(pair) => open.push(pair?),
            }
        }
        let pairs = places.into_iter().filter(|(one, other)| one.1 < *other);
        let pairs = pairs.map(|((kind, one), other)| (kind, one, other));
        Some(Exchange {
            pairs: pairs.collect(),
        })
    }

    /// Lets two records change places; what they refer to must do so as well.
    fn put(
        &self,
        (kind, one, other): (KindId, u32, u32),
        is_fixed: &dyn Fn(KindId, u32) -> bool,
        places: &mut Correspondence,
        open: &mut Vec<(KindId, u32, u32)>,
    ) -> Option<()> {
        let known = [(kind, one), (kind, other)].map(|record| places.get(&record).copied());
        match known {
            [Some(a), Some(b)] if (a, b) == (other, one) => return Some(()),
            [None, None] => {}
            _ => return None,
        }
        let tactic = |record| self.scenario.tactics.of(record);
        let is_other = kind == KindId::COMBATANT && tactic(one) != tactic(other);
        if one == other || is_other || is_fixed(kind, one) || is_fixed(kind, other) {
            return None;
        }
        places.insert((kind, one), other);
        places.insert((kind, other), one);
        let records = &self.values[kind.index()];
        let values = records[one.index()].iter().zip(&records[other.index()]);
        for (slot, (&a, &b)) in values.enumerate() {
            if a == b || self.is_assigned(kind, slot) {
                continue;
            }
            let of = self.record_kind(kind, slot)?;
            let (a, b) = (u32::try_from(a).ok()?, u32::try_from(b).ok()?);
            open.push((of, a.min(b), a.max(b)));
        }
        Some(())
    }

    /// A record that refers to another one than before once these have changed places, with one that can take its place, if there is one.
    fn left_behind(&self, places: &Correspondence) -> Option<Option<(KindId, u32, u32)>> {
        for (index, records) in self.values.iter().enumerate() {
            let kind = KindId::from_index(index);
            for (record, values) in (0..).zip(records) {
                let now = places.get(&(kind, record)).copied().unwrap_or(record);
                for (slot, &value) in values.iter().enumerate() {
                    let Some(of) = self.record_kind(kind, slot) else {
                        continue;
                    };
                    let Ok(referred) = u32::try_from(value) else {
                        continue;
                    };
                    let wanted = *places.get(&(of, referred)).unwrap_or(&referred);
                    if self.is_assigned(kind, slot)
                        || records[now.index()][slot] == Value::from(wanted)
                    {
                        continue;
                    }
                    let is_moved = |other: u32| places.contains_key(&(kind, other));
                    let mut others = 0..to_number(records.len());
                    let fits = others.find(|&other| {
                        !is_moved(other) && records[other.index()][slot] == Value::from(wanted)
                    });
                    let pair = fits.filter(|_| !is_moved(record) && kind != KindId::COMBAT);
                    return Some(pair.map(|other| (kind, record.min(other), record.max(other))));
                }
            }
        }
        None
    }

    fn is_assigned(&self, kind: KindId, slot: usize) -> bool {
        self.assigned.contains(&(kind, to_short(slot)))
    }

    /// The kind of the records that an attribute holds.
    fn record_kind(&self, kind: KindId, slot: usize) -> Option<KindId> {
        match self.rules.kinds[kind.index()].attributes[slot].declared.ty {
            Type::Record(of) if of != KindId::ACT => Some(of),
            _ => None,
        }
    }
}
