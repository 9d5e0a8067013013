//! Lines of scenarios in other words than those of the language, told by the words of their rules: the patterns of `grammar/entries.txt`.

use std::sync::LazyLock;

use super::Rewritings;
use super::acts::{declared, declared_in};
use super::known::{KnownWords, same};
use super::segment::{LineSegment, is_name, is_number, joined, thing, words};
use crate::ruleset::KindId;
use crate::source::english;
use crate::syntax::{LineForm, line_forms};

/// Longer lines fit none.
const MOST_WORDS: usize = 40;

/// In how many ways one line is one of a pattern.
const MOST_FITS: usize = 24;

static FORMS: LazyLock<Vec<LineForm>> =
    LazyLock::new(|| line_forms(include_str!("../../../grammar/entries.txt")));

/// The lines that can be meant by one that fits patterns under such heads.
pub(super) fn fitting(
    segment: &LineSegment<'_>,
    known: &KnownWords,
    heads: &[&str],
) -> Vec<Rewritings> {
    let mut all: Vec<Rewritings> = Vec::new();
    let is_here = |form: &&LineForm| match form.head {
        _ if !heads.contains(&form.head) || segment.words.len() > MOST_WORDS => false,
        "Line" => !segment.opens,
        "Head" => segment.opens,
        _ => true,
    };
    let read = |hole: &str, words: &[&str]| one(hole, words, known);
    for form in FORMS.iter().filter(is_here) {
        let fits = (form.pattern).fits((segment.text, &segment.words), &read, MOST_FITS);
        for fit in fits {
            let told = form.lines.iter().filter_map(|line| fit.fill(line));
            let lines = told.flat_map(|line| meant(&line, segment, known));
            let Some(message) = fit.fill(form.wrong) else {
                continue;
            };
            match all.last_mut().filter(|last| last.message == message) {
                Some(last) => last.lines.extend(lines),
                None => all.push(Rewritings::new(message, lines)),
            }
        }
    }
    all
}

/// How many words stand in such a hole at the beginning of some, and what they say.
fn one(hole: &str, words: &[&str], known: &KnownWords) -> Option<(usize, String)> {
    if let Some(hole) = hole.strip_suffix('*') {
        return one(hole, words, known).or_else(|| Some((0, String::new())));
    }
    let word = *words.first()?;
    let own = |value: Option<&str>| value.map(|value| (1, value.to_owned()));
    match hole {
        "who" => {
            let name = word.strip_suffix("'s").unwrap_or(word);
            let length = thing(&[&[name], &words[1..]].concat());
            let who = joined(&[&[name], &words[1..length.max(1)]].concat());
            (length > 0 && !matches!(word, "expect" | "odds")).then_some((length, who))
        }
        "lead" => match words {
            ["odds", _, ":", ..] => Some((3, joined(&words[..3]))),
            _ => own(matches!(word, "expect" | "odds").then_some(word)),
        },
        "when" => periods(words, known),
        "name" => own(is_name(word).then_some(word)),
        "number" => own(is_number(word).then_some(word)),
        "nth" => own(Some(english::cardinal(word).as_str()).filter(|number| is_number(number))),
        "count" => {
            let often = ["never", "once", "twice", "thrice"];
            let often = often.iter().position(|known| *known == word);
            let number = english::cardinal(word);
            let number = often.map_or(number, |often| often.to_string());
            is_number(&number).then_some((1, number))
        }
        "begin" => own(word
            .starts_with(|c: char| c == '(' || c.is_alphabetic())
            .then_some(word)),
        "verb" => own(known.verb(word)),
        "test" => own(known.test(word)),
        "state" => own(same(&known.states, word)),
        "value" => own(same(&known.values, word)),
        "turn" => own(known.turns.get(word).map(String::as_str)),
        "question" => {
            let one = english::singular(word);
            own(same(&known.questions, word).or_else(|| same(&known.questions, &one)))
        }
        "option" => own(same(&known.options, word)),
        "kind" => own(known.kinds.get(word).map(String::as_str)),
        _ => own(Some(word)),
    }
}

/// How many words at the beginning of some are periods with words between them, and these periods, the longest first.
fn periods(words: &[&str], known: &KnownWords) -> Option<(usize, String)> {
    const LEADS: &[&str] = &[
        "in", "at", "of", "on", "during", "after", "and", ",", "the", "end", "by",
    ];
    let (mut length, mut periods) = (0, Vec::new());
    loop {
        let rest = &words[length..];
        let leads = rest.iter().take_while(|word| LEADS.contains(word)).count();
        let [name, number, ..] = &rest[leads..] else {
            break;
        };
        let Some(depth) = known.periods.get(*name).filter(|_| is_number(number)) else {
            break;
        };
        periods.push((*depth, format!("{name} {number}")));
        length += leads + 2;
    }
    periods.sort();
    let periods: Vec<String> = periods.into_iter().map(|(_, period)| period).collect();
    (length > 0).then(|| (length, periods.join(" ")))
}

/// A line without the periods at its end, and these, the longest first.
pub(super) fn timed(words: &[&str], known: &KnownWords) -> Option<(String, String)> {
    (2..words.len()).find_map(|at| {
        let (length, when) = periods(&words[at..], known)?;
        (at + length == words.len()).then(|| (joined(&words[..at]), when))
    })
}

/// The lines that one stands for, one for each word of the rules and each act and combatant of the scenario, where it names any.
fn meant(line: &str, segment: &LineSegment<'_>, known: &KnownWords) -> Vec<String> {
    let signs = ["%link", "%holder", "%turn", "%question", "%member", "%act"];
    let Some(sign) = signs.into_iter().find(|sign| line.contains(sign)) else {
        return vec![joined(&words(line))];
    };
    let (before, mut behind) = line.split_once(sign).unwrap_or((line, ""));
    let links = |is_meant: fn(KindId) -> bool| {
        let links = known.links.iter().filter(move |(kind, _)| is_meant(*kind));
        links.map(|(_, link)| link.clone()).collect()
    };
    let all: Vec<String> = match sign {
        "%link" => links(|kind| kind == KindId::COMBATANT),
        "%holder" => links(|kind| kind != KindId::COMBATANT),
        "%turn" => known.turns.iter().cloned().collect(),
        "%question" => {
            let is_meant =
                |name: &&String| known.of_gm.contains(*name) == before.starts_with("gm ");
            known.questions.iter().filter(is_meant).cloned().collect()
        }
        "%member" => segment.members().map(|(_, name)| name).collect(),
        _ => match behind.strip_prefix('(').and_then(|of| of.split_once(')')) {
            Some((who, rest)) => {
                behind = rest;
                declared(segment, known, &format!("{who} "))
            }
            None => declared_in(segment, known),
        },
    };
    // What is done or who does it is not named beside itself.
    let told = before.rsplit_once(": ").or(before.split_once(' '));
    let own = told.and_then(|(_, told)| Some(told.trim_end().rsplit_once(' ')?.0));
    let is_itself =
        |one: &str| own.is_some_and(|own| one == own || one.starts_with(&format!("{own} ")));
    let is_other = |one: &&String| !matches!(sign, "%member" | "%act") || !is_itself(one);
    let lines = all.iter().filter(is_other);
    let lines = lines.flat_map(|one| meant(&format!("{before}{one}{behind}"), segment, known));
    lines.collect()
}
