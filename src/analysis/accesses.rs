//! Read and write sets.

use super::{Columns, Set};
use crate::ruleset::{Effect, Location, effect};

/// The locations that code reads and writes, by itself and by all that it leads to. Names of bodies are left out.
#[derive(Clone, Debug)]
pub struct Accesses {
    /// What it reads.
    pub reads: Set,
    /// What it writes.
    pub writes: Set,
}

impl Accesses {
    /// None yet.
    pub fn none(columns: &Columns) -> Self {
        Accesses {
            reads: columns.none(),
            writes: columns.none(),
        }
    }

    /// Adds those of an effect.
    pub fn add(&mut self, columns: &Columns, effect: Effect<'_>) {
        match effect {
            Effect::Reads(location) => self.reads.extend(columns.number(location)),
            Effect::Writes(location, _) => self.writes.extend(columns.number(location)),
            Effect::Makes(kind) => {
                self.writes.extend(columns.number(Location::Records(kind)));
            }
            Effect::Evaluates { .. }
            | Effect::Runs { .. }
            | Effect::Binds(_)
            | Effect::Calls(..)
            | effect!(aside) => {}
        }
    }
}
