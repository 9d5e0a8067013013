//! The small changes of an item: each a stretch of its text in other words, at a place that the tree knows. No words are searched for, except
//! between two places of the tree, where only one word can stand.
//!
//! `items`, `clauses`, `statements` and `expressions` follow the tree, and name all that can stand in it: who adds to the tree says here
//! which changes there are.

mod clauses;
mod expressions;
mod items;
mod statements;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::source::Span;
use crate::syntax::ast::{ChoiceDef, Item, ItemKind, Rules};

/// A change of an item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mutation {
    /// What kind of change it is.
    pub operator: MutationOperator,
    /// The words that go.
    pub span: Span,
    /// The words that come.
    pub with: String,
}

/// The kinds of changes.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "Operator")]
pub enum MutationOperator {
    /// The item is taken out.
    Item,
    /// A statement is taken out.
    Statement,
    /// A row of a table is taken out: the row before it stands for its keys too.
    Row,
    /// The border between two rows of a table is moved by one.
    RowBorder,
    /// A key of an order is taken out.
    Key,
    /// A key, a list or the counting of a phase goes the other way round.
    Turned,
    /// Acts whose key is missing stand at the other end.
    Missing,
    /// A line of a tactic is taken out.
    Line,
    /// A limit is taken out.
    Limit,
    /// What a rule is over is taken out.
    Over,
    /// One of several kinds of acts is no longer meant.
    Kinds,
    /// An exception moves its act elsewhere.
    Direction,
    /// The default of an option or an attribute is another one.
    Default,
    /// A condition, or a part of one, is dropped.
    Condition,
    /// A condition, or a part of one, is turned into its opposite.
    Negation,
    /// A branch is always taken, or never.
    Branch,
    /// `and` becomes `or`, or the other way round.
    Joint,
    /// A comparison is another one.
    Comparison,
    /// A number is one more or one less.
    Number,
    /// Dice have one side more or less, or there is one more or less of them.
    Die,
    /// `+` becomes `-`, or the other way round.
    Sign,
    /// The highest becomes the lowest, or the other way round.
    Extreme,
    /// `any` becomes `every`, or the other way round.
    Quantifier,
    /// `yes` becomes `no`, or the other way round.
    YesNo,
    /// `rounded up` becomes `rounded down`, or the other way round.
    Rounding,
    /// A value that stands in for a missing one is dropped, or always taken.
    OrElse,
}

/// All changes of an item of a rule set, in the order of their places.
pub fn changes(text: &str, rules: &Rules, item: &Item) -> Vec<Mutation> {
    let choices = rules.items.iter().filter_map(|item| match &item.kind {
        ItemKind::Choice(choice) => Some(choice),
        _ => None,
    });
    let mut changes = Mutations {
        text,
        choices: choices.collect(),
        found: Vec::new(),
    };
    changes.item(item);
    let mut found = changes.found;
    found.sort_by(|a, b| (a.span, a.operator, &a.with).cmp(&(b.span, b.operator, &b.with)));
    found.dedup_by(|a, b| (a.span, &a.with) == (b.span, &b.with));
    found
}

/// The changes found so far.
struct Mutations<'a> {
    /// The text of the file.
    text: &'a str,
    /// The choices that have names.
    choices: Vec<&'a ChoiceDef>,
    found: Vec<Mutation>,
}

impl<'a> Mutations<'a> {
    /// Other words for these.
    fn put(&mut self, operator: MutationOperator, span: Span, with: impl Into<String>) {
        let with = with.into();
        self.found.push(Mutation {
            operator,
            span,
            with,
        });
    }

    /// These words go, with the blanks around them, or the lines on which nothing else stands.
    fn cut(&mut self, operator: MutationOperator, span: Span) {
        let (mut start, mut end) = (span.start as usize, span.end as usize);
        let blank = |c: char| c == ' ' || c == '\t';
        let before = self.text[..start].trim_end_matches(blank);
        let after = self.text[end..].trim_start_matches(blank);
        let begins = before.is_empty() || before.ends_with('\n');
        let ends = after.is_empty() || after.starts_with('\n') || after.starts_with("\r\n");
        match (begins, ends) {
            (true, true) => {
                start = before.len();
                end = self.text.len() - after.len();
                end += after.find('\n').map_or(0, |at| at + 1);
            }
            (false, true) => start = before.len(),
            (_, false) => end = self.text.len() - after.len(),
        }
        self.put(operator, Span::new(span.file, start, end), "");
    }

    /// One of several that have words between them goes.
    fn leave_out(&mut self, operator: MutationOperator, spans: &[Span]) {
        if spans.len() < 2 {
            return;
        }
        for (number, span) in spans.iter().enumerate() {
            let stretch = match number.checked_sub(1) {
                None => span.at_start().to(spans[1].at_start()),
                Some(before) => spans[before].at_end().to(span.at_end()),
            };
            self.put(operator, stretch, "");
        }
    }

    /// One word of two becomes the other one, if either stands between these places.
    fn swap(&mut self, operator: MutationOperator, stretch: Span, words: (&str, &str)) {
        let found = |word| Some((self.word(stretch, word)?, word));
        let all = [(words.0, words.1), (words.1, words.0)];
        let first = all.into_iter().filter_map(|(word, other)| {
            let (span, _) = found(word)?;
            Some((span, other))
        });
        if let Some((span, other)) = first.min_by_key(|(span, _)| *span) {
            self.put(operator, span, other);
        }
    }

    fn snippet(&self, span: Span) -> &'a str {
        self.text.get(span.range()).unwrap_or_default()
    }

    /// The first place of a word in a stretch, outside of texts and comments.
    fn word(&self, stretch: Span, word: &str) -> Option<Span> {
        let part = |c: char| c == '_' || c.is_alphanumeric();
        let text = self.snippet(stretch);
        let at = code(text).find(|(at, _)| {
            let rest = &text[*at..];
            let alone = !word.starts_with(part)
                || !text[..*at].ends_with(part)
                    && !rest[word.len().min(rest.len())..].starts_with(part);
            rest.starts_with(word) && alone
        })?;
        let start = stretch.start as usize + at.0;
        Some(Span::new(stretch.file, start, start + word.len()))
    }

    /// The words between two parts of an expression, without the blanks and comments around them.
    fn between(&self, left: Span, right: Span) -> Span {
        let gap = left.at_end().to(right.at_start());
        let mut words = code(self.snippet(gap)).filter(|(_, c)| !c.is_whitespace());
        let first = words.next();
        let last = words.last().or(first);
        let (Some((first, _)), Some((last, c))) = (first, last) else {
            return gap;
        };
        let start = gap.start as usize;
        Span::new(gap.file, start + first, start + last + c.len_utf8())
    }
}

/// The characters of a stretch that stand in no text and no comment, each with its place.
fn code(text: &str) -> impl Iterator<Item = (usize, char)> {
    let (mut quoted, mut escaped, mut remark) = (false, false, false);
    text.char_indices().filter(move |(_, c)| {
        let was = quoted || remark;
        match c {
            '\n' => (quoted, escaped, remark) = (false, false, false),
            _ if remark => {}
            _ if escaped => escaped = false,
            '\\' => escaped = quoted,
            '"' => quoted = !quoted,
            '#' if !quoted => remark = true,
            _ => {}
        }
        !(was || quoted || remark || *c == '"')
    })
}
