//! Why acts came in the order in which they came: read off the journal, with the lines of the rule file that decided.
//!
//! Pure functions of ruleset, scenario, journal and source texts; nothing is played again. `track` finds out when each act came and went,
//! `keys` compares two acts by their keys, `rulings` tells what exceptions had to do with it, `round` and `pair` answer the two questions,
//! `render` makes a text of the answers.

mod keys;
mod model;
mod pair;
mod quote;
mod render;
mod round;
mod rulings;
mod selector;
mod track;

pub use model::*;
pub use render::render;
pub use selector::{Selector, Unknown};

use crate::journal::Journal;
use crate::ruleset::{PhaseId, Ruleset, Value};
use crate::scenario::Scenario;
use crate::source::Sources;
use crate::view::{Names, Story};
use track::Track;

/// The version of the JSON form; it rises when a reader could misunderstand the new one.
pub const SCHEMA_VERSION: u32 = 1;

/// What is asked.
#[derive(Clone, Debug, Default)]
pub struct Question {
    /// Only within these repetitions of phases: round 1, segment 4. Empty: the whole run.
    pub within: Vec<(PhaseId, Value)>,
    /// Only about these two acts: why the first came before the second.
    pub pair: Option<(Selector, Selector)>,
}

/// The answer: for a pair of acts one reason, else one for each batch.
pub fn why(
    rules: &Ruleset,
    scenario: &Scenario,
    journal: &Journal,
    sources: &Sources,
    question: &Question,
) -> Why {
    let story = Story::new(Names::new(rules, scenario), journal);
    let track = Track::new(story, sources);
    let reasons = match &question.pair {
        Some((first, second)) => pair::reasons(&track, &question.within, first, second),
        None => round::reasons(&track, &question.within),
    };
    Why {
        schema_version: SCHEMA_VERSION,
        scenario: scenario.title.clone(),
        reasons,
    }
}

/// The JSON schema of [`Why`].
pub fn schema() -> serde_json::Value {
    schemars::schema_for!(Why).to_value()
}
