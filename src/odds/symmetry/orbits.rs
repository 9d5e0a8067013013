//! Places that come of each other by exchanges of alike records, and the least of them. Numbers only; knows nothing of runs.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use crate::machine::Exchange;
use crate::ruleset::Value;

/// Exchanges, and what they make of places: rows with counted numbers.
#[derive(Debug, Default)]
pub struct Orbits {
    /// each with the counted numbers that change places
    exchanges: Vec<(Exchange, Vec<(usize, usize)>)>,
    /// for a row and an exchange, the row that it makes, and whether that is less than the row
    known: BTreeMap<(u32, usize), (u32, Ordering)>,
}

impl Orbits {
    /// Exchanges, each with the counted numbers that change places.
    pub fn new(exchanges: Vec<(Exchange, Vec<(usize, usize)>)>) -> Self {
        Orbits {
            exchanges,
            known: BTreeMap::new(),
        }
    }

    /// Exchanges for as long as something less comes of it: gives the row of the place that is left, and puts its numbers in the place of these.
    /// `turn`: the row that an exchange makes of a row, and how it stands to it.
    pub fn least(
        &mut self,
        mut row: u32,
        numbers: &mut [Value],
        mut turn: impl FnMut(&Exchange, u32) -> (u32, Ordering),
    ) -> u32 {
        let mut other = numbers.to_vec();
        loop {
            let mut is_least = true;
            for (index, (exchange, swaps)) in self.exchanges.iter().enumerate() {
                let known = self.known.entry((row, index));
                let (turned, stands) = *known.or_insert_with(|| turn(exchange, row));
                other.copy_from_slice(numbers);
                swaps.iter().for_each(|&(one, two)| other.swap(one, two));
                if stands.then_with(|| other.as_slice().cmp(numbers)) == Ordering::Less {
                    row = turned;
                    numbers.copy_from_slice(&other);
                    is_least = false;
                }
            }
            if is_least {
                return row;
            }
        }
    }
}

#[cfg(test)]
#[path = "../../../tests/internals/odds_symmetry_orbits.rs"]
mod tests;
