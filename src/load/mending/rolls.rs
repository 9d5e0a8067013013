//! What dice show and what people answer, told with all that it takes, in another order or with other words between.

use super::Rewritings;
use super::known::{KnownWords, same};
use super::segment::{LineSegment, is_name, is_number, joined};
use crate::source::words;

/// Words by which a roll is told, the first two of which are those of the language.
const ROLLS: &[&str] = &[
    "rolls", "roll", "rolled", "rolling", "throws", "throw", "gets", "got", "shows", "scores",
    "has",
];

/// Words by which an answer is told, the first of which is that of the language.
const ANSWERS: &[&str] = &words![
    answers answer answered says say said replies decides chooses picks selects draws draw drew
    names nominates
];

/// Words that say nothing by themselves between the parts of a roll or an answer.
const BETWEEN: &[&str] = &[
    "a", "an", "as", "at", "for", "is", "of", "on", "that", "the", "to", "with", "=", ":", "(",
    ")", "it", "question", "die", "dice", "roll", "his", "her", "its", "their",
];

fn is_between(word: &&str) -> bool {
    BETWEEN.contains(word)
}

/// The only verb of such a list in a line, behind who it is about.
fn verb(segment: &LineSegment<'_>, verbs: &[&str]) -> Option<usize> {
    let at = segment
        .words
        .iter()
        .skip(1)
        .position(|word| verbs.contains(word))?
        + 1;
    let who = segment.thing(0);
    (who == at).then_some(at)
}

/// `ann rolls initiative 2`, `ann initiative: 2`
pub(super) fn rolls(segment: &LineSegment<'_>, known: &KnownWords) -> Option<Rewritings> {
    let words = &segment.words;
    let is_purpose = |word: &&&str| known.purposes.contains(**word);
    let (who, told) = match verb(segment, ROLLS) {
        Some(verb) => (&words[..verb], &words[verb + 1..]),
        None => {
            let at = words
                .iter()
                .position(|word| known.purposes.contains(*word))?;
            return match segment.thing(0).min(at) {
                0 => purpose_first(segment),
                who => without_verb(segment, known, who),
            };
        }
    };
    let verb = match words[who.len()] {
        "roll" => "roll",
        _ => "rolls",
    };
    let parts: Vec<&str> = told
        .iter()
        .filter(|word| !is_between(word))
        .copied()
        .collect();
    let (faces, named) = faces(&parts)?;
    // What another one does besides would be lost.
    let is_member = |word: &&str| {
        let mut names = segment.members().map(|(_, name)| name);
        names.any(|name| name.split(' ').next() == Some(*word))
    };
    if named.iter().any(is_member) {
        return None;
    }
    if faces.len() > 1 && told.contains(&"for") {
        // What is said of faces side by side says more.
        return None;
    }
    let who = joined(who);
    let purposes: Vec<String> = match named.as_slice() {
        [] => known.purposes.iter().cloned().collect(),
        [one] if is_name(one) => vec![(*one).to_owned()],
        several => match several
            .iter()
            .filter(is_purpose)
            .collect::<Vec<_>>()
            .as_slice()
        {
            [one] => vec![(**one).to_owned()],
            _ => vec![several.join("_")],
        },
    };
    let lines = purposes.iter().flat_map(|purpose| {
        let faces = faces.iter();
        faces
            .map(|faces| format!("{who} {verb} {faces} for {purpose}"))
            .collect::<Vec<_>>()
    });
    Some(Rewritings::new(MESSAGE, lines))
}

const MESSAGE: &str = "a roll is told with `rolls`, what the dice show, and `for`";

/// `ann initiative 2`
fn without_verb(segment: &LineSegment<'_>, known: &KnownWords, who: usize) -> Option<Rewritings> {
    let (who, told) = segment.words.split_at(who);
    let parts: Vec<&str> = told
        .iter()
        .filter(|word| !is_between(word))
        .copied()
        .collect();
    let Some((faces, named)) = faces(&parts) else {
        // `ann 17 initiative`
        return match who.len() {
            2 => without_verb(segment, known, 1),
            _ => None,
        };
    };
    let [purpose] = named.as_slice() else {
        return None;
    };
    let who = joined(who);
    let lines = faces
        .iter()
        .map(|faces| format!("{who} rolls {faces} for {purpose}"));
    known
        .purposes
        .contains(*purpose)
        .then(|| Rewritings::new(MESSAGE, lines))
}

/// `initiative of ann is 2`
fn purpose_first(segment: &LineSegment<'_>) -> Option<Rewritings> {
    let (purpose, told) = segment.words.split_first()?;
    let told: Vec<&str> = told
        .iter()
        .filter(|word| !is_between(word))
        .copied()
        .collect();
    // `goblin 5` is `goblin` with a 5, where nothing else is said.
    let who = match told.as_slice() {
        [name, _, ..] if !is_name(name) => return None,
        [_, _] => 1,
        [_, number, _, ..] if is_number(number) => 2,
        [_, _, ..] => 1,
        [_] | [] => return None,
    };
    let (who, parts) = told.split_at(who);
    let (faces, rest) = faces(parts)?;
    let who = who.join(" ");
    let lines = faces
        .iter()
        .map(|faces| format!("{who} rolls {faces} for {purpose}"));
    rest.is_empty().then(|| Rewritings::new(MESSAGE, lines))
}

/// What the dice show, in each way in which it can be meant, and the other words.
pub(super) fn faces<'t>(parts: &[&'t str]) -> Option<(Vec<String>, Vec<&'t str>)> {
    let (mut numbers, mut named) = (Vec::new(), Vec::new());
    let (mut commas, mut thens) = (false, false);
    let mut rolls = Vec::new();
    for part in parts {
        match *part {
            "then" => thens = true,
            "," => commas = true,
            "and" => rolls.push(numbers.len()),
            "+" => {}
            number if is_number(number) => numbers.push(number),
            word => named.push(word),
        }
    }
    // `8, 9, 2 and 1, 2, 3` are two rolls, of as many dice.
    if let ([first], true) = (&rolls[..], commas)
        && !thens
        && first * 2 == numbers.len()
    {
        let (one, other) = numbers.split_at(*first);
        let faces = format!("{} then {}", one.join(", "), other.join(", "));
        return Some((vec![faces], named));
    }
    let between: &[&str] = match (commas, thens) {
        (true, true) => return None,
        (true, false) => &[", "],
        (false, true) => &[" then "],
        (false, false) if numbers.len() == 1 => &[""],
        (false, false) => &[", ", " then "],
    };
    let faces = between
        .iter()
        .map(|between| numbers.join(between))
        .collect();
    (!numbers.is_empty()).then_some((faces, named))
}

/// `bob answers yes`, `gm answers mild: no`
pub(super) fn answers(segment: &LineSegment<'_>, known: &KnownWords) -> Option<Rewritings> {
    let words = &segment.words;
    let is_question = |word: &str| same(&known.questions, word).is_some();
    let (who, told) = match verb(segment, ANSWERS) {
        Some(verb) => (&words[..verb], &words[verb + 1..]),
        None => {
            let who = segment.thing(0);
            let told = &words[who..];
            let answers = told.iter().any(|word| matches!(*word, "yes" | "no"));
            if who == 0 || !answers || !told.iter().any(|word| is_question(word)) {
                return None;
            }
            (&words[..who], told)
        }
    };
    let about = told
        .iter()
        .position(|word| *word == "about")
        .unwrap_or(told.len());
    let (told, about) = told.split_at(about);
    let parts: Vec<&str> = told
        .iter()
        .filter(|word| !is_between(word))
        .copied()
        .collect();
    let (asked, values): (Vec<&str>, Vec<&str>) = parts.iter().partition(|word| is_question(word));
    let questions: Vec<&str> = match asked.as_slice() {
        [] if parts.first().is_some_and(|value| value.starts_with('"')) => {
            known.of_text.iter().map(String::as_str).collect()
        }
        [] => {
            let asked = known.questions.iter().chain(&known.turns);
            asked.map(String::as_str).collect()
        }
        asked => (asked.iter())
            .filter_map(|word| same(&known.questions, word))
            .collect(),
    };
    let values = match (values.as_slice(), asked.as_slice()) {
        ([], []) => return None,
        ([], _) => vec!["yes".to_owned(), "no".to_owned()],
        (values, _) => vec![joined(values)],
    };
    let message = "an answer is told with `answers`, then `to` and the question";
    let who = joined(who);
    let lines = questions.iter().flat_map(|question| {
        let who = match known.of_gm.contains(*question) {
            true => "gm",
            false => who.as_str(),
        };
        values.iter().map(move |value| {
            let line = format!("{who} answers {value} to {question}");
            match about {
                [] => line,
                about => format!("{line} {}", joined(about)),
            }
        })
    });
    Some(Rewritings::new(message, lines.collect::<Vec<_>>()))
}
