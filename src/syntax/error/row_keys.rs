//! Keys of rows in other signs and words than those of the language: `2-7`, `8 to 11`, `12+`. All of a table are mended at once, for each of them alone
//! can be read as something else. Looks at text only.

use std::ops::Range;

use super::values::is_inner;

/// What stands between the two ends of a range, the longer ones first.
const BETWEEN: &[&str] = &[
    "...", "..", "-", "–", "—", "~", "through", "thru", "until", "till", "to",
];

/// What stands before the end of an open range: whether it goes on upwards, and by how much the end is further.
const OPEN: &[(&str, bool, i64)] = &[
    ("<=", false, 0),
    (">=", true, 0),
    ("<", false, -1),
    (">", true, 1),
    ("up to", false, 0),
    ("at most", false, 0),
    ("at least", true, 0),
    ("below", false, -1),
    ("under", false, -1),
    ("above", true, 1),
    ("over", true, 1),
];

/// What stands behind the end of an open range, and whether it goes on upwards.
const BEHIND: &[(&str, bool)] = &[
    ("+", true),
    ("or more", true),
    ("or higher", true),
    ("or above", true),
    ("or over", true),
    ("or greater", true),
    ("or better", true),
    ("or up", true),
    ("and up", true),
    ("and more", true),
    ("and above", true),
    ("and over", true),
    ("and higher", true),
    ("or less", false),
    ("or lower", false),
    ("or below", false),
    ("or under", false),
    ("or fewer", false),
    ("and less", false),
    ("and below", false),
    ("and lower", false),
    ("and under", false),
];

/// A key of a row.
struct RowKeyText {
    /// How long it is.
    length: usize,
    /// How it is written in the language.
    meant: String,
    /// Whether another key of the same row follows it.
    goes_on: bool,
}

/// Keys of a table that are written in another way.
#[derive(Clone, Debug)]
pub struct RowKeys {
    /// From the first of them to the last.
    pub range: Range<usize>,
    /// This part with the keys as they are meant.
    pub meant: String,
    /// The keys as they are meant.
    pub keys: Vec<String>,
}

/// The keys of a table that are written in another way. `body`: what stands in the braces of the table.
pub fn row_keys(body: &str) -> Option<RowKeys> {
    let mut edits: Vec<(Range<usize>, String)> = Vec::new();
    let (mut at, mut depth, mut in_row) = (0, 0_usize, false);
    while let Some(sign) = body[at..].chars().next() {
        let rest = &body[at..];
        let step = match sign {
            '"' => rest[1..].find('"').map_or(rest.len(), |end| end + 2),
            '#' => rest.find('\n').unwrap_or(rest.len()),
            '{' | '(' => {
                depth += 1;
                1
            }
            '}' | ')' => {
                depth = depth.saturating_sub(1);
                1
            }
            _ if depth > 0 || !begins(&body[..at]) => sign.len_utf8(),
            _ => match key(rest) {
                Some(key) => {
                    // Rows have no sign between them.
                    let before = body[..at].trim_end();
                    let sign = before.ends_with([',', ';']) && !in_row;
                    if sign {
                        let blanks = before.len() - 1..before.len();
                        edits.push((blanks, String::new()));
                    }
                    if rest[..key.length] != key.meant {
                        edits.push((at..at + key.length, key.meant));
                    }
                    in_row = key.goes_on;
                    key.length
                }
                None => sign.len_utf8(),
            },
        };
        at += step;
    }
    let keys = edits.iter().map(|(_, meant)| meant.clone());
    let keys: Vec<String> = keys.filter(|meant| !meant.is_empty()).collect();
    let range = edits.first()?.0.start..edits.last()?.0.end;
    let (mut meant, mut from) = (String::new(), range.start);
    for (edited, with) in edits {
        meant.push_str(body.get(from..edited.start)?);
        meant.push_str(&with);
        from = edited.end;
    }
    (!keys.is_empty()).then_some(RowKeys { range, meant, keys })
}

/// Whether a key can begin behind a text.
fn begins(before: &str) -> bool {
    const OPERATORS: &[char] = &['+', '-', '*', '/', '=', '<', '>', '(', ':', '|', '.'];
    const WORDS: &[&str] = &["or", "and", "to", "mod", "than", "most", "least", "is"];
    let word = before.trim_end().rsplit(|c| !is_inner(c)).next();
    let is_apart = !before.ends_with(|c| c == '.' || is_inner(c));
    is_apart
        && !before.trim_end().ends_with(OPERATORS)
        && !word.is_some_and(|word| WORDS.contains(&word))
}

/// Digits at the beginning of a text.
fn number(text: &str) -> Option<&str> {
    let length = text.bytes().take_while(u8::is_ascii_digit).count();
    (length > 0).then(|| &text[..length])
}

/// What stands behind one of some words or signs at the beginning of a text.
fn behind<'t>(text: &'t str, lead: &str) -> Option<&'t str> {
    let rest = text.strip_prefix(lead)?;
    let is_word = lead.ends_with(is_inner);
    (!is_word || !rest.starts_with(is_inner)).then_some(rest)
}

/// The key with which a text begins; no number by itself.
fn key(text: &str) -> Option<RowKeyText> {
    let (rest, meant, is_tight) = range(text).or_else(|| open(text))?;
    let next = rest.trim_start_matches([' ', '\t']);
    let goes_on = next.starts_with(',') && is_tight;
    let ends = next.starts_with([':', '"', '{', '=']) || goes_on;
    ends.then(|| RowKeyText {
        length: text.len() - rest.len(),
        meant,
        goes_on,
    })
}

/// `2-7`, `2 to 7`: what stands behind it, the range that is meant, and whether it has no blanks.
fn range(text: &str) -> Option<(&str, String, bool)> {
    let from = number(text)?;
    let between = text[from.len()..].trim_start_matches(' ');
    let sign = BETWEEN
        .iter()
        .find(|sign| behind(between, sign).is_some())?;
    let rest = between[sign.len()..].trim_start_matches(' ');
    let to = number(rest)?;
    // Noughts behind a higher number are those of ten or a hundred.
    let is_nought =
        to.bytes().all(|digit| digit == b'0') && from.bytes().any(|digit| digit != b'0');
    let high = if is_nought { "1" } else { "" };
    let length = text.len() - rest.len() + to.len();
    if *sign == ".." {
        let whole = &text[..length];
        return Some((&rest[to.len()..], whole.to_owned(), !whole.contains(' ')));
    }
    let is_tight = length == from.len() + sign.len() + to.len();
    Some((&rest[to.len()..], format!("{from}..{high}{to}"), is_tight))
}

/// `<8`, `12+`, `12 or higher`: what stands behind it, and the open range that is meant.
fn open(text: &str) -> Option<(&str, String, bool)> {
    let bound = |number: i64, up: bool| match up {
        true => format!("{number} or more"),
        false => format!("{number} or less"),
    };
    if let Some(digits) = number(text) {
        let behind_it = text[digits.len()..].trim_start_matches(' ');
        let (word, up) = BEHIND
            .iter()
            .find(|(word, _)| behind(behind_it, word).is_some())?;
        let rest = &behind_it[word.len()..];
        return Some((rest, bound(digits.parse().ok()?, *up), false));
    }
    let (lead, up, further) = OPEN
        .iter()
        .find(|(lead, ..)| behind(text, lead).is_some())?;
    let rest = text[lead.len()..].trim_start_matches(' ');
    let digits = number(rest)?;
    let end = digits.parse::<i64>().ok()?.checked_add(*further)?;
    Some((&rest[digits.len()..], bound(end, *up), false))
}
