//! Locations as numbers, so that sets of them are bits in a row.

use crate::ruleset::{KindId, Location, PhaseId, Ruleset, Slot};

/// The numbers of all locations that outlive a body: a column for each attribute of each kind, then lists of records, counters,
/// options, responses of triggers, the clock.
#[derive(Clone, Debug, Default)]
pub struct Columns {
    /// by kind, the number of its first attribute
    attributes: Vec<usize>,
    lists: usize,
    counters: usize,
    options: usize,
    responses: usize,
    now: usize,
}

impl Columns {
    /// Those of a ruleset.
    pub fn of(rules: &Ruleset) -> Self {
        let mut attributes = Vec::with_capacity(rules.kinds.len());
        let mut lists = 0;
        for kind in &rules.kinds {
            attributes.push(lists);
            lists += kind.attributes.len();
        }
        let counters = lists + rules.kinds.len();
        let options = counters + rules.phases.len();
        let responses = options + rules.options.len();
        let now = responses + rules.triggers.len();
        Columns {
            attributes,
            lists,
            counters,
            options,
            responses,
            now,
        }
    }

    /// The number of a location; a name of a body has none.
    pub fn number(&self, location: Location) -> Option<usize> {
        match location {
            Location::Local(_) => None,
            Location::Attribute { kind, slot, of: _ } => Some(self.attribute(kind, slot)),
            Location::Records(kind) => Some(self.records(kind)),
            Location::Counter(phase) => Some(self.counter(phase)),
            Location::Option(option) => Some(self.options + option.index()),
            Location::Responses(trigger) => Some(self.responses + trigger.index()),
            Location::Now => Some(self.now),
        }
    }

    /// The number of an attribute.
    pub fn attribute(&self, kind: KindId, slot: Slot) -> usize {
        self.attributes[kind.index()] + usize::from(slot)
    }

    /// The number of the list of a kind's records.
    pub fn records(&self, kind: KindId) -> usize {
        self.lists + kind.index()
    }

    /// The number of a phase's counter.
    pub fn counter(&self, phase: PhaseId) -> usize {
        self.counters + phase.index()
    }

    /// The number of the clock.
    pub fn now(&self) -> usize {
        self.now
    }

    /// The empty set.
    pub fn none(&self) -> Set {
        Set(vec![0; self.now / WORD + 1])
    }
}

const WORD: usize = u64::BITS as usize;

/// A set of locations by their numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Set(Vec<u64>);

impl Set {
    /// Whether a number is among them.
    #[inline]
    pub fn contains(&self, number: usize) -> bool {
        self.0[number / WORD] >> (number % WORD) & 1 == 1
    }
}

impl Extend<usize> for Set {
    fn extend<T: IntoIterator<Item = usize>>(&mut self, numbers: T) {
        for number in numbers {
            self.0[number / WORD] |= 1 << (number % WORD);
        }
    }
}
