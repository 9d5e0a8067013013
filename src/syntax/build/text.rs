//! Texts in quotes: prose, escapes and holes.

use pest::iterators::Pair;

use super::Builder;
use super::parts::Parts;
use crate::syntax::ast::{Piece, Text};
use crate::syntax::grammar::Rule;

impl Builder<'_> {
    /// The text, if it comes next.
    pub(super) fn take_text(&mut self, parts: &mut Parts<'_>) -> Option<Text> {
        parts.part(Rule::text).map(|pair| self.text(pair))
    }

    // text = ${ quote ~ (hole | escape | plain)* ~ quote }
    pub(super) fn text(&mut self, pair: Pair<'_, Rule>) -> Text {
        let span = self.span(&pair);
        let mut pieces = Vec::new();
        for part in Parts::of(pair) {
            match part.as_rule() {
                Rule::hole => pieces.extend(self.take_expr(&mut Parts::of(part)).map(Piece::Hole)),
                Rule::escape => add_prose(&mut pieces, escaped(part.as_str())),
                _ => add_prose(&mut pieces, part.as_str()),
            }
        }
        Text { pieces, span }
    }
}

fn add_prose(pieces: &mut Vec<Piece>, more: &str) {
    match pieces.last_mut() {
        Some(Piece::Plain(prose)) => prose.push_str(more),
        _ => pieces.push(Piece::Plain(more.to_owned())),
    }
}

/// What a text is when holes do not count: as a name of something.
pub(super) fn plain(pair: &Pair<'_, Rule>) -> String {
    let pieces = Parts::of(pair.clone());
    pieces
        .map(|part| {
            if part.as_rule() == Rule::escape {
                escaped(part.as_str())
            } else {
                part.as_str()
            }
        })
        .collect()
}

fn escaped(written: &str) -> &str {
    match written.strip_prefix('\\') {
        Some("n") => "\n",
        Some(itself) => itself,
        None => written,
    }
}
