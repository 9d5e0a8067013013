//! The words of a text without what means nothing: comments and the spaces around words. Knows quotes, what is worked out in them, and comments,
//! nothing else.

use std::collections::BTreeSet;

/// The text of an item without comments and without the spaces that mean nothing.
pub fn plain(text: &str) -> String {
    let mut out = String::new();
    let mut chars = text.chars();
    let (mut quotes, mut gap) = (Quotes::default(), false);
    while let Some(c) = chars.next() {
        match c {
            '#' if !quotes.are_open() => {
                chars.by_ref().find(|c| *c == '\n');
                gap = true;
            }
            _ if !quotes.are_open() && c.is_whitespace() => gap = true,
            _ => {
                if std::mem::take(&mut gap) && !out.is_empty() {
                    out.push(' ');
                }
                out.push(c);
                if quotes.pass(c) {
                    out.extend(chars.next());
                }
            }
        }
    }
    out
}

/// The quotes that are open, and the braces in them, in which other texts can stand: whether each is a quote.
#[derive(Default)]
struct Quotes(Vec<bool>);

impl Quotes {
    fn are_open(&self) -> bool {
        !self.0.is_empty()
    }

    /// Goes past a sign, and says whether the next one belongs to it.
    fn pass(&mut self, c: char) -> bool {
        match (c, self.0.last()) {
            ('\\', Some(true)) => return true,
            ('"', Some(true)) | ('}', Some(false)) => _ = self.0.pop(),
            ('"', Some(false) | None) => self.0.push(true),
            ('{', Some(true)) => self.0.push(false),
            _ => {}
        }
        false
    }
}

/// The same without any space that does not keep two words apart: of two texts with the same meaning, the same.
pub fn bare(text: &str) -> String {
    let text = plain(text);
    let mut out = String::new();
    let mut quotes = Quotes::default();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let apart = out.ends_with(is_inner) && chars.peek().copied().is_some_and(is_inner);
        if c != ' ' || quotes.are_open() || apart {
            out.push(c);
        }
        if quotes.pass(c) {
            out.extend(chars.next());
        }
    }
    out
}

/// The words of a text that stand outside of quotes, or in what is worked out in them.
pub fn words(text: &str) -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    let (mut quotes, mut word) = (Quotes::default(), String::new());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        let is_prose = quotes.0.last() == Some(&true);
        match is_inner(c) && !is_prose {
            true => word.push(c),
            false if !word.is_empty() => _ = words.insert(std::mem::take(&mut word)),
            false => {}
        }
        if quotes.pass(c) {
            chars.next();
        }
    }
    words.extend(Some(word).filter(|word| !word.is_empty()));
    words
}

/// Whether a letter or sign can be part of a word: between two of these a space keeps two words apart.
fn is_inner(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}
