//! What an editor selects as a selection grows: the word, what stands in brackets, the brackets, the line, the item. Looks at tokens alone, so that it works
//! in broken texts too.

use std::ops::Range;

use super::context::{ContextToken, TokenKind, is_inner, tokens};

/// The ranges around a place, the innermost first; each lies in the next and is larger. `O(n)` for the text.
pub fn selections(text: &str, offset: usize) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    // What is open: the bracket, where it stands, and where the thing begins whose brace it is.
    let mut open: Vec<(&str, usize, usize)> = Vec::new();
    let (mut first_of_line, mut last_end) = (0, 0);
    for ContextToken { kind, range } in tokens(text) {
        let word = &text[range.clone()];
        if last_end == 0 || text[last_end..range.start].contains('\n') {
            first_of_line = range.start;
        }
        last_end = range.end;
        // Where a word and a sign meet, the word.
        let meets = |place: Option<char>| place.is_some_and(is_inner);
        let is_beside = kind == TokenKind::Sign
            && (range.end == offset && meets(text[offset..].chars().next())
                || range.start == offset && meets(text[..offset].chars().next_back()));
        if range.start <= offset && offset <= range.end && !is_beside {
            found.push(range.clone());
            if kind == TokenKind::Text && word.len() > 1 && word.ends_with('"') {
                found.push(range.start + 1..range.end - 1);
            }
        }
        match (kind, word) {
            (TokenKind::Sign, "{" | "(") => open.push((word, range.start, first_of_line)),
            (TokenKind::Sign, "}" | ")") => {
                let opening = if word == "}" { "{" } else { "(" };
                let Some(place) = open.iter().rposition(|one| one.0 == opening) else {
                    continue;
                };
                let (_, start, head) = open[place];
                open.truncate(place);
                // What stands in the brackets, with them, and with the words before the brace.
                let inner = &text[start + 1..range.start];
                let trimmed = inner.trim();
                let from = start + 1 + (inner.len() - inner.trim_start().len());
                found.push(from..from + trimmed.len());
                found.push(start..range.end);
                if opening == "{" {
                    found.push(head..range.end);
                }
            }
            _ => {}
        }
    }
    let line_start = text.get(..offset).and_then(|before| before.rfind('\n'));
    let line_start = line_start.map_or(0, |newline| newline + 1);
    let line = text.get(line_start..).and_then(|rest| rest.lines().next());
    let line = line.unwrap_or_default();
    let indent = line.len() - line.trim_start().len();
    found.push(line_start + indent..line_start + indent + line.trim().len());
    found.push(0..text.len());
    found.retain(|range| range.start <= offset && offset <= range.end && !range.is_empty());
    found.sort_by_key(|range| range.len());
    // Those that do not lie in each other, such as two words that meet at the place: the first.
    let mut nested: Vec<Range<usize>> = Vec::new();
    for range in found {
        let holds = |last: &Range<usize>| {
            range.start <= last.start && last.end <= range.end && range.len() > last.len()
        };
        if nested.last().is_none_or(holds) {
            nested.push(range);
        }
    }
    nested
}
