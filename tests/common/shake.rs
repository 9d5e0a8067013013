//! Texts with other white space.

/// What a sign of a text is part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// Words and signs of the language, and the white space between them.
    Code,
    /// A text in quotes, or what is worked out in it.
    Quoted,
    /// A comment.
    Comment,
}

/// What each byte of a text is part of. A text in quotes ends on its line at the latest; in its `{...}` other texts can stand.
pub fn sorts(text: &str) -> Vec<Sort> {
    let mut sorts = Vec::with_capacity(text.len());
    // The quotes and braces that are open: whether each is a quote.
    let mut open: Vec<bool> = Vec::new();
    let (mut comment, mut escaped) = (false, false);
    for c in text.chars() {
        let was_quoted = !open.is_empty();
        let in_text = open.last() == Some(&true);
        match c {
            '\n' => {
                open.clear();
                (comment, escaped) = (false, false);
            }
            _ if comment => {}
            _ if escaped => escaped = false,
            '\\' if in_text => escaped = true,
            '"' if in_text => _ = open.pop(),
            '"' => open.push(true),
            '{' if in_text => open.push(false),
            '}' if was_quoted && !in_text => _ = open.pop(),
            '#' if !was_quoted => comment = true,
            _ => {}
        }
        let sort = match (comment, was_quoted || !open.is_empty()) {
            (true, _) => Sort::Comment,
            (false, true) if c != '\n' => Sort::Quoted,
            (false, _) => Sort::Code,
        };
        sorts.extend(std::iter::repeat_n(sort, c.len_utf8()));
    }
    sorts
}

/// A text cut where code, texts in quotes and comments meet.
pub fn pieces(text: &str) -> Vec<(Sort, std::ops::Range<usize>)> {
    let mut pieces: Vec<(Sort, std::ops::Range<usize>)> = Vec::new();
    for (at, sort) in sorts(text).into_iter().enumerate() {
        match pieces.last_mut() {
            Some((last, range)) if *last == sort => range.end = at + 1,
            _ => pieces.push((sort, at..at + 1)),
        }
    }
    pieces
}

/// Where white space stands in a text.
pub struct Gap<'a> {
    /// The place of its first blank.
    pub at: usize,
    /// What stands there.
    pub white: &'a str,
    /// The last sign before it.
    pub before: char,
    /// The first sign behind it; none at the end of the text.
    pub behind: Option<char>,
    /// A comment ends there, so that the line must end too.
    pub ends_comment: bool,
}

/// A text with other white space between its words; comments and texts in quotes stay as they are.
pub fn shaken(text: &str, mut white: impl FnMut(&Gap<'_>) -> String) -> String {
    let mut shaken = String::new();
    let mut comment = false;
    for (sort, range) in pieces(text) {
        if sort != Sort::Code {
            shaken.push_str(&text[range]);
            comment = sort == Sort::Comment;
            continue;
        }
        let mut at = range.start;
        while at < range.end {
            let rest = &text[at..range.end];
            let is_white = rest.starts_with(char::is_whitespace);
            let length = rest.find(|c: char| c.is_whitespace() != is_white);
            let end = at + length.unwrap_or(rest.len());
            let piece = &text[at..end];
            match text[..at].chars().next_back() {
                Some(before) if is_white => shaken.push_str(&white(&Gap {
                    at,
                    white: piece,
                    before,
                    behind: text[end..].chars().next(),
                    ends_comment: comment,
                })),
                _ => shaken.push_str(piece),
            }
            comment = false;
            at = end;
        }
    }
    shaken
}
