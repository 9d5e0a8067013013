//! From a situation to the scenario that the machine plays, in the ids of one rule file. What that rule file does not know is left out.

use super::lexicon::{Lexicon, LexiconAttribute, Ty};
use super::{Datum, Situation};
use crate::ruleset::{ActionId, OptionId, Slot, Value};
use crate::scenario::{Declaration, Record, Scenario, Stop};

/// The scenario of a situation for the rule file with this number in the lexicon. The declarations stand in the order of the combatants
/// and of their deeds; when they are declared is for the [`Inputs`](super::Inputs) to say.
pub fn lower(situation: &Situation, lexicon: &Lexicon<'_>, which: usize) -> Scenario {
    let rules = lexicon.rules[which];
    let mut scenario = Scenario {
        records: vec![Vec::new(); rules.kinds.len()],
        listed: vec![Vec::new(); rules.kinds.len()],
        texts: vec![TEXT.to_owned()],
        turns: rules.phases_of_turns(),
        ..Scenario::default()
    };
    let values = |all: &[LexiconAttribute], settings: &[(usize, Datum)]| -> Vec<(Slot, Value)> {
        let value = |(index, datum): &(usize, Datum)| {
            let attribute = &all[*index];
            Some((
                attribute.slots[which]?,
                value(lexicon, which, attribute, *datum)?,
            ))
        };
        settings.iter().filter_map(value).collect()
    };
    for (kind, things) in lexicon.kinds.iter().zip(&situation.things) {
        let Some(id) = kind.ids[which] else { continue };
        scenario.listed[id.index()] = (0..things.len() as u32).collect();
        scenario.records[id.index()] = things
            .iter()
            .map(|thing| Record {
                name: thing.name.clone(),
                values: values(&kind.attributes, &thing.settings),
                span: rules.items[0].span,
            })
            .collect();
    }
    scenario.add_pairs(rules, rules.items[0].span);
    for (option, datum) in &situation.options {
        let option = &lexicon.options[*option];
        if let (Some(id), Some(value)) =
            (option.slots[which], value(lexicon, which, option, *datum))
        {
            scenario
                .options
                .push((OptionId::from_index(usize::from(id)), value));
        }
    }
    for (actor, deeds) in situation.deeds.iter().enumerate() {
        for deed in deeds {
            // What the rule file does not know keeps its number, so that the others have the same ones by every rule file; it is never declared.
            let known = lexicon.actions[deed.action].ids[which];
            scenario.declarations.push(Declaration {
                path: Vec::new(),
                part: None,
                actor: actor as u32,
                action: Some(known.unwrap_or(ActionId::from_index(0))),
                settings: values(lexicon.of_acts(), &deed.settings),
                span: rules.items[0].span,
            });
        }
    }
    if let Some(main) = lexicon.mains[which] {
        scenario.begin = situation.skips.then_some((main, None));
        scenario.stop = Some(Stop {
            within: Vec::new(),
            after: false,
            phase: main,
            number: Some(situation.rounds + 1),
        });
    }
    scenario
}

/// What stands for every text.
pub(super) const TEXT: &str = "as given";

fn value(
    lexicon: &Lexicon<'_>,
    which: usize,
    attribute: &LexiconAttribute,
    datum: Datum,
) -> Option<Value> {
    let rules = lexicon.rules[which];
    Some(match (datum, &attribute.ty) {
        (Datum::Missing, _) => crate::ruleset::MISSING,
        (Datum::YesNo(yes), _) => Value::from(yes),
        (Datum::Number(number), _) => number * attribute.sizes[which],
        (Datum::Word(word), Ty::Words(words)) => Value::from(rules.find_word(&words[word])?.0),
        (Datum::Word(_), _) => return None,
        (Datum::Thing(thing), _) => thing as Value,
        (Datum::Action(action), _) => Value::from(lexicon.actions.get(action)?.ids[which]?.0),
        (Datum::Text, _) => rules.texts.len() as Value,
    })
}
