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

/// A piece of a file as it is shown in a sentence, safe to print: of several lines the first one and the last, with `...` between them.
#[derive(Clone, Copy, Debug)]
pub struct Quoted<'a>(pub &'a str);

impl Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.0.trim_end_matches(['\n', '\r']);
        let Some((first, rest)) = text.split_once('\n') else {
            return Clean(text).fmt(f);
        };
        Clean(first.trim_end()).fmt(f)?;
        let last = match rest.rsplit_once('\n') {
            Some((_, last)) => {
                f.write_str(" ...")?;
                last
            }
            None => rest,
        };
        f.write_char(' ')?;
        Clean(last.trim()).fmt(f)
    }
}

/// A title in quotes, as files have it, safe to print: a quote in it has a `\` before it.
#[derive(Clone, Copy, Debug)]
pub struct TitleInQuotes<'a>(pub &'a str);

impl Display for TitleInQuotes<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let escaped = self.0.replace('\\', "\\\\").replace('"', "\\\"");
        write!(f, "\"{}\"", Clean(&escaped))
    }
}
