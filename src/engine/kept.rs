//! What bringing the line up to date has found out, and what of the state it read for that: so that only what can have changed is found out
//! anew. No part of the state of a run: when it is forgotten, it is found out again, and comes out the same.

use super::marks::{Marks, Reading};
use super::state::State;
use super::worked::Worked;
use crate::ruleset::{KindId, PhaseId, Value};

/// Where a key puts an act.
#[derive(Clone, Copy, Debug, Default)]
pub struct KeyPlace {
    /// the key as worked out
    pub key: Value,
    /// the key as sorted, lower first
    pub sorted: Value,
    /// the placement that gave it
    pub placement: Option<u32>,
}

/// An act as the line has it: its number, its stage, whether it is suspended.
pub type InLine = (u32, u16, bool);

/// What has been found out.
#[derive(Clone, Debug, Default)]
pub struct Kept {
    /// it was found out to the end
    pub sound: bool,
    /// what has been read since somebody last took it
    pub read: Reading,
    /// what definitions gave
    pub worked: Worked,
    now: Value,
    counters: Vec<Value>,
    /// the acts that could still happen
    live: Vec<u32>,
    /// and they were not yet all left out that are void
    live_moved: bool,
    /// what the voids read
    voids: Marks,
    /// by act: the stage at which the voids were asked, and one more
    judged: Vec<u16>,
    /// what each key read
    columns: Vec<Column>,
    /// by act: the stage at which its keys were worked out, and one more
    known: Vec<u16>,
    /// by act, the places by its keys
    places: Vec<KeyPlace>,
    /// what the exceptions read
    exceptions: Marks,
    /// the acts of which the exceptions were asked
    pairs: Option<Vec<InLine>>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Column {
    read: Marks,
    /// something has changed that was read
    stale: bool,
}

/// Whether something was found out of an act at its stage.
fn is_of(stages: &[u16], act: u32, stage: u16) -> bool {
    stages.get(act as usize) == Some(&(stage + 1))
}

fn note(stages: &mut Vec<u16>, act: u32, stage: u16) {
    if stages.len() <= act as usize {
        stages.resize(act as usize + 1, 0);
    }
    stages[act as usize] = stage + 1;
}

impl Kept {
    /// Forgets everything.
    pub fn forget(&mut self) {
        self.sound = false;
        self.read.take();
        self.live_moved = false;
        self.judged.clear();
        // What was read for what is forgotten must not have anything found out anew that is found out later.
        self.voids = Marks::default();
        self.forget_keys();
        self.exceptions = Marks::default();
        self.pairs = None;
    }

    /// Forgets what the keys gave.
    pub fn forget_keys(&mut self) {
        self.known.clear();
        self.columns.clear();
    }

    /// What definitions gave does not count any more: the state may have changed.
    pub fn forget_worked(&mut self) {
        self.worked.forget();
    }

    /// What has changed since this was last asked.
    pub fn changes(&mut self, state: &mut State) -> Marks {
        self.worked.forget();
        let mut changed = Marks::default();
        for (index, records) in state.records.iter_mut().enumerate() {
            let (slots, grown) = records.take_touched();
            changed.add_attributes(KindId::from_index(index), slots);
            if grown {
                changed.add_list(KindId::from_index(index));
            }
        }
        if std::mem::replace(&mut self.now, state.now) != state.now {
            changed.add_now();
        }
        self.counters.resize(state.counters.len(), 0);
        for (index, (own, new)) in self.counters.iter_mut().zip(&state.counters).enumerate() {
            if own != new {
                changed.add_counter(PhaseId::from_index(index));
                *own = *new;
            }
        }
        if std::mem::take(&mut self.live_moved) || self.live != state.live {
            changed.add_list(KindId::ACT);
        }
        changed
    }

    /// The acts that can still happen have been settled; says whether they are others than before.
    pub fn settle_live(&mut self, state: &State, moved: bool) {
        self.live.clone_from(&state.live);
        self.live_moved = moved;
        if moved {
            self.worked.forget();
        }
    }

    /// Whether the voids have to be asked of all acts anew; then it begins to note what they read.
    pub fn begin_voids(&mut self, changed: &Marks) -> bool {
        self.read.take();
        let stale = self.voids.meet(changed);
        if stale {
            self.voids = Marks::default();
        }
        stale
    }

    /// Whether the voids have been asked of an act at its stage.
    pub fn is_judged(&self, act: u32, stage: u16) -> bool {
        is_of(&self.judged, act, stage)
    }

    /// The voids have been asked of an act.
    pub fn judge(&mut self, act: u32, stage: u16) {
        note(&mut self.judged, act, stage);
        let read = self.read.take();
        self.voids.add(&read);
    }

    /// Begins to work out keys; notes which of them have to be worked out for all acts. Of keys that are only looked up it is known what they
    /// read.
    pub fn begin_keys(&mut self, keys: &[Option<Marks>], changed: &Marks) {
        self.columns.resize(keys.len(), Column::default());
        for (column, reads) in self.columns.iter_mut().zip(keys) {
            column.stale = column.read.meet(changed);
            if let Some(reads) = reads {
                column.read = *reads;
            } else if column.stale {
                column.read = Marks::default();
            }
        }
        self.read.take();
    }

    /// Whether all keys stand of the acts of which they are known.
    pub fn columns_stand(&self, width: usize, changed: &Marks) -> bool {
        self.columns.len() == width && !self.columns.iter().any(|column| column.read.meet(changed))
    }

    /// Whether the keys of an act at its stage have been worked out.
    pub fn is_known(&self, act: u32, stage: u16) -> bool {
        is_of(&self.known, act, stage)
    }

    /// Where a key puts an act whose keys are known, if that stands.
    pub fn place(&self, act: u32, number: usize) -> Option<KeyPlace> {
        let at = act as usize * self.columns.len() + number;
        (!self.columns[number].stale).then(|| self.places[at])
    }

    /// Keeps where a key puts an act.
    pub fn keep(&mut self, act: u32, number: usize, place: KeyPlace) {
        let read = self.read.take();
        self.columns[number].read.add(&read);
        let first = act as usize * self.columns.len();
        if self.places.len() < first + self.columns.len() {
            self.places
                .resize(first + self.columns.len(), KeyPlace::default());
        }
        self.places[first + number] = place;
    }

    /// The keys of an act are known.
    pub fn know(&mut self, act: u32, stage: u16) {
        note(&mut self.known, act, stage);
    }

    /// Whether what the exceptions asked of these acts, and perhaps of others, stands.
    pub fn exceptions_stand_of(
        &self,
        mut acts: impl Iterator<Item = InLine>,
        changed: &Marks,
    ) -> bool {
        let Some(pairs) = &self.pairs else {
            return false;
        };
        // Both are in the same order.
        let mut asked = pairs.iter();
        let is_asked = |act: InLine| asked.any(|&other| other == act);
        acts.all(is_asked) && !self.exceptions.meet(changed)
    }

    /// Whether what the exceptions asked of these acts and no others stands.
    pub fn exceptions_stand(&self, acts: impl Iterator<Item = InLine>, changed: &Marks) -> bool {
        let pairs = self.pairs.as_ref();
        pairs.is_some_and(|pairs| acts.eq(pairs.iter().copied())) && !self.exceptions.meet(changed)
    }

    /// The exceptions are asked of these acts.
    pub fn begin_exceptions(&mut self, acts: impl Iterator<Item = InLine>) {
        self.read.take();
        let pairs = self.pairs.get_or_insert_default();
        pairs.clear();
        pairs.extend(acts);
    }

    /// The exceptions have been asked.
    pub fn end_exceptions(&mut self) {
        self.exceptions = self.read.take();
    }
}
