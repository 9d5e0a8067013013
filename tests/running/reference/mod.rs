//! The machine held against a reference interpreter: the same journals, endings, faults, states and marks of what was exercised, for every scenario of
//! the project and for rule files made by chance. `docs/oracle.md` says what that finds.

mod chance;
mod interpreter;
pub mod made;
mod pair;
mod scenarios;
mod told;
