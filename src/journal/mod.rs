//! The journal: the complete record of a run, compact and serialisable. It holds ids and values; prose is made of it only when asked for.
//!
//! Everything that happened is an [`Entry`], in order, with the item of the rule file that caused it. Lists of an entry (faces, acts, values)
//! lie in one common store and are named by a [`Range`], so that writing the journal allocates nothing once its stores have grown.

mod entry;

pub use entry::*;

use crate::ruleset::Value;
use serde::{Deserialize, Serialize};

/// The version of the journal's form; it goes up when old readers would misread a new journal.
pub const VERSION: u32 = 1;

/// A stretch of the common store of values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Range {
    /// first
    pub start: u32,
    /// behind the last
    pub end: u32,
}

/// The record of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Journal {
    /// What happened, in order.
    pub entries: Vec<Entry>,
    /// The common store of values.
    pub values: Vec<Value>,
    /// The acts of the run, by their number: who, what, whence, and how their attributes stood at the end.
    pub acts: Vec<ActRecord>,
    /// What acts were called, in the order of the entries.
    #[serde(default)]
    pub titles: Vec<Title>,
    /// Every time the line was worked out anew.
    pub lines: Vec<Line>,
}

impl Journal {
    /// The values of a range.
    pub fn values(&self, range: Range) -> &[Value] {
        &self.values[range.start as usize..range.end as usize]
    }

    /// Puts values into the common store.
    pub fn store(&mut self, values: impl IntoIterator<Item = Value>) -> Range {
        self.store_by(|store| store.extend(values))
    }

    /// Lets somebody put values behind those of the common store.
    pub fn store_by(&mut self, put: impl FnOnce(&mut Vec<Value>)) -> Range {
        let start = self.values.len() as u32;
        put(&mut self.values);
        Range {
            start,
            end: self.values.len() as u32,
        }
    }

    /// Forgets everything, and keeps the memory.
    pub fn clear(&mut self) {
        self.entries.clear();
        self.values.clear();
        self.acts.clear();
        self.titles.clear();
        self.lines.clear();
    }
}
