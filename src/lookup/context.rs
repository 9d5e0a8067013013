//! The tokens of a text and the context of a cursor among them, whether the text can be parsed or not. Knows quotes, comments and braces, and the
//! words that begin things; no tree.

use std::ops::Range;

use crate::syntax;

/// What a piece of a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    Comment,
    Text,
    Number,
    Word,
    Sign,
}

/// A piece of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ContextToken {
    pub kind: TokenKind,
    pub range: Range<usize>,
}

/// The pieces of a text, without the white space between them.
pub(super) fn tokens(text: &str) -> impl Iterator<Item = ContextToken> + '_ {
    let mut at = 0;
    std::iter::from_fn(move || {
        at += text[at..].len() - text[at..].trim_start().len();
        let rest = &text[at..];
        let first = rest.chars().next()?;
        let (kind, length) = match first {
            '#' => (TokenKind::Comment, rest.find('\n').unwrap_or(rest.len())),
            '"' => (TokenKind::Text, quoted(rest)),
            _ if first.is_ascii_digit() => (TokenKind::Number, while_(rest, is_inner)),
            _ if is_inner(first) => (TokenKind::Word, while_(rest, is_inner)),
            _ => (TokenKind::Sign, first.len_utf8()),
        };
        let length = rest[..length].trim_end().len().max(first.len_utf8());
        let range = at..at + length;
        at = range.end;
        Some(ContextToken { kind, range })
    })
}

/// A text in quotes ends on its line.
fn quoted(rest: &str) -> usize {
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            '\n' => return at,
            '"' if !escaped => return at + 1,
            _ => escaped = c == '\\' && !escaped,
        }
    }
    rest.len()
}

fn while_(rest: &str, holds: impl Fn(char) -> bool) -> usize {
    rest.find(|c| !holds(c)).unwrap_or(rest.len())
}

/// Whether a letter can be part of a name.
pub(super) fn is_inner(c: char) -> bool {
    c == '_' || c.is_alphanumeric()
}

/// The context of a cursor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Context {
    /// The word that ends or goes on at the place; empty if there is none.
    pub word: Range<usize>,
    /// The first words of what stands around it, the outermost first: `rules`, `exception`.
    pub around: Vec<String>,
    /// The words of the line before it that belong to the same thing.
    pub before: Vec<String>,
    /// A dot stands directly before the word.
    pub after_dot: bool,
    /// In a comment or a text, where nothing is completed.
    pub in_prose: bool,
}

impl Context {
    /// Whether a new thing begins here.
    pub fn begins(&self) -> bool {
        self.before.is_empty() && !self.after_dot
    }

    /// The word directly before it.
    pub fn last(&self) -> &str {
        self.before.last().map_or("", String::as_str)
    }

    /// The words with which something can begin here.
    pub fn starters(&self) -> Vec<&'static str> {
        let around: Vec<&str> = self.around.iter().map(String::as_str).collect();
        syntax::starters_within(&around)
    }
}

/// Where a place stands in a text.
pub fn context_at(text: &str, offset: usize) -> Context {
    let offset = text.floor_char_boundary(offset);
    let mut context = Context {
        word: offset..offset,
        around: Vec::new(),
        before: Vec::new(),
        after_dot: false,
        in_prose: false,
    };
    let mut head = String::new();
    let mut last_end = 0;
    for ContextToken { kind, range } in tokens(text) {
        if range.start > offset || (range.start == offset && kind != TokenKind::Word) {
            break;
        }
        let word = &text[range.clone()];
        if text[last_end..range.start].contains('\n') {
            context.before.clear();
        }
        last_end = range.end;
        let prose = matches!(kind, TokenKind::Comment | TokenKind::Text);
        if prose
            && offset > range.start
            && (offset < range.end || is_open(kind, word, offset, &range))
        {
            context.in_prose = true;
            return context;
        }
        if kind == TokenKind::Word && range.end >= offset {
            context.word = range;
            break;
        }
        match (kind, word) {
            (TokenKind::Comment, _) => continue,
            (TokenKind::Sign, "{") => {
                context.around.push(std::mem::take(&mut head));
                context.before.clear();
                continue;
            }
            (TokenKind::Sign, "}") => {
                context.around.pop();
                context.before.clear();
                head.clear();
                continue;
            }
            (TokenKind::Word, _) if context.before.is_empty() => {
                let around: Vec<&str> = context.around.iter().map(String::as_str).collect();
                let starters = syntax::starters_within(&around);
                // The first word of a line begins something if it can; else the line goes on with what began before.
                if head.is_empty() || starters.is_empty() || starters.contains(&word) {
                    word.clone_into(&mut head);
                }
            }
            _ => {}
        }
        context.before.push(word.to_owned());
    }
    if text[last_end.min(context.word.start)..context.word.start].contains('\n') {
        context.before.clear();
    }
    if context.before.last().is_some_and(|last| last == ".") {
        context.after_dot = true;
    }
    context
}

/// A comment goes on at its end, and so does a text that is not closed.
fn is_open(kind: TokenKind, word: &str, offset: usize, range: &Range<usize>) -> bool {
    offset == range.end
        && match kind {
            TokenKind::Comment => true,
            _ => word.len() < 2 || !word.ends_with('"'),
        }
}
