//! What each word of a file is, for colouring: by its meaning where that is known, else by how it looks.

use std::collections::BTreeMap;
use std::ops::Range;

use super::Book;
use super::shape::{Token, TokenKind, tokens};
use crate::check::{Meaning, Sort};
use crate::source::{FileId, Span};
use crate::syntax;

/// What a stretch of a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "each says what it is")]
pub enum Paint {
    Comment,
    Text,
    Number,
    Keyword,
    Unit,
    Kind,
    Attribute,
    Option,
    Choice,
    Word,
    Definition,
    Procedure,
    Event,
    Action,
    Phase,
    Local,
    Thing,
}

/// A stretch of a file, on one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// In bytes.
    pub range: Range<usize>,
    /// What it is.
    pub paint: Paint,
    /// It is declared here.
    pub declares: bool,
}

/// The stretches of a file, in order; none overlaps another.
pub fn paint(book: &Book, file: FileId, text: &str) -> Vec<Stretch> {
    let names = names_of(book, file);
    let mut out = Vec::new();
    for Token { kind, range } in tokens(text) {
        let paint = match kind {
            TokenKind::Comment => Paint::Comment,
            TokenKind::Number => Paint::Number,
            TokenKind::Text => {
                paint_text(text, range, &names, &mut out);
                continue;
            }
            TokenKind::Word => match names.get(&range.start) {
                Some((end, paint, declares)) if *end >= range.end => {
                    out.push(Stretch {
                        range,
                        paint: *paint,
                        declares: *declares,
                    });
                    continue;
                }
                _ if syntax::is_keyword(&text[range.clone()]) => Paint::Keyword,
                _ => continue,
            },
            TokenKind::Sign => continue,
        };
        out.push(Stretch {
            range,
            paint,
            declares: false,
        });
    }
    out
}

/// The names of a file by where they start: where they end, and what they are.
fn names_of(book: &Book, file: FileId) -> BTreeMap<usize, (usize, Paint, bool)> {
    let from = Span {
        file,
        start: 0,
        end: 0,
    };
    let to = Span {
        file,
        start: u32::MAX,
        end: u32::MAX,
    };
    let mut names = BTreeMap::new();
    for (span, all) in book.index.range(from..=to) {
        let meanings = all.iter();
        let painted = meanings.map(|(key, declares)| (paint_of(&key.meaning), *declares));
        if let Some((paint, declares)) = painted.min() {
            names.insert(span.start as usize, (span.end as usize, paint, declares));
        }
    }
    names
}

/// A text in quotes, with the names in its holes.
fn paint_text(
    text: &str,
    range: Range<usize>,
    names: &BTreeMap<usize, (usize, Paint, bool)>,
    out: &mut Vec<Stretch>,
) {
    let prose = |range: Range<usize>, out: &mut Vec<Stretch>| {
        if !range.is_empty() {
            out.push(Stretch {
                range,
                paint: Paint::Text,
                declares: false,
            });
        }
    };
    let mut from = range.start;
    for (start, (end, paint, declares)) in names.range(range.start + 1..range.end) {
        if *start < from || *end > range.end || text.get(*start..*end).is_none() {
            continue;
        }
        prose(from..*start, out);
        out.push(Stretch {
            range: *start..*end,
            paint: *paint,
            declares: *declares,
        });
        from = *end;
    }
    prose(from..range.end, out);
}

fn paint_of(meaning: &Meaning) -> Paint {
    match meaning {
        Meaning::Unit(_) => Paint::Unit,
        Meaning::Kind(_) => Paint::Kind,
        Meaning::Attribute(..) => Paint::Attribute,
        Meaning::Option(_) => Paint::Option,
        Meaning::Definition(_) | Meaning::Table(_) => Paint::Definition,
        Meaning::Procedure(_) => Paint::Procedure,
        Meaning::Event(_) => Paint::Event,
        Meaning::Action(_) => Paint::Action,
        Meaning::Phase(_) => Paint::Phase,
        Meaning::Choice(_) => Paint::Choice,
        Meaning::Titled(..) => Paint::Text,
        Meaning::Word(Sort::Key | Sort::Purpose | Sort::Question, _) => Paint::Local,
        Meaning::Word(..) => Paint::Word,
        Meaning::Local(_) => Paint::Local,
        Meaning::Thing(..) => Paint::Thing,
    }
}
