//! What was evaluated to order the acts, each with the parts of the state that it has read: it is evaluated again only if one of them has changed.
//!
//! No part of the state: a run is the same without it.

use super::Machine;
use crate::journal::Ruling;
use crate::program::{Dependencies, PartSet};
use crate::ruleset::index::{Idx, IndexVec};
use crate::ruleset::{FunctionId, KindId, MISSING, Slot, Value};

/// What was evaluated.
#[derive(Clone, Debug, Default)]
pub(super) struct Cache {
    /// What has changed since the line was last brought up to date.
    pub changed: PartSet,
    /// How often anything had changed when the line was brought up to date, and what the last time.
    epoch: u32,
    before: PartSet,
    /// By definition and record: its value.
    values_of: Vec<Vec<CachedValue>>,
    /// The calls of definitions that are being evaluated, and are to be kept.
    pub outer: Vec<Outer>,
    /// Values of definitions are neither recalled nor kept: an act that is looked at is being made.
    pub rests: bool,
    /// By combatant: whether its tactic declares nothing.
    pub silent: IndexVec<u32, CacheEntry<()>>,
    /// By act: the void that holds of it.
    pub voids: IndexVec<u32, CacheEntry<Option<u32>>>,
    /// By act: whether its keys are known; the keys themselves are in `values`.
    pub keys: IndexVec<u32, CacheEntry<()>>,
    /// The keys of the acts: so many of each as the order in force has.
    pub values: Vec<KeyValue>,
    /// The acts of which the exceptions were judged.
    pub judged: Vec<JudgedAct>,
    /// What that has read; nothing has been judged if this is missing.
    pub exceptions: Option<PartSet>,
    /// What came of it, as it was before the line was ordered.
    pub rulings: Vec<Ruling>,
}

/// Something that was evaluated of an act.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct CacheEntry<T> {
    /// At which stage of the act, and one more; 0: it is not known.
    stage: u16,
    /// What it has read.
    reads: PartSet,
    /// What it is.
    pub value: T,
}

/// A key of an act: its value, the placement that gave it, and whether it orders the act.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct KeyValue {
    pub value: Value,
    pub placement: Option<u32>,
    pub orders: bool,
}

impl KeyValue {
    /// Of a key that does not order the act.
    pub const NONE: Self = KeyValue {
        value: MISSING,
        placement: None,
        orders: false,
    };

    /// Of one that does; `placement`: the one that gave it, or the highest number.
    #[inline(always)]
    pub fn of(value: Value, placement: u32) -> Self {
        KeyValue {
            value,
            placement: (placement != u32::MAX).then_some(placement),
            orders: true,
        }
    }
}

/// The value of a definition for a record; in epoch 0 it is not known.
#[derive(Clone, Copy, Debug, Default)]
struct CachedValue {
    epoch: u32,
    value: Value,
    reads: PartSet,
}

/// A call of a definition that is being evaluated.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outer {
    /// Which.
    pub function: FunctionId,
    /// For which record.
    pub record: Value,
    /// What had been read before it.
    pub reads: PartSet,
}

/// An act as exceptions see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct JudgedAct {
    pub act: u32,
    pub stage: u16,
    pub suspended: bool,
}

impl<T> CacheEntry<T> {
    /// Keeps a value.
    pub fn keep(&mut self, stage: u16, reads: PartSet, value: T) {
        *self = CacheEntry {
            stage: stage + 1,
            reads,
            value,
        };
    }

    /// Whether it is known at this stage, and nothing of this was read for it.
    pub fn stands(&self, stage: u16, changed: PartSet) -> bool {
        self.stage == stage + 1 && self.reads & changed == 0
    }

    /// Forgets the value if it depends on one of these.
    pub fn invalidate(&mut self, changed: PartSet) {
        if self.reads & changed != 0 {
            self.stage = 0;
        }
    }

    /// Forgets the value.
    pub(crate) fn forget(&mut self) {
        self.stage = 0;
    }
}

impl Cache {
    /// Forgets everything.
    pub fn clear(&mut self) {
        (self.changed, self.before, self.epoch) = (0, 0, 1);
        self.outer.clear();
        self.rests = false;
        self.values_of.iter_mut().for_each(Vec::clear);
        self.silent.clear();
        self.voids.clear();
        self.keys.clear();
        self.exceptions = None;
    }

    /// The line is being brought up to date: what has changed since the last time. What was kept until then stands if it has read nothing of that.
    pub fn begin_epoch(&mut self) -> PartSet {
        let changed = std::mem::take(&mut self.changed);
        if changed != 0 {
            self.epoch += 1;
            self.before = changed;
            self.silent
                .iter_mut()
                .for_each(|silent| silent.invalidate(changed));
        }
        changed
    }

    /// Whether the tactic of a combatant is known to declare nothing.
    pub fn is_silent(&self, actor: u32) -> bool {
        let known = self.silent.get(actor);
        known.is_some_and(|known| known.stands(0, self.changed))
    }

    /// The tactic of a combatant declares nothing, which depends on these.
    pub fn keep_silent(&mut self, actor: u32, reads: PartSet) {
        if self.silent.len() <= actor.index() {
            self.silent
                .resize_with(actor.index() + 1, CacheEntry::default);
        }
        self.silent[actor].keep(0, reads, ());
    }

    /// The value of a definition for a record and what it has read, if it is known.
    #[inline]
    pub fn recall<const WATCHED: bool>(
        &mut self,
        function: FunctionId,
        record: Value,
    ) -> Option<(Value, PartSet)> {
        // What was evaluated in another outcome of dice does not hold.
        if WATCHED || self.rests {
            return None;
        }
        let record = usize::try_from(record).ok()?;
        let known = self.values_of.get_mut(function.index())?.get_mut(record)?;
        let is_known = known.reads & self.changed == 0
            && (known.epoch == self.epoch
                || known.epoch != 0
                    && known.epoch + 1 == self.epoch
                    && known.reads & self.before == 0);
        if is_known {
            known.epoch = self.epoch;
        }
        is_known.then_some((known.value, known.reads))
    }

    /// The value of a definition is evaluated for a record, when these parts have been read already.
    #[inline]
    pub fn begin(&mut self, function: FunctionId, record: Value, reads: PartSet) {
        self.outer.push(Outer {
            function,
            record,
            reads,
        });
    }

    /// Keeps the value of the definition that was begun last, which has read these parts; what had been read before it.
    #[inline]
    pub fn end(&mut self, value: Value, reads: PartSet) -> PartSet {
        let Some(outer) = self.outer.pop() else {
            return 0;
        };
        self.remember(&outer, value, reads);
        outer.reads
    }

    /// Keeps the value of a definition.
    fn remember(&mut self, of: &Outer, value: Value, reads: PartSet) {
        let Ok(record) = usize::try_from(of.record) else {
            return;
        };
        if self.rests {
            return;
        }
        let number = of.function.index();
        if self.values_of.len() <= number {
            self.values_of.resize_with(number + 1, Vec::new);
        }
        let values = &mut self.values_of[number];
        if values.len() <= record {
            values.resize(record + 1, CachedValue::default());
        }
        values[record] = CachedValue {
            epoch: self.epoch,
            value,
            reads,
        };
    }

    /// Makes room for so many acts, with so many keys each.
    pub fn grow(&mut self, acts: usize, width: usize) {
        self.voids.resize_with(acts, CacheEntry::default);
        self.keys.resize_with(acts, CacheEntry::default);
        if self.values.len() < acts * width {
            self.values.resize(acts * width, KeyValue::default());
        }
    }

    /// Forgets what is known of an act.
    pub fn forget_act(&mut self, act: u32) {
        if let (Some(void), Some(keys)) = (self.voids.get_mut(act), self.keys.get_mut(act)) {
            void.forget();
            keys.forget();
        }
    }

    /// Forgets all keys: another order is in force.
    pub fn forget_keys(&mut self) {
        self.keys.iter_mut().for_each(CacheEntry::forget);
    }
}

impl Machine<'_> {
    /// Parts of the state have changed.
    #[inline]
    pub(super) fn changed(&mut self, parts: PartSet) {
        self.cache.changed |= parts;
        self.state.line.stale |= parts & self.image.dependencies.order() != 0;
    }

    /// Gives a record that is being made an attribute. No query sees an act before it has all, so that nothing that is kept can have read it.
    pub(super) fn give(&mut self, kind: KindId, record: u32, slot: Slot, value: Value) {
        self.state.tables[kind.index()].set(record, slot, value);
        if kind != KindId::ACT {
            self.cache.changed |= self.image.dependencies.attribute(kind, slot);
        }
    }

    /// Other acts wait, or queries see others.
    pub(super) fn acts_changed(&mut self) {
        self.cache.changed |= Dependencies::records(KindId::ACT.index());
        self.state.line.stale = true;
    }
}
