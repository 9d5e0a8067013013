//! What a run is given and what it gives, beside the journal: dice, decisions, observers; faults, and what of the rules was exercised.
//!
//! A run is a pure function of rules, scenario, dice and decisions: it rolls nothing and asks no person itself ([`Dice`], [`Decisions`]).

pub mod arithmetic;
pub mod corrections;
pub mod coverage;
pub mod decisions;
pub mod dice;
pub mod fault;
pub(crate) mod observe;
pub mod varint;

pub use corrections::CorrectionCounts;
pub use coverage::CoverageData;
pub use decisions::Decisions;
pub use dice::Dice;
pub use fault::{Fault, FaultKind};
pub use observe::{Arena, Look, Observer, Scene};

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The rules ended the combat.
    Over,
    /// The scenario holds nothing more, or says that it stops here.
    Stopped,
    /// The last phase was played to its end.
    Played,
}
