//! Changes of attributes: put in force at once, or gathered while a batch is carried out and put in force together.

use super::fault::{FaultKind, Outcome};
use super::memory::Change;
use super::run::{Body, Run};
use crate::journal::What;
use crate::ruleset::{ItemId, KindId, MISSING, MOST, Place, Slot, Value};

impl Run<'_, '_> {
    /// Puts a value somewhere, or adds it to what is there.
    pub fn put(&mut self, place: Place, value: Value, adds: bool, body: Body) -> Outcome<()> {
        match place {
            Place::Local(local) => {
                let old = &mut self.m.frames.values[body.base + local as usize];
                *old = if adds {
                    within_range(*old, value)?
                } else {
                    value
                };
                Ok(())
            }
            Place::Attribute { kind, of, slot } => {
                let record = self.record(of, body.base)?;
                let change = Change {
                    kind,
                    record,
                    slot,
                    adds,
                    value,
                    cause: body.cause,
                };
                if self.m.in_batch {
                    self.m.changes.push(change);
                    Ok(())
                } else if adds {
                    let old = self.m.state.records[kind.index()].get(record, slot);
                    self.change(kind, record, slot, within_range(old, value)?, body.cause)
                } else {
                    self.change(kind, record, slot, value, body.cause)
                }
            }
        }
    }

    /// Changes an attribute, and writes it down.
    pub fn change(
        &mut self,
        kind: KindId,
        record: u32,
        slot: Slot,
        new: Value,
        cause: Option<ItemId>,
    ) -> Outcome<()> {
        self.m.quiet.reads_attribute(kind, slot);
        let old = self.m.state.records[kind.index()].get(record, slot);
        let is_optional =
            || (self.rules.kinds[kind.index()].attributes[slot as usize].declared).optional;
        if new == MISSING && !is_optional() {
            return Err(FaultKind::Unset { kind, slot }.into());
        }
        if old == new {
            return Ok(());
        }
        self.m.state.records[kind.index()].set(record, slot, new);
        self.m.line.stale |= self.plan.watched.attribute(kind, slot);
        self.m.quiet.attribute_changes(kind, slot);
        self.write(
            cause,
            What::Changed {
                kind,
                record,
                slot,
                old,
                new,
            },
        )
    }

    /// Puts in force what the acts of a batch have changed: of one attribute, the settings first, then all that is added.
    pub fn apply_changes(&mut self) -> Outcome<()> {
        if self.m.changes.is_empty() {
            return Ok(());
        }
        let mut changes = std::mem::take(&mut self.m.changes);
        // Which setting comes first must not depend on the listing: the highest does, and is kept.
        changes.sort_by_key(|change| {
            (
                change.kind,
                change.record,
                change.slot,
                change.adds,
                std::cmp::Reverse(change.value),
            )
        });
        let mut index = 0;
        while index < changes.len() {
            let Change {
                kind,
                record,
                slot,
                cause,
                ..
            } = changes[index];
            let same = |change: &&Change| {
                (change.kind, change.record, change.slot) == (kind, record, slot)
            };
            let group = changes[index..].iter().take_while(same).count();
            let mut value = self.m.state.records[kind.index()].get(record, slot);
            let mut kept = None;
            for change in &changes[index..index + group] {
                if change.adds {
                    value = within_range(value, change.value)?;
                } else if let Some(kept) = kept {
                    if kept != change.value {
                        let dropped = change.value;
                        self.write(
                            change.cause,
                            What::Contradiction {
                                kind,
                                record,
                                slot,
                                kept,
                                dropped,
                            },
                        )?;
                    }
                } else {
                    kept = Some(change.value);
                    value = change.value;
                }
            }
            self.change(kind, record, slot, value, cause)?;
            index += group;
        }
        changes.clear();
        self.m.changes = changes;
        Ok(())
    }
}

/// A sum that is within bounds, of values that are there.
fn within_range(old: Value, added: Value) -> Outcome<Value> {
    if old == MISSING {
        return Err(FaultKind::Missing.into());
    }
    match old.checked_add(added) {
        Some(sum) if (-MOST..=MOST).contains(&sum) => Ok(sum),
        _ => Err(FaultKind::Overflow.into()),
    }
}
