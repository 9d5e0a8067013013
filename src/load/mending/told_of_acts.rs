//! What is told of an act in other words: without a colon, with its value before the name, as what came of it.

use super::Rewritings;
use super::acts::is_aim;
use super::known::{KnownWords, same};
use super::segment::{LineSegment, is_number, joined, words};
use crate::source::{each_once, english, words};

/// Words before what is told of an act, which say nothing by themselves.
const LEADS: &[&str] = &words![
    "for" "with" "and" "of" "by" "at" "as" "doing" "does" "dealing" "deals" "causing" "causes"
    "inflicting" "inflicts" "is" "a" "an" "the" "=" "," ":" "from" "in" "points" "point" "to"
];

/// `ann strikes goblin 1 for 4 damage`
pub(super) fn told(segment: &LineSegment<'_>, known: &KnownWords) -> Option<Rewritings> {
    let words = &segment.words;
    let verb = segment.thing(0);
    let is_act = words
        .get(verb)
        .is_some_and(|word| known.verb(word).is_some());
    if !is_act || matches!(words[0], "expect" | "odds") {
        return None;
    }
    let lines = (verb + 1..words.len()).rev().flat_map(|split| {
        let (act, tail) = words.split_at(split);
        let lead = act
            .iter()
            .rev()
            .take_while(|word| LEADS.contains(word))
            .count();
        let act = &act[..act.len() - lead];
        let bare: Vec<&str> = act.iter().filter(|word| !is_aim(word)).copied().collect();
        let acts = [joined(act), joined(&bare)];
        let is_told = words[..split].last() == Some(&":");
        let settings = settings(act, tail, known).into_iter();
        // What is told well already is not what is wrong.
        let settings: Vec<String> = settings
            .filter(|told| !(is_told && *told == joined(tail)))
            .collect();
        let told = move |act: &String| {
            settings
                .iter()
                .map(|told| format!("{act}: {}", gated(told, words, known)))
                .collect::<Vec<_>>()
        };
        acts.map(|act| told(&act)).concat()
    });
    let message = "what is told of an act stands behind a `:`, the name before its value";
    Some(Rewritings::new(message, lines.collect::<Vec<_>>()))
}

/// The ways in which some words are what is told of an act behind others: `damage 4` for `4 damage`.
fn settings(before: &[&str], tail: &[&str], known: &KnownWords) -> Vec<String> {
    let mut ways = vec![String::new()];
    let tail = tail.iter().map(|word| word.trim_matches(['(', ')']));
    let mut rest: Vec<&str> = tail.filter(|word| !LEADS.contains(word)).collect();
    let number = |word: &str| same(&known.numbers, word);
    while let Some(first) = rest.first().copied() {
        let second = rest.get(1).copied();
        let (taken, told) = match (first, second) {
            (value, Some(name)) if is_number(value) && number(name).is_some() => (
                2,
                number(name)
                    .into_iter()
                    .map(|name| format!("{name} {value}"))
                    .collect(),
            ),
            (name, Some(value)) if is_number(value) && number(name).is_some() => (
                2,
                number(name)
                    .into_iter()
                    .map(|name| format!("{name} {value}"))
                    .collect(),
            ),
            (value, _) if is_number(value) => (
                1,
                known
                    .numbers
                    .iter()
                    .map(|name| format!("{name} {value}"))
                    .collect(),
            ),
            (flag, _) if known.flags.contains(flag) => (1, vec![flag.to_owned()]),
            (word, _) if known.choices.contains_key(word) => {
                let of_way = |way: &String| -> Option<String> {
                    let told = [before, &words(way)].concat();
                    let name = attribute_of(word, &told, known)?;
                    Some(match way.is_empty() {
                        true => format!("{name} {word}"),
                        false => format!("{way}, {name} {word}"),
                    })
                };
                ways = ways.iter().filter_map(of_way).collect();
                rest.remove(0);
                continue;
            }
            (name, Some(word))
                if known
                    .choices
                    .get(word)
                    .is_some_and(|own| own.iter().any(|own| own == name)) =>
            {
                (2, vec![format!("{name} {word}")])
            }
            ("no", Some(flag)) if known.flags.contains(flag) => (2, vec![format!("no {flag}")]),
            _ => return Vec::new(),
        };
        let told: Vec<String> = told;
        ways = ways
            .iter()
            .flat_map(|way| {
                told.iter().map(move |one| match way.is_empty() {
                    true => one.clone(),
                    false => format!("{way}, {one}"),
                })
            })
            .collect();
        rest.drain(..taken);
    }
    ways.retain(|way| !way.is_empty());
    ways
}

/// The attribute of acts that can be a word, where several can: that which shares a word of its name with what is told just before, or the first
/// one that is declared; none that is told already.
fn attribute_of<'k>(word: &str, told: &[&str], known: &'k KnownWords) -> Option<&'k str> {
    let own = known.choices.get(word)?;
    let is_attribute =
        |word: &&&str| known.numbers.contains(**word) || known.flags.contains(**word);
    let last = told.iter().rev().find(is_attribute);
    let shares = |name: &&String| {
        let mut parts = last.into_iter().flat_map(|last| last.split('_'));
        parts.any(|part| name.split('_').any(|own| own == part))
    };
    let open = || own.iter().filter(|name| !told.contains(&name.as_str()));
    let meant = open().find(shares).or_else(|| open().next());
    meant.map(String::as_str)
}

/// What is told of an act, with what must be so before its numbers count: `hit, damage 3` for `damage 3`.
fn gated(told: &str, line: &[&str], known: &KnownWords) -> String {
    let names = words(told);
    let gates = names.iter().filter_map(|name| known.gates.get(*name));
    let gates = gates.flatten().map(String::as_str);
    let open = gates.filter(|gate| !names.contains(gate) && !line.contains(gate));
    each_once(open.chain([told])).join(", ")
}

/// `bram attacks orc 2 and hits for 5 damage`, `bram attacks orc 2 for 5`
pub(super) fn outcome(segment: &LineSegment<'_>, known: &KnownWords) -> Option<Rewritings> {
    let flag_of = |word: &str| {
        let mut flags = known.flags.iter();
        flags.find(|flag| **flag == word || english::third_person(flag) == word)
    };
    let hits = (segment.words.iter()).position(|word| flag_of(word).is_some());
    let dealt =
        (segment.words.iter()).position(|word| matches!(*word, "for" | "dealing" | "doing"));
    let end = hits.into_iter().chain(dealt).min()?;
    let act = segment.words[..end]
        .iter()
        .rposition(|word| !matches!(*word, "and" | ","))?;
    let number = segment.words[end..].iter().find(|word| is_number(word));
    let hit = hits.and_then(|at| flag_of(segment.words[at])).cloned();
    let act = joined(&segment.words[..=act]);
    let is_said = |name: &&String| segment.words.contains(&name.as_str());
    let said = known.numbers.iter().any(|name| is_said(&name));
    let names = (known.numbers.iter()).filter(|name| !said || is_said(name));
    let lines = names.filter_map(|name| {
        let number = number.map(|number| format!("{name} {number}"));
        let number = number.map(|told| match hit {
            Some(_) => told,
            None => gated(&told, &segment.words, known),
        });
        let told: Vec<String> = hit.clone().into_iter().chain(number).collect();
        (!told.is_empty()).then(|| format!("{act}: {}", told.join(", ")))
    });
    let message = "what came of an act stands behind a colon";
    Some(Rewritings::new(message, lines))
}
