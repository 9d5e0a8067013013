//! Text from outside as text of Markdown. The one place that writes it.

use std::fmt::{self, Display, Write};

use super::is_hidden;

/// Text that means nothing to Markdown, nor to HTML inside it, on one line: every sign that could is escaped, also what would begin a list or a quotation at the beginning,
/// and what would become a link. Line ends and tabs become blanks; characters that cannot be seen appear as `\\u{1b}`.
#[derive(Clone, Copy, Debug)]
pub struct Markdown<'a>(pub &'a str);

impl Display for Markdown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.0;
        // As long as there have been only blanks and digits, a sign can begin a list or a quotation.
        let (mut blank, mut digits) = (true, true);
        for (at, c) in text.char_indices() {
            let rest = &text[at + c.len_utf8()..];
            // Addresses become links by themselves.
            let link = match c {
                ':' => rest.starts_with("//"),
                '.' => at >= 3 && text.as_bytes()[at - 3..at].eq_ignore_ascii_case(b"www"),
                _ => false,
            };
            let list = match c {
                '-' | '+' | '=' | '>' => blank,
                '.' | ')' => digits && !blank && !rest.starts_with(|c: char| c.is_ascii_digit()),
                _ => false,
            };
            if link || list || r"\`*_{}[]#|!~$^@".contains(c) {
                f.write_char('\\')?;
            }
            match c {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '\n' | '\r' | '\t' => f.write_char(' ')?,
                c if is_hidden(c) => {
                    f.write_char('\\')?;
                    write!(f, "{}", c.escape_unicode())?;
                }
                c => f.write_char(c)?,
            }
            digits &= c.is_ascii_digit() || c.is_whitespace();
            blank &= c.is_whitespace();
        }
        Ok(())
    }
}
