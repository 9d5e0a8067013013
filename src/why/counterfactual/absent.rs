//! The smallest change after which an act comes that never came up.

use super::{Counterfactuals, search_for};
use crate::journal::ActNumber;
use crate::ruleset::index::to_number;
use crate::ruleset::{ActionId, PhaseId, Slot, Value};
use crate::why::came::ActIdentity;
use crate::why::pair::Pair;
use crate::why::track::Track;
use crate::why::{Aim, Run};

/// An act that never came up.
pub enum AbsentAct<'a> {
    /// The scenario declares it, by the number of its declaration.
    Declared(usize),
    /// Rules may add it: who acts, what, at whom or what it is aimed, and within which repetitions.
    Added(u32, ActionId, Vec<(Slot, Value)>, &'a [(PhaseId, Value)]),
}

/// Looks for the smallest changes after which such an act comes before one that came up, together with it or at all; `near`: an act that leads to what the first would.
pub fn search_absent(
    run: &Run<'_>,
    track: &Track<'_>,
    (wanted, near): (AbsentAct<'_>, ActNumber),
    second: (ActNumber, u16),
    tries: u32,
) -> Counterfactuals {
    let wanted = match wanted {
        AbsentAct::Declared(number) => {
            ActIdentity::declared(to_number(number), &run.scenario.declarations[number])
        }
        AbsentAct::Added(actor, action, aims, within) => {
            Some(ActIdentity::added((actor, action), aims, within))
        }
    };
    let identities = [wanted, ActIdentity::of(run.rules, run.journal, second.0)];
    let pair = Pair::of([(near, 0), second]);
    let aims = vec![Aim::AtAll, Aim::Together, Aim::First];
    search_for(run, track, (pair, usize::MAX), (aims, identities), tries)
}
