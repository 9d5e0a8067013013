//! What can be declared where a combatant is asked: acts of all actions, or of those that the rules name there.

use super::replay::{Open, Standing};
use super::{ItemKind, LogLine, Refusal, Session, read};
use crate::ruleset::{Action, ActionId, AskedActions, KindId};
use crate::scenario::Scenario;

impl Session {
    /// The combatant that is asked what it declares, with the actions of which acts are asked for.
    fn asked_now(&self) -> Option<(u32, &AskedActions)> {
        match &self.now.standing.open {
            Open::Declare(actor, actions) => Some((*actor, actions)),
            Open::Roll(_) | Open::Ask { .. } | Open::Done(_) => None,
        }
    }

    /// The actions that a combatant can declare where it is asked now, without those that are refused as an act of it stands. Of what another one will be asked nothing is known: all.
    pub(super) fn offered(&self, who: &str) -> impl Iterator<Item = &Action> {
        let asked = self.asked_now().filter(|(actor, _)| {
            let name = self.names().written_record(KindId::COMBATANT, *actor);
            name == who
        });
        let refused = &self.now.standing.refused.refused;
        let is_asked =
            move |id| asked.is_none_or(|(_, actions)| actions.hold(id) && !refused.contains(&id));
        let actions = self.checked.ruleset.actions.iter().enumerate();
        let offered = actions.filter(move |(number, action)| {
            !action.not_declared && is_asked(ActionId::from_index(*number))
        });
        offered.map(|(_, action)| action)
    }

    /// Whether a further line, which the run has not used, declares for the combatant that is asked an act of an action that is not asked for here.
    pub(super) fn declares_another(&self, scenario: &Scenario, standing: &Standing) -> bool {
        let known = self.now.scenario.declarations.len();
        let unused = standing.unused.declarations.iter();
        let mut new = unused.filter(|&&number| number >= known);
        self.asked_now().is_some_and(|(actor, actions)| {
            new.any(|&number| {
                let declared = &scenario.declarations[number];
                declared.actor == actor && !declared.is_asked(actions)
            })
        })
    }

    /// That such a line is not taken, and what is.
    pub(super) fn only_some_actions(&self) -> Refusal {
        let names = self.names();
        let asked = self.asked_now().map(|(actor, actions)| {
            let who = names.record(KindId::COMBATANT, actor);
            (who, actions.verb_words(names.rules))
        });
        let (who, actions) = asked.unwrap_or_default();
        self.not_asked(format!("here {who} declares only {actions}"))
    }

    /// Why the last declaration of a scenario is not asked for.
    pub(super) fn unasked(&self, scenario: &Scenario) -> String {
        let known = self.now.scenario.declarations.len();
        let new = scenario.declarations.get(known..).unwrap_or_default();
        let out = &self.now.standing.out;
        match new.iter().find(|declared| out.contains(&declared.actor)) {
            Some(declared) => {
                let who = self.names().record(KindId::COMBATANT, declared.actor);
                format!("{who} is out of play")
            }
            None => "the rules do not ask for this now".to_owned(),
        }
    }

    /// Why a question about chances cannot be asked here, as in `odds ann.hp < 3`; `None` where it can be.
    pub fn refused_question(&self, question: &str) -> Option<Refusal> {
        let mut log = self.log.clone();
        log.items.push(LogLine {
            kind: ItemKind::Line(format!("odds {question}")),
            step: 0,
            undone: false,
        });
        read(&self.checked, &log.text(), &self.limits).err()
    }

    /// That a line is not taken, and what is asked.
    pub(super) fn not_asked(&self, reason: impl Into<String>) -> Refusal {
        Refusal::new(reason).help(format!("what is asked: {}", self.now.prompt.text))
    }
}
