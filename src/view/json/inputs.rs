//! What goes into a run, for programs: the settings of options and of declared acts.

use std::collections::BTreeMap;

use super::JsonValue;
use super::making::JsonBuilder;
use crate::journal::{ActNumber, Journal};
use crate::ruleset::{KindId, MISSING, OptionId, Ruleset, Slot, Type, Value, records_in, slots};
use crate::scenario::Scenario;
use crate::source::Sources;
use crate::view::{Names, Story};

/// The options of the rules as they are in the runs of a scenario, each under its own name.
pub fn options(
    rules: &Ruleset,
    scenario: &Scenario,
    journal: &Journal,
    sources: &Sources,
) -> BTreeMap<String, JsonValue> {
    let story = Story::new(Names::new(rules, scenario), journal);
    let builder = JsonBuilder { story, sources };
    let options = rules.options.iter().enumerate();
    options
        .map(|(index, option)| {
            let value = scenario.setting(rules, OptionId::from_index(index));
            (option.name.clone(), builder.value(&option.ty, value, 0))
        })
        .collect()
}

/// For each of these acts, which were declared with these entries, the combatants that its settings name, and the settings: those of its
/// declaration or, where a tactic declared it, all attributes that it had then.
pub fn settings(
    rules: &Ruleset,
    scenario: &Scenario,
    journal: &Journal,
    sources: &Sources,
    declared: &[(ActNumber, usize)],
) -> Vec<(Vec<String>, BTreeMap<String, JsonValue>)> {
    let story = Story::new(Names::new(rules, scenario), journal);
    let builder = JsonBuilder { story, sources };
    let all = declared.iter().map(|&(act, entry)| {
        let mut targets = Vec::new();
        let mut settings = BTreeMap::new();
        for (slot, value) in given(&builder, act, entry) {
            let names = &builder.story.names;
            let combatants: Vec<u32> = match names
                .attribute_rule(KindId::ACT, slot)
                .map(|rule| &rule.declared.ty)
            {
                Some(Type::Record(KindId::COMBATANT)) => u32::try_from(value).into_iter().collect(),
                Some(Type::Set(KindId::COMBATANT)) => records_in(value).collect(),
                _ => Vec::new(),
            };
            let combatants = combatants.into_iter();
            targets.extend(combatants.map(|one| names.written_record(KindId::COMBATANT, one)));
            settings.insert(
                names.written_attribute(KindId::ACT, slot),
                builder.value_of(KindId::ACT, slot, value, entry),
            );
        }
        (targets, settings)
    });
    all.collect()
}

/// Values of attributes; acts among them in the words for them at the end of the run, so that one act is told alike everywhere.
pub fn values(
    rules: &Ruleset,
    scenario: &Scenario,
    journal: &Journal,
    sources: &Sources,
    of: &[(KindId, Slot, Value)],
) -> Vec<JsonValue> {
    let story = Story::new(Names::new(rules, scenario), journal);
    let builder = JsonBuilder { story, sources };
    let end = journal.entries.len();
    of.iter()
        .map(|&(kind, slot, value)| builder.value_of(kind, slot, value, end))
        .collect()
}

/// What is set of an act as it is declared.
fn given(builder: &JsonBuilder<'_>, act: ActNumber, entry: usize) -> Vec<(Slot, Value)> {
    let story = &builder.story;
    let declaration = story.journal.get_act(act).and_then(|act| act.declaration);
    let declarations = &story.names.scenario.declarations;
    if let Some(declaration) = declaration.and_then(|number| declarations.get(number as usize)) {
        return declaration.settings.clone();
    }
    let count = story.names.rules.kind(KindId::ACT).attributes.len() as Slot;
    let own = [slots::ACTOR, slots::ACTION, slots::STAGE, slots::STATE];
    let slots = (0..count).filter(|slot| !own.contains(slot));
    let values =
        slots.filter_map(|slot| Some((slot, story.attribute(KindId::ACT, act, slot, entry)?)));
    values.filter(|(_, value)| *value != MISSING).collect()
}
