//! Playing: the line, the machine, its caches and its reference, and odds.

#[path = "../common/mod.rs"]
mod common;

mod cached;
mod conformance;
mod dice;
mod digest;
mod limits;
mod line;
mod odds;
mod reference;
