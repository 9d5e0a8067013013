//! How lines are written: the examples of `grammar/usages.txt`, of which those are shown that are most like a line that is not understood.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use super::place::Place;
use super::words::{first_word, is_keyword};

/// How many examples are shown that are equally like a line.
const MOST_ALIKE: usize = 3;

/// What a word counts at most.
const MOST_WEIGHT: usize = 60;

/// When an example is shown of which a line has no word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum WhenShown {
    Alike,
    ByDefault,
    ByName,
}

/// An example of a line.
struct Usage {
    /// The place where it stands; `None` where that is every place.
    place: Option<Place>,
    shown: WhenShown,
    line: &'static str,
}

/// The examples, in their order.
static USAGES: LazyLock<Vec<Usage>> = LazyLock::new(|| {
    let text = include_str!("../../grammar/usages.txt");
    let mut usages = Vec::new();
    let mut places: Vec<Option<Place>> = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let (shown, line) = match line.split_at_checked(2) {
            Some(("  ", line)) => (WhenShown::Alike, line),
            Some(("+ ", line)) => (WhenShown::ByDefault, line),
            Some(("* ", line)) => (WhenShown::ByName, line),
            _ => {
                places = match line {
                    "*" => vec![None],
                    list => list.split(", ").map(Place::named).collect(),
                };
                continue;
            }
        };
        let usage = |place| Usage { place, shown, line };
        usages.extend(places.iter().copied().map(usage));
    }
    usages
});

/// The words of a line outside of its texts.
fn words(line: &str) -> impl Iterator<Item = &str> {
    let parts = line.split('"').step_by(2);
    parts.flat_map(|part| part.split(|c: char| !(c == '_' || c.is_alphanumeric())))
}

/// A word without the ending of a plural or of a verb.
fn stem(word: &str) -> &str {
    word.strip_suffix('s').unwrap_or(word)
}

/// Examples of lines at a place that are most like one: in backquotes but for the first and the last sign. `None` if there are none.
pub(super) fn usage(place: Place, text: &str) -> Option<String> {
    let text = text.split('{').next().unwrap_or_default();
    let (first, rest) = text.split_at(first_word(text).len());
    // A name in an example says nothing.
    let own = of(place).filter(|usage| first_word(usage.line) == first && is_keyword(first));
    let own: Vec<&Usage> = own.collect();
    let shown = match own.first() {
        Some(usage) => {
            let alike = alike(&own, rest);
            let marked = own
                .iter()
                .filter(|usage| usage.shown == WhenShown::ByDefault);
            let marked: Vec<&str> = marked.map(|usage| usage.line).collect();
            [alike, marked, vec![usage.line]]
        }
        None => {
            let is_named = |usage: &&Usage| {
                let word = first_word(usage.line);
                usage.place.is_some() && !place.begins_with(word) && !is_keyword(word)
            };
            let is_first =
                |word: &str| word != "gm" && is_keyword(word) && stem(word) == stem(first);
            let has = |usage: &&Usage| usage.place.is_some() && words(usage.line).any(is_first);
            let like: Vec<&Usage> = of(place)
                .filter(|usage| is_named(usage) || has(usage))
                .collect();
            let marked = of(place).filter(|usage| usage.shown == WhenShown::ByName);
            let named = of(place).find(is_named).map(|usage| usage.line);
            let marked: Vec<&str> = marked.map(|usage| usage.line).collect();
            [alike(&like, text), marked, named.into_iter().collect()]
        }
    };
    let shown = shown.into_iter().find(|lines| !lines.is_empty())?;
    Some(shown.join("`, `"))
}

/// The examples of a place.
fn of(place: Place) -> impl Iterator<Item = &'static Usage> {
    let here = move |usage: &&Usage| usage.place.is_none_or(|own| own == place);
    USAGES.iter().filter(here)
}

/// Those of some examples that have most words of the language in common with a line; none where none has any.
fn alike(usages: &[&'static Usage], text: &str) -> Vec<&'static str> {
    let typed: Vec<&str> = words(text).map(stem).collect();
    let said = |usage: &Usage| -> BTreeSet<&'static str> {
        let said = words(usage.line).skip(1).filter(|word| is_keyword(word));
        said.filter(|word| typed.contains(&stem(word))).collect()
    };
    let said: Vec<BTreeSet<&str>> = usages.iter().map(|usage| said(usage)).collect();
    // A word of few examples tells more than one of many.
    let weight = |word: &&str| {
        let holding = said.iter().filter(|said| said.contains(word)).count();
        (usages.len() - holding) * MOST_WEIGHT / holding
    };
    // What comes next at once tells most.
    let next = |usage: &Usage| match words(usage.line).nth(1)
        == words(text).find(|word| !word.is_empty())
    {
        true => usages.len() * MOST_WEIGHT,
        false => 0,
    };
    let scores = said
        .iter()
        .zip(usages)
        .map(|(said, usage)| match said.is_empty() {
            true => 0,
            false => said.iter().map(weight).sum::<usize>() + next(usage),
        });
    let scores: Vec<usize> = scores.collect();
    let best = scores.iter().copied().max().unwrap_or_default();
    let best = usages
        .iter()
        .zip(scores)
        .filter(|(_, score)| *score == best && best > 0);
    best.map(|(usage, _)| usage.line).take(MOST_ALIKE).collect()
}
