//! What is told about rules and runs: transcripts, pictures, reasons, differences, documents.

#[path = "../common/mod.rs"]
mod common;

mod diff;
mod document;
mod metamorphic;
mod mutants;
mod mutations;
mod picture;
mod procedures;
mod snapshot;
mod view;
mod why;
mod why_claims;
