//! When an act stood in the line, and quoted lines, as parts of an answer.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// When an act came into the line and when it left it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Stay {
    /// The act.
    pub act: String,
    /// When it came into the line; empty outside of repeated phases, missing if it never did.
    pub came: Option<String>,
    /// When it left the line, if it did.
    pub left: Option<String>,
    /// What became of it then: `carried out`, `void`, `spoiled`.
    pub fate: Option<String>,
    /// What was declared, where rules have since made another act of it: `ann strikes bob`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub declared: Option<String>,
    /// The line of a tactic that declared it, if one did.
    pub tactic: Option<Box<Quote>>,
}

/// A place of a rule file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Quote {
    /// `exception`, `trigger`, `key`, `correction`, ...
    pub category: String,
    /// Its title or its name; of a correction by the game master what is done: `moves bob before ann`.
    pub name: String,
    /// The file.
    pub file: String,
    /// The first line, counted from 1.
    pub line: u32,
    /// The lines.
    pub text: Vec<String>,
}
