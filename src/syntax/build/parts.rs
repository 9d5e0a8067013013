//! The children of a pair, without comments and tokens. Nothing else.

use pest::iterators::{Pair, Pairs};

use super::Builder;
use super::describe::Word;
use crate::source::Span;
use crate::syntax::grammar::{Rule, is_token};

/// The children of a pair that have content, in order; keywords, signs and comments are passed over.
#[derive(Clone)]
pub(super) struct Parts<'i> {
    pairs: Pairs<'i, Rule>,
    /// Where the pair begins and ends.
    place: (usize, usize),
}

impl<'i> Parts<'i> {
    pub(super) fn of(pair: Pair<'i, Rule>) -> Self {
        let span = pair.as_span();
        Parts {
            place: (span.start(), span.end()),
            pairs: pair.into_inner(),
        }
    }

    /// The next part, which stays.
    pub(super) fn peek(&mut self) -> Option<Pair<'i, Rule>> {
        while let Some(pair) = self.pairs.peek() {
            if !is_noise(pair.as_rule()) {
                return Some(pair);
            }
            self.pairs.next();
        }
        None
    }

    /// The next part, if it is of one of these rules.
    pub(super) fn any_of(&mut self, rules: &[Rule]) -> Option<Pair<'i, Rule>> {
        self.peek().filter(|pair| rules.contains(&pair.as_rule()))?;
        self.pairs.next()
    }

    /// The next part, if it is of this rule.
    pub(super) fn part(&mut self, rule: Rule) -> Option<Pair<'i, Rule>> {
        self.any_of(&[rule])
    }

    /// All parts of this rule that come next.
    pub(super) fn take_all(&mut self, rule: Rule) -> Vec<Pair<'i, Rule>> {
        std::iter::from_fn(|| self.part(rule)).collect()
    }

    /// Goes on within the next part.
    pub(super) fn enter(&mut self) {
        if let Some(pair) = self.next() {
            self.pairs = pair.into_inner();
        }
    }

    /// Whether this token stands before the next part. Asked before that is looked at.
    pub(super) fn has(&self, token: Rule) -> bool {
        let mut rules = self.pairs.clone().map(|pair| pair.as_rule());
        rules
            .find(|rule| *rule == token || !is_noise(*rule))
            .is_some_and(|rule| rule == token)
    }

    /// The first word that comes, a token or not.
    pub(super) fn word<W: Word>(&self) -> Option<W> {
        self.pairs.clone().find_map(|pair| W::of(pair.as_rule()))
    }

    /// The place of the pair.
    pub(super) fn span(&self, builder: &Builder<'_>) -> Span {
        let (start, end) = self.place;
        builder.trimmed(builder.offset + start, builder.offset + end)
    }
}

impl<'i> Iterator for Parts<'i> {
    type Item = Pair<'i, Rule>;

    fn next(&mut self) -> Option<Self::Item> {
        self.peek()?;
        self.pairs.next()
    }
}

fn is_noise(rule: Rule) -> bool {
    matches!(rule, Rule::comment | Rule::EOI) || is_token(rule)
}

/// Whether a pair has a direct child of this rule, a token say.
pub(super) fn has(pair: &Pair<'_, Rule>, rule: Rule) -> bool {
    pair.clone()
        .into_inner()
        .any(|child| child.as_rule() == rule)
}
