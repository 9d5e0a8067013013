//! The answers as data, fit for programs too. Everything is named; places are quoted. Data only.

use crate::view::json::{JsonFate, JsonRelation};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// An answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Why {
    /// The version of this form.
    pub schema_version: u32,
    /// The title of the scenario.
    pub scenario: String,
    /// The reasons, in the order of the run.
    pub reasons: Vec<Reason>,
}

/// Why something came where it did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Reason {
    /// A batch, and why it came after the one before it.
    Batch {
        /// when it came
        moment: String,
        /// its acts
        acts: Vec<String>,
        /// the acts of the batch before; none if it is the first
        after: Vec<String>,
        /// why it came after that
        because: Vec<Cause>,
        /// why its acts came together
        together: Vec<Cause>,
    },
    /// Two acts that stood in one line.
    Pair {
        /// when the first of them came, or the last time they stood in one line
        moment: String,
        /// the act that stood before the other
        first: String,
        /// the other
        second: String,
        /// they stood in one batch
        together: bool,
        /// it is the other way round than was asked
        reversed: bool,
        /// why
        because: Vec<Cause>,
        /// what could have put the second before the first, and why it did not
        but: Vec<Cause>,
    },
    /// Two acts that never stood in one line.
    Apart {
        /// the two, in the order in which they were asked for
        acts: Vec<Stay>,
    },
    /// There is no such act in what was looked at.
    Absent {
        /// the act that was asked for
        act: String,
    },
}

/// When an act came into the line and when it left it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Stay {
    /// The act.
    pub act: String,
    /// When it came into the line; empty outside of counting phases, missing if it never did.
    pub came: Option<String>,
    /// It came as the very next batch.
    pub next: bool,
    /// The item that put it there, if it was not declared.
    pub by: Option<Quote>,
    /// When it left the line, if it did.
    pub left: Option<String>,
    /// What became of it then: `carried out`, `void`, `spoiled`.
    pub fate: Option<String>,
}

/// One cause.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "cause", rename_all = "snake_case")]
pub enum Cause {
    /// The first key in which two acts differ.
    Key {
        /// in words, by its name, or as the file has it
        key: String,
        /// the act that the key puts first, and its value
        first: Keyed,
        /// the other
        second: Keyed,
        /// the highest comes first
        highest_first: bool,
        /// they came the other way round: something else was stronger than the key
        against: bool,
        /// where it stands
        quote: Quote,
    },
    /// All keys are equal.
    Equal {
        /// the acts
        acts: Vec<String>,
    },
    /// An exception that names two acts.
    Exception {
        /// the act that it moves
        mover: String,
        /// how it is to stand to the other; of one that compares and does not apply nothing is known
        relation: Option<JsonRelation>,
        /// the other
        reference: String,
        /// what became of it
        fate: JsonFate,
        /// the values compared, as the file has them and as they were
        compared: Option<(Compared, Compared)>,
        /// the guard that was false
        guard: Option<String>,
        /// the titles of the exceptions that are over it and said otherwise
        overruled_by: Vec<String>,
        /// where it stands
        quote: Quote,
    },
    /// An act came as the very next batch.
    Next {
        /// which
        act: String,
        /// the item that added it
        by: Option<Quote>,
    },
    /// An act came into the line only after the batch before had begun.
    Later {
        /// which
        act: String,
        /// when
        moment: String,
        /// the item that added it, if it was not declared
        by: Option<Quote>,
    },
    /// An act came into the line again, for its next stage, only after the batch before had begun.
    Stage {
        /// which
        act: String,
    },
}

/// An act and the value of a key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Keyed {
    /// The act.
    pub act: String,
    /// The value.
    pub value: String,
}

/// An expression and its value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Compared {
    /// As the file has it.
    pub source: String,
    /// What it gave.
    pub value: String,
}

/// A place of a rule file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Quote {
    /// `exception`, `trigger`, `key`, ...
    pub category: String,
    /// Its title or its name.
    pub name: String,
    /// The file.
    pub file: String,
    /// The first line, counted from 1.
    pub line: u32,
    /// The lines.
    pub text: Vec<String>,
}
