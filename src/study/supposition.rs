//! A situation that is only supposed: two acts, three combatants, two sides, two records of every other kind. What has not been supposed yet is
//! unknown; a look at an unknown thing returns which it was. Evaluates nothing.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};

use crate::evaluator::World;
use crate::ruleset::{
    ActionId, KindId, MISSING, OptionId, PhaseId, Ruleset, Slot, Value, WordId, slots,
};

/// Something that a situation can leave open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum OpenFact {
    /// Which of its possible actions and stages an act is.
    Form(u32),
    /// An attribute of a record.
    Attribute(KindId, u32, Slot),
    /// The setting of an option.
    Option(OptionId),
    /// The number of a phase.
    Counter(PhaseId),
    /// The running clock.
    Now,
}

/// An action and one of its stages, by its place among them.
pub(super) type ActionStage = (ActionId, usize);

/// How many acts, and so on, there are.
pub(super) const ACTS: u32 = 2;
const COMBATANTS: u32 = 3;
const OTHERS: u32 = 2;

/// How many records of a kind there are.
pub(super) fn count(kind: KindId) -> u32 {
    match kind {
        KindId::COMBAT => 1,
        KindId::ACT => ACTS,
        KindId::COMBATANT => COMBATANTS,
        _ => OTHERS,
    }
}

/// What is supposed.
pub(super) struct Supposition<'a> {
    pub rules: &'a Ruleset,
    /// What each act can be.
    pub forms: [Vec<ActionStage>; ACTS as usize],
    pub known: BTreeMap<OpenFact, Value>,
    /// The first unknown thing that was looked at.
    missed: Cell<Option<OpenFact>>,
    /// Everything that was looked at.
    read: RefCell<Vec<OpenFact>>,
    waiting: Option<WordId>,
}

impl<'a> Supposition<'a> {
    /// Nothing is supposed but what the two acts can be.
    pub fn new(rules: &'a Ruleset, forms: [Vec<ActionStage>; ACTS as usize]) -> Self {
        Supposition {
            rules,
            forms,
            known: BTreeMap::new(),
            missed: Cell::new(None),
            read: RefCell::default(),
            waiting: rules.find_word("waiting"),
        }
    }

    /// No option is set to anything else than in the file.
    pub fn suppose_options_as_they_are(&mut self) {
        for (index, option) in self.rules.options.iter().enumerate() {
            let option_id = OpenFact::Option(OptionId::from_index(index));
            self.known.insert(option_id, option.value);
        }
    }

    /// Begins to note what is looked at.
    pub fn watch(&self) {
        self.missed.set(None);
        self.read.borrow_mut().clear();
    }

    /// The first unknown thing that was looked at, if there was one.
    pub fn missed(&self) -> Option<OpenFact> {
        self.missed.get()
    }

    /// Everything that was looked at.
    pub fn read(&self) -> BTreeSet<OpenFact> {
        self.read.borrow().iter().copied().collect()
    }

    /// What an act is; its first form until something else is supposed.
    pub fn form(&self, act: u32) -> ActionStage {
        let place = self.look(OpenFact::Form(act));
        let forms = &self.forms[act as usize];
        let place = usize::try_from(place).unwrap_or(0);
        forms.get(place).copied().unwrap_or_default()
    }

    fn look(&self, unknown: OpenFact) -> Value {
        self.read.borrow_mut().push(unknown);
        match self.known.get(&unknown) {
            Some(value) => *value,
            None => {
                if self.missed.get().is_none() {
                    self.missed.set(Some(unknown));
                }
                MISSING
            }
        }
    }
}

impl World for Supposition<'_> {
    fn option(&self, option: OptionId) -> Value {
        self.look(OpenFact::Option(option))
    }

    fn counter(&self, phase: PhaseId) -> Value {
        self.look(OpenFact::Counter(phase))
    }

    fn now(&self) -> Value {
        self.look(OpenFact::Now)
    }

    fn attribute(&self, kind: KindId, record: Value, slot: Slot) -> Value {
        let Ok(record) = u32::try_from(record) else {
            return MISSING;
        };
        match (kind, slot) {
            (KindId::ACT, slots::ACTION) => Value::from(self.form(record).0.0),
            (KindId::ACT, slots::STAGE) => {
                let (action, stage) = self.form(record);
                let stages = &self.rules.actions[action.index()].stages;
                Value::from(stages[stage].name.0)
            }
            // Both acts stand in the line.
            (KindId::ACT, slots::BEGUN) => Value::from(self.form(record).1 > 0),
            (KindId::ACT, slots::STATE) => self.waiting.map_or(MISSING, |word| Value::from(word.0)),
            _ => self.look(OpenFact::Attribute(kind, record, slot)),
        }
    }

    fn count(&self, kind: KindId) -> u32 {
        count(kind)
    }

    fn nth(&self, _: KindId, place: u32) -> u32 {
        place
    }
}
