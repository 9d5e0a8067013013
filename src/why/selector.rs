//! Which act is meant by "ann", "ann casts" or "ann completes cast". Knows names, not reasons.

use super::track::Track;
use crate::journal::ActNumber;
use crate::ruleset::{Action, ActionId, KindId, Ruleset, WordId};
use crate::scenario::Scenario;
use crate::suggest::suggest;
use crate::view::Names;

/// The acts of a combatant, or only those of one action and stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Selector {
    /// Who acts.
    pub actor: u32,
    /// What it does.
    pub action: Option<ActionId>,
    /// Which stage of it.
    pub stage: Option<WordId>,
}

/// What a selector says that nobody knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unknown {
    /// No combatant is called so.
    Combatant {
        /// the text
        text: String,
        /// the name that may be meant
        suggestion: Option<String>,
    },
    /// The combatant is known, what follows is no action or stage.
    Action {
        /// the text behind the name
        text: String,
        /// the name that may be meant
        suggestion: Option<String>,
    },
}

impl Selector {
    /// Reads the name of a combatant and, behind it, an action by its name or its third person, with or without a stage before it.
    pub fn parse(rules: &Ruleset, scenario: &Scenario, text: &str) -> Result<Selector, Unknown> {
        let text = spaced(text);
        let names = Names::new(rules, scenario);
        let count = scenario
            .records
            .get(KindId::COMBATANT.index())
            .map_or(0, Vec::len) as u32;
        let combatants: Vec<String> = (0..count)
            .map(|combatant| names.record(KindId::COMBATANT, combatant).to_lowercase())
            .collect();
        let begun = |name: &String| {
            let rest = text.strip_prefix(name.as_str());
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
        };
        let found = (0..combatants.len())
            .filter(|&combatant| begun(&combatants[combatant]))
            .max_by_key(|&combatant| combatants[combatant].len());
        let Some(actor) = found else {
            let known = combatants.iter().map(String::as_str);
            return Err(Unknown::Combatant {
                suggestion: suggest(&text, known).map(str::to_string),
                text,
            });
        };
        let rest = text[combatants[actor].len()..].trim();
        let (action, stage) = deed(rules, rest)?;
        Ok(Selector {
            actor: actor as u32,
            action,
            stage,
        })
    }

    /// Whether an act at a stage is meant.
    pub(super) fn fits(&self, track: &Track<'_>, act: ActNumber, stage: u16) -> bool {
        let own_stage = || {
            let stages = track.story.action(act).map(|action| &action.stages);
            let stage = stages.and_then(|stages| stages.get(usize::from(stage)));
            stage.map(|stage| stage.name)
        };
        self.fits_any_stage(track, act) && (self.stage.is_none() || self.stage == own_stage())
    }

    /// Whether an act is meant, at whatever stage.
    pub(super) fn fits_any_stage(&self, track: &Track<'_>, act: ActNumber) -> bool {
        let record = track.story.journal.acts.get(act as usize);
        record.is_some_and(|record| {
            record.actor == self.actor && self.action.is_none_or(|action| action == record.action)
        })
    }

    /// As it would be written.
    pub(super) fn shown(&self, track: &Track<'_>) -> String {
        let names = &track.story.names;
        let mut words = vec![names.record(KindId::COMBATANT, self.actor)];
        words.extend(self.stage.map(|stage| names.word(stage)));
        words.extend(self.action.map(|action| match self.stage {
            Some(_) => names.action(action),
            None => names.verb(action),
        }));
        words.join(" ")
    }
}

/// The action and the stage that a text names.
fn deed(rules: &Ruleset, text: &str) -> Result<(Option<ActionId>, Option<WordId>), Unknown> {
    if text.is_empty() {
        return Ok((None, None));
    }
    let by_name = |text: &str| {
        let is_called =
            |action: &Action| spaced(&action.name) == text || spaced(&action.verb) == text;
        let found = rules.actions.iter().position(is_called);
        found.map(ActionId::from_index)
    };
    if let Some(action) = by_name(text) {
        return Ok((Some(action), None));
    }
    let stages = || {
        let actions = rules.actions.iter().enumerate();
        actions.flat_map(|(index, action)| {
            let stages = action.stages.iter();
            stages.map(move |stage| (ActionId::from_index(index), stage.name))
        })
    };
    for (action, stage) in stages() {
        let word = spaced(rules.word(stage));
        let Some(rest) = text.strip_prefix(word.as_str()) else {
            continue;
        };
        if rest.is_empty() {
            return Ok((None, Some(stage)));
        }
        if rest.starts_with(' ') && by_name(rest.trim()) == Some(action) {
            return Ok((Some(action), Some(stage)));
        }
    }
    let known = rules
        .actions
        .iter()
        .flat_map(|action| [&action.name, &action.verb]);
    Err(Unknown::Action {
        suggestion: suggest(text, known.map(String::as_str)).map(str::to_string),
        text: text.to_string(),
    })
}

/// A name as it may be typed: small letters, single spaces in place of underscores.
fn spaced(text: &str) -> String {
    let text = text.replace('_', " ").to_lowercase();
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ")
}
