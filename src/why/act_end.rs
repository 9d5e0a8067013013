//! What became of an act that never came, as data: beside the word, with which rules call what they cancel as they like.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What became of an act that never came.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ActEnd {
    /// It was void.
    Void,
    /// It was refused.
    Refused,
    /// It was cancelled, by the word that the rules have for that.
    Cancelled,
    /// It still waited at the end of the run.
    Waiting,
    /// It still waited where an error stopped the run.
    Stopped,
}
