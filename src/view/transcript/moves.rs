//! Which acts stand where an exception, or an answer to something, put them. Reads the lines of the journal, and tells nothing itself.

use crate::journal::{ActNumber, Fate, Line, Ruling};
use std::collections::{BTreeMap, BTreeSet};

/// For each act in the line, the rulings that moved it and still count.
#[derive(Debug, Default)]
pub struct Moves {
    by_mover: BTreeMap<ActNumber, Vec<Move>>,
    /// acts that come as the very next batch
    next: BTreeSet<ActNumber>,
}

#[derive(Debug)]
struct Move {
    ruling: Ruling,
    /// the act it refers to has been carried out since
    done: bool,
}

impl Moves {
    /// The line has been worked out anew. A ruling of an earlier line still counts where the act it refers to has been carried out since.
    pub fn arranged(&mut self, line: &Line) {
        for moves in self.by_mover.values_mut() {
            moves.retain(|one| one.done);
        }
        for &ruling in &line.rulings {
            if ruling.fate == Fate::Moved {
                let moves = self.by_mover.entry(ruling.mover).or_default();
                moves.push(Move {
                    ruling,
                    done: false,
                });
            }
        }
    }

    /// An act comes as the very next batch.
    pub fn comes_next(&mut self, act: ActNumber) {
        self.next.insert(act);
    }

    /// Whether an act stands where its keys put it.
    pub fn stands_by_keys(&self, act: ActNumber) -> bool {
        let is_moved = |moves: &Vec<Move>| !moves.is_empty();
        !self.next.contains(&act) && !self.by_mover.get(&act).is_some_and(is_moved)
    }

    /// A stage of an act is carried out. Gives back the rulings that put it there.
    pub fn resolved(&mut self, act: ActNumber) -> Vec<Ruling> {
        for one in self.by_mover.values_mut().flatten() {
            one.done |= one.ruling.reference == act;
        }
        self.next.remove(&act);
        let moves = self.by_mover.remove(&act).unwrap_or_default();
        moves.into_iter().map(|one| one.ruling).collect()
    }
}
