//! Phrases of plain English and words of other tongues, with what stands for them here, and words that mean the same: the lists of
//! `grammar/phrases.txt`.

use std::sync::LazyLock;

use crate::source::english;
use crate::syntax::words::is_name;

/// A phrase, and what stands for it.
pub(super) type Paraphrase = (&'static str, &'static str);

/// Phrases anywhere in a line. One that begins with another stands before it.
pub(super) static PHRASES: LazyLock<Vec<Paraphrase>> = LazyLock::new(|| list("plain"));

/// Phrases with values in them.
pub(super) static WITH_VALUES: LazyLock<Vec<Paraphrase>> = LazyLock::new(|| list("with values"));

/// Phrases that can be read as something else.
pub(super) static MISTAKEN: LazyLock<Vec<Paraphrase>> = LazyLock::new(|| list("mistaken"));

/// Words of which each means the same where a line is nearly one of a pattern.
static SAME: LazyLock<Vec<Vec<&str>>> = LazyLock::new(|| {
    lines("the same")
        .map(|line| line.split(", ").collect())
        .collect()
});

/// Words that do not count there.
static SMALL: LazyLock<Vec<&str>> =
    LazyLock::new(|| lines("small").flat_map(|line| line.split(", ")).collect());

const LISTS: &str = include_str!("../../../grammar/phrases.txt");

/// The words that mean the same as one where a line is nearly one of a pattern.
pub(super) fn same_as(word: &str) -> impl Iterator<Item = &'static str> {
    let alike = SAME.iter().filter(move |words| words.contains(&word));
    alike.flatten().copied()
}

/// Whether a word does not count there.
pub(super) fn is_small(word: &str) -> bool {
    SMALL.contains(&word)
}

/// The lines under a heading.
fn lines(heading: &str) -> impl Iterator<Item = &'static str> {
    let lines = LISTS.lines().skip_while(move |line| *line != heading);
    lines.skip(1).map_while(|line| line.strip_prefix("  "))
}

/// The phrases under a heading.
fn list(heading: &str) -> Vec<Paraphrase> {
    lines(heading)
        .filter_map(|line| line.split_once(" => "))
        .collect()
}

/// Words of the language that can be a part of a longer name.
const IN_NAMES: &[&str] = &["of", "the", "end", "before", "after", "in", "at"];

/// Several words that can be meant as one name: each could be one or a part of one, and the second is not the first with an ending.
pub(super) fn name_of_several(text: &str) -> Option<&str> {
    let (first, rest) = text.split_once(' ')?;
    let is_form = rest == english::plural(first) || rest.starts_with(first);
    let mut words = text.split(' ');
    let is_part = |word: &str| is_name(word) || IN_NAMES.contains(&word);
    (!is_form && words.all(is_part) && text.split(' ').any(is_name)).then_some(text)
}
