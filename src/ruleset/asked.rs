//! Of which actions a combatant is asked for acts.

use super::{ActionId, Ruleset};
use crate::source::english;

/// The actions of which a combatant is asked for acts: all of them, or those that are named.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct AskedActions(Box<[ActionId]>);

impl AskedActions {
    /// These actions; all if there are none.
    pub fn named(actions: Vec<ActionId>) -> Self {
        AskedActions(actions.into_boxed_slice())
    }

    /// Whether acts of all actions are asked for.
    pub fn are_all(&self) -> bool {
        self.0.is_empty()
    }

    /// The actions that are named; none if acts of all are asked for.
    pub fn names(&self) -> &[ActionId] {
        &self.0
    }

    /// Whether acts of an action are asked for.
    pub fn hold(&self, action: ActionId) -> bool {
        self.are_all() || self.0.contains(&action)
    }

    /// Whether acts of all actions are asked for of which the other asks.
    pub fn hold_all(&self, other: &AskedActions) -> bool {
        self.are_all() || (!other.are_all() && other.0.iter().all(|&action| self.hold(action)))
    }

    /// What the actions that are named are called in scenarios; none if acts of all are asked for.
    pub fn verbs<'r>(&self, rules: &'r Ruleset) -> impl Iterator<Item = &'r str> {
        let actions = self.0.iter();
        actions.map(|action| rules.actions[action.index()].verb.as_str())
    }

    /// The names of the actions in words, `strike or shoot`; empty if acts of all are asked for.
    pub fn words(&self, rules: &Ruleset) -> String {
        let actions = self.0.iter();
        let names = actions.map(|action| rules.actions[action.index()].name.as_str());
        listed(names)
    }

    /// The same with what scenarios call them, `strikes or shoots`.
    pub fn verb_words(&self, rules: &Ruleset) -> String {
        listed(self.verbs(rules))
    }
}

/// Words with an `or` before the last of them.
fn listed<'r>(words: impl Iterator<Item = &'r str>) -> String {
    let words: Vec<&str> = words.collect();
    english::joined(&words, ", ", " or ")
}
