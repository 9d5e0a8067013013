//! Affray: a small declarative language for the initiative and combat procedures of tabletop role-playing games.
#![forbid(unsafe_code)]

pub mod analysis;
pub mod check;
#[cfg(feature = "cli")]
pub mod cli;
pub mod diagnostic;
pub mod diff;
pub mod document;
pub mod evaluator;
pub mod journal;
pub mod line;
pub mod load;
pub mod lookup;
#[cfg(feature = "lsp")]
pub mod lsp;
pub mod machine;
pub mod monitor;
pub mod mutants;
pub mod odds;
pub mod program;
pub mod ruleset;
pub mod run;
pub mod scenario;
pub mod situation;
pub mod snapshot;
pub mod source;
pub mod starter;
pub mod study;
pub mod suggest;
pub mod suite;
pub mod syntax;
pub mod view;
pub mod why;

pub use syntax::{format, print};
