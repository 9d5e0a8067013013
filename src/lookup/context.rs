//! The tokens of a text and the context of a cursor among them, whether the text can be parsed or not. Knows quotes, comments and braces, and the
//! words that begin things; no tree.

use std::ops::Range;

use crate::syntax::{self, Openings};

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
    /// A title belongs here, which stands in quotes.
    pub titled: bool,
    /// Where what stands before it within the same brackets begins, word by word.
    pub starts: Vec<usize>,
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

    /// Whether it stands behind the word for something that is known by a title.
    fn is_behind_titled(&self) -> bool {
        let is_named = matches!(self.last(), "exception" | "placement" | "void" | "trigger");
        // Where one is declared, its title is new.
        is_named && self.before.len() > 1 || self.last() == "over"
    }

    /// Whether it stands in a scenario.
    pub(super) fn in_scenario(&self) -> bool {
        self.around.first().is_some_and(|word| word == "scenario")
    }

    /// The word directly before it.
    pub fn last(&self) -> &str {
        self.before.last().map_or("", String::as_str)
    }

    /// What can stand here behind the beginning of the line; `None` where nothing has begun that can be read.
    pub(super) fn openings(&self, text: &str) -> Option<Openings> {
        let around: Vec<&str> = self.around.iter().map(String::as_str).collect();
        self.pieces(text)
            .find_map(|piece| syntax::openings(&around, piece))
    }

    /// Those of these endings with which a line that has `name` here is whole.
    pub(super) fn whole_with<'e>(
        &self,
        text: &str,
        name: &str,
        endings: &'e [&'e str],
    ) -> Vec<&'e str> {
        let around: Vec<&str> = self.around.iter().map(String::as_str).collect();
        let mut pieces = self.pieces(text);
        let begun = pieces.find(|piece| syntax::openings(&around, piece).is_some());
        let begun = begun.unwrap_or_default();
        let is_whole =
            |ending: &&&str| syntax::is_whole(&around, &format!("{begun}{name}{ending}"));
        endings.iter().filter(is_whole).copied().collect()
    }

    /// What stands before it, from each word on, the longest first.
    fn pieces<'t>(&'t self, text: &'t str) -> impl Iterator<Item = &'t str> {
        const MOST: usize = 48;
        let from = self.starts.len().saturating_sub(MOST);
        let starts = self.starts[from..].iter();
        starts.filter_map(|start| text.get(*start..self.word.start))
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
        titled: false,
        starts: Vec::new(),
        after_dot: false,
        in_prose: false,
    };
    let mut head = String::new();
    let mut outer: Vec<Vec<usize>> = Vec::new();
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
            context.titled = kind == TokenKind::Text && context.is_behind_titled();
            context.in_prose = !context.titled;
            if context.titled {
                context.word = range;
            }
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
                outer.push(std::mem::take(&mut context.starts));
                context.before.clear();
                continue;
            }
            (TokenKind::Sign, "}") => {
                context.around.pop();
                context.starts = outer.pop().unwrap_or_default();
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
        context.starts.push(range.start);
        context.before.push(word.to_owned());
    }
    if text[last_end.min(context.word.start)..context.word.start].contains('\n') {
        context.before.clear();
    }
    if context.before.last().is_some_and(|last| last == ".") {
        context.after_dot = true;
    }
    context.titled = context.is_behind_titled();
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
