//! Coverage: what of a ruleset runs have exercised, one flag for each thing that can be. Kept from run to run; flags are only ever set, so what
//! several engines have found adds up in any order.

use crate::ruleset::{OptionRule, Ruleset, Type, Value};

/// What runs have exercised, by the ids and indices of the ruleset.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CoverageData {
    /// By option: which of its settings were played with, as [`settings`] lists them.
    pub settings: Vec<Vec<bool>>,
    /// Definitions that were worked out.
    pub definitions: Vec<bool>,
    /// By table: rows that were looked up or carried out.
    pub rows: Vec<Vec<bool>>,
    /// Procedures that were carried out.
    pub procedures: Vec<bool>,
    /// Events that were raised.
    pub events: Vec<bool>,
    /// By action: stages that were carried out; of an act that is refused its first counts.
    pub stages: Vec<Vec<bool>>,
    /// By order: keys that decided which of two acts comes first.
    pub keys: Vec<Vec<bool>>,
    /// Placements that put an act elsewhere.
    pub placements: Vec<bool>,
    /// Exceptions whose guards were all true of a pair.
    pub applied: Vec<bool>,
    /// Exceptions that moved an act.
    pub moved: Vec<bool>,
    /// Voids that kept an act from being carried out.
    pub voids: Vec<bool>,
    /// Triggers that responded.
    pub triggers: Vec<bool>,
    /// By tactic: lines that counted.
    pub tactics: Vec<Vec<bool>>,
    /// Phases that began.
    pub phases: Vec<bool>,
}

/// The settings of an option that are worth telling apart: its words, no and yes; of an option that can be countless things whether it was
/// ever another than its default, which is the only one listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionSettings {
    /// These values.
    Each(Vec<Value>),
    /// Anything but this value.
    OtherThan(Value),
}

/// The settings of an option, in the order of [`CoverageData::settings`].
pub fn settings(option: &OptionRule) -> OptionSettings {
    match &option.ty {
        Type::YesNo => OptionSettings::Each(vec![0, 1]),
        Type::Choice(words) => {
            OptionSettings::Each(words.iter().map(|word| Value::from(word.0)).collect())
        }
        _ => OptionSettings::OtherThan(option.value),
    }
}

impl CoverageData {
    /// Nothing of a ruleset.
    pub fn nothing_of(rules: &Ruleset) -> Self {
        let settings = rules.options.iter().map(|option| match settings(option) {
            OptionSettings::Each(values) => vec![false; values.len()],
            OptionSettings::OtherThan(_) => vec![false],
        });
        let stages = rules.actions.iter().map(|action| action.stages.len());
        let rows = rules.tables.iter().map(|table| table.rows.len());
        let lines = rules.tactics.iter().map(|tactic| tactic.lines.len());
        let keys = rules.orders.iter().map(|order| order.keys.len());
        CoverageData {
            settings: settings.collect(),
            definitions: vec![false; rules.functions.len()],
            rows: rows.map(|rows| vec![false; rows]).collect(),
            procedures: vec![false; rules.procedures.len()],
            events: vec![false; rules.events.len()],
            stages: stages.map(|stages| vec![false; stages]).collect(),
            keys: keys.map(|keys| vec![false; keys]).collect(),
            placements: vec![false; rules.placements.len()],
            applied: vec![false; rules.exceptions.len()],
            moved: vec![false; rules.exceptions.len()],
            voids: vec![false; rules.voids.len()],
            triggers: vec![false; rules.triggers.len()],
            tactics: lines.map(|lines| vec![false; lines]).collect(),
            phases: vec![false; rules.phases.len()],
        }
    }

    /// An option is played with this setting.
    pub(crate) fn set(&mut self, index: usize, option: &OptionRule, setting: Value) {
        let place = match &option.ty {
            Type::YesNo => usize::try_from(setting).ok(),
            Type::Choice(words) => words.iter().position(|word| Value::from(word.0) == setting),
            _ => (setting != option.value).then_some(0),
        };
        if let Some(place) = place {
            self.settings[index][place] = true;
        }
    }

    /// Adds what others have found of the same ruleset.
    pub fn add(&mut self, other: &CoverageData) {
        fn flags(own: &mut [bool], other: &[bool]) {
            for (own, other) in own.iter_mut().zip(other) {
                *own |= other;
            }
        }
        fn lists(own: &mut [Vec<bool>], other: &[Vec<bool>]) {
            for (own, other) in own.iter_mut().zip(other) {
                flags(own, other);
            }
        }
        lists(&mut self.settings, &other.settings);
        flags(&mut self.definitions, &other.definitions);
        lists(&mut self.rows, &other.rows);
        flags(&mut self.procedures, &other.procedures);
        flags(&mut self.events, &other.events);
        lists(&mut self.stages, &other.stages);
        lists(&mut self.keys, &other.keys);
        flags(&mut self.placements, &other.placements);
        flags(&mut self.applied, &other.applied);
        flags(&mut self.moved, &other.moved);
        flags(&mut self.voids, &other.voids);
        flags(&mut self.triggers, &other.triggers);
        lists(&mut self.tactics, &other.tactics);
        flags(&mut self.phases, &other.phases);
    }
}
