//! The form of a corpus document. Data only.

use std::collections::BTreeMap;

use crate::view::json::{JsonAct, JsonAttribute, JsonEnding, JsonPeriod, JsonRecord, JsonValue};
use crate::why::Reason;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Several cases in one document, as `affray corpus` prints them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Corpus {
    /// The version of this form.
    pub schema_version: u32,
    /// The cases, sorted by their ids.
    pub cases: Vec<CorpusCase>,
}

/// A scenario, all that went into its run and all that came of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Case")]
pub struct CorpusCase {
    /// The version of this form.
    pub schema_version: u32,
    /// The id of the case: the path of its file without the ending and, behind `__`, its title in lower-case letters, digits and `_`.
    pub id: String,
    /// The file of the scenario, from the root of its project.
    pub file: String,
    /// The title of the scenario.
    pub title: String,
    /// The statements of the document that it shows.
    pub proves: Vec<String>,
    /// The rules by which it is played.
    pub rules: CaseRules,
    /// The options of the rules as they are in this run.
    pub options: BTreeMap<String, JsonValue>,
    /// The phase with which the run begins, if not with the first; earlier ones are skipped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub begins: Option<JsonPeriod>,
    /// Where the run stops, if the combat does not end before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stops: Option<CaseStop>,
    /// The seed of dice that the scenario does not give. What they showed is among the inputs all the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The roster: all records but acts. `start` are the attributes at the beginning, `end` those at the end.
    pub records: Vec<JsonRecord>,
    /// What people declared, rolled, answered and corrected, in the order in which the run asked for it.
    pub inputs: Vec<CorpusInput>,
    /// The acts of the run by their numbers, as they stood at the end.
    pub acts: Vec<JsonAct>,
    /// The batches in which acts were carried out, in order. Acts of one batch come at the same time.
    pub order: Vec<CorpusBatch>,
    /// The attributes of records but acts that changed, in order: from `start` of a record they lead to its `end`.
    pub changes: Vec<CorpusChange>,
    /// The acts that were not carried out to their end, in the order in which that was settled.
    pub not_done: Vec<NotDone>,
    /// How the run ended.
    pub ending: Option<JsonEnding>,
    /// What the scenario expects, in the words of the language. All of it came.
    pub expects: Vec<String>,
    /// Of the acts that the scenario expects in an order: pairs that stand next to each other there, and why each stands so.
    pub reasons: Vec<PairReason>,
}

/// The rules of a case.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CaseRules {
    /// Their name.
    pub name: String,
    /// Their title.
    pub title: String,
    /// The document that they carry out.
    pub source: Option<String>,
    /// The files that they are made of.
    pub files: Vec<String>,
    /// The digest of these files, in 16 hexadecimal digits.
    pub digest: String,
}

/// Where a run stops.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CaseStop {
    /// After the phase, else before it.
    pub after: bool,
    /// The phase.
    #[serde(flatten)]
    pub period: JsonPeriod,
}

/// Something that people gave to the run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Input")]
pub struct CorpusInput {
    /// When: `round 1, segment 4`; empty outside of repeated phases.
    pub moment: String,
    /// The same, with numbers: the repeated phases that run, the outermost first.
    pub at: Vec<JsonPeriod>,
    /// What it is.
    #[serde(flatten)]
    pub what: InputKind,
}

/// What people give to a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum InputKind {
    /// An act is declared.
    Declaration {
        /// the number of the act
        act: u32,
        /// in words
        text: String,
        /// who declares
        actor: String,
        /// the name of the action
        action: String,
        /// the combatants that its settings name
        targets: Vec<String>,
        /// the attributes of the act that are set with it: target, object, and others
        settings: BTreeMap<String, JsonValue>,
        /// not shown to the others
        secret: bool,
        /// the tactic that declares it, if one does
        #[serde(default, skip_serializing_if = "Option::is_none")]
        tactic: Option<String>,
    },
    /// Dice are rolled.
    Roll {
        /// by whom
        who: String,
        /// what for
        purpose: String,
        /// how many dice
        count: u32,
        /// how many sides each has
        sides: u32,
        /// what is made of the faces, if it is not their sum: `7 or more`, `highest 3`
        #[serde(default, skip_serializing_if = "Option::is_none")]
        tally: Option<String>,
        /// what they show; none where only their result is given
        faces: Vec<i64>,
        /// what comes of them: their sum, or what `tally` says
        total: i64,
    },
    /// A person is asked a question.
    Answer {
        /// who
        who: String,
        /// the name of the question
        question: String,
        /// as put to the person
        text: String,
        /// about whom
        about: Vec<String>,
        /// the answer
        answer: JsonValue,
        /// the default counts, for want of an answer
        by_default: bool,
    },
    /// The game master says where an act stands whose key is missing.
    Placement {
        /// the number of the act
        act: u32,
        /// which key
        key: String,
        /// first, else last
        first: bool,
        /// the default counts, for want of an answer
        by_default: bool,
    },
    /// The game master corrects something.
    Correction {
        /// in words
        text: String,
    },
}

/// Acts that come at the same time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Batch")]
pub struct CorpusBatch {
    /// Its number: 1 for the first.
    pub batch: usize,
    /// When: `round 1, segment 4`; empty outside of repeated phases.
    pub moment: String,
    /// The same, with numbers: the repeated phases that run, the outermost first.
    pub at: Vec<JsonPeriod>,
    /// The named keys of its place in the line.
    pub keys: Vec<JsonAttribute>,
    /// The stages of acts that are carried out. Their order within the batch means nothing.
    pub acts: Vec<CorpusStep>,
}

/// A stage of an act that is carried out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Step")]
pub struct CorpusStep {
    /// Its place among all that are carried out: 1 for the first.
    pub place: usize,
    /// The number of the act.
    pub act: u32,
    /// In words: `quick attacks orc`.
    pub text: String,
    /// Who acts.
    pub actor: String,
    /// The name of the action.
    pub action: String,
    /// The name of the stage.
    pub stage: String,
}

/// An attribute that changes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Change")]
pub struct CorpusChange {
    /// The kind of the record.
    pub of: String,
    /// Which record.
    pub record: String,
    /// Which attribute.
    pub attribute: String,
    /// What it was. An act is told in the words for it at the end of the run.
    pub old: JsonValue,
    /// What it is.
    pub new: JsonValue,
    /// When: `round 1, segment 4`; empty outside of repeated phases.
    pub moment: String,
    /// The same, with numbers: the repeated phases that run, the outermost first.
    pub at: Vec<JsonPeriod>,
}

/// An act that is not carried out to its end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NotDone {
    /// The number of the act.
    pub act: u32,
    /// In words.
    pub text: String,
    /// Who was to act.
    pub actor: String,
    /// `refused` when it was declared; `void` when its time came; `missed`: its place had gone by; else the word for it of the rules: `spoiled`.
    pub how: String,
    /// Why, in the words of the rules.
    pub because: Option<String>,
    /// When: `round 1, segment 4`; empty outside of repeated phases.
    pub moment: String,
    /// The same, with numbers: the repeated phases that run, the outermost first.
    pub at: Vec<JsonPeriod>,
}

/// Two acts whose order the scenario expects, and why they stand so.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PairReason {
    /// The place of the first among all that are carried out.
    pub first: usize,
    /// That of the second.
    pub second: usize,
    /// They come in one batch; else the first comes in an earlier one.
    pub together: bool,
    /// Why.
    pub why: Reason,
}
