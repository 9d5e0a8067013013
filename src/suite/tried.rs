//! A declaration that a scenario does not have, put to the test: played once more with it.

use super::asks::{Ask, asks};
use crate::journal::{ActNumber, Journal};
use crate::machine::Machine;
use crate::ruleset::{ActionId, PhaseId, Ruleset, Slot, Value};
use crate::run::{decisions, dice};
use crate::scenario::{Declaration, Scenario};
use crate::source::{Limits, Span};

/// What is played: rules, a scenario, the seed in place of its own, and the limits.
pub type TrialInput<'a> = (&'a Ruleset, &'a Scenario, Option<u64>, &'a Limits);

/// A run with a further declaration.
pub struct TriedDeclaration {
    /// The scenario with it.
    pub scenario: Scenario,
    /// What happened, up to an error if one stopped the run.
    pub journal: Journal,
    /// The act that came of it.
    pub act: ActNumber,
}

/// Where a combatant is asked for acts of an action within these repetitions of phases, whether or not all that it may say is refused; of each period the first time.
pub fn asked_for(
    (rules, scenario, seed, limits): TrialInput<'_>,
    (combatant, action): (u32, ActionId),
    within: &[(PhaseId, Value)],
) -> Vec<Ask> {
    let mut machine = Machine::new(rules, *limits);
    let mut found: Vec<Ask> = Vec::new();
    for ask in asks(&mut machine, scenario, seed) {
        let is_wanted = ask.combatant == combatant
            && ask.actions.hold(action)
            && within.iter().all(|part| ask.path.contains(part));
        if is_wanted && found.iter().all(|known| known.path != ask.path) {
            found.push(ask);
        }
    }
    found
}

/// Plays with an act in place of all that its combatant declares where it is asked. `None`: the act was not declared.
pub fn declared_instead(
    (rules, scenario, seed, limits): TrialInput<'_>,
    ask: &Ask,
    action: ActionId,
    settings: Vec<(Slot, Value)>,
) -> Option<TriedDeclaration> {
    let own = scenario.declared_in(ask.combatant, &ask.path, &ask.running);
    let own: Vec<usize> = own.collect();
    let mut scenario = scenario.clone();
    let mut numbers = 0..;
    scenario
        .declarations
        .retain(|_| numbers.next().is_none_or(|number| !own.contains(&number)));
    let number = u32::try_from(scenario.declarations.len()).ok()?;
    scenario.declarations.push(Declaration {
        path: ask.path.clone(),
        part: None,
        actor: ask.combatant,
        action: Some(action),
        settings,
        span: Span::default(),
    });
    let mut machine = Machine::new(rules, *limits);
    let mut dice = dice::ScriptedDice::new(&scenario, seed);
    let mut decisions = decisions::ScriptedDecisions::new(&scenario);
    // What stops it comes behind that, or else there is no such act.
    _ = machine.play(&scenario, &mut dice, &mut decisions, None);
    let journal = machine.journal().clone();
    let mut acts = (0..).zip(&journal.acts);
    let (act, _) = acts.find(|(_, one)| one.declaration == Some(number))?;
    Some(TriedDeclaration {
        scenario,
        journal,
        act,
    })
}
