//! The form of a journal for programs: the run, its acts, values, the line. Data only.

use std::collections::BTreeMap;

use super::JsonEntry;
use crate::ruleset::Relation;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The record of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct JsonJournal {
    /// The version of this form.
    pub schema_version: u32,
    /// The title of the scenario.
    pub scenario: String,
    /// The rules by which it is played.
    pub rules: JsonRules,
    /// The seed of the dice that are not scripted.
    pub seed: Option<u64>,
    /// The acts of the run, by their number.
    pub acts: Vec<JsonAct>,
    /// What happened, in order.
    pub entries: Vec<JsonEntry>,
    /// How many entries more there were: they were left out, as the limit `told` says.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub left_out: usize,
}

pub(crate) fn is_nothing<N: Default + PartialEq>(number: &N) -> bool {
    *number == N::default()
}

/// A rule file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct JsonRules {
    /// Its name.
    pub name: String,
    /// Its title.
    pub title: String,
    /// The document it carries out.
    pub source: Option<String>,
}

/// An act, as it stood at the end of the run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct JsonAct {
    /// Its number.
    pub number: u32,
    /// In words.
    pub text: String,
    /// Who acts.
    pub actor: String,
    /// What it is.
    pub action: String,
    /// The scenario or a tactic declares it; the rules added it otherwise.
    pub declared: bool,
    /// The tactic that declares it, if one does, and the place of its line that does.
    pub tactic: Option<JsonRule>,
    /// Its attributes, each under its own name.
    pub attributes: BTreeMap<String, JsonValue>,
}

/// A record, and what its attributes were at the beginning of a run and at its end.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct JsonRecord {
    /// Its kind: `combatant`, `side`, or one of the rules.
    pub of: String,
    /// Its name.
    pub name: String,
    /// Its attributes at the beginning, each under its own name; nothing if it was made in the run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<BTreeMap<String, JsonValue>>,
    /// Its attributes at the end.
    pub end: BTreeMap<String, JsonValue>,
}

/// A repeated phase that runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct JsonPeriod {
    /// Its name.
    pub phase: String,
    /// The number of the repetition; nothing of a phase of turns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<i64>,
    /// Whose turn it is, of a phase of turns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn_of: Option<String>,
}

/// An attribute and its value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct JsonAttribute {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: JsonValue,
}

/// An item of a rule file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct JsonRule {
    /// `exception`, `trigger`, `phase`, ...
    pub category: String,
    /// Its name or its title.
    pub name: String,
    /// The file it stands in.
    pub file: String,
    /// The line on which it begins, counted from 1.
    pub line: u32,
}

/// A value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum JsonValue {
    /// `null`: it is missing.
    Missing,
    /// Yes or no.
    YesNo(bool),
    /// A plain number.
    Number(i64),
    /// A number of units: of that of the type, or of the largest in which it is a whole number.
    Quantity {
        /// how many
        number: i64,
        /// of what
        unit: String,
    },
    /// A word, a text, an action, the name of a record.
    Text(String),
}

/// One of the acts of the run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct JsonActName {
    /// Its number.
    pub number: u32,
    /// In words, as it then was.
    pub text: String,
}

/// The line as it was worked out at one moment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct JsonLine {
    /// The keys, the most important first: by name, in words, or as the file has them.
    pub keys: Vec<String>,
    /// The batches, in order.
    pub batches: Vec<Vec<JsonPlaced>>,
    /// What exceptions bore on the acts.
    pub rulings: Vec<JsonRuling>,
}

/// An act in the line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct JsonPlaced {
    /// The act.
    pub act: JsonActName,
    /// Its keys.
    pub keys: Vec<JsonValue>,
    /// The keys that placements gave.
    pub placements: Vec<JsonPlacement>,
}

/// A key that a placement gave.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct JsonPlacement {
    /// Which key of the line, counted from 0.
    pub key: u32,
    /// The placement.
    pub rule: Option<JsonRule>,
}

/// What an exception, or a correction by the game master, asks for of one pair of acts, and what became of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct JsonRuling {
    /// The exception.
    pub rule: Option<JsonRule>,
    /// The correction by the game master, where no exception but one moves the act: `moves orc 1 before bram`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub correction: Option<String>,
    /// The act that it moves.
    pub mover: JsonActName,
    /// The act in relation to which it moves.
    pub reference: JsonActName,
    /// What it asks for; of one that compares and does not apply nothing is known.
    pub relation: Option<Relation>,
    /// What became of it.
    pub fate: JsonFate,
    /// The guard that was false, as the file has it, if that was its fate.
    pub guard: Option<String>,
    /// The values compared, left and right, if it compares.
    pub compared: Option<(JsonValue, JsonValue)>,
    /// What made it fall: the rulings of this line, counted from 0, that it contradicts.
    pub fell_to: Vec<u32>,
}

/// What became of an exception.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum JsonFate {
    /// It stands, and the keys gave the same already.
    Held,
    /// It stands, and moved its act.
    Moved,
    /// It fell: something over it said otherwise.
    Overruled,
    /// It fell as the weakest of a circle.
    Weakest,
    /// It fell with the whole circle.
    Contradiction,
    /// it fell with the whole circle, whose acts come together
    Together,
    /// It does not apply: one of its guards was false.
    GuardFailed,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum JsonEnding {
    /// The rules ended the combat.
    Over,
    /// The scenario holds nothing more, or says that it stops here.
    Stopped,
    /// The last phase was played to its end.
    Played,
}
