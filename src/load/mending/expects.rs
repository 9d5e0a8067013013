//! That something is asked, in other words.

use super::Rewritings;
use super::known::{KnownWords, same};
use super::patterns::timed;
use super::segment::{LineSegment, joined};
use crate::suggest::stem;

/// `expect press is not asked`, `expect ann asked press`, `expect asked "Does ann press ogre?"`
pub(super) fn asked(segment: &LineSegment<'_>, known: &KnownWords) -> Option<Rewritings> {
    let words = &segment.words;
    let at = words
        .iter()
        .position(|word| matches!(*word, "asked" | "asks" | "ask"))?;
    let (lead, rest) = words.split_first()?;
    if !matches!(*lead, "expect" | "odds") {
        return None;
    }
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
