//! Acts and what keys give them, as data.

use super::Quote;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// An act and the value of a key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Keyed {
    /// The act.
    pub act: String,
    /// The value.
    pub value: String,
    /// The placement that gave it, if one did.
    pub placed: Option<Quote>,
}

/// A key in which acts are equal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EqualKey {
    /// In words, by its name, or as the file has it.
    pub key: String,
    /// The value.
    pub value: String,
}
