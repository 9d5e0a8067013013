//! Changes of one thing in a scenario, made and taken back.

use crate::ruleset::{KindId, OptionId, Slot, Value};
use crate::scenario::Scenario;

/// One thing that is changed in a scenario.
#[derive(Clone, Debug, PartialEq)]
pub enum ScenarioChange {
    /// What dice show.
    Die {
        /// which roll of the scenario
        roll: usize,
        /// which of its faces
        face: usize,
        /// what it shows instead
        to: Value,
    },
    /// The answer to a question, whether the scenario gives it or not.
    Answer {
        /// which question of the first run
        asked: usize,
        /// what is answered instead
        to: Value,
    },
    /// An attribute of a record.
    Attribute {
        /// the kind
        kind: KindId,
        /// the record
        record: u32,
        /// the attribute
        slot: Slot,
        /// what it is instead
        to: Value,
    },
    /// An attribute of a declared act.
    Act {
        /// the declaration
        declaration: usize,
        /// the attribute
        slot: Slot,
        /// what it is instead
        to: Value,
    },
    /// The setting of an option.
    Option {
        /// which
        option: OptionId,
        /// the other setting
        to: Value,
    },
}

impl ScenarioChange {
    /// The declaration that is changed, if one is.
    pub(super) fn declaration(&self) -> Option<usize> {
        match self {
            ScenarioChange::Act { declaration, .. } => Some(*declaration),
            ScenarioChange::Die { .. }
            | ScenarioChange::Answer { .. }
            | ScenarioChange::Attribute { .. }
            | ScenarioChange::Option { .. } => None,
        }
    }

    /// The same with another value.
    pub fn with(&self, value: Value) -> ScenarioChange {
        let mut change = self.clone();
        match &mut change {
            ScenarioChange::Die { to, .. }
            | ScenarioChange::Answer { to, .. }
            | ScenarioChange::Attribute { to, .. }
            | ScenarioChange::Act { to, .. }
            | ScenarioChange::Option { to, .. } => *to = value,
        }
        change
    }
}

/// Makes a change in a scenario. Answers are changed when they are asked for.
pub(super) fn apply(scenario: &mut Scenario, change: &ScenarioChange) {
    match change {
        ScenarioChange::Die { roll, face, to } => scenario.dice[*roll].faces[*face] = *to,
        ScenarioChange::Answer { .. } => {}
        ScenarioChange::Option { option, to } => give(&mut scenario.options, *option, *to),
        ScenarioChange::Attribute {
            kind,
            record,
            slot,
            to,
        } => {
            let record = &mut scenario.records[kind.index()][*record as usize];
            give(&mut record.values, *slot, *to);
        }
        ScenarioChange::Act {
            declaration,
            slot,
            to,
        } => {
            let declaration = &mut scenario.declarations[*declaration];
            give(&mut declaration.settings, *slot, *to);
        }
    }
}

fn give<T: PartialEq>(values: &mut Vec<(T, Value)>, of: T, to: Value) {
    match values.iter_mut().find(|value| value.0 == of) {
        Some(value) => value.1 = to,
        None => values.push((of, to)),
    }
}

/// Takes a change back.
pub(super) fn restore(changed: &mut Scenario, scenario: &Scenario, change: &ScenarioChange) {
    match change {
        ScenarioChange::Die { roll, .. } => changed.dice[*roll].clone_from(&scenario.dice[*roll]),
        ScenarioChange::Answer { .. } => {}
        ScenarioChange::Option { .. } => changed.options.clone_from(&scenario.options),
        ScenarioChange::Attribute { kind, record, .. } => {
            let (kind, record) = (kind.index(), *record as usize);
            changed.records[kind][record].clone_from(&scenario.records[kind][record]);
        }
        ScenarioChange::Act { declaration, .. } => {
            changed.declarations[*declaration].clone_from(&scenario.declarations[*declaration]);
        }
    }
}
