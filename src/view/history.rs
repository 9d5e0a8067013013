//! What the attributes of records were at any moment of a run, as far as the journal tells. Knows no names.

use crate::journal::{Journal, What};
use crate::ruleset::{KindId, Ruleset, Slot, Value};
use crate::scenario::Scenario;
use std::collections::BTreeMap;

/// Every change of a run, by attribute.
#[derive(Clone, Debug, Default)]
pub struct History {
    changes: BTreeMap<(KindId, u32, Slot), Vec<HistoryChange>>,
}

#[derive(Clone, Copy, Debug)]
struct HistoryChange {
    entry: usize,
    old: Value,
    new: Value,
}

impl History {
    /// Reads a journal once.
    pub fn new(journal: &Journal) -> Self {
        let mut changes: BTreeMap<_, Vec<HistoryChange>> = BTreeMap::new();
        for (index, entry) in journal.entries.iter().enumerate() {
            if let What::Changed {
                kind,
                record,
                slot,
                old,
                new,
            } = entry.what
            {
                let change = HistoryChange {
                    entry: index,
                    old,
                    new,
                };
                changes
                    .entry((kind, record, slot))
                    .or_default()
                    .push(change);
            }
        }
        History { changes }
    }

    /// The value of an attribute when this entry was written, if it ever changed.
    pub fn changed(&self, kind: KindId, record: u32, slot: Slot, entry: usize) -> Option<Value> {
        let changes = self.changes.get(&(kind, record, slot))?;
        let before = changes.partition_point(|change| change.entry <= entry);
        match before.checked_sub(1) {
            Some(last) => Some(changes[last].new),
            None => changes.first().map(|first| first.old),
        }
    }
}

/// What an attribute of a record is at first, if the scenario gives it or the journal keeps it (of acts).
pub(super) fn given(
    rules: &Ruleset,
    scenario: &Scenario,
    journal: &Journal,
    (kind, record, slot): (KindId, u32, Slot),
) -> Option<Value> {
    if kind == KindId::ACT {
        let act = journal.get_act(record)?;
        let attributes = journal.values(act.attributes);
        return attributes.get(usize::from(slot)).copied();
    }
    let record = scenario.records.get(kind.index())?.get(record as usize)?;
    let value = record.values.iter().find(|value| value.0 == slot);
    if let Some(&(_, value)) = value {
        return Some(value);
    }
    let attribute = rules
        .kinds
        .get(kind.index())?
        .attributes
        .get(usize::from(slot))?;
    match attribute.default {
        None if attribute.declared.optional => Some(crate::ruleset::MISSING),
        _ => None,
    }
}
