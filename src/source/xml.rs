//! Text from outside as the text of XML and HTML. The one place that writes it.

use std::fmt::{self, Display, Write};

use super::characters::is_hidden;

/// Text that is nothing but text in XML and HTML, in an element and in an attribute in quotes. Line feeds stay, tabs become blanks; what XML does not allow and what
/// deceives a reader, such as bidirectional controls, is shown as U+FFFD.
#[derive(Clone, Copy, Debug)]
pub struct Xml<'a>(pub &'a str);

impl Display for Xml<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            match c {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                '\n' => f.write_char('\n')?,
                '\t' => f.write_char(' ')?,
                c if is_hidden(c) || matches!(c, '\u{fffe}' | '\u{ffff}') => {
                    f.write_char('\u{fffd}')?;
                }
                c => f.write_char(c)?,
            }
        }
        Ok(())
    }
}
