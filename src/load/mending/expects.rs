//! Expectations in other words, and acts with their time: when something is so, what is asked, what comes first and last.

use super::Rewritings;
use super::acts::{declared, declared_in};
use super::known::{KnownWords, same};
use super::segment::{LineSegment, is_number, joined};
use crate::source::{Quoted, words};
use crate::suggest::stem;

/// Words between what is said and when it is so.
const LEADS: &[&str] = &[
    "in", "at", "of", "on", "during", "after", "and", ",", "the", "end", "by",
];

/// Whether it is expected or asked.
fn is_expected(segment: &LineSegment<'_>) -> bool {
    matches!(segment.words[0], "expect" | "odds")
}

/// A line without the periods at its end, and these, the longest first.
fn timed(words: &[&str], known: &KnownWords) -> Option<(String, String)> {
    let is_lead = |word: &&&str| LEADS.contains(word);
    let (mut rest, mut periods) = (words, Vec::new());
    while let [before @ .., name, number] = rest
        && let Some(depth) = known.periods.get(*name).filter(|_| is_number(number))
    {
        periods.push((*depth, format!("{name} {number}")));
        rest = &before[..before.len() - before.iter().rev().take_while(is_lead).count()];
    }
    periods.sort();
    let periods: Vec<String> = periods.into_iter().map(|(_, period)| period).collect();
    (!periods.is_empty() && rest.len() > 1).then(|| (joined(rest), periods.join(" ")))
}

/// `expect bob attacks orc segment 6`, `expect ann.hp = 5 in round 2`, `ann holds at segment 2`
pub(super) fn moments(segment: &LineSegment<'_>, known: &KnownWords) -> Vec<Rewritings> {
    let Some((told, when)) = timed(&segment.words, known) else {
        return Vec::new();
    };
    match is_expected(segment) {
        true => vec![
            Rewritings::new(
                "when an act happens is said with `in`, the longer period first",
                [format!("{told} in {when}")],
            ),
            Rewritings::new(
                "what is so as a period ends is said with `at end of`",
                [format!("{told} at end of {when}")],
            ),
        ],
        false => vec![Rewritings::new(
            "when something is done is said by the braces around it",
            [format!("{when} {{ {told} }}")],
        )],
    }
}

/// `expect ann strikes grub on her turn in round 1`, `in bob's turn`, `in turn of bob in round 1`
pub(super) fn own_turn(segment: &LineSegment<'_>, known: &KnownWords) -> Option<Rewritings> {
    const OWN: &[&str] = &["her", "his", "its", "their", "own"];
    let words = &segment.words;
    let from = usize::from(is_expected(segment));
    let is_turn = |at: usize| {
        words
            .get(at)
            .is_some_and(|turn| known.turns.contains(*turn))
    };
    // Whose turn it is, and where what stands behind it begins.
    let turn_at = |at: usize| {
        let thing = |at: usize| Some((joined(words.get(at..at + segment.thing(at))?), at));
        match words[at] {
            own if OWN.contains(&own) && is_turn(at + 1) => Some((thing(from)?.0, at + 1, at + 2)),
            whose if whose.ends_with("'s") && is_turn(at + 1) => {
                Some((whose.trim_end_matches("'s").to_owned(), at + 1, at + 2))
            }
            _ if is_turn(at) && words.get(at + 1) == Some(&"of") => {
                let (whose, start) = thing(at + 2)?;
                Some((whose, at, start + segment.thing(start)))
            }
            _ => None,
        }
    };
    let (at, (whose, turn, end)) =
        (from + 1..words.len()).find_map(|at| Some((at, turn_at(at)?)))?;
    let (told, rest) = (&words[..at], &words[end..]);
    let is_lead = |word: &&&str| LEADS.contains(word) || OWN.contains(word);
    let leads = told.iter().rev().take_while(is_lead);
    let told = &told[..at - leads.count()];
    let before = timed(told, known);
    let behind = timed(&[&["expect", "it"], rest].concat(), known);
    let (told, around) = match (before, behind) {
        (Some((told, around)), _) if rest.is_empty() => (told, around + " "),
        (_, Some((_, around))) => (joined(told), around + " "),
        _ if rest.is_empty() => (joined(told), String::new()),
        _ => return None,
    };
    let turn = format!("{around}{} of {whose}", words[turn]);
    let line = match from {
        0 => format!("{turn} {{ {told} }}"),
        _ => format!("{told} in {turn}"),
    };
    let message = "whose turn it is stands behind `of`, and the longer period before it";
    Some(Rewritings::new(message, [line]))
}

/// `expect bob attacks orc last`, `expect ann attacks orc after everyone`
pub(super) fn ends(segment: &LineSegment<'_>, known: &KnownWords) -> Option<Rewritings> {
    const ALL: &[&str] = &words![
        everyone everybody all others everything anyone
    ];
    let (told, relation, said) = match segment.words.as_slice() {
        [told @ .., "first"] => (told, "before", "first"),
        [told @ .., "last"] => (told, "after", "last"),
        [told @ .., relation @ ("before" | "after"), all] if ALL.contains(all) => {
            (told, *relation, *all)
        }
        _ => return None,
    };
    let lead = match told {
        ["odds", _, ":", ..] => 3,
        _ => 1,
    };
    let (lead, act) = told
        .split_at_checked(lead)
        .filter(|_| is_expected(segment))?;
    let (lead, own) = (joined(lead), joined(act));
    // `odds "ann begins": ann first`: all acts of the one and the other.
    let others: Vec<String> = match segment.thing(told.len() - act.len()) == act.len() {
        true => segment.members().map(|(_, name)| name).collect(),
        false => declared_in(segment, known),
    };
    let others = others.iter().filter(|other| !other.starts_with(&own));
    let lines: Vec<String> = others
        .map(|other| format!("{lead} {own} {relation} {other}"))
        .collect();
    let message = format!("an act comes before or after another one; `{said}` names none");
    Some(Rewritings::new(message, lines))
}

/// `expect ann before bob in round 2`: what two combatants declare comes in that order.
pub(super) fn actors(segment: &LineSegment<'_>, known: &KnownWords) -> Option<Rewritings> {
    let (told, when) = match timed(&segment.words, known) {
        Some((told, when)) => (told, format!(" in {when}")),
        None => (joined(&segment.words), String::new()),
    };
    let who = segment.thing(1);
    let words: Vec<&str> = told.split(' ').collect();
    let relation = *words.get(1 + who).filter(|_| who > 0)?;
    let other = joined(words.get(2 + who..)?);
    let is_here = matches!(relation, "before" | "after") && segment.words[0] == "expect";
    let whom = segment.thing(2 + who);
    let acts = |who: &str| declared(segment, known, &format!("{who} "));
    let others = acts(&other);
    let pairs = acts(&joined(&words[1..=who])).into_iter().flat_map(|act| {
        let pair = |other: &String| format!("expect {act} {relation} {other}{when}");
        others.iter().map(pair).collect::<Vec<_>>()
    });
    let pairs: Vec<String> = pairs.collect();
    let message = "acts come before or after each other, not those who do them";
    (is_here && words.len() == 2 + who + whom).then(|| Rewritings::new(message, pairs))
}

/// `expect press is not asked`, `expect ann asked press`, `expect asked "Does ann press ogre?"`
pub(super) fn asked(segment: &LineSegment<'_>, known: &KnownWords) -> Option<Rewritings> {
    let words = &segment.words;
    let at = words
        .iter()
        .position(|word| matches!(*word, "asked" | "asks" | "ask"))?;
    let (lead, rest) = words.split_first().filter(|_| is_expected(segment))?;
    let is_denied = |word: &&str| matches!(*word, "not" | "never") || word.ends_with("n't");
    let asked = match rest.iter().any(is_denied) {
        true => "not asked",
        false => "asked",
    };
    let about = words.iter().position(|word| *word == "about");
    let (about, when) = match (about, timed(words, known)) {
        (Some(about), _) => (format!(" {}", joined(&words[about..])), String::new()),
        // `expect ann strikes orc asks parry in round 1`
        (None, when) if words[1..at].iter().any(|word| known.verbs.contains(*word)) => (
            format!(" about {}", joined(&words[1..at])),
            when.map_or(String::new(), |(_, when)| format!(" in {when}")),
        ),
        (None, Some((_, when))) => (String::new(), format!(" in {when}")),
        (None, None) => (String::new(), String::new()),
    };
    // What stands behind `asked` comes first.
    let named = words[at + 1..].iter().chain(&words[1..at]);
    let text = named.clone().find(|word| word.starts_with('"'));
    let is_in = |text: &str, question: &str| {
        let mut words = text.split(|letter: char| !letter.is_alphanumeric());
        words.any(|word| stem(word) == stem(question))
    };
    let all = || known.questions.iter().map(String::as_str);
    let questions = match named.clone().find_map(|word| same(&known.questions, word)) {
        Some(question) => vec![question],
        None => {
            let text = text?;
            let near: Vec<&str> = all().filter(|question| is_in(text, question)).collect();
            if near.is_empty() {
                all().collect()
            } else {
                near
            }
        }
    };
    let lines = questions
        .into_iter()
        .map(|question| format!("{lead} {asked} {question}{about}{when}"));
    Some(Rewritings::new(
        "that something is asked is said with `asked` and the name of the question",
        lines,
    ))
}

/// `expect ann is surprised in round 1`: an attribute of a combatant, or of its side.
pub(super) fn is_so(segment: &LineSegment<'_>, known: &KnownWords) -> Option<Rewritings> {
    let (told, when) = match timed(&segment.words, known) {
        Some((told, when)) => (told, format!(" at end of {when}")),
        None => (joined(&segment.words), String::new()),
    };
    let words: Vec<&str> = told.split(' ').collect();
    let (lead, rest) = words.split_first()?;
    let (who, told) = rest.split_at(segment.thing(1).min(rest.len()));
    let (denied, word) = match told {
        ["is" | "are" | "was" | "were", word] => (false, word),
        ["is" | "are" | "was" | "were", "not", word] => (true, word),
        _ => return None,
    };
    let who = joined(who);
    let (not, none) = if denied { ("not ", "= 0") } else { ("", "> 0") };
    let flag = same(&known.states, word).into_iter();
    let number = same(&known.values, word).into_iter();
    let lines = flag
        .flat_map(|name| ["", "side."].map(|of| format!("{not}{who}.{of}{name}")))
        .chain(number.flat_map(|name| ["", "side."].map(|of| format!("{who}.{of}{name} {none}"))))
        .map(|line| format!("{lead} {line}{when}"));
    let is_here = !who.is_empty() && is_expected(segment);
    let message = format!("`{}` is asked of an attribute", Quoted(word));
    is_here.then(|| Rewritings::new(message, lines))
}
