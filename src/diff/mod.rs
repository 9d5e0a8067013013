//! What differs between two rule files: in structure and in play.
//!
//! A caller of the engine; it knows rulesets, situations and journals, and touches no files and no terminal.

pub mod course;
mod play;
mod search;
pub mod structure;

pub use play::{Both, Pair};
pub use search::{Found, Search, search};
