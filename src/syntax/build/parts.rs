//! The children of a pair, without comments and tokens. Nothing else.

use pest::iterators::{Pair, Pairs};

use crate::syntax::grammar::{Rule, is_token};

/// The children of a pair that have content, in order; keywords, signs and comments are passed over.
#[derive(Clone)]
pub(super) struct Parts<'i> {
    pairs: Pairs<'i, Rule>,
}

impl<'i> Parts<'i> {
    pub(super) fn of(pair: Pair<'i, Rule>) -> Self {
        Parts {
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

    /// The next part, if it is of this rule.
    pub(super) fn part(&mut self, rule: Rule) -> Option<Pair<'i, Rule>> {
        self.peek().filter(|pair| pair.as_rule() == rule)?;
        self.pairs.next()
    }

    /// Whether the next part is of this rule; it is passed over then.
    pub(super) fn pass(&mut self, rule: Rule) -> bool {
        self.part(rule).is_some()
    }

    /// All parts of this rule that come next.
    pub(super) fn take_all(&mut self, rule: Rule) -> Vec<Pair<'i, Rule>> {
        std::iter::from_fn(|| self.part(rule)).collect()
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

/// The first direct token of a pair that the choice knows.
pub(super) fn token<T>(pair: &Pair<'_, Rule>, choice: impl Fn(Rule) -> Option<T>) -> Option<T> {
    pair.clone()
        .into_inner()
        .find_map(|child| choice(child.as_rule()))
}
