//! Semantic highlighting: what each token of a file is, by the meaning of its name where that is known, else by its form.

use std::collections::BTreeMap;
use std::ops::Range;

use super::NameIndex;
use super::context::{ContextToken, TokenKind, tokens};
use crate::check::{Meaning, WordUse};
use crate::source::{FileId, Span};
use crate::syntax;

/// What a highlighted range is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "each says what it is")]
pub enum HighlightKind {
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

/// A highlighted range of a file, on one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Highlight {
    /// In bytes.
    pub range: Range<usize>,
    /// What it is.
    pub kind: HighlightKind,
    /// It is declared here.
    pub declares: bool,
}

/// Returns the highlighted ranges of a file, in order; none overlaps another.
pub fn highlight(index: &NameIndex, file: FileId, text: &str) -> Vec<Highlight> {
    let names = names_of(index, file);
    let mut out = Vec::new();
    for ContextToken { kind, range } in tokens(text) {
        let kind = match kind {
            TokenKind::Comment => HighlightKind::Comment,
            TokenKind::Number => HighlightKind::Number,
            TokenKind::Text => {
                highlight_text(text, range, &names, &mut out);
                continue;
            }
            TokenKind::Word => match names.get(&range.start) {
                Some((end, kind, declares)) if *end >= range.end => {
                    out.push(Highlight {
                        range,
                        kind: *kind,
                        declares: *declares,
                    });
                    continue;
                }
                _ if syntax::is_keyword(&text[range.clone()]) => HighlightKind::Keyword,
                _ => continue,
            },
            TokenKind::Sign => continue,
        };
        out.push(Highlight {
            range,
            kind,
            declares: false,
        });
    }
    out
}

/// The names of a file by where they start: where they end, and what they are.
fn names_of(index: &NameIndex, file: FileId) -> BTreeMap<usize, (usize, HighlightKind, bool)> {
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
    for (span, all) in index.index.range(from..=to) {
        let meanings = all.iter();
        let named = meanings.map(|(key, declares)| (kind_of_meaning(&key.meaning), *declares));
        if let Some((kind, declares)) = named.min() {
            names.insert(span.start as usize, (span.end as usize, kind, declares));
        }
    }
    // What a variant changes of an item of another file is what that declares.
    for (place, declared) in index.links.iter().filter(|link| link.0.file == file) {
        let kinds = index.keys(*declared);
        if let Some(kind) = kinds.map(|key| kind_of_meaning(&key.meaning)).min() {
            let Range { start, end } = place.range();
            names.entry(start).or_insert((end, kind, false));
        }
    }
    names
}

/// A text in quotes, with the names in its holes.
fn highlight_text(
    text: &str,
    range: Range<usize>,
    names: &BTreeMap<usize, (usize, HighlightKind, bool)>,
    out: &mut Vec<Highlight>,
) {
    let prose = |range: Range<usize>, out: &mut Vec<Highlight>| {
        if !range.is_empty() {
            out.push(Highlight {
                range,
                kind: HighlightKind::Text,
                declares: false,
            });
        }
    };
    let mut from = range.start;
    for (start, (end, kind, declares)) in names.range(range.start + 1..range.end) {
        if *start < from || *end > range.end || text.get(*start..*end).is_none() {
            continue;
        }
        prose(from..*start, out);
        out.push(Highlight {
            range: *start..*end,
            kind: *kind,
            declares: *declares,
        });
        from = *end;
    }
    prose(from..range.end, out);
}

fn kind_of_meaning(meaning: &Meaning) -> HighlightKind {
    match meaning {
        Meaning::Unit(_) => HighlightKind::Unit,
        Meaning::Kind(_) => HighlightKind::Kind,
        Meaning::Attribute(..) => HighlightKind::Attribute,
        Meaning::Option(_) => HighlightKind::Option,
        Meaning::Definition(_) | Meaning::Table(_) => HighlightKind::Definition,
        Meaning::Procedure(_) => HighlightKind::Procedure,
        Meaning::Event(_) => HighlightKind::Event,
        Meaning::Action(_) => HighlightKind::Action,
        Meaning::Phase(_) => HighlightKind::Phase,
        Meaning::Choice(_) => HighlightKind::Choice,
        Meaning::Titled("tactic", _) => HighlightKind::Procedure,
        Meaning::Titled(..) => HighlightKind::Text,
        Meaning::Word(WordUse::Key | WordUse::Purpose | WordUse::Question, _) => {
            HighlightKind::Local
        }
        Meaning::Word(..) => HighlightKind::Word,
        Meaning::Local(_) => HighlightKind::Local,
        Meaning::Thing(..) => HighlightKind::Thing,
    }
}
