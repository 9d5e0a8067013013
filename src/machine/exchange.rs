//! A run at rest: a repetition of an outermost phase is about to begin, and nothing is left of what came before but the state. There records
//! can be exchanged with each other, each with its attributes, and whatever refers to one refers to the other from then on. Only for those
//! who ask how runs go on; the journal of such a run cannot be shown.

use std::cmp::Ordering;

use super::Machine;
use super::state::State;
use crate::program::Register;
use crate::ruleset::{KindId, MISSING, PhaseId, Ruleset, Type, Value};

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
    /// The run pauses there, and the caller exchanges; if not, records are exchanged for as long as that makes the state smaller.
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

impl Machine<'_> {
    /// A repetition of a phase is about to begin: if alike records are to be exchanged there, does so; or says that the run halts.
    pub(super) fn comes_to_rest(&mut self, phase: PhaseId, number: Register) -> bool {
        let Some(abstraction) = &self.exploration.abstraction else {
            return false;
        };
        let Some((of, after)) = abstraction.exchanges.before else {
            return false;
        };
        if of != phase || self.state.get(number) <= after || !self.state.path.is_empty() {
            return false;
        }
        if !self.is_at_rest() {
            self.exploration.restless = true;
            return false;
        }
        // Whether there was a line before is no part of the state; there is none now.
        self.state.line.stale = true;
        if !abstraction.exchanges.halts {
            self.state
                .put_in_order(self.rules, &abstraction.exchanges.all);
            // What was evaluated of the records counts no longer.
            self.cache.clear();
            return false;
        }
        true
    }

    /// Whether nothing is left of what came before but the state.
    fn is_at_rest(&self) -> bool {
        let state = &self.state;
        let names = usize::from(self.image.bodies[state.body].names);
        let mut names = state.registers[state.base..][..names].iter();
        state.frames.len() == 1
            && self.is_settled()
            && state.acts.is_empty()
            && state.waiting.is_empty()
            && state.used.all().is_empty()
            && state.records.is_empty()
            && state.batch.is_empty()
            && state.line.asked.is_empty()
            && names.all(|&name| name == MISSING)
    }

    /// Exchanges records, where the run has halted.
    pub(crate) fn exchange(&mut self, exchange: &Exchange) {
        self.state.exchange(self.rules, exchange);
    }
}

impl State {
    /// Exchanges for as long as the state comes down by it.
    fn put_in_order(&mut self, rules: &Ruleset, exchanges: &[Exchange]) {
        let mut is_least = false;
        while !std::mem::replace(&mut is_least, true) {
            for exchange in exchanges {
                if self.stands_to(rules, exchange) == Ordering::Less {
                    self.exchange(rules, exchange);
                    is_least = false;
                }
            }
        }
    }

    /// How the state after an exchange stands to the state as it is, attribute by attribute.
    fn stands_to(&self, rules: &Ruleset, exchange: &Exchange) -> Ordering {
        for (index, (table, kind)) in self.tables.iter().zip(&rules.kinds).enumerate() {
            for record in 0..table.count() {
                let other = exchange.of(KindId::from_index(index), record);
                let cells = table.row(record).iter().zip(table.row(other));
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

    fn exchange(&mut self, rules: &Ruleset, exchange: &Exchange) {
        for &(kind, one, other) in &exchange.pairs {
            self.tables[kind.index()].exchange(one, other);
        }
        for (table, kind) in self.tables.iter_mut().zip(&rules.kinds) {
            for (slot, attribute) in (0..).zip(&kind.attributes) {
                if !matches!(attribute.declared.ty, Type::Record(_)) {
                    continue;
                }
                for record in 0..table.count() {
                    let known = table.get(record, slot);
                    table.set(record, slot, exchange.value(&attribute.declared.ty, known));
                }
            }
        }
    }
}
