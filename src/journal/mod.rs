//! The journal: the complete record of a run, compact and serialisable. It holds ids and values; prose is made of it only when asked for.
//!
//! Everything that happened is an [`Entry`], in order, with the item of the rule file that caused it. Lists of an entry (faces, acts, values)
//! lie in one common store and are named by a [`Range`], so that writing the journal allocates nothing once its stores have grown.

mod background;
mod entry;

pub use background::*;
pub use entry::*;

use std::collections::BTreeSet;

use crate::ruleset::index::{to_index, to_number};
use crate::ruleset::{KindId, Ruleset, TemplateId, TemplatePiece, Type, Value};
use crate::scenario::TitledRecord;
use crate::source::Bound;
use serde::{Deserialize, Serialize};

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
    /// What records that were made are called, by kind and record.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub made: Vec<RecordTitle>,
    /// Every time the line was worked out anew.
    pub lines: Vec<Line>,
    /// How many entries were left out behind the last.
    #[serde(default)]
    pub left_out: usize,
}

impl Journal {
    /// The beginning of the journal, as much as can be told in so many entries: all of it, or less with [`Journal::left_out`]. Dice and lines of acts count
    /// for more than one entry, as they take more to tell.
    pub fn truncated(&self, most: usize) -> Journal {
        let mut room = most;
        let mut is_told = |entry: &Entry| {
            let left = room.checked_sub(self.size(entry));
            room = left.unwrap_or(0);
            left.is_some()
        };
        let entries: Vec<Entry> = self
            .entries
            .iter()
            .copied()
            .map_while(|entry| is_told(&entry).then_some(entry))
            .collect();
        if entries.len() == self.entries.len() {
            return self.clone();
        }
        let lines = entries
            .iter()
            .filter(|entry| matches!(entry.what, What::Arranged { .. }));
        let lines = self.lines[..lines.count()].to_vec();
        let titles = self
            .titles
            .partition_point(|title| (title.entry as usize) < entries.len());
        let acts = entries.iter().filter_map(Entry::act).max();
        let in_lines = lines.iter().flat_map(|line| self.values(line.acts)).max();
        let acts = acts
            .into_iter()
            .chain(in_lines.map(|&act| act as ActNumber))
            .max();
        let acts = self.acts[..acts.map_or(0, |act| act as usize + 1)].to_vec();
        let mut values = self.values.clone();
        // Acts are then told as they stood where the told part ends.
        for entry in self.entries[entries.len()..].iter().rev() {
            if let What::Changed {
                kind: KindId::ACT,
                record,
                slot,
                old,
                ..
            } = entry.what
                && let Some(act) = acts.get(record as usize)
            {
                values[act.attributes.start as usize + usize::from(slot)] = old;
            }
        }
        Journal {
            left_out: self.entries.len() - entries.len(),
            titles: self.titles[..titles].to_vec(),
            made: self.made.clone(),
            entries,
            values,
            acts,
            lines,
        }
    }

    /// What is said behind the told part of a run, where something was left out.
    pub fn cut(&self) -> Option<String> {
        (self.left_out > 0).then(|| {
            format!(
                "… was cut after {} entries of the journal, and {} more are left out; {}",
                self.entries.len(),
                self.left_out,
                Bound::Told.more()
            )
        })
    }

    /// How many entries it takes to tell one.
    fn size(&self, entry: &Entry) -> usize {
        let values = match entry.what {
            What::Rolled { faces, .. } => self.values(faces).len(),
            What::Arranged { line } => {
                let line = self.line(line);
                self.values(line.acts).len() + self.values(line.keys).len() + line.rulings.len()
            }
            _ => 0,
        };
        1 + values / 8
    }

    /// An act of the run.
    ///
    /// # Panics
    ///
    /// Where the journal has no act of this number.
    pub fn act(&self, number: ActNumber) -> &ActRecord {
        &self.acts[number as usize]
    }

    /// An act of the run; `None` where the journal has none of this number.
    pub fn get_act(&self, number: ActNumber) -> Option<&ActRecord> {
        self.acts.get(number as usize)
    }

    /// The line as it was worked out for the time of this number.
    ///
    /// # Panics
    ///
    /// Where the journal has no line of this number.
    pub fn line(&self, number: u32) -> &Line {
        &self.lines[number as usize]
    }

    /// The same; `None` where the journal has no line of this number.
    pub fn get_line(&self, number: u32) -> Option<&Line> {
        self.lines.get(number as usize)
    }

    /// The corrections of the scenario that were made, by number.
    pub fn corrected(&self) -> BTreeSet<u32> {
        let entries = self.entries.iter();
        let made = entries.filter_map(|entry| match entry.what {
            What::Corrected { correction } => Some(correction),
            _ => None,
        });
        made.collect()
    }

    /// The values of a range.
    pub fn values(&self, range: Range) -> &[Value] {
        &self.values[range.start as usize..range.end as usize]
    }

    /// The values of a range that come in pairs.
    pub(crate) fn pairs(&self, range: Range) -> impl Iterator<Item = (Value, Value)> + '_ {
        let pairs = self.values(range).chunks_exact(2);
        pairs.map(|pair| (pair[0], pair[1]))
    }

    /// The acts that a range names.
    pub(crate) fn acts_named(&self, range: Range) -> Vec<ActNumber> {
        let values = self.values(range).iter();
        values
            .filter_map(|&act| ActNumber::try_from(act).ok())
            .collect()
    }

    /// The keys of an act that stands in a line.
    pub(crate) fn keys_of(&self, line: &Line, act: ActNumber) -> Option<&[Value]> {
        let mut acts = self.values(line.acts).iter();
        let index = acts.position(|&other| other == Value::from(act))?;
        let width = to_index(line.width.into());
        self.values(line.keys)
            .get(index * width..(index + 1) * width)
    }

    /// What the batch that begins with this entry carries out of its acts: the entry that says so, the act and the stage.
    pub(crate) fn carried_out(&self, batch: usize) -> Vec<(usize, ActNumber, u16)> {
        let What::BatchBegins { acts, .. } = self.entries[batch].what else {
            return Vec::new();
        };
        let acts = self.acts_named(acts);
        let later = self.entries.iter().enumerate().skip(batch + 1);
        let own = later
            .take_while(|(_, one)| !matches!(one.what, What::BatchBegins { .. } | What::BatchEnds));
        own.filter_map(|(entry, one)| match one.what {
            What::Resolved { act, stage } if acts.contains(&act) => Some((entry, act, stage)),
            _ => None,
        })
        .collect()
    }

    /// Puts values into the common store.
    pub fn store(&mut self, values: impl IntoIterator<Item = Value>) -> Range {
        self.store_by(|store| store.extend(values))
    }

    /// Calls a function that appends values to the common store. Returns their range.
    pub fn store_by(&mut self, put: impl FnOnce(&mut Vec<Value>)) -> Range {
        let start = self.values.len() as u32;
        put(&mut self.values);
        Range {
            start,
            end: self.values.len() as u32,
        }
    }

    /// A text whose values stand in the common store from `start` on.
    pub(crate) fn said_since(&self, start: u32, template: TemplateId) -> Said {
        let end = to_number(self.values.len());
        let values = Range { start, end };
        Said { template, values }
    }

    /// Keeps a remark where it is the title of a record that was just made.
    pub fn keep_title(&mut self, rules: &Ruleset, said: Said) {
        let template = &rules.templates[said.template.index()];
        let record = self.values(said.values).first();
        let record = record.and_then(|record| u32::try_from(*record).ok());
        if let (true, Some(TemplatePiece::Hole(_, Type::Record(kind))), Some(record)) =
            (template.titles, template.pieces.first(), record)
        {
            let kind = *kind;
            let place = (self.made).partition_point(|one| (one.kind, one.record) < (kind, record));
            self.made.insert(place, RecordTitle { kind, record, said });
        }
    }

    /// What a record that was made is called, if it has a title.
    pub fn title_of(&self, kind: KindId, record: u32) -> Option<Said> {
        let place = (self.made).binary_search_by_key(&(kind, record), |one| (one.kind, one.record));
        Some(self.made[place.ok()?].said)
    }

    /// The records that were made with a title, in the order of their numbers.
    pub fn titled<'a>(&'a self, wanted: &'a TitledRecord) -> impl Iterator<Item = u32> + 'a {
        let of_kind = self.made.iter().filter(|one| one.kind == wanted.kind);
        let fits = |said: &Said| {
            let told = self.values(said.values);
            let mut values = wanted.values.iter();
            said.template == wanted.title
                && values.all(|(hole, value)| told.get(*hole) == Some(value))
        };
        of_kind
            .filter(move |one| fits(&one.said))
            .map(|one| one.record)
    }

    /// Forgets everything, and keeps the memory.
    pub fn clear(&mut self) {
        self.entries.clear();
        self.values.clear();
        self.acts.clear();
        self.titles.clear();
        self.made.clear();
        self.lines.clear();
        self.left_out = 0;
    }
}
