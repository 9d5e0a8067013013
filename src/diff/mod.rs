//! What differs between two rule files: in structure and in play.
//!
//! A caller of the machine; it knows rulesets, situations and journals, and touches no files and no terminal.

mod attribute;
mod compare;
mod context;
mod dependencies;
mod divergence;
mod fitness;
mod hybrid;
mod markdown;
mod parting;
mod pieces;
mod players;
mod render;
mod report;
mod search;
mod slice;
mod structure;
mod trace;
mod trials;

pub use compare::{CompareOptions, ComparedFile, GivenScenario, compare};
pub use markdown::markdown;
pub use render::{TextStyle, headline, text};
pub use report::*;
pub use search::SearchSettings;

/// The JSON schema of [`Report`].
pub fn schema() -> serde_json::Value {
    schemars::schema_for!(Report).to_value()
}
