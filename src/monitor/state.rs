//! What a monitor remembers of a run, which can be written down.

use crate::ruleset::Value;
use crate::ruleset::index::to_record;
use crate::run::varint::{VarintReader, VarintWriter};
use crate::scenario::Moment;

/// What is remembered. What the numbers mean depends on the form.
#[derive(Clone, Default)]
pub(super) struct MonitorState {
    /// of the acts named (one or two): not seen, seen in the batch in hand, seen before; or counts, or flags
    pub seen: [Value; 2],
    /// who has acted before the batch in hand, and in it; or who has declared; or what was done in the batch in hand
    pub listed: [Vec<u32>; 2],
    /// the answer, once nothing can change it, or until something does
    pub answer: Option<Value>,
    /// by moment: whether the batch in hand has its keys
    pub in_moment: Vec<bool>,
}

impl MonitorState {
    /// Nothing has happened.
    pub fn of(moments: &[Option<&Moment>]) -> Self {
        let mut state = MonitorState::default();
        state.clear(moments);
        state
    }

    /// Forgets the run.
    pub fn clear(&mut self, moments: &[Option<&Moment>]) {
        self.seen = [0; 2];
        self.listed.iter_mut().for_each(Vec::clear);
        self.answer = None;
        let is_plain = |moment: &Option<&Moment>| moment.is_none_or(|known| known.keys.is_empty());
        self.in_moment.clear();
        self.in_moment.extend(moments.iter().map(is_plain));
    }

    /// Writes it down; `names_keys`: the batch in hand matters.
    pub fn write_down(&self, names_keys: bool, out: &mut VarintWriter) {
        if names_keys {
            for &is_in in &self.in_moment {
                out.put(Value::from(is_in));
            }
        }
        if let Some(answer) = self.answer {
            [1, answer].iter().for_each(|&value| out.put(value));
            return;
        }
        let all = [0, self.seen[0], self.seen[1]];
        all.iter().for_each(|&value| out.put(value));
        for listed in &self.listed {
            out.all(listed.iter().map(|&one| Value::from(one)));
        }
    }

    /// Takes up what was written down, where nothing has happened.
    pub fn take_up(&mut self, names_keys: bool, from: &mut VarintReader<'_>) {
        if names_keys {
            for is_in in &mut self.in_moment {
                *is_in = from.take() == 1;
            }
        }
        if from.take() == 1 {
            self.answer = Some(from.take());
            return;
        }
        self.seen = [from.take(), from.take()];
        for listed in &mut self.listed {
            from.all(listed, to_record);
        }
    }
}
