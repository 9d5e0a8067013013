//! Sets of values: the lattice of the value analysis.

use crate::ruleset::{MISSING, Value};

/// So many values are told apart; a set of more counts as all.
const MOST_TOLD_APART: usize = 6;

/// A set of values that an expression, a name or an attribute can have: few ones or all, with or without [`MISSING`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Domain {
    few: [Value; MOST_TOLD_APART],
    count: u8,
    /// Every value but `MISSING`.
    all: bool,
    missing: bool,
}

impl Domain {
    /// The empty set: no value has been found.
    pub const NONE: Self = Domain {
        few: [0; MOST_TOLD_APART],
        count: 0,
        all: false,
        missing: false,
    };

    /// Every value but `MISSING`.
    pub const PRESENT: Self = Domain {
        all: true,
        ..Domain::NONE
    };

    /// `MISSING` alone.
    pub const ABSENT: Self = Domain {
        missing: true,
        ..Domain::NONE
    };

    /// Every value.
    pub const ANY: Self = Domain {
        all: true,
        missing: true,
        ..Domain::NONE
    };

    /// One value.
    pub fn of(value: Value) -> Self {
        let mut domain = Domain::NONE;
        domain.insert(value);
        domain
    }

    /// Yes and no, as far as they are possible.
    pub fn yes_no(yes: bool, no: bool) -> Self {
        let mut domain = Domain::NONE;
        for (value, is_possible) in [(1, yes), (0, no)] {
            if is_possible {
                domain.insert(value);
            }
        }
        domain
    }

    /// Adds a value.
    fn insert(&mut self, value: Value) {
        let count = usize::from(self.count);
        if value == MISSING {
            self.missing = true;
        } else if self.all || self.few[..count].contains(&value) {
        } else if count == MOST_TOLD_APART {
            *self = Domain {
                missing: self.missing,
                ..Domain::PRESENT
            };
        } else {
            // In order, so that equal sets are equal in form.
            let place = self.few[..count].partition_point(|&known| known < value);
            self.few.copy_within(place..count, place + 1);
            self.few[place] = value;
            self.count += 1;
        }
    }

    /// Adds all values of another set; whether there are more than before.
    pub fn join(&mut self, other: Domain) -> bool {
        let before = *self;
        if other.all {
            *self = Domain {
                missing: self.missing,
                ..Domain::PRESENT
            };
        }
        for &value in &other.few[..usize::from(other.count)] {
            self.insert(value);
        }
        self.missing |= other.missing;
        *self != before
    }

    /// The union with another set.
    pub fn or(mut self, other: Domain) -> Self {
        self.join(other);
        self
    }

    /// The same without `MISSING`.
    pub fn present(self) -> Self {
        Domain {
            missing: false,
            ..self
        }
    }

    /// Whether it is empty.
    pub fn is_none(&self) -> bool {
        !self.all && !self.missing && self.count == 0
    }

    /// Whether `MISSING` is in it.
    pub fn may_be_missing(&self) -> bool {
        self.missing
    }

    /// Whether anything but `MISSING` is in it.
    pub fn may_be_present(&self) -> bool {
        self.all || self.count > 0
    }

    /// Whether a condition with these values can be true.
    pub fn may_hold(&self) -> bool {
        self.all || self.few[..usize::from(self.count)].contains(&1)
    }

    /// Whether a condition with these values can be untrue, as a missing one is.
    pub fn may_fail(&self) -> bool {
        self.all
            || self.missing
            || self.few[..usize::from(self.count)]
                .iter()
                .any(|&value| value != 1)
    }

    /// The only value, if there is only one.
    pub fn only(&self) -> Option<Value> {
        match (self.all, self.missing, self.count) {
            (false, false, 1) => Some(self.few[0]),
            (false, true, 0) => Some(MISSING),
            _ => None,
        }
    }

    /// The values, `MISSING` included, if they are few.
    pub fn values(&self) -> Option<impl Iterator<Item = Value> + '_> {
        let missing = self.missing.then_some(MISSING);
        let few = self.few[..usize::from(self.count)].iter().copied();
        (!self.all).then(|| few.chain(missing))
    }

    /// The values of an operation on two sets: of each pair what `operate` gives, nothing where that is a fault. `otherwise` where the values are not
    /// few.
    pub fn pairs(
        left: Domain,
        right: Domain,
        otherwise: Domain,
        operate: impl Fn(Value, Value) -> Option<Value>,
    ) -> Self {
        let (Some(lefts), Some(_)) = (left.values(), right.values()) else {
            return match left.is_none() || right.is_none() {
                true => Domain::NONE,
                false => otherwise,
            };
        };
        let mut domain = Domain::NONE;
        for a in lefts {
            let rights = right.values().into_iter().flatten();
            for value in rights.filter_map(|b| operate(a, b)) {
                domain.insert(value);
            }
        }
        domain
    }
}
