//! A run at rest: a repetition of an outermost phase is about to begin, and nothing is left of what came before but the state. There records
//! can be exchanged with each other, each with its attributes, and whatever refers to one refers to the other from then on. Only for those
//! who ask how runs go on; the journal of such a run cannot be shown.

use std::cmp::Ordering;

use super::fault::{Fault, FaultKind, Outcome};
use super::memory::Memory;
use super::run::Run;
use crate::ruleset::{KindId, MISSING, PhaseId, Ruleset, Slot, Type, Value};

/// Pairs of records that change places.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Exchange {
    /// Each pair by its kind, the lower number first; no record stands in two of them.
    pub pairs: Vec<(KindId, u32, u32)>,
}

/// What may be exchanged, and where.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exchanges {
    /// What.
    pub all: Vec<Exchange>,
    /// Where a repetition of this phase with a greater number is about to begin, and the run is at rest.
    pub before: Option<(PhaseId, Value)>,
    /// The run halts there, so that somebody else exchanges; if not, it is done until it brings the state no further down.
    pub halts: bool,
}

impl Exchange {
    /// The record that stands in the place of this one afterwards.
    pub fn of(&self, kind: KindId, record: u32) -> u32 {
        let own = self.pairs.iter().filter(|pair| pair.0 == kind);
        let mut others = own.filter_map(|&(_, one, other)| match record {
            known if known == one => Some(other),
            known if known == other => Some(one),
            _ => None,
        });
        others.next().unwrap_or(record)
    }

    /// What stands where a value of this type stood, if it is a record.
    fn value(&self, ty: &Type, value: Value) -> Value {
        match (ty, u32::try_from(value)) {
            (Type::Record(kind), Ok(record)) => Value::from(self.of(*kind, record)),
            _ => value,
        }
    }
}

impl Run<'_, '_> {
    /// A repetition of a phase is about to begin: if alike records are to be exchanged there, does so or halts. `stands` is how far the repetitions
    /// have come.
    pub fn comes_to_rest(&mut self, phase: PhaseId, stands: [Value; 3]) -> Outcome<()> {
        let m = &mut *self.m;
        let Some((of, after)) = m.forgetting.exchanges.before else {
            return Ok(());
        };
        if of != phase || stands[0] <= after || !m.path.is_empty() {
            return Ok(());
        }
        if !m.is_at_rest() {
            m.restless = true;
            return Ok(());
        }
        // Whether there was a line before is no part of the state; there is none now.
        m.line.stale = true;
        if m.forgetting.exchanges.halts {
            m.cursor.set(stands);
            return Err(Box::new(Fault {
                kind: FaultKind::Halted,
                span: None,
            }));
        } else {
            m.put_in_order(self.rules);
        }
        Ok(())
    }
}

impl Memory {
    /// Whether nothing is left of what came before but the state.
    fn is_at_rest(&self) -> bool {
        self.acts.is_empty()
            && self.waiting.is_empty()
            && self.queue.is_empty()
            && self.answering.is_empty()
            && self.changes.is_empty()
            && self.used.all().is_empty()
            && self.scratch.is_empty()
            && self.batch.is_empty()
            && self.line.asked.is_empty()
            && self.frames.values.iter().all(|&name| name == MISSING)
    }

    /// Exchanges for as long as the state comes down by it.
    fn put_in_order(&mut self, rules: &Ruleset) {
        let exchanges = std::mem::take(&mut self.forgetting.exchanges);
        let mut is_least = false;
        while !std::mem::replace(&mut is_least, true) {
            for exchange in &exchanges.all {
                if self.stands_to(rules, exchange) == Ordering::Less {
                    self.exchange(rules, exchange);
                    is_least = false;
                }
            }
        }
        self.forgetting.exchanges = exchanges;
    }

    /// How the state after an exchange stands to the state as it is, attribute by attribute.
    fn stands_to(&self, rules: &Ruleset, exchange: &Exchange) -> Ordering {
        for (index, (records, kind)) in self.state.records.iter().zip(&rules.kinds).enumerate() {
            for record in 0..records.count() {
                let other = exchange.of(KindId::from_index(index), record);
                let cells = records.row(record).iter().zip(records.row(other));
                for ((&now, &then), attribute) in cells.zip(&kind.attributes) {
                    let then = exchange.value(&attribute.declared.ty, then);
                    if then != now {
                        return then.cmp(&now);
                    }
                }
            }
        }
        Ordering::Equal
    }

    /// Exchanges records.
    pub fn exchange(&mut self, rules: &Ruleset, exchange: &Exchange) {
        let all = &mut self.state.records;
        for &(kind, one, other) in &exchange.pairs {
            all[kind.index()].exchange(one, other);
        }
        for (records, kind) in all.iter_mut().zip(&rules.kinds) {
            for (slot, attribute) in (0..).zip(&kind.attributes) {
                if !matches!(attribute.declared.ty, Type::Record(_)) {
                    continue;
                }
                for record in 0..records.count() {
                    let known = records.get(record, slot as Slot);
                    let now = exchange.value(&attribute.declared.ty, known);
                    records.set(record, slot as Slot, now);
                }
            }
        }
        // What was found out of the records counts no longer.
        self.line.kept.forget();
        self.quiet.forget();
    }
}
