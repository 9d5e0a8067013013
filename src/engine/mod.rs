//! The engine: plays a checked ruleset and a scenario, and writes the journal of the run.

pub mod line;
