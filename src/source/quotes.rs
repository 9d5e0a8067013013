//! Typographic quotation marks, which word processors put in place of straight ones. Looks at one line at most.

use super::Span;
use crate::diagnostic::{Applicability, Code, Diagnostic};

/// How many bytes after an opening mark its closing mark is looked for.
const REACH: usize = 400;

/// Whether a character is a typographic quotation mark.
pub(super) fn is_smart(c: char) -> bool {
    is_double(c) || is_single(c)
}

fn is_double(c: char) -> bool {
    matches!(c, '“' | '”' | '„')
}

fn is_single(c: char) -> bool {
    matches!(c, '‘' | '’' | '‚')
}

/// The quotation at the start of `text`, both marks included; only the first mark if none closes it on this line.
pub(super) fn quoted(text: &str) -> &str {
    let mut characters = text.char_indices();
    let Some((_, first)) = characters.next() else {
        return text;
    };
    let closes = if is_double(first) {
        is_double
    } else {
        is_single
    };
    characters
        .take_while(|(at, c)| *c != '\n' && *at < REACH)
        .find(|(_, c)| closes(*c))
        .map_or(&text[..first.len_utf8()], |(at, c)| {
            &text[..at + c.len_utf8()]
        })
}

/// The complaint about a quotation found by [`quoted`].
pub(super) fn smart_quotes(span: Span, quoted: &str) -> Diagnostic {
    let inner: String = quoted.chars().filter(|c| !is_smart(*c)).collect();
    let whole = quoted.chars().count() > 1;
    let complaint = Diagnostic::error(
        Code::SmartQuote,
        span,
        "typographic quotation marks do not quote a text",
    )
    .label(if whole {
        "typographic marks at both ends"
    } else {
        "a typographic mark"
    })
    .help("type straight quotes: `\"`");
    if !whole || inner.contains(['"', '\\']) || inner.chars().count() + 2 != quoted.chars().count()
    {
        return complaint;
    }
    complaint.fix(span, format!("\"{inner}\""), Applicability::Safe)
}
