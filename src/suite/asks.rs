//! Whom the rules ask to declare, and when. Found by playing once more; the run comes out the same.

use crate::machine::Machine;
use crate::ruleset::{AskedActions, PhaseId};
use crate::run::{Observer, Scene, decisions, dice};
use crate::scenario::{Path, Scenario};

/// That a combatant is asked what it declares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ask {
    /// who
    pub combatant: u32,
    /// all that it may say is refused
    pub refused: bool,
    /// acts of which actions are asked for
    pub actions: AskedActions,
    /// when
    pub path: Path,
    /// the phases that run then, the outermost first
    pub running: Vec<PhaseId>,
}

/// All that is asked in a run of a scenario, in order.
pub fn asks(machine: &mut Machine<'_>, scenario: &Scenario, seed: Option<u64>) -> Vec<Ask> {
    let mut listener = Listener::default();
    let mut dice = dice::ScriptedDice::new(scenario, seed);
    let mut decisions = decisions::ScriptedDecisions::new(scenario);
    // What it comes to is known.
    _ = machine.play(scenario, &mut dice, &mut decisions, Some(&mut listener));
    listener.asks
}

#[derive(Default)]
struct Listener {
    asks: Vec<Ask>,
}

impl Observer for Listener {
    fn asked(
        &mut self,
        combatant: u32,
        refused: bool,
        actions: &AskedActions,
        scene: &mut Scene<'_>,
    ) {
        self.asks.push(Ask {
            combatant,
            refused,
            actions: actions.clone(),
            path: scene.path().to_vec(),
            running: scene.running().to_vec(),
        });
    }
}
