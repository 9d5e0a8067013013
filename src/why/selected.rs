//! Which acts are asked about, as data.

pub(super) mod selector;

use crate::ruleset::{ActionId, KindId, PhaseId, Value, WordId};

/// The acts of a combatant, or only those of one action and stage, or aimed at certain records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selector {
    /// Who acts.
    pub actor: u32,
    /// What it does.
    pub action: Option<ActionId>,
    /// Which stage of it.
    pub stage: Option<WordId>,
    /// Records that must be among the attributes of the act: its target, its spell.
    pub aims: Vec<(KindId, u32)>,
    /// Attributes of the act as a scenario sets them: `routine 2`, `no hit`; as they are when the stage is carried out or the act ends, as in expectations.
    pub settings: Vec<String>,
    /// The words in which the run tells it, where they are no words of the forms above; its aims need not be among its attributes then.
    pub told: Option<String>,
    /// The period in which it comes up, is carried out or ends.
    pub within: Vec<(PhaseId, Value)>,
    /// That period as it was typed; empty where it was not.
    pub typed: String,
}
