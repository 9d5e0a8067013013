//! Phrases of plain English and words of other tongues, with what stands for them here: the lists of `grammar/phrases.txt`.

use std::sync::LazyLock;

/// A phrase, and what stands for it.
pub(super) type Paraphrase = (&'static str, &'static str);

/// Phrases anywhere in a line. One that begins with another stands before it.
pub(super) static PHRASES: LazyLock<Vec<Paraphrase>> = LazyLock::new(|| list("plain"));

/// Phrases with values in them.
pub(super) static WITH_VALUES: LazyLock<Vec<Paraphrase>> = LazyLock::new(|| list("with values"));

/// Phrases that can be read as something else.
pub(super) static MISTAKEN: LazyLock<Vec<Paraphrase>> = LazyLock::new(|| list("mistaken"));

const LISTS: &str = include_str!("../../../grammar/phrases.txt");

/// The phrases under a heading.
fn list(heading: &str) -> Vec<Paraphrase> {
    let lines = LISTS.lines().skip_while(|line| *line != heading).skip(1);
    let lines = lines.map_while(|line| line.strip_prefix("  "));
    lines.filter_map(|line| line.split_once(" => ")).collect()
}
