//! The one wrapper for showing text that comes from outside. It decides nothing but how characters look.

use std::fmt::{self, Display, Write};

use super::characters::is_hidden;

/// Text from outside (names, paths, quoted source), safe to print: control and bidirectional
/// characters appear as `\u{1b}` and command nothing.
#[derive(Clone, Copy, Debug)]
pub struct Clean<'a>(pub &'a str);

impl Display for Clean<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            if is_hidden(c) {
                write!(f, "{}", c.escape_unicode())?;
            } else {
                f.write_char(c)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_spelled_out() {
        let shown = Clean("a\u{1b}[31m\r\n\t\u{9b}\u{202e}\u{7f}龍").to_string();
        assert_eq!(
            shown,
            "a\\u{1b}[31m\\u{d}\\u{a}\\u{9}\\u{9b}\\u{202e}\\u{7f}龍"
        );
    }
}
