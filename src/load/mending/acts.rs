//! Acts in other words: a number behind the verb, all of a side at once; and the acts that a scenario declares.

use std::collections::BTreeSet;

use super::Rewritings;
use super::known::KnownWords;
use super::segment::{LineSegment, is_number, joined, words};
use crate::source::english;

/// `ann strides 5`, where the title is `strides to square {goal}`: a number behind the verb.
pub(super) fn numbered(segment: &LineSegment<'_>, known: &KnownWords) -> Vec<Rewritings> {
    let words = &segment.words;
    // `ann strikes orc: 3`, where nothing is rolled for it.
    if let [before @ .., ":", number] = words.as_slice()
        && is_number(number)
        && let Some(verb) = before.iter().find_map(|word| known.verb(word))
        && known.rolled.get(verb).is_none_or(BTreeSet::is_empty)
    {
        let told = known.numbers.iter();
        let lines = told.map(|name| format!("{}: {name} {number}", joined(before)));
        return vec![Rewritings::new("what is told of an act has a name", lines)];
    }
    let is_verb = |at: &usize| known.titles.contains_key(words[at - 1]) && is_number(words[*at]);
    let Some(at) = (2..words.len()).find(is_verb) else {
        return Vec::new();
    };
    let (lead, number, rest) = (joined(&words[..at - 1]), words[at], &words[at + 1..]);
    let said = |act: String| joined(&[&[lead.as_str(), &act], rest].concat());
    let (verb, title) = (words[at - 1], &known.titles[words[at - 1]]);
    let numbers = known.numbers.iter();
    let told = numbers.clone().filter_map(|name| {
        let (before, _) = title.split_once(&format!(" {}", name.to_uppercase()))?;
        Some(said(format!("{before} {number}")))
    });
    let message = "an act is told in the words of its title";
    let told = Rewritings::new(message, told);
    let in_brackets = numbers.map(|name| said(format!("{verb} ({name} {number})")));
    let message = "what is told of an act stands in brackets here, the name before its value";
    let in_brackets = (words[0] == "expect").then(|| Rewritings::new(message, in_brackets));
    [told].into_iter().chain(in_brackets).collect()
}

/// `ann bursts all wolves`: each one of those of a side, or of one name, is named.
pub(super) fn all_of(segment: &LineSegment<'_>, known: &KnownWords) -> Option<Rewritings> {
    let words = &segment.words;
    let from = usize::from(words[0] == "expect");
    let verb = from + segment.thing(from);
    known.verb(words.get(verb)?)?;
    let is_all = |word: &&str| matches!(*word, "all" | "the" | "of" | "every" | "each" | "at");
    let leads = words[verb + 1..].iter().take_while(|word| is_all(word));
    let at = verb + 1 + leads.count();
    let named = words.get(at)?;
    let one = english::singular(named);
    let members: Vec<(&str, String)> = segment.members().collect();
    let who = joined(&words[from..verb]);
    let own = members
        .iter()
        .find(|(_, name)| *name == who)
        .map(|(side, _)| side);
    let numbers = numbers(&words[at + 1..]);
    let is_one = |(side, name): &&(&str, String)| match (*named, &numbers) {
        ("enemies" | "foes" | "opponents", _) => Some(side) != own,
        ("friends" | "allies", _) => Some(side) == own && *name != who,
        (_, Some(numbers)) => numbers
            .iter()
            .any(|number| *name == format!("{one} {number}")),
        (named, None) if members.iter().any(|(side, _)| *side == named) => *side == named,
        (_, None) => name.split(' ').next() == Some(&one),
    };
    let all: Vec<&str> = (members.iter().filter(is_one))
        .map(|(_, name)| name.as_str())
        .collect();
    let (last, others) = all.split_last().filter(|(_, others)| !others.is_empty())?;
    let all = format!("{} and {last}", others.join(", "));
    let rest = if numbers.is_some() {
        &[]
    } else {
        &words[at + 1..]
    };
    let line = joined(&[&words[..=verb], &[all.as_str()], rest].concat());
    Some(Rewritings::new("each of several is named", [line]))
}

/// `1, 2 and 3`, `1-3`, `1..3`: the numbers of several that have one name. `None` where something else stands there.
fn numbers(words: &[&str]) -> Option<Vec<u32>> {
    let told = joined(words).replace("..", "-").replace(" to ", "-");
    let told = told.replace(" and ", ", ");
    let parts = told.split(',').map(str::trim).map(|part| {
        let (from, to) = part.split_once('-').unwrap_or((part, part));
        let (from, to): (u32, u32) = (from.trim().parse().ok()?, to.trim().parse().ok()?);
        (to < from + 12).then_some(from..=to)
    });
    let parts: Vec<_> = parts.collect::<Option<_>>()?;
    Some(parts.into_iter().flatten().collect())
}

/// Whether a word leads on to what an act is aimed at, and says nothing by itself.
pub(super) fn is_aim(word: &&str) -> bool {
    matches!(
        *word,
        "at" | "against" | "on" | "the" | "to" | "a" | "an" | "towards"
    )
}

/// The acts that are declared in the scenario, each once.
pub(super) fn declared_in(segment: &LineSegment<'_>, known: &KnownWords) -> Vec<String> {
    let mut acts = Vec::new();
    for line in segment.lines() {
        let words = words(line);
        let verb = words.iter().position(|word| known.verbs.contains(*word));
        let end = words.iter().position(|word| *word == ":");
        let act = joined(&words[..end.unwrap_or(words.len())]);
        if matches!(verb, Some(1 | 2)) && words[0] != "expect" && !acts.contains(&act) {
            acts.push(act);
        }
    }
    acts
}

/// The acts that a combatant declares in the scenario, each once.
pub(super) fn declared(segment: &LineSegment<'_>, known: &KnownWords, who: &str) -> Vec<String> {
    let mut acts = declared_in(segment, known);
    acts.retain(|act| {
        let told = act.strip_prefix(who).map(words);
        told.is_some_and(|told| told.first().is_some_and(|verb| known.verbs.contains(*verb)))
    });
    acts
}

/// `ann attacks [orc 1, orc 2]`, `ann attacks (orc 1, orc 2)`
pub(super) fn bracketed(segment: &LineSegment<'_>) -> Option<Rewritings> {
    let line = segment.text;
    let open = line.find(['[', '('])?;
    let close = line.rfind([']', ')']).filter(|close| open < *close)?;
    let inner = line[open + 1..close].split(',').map(str::trim);
    let inner: Vec<&str> = inner.filter(|one| !one.is_empty()).collect();
    let with = [&line[..open], &inner.join(" and "), &line[close + 1..]].concat();
    let message = "several stand side by side, without brackets";
    Some(Rewritings::new(message, [with]))
}
