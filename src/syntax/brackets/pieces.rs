//! A text as brackets, words and marks, in one pass: texts in quotes and comments are passed over. Nothing else.

use std::ops::Range;

/// What counts for brackets.
pub(super) enum BracketToken<'a> {
    /// `{`, `}`, `(` or `)`.
    Bracket(usize, char),
    /// A text in quotes that does not close before its line ends.
    Unclosed(Range<usize>),
    /// A name or a keyword.
    Word(usize, &'a str),
    /// `,` `:` `;`: what cannot stand inside a chain of operators.
    Mark,
}

/// Reads a text as brackets, words and marks.
pub(super) fn pieces(text: &str) -> impl Iterator<Item = BracketToken<'_>> {
    let bytes = text.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        while let Some(&byte) = bytes.get(at) {
            let start = at;
            at += 1;
            match byte {
                b'#' => at = line_end(bytes, at),
                b'"' => match closing_quote(bytes, at) {
                    Ok(after) => at = after,
                    Err(end) => {
                        at = end;
                        return Some(BracketToken::Unclosed(start..end));
                    }
                },
                b'{' | b'}' | b'(' | b')' => {
                    return Some(BracketToken::Bracket(start, char::from(byte)));
                }
                b',' | b':' | b';' => return Some(BracketToken::Mark),
                b'_' | b'a'..=b'z' | b'A'..=b'Z' | 0x80.. => {
                    while bytes.get(at).is_some_and(|next| {
                        *next == b'_' || next.is_ascii_alphanumeric() || *next >= 0x80
                    }) {
                        at += 1;
                    }
                    return Some(BracketToken::Word(start, text.get(start..at).unwrap_or("")));
                }
                _ => {}
            }
        }
        None
    })
}

/// Where the line of a place begins.
pub(super) fn line_start(text: &str, at: usize) -> usize {
    text[..at].rfind('\n').map_or(0, |newline| newline + 1)
}

/// Where the line of a place ends.
pub(super) fn line_end(bytes: &[u8], from: usize) -> usize {
    let newline = bytes[from..].iter().position(|byte| *byte == b'\n');
    newline.map_or(bytes.len(), |newline| from + newline)
}

/// The place after the quote that closes, or the end of the line.
fn closing_quote(bytes: &[u8], from: usize) -> Result<usize, usize> {
    let mut at = from;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'"' => return Ok(at + 1),
            b'\n' => return Err(at),
            b'\\' if bytes.get(at + 1).is_some_and(|next| *next != b'\n') => at += 2,
            _ => at += 1,
        }
    }
    Err(bytes.len())
}
