//! What was evaluated to order the acts, each with the parts of the state that it has read: it is evaluated again only if one of them has changed.
//!
//! No part of the state: a run is the same without it.

use super::Machine;
use crate::journal::Ruling;
use crate::program::{Dependencies, PartSet};
use crate::ruleset::{KindId, Value};

/// What was evaluated.
#[derive(Clone, Debug, Default)]
pub(super) struct Cache {
    /// What has changed since the line was last brought up to date.
    pub changed: PartSet,
    /// By act: the void that holds of it.
    pub voids: Vec<Entry<Option<u32>>>,
    /// By act: whether its keys are known; the keys themselves are in `values`.
    pub keys: Vec<Entry<()>>,
    /// The keys of the acts: so many of each as the order in force has.
    pub values: Vec<KeyValue>,
    /// The acts of which the exceptions were judged.
    pub judged: Vec<Judged>,
    /// What that has read; nothing has been judged if this is missing.
    pub exceptions: Option<PartSet>,
    /// What came of it, as it was before the line was ordered.
    pub rulings: Vec<Ruling>,
}

/// Something that was evaluated of an act.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Entry<T> {
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

/// An act as exceptions see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Judged {
    pub act: u32,
    pub stage: u16,
    pub suspended: bool,
}

impl<T> Entry<T> {
    /// Keeps a value.
    pub fn keep(&mut self, stage: u16, reads: PartSet, value: T) {
        *self = Entry {
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
    pub fn forget(&mut self) {
        self.stage = 0;
    }
}

impl Cache {
    /// Forgets everything.
    pub fn clear(&mut self) {
        self.changed = 0;
        self.voids.clear();
        self.keys.clear();
        self.exceptions = None;
    }

    /// Makes room for so many acts, with so many keys each.
    pub fn grow(&mut self, acts: usize, width: usize) {
        self.voids.resize_with(acts, Entry::default);
        self.keys.resize_with(acts, Entry::default);
        if self.values.len() < acts * width {
            self.values.resize(acts * width, KeyValue::default());
        }
    }

    /// Forgets what is known of an act.
    pub fn forget_act(&mut self, act: u32) {
        let act = act as usize;
        if let (Some(void), Some(keys)) = (self.voids.get_mut(act), self.keys.get_mut(act)) {
            void.forget();
            keys.forget();
        }
    }

    /// Forgets all keys: another order is in force.
    pub fn forget_keys(&mut self) {
        self.keys.iter_mut().for_each(Entry::forget);
    }
}

impl Machine<'_> {
    /// Parts of the state have changed.
    #[inline]
    pub(super) fn changed(&mut self, parts: PartSet) {
        self.cache.changed |= parts;
        self.state.line.stale |= parts != 0;
    }

    /// Other acts wait, or queries see others.
    pub(super) fn acts_changed(&mut self) {
        self.changed(Dependencies::records(KindId::ACT.index()));
    }
}
