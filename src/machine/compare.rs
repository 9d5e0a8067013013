//! The line compared with the line before: where acts, keys and exceptions are what was still to come, its rulings stand; and the fates of
//! rulings, once the line has settled them. Knows acts by
//! number and keys by value, and nothing of rules.

use super::ordering::{Before, LineMemory};
use crate::journal::Fate;
use crate::line::{Exception, Fall};
use crate::ruleset::index::{Idx, to_number, to_value};

impl LineMemory {
    /// Keeps what is still to come of the present line, to compare the next one with it.
    pub fn remember(&mut self) {
        let Before {
            place,
            acts,
            sorted,
            exceptions,
        } = &mut self.before;
        acts.clear();
        sorted.clear();
        exceptions.clear();
        let step = self.width + 1;
        let left = self
            .arrangement
            .batches
            .get(self.head..)
            .unwrap_or_default();
        place.clear();
        place.resize(self.acts.len(), None);
        for &index in left.iter().flatten() {
            place[index.index()] = Some(0);
        }
        for (number, place) in (0..).zip(place.iter_mut().flatten()) {
            *place = number;
        }
        let still = |index: u32| place[index.index()].is_some();
        for (index, &act) in self
            .acts
            .iter()
            .enumerate()
            .filter(|&(index, _)| still(to_number(index)))
        {
            acts.push(act);
            sorted.extend_from_slice(&self.sorted[index * step..(index + 1) * step]);
        }
        for exception in self
            .exceptions
            .iter()
            .filter(|exception| still(exception.mover) && still(exception.reference))
        {
            let [mover, reference] =
                [exception.mover, exception.reference].map(|index| self.acts[index.index()]);
            exceptions.push(Exception {
                mover,
                reference,
                ..*exception
            });
        }
    }

    /// Whether acts, keys and exceptions are what was still to come of the line before: then its rulings stand. The acts are put back to
    /// where the line before counted them from.
    pub fn unchanged(&mut self) -> bool {
        let named = |exception: &Exception| {
            let [mover, reference] =
                [exception.mover, exception.reference].map(|index| self.acts[index.index()]);
            Exception {
                mover,
                reference,
                ..*exception
            }
        };
        if self.acts.is_empty()
            || self.before.acts != self.acts
            || self.before.sorted != self.sorted
        {
            return false;
        }
        if !self
            .exceptions
            .iter()
            .map(named)
            .eq(self.before.exceptions.iter().copied())
        {
            return false;
        }
        // The batches that are left name acts by their index in the longer list of before; give them their new ones.
        let place = |index: u32| self.before.place.get(index.index()).copied().flatten();
        let left = self.arrangement.batches.iter_mut().skip(self.head);
        for index in left.flatten() {
            *index = place(*index).unwrap_or_default();
        }
        for exception in &mut self.arrangement.moved {
            exception.mover = place(exception.mover).unwrap_or(u32::MAX);
        }
        true
    }

    /// Gives every ruling its fate, and notes what made it fall. The rules have so many exceptions.
    pub fn settle_rulings(&mut self, exceptions: usize) {
        let ruling_of = |line: &Self, exception: &Exception| line.ruling_of(exception, exceptions);
        self.against.clear();
        for exception in &self.arrangement.moved {
            if let Some(index) = ruling_of(self, exception) {
                self.rulings[index].fate = Fate::Moved;
            }
        }
        for fallen in &self.arrangement.fallen {
            let Some(index) = ruling_of(self, &fallen.exception) else {
                continue;
            };
            let (fate, others) = match &fallen.why {
                Fall::Under { above } => (Fate::Overruled, above),
                Fall::Weakest { circle } => (Fate::Weakest, circle),
                Fall::Contradiction { circle } => (Fate::Contradiction, circle),
                Fall::Together { circle } => (Fate::Together, circle),
            };
            self.rulings[index].fate = fate;
            for other in others {
                if let Some(other) = ruling_of(self, other) {
                    self.against.extend([index, other].map(to_value));
                }
            }
        }
    }

    /// The ruling that put in an exception.
    fn ruling_of(&self, exception: &Exception, exceptions: usize) -> Option<usize> {
        let [mover, reference] =
            [exception.mover, exception.reference].map(|index| self.acts[index.index()]);
        self.rulings.iter().position(|ruling| {
            !matches!(ruling.fate, Fate::GuardFailed(_))
                && ruling.by.number(exceptions) == exception.rule
                && (ruling.mover, ruling.reference) == (mover, reference)
        })
    }

    /// Gives each act the rank of its keys: equal keys, equal rank. Marks in `decided` the keys that put an act before another: of acts in
    /// order, any two are told apart by the first key that tells two neighbours among them apart.
    pub(crate) fn rank(&mut self, decided: &mut [bool]) {
        self.rows.sort(&self.sorted, self.width + 1);
        self.ranks.clear();
        self.ranks.resize(self.acts.len(), 0);
        let mut rank = 0;
        for (act, differs) in self.rows.in_order() {
            // The urgency stands before the keys.
            if let Some(key) = differs.and_then(|first| first.checked_sub(1)) {
                decided[key] = true;
            }
            rank += u32::from(differs.is_some());
            self.ranks[act.index()] = rank;
        }
    }
}
