//! What definitions gave while nothing changed: the keys of many acts ask for the same again and again. It is given again together with the steps
//! that it took and the marks of what it read, so that nobody can tell. No part of the state of a run.

use super::marks::Marks;
use crate::ruleset::{FunctionId, Value};
use std::cell::Cell;

/// What was worked out, each in a place of its own among so many; one that comes to the same place takes it.
const PLACES: usize = 256;

/// What definitions of one parameter gave.
#[derive(Clone, Debug, Default)]
pub struct Worked {
    places: Vec<Cell<Given>>,
    /// what was worked out in another edition of the state does not count
    edition: u64,
}

/// What a definition gave for a value.
#[derive(Clone, Copy, Debug, Default)]
struct Given {
    edition: u64,
    function: FunctionId,
    argument: Value,
    value: Value,
    steps: u64,
    read: Marks,
}

impl Worked {
    /// The state may have changed.
    pub fn forget(&mut self) {
        self.places.resize_with(PLACES, Cell::default);
        self.edition += 1;
    }

    fn place(&self, function: FunctionId, argument: Value) -> Option<&Cell<Given>> {
        let mixed = function.index().wrapping_mul(37) ^ argument as usize;
        self.places.get(mixed % PLACES)
    }

    /// What a definition gives for a value, if that has been worked out: in how many steps, and what it reads for it.
    pub fn of(&self, function: FunctionId, argument: Value) -> Option<(Value, u64, Marks)> {
        let given = self.place(function, argument)?.get();
        let is_meant = given.edition == self.edition
            && (given.function, given.argument) == (function, argument);
        is_meant.then_some((given.value, given.steps, given.read))
    }

    /// Keeps what a definition gave.
    pub fn keep(
        &self,
        (function, argument): (FunctionId, Value),
        value: Value,
        steps: u64,
        read: Marks,
    ) {
        if let Some(place) = self.place(function, argument) {
            place.set(Given {
                edition: self.edition,
                function,
                argument,
                value,
                steps,
                read,
            });
        }
    }
}
