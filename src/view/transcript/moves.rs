//! Which acts stand where an exception put them. Reads the lines of the journal, and tells nothing itself.

use crate::journal::{ActNumber, Fate, Line, Ruling};
use std::collections::BTreeMap;

/// For each act in the line, the rulings that moved it and still count.
#[derive(Debug, Default)]
pub struct Moves {
    by_mover: BTreeMap<ActNumber, Vec<Move>>,
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

    /// A stage of an act is carried out. Gives back the rulings that put it there.
    pub fn resolved(&mut self, act: ActNumber) -> Vec<Ruling> {
        for one in self.by_mover.values_mut().flatten() {
            one.done |= one.ruling.reference == act;
        }
        let moves = self.by_mover.remove(&act).unwrap_or_default();
        moves.into_iter().map(|one| one.ruling).collect()
    }
}
