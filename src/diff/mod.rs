//! What differs between two rule files: in structure and in play.
//!
//! A caller of the machine; it knows rulesets, situations and journals, and touches no files and no terminal.

mod aim;
mod around;
mod attribute;
mod compare;
mod course;
mod hybrid;
mod markdown;
mod players;
mod point;
mod promise;
mod render;
mod report;
mod search;
mod structure;

pub use compare::{Given, Subject, Wanted, compare};
pub use markdown::markdown;
pub use render::{Style, headline, text};
pub use report::*;
pub use search::Search;

/// The JSON schema of [`Report`].
pub fn schema() -> serde_json::Value {
    schemars::schema_for!(Report).to_value()
}
