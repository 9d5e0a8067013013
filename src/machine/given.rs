//! What a scenario says of its runs before they begin, and the rules specialised to that.

use std::collections::BTreeMap;

use crate::analysis::{KnownInputs, values};
use crate::program::specialize;
use crate::ruleset::{OptionId, Ruleset, Value, WordId};
use crate::scenario::{AnswerValue, Scenario};

/// What may be answered in the runs for which rules are specialised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answers {
    /// What the scenario answers; all else is left to its default.
    OfScenario,
    /// Anything.
    Any,
}

/// The rules specialised to a scenario all of whose declarations are those that it holds: a run by them has the journal that it has by the rules
/// themselves, and takes no more steps and no deeper blocks, so that it can come farther before a limit ends it. Rules of which too little can be
/// found out, and those of a scenario in which anything is corrected, are returned as they are. Time: proportional to the rules.
pub fn specialized(rules: &Ruleset, scenario: &Scenario, answers: Answers) -> Ruleset {
    if !scenario.corrections.is_empty() {
        return rules.clone();
    }
    match values(rules, &given(rules, scenario, answers)) {
        Some(mut values) => specialize(rules, &mut values),
        None => rules.clone(),
    }
}

fn given<'a>(rules: &Ruleset, scenario: &'a Scenario, answers: Answers) -> KnownInputs<'a> {
    let mut is_known = answers == Answers::OfScenario;
    let records = scenario.records.iter().map(|records| {
        let records = records.iter();
        records.map(|record| record.values.as_slice()).collect()
    });
    let options = (0..rules.options.len()).map(OptionId::from_index);
    let declared = scenario.declarations.iter();
    let mut answers_given: BTreeMap<WordId, Vec<Value>> = BTreeMap::new();
    for answer in &scenario.answers {
        let values = answers_given.entry(answer.question).or_default();
        match answer.value {
            AnswerValue::Default => {}
            AnswerValue::Value(value) => values.push(value),
            // Which record it is, a run shows.
            AnswerValue::Titled { .. } => is_known = false,
        }
    }
    let mut tactics = scenario.tactics.general.clone();
    tactics.extend(scenario.tactics.named.iter().map(|named| named.1));
    KnownInputs {
        records: records.collect(),
        options: options
            .map(|option| scenario.setting(rules, option))
            .collect(),
        declared: declared
            .filter_map(|one| Some((one.action?, one.settings.as_slice())))
            .collect(),
        tactics,
        answers: is_known.then_some(answers_given),
        exprs: &scenario.exprs,
    }
}
