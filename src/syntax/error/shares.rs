//! Parts and multiples of values in words: `half`, `twice`, `1/4`. A part that a value is compared with is rounded so that the comparison of whole
//! numbers says the same as that of the part itself.

use super::phrases::{in_signs, value_len};
use super::values::is_inner;
use crate::syntax::words::{first_word, is_keyword};

/// Words that divide what stands behind them, with the number of parts.
const PARTS: &[(&str, &str)] = &[("half", "2"), ("third", "3"), ("quarter", "4")];

/// Words that multiply it, with how often.
const TIMES: &[(&str, &str)] = &[
    ("twice", "2"),
    ("double", "2"),
    ("thrice", "3"),
    ("triple", "3"),
];

/// What stands behind a value in place of such a word before it: `/ 2 rounded down` for `half`, or `rounded up`.
pub fn share(word: &str, up: bool) -> Option<String> {
    let of = |list: &[(&str, &'static str)]| {
        let known = list.iter().find(|(known, _)| *known == word);
        known.map(|(_, number)| *number)
    };
    let part = of(PARTS).map(|number| format!("/ {number} rounded {}", way(up)));
    part.or_else(|| of(TIMES).map(|number| format!("* {number}")))
}

/// `c.hp * 3 / 4 rounded down`: three of four parts of a value.
pub fn part_of(value: &str, part: &str, of: &str, up: bool) -> String {
    let times = match part {
        "1" => String::new(),
        part => format!(" * {part}"),
    };
    format!("{value}{times} / {of} rounded {}", way(up))
}

/// The word behind `rounded`.
fn way(up: bool) -> &'static str {
    if up { "up" } else { "down" }
}

/// Whether a part between two texts is rounded up: a whole number is less than half of 5 if it is less than 3, and it is at least half of 5 if it is at
/// least 3. It is more than half of 5 if it is more than 2.
fn is_rounded_up(before: &str, behind: &str) -> bool {
    let (before, behind) = (in_signs(before), in_signs(behind));
    // `c.hp < 1 + half c.full_hp`
    let is_added = |sign: char| sign == ' ' || sign == '.' || sign == '+' || is_inner(sign);
    let lead = before.trim_end().trim_end_matches('(').trim_end();
    let lead = match lead.strip_suffix('+') {
        Some(added) => {
            let compared = added.trim_end_matches(is_added);
            let mut words = added[compared.len()..].split(' ');
            if words.any(is_keyword) {
                return false;
            }
            compared
        }
        None => lead,
    };
    if lead.ends_with(['<', '>', '=']) {
        return lead.ends_with(" <") || lead.ends_with(" >=");
    }
    let next = behind.trim_start();
    let is_term = lead.ends_with(['-', '+', '*', '/']);
    !is_term && (next.starts_with("> ") || next.starts_with("<= "))
}

/// `half of damage`, `twice c.speed`: how much of the piece this is behind a place, and how it is said here.
pub(super) fn shared(piece: &str, at: usize) -> Option<(usize, String)> {
    let text = piece.get(at..)?;
    let articles = ["a ", "one ", "the "];
    let lead = articles.iter().find(|article| text.starts_with(**article));
    let lead = lead.map_or(0, |article| article.len());
    let word = first_word(&text[lead..]);
    share(word, false)?;
    let mut from = lead + word.len();
    from += text[from..].strip_prefix(" of").map_or(0, |_| " of".len());
    from += text[from..].strip_prefix(' ').map(|_| 1)?;
    from += text[from..]
        .strip_prefix("the ")
        .map_or(0, |_| "the ".len());
    let length = value_len(&text[from..]);
    let value = &text[from..from + length];
    let up = is_rounded_up(&piece[..at], &text[from + length..]);
    let meant = share(word, up)?;
    (length > 0).then(|| (from + length, format!("{value} {meant}")))
}

/// `1/4 c.hp`, `3/4 of c.hp`, `25% of c.hp`
pub(super) fn fraction(piece: &str, at: usize) -> Option<(usize, String)> {
    let text = piece.get(at..)?;
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let part = &text[..digits(text)];
    let rest = &text[part.len()..];
    let (of, rest) = match rest.strip_prefix('/') {
        Some(rest) => rest.split_at(digits(rest)),
        None => (
            "100",
            (["%", " percent", " per cent"].iter())
                .find_map(|sign| rest.strip_prefix(sign))
                .filter(|rest| rest.starts_with(" of "))?,
        ),
    };
    if part.is_empty() || of.is_empty() {
        return None;
    }
    let value = rest.strip_prefix(" of").unwrap_or(rest);
    let value = value.strip_prefix(' ')?;
    let value = value.strip_prefix("the ").unwrap_or(value);
    let length = value_len(value);
    let up = is_rounded_up(&piece[..at], &value[length..]);
    let with = part_of(&value[..length], part, of, up);
    (length > 0).then_some((text.len() - value.len() + length, with))
}
