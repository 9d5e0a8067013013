//! Records that can be taken one for the other.

mod orbits;

pub use orbits::Orbits;

use crate::engine::Exchange;
use crate::ruleset::{PhaseId, Ruleset, Value};
use crate::scenario::{Asked, Scenario};

/// Records that can be taken one for the other where a repetition of an outermost phase is about to begin.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Alike {
    /// What may be exchanged.
    pub exchanges: Vec<Exchange>,
    /// Before repetitions of this phase with greater numbers.
    pub halts: Option<(PhaseId, Value)>,
    /// It is so only if nothing but the state is left whenever such a repetition begins.
    pub only_at_rest: bool,
}

/// What may be exchanged while this is asked.
pub fn alike(_rules: &Ruleset, _scenario: &Scenario, _asked: &Asked) -> Alike {
    Alike::default()
}
