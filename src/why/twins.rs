//! Acts that would be told in the same words, and what tells them apart: the attributes in which they differ, in brackets, as a scenario names them.

use super::selected::selector::of_acts;
use crate::analysis::Watched;
use crate::journal::ActNumber;
use crate::ruleset::{KindId, MISSING, Slot, Type, Value, slots};
use crate::view::{PhaseNumbers, Story};
use std::collections::{BTreeMap, BTreeSet};

/// What is put behind the words for an act; nothing behind most.
#[derive(Clone, Debug, Default)]
pub struct TwinMark {
    /// ` (routine 2, number 1)`
    pub text: String,
    /// Which it is of several that nothing else tells apart; of those that something does, which of all of them.
    pub number: usize,
}

/// What is put behind the words for each act.
pub fn apart(story: &Story<'_>, seen: &[usize], moments: &[PhaseNumbers]) -> Vec<TwinMark> {
    let mut groups: BTreeMap<_, Vec<ActNumber>> = BTreeMap::new();
    for act in 0..story.journal.acts.len() as ActNumber {
        let seen = seen[act as usize];
        let round = moments.get(seen).and_then(|moment| moment.first());
        let words = story.act(act, seen);
        groups.entry((round, words)).or_default().push(act);
    }
    let mut marks = vec![TwinMark::default(); story.journal.acts.len()];
    let twins: Vec<_> = groups.into_values().filter(|acts| acts.len() > 1).collect();
    if twins.is_empty() {
        return marks;
    }
    let watched = Watched::of(story.names.rules);
    for acts in twins {
        let rows = rows(story, seen, &acts);
        let slots = telling(story, &watched, &acts, &rows);
        let mut alike: BTreeMap<Vec<Value>, (usize, usize)> = BTreeMap::new();
        for row in &rows {
            alike.entry(of(row, &slots)).or_default().0 += 1;
        }
        for (nth, (&act, row)) in (1..).zip(acts.iter().zip(&rows)) {
            let mut parts: Vec<String> = slots
                .iter()
                .map(|&slot| setting(story, slot, row[usize::from(slot)], seen[act as usize]))
                .collect();
            let (count, told) = alike.entry(of(row, &slots)).or_default();
            *told += 1;
            let number = (*count > 1).then_some(*told);
            parts.extend(number.map(|number| format!("number {number}")));
            marks[act as usize] = TwinMark {
                text: format!(" ({})", parts.join(", ")),
                number: number.unwrap_or(nth),
            };
        }
    }
    marks
}

/// The attributes of each act when it came up.
fn rows(story: &Story<'_>, seen: &[usize], acts: &[ActNumber]) -> Vec<Vec<Value>> {
    let slots = 0..of_acts(story.names.rules).len() as Slot;
    let value = |act: ActNumber, slot| {
        let value = story.attribute(KindId::ACT, act, slot, seen[act as usize]);
        value.unwrap_or(MISSING)
    };
    let row = |&act: &ActNumber| slots.clone().map(|slot| value(act, slot)).collect();
    acts.iter().map(row).collect()
}

/// The values of some attributes.
fn of(row: &[Value], slots: &[Slot]) -> Vec<Value> {
    slots.iter().map(|&slot| row[usize::from(slot)]).collect()
}

/// The attributes that tell the acts apart: one alone if it does, what orders acts and what is declared before others; none if nothing does.
fn telling(
    story: &Story<'_>,
    watched: &Watched,
    acts: &[ActNumber],
    rows: &[Vec<Value>],
) -> Vec<Slot> {
    let scenario = story.names.scenario;
    let is_declared = |slot: Slot| {
        acts.iter()
            .filter_map(|&act| story.journal.act(act).declaration)
            .filter_map(|number| scenario.declarations.get(number as usize))
            .any(|declaration| declaration.settings.iter().any(|setting| setting.0 == slot))
    };
    let values = |slot: Slot| {
        let mut values: Vec<Value> = rows.iter().map(|row| row[usize::from(slot)]).collect();
        values.sort_unstable();
        values.dedup();
        values.len()
    };
    let count = rows.first().map_or(0, Vec::len) as Slot;
    let mut differing: Vec<Slot> = (slots::STATE + 1..count)
        .filter(|&slot| values(slot) > 1)
        .collect();
    differing.sort_by_key(|&slot| {
        let all = values(slot) == rows.len();
        (
            !all,
            !watched.attribute(KindId::ACT, slot),
            !is_declared(slot),
            slot,
        )
    });
    let mut chosen = Vec::new();
    for slot in differing {
        let one_each = |chosen: &[Slot]| {
            let mut seen = BTreeSet::new();
            rows.iter().all(|row| seen.insert(of(row, chosen)))
        };
        if one_each(&chosen) {
            break;
        }
        chosen.push(slot);
    }
    chosen
}

/// An attribute as a scenario sets it: `routine 2`, `hit`, `no hit`.
pub fn setting(story: &Story<'_>, slot: Slot, value: Value, entry: usize) -> String {
    let name = story.names.attribute(KindId::ACT, slot);
    let rule = story.names.attribute_rule(KindId::ACT, slot);
    match rule.map(|rule| &rule.declared.ty) {
        Some(Type::YesNo) if value == 1 => name,
        Some(Type::YesNo) if value == 0 => format!("no {name}"),
        Some(ty) => format!("{name} {}", story.value(ty, value, entry)),
        None => name,
    }
}
