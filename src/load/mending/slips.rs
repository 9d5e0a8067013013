//! Slips in the words of any line: one too many, one missing, one at another place.

use super::Rewritings;
use super::known::KnownWords;
use super::segment::{LineSegment, is_number, joined};

/// Words without which a line often says the same.
const FILLERS: &[&str] = &[
    "a", "an", "are", "at", "by", "for", "is", "it", "of", "on", "option", "that", "the", "then",
    "to", "will", "with", "scenario", ":", ",", "=",
];

/// Words and signs that are often forgotten.
const FORGOTTEN: &[&str] = &[",", ":", "=", "is", "at", "for", "of", "to", "x"];

/// Words and signs that stand in the place of others.
const TAKEN: &[(&str, &[&str])] = &[
    ("and", &[",", "then"]),
    (",", &["then", "and"]),
    ("then", &[","]),
    (":", &["="]),
    ("=", &["is"]),
    ("is", &["="]),
    (";", &[","]),
    (">", &["then"]),
    ("->", &["then"]),
];

/// Lines longer than this are not rearranged.
const LONGEST: usize = 12;

/// The line without a word, with one more, and in another order.
pub(super) fn slips(segment: &LineSegment<'_>, known: &KnownWords) -> Vec<Rewritings> {
    let words = &segment.words;
    if words.len() > LONGEST {
        return Vec::new();
    }
    let mut slips: Vec<Rewritings> = dropped(words, 1)
        .into_iter()
        .chain(dropped(words, 2))
        .collect();
    // What stands behind a verb is its object, whichever it should be.
    let behind_verb = |gap: usize| known.verbs.contains(words[gap - 1]);
    slips.extend(FORGOTTEN.iter().map(|&forgotten| {
        inserted(words, forgotten, &|gap| {
            // Numbers side by side may be several rolls.
            let are_numbers = is_number(words[gap - 1]) && is_number(words[gap]);
            forgotten == "at" && behind_verb(gap) || forgotten == "," && are_numbers
        })
    }));
    slips.push(taken(words));
    slips.push(moved(words));
    slips
}

/// The line without so many words side by side that are often too many.
fn dropped(words: &[&str], count: usize) -> Vec<Rewritings> {
    let parts = words.windows(count).enumerate();
    // The first word says what the line is.
    let parts = parts
        .skip(1)
        .filter(|(_, part)| part.iter().all(|word| FILLERS.contains(word)));
    parts
        .map(|(at, part)| {
            let message = match part {
                [word] => format!("`{word}` is a word too many"),
                words => format!("`{}` are words too many", words.join(" ")),
            };
            let rest = [&words[..at], &words[at + count..]].concat();
            Rewritings::new(message, [joined(&rest)])
        })
        .collect()
}

/// The line with this word more, but not at places that are `barred`.
fn inserted(words: &[&str], forgotten: &str, barred: &dyn Fn(usize) -> bool) -> Rewritings {
    let gaps = (1..words.len())
        .filter(|&gap| words[gap] != forgotten && words[gap - 1] != forgotten && !barred(gap));
    let lines = gaps.map(|gap| joined(&[&words[..gap], &[forgotten], &words[gap..]].concat()));
    Rewritings::new(format!("`{forgotten}` is missing"), lines)
}

/// The line with another word in the place of one that stands for it elsewhere.
fn taken(words: &[&str]) -> Rewritings {
    let lines = words.iter().enumerate().skip(1).flat_map(|(at, word)| {
        let others = TAKEN.iter().filter(move |(taken, _)| taken == word);
        let others = others.flat_map(|(_, meant)| meant.iter());
        others.flat_map(move |meant| {
            let one = joined(&[&words[..at], &[*meant], &words[at + 1..]].concat());
            let from_here = words[at..].iter().map(|other| match other == word {
                true => *meant,
                false => *other,
            });
            let all: Vec<&str> = words[..at].iter().copied().chain(from_here).collect();
            [one, joined(&all)]
        })
    });
    Rewritings::new(
        "another word stands between these",
        lines.collect::<Vec<_>>(),
    )
}

/// The line with a word or a name at another place.
fn moved(words: &[&str]) -> Rewritings {
    let mut lines = Vec::new();
    for from in 0..words.len() {
        let length = match words.get(from + 1) {
            Some(number) if is_number(number) && !is_number(words[from]) => 2,
            _ => 1,
        };
        let part = &words[from..from + length];
        let rest = [&words[..from], &words[from + length..]].concat();
        for to in (0..=rest.len()).filter(|to| *to != from) {
            lines.push(joined(&[&rest[..to], part, &rest[to..]].concat()));
        }
    }
    Rewritings::new("these words stand in another order", lines)
}
