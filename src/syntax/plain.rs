//! The words of a text without what means nothing: comments and the spaces around words. Knows quotes and comments, nothing else.

/// The text of an item without comments and without the spaces that mean nothing.
pub fn plain(text: &str) -> String {
    let mut out = String::new();
    let mut chars = text.chars();
    let (mut quoted, mut gap) = (false, false);
    while let Some(c) = chars.next() {
        match c {
            '#' if !quoted => {
                chars.by_ref().find(|c| *c == '\n');
                gap = true;
            }
            _ if !quoted && c.is_whitespace() => gap = true,
            _ => {
                if std::mem::take(&mut gap) && !out.is_empty() {
                    out.push(' ');
                }
                out.push(c);
                match c {
                    '"' => quoted = !quoted,
                    '\\' if quoted => out.extend(chars.next()),
                    _ => {}
                }
            }
        }
    }
    out
}

/// The same without any space that does not keep two words apart: of two texts with the same meaning, the same.
pub fn bare(text: &str) -> String {
    let text = plain(text);
    let mut out = String::new();
    let mut quoted = false;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let apart = out.ends_with(is_inner) && chars.peek().copied().is_some_and(is_inner);
        if c != ' ' || quoted || apart {
            out.push(c);
        }
        match c {
            '"' => quoted = !quoted,
            '\\' if quoted => out.extend(chars.next()),
            _ => {}
        }
    }
    out
}

/// Whether a letter or sign can be part of a word: between two of these a space keeps two words apart.
fn is_inner(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

#[cfg(test)]
mod tests {
    use super::{bare, plain};

    #[test]
    fn comments_and_line_breaks_mean_nothing() {
        assert_eq!(
            plain("void \"a  # b\" { # c\n  when x }"),
            plain("void \"a  # b\"  {\twhen x\n} # d")
        );
        assert_ne!(plain("note \"a b\""), plain("note \"a  b\""));
        assert_eq!(bare("f( a ) + 1"), bare("f(a)+1"));
        assert_ne!(bare("a b"), bare("ab"));
    }
}
