//! The outcomes of declared acts, when each was carried out or what became of it: a few words for each line of a scenario that declares something.

use crate::journal::{Journal, What};
use crate::ruleset::{Key, Ruleset, Value, WordId};
use crate::scenario::Scenario;
use crate::source::Span;
use crate::view::{Names, moments};

/// The line of each declaration, and when its act came.
pub fn outcomes(rules: &Ruleset, scenario: &Scenario, journal: &Journal) -> Vec<(Span, String)> {
    let names = Names::new(rules, scenario);
    let moments = moments(journal);
    let mut told: Vec<Vec<String>> = vec![Vec::new(); scenario.declarations.len()];
    let mut place: Vec<(WordId, Value)> = Vec::new();
    for (entry, moment) in journal.entries.iter().zip(&moments) {
        let (act, words) = match entry.what {
            What::BatchBegins { place: keys, .. } => {
                let word = |value: Value| WordId(u32::try_from(value).unwrap_or(u32::MAX));
                place = (journal.pairs(keys))
                    .map(|(name, value)| (word(name), value))
                    .collect();
                continue;
            }
            What::Resolved { act, .. } => (act, None),
            What::Cancelled { act, word, .. } => (act, Some(names.word(word))),
            What::Void { act, .. } => (act, Some("void".to_owned())),
            What::Refused { act, .. } => (act, Some("refused".to_owned())),
            _ => continue,
        };
        let record = journal.get_act(act);
        let Some(number) = record.and_then(|record| record.declaration) else {
            continue;
        };
        let Some(declaration) = scenario.declarations.get(number as usize) else {
            continue;
        };
        let since: Vec<_> = (moment.iter())
            .filter(|step| !declaration.path.contains(step))
            .copied()
            .collect();
        let mut parts = vec![names.moment(&since)];
        parts.extend(place.iter().map(|(word, value)| key(&names, *word, *value)));
        parts.extend(words);
        parts.retain(|part| !part.is_empty());
        told[number as usize].push(parts.join(", "));
    }
    let declared = scenario.declarations.iter().zip(told);
    declared
        .map(|(declaration, mut told)| {
            told.dedup();
            told.retain(|one| !one.is_empty());
            (declaration.span, told.join("; "))
        })
        .filter(|(_, told)| !told.is_empty())
        .collect()
}

/// A named key of the order, and its value.
fn key(names: &Names<'_>, word: WordId, value: Value) -> String {
    let keys = names.rules.orders.iter().flat_map(|order| &order.keys);
    let mut named = keys.filter(|key: &&Key| key.name == Some(word));
    let shown = named
        .next()
        .map_or_else(|| value.to_string(), |key| names.value(&key.ty, value));
    format!("{} {shown}", names.word(word))
}
