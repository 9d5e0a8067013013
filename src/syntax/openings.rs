//! What can go on behind the beginning of a line: words of the language, and what makes a line of it. For those who complete lines.

use super::display::keyword;
use super::error::read_piece;
use super::grammar::Rule;
use super::place::places_within;
use super::words::keywords;
use crate::suggest::CURSOR;

/// What no rule accepts: reading ends where it stands.
const NOWHERE: &str = "\u{1}";

/// What can stand behind a piece of a line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Openings {
    /// Words of the language.
    pub words: Vec<String>,
    /// Whether a value can begin.
    pub value: bool,
    /// Whether the value before can go on.
    pub behind_value: bool,
}

/// What can stand behind a piece within things that begin with these words, the outermost first; `None` if the piece itself cannot be read.
/// Linear in the piece.
pub fn openings(around: &[&str], piece: &str) -> Option<Openings> {
    let text = format!("{piece}{NOWHERE}");
    let mut found: Option<Openings> = None;
    for place in places_within(around) {
        let Err((at, expected)) = read_piece(place, &text) else {
            continue;
        };
        if at < piece.trim_end().len() {
            continue;
        }
        let found = found.get_or_insert_default();
        for rule in expected {
            found.value |= matches!(
                rule,
                Rule::expr | Rule::chain | Rule::operand | Rule::primary | Rule::compared
            );
            found.behind_value |= matches!(
                rule,
                Rule::infix | Rule::dot | Rule::point | Rule::otherwise
            );
            found.words.extend(keyword(rule));
        }
    }
    if let Some(found) = &mut found {
        // pest tells a rule instead of the words with which it begins: these are tried. What can be a name is no word where names stand.
        let begins = |word: &str| {
            let text = format!("{piece}{word} {NOWHERE}");
            let end = piece.len() + word.len();
            let mut places = places_within(around).into_iter();
            places.any(|place| matches!(read_piece(place, &text), Err((at, _)) if at >= end))
        };
        let has_names = begins(CURSOR);
        let known = keywords().filter(|(_, reserved)| *reserved || !has_names);
        let tried = known.filter(|(word, _)| begins(word));
        found.words.extend(tried.map(|(word, _)| word.to_owned()));
        found.words.sort();
        found.words.dedup();
    }
    found
}

/// Whether a piece is a whole line within things that begin with these words.
pub fn is_whole(around: &[&str], piece: &str) -> bool {
    let mut places = places_within(around).into_iter();
    places.any(|place| read_piece(place, piece).is_ok())
}
