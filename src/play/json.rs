//! The form for programs of what a scenario leaves open. Data, and one function.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Insertion, Missing, MissingInput, NeedKind};
use crate::diagnostic::json::{JsonPlace, place};
use crate::ruleset::{Ruleset, Tally};
use crate::scenario::Scenario;
use crate::source::Sources;
use crate::view::Names;
use crate::view::json::{JsonPeriod, periods};

/// One thing that a run asks for and the scenario does not give.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct JsonNeed {
    /// Who is asked: a combatant, a side, or `gm`.
    pub who: String,
    /// In one line, for people.
    pub text: String,
    /// When: `round 1, segment 4`; empty outside of repeated phases.
    pub moment: String,
    /// The same, with numbers: the repeated phases that run, the outermost first.
    pub at: Vec<JsonPeriod>,
    /// The statement of the rules that asks.
    pub rule: Option<JsonPlace>,
    /// Whether the run stops without it.
    pub required: bool,
    /// Whether the run asks for it whatever else is given; if not, it was found with dice or answers that were assumed for what is missing before it.
    pub certain: bool,
    /// The edit that gives it.
    pub edit: JsonInsertion,
    /// What is asked for.
    #[serde(flatten)]
    pub what: JsonWanted,
}

/// What is asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum JsonWanted {
    /// Dice: the value is what each of them shows, with commas between, or their sum.
    Roll {
        /// What for.
        purpose: String,
        /// How many dice.
        count: u32,
        /// With how many sides.
        sides: u32,
        /// What is made of the faces, if it is not their sum: `7 or more`, `highest 3`.
        #[serde(skip_serializing_if = "Option::is_none")]
        tally: Option<String>,
    },
    /// An answer.
    Answer {
        /// The name of the question.
        question: String,
        /// About which records.
        about: Vec<String>,
        /// What can be answered, as far as that can be listed: values.
        choices: Vec<String>,
        /// What an answer is, where its values cannot be listed: `a number of feet`.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        answer: String,
        /// What counts without one.
        default: Option<String>,
    },
    /// A declaration: the value is what the combatant does, such as `strikes bob`.
    Declaration {
        /// What its tactic declares for it, in words.
        by_tactic: Option<String>,
        /// Where acts of some actions alone are asked for: what these are called in scenarios.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        actions: Vec<String>,
    },
}

/// A text to be inserted: `before`, a value, `after`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct JsonInsertion {
    /// Where; an empty place.
    #[serde(flatten)]
    pub place: JsonPlace,
    /// What stands before the value.
    pub before: String,
    /// What stands behind the value.
    pub after: String,
}

/// What a scenario does not give, for programs.
pub fn needs(
    rules: &Ruleset,
    scenario: &Scenario,
    missing: &Missing,
    sources: &Sources,
) -> Vec<JsonNeed> {
    let names = Names::new(rules, scenario);
    let inputs = missing.inputs.iter();
    inputs.map(|input| need(&names, input, sources)).collect()
}

/// A line to be inserted, for programs.
pub fn insertion(edit: &Insertion, sources: &Sources) -> JsonInsertion {
    JsonInsertion {
        place: place(edit.at, sources),
        before: edit.before.clone(),
        after: edit.behind.clone(),
    }
}

fn need(names: &Names<'_>, input: &MissingInput, sources: &Sources) -> JsonNeed {
    let MissingInput {
        need,
        is_certain,
        edit,
    } = input;
    JsonNeed {
        who: names.written_person(need.who),
        text: need.text(names),
        moment: names.moment(&need.path),
        at: periods(names, &need.path),
        rule: need.place.map(|span| place(span, sources)),
        required: need.is_required(),
        certain: *is_certain,
        edit: insertion(edit, sources),
        what: match &need.kind {
            NeedKind::Roll(roll) => JsonWanted::Roll {
                purpose: names.written_word(roll.purpose),
                count: roll.throw.count,
                sides: roll.throw.sides,
                tally: (roll.throw.tally != Tally::Sum).then(|| roll.throw.tally.to_string()),
            },
            NeedKind::Answer {
                question,
                about,
                text: _,
                default,
                choices,
                ty,
            } => JsonWanted::Answer {
                question: names.written_word(*question),
                about: (about.iter())
                    .map(|&(kind, record)| names.written_record(kind, record))
                    .collect(),
                choices: choices.iter().map(|choice| choice.1.clone()).collect(),
                answer: ty.clone(),
                default: default.as_ref().map(|default| default.0.clone()),
            },
            NeedKind::Declaration { proposal, actions } => JsonWanted::Declaration {
                by_tactic: proposal.clone(),
                actions: actions.verbs(names.rules).map(str::to_owned).collect(),
            },
        },
    }
}
