//! Quantities in their units. Knows the units of the ruleset only.

use super::Names;
use super::names::{UNKNOWN, spoken};
use crate::ruleset::{UnitId, Value};

impl Names<'_> {
    /// A quantity in its unit; what is left over in the next smaller units: `1 round 3 segments`.
    pub fn quantity(&self, unit: UnitId, value: Value) -> String {
        let parts = self.parts(unit, value);
        let shown: Vec<String> = parts
            .iter()
            .map(|&(unit, count)| self.count_of(unit, count))
            .collect();
        shown.join(" ")
    }

    /// A quantity as whole numbers of units: of its own, and of smaller ones as far as that does not go up. Never empty.
    pub fn parts(&self, unit: UnitId, value: Value) -> Vec<(UnitId, Value)> {
        let mut parts = Vec::new();
        let mut left = value;
        let mut current = Some(unit);
        while let Some(id) = current {
            let Some(unit) = self.rules.units.get(id.index()) else {
                break;
            };
            let count = left / unit.size.max(1);
            left -= count * unit.size.max(1);
            if count != 0 {
                parts.push((id, count));
            }
            current = if left == 0 { None } else { self.smaller(id) };
        }
        if parts.is_empty() {
            parts.push((unit, value));
        }
        parts
    }

    /// A quantity as a whole number: of its unit, or of the largest smaller one in which it is whole.
    pub fn whole(&self, unit: UnitId, value: Value) -> (UnitId, Value) {
        let mut current = Some(unit);
        while let Some(id) = current {
            let size = self.rules.units.get(id.index()).map_or(1, |unit| unit.size);
            if size != 0 && value % size == 0 {
                return (id, value / size);
            }
            current = self.smaller(id);
        }
        (unit, value)
    }

    /// The largest unit of the same dimension that is smaller.
    fn smaller(&self, id: UnitId) -> Option<UnitId> {
        let units = &self.rules.units;
        let unit = units.get(id.index())?;
        let smaller = |other: &usize| {
            units[*other].dimension == unit.dimension && units[*other].size < unit.size
        };
        (0..units.len())
            .filter(smaller)
            .max_by_key(|&other| units[other].size)
            .map(UnitId::from_index)
    }

    fn count_of(&self, id: UnitId, count: Value) -> String {
        let name = match self.rules.units.get(id.index()) {
            Some(unit) if count.abs() == 1 => &unit.name,
            Some(unit) => &unit.plural,
            None => UNKNOWN,
        };
        format!("{count} {}", spoken(name))
    }
}
