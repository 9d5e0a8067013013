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

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn comments_and_line_breaks_mean_nothing() {
        assert_eq!(
            plain("void \"a  # b\" { # c\n  when x }"),
            plain("void \"a  # b\"  {\twhen x\n} # d")
        );
        assert_ne!(plain("note \"a b\""), plain("note \"a  b\""));
    }
}
