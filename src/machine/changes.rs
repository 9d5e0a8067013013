//! Changes of attributes: in force at once, or gathered while a batch is carried out and in force together.

use super::Machine;
use super::state::{GatheredChange, Pending};
use crate::journal::What;
use crate::ruleset::{ItemId, KindId, MISSING, MOST, Slot, Type, Value, Within, changed_set};
use crate::run::fault::{FaultKind, RunResult};

impl Machine<'_> {
    /// Sets an attribute, or adds to it.
    #[inline]
    pub(super) fn put_attribute(
        &mut self,
        kind: KindId,
        record: u32,
        slot: Slot,
        value: Value,
        adds: bool,
    ) -> RunResult<()> {
        let cause = self.cause();
        let change = GatheredChange {
            kind,
            record,
            slot,
            adds,
            value,
            cause,
        };
        if self.background.is_some() {
            self.keep_write(&change);
        }
        if self.state.in_batch {
            self.state.changes.push(change);
            return Ok(());
        }
        if self.is_unsettled(&[change]) {
            return Ok(());
        }
        let new = match adds {
            true => {
                let old = self.state.tables[kind.index()].get(record, slot);
                let (old, value) = (self.known(old)?, self.known(value)?);
                self.sum((kind, slot), old, value)?
            }
            false => value,
        };
        self.change_and_tell((kind, record, slot), new, cause)
    }

    /// What an attribute comes to where something is added to it. All that is added to sets comes before all that is taken from them.
    fn sum(&self, (kind, slot): (KindId, Slot), old: Value, added: Value) -> RunResult<Value> {
        match self.rules.attribute(kind, slot).declared.ty {
            Type::Set(_) => Ok(changed_set(old, added)),
            _ => within_range(old, added),
        }
    }

    /// Changes an attribute, and writes it down.
    pub(super) fn change(
        &mut self,
        kind: KindId,
        record: u32,
        slot: Slot,
        new: Value,
        cause: Option<ItemId>,
    ) -> RunResult<()> {
        let rules = self.rules;
        if self.is_missing(new)? && !rules.attribute(kind, slot).declared.optional {
            return Err(FaultKind::Unset { kind, slot }.into());
        }
        let old = self.state.tables[kind.index()].replace(record, slot, new);
        if old == new {
            return Ok(());
        }
        self.changed(self.image.dependencies.attribute(kind, slot));
        if rules.attribute(kind, slot).is_mark {
            return Ok(());
        }
        let changed = What::Changed {
            kind,
            record,
            slot,
            old,
            new,
        };
        self.write_for(cause, changed)
    }

    /// The nearest number within the bounds of an attribute.
    #[inline]
    fn within_bounds(
        &mut self,
        within: Within,
        (kind, record): (KindId, u32),
        new: Value,
    ) -> RunResult<Value> {
        if within.is_open() || new == MISSING {
            return Ok(new);
        }
        if self.watch.on {
            return self.halts("numbers within bounds are changed");
        }
        let table = &self.state.tables[kind.index()];
        Ok(within.nearest(new, |slot| table.get(record, slot)))
    }

    /// Changes an attribute, and tells triggers that wait for it.
    fn change_and_tell(
        &mut self,
        (kind, record, slot): (KindId, u32, Slot),
        new: Value,
        cause: Option<ItemId>,
    ) -> RunResult<()> {
        let rules = self.rules;
        let attribute = rules.attribute(kind, slot);
        let old = self.state.tables[kind.index()].get(record, slot);
        let new = self.within_bounds(attribute.within, (kind, record), new)?;
        if self.background.is_some() {
            self.keep_in_force((kind, record, slot), old, new);
        }
        self.change(kind, record, slot, new, cause)?;
        if let Some(event) = attribute.told_by
            && old != new
        {
            let told = Pending::Event(event, [Value::from(record), old, new].into());
            if self.background.is_some() {
                self.keep_raised();
            }
            self.state.queue.push_back(told);
        }
        Ok(())
    }

    /// Puts in force what the acts of a batch have changed: of one attribute, the settings first, then all that is added.
    pub(super) fn apply_changes(&mut self) -> RunResult<()> {
        self.settle_changes()?;
        let mut changes = std::mem::take(&mut self.state.changes);
        let within = |kind, slot| self.rules.attribute(kind, slot).within;
        // Which setting comes first must not depend on the listing: the highest does, and is kept.
        changes.sort_by_key(|change| {
            let highest_first = std::cmp::Reverse(change.value);
            let GatheredChange {
                kind, record, slot, ..
            } = *change;
            // An attribute that bounds another one comes before it.
            let is_bounded = within(kind, slot).slots().next().is_some();
            let place = (is_bounded, kind, record, slot);
            (place, change.adds, highest_first)
        });
        for group in
            changes.chunk_by(|a, b| (a.kind, a.record, a.slot) == (b.kind, b.record, b.slot))
        {
            let GatheredChange {
                kind,
                record,
                slot,
                cause,
                ..
            } = group[0];
            if self.is_unsettled(group) {
                continue;
            }
            let mut value = self.state.tables[kind.index()].get(record, slot);
            let mut kept = None;
            for change in group {
                match kept {
                    _ if change.adds => {
                        let known = self.known(value)?;
                        value = self.sum((kind, slot), known, change.value)?;
                    }
                    Some(kept) if kept != change.value => {
                        let contradiction = What::Contradiction {
                            kind,
                            record,
                            slot,
                            kept,
                            dropped: change.value,
                        };
                        self.write_for(change.cause, contradiction)?;
                    }
                    Some(_) => {}
                    None => {
                        kept = Some(change.value);
                        value = change.value;
                    }
                }
            }
            self.change_and_tell((kind, record, slot), value, cause)?;
        }
        changes.clear();
        self.state.changes = changes;
        Ok(())
    }
}

/// A sum that is within bounds, of values that are there.
pub(super) fn within_range(old: Value, added: Value) -> RunResult<Value> {
    if old == MISSING {
        return Err(FaultKind::Missing.into());
    }
    match old.checked_add(added) {
        Some(sum) if (-MOST..=MOST).contains(&sum) => Ok(sum),
        _ => Err(FaultKind::Overflow.into()),
    }
}
