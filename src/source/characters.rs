//! Which characters can deceive a reader or a terminal, and where characters begin. Nothing else of the crate.

/// The twelve bidirectional control characters of CVE-2021-42574, each with its Unicode name.
/// They make a text look as if it said something else.
pub const BIDI_CONTROLS: [(char, &str); 12] = [
    ('\u{061C}', "ARABIC LETTER MARK"),
    ('\u{200E}', "LEFT-TO-RIGHT MARK"),
    ('\u{200F}', "RIGHT-TO-LEFT MARK"),
    ('\u{202A}', "LEFT-TO-RIGHT EMBEDDING"),
    ('\u{202B}', "RIGHT-TO-LEFT EMBEDDING"),
    ('\u{202C}', "POP DIRECTIONAL FORMATTING"),
    ('\u{202D}', "LEFT-TO-RIGHT OVERRIDE"),
    ('\u{202E}', "RIGHT-TO-LEFT OVERRIDE"),
    ('\u{2066}', "LEFT-TO-RIGHT ISOLATE"),
    ('\u{2067}', "RIGHT-TO-LEFT ISOLATE"),
    ('\u{2068}', "FIRST STRONG ISOLATE"),
    ('\u{2069}', "POP DIRECTIONAL ISOLATE"),
];

/// The byte order mark. Harmless as the first character of a file, out of place anywhere else.
pub(crate) const BYTE_ORDER_MARK: char = '\u{FEFF}';

/// The Unicode name of a bidirectional control character, `None` for every other character.
pub(crate) fn bidi_name(c: char) -> Option<&'static str> {
    BIDI_CONTROLS
        .iter()
        .find(|(bidi, _)| *bidi == c)
        .map(|(_, name)| *name)
}

/// Characters that command a terminal or end a line in one program but not in another:
/// C0, DEL, C1, and the line and paragraph separators. Tab and newlines are among them.
pub(crate) fn is_control(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}' | '\u{2029}')
}

/// Whether a character must never reach a terminal as it is: a control character (tab and newline
/// included), a bidirectional control, or a byte order mark.
pub fn is_hidden(c: char) -> bool {
    is_control(c) || c == BYTE_ORDER_MARK || bidi_name(c).is_some()
}
