//! An act in one line with what is rolled or answered for it: `ann strikes bob, rolls 5`, `ann strikes bob (5)`. Each has a line of its own.

use std::collections::BTreeSet;

use super::Rewritings;
use super::known::KnownWords;
use super::rolls::faces;
use super::segment::{LineSegment, is_name, is_number, joined, words};

/// Words and signs between the parts of such a line.
const BETWEEN: &[&str] = &[
    ",", ":", "and", "then", "&", "+", "-", "–", "with", "by", "who", "he", "she", "it", "they",
    "also", "=", "on", "a", "of", "gets", "getting", "for",
];

const ROLLS: &[&str] = &["rolls", "roll", "rolling", "rolled"];

const ANSWERS: &[&str] = &["answers", "answer", "answering", "answered"];

/// How many parts of a line are looked for behind the first.
const MOST_PARTS: usize = 4;

/// What stands behind an act.
#[derive(Clone, Debug)]
struct JoinedPart {
    /// Where it begins, and where its verb stands; both are the same where it names no actor of its own.
    start: usize,
    verb: usize,
}

/// The line as several, in each way in which it can be meant.
pub(super) fn joined_lines(segment: &LineSegment<'_>, known: &KnownWords) -> Option<Rewritings> {
    let plain = match segment.text.contains('"') {
        true => segment.text.to_owned(),
        false => segment.text.replace([';', '(', ')'], " , "),
    };
    let line = words(&plain);
    let who = segment.thing(0);
    if who == 0 || line.len() <= who + 1 || !known.verbs.contains(line[who]) {
        return None;
    }
    let actor = joined(&line[..who]);
    let of_act = known.rolled.get(line[who]).filter(|own| !own.is_empty());
    let purposes = of_act.unwrap_or(&known.purposes);
    let ways = match parts(segment, &line) {
        parts if parts.is_empty() => {
            let (end, lines) = without_verb(&line, who, &actor, known, purposes)?;
            vec![(end, lines)]
        }
        parts => ways(&line, &parts, &actor, known, purposes),
    };
    let lines = ways.into_iter().flat_map(|(end, behind)| {
        let act = joined(trimmed(&line[..end]));
        let all = behind.into_iter().map(move |mut lines| {
            lines.insert(0, act.clone());
            segment.several(&lines)
        });
        all.collect::<Vec<_>>()
    });
    let message = "each act, roll and answer has a line of its own";
    Some(Rewritings::new(message, lines.collect::<Vec<_>>()))
}

/// The verbs of rolls and answers behind the act, each with those before it who are in the scenario.
fn parts(segment: &LineSegment<'_>, line: &[&str]) -> Vec<Vec<JoinedPart>> {
    let is_here = |name: &str| {
        let side = [" ", ":"].map(|behind| format!("side {name}{behind}"));
        let text = segment.scenario.unwrap_or("");
        name == "gm"
            || segment.members().any(|(_, member)| member == name)
            || side.iter().any(|side| text.contains(side.as_str()))
    };
    let verbs =
        (2..line.len()).filter(|at| ROLLS.contains(&line[*at]) || ANSWERS.contains(&line[*at]));
    let parts = verbs.take(MOST_PARTS).map(|verb| {
        let named = [2, 1].into_iter().find(|length| {
            let start = verb.checked_sub(*length);
            start.is_some_and(|start| start > 1 && is_here(&joined(&line[start..verb])))
        });
        let plain = JoinedPart { start: verb, verb };
        match named.map(|length| verb - length) {
            // `ann strikes bob rolls 5`: bob can be the target, or roll.
            Some(start) if line[start - 1] == "," || start > 2 && is_here(line[start - 1]) => {
                vec![JoinedPart { start, verb }]
            }
            Some(start) => vec![plain, JoinedPart { start, verb }],
            None => vec![plain],
        }
    });
    parts.collect()
}

/// Each way to read all parts: where the act ends, and the lines behind it.
fn ways(
    line: &[&str],
    parts: &[Vec<JoinedPart>],
    actor: &str,
    known: &KnownWords,
    purposes: &BTreeSet<String>,
) -> Vec<(usize, Vec<Vec<String>>)> {
    let most = parts.iter().map(Vec::len).max().unwrap_or_default();
    let ways = (0..most).filter_map(|way| {
        let chosen = parts
            .iter()
            .map(|ways| ways.get(way).or_else(|| ways.last()));
        let chosen: Vec<&JoinedPart> = chosen.collect::<Option<_>>()?;
        let ends = chosen.iter().skip(1).map(|part| part.start);
        let ends: Vec<usize> = ends.chain([line.len()]).collect();
        let mut all = vec![Vec::new()];
        for (part, end) in chosen.iter().zip(ends) {
            let who = match joined(&line[part.start..part.verb]) {
                named if named.is_empty() => actor.to_owned(),
                named => named,
            };
            let told = trimmed(line.get(part.verb + 1..end)?);
            let lines = match ROLLS.contains(&line[part.verb]) {
                true => rolled(&who, told, known, purposes)?,
                false => answered(&who, told, known),
            };
            let longer = all.iter().flat_map(|before: &Vec<String>| {
                let with = |line: &String| [before.as_slice(), std::slice::from_ref(line)].concat();
                lines.iter().map(with).collect::<Vec<_>>()
            });
            all = longer.collect();
        }
        Some((chosen.first()?.start, all))
    });
    ways.collect()
}

/// `5, 2 for might`, `5`: what dice show, as a line for each purpose that can be meant.
fn rolled(
    who: &str,
    told: &[&str],
    known: &KnownWords,
    purposes: &BTreeSet<String>,
) -> Option<Vec<String>> {
    if let [.., "for", purpose] = told {
        return Some(vec![format!(
            "{who} rolls {} for {purpose}",
            joined(&told[..told.len() - 2])
        )]);
    }
    let between = |word: &&&str| !matches!(**word, "a" | "on" | "of" | "for" | "=" | ":");
    let told: Vec<&str> = told.iter().filter(between).copied().collect();
    let (faces, named) = faces(&told)?;
    let shown = faces.first()?;
    let line = |purpose: &str| format!("{who} rolls {shown} for {purpose}");
    match named.as_slice() {
        [] => Some(purposes.iter().map(|purpose| line(purpose)).collect()),
        [named] if known.purposes.contains(*named) => Some(vec![line(named)]),
        _ => None,
    }
}

/// `no to digs_on`, `no`: an answer, as a line for each question that can be meant.
fn answered(who: &str, told: &[&str], known: &KnownWords) -> Vec<String> {
    let told_all = joined(told);
    match told.contains(&"to") {
        true => vec![format!("{who} answers {told_all}")],
        false => {
            let questions = known.questions.iter();
            let lines = questions.map(|question| format!("{who} answers {told_all} to {question}"));
            lines.collect()
        }
    }
}

/// `ann strikes bob: 5`, `ann strikes bob, might 5`: what dice show, without a verb.
fn without_verb(
    line: &[&str],
    who: usize,
    actor: &str,
    known: &KnownWords,
    purposes: &BTreeSet<String>,
) -> Option<(usize, Vec<Vec<String>>)> {
    let line = trimmed(line);
    let is_shown = |word: &&&str| is_number(word) || **word == ",";
    let shown = line.iter().rev().take_while(is_shown).count();
    let numbers = trimmed_front(&line[line.len() - shown..]);
    let before = &line[..line.len() - numbers.len()];
    let named = before
        .iter()
        .rposition(|word| known.purposes.contains(*word));
    let named = named.filter(|at| before[at + 1..].iter().all(|word| BETWEEN.contains(word)));
    let last = before.last()?;
    let is_marked = BETWEEN.contains(last) || shown > numbers.len();
    let end = named.or(is_marked.then_some(before.len()))?;
    let told: Vec<&str> = named
        .iter()
        .map(|at| before[*at])
        .chain(numbers.iter().copied())
        .collect();
    let lines = rolled(actor, &told, known, purposes)?;
    let is_act = end > who && is_name(line[who]) && !numbers.is_empty();
    is_act.then(|| (end, lines.into_iter().map(|line| vec![line]).collect()))
}

/// The words without those between parts at their end.
fn trimmed<'l, 't>(words: &'l [&'t str]) -> &'l [&'t str] {
    let behind = words.iter().rev().take_while(|word| BETWEEN.contains(word));
    &words[..words.len() - behind.count()]
}

/// The words without those between parts at their beginning.
fn trimmed_front<'l, 't>(words: &'l [&'t str]) -> &'l [&'t str] {
    let before = words.iter().take_while(|word| BETWEEN.contains(word));
    &words[before.count()..]
}
