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
