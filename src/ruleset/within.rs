//! The bounds of numbers that attributes hold.

use super::{MISSING, Slot, Value};

/// The numbers between which changes leave an attribute.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Within {
    /// It never falls below this.
    pub least: Option<ValueBound>,
    /// It never rises above this; where both cannot be, this one counts.
    pub most: Option<ValueBound>,
}

/// A number that bounds an attribute.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ValueBound {
    /// always the same
    Number(Value),
    /// what another attribute of the record holds; none where that is missing
    Attribute(Slot),
}

impl Within {
    /// Whether nothing bounds it.
    pub fn is_open(self) -> bool {
        self == Within::default()
    }

    /// The attributes of the record that are bounds.
    pub fn slots(self) -> impl Iterator<Item = Slot> {
        let bounds = [self.least, self.most].into_iter().flatten();
        bounds.filter_map(|bound| match bound {
            ValueBound::Number(_) => None,
            ValueBound::Attribute(slot) => Some(slot),
        })
    }

    /// The nearest number that lies within the bounds; `get` gives the attributes of the record.
    pub fn nearest(self, number: Value, get: impl Fn(Slot) -> Value) -> Value {
        let known = |bound: Option<ValueBound>| {
            let bound = bound.map(|bound| match bound {
                ValueBound::Number(number) => number,
                ValueBound::Attribute(slot) => get(slot),
            });
            bound.filter(|&bound| bound != MISSING)
        };
        let raised = known(self.least).map_or(number, |least| number.max(least));
        known(self.most).map_or(raised, |most| raised.min(most))
    }
}
