//! A run at rest: a repetition of an outermost phase is about to begin, and nothing is left of what came before but the state. There records
//! can be exchanged with each other, each with its attributes, and whatever refers to one refers to the other from then on. Only for those
//! who ask how runs go on.

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
}

impl Run<'_, '_> {
    /// A repetition of a phase is about to begin: halts there, if that is wanted. `stands` is how far the repetitions have come.
    pub fn halt(&mut self, phase: PhaseId, stands: [Value; 3]) -> Outcome<()> {
        let wanted =
            self.m.forgetting.halts.is_some_and(|(of, after)| {
                of == phase && stands[0] > after && self.m.path.is_empty()
            });
        if !wanted {
            return Ok(());
        }
        self.m.cursor.set(stands);
        Err(Box::new(Fault {
            kind: FaultKind::Halted,
            span: None,
        }))
    }
}

impl Memory {
    /// Whether nothing is left of what came before but the state.
    pub fn is_at_rest(&self) -> bool {
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

    /// Exchanges records.
    pub fn exchange(&mut self, rules: &Ruleset, exchange: &Exchange) {
        let all = &mut self.state.records;
        for &(kind, one, other) in &exchange.pairs {
            all[kind.index()].exchange(one, other);
        }
        for (records, kind) in all.iter_mut().zip(&rules.kinds) {
            for (slot, attribute) in kind.attributes.iter().enumerate() {
                let Type::Record(of) = attribute.declared.ty else {
                    continue;
                };
                for record in 0..records.count() {
                    let known = records.get(record, slot as Slot);
                    if let Ok(known) = u32::try_from(known) {
                        let now = exchange.of(of, known);
                        records.set(record, slot as Slot, Value::from(now));
                    }
                }
            }
        }
    }
}
