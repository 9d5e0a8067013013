//! From where to where a number goes, in the words and signs of other languages.

use super::Misread;
use super::phrases::{starts, value_len};
use super::rewriting::MOST_BYTES;
use crate::diagnostic::Diagnostic;
use crate::source::words;
use crate::syntax::words::{first_word, is_keyword, is_name};

/// A line in which the bounds of a number are said in another way.
pub(super) fn range_otherwise(misread: &Misread<'_>) -> Option<Diagnostic> {
    let piece = misread.piece();
    if piece.len() > MOST_BYTES {
        return None;
    }
    let message = "from where to where a number goes is said with `from` and `to`";
    starts(piece).find_map(|at| {
        let (length, with) = ranged(&piece[at..]).or_else(|| asked(piece, at))?;
        misread.rewriting(
            at..at + length,
            &with,
            message,
            "this is said in another way",
        )
    })
}

/// `number n in 0..5`, `number n (0-5)`, `number between 0 and 5`: how much of a text this is, and how it is said here.
fn ranged(text: &str) -> Option<(usize, String)> {
    const LEADS: [&str; 9] = [
        "in", "of", "from", "within", "between", "with", "range", "ranging", "is",
    ];
    let mut rest = text.strip_prefix("number")?.trim_start_matches(' ');
    let word = first_word(rest);
    let is_named = is_name(word) && !LEADS.contains(&word) && !is_keyword(word);
    let name = if is_named { word } else { "n" };
    if is_named {
        rest = rest[word.len()..].trim_start_matches([' ', ':', ',', '=']);
    }
    while LEADS.contains(&first_word(rest)) || is_named && first_word(rest) == name {
        rest = rest[first_word(rest).len()..].trim_start_matches(' ');
    }
    let (length, from, to) = bounds(rest)?;
    let length = text.len() - rest.len() + length;
    let with = format!("number {name} from {from} to {to}");
    (text[..length] != with).then_some((length, with))
}

/// `0..5`, `0-5`, `[0, 5]`, `(0 to 5)`, `0 and 5`: how much of a text this is, with the brackets around it, and the two bounds.
fn bounds(text: &str) -> Option<(usize, &str, &str)> {
    const BETWEEN: [&str; 12] = words![
        "..=" "..." ".." " .. " " - " "-" "–" " to " " and " " through " ", " ","
    ];
    let inner = text.strip_prefix(['(', '[']).unwrap_or(text);
    let is_open = inner.len() < text.len();
    let from = &inner[..bound_len(inner)];
    let rest = &inner[from.len()..];
    let is_between = |sign: &&&str| rest.starts_with(**sign) && (is_open || !sign.contains(','));
    let sign = BETWEEN.iter().find(is_between)?;
    let rest = &rest[sign.len()..];
    let to = &rest[..bound_len(rest)];
    let behind = &rest[to.len()..];
    let behind = match is_open {
        true => behind.strip_prefix([')', ']'])?,
        false => behind,
    };
    let is_whole = !from.is_empty() && !to.is_empty();
    is_whole.then_some((text.len() - behind.len(), from, to))
}

/// How long the bound is with which a text begins: digits, or a value up to the dots of a range.
fn bound_len(text: &str) -> usize {
    let minus = text.strip_prefix('-').map_or(0, |_| 1);
    let digits = text[minus..].bytes().take_while(u8::is_ascii_digit);
    let digits = digits.count();
    if digits > 0 {
        return minus + digits;
    }
    let length = value_len(text);
    text[..length].find("..").unwrap_or(length)
}

/// `ask c as bid "How much?": 0..5`: a question for a number names it.
fn asked(piece: &str, at: usize) -> Option<(usize, String)> {
    let is_asked = first_word(piece) == "ask" && piece[..at].ends_with("\": ");
    let text = piece.get(at..).filter(|_| is_asked)?;
    let (length, from, to) = bounds(text)?;
    Some((length, format!("number n from {from} to {to}")))
}
