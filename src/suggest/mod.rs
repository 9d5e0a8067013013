//! "Did you mean": the nearest of the known names, and lists of names as prose.
//!
//! Base layer: words only, nothing else of the crate but the wrapper for outside text.

use crate::source::{Clean, english};

/// The name that stands at the cursor of an editor. A diagnostic that calls it unknown lists all names that could stand there.
pub const CURSOR: &str = "affray_cursor_here";

/// How many letters may be wrong, missing, too many or swapped.
const MOST_MISTAKES: usize = 2;

/// A part of a word is looked for from so many letters on.
const SHORTEST: usize = 3;

/// Words longer than this are not compared.
const LONGEST: usize = 64;

/// The candidate that `word` was probably meant to be, if one is near enough: at most two mistakes,
/// and in at most half of its letters, not the first of them then. Upper and lower case count as equal.
///
/// The answer does not depend on the order of the candidates: of equally near ones, the one that shares
/// the longest beginning wins, then the first of the alphabet. Where none is near, the only one of which `word` is the beginning, the last words
/// or an abbreviation without vowels, from three letters on.
pub fn suggest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let typed = letters(word);
    if typed.len() > LONGEST {
        return None;
    }
    let allowed = MOST_MISTAKES.min(typed.len() / 2);
    let mut part_of: Option<&str> = None;
    let mut is_only = typed.len() >= SHORTEST;
    let near = candidates
        .into_iter()
        .filter(|candidate| *candidate != word)
        .filter_map(|candidate| {
            if is_only && is_part(word, candidate) {
                is_only = part_of
                    .replace(candidate)
                    .is_none_or(|part| part == candidate);
            }
            let known = letters(candidate);
            let mistakes = mistakes_up_to(allowed, &typed, &known)?;
            let shared = typed.iter().zip(&known).take_while(|(a, b)| a == b).count();
            // Half of a word says nothing where not even its beginning is right.
            (mistakes * 2 < typed.len() || shared > 0 || typed.len() < 4).then_some(())?;
            Some((mistakes, usize::MAX - shared, candidate))
        })
        .min()
        .map(|(_, _, candidate)| candidate);
    near.or(part_of.filter(|_| is_only))
}

/// Whether a word is the beginning of another one, its abbreviation (`dmg` of `damage`), or the last words of a text.
fn is_part(word: &str, whole: &str) -> bool {
    let ends = || {
        whole
            .strip_suffix(word)
            .is_some_and(|rest| rest.ends_with(' '))
    };
    whole.starts_with(word) || is_abbreviation(word, whole) || ends()
}

/// Whether a word begins as another one does and has some of its letters in their order, of these no vowels.
fn is_abbreviation(word: &str, whole: &str) -> bool {
    let is_vowel = |letter: char| "aeiou".contains(letter);
    let mut rest = whole.chars();
    word.chars().next() == whole.chars().next()
        && !word.chars().skip(1).any(is_vowel)
        && !whole.contains([' ', '_'])
        && word.chars().all(|letter| rest.any(|one| one == letter))
}

/// The title that was probably meant: one that is near enough, or the only one with a word in common.
pub fn title<'a>(typed: &str, known: impl Iterator<Item = &'a str> + Clone) -> Option<&'a str> {
    let is_said = |word: &str| word.len() > 3 && typed.split_whitespace().any(|one| one == word);
    let shares = |title: &&str| title.split_whitespace().any(is_said);
    let mut alike = known.clone().filter(shares);
    let only = alike.next().filter(|_| alike.next().is_none());
    suggest(typed, known).or(only)
}

/// A word without the ending of its form: `strik` of `strike`, `strikes`, `striking`.
pub fn stem(word: &str) -> &str {
    let endings = ["ying", "ing", "ied", "ed", "ies", "es", "s", "e", "y"];
    let stem = endings.iter().find_map(|ending| word.strip_suffix(ending));
    stem.filter(|stem| stem.len() > 2).unwrap_or(word)
}

/// Names of which one is meant, as a reader lists them: "`a`, `b` or `c`". Empty without names.
pub fn list<'a>(candidates: impl IntoIterator<Item = &'a str>) -> String {
    english::joined(&marked(candidates), ", ", " or ")
}

/// Names that are all meant: "`a`, `b` and `c`". Empty without names.
pub fn list_all<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    english::listed(&marked(names))
}

fn marked<'a>(names: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let names = names.into_iter();
    names.map(|name| format!("`{}`", Clean(name))).collect()
}

fn letters(word: &str) -> Vec<char> {
    word.chars()
        .flat_map(char::to_lowercase)
        .take(LONGEST + MOST_MISTAKES + 1)
        .collect()
}

/// The Damerau-Levenshtein distance (neighbours may be swapped, no letter is touched twice), if it is small enough.
fn mistakes_up_to(allowed: usize, typed: &[char], known: &[char]) -> Option<usize> {
    if typed.len().abs_diff(known.len()) > allowed {
        return None;
    }
    let mut before_last: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=known.len()).collect();
    for (row, letter) in typed.iter().enumerate() {
        let mut current = vec![row + 1];
        for (column, other) in known.iter().enumerate() {
            let replaced = last[column] + usize::from(letter != other);
            let dropped = last[column + 1] + 1;
            let added = current[column] + 1;
            let mut fewest = replaced.min(dropped).min(added);
            let swapped =
                row > 0 && column > 0 && *letter == known[column - 1] && typed[row - 1] == *other;
            if swapped {
                fewest = fewest.min(before_last[column - 1] + 1);
            }
            current.push(fewest);
        }
        before_last = std::mem::replace(&mut last, current);
    }
    last.pop().filter(|mistakes| *mistakes <= allowed)
}

#[cfg(test)]
#[path = "../../tests/internals/suggest.rs"]
mod tests;
