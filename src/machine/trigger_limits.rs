//! How often triggers with limits have responded, by trigger and by the values for which the limit counts. Numbers only; knows nothing of rules.

use crate::ruleset::{TriggerId, Value};

/// The responses that count, in the order of triggers and values.
#[derive(Clone, Debug, Default)]
pub struct CountedResponses {
    all: Vec<Use>,
    /// memory to be used again
    spare: Vec<Vec<Value>>,
}

/// The responses of a trigger that count together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Use {
    /// the trigger
    pub trigger: TriggerId,
    /// for what they count
    pub values: Vec<Value>,
    /// how many
    pub times: u32,
}

impl CountedResponses {
    /// Forgets all.
    pub fn clear(&mut self) {
        self.forget(|_, _| true);
    }

    /// Forgets the responses of some triggers.
    pub(crate) fn forget(&mut self, is_meant: impl Fn(TriggerId, &[Value]) -> bool) {
        let spare = &mut self.spare;
        self.all.retain_mut(|used| {
            let goes = is_meant(used.trigger, &used.values);
            if goes {
                spare.push(std::mem::take(&mut used.values));
            }
            !goes
        });
    }

    /// All of them.
    pub fn all(&self) -> &[Use] {
        &self.all
    }

    /// How often a trigger has responded.
    pub fn times(&mut self, trigger: TriggerId, values: &[Value]) -> &mut u32 {
        let found = (self.all)
            .binary_search_by(|used| (used.trigger, &used.values[..]).cmp(&(trigger, values)));
        let place = found.unwrap_or_else(|place| {
            let mut own = self.spare.pop().unwrap_or_default();
            own.clear();
            own.extend_from_slice(values);
            let new = Use {
                trigger,
                values: own,
                times: 0,
            };
            self.all.insert(place, new);
            place
        });
        &mut self.all[place].times
    }
}
