//! A situation in words: who does what, and what is not as usual. Judges nothing.

use super::domain::usual;
use super::forms;
use super::supposition::{ACTS, OpenFact, Supposition};
use crate::ruleset::{KindId, MISSING, Ruleset, Slot, Type, Value, records_in, slots};
use crate::source::english;

/// Names for the records of a situation, as scenarios would have them.
const PEOPLE: [&str; 3] = ["ann", "bob", "cid"];
const SIDES: [&str; 2] = ["red", "blue"];

/// The situation: the two acts, the others, the combat.
pub(super) fn situation(situation: &Supposition<'_>) -> String {
    let rules = situation.rules;
    let mut parts: Vec<String> = (0..ACTS).map(|act| told_act(situation, act)).collect();
    let mut kinds: Vec<usize> = (0..rules.kinds.len()).collect();
    kinds.sort_by_key(|kind| (*kind != KindId::COMBATANT.index(), *kind));
    for kind in kinds.into_iter().map(KindId::from_index) {
        for record in 0..super::supposition::count(kind) {
            let facts = facts(situation, kind, record);
            if kind != KindId::ACT && !facts.is_empty() {
                let facts = facts.join(", ");
                parts.push(match kind {
                    KindId::COMBAT => format!("in the combat {facts}"),
                    _ => format!("{}: {facts}", record_name(rules, kind, record)),
                });
            }
        }
    }
    for (unknown, value) in &situation.known {
        match unknown {
            OpenFact::Option(option) if rules.options[option.index()].value != *value => {
                let option = &rules.options[option.index()];
                let setting = shown(rules, &option.ty, *value);
                parts.push(format!("option {} is {setting}", option.name));
            }
            OpenFact::Counter(phase) if *value != MISSING && *value != 1 => {
                parts.push(format!("{} {value}", rules.phases[phase.index()].name));
            }
            _ => {}
        }
    }
    parts.join("; ")
}

/// `act 1: ann does `strike`, target bob`
fn told_act(situation: &Supposition<'_>, act: u32) -> String {
    let form = situation.form(act);
    let mut told = format!(
        "act {}: {} does `{}`",
        act + 1,
        PEOPLE[actor(situation, act)],
        forms::name(situation.rules, form)
    );
    for fact in facts(situation, KindId::ACT, act) {
        told += &format!(", {fact}");
    }
    told
}

fn actor(situation: &Supposition<'_>, act: u32) -> usize {
    let actor = OpenFact::Attribute(KindId::ACT, act, slots::ACTOR);
    let value = situation.known.get(&actor).copied();
    value.map_or(act as usize, |value| value as usize)
}

/// What is supposed of a record and is not as usual.
fn facts(situation: &Supposition<'_>, kind: KindId, record: u32) -> Vec<String> {
    let rules = situation.rules;
    let first = OpenFact::Attribute(kind, record, 0);
    let last = OpenFact::Attribute(kind, record, Slot::MAX);
    let known = situation.known.range(first..=last);
    known
        .filter_map(|(unknown, value)| match unknown {
            OpenFact::Attribute(KindId::ACT, _, slots::ACTOR) => None,
            OpenFact::Attribute(_, _, slot) if usual(rules, kind, *slot) == Some(*value) => None,
            OpenFact::Attribute(_, _, slot) => Some(fact(rules, kind, *slot, *value)),
            _ => None,
        })
        .collect()
}

fn fact(rules: &Ruleset, kind: KindId, slot: Slot, value: Value) -> String {
    let attribute = rules.attribute(kind, slot);
    match (&attribute.declared.ty, value) {
        (_, MISSING) => format!("no {}", attribute.name),
        (Type::YesNo, 0) => format!("no {}", attribute.name),
        (Type::YesNo, _) => attribute.name.clone(),
        (ty, _) => format!("{} {}", attribute.name, shown(rules, ty, value)),
    }
}

fn shown(rules: &Ruleset, ty: &Type, value: Value) -> String {
    match ty {
        _ if value == MISSING => "missing".to_owned(),
        Type::YesNo => if value == 1 { "yes" } else { "no" }.to_owned(),
        Type::Choice(_) | Type::Stage => nth(&rules.words, value).cloned().unwrap_or_default(),
        Type::Action => {
            let action = nth(&rules.actions, value);
            action.map(|action| action.name.clone()).unwrap_or_default()
        }
        Type::Text => {
            let text = nth(&rules.texts, value).cloned();
            format!("\"{}\"", text.unwrap_or_default())
        }
        Type::Record(kind) => record_name(rules, *kind, value as u32),
        Type::Set(kind) => {
            let names = records_in(value).map(|record| record_name(rules, *kind, record));
            let names: Vec<String> = names.collect();
            english::listed(&names)
        }
        Type::Number(_) => rules.amount(ty, value),
    }
}

/// What a value numbers.
fn nth<T>(list: &[T], value: Value) -> Option<&T> {
    list.get(usize::try_from(value).ok()?)
}

fn record_name(rules: &Ruleset, kind: KindId, record: u32) -> String {
    let number = record as usize;
    match kind {
        KindId::COMBATANT => PEOPLE[number % PEOPLE.len()].to_owned(),
        KindId::SIDE => SIDES[number % SIDES.len()].to_owned(),
        _ => format!("{} {}", rules.kinds[kind.index()].name, record + 1),
    }
}
