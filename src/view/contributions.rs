//! Which statements made a change, as far as that was kept beside the journal: those that did something to the attribute, and for which acts.

use super::Story;
use crate::journal::{ActInHand, ActNumber, CellWrite, Entry, What};
use crate::ruleset::{ActMoment, KindId, Slot, Type, Value, changed_set};

/// What one act did to an attribute.
pub(super) struct Contribution {
    /// The act, and at which stage.
    pub act: (ActNumber, u16),
    /// How many entries there were then.
    pub written: usize,
    /// What it added to a number; `None`: it set it, or it is no number.
    added: Option<Value>,
    /// What it set it to.
    set: Option<Value>,
}

impl ActInHand {
    /// The act and the stage of it that is carried out, or has just been.
    pub fn carried_out(&self) -> Option<(ActNumber, u16)> {
        match self.moment {
            None | Some(ActMoment::Resolves) => Some((self.act, self.stage)),
            Some(
                ActMoment::Before
                | ActMoment::Declared
                | ActMoment::Added
                | ActMoment::Cancelled
                | ActMoment::Void
                | ActMoment::Missed,
            ) => None,
        }
    }

    /// The act and its stage that is about to be carried out, is or has just been.
    fn at_stage(&self) -> Option<(ActNumber, u16)> {
        let is_before = self.moment == Some(ActMoment::Before);
        let before = is_before.then_some((self.act, self.stage));
        before.or_else(|| self.carried_out())
    }
}

impl Story<'_> {
    /// The statements that brought an attribute from one value to another in an entry: of all settings that which is kept, and what was added, if it was more than nothing.
    pub(super) fn writes(
        &self,
        cell: (KindId, u32, Slot),
        entry: usize,
        values: (Value, Value),
    ) -> Vec<&CellWrite> {
        let writes = &self.background.writes;
        // They are in the order of the entries.
        let first = writes.partition_point(|write| write.entry < entry);
        let writes = writes[first..].iter();
        let writes = writes.take_while(|write| write.entry == entry);
        let is_it = |write: &&CellWrite| write.cell == cell && (write.old, write.new) == values;
        let writes: Vec<&CellWrite> = writes.filter(is_it).collect();
        let set = writes.iter().filter(|write| !write.adds);
        let kept = set.map(|write| write.value).max();
        let ty = self.names.attribute_rule(cell.0, cell.2);
        let is_set = ty.is_some_and(|rule| matches!(rule.declared.ty, Type::Set(_)));
        let does = |write: &&CellWrite| match (write.adds, is_set) {
            (true, true) => changed_set(write.old, write.value) != write.old,
            (true, false) => write.value != 0,
            (false, _) => {
                Some(write.value) == kept && (write.value != write.old || write.old == write.new)
            }
        };
        writes.into_iter().filter(does).collect()
    }

    /// Whether what statements added and set is not what an attribute came to, as bounds held it.
    pub(super) fn is_held(&self, writes: &[&CellWrite], cell: (KindId, u32, Slot)) -> bool {
        let rule = self.names.attribute_rule(cell.0, cell.2);
        let is_bounded = rule.is_some_and(|rule| !rule.within.is_open());
        let Some(first) = writes.first().filter(|_| is_bounded) else {
            return false;
        };
        let set = writes.iter().filter(|write| !write.adds);
        let kept = set.map(|write| write.value).max();
        let added = writes.iter().filter(|write| write.adds);
        let added: Value = added.map(|write| write.value).sum();
        kept.unwrap_or(first.old) + added != first.new
    }

    /// What each act did, of statements that changed an attribute; nothing unless all of them were carried out for acts.
    pub(super) fn contributions(&self, writes: &[&CellWrite]) -> Vec<Contribution> {
        let mut found: Vec<Contribution> = Vec::new();
        for write in writes {
            let Some(act) = write.by.and_then(|by| by.carried_out()) else {
                return Vec::new();
            };
            let (kind, _, slot) = write.cell;
            let rule = self.names.attribute_rule(kind, slot);
            let is_number = rule.is_some_and(|rule| matches!(rule.declared.ty, Type::Number(..)));
            let added = (write.adds && is_number).then_some(write.value);
            let set = (!write.adds).then_some(write.value);
            match found.iter_mut().find(|one| one.act == act) {
                Some(one) => {
                    one.written = write.written;
                    one.added = match (one.added, added) {
                        (Some(one), Some(added)) => Some(one + added),
                        (one, added) => one.or(added),
                    };
                    one.set = one.set.or(set);
                }
                None => found.push(Contribution {
                    act,
                    written: write.written,
                    added,
                    set,
                }),
            }
        }
        found
    }

    /// The acts in words, of several each with what it did: `ann strikes bob (-2)`.
    pub(super) fn told(&self, acts: &[Contribution], cell: (KindId, u32, Slot)) -> Vec<String> {
        let same = |one: &Contribution| one.added.is_none() && one.set == acts[0].set;
        let is_alike = acts.iter().all(same);
        let told = acts.iter().map(|one| {
            let title = self.act_at(one.act.0, one.act.1, one.written);
            let said = |value| self.value_of((cell.0, cell.2), value, one.written);
            let set = one.set.map(|value| format!("set to {}", said(value)));
            let added = one.added.map(|added| match added {
                0.. => format!("+{}", said(added)),
                _ => said(added),
            });
            let does: Vec<String> = set.into_iter().chain(added).collect();
            match acts.len() == 1 || is_alike || does.is_empty() {
                true => title,
                false => format!("{title} ({})", does.join(", ")),
            }
        });
        told.collect()
    }

    /// The act that was carried out when an entry was written, or had just been.
    pub(super) fn carried_out(&self, entry: usize) -> Option<(ActNumber, u16)> {
        let by = self.background.hands.get(entry).copied().flatten()?;
        by.carried_out()
    }

    /// The act and its stage that were in hand when an entry was written, by itself or by triggers that respond to it.
    pub fn in_hand(&self, entry: usize) -> Option<(ActNumber, u16)> {
        let by = self.background.hands.get(entry).copied().flatten()?;
        Some((by.act, by.stage))
    }

    /// What was rolled for acts until they did this: before their stages, in them, or right behind them. The entries.
    pub(super) fn rolls_for(&self, acts: &[Contribution]) -> Vec<usize> {
        let entries = self.journal.entries.iter().zip(&self.background.hands);
        let is_its = |(entry, hand): (&Entry, &Option<ActInHand>), at: usize| {
            let act = hand.and_then(|hand| hand.at_stage());
            matches!(entry.what, What::Rolled { .. })
                && acts
                    .iter()
                    .any(|one| Some(one.act) == act && at < one.written)
        };
        let its = entries.enumerate().filter(|&(at, entry)| is_its(entry, at));
        its.map(|(at, _)| at).collect()
    }
}
