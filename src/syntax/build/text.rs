//! Texts in quotes: prose, escapes and holes.

use pest::iterators::Pair;

use super::Builder;
use super::describe::Node;
use super::parts::Parts;
use crate::syntax::ast::{Piece, Text};
use crate::syntax::grammar::Rule;

// text = ${ quote ~ (hole | escape | plain)* ~ quote }
impl Node for Text {
    const RULES: &'static [Rule] = &[Rule::text];

    fn build(builder: &mut Builder<'_>, pair: Pair<'_, Rule>) -> Option<Self> {
        let span = builder.span(&pair);
        let mut pieces = Vec::new();
        for part in Parts::of(pair) {
            match part.as_rule() {
                Rule::hole => pieces.extend(builder.take(&mut Parts::of(part)).map(Piece::Hole)),
                Rule::escape => add_prose(&mut pieces, escaped(part.as_str())),
                _ => add_prose(&mut pieces, part.as_str()),
            }
        }
        Some(Text { pieces, span })
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
