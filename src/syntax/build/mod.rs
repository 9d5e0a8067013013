//! From pest's pairs to the tree. The functions read like the grammar: one for each rule, in the grammar's order.
//! Uses no names, types or units: what only the check can know stays as it was written.

mod chains;
mod clauses;
mod expectations;
mod expressions;
mod items;
mod parts;
mod place;
mod recover;
mod scenarios;
mod statements;
mod tables;
mod tactics;
mod text;
mod triggers;
mod types;

use std::ops::Range;

use pest::iterators::{Pair, Pairs};

use self::parts::Parts;
pub(in crate::syntax) use self::place::Place;
use super::ast::{self, Allow, Allowed, Citation, Name, Number};
use super::grammar::{self, Rule};
use crate::diagnostic::{Capped, Code, Diagnostic};
use crate::source::{FileId, Limits, Span};

/// What came of a file.
pub(super) struct Built {
    pub tree: ast::File,
    pub found: Vec<Diagnostic>,
    /// Where a `{` could have stood and did not.
    pub unopened: Vec<usize>,
}

/// Builds the tree of a file. `text` is what was written, `repaired` what was parsed: of one length, so that
/// places agree. Nothing is said about the `quiet` stretches, which have been complained about already.
pub(super) fn file(
    file: FileId,
    text: &str,
    repaired: &str,
    limits: &Limits,
    quiet: Vec<Range<usize>>,
    pairs: Pairs<'_, Rule>,
) -> Built {
    let comments = comments(&pairs);
    let quiet = merged(quiet);
    let mut builder = Builder {
        file,
        text: repaired,
        length: text.len(),
        limits,
        quiet,
        comments,
        offset: 0,
        depth: 0,
        replays: 0,
        said: 0,
        unopened: Vec::new(),
        allows: Vec::new(),
        found: Capped::new(limits.mistakes),
    };
    let mut tree = ast::File::default();
    for whole in pairs {
        builder.file_body(&mut tree, whole);
    }
    tree.comments = builder
        .comments
        .iter()
        .map(|&(start, end)| Span::new(file, start, end))
        .collect();
    Built {
        tree,
        found: builder.found.into_list(),
        unopened: builder.unopened,
    }
}

/// What came of a part of a file.
pub(super) struct Part {
    /// Of a part of a rule set.
    pub items: Vec<ast::Item>,
    /// Of whole scenarios.
    pub scenarios: Vec<ast::Scenario>,
    pub comments: Vec<Span>,
    pub found: Vec<Diagnostic>,
}

/// Builds the tree of a part of a text in which all brackets close; the part begins at `offset`. Nothing is said about the `quiet` stretches.
pub(super) fn part(
    file: FileId,
    text: &str,
    limits: &Limits,
    quiet: Vec<Range<usize>>,
    offset: usize,
    pairs: Pairs<'_, Rule>,
) -> Part {
    let inside = comments(&pairs).into_iter();
    let mut builder = Builder {
        file,
        text,
        length: text.len(),
        limits,
        quiet: merged(quiet),
        comments: inside
            .map(|(start, end)| (offset + start, offset + end))
            .collect(),
        offset,
        depth: 0,
        replays: 0,
        said: 0,
        unopened: Vec::new(),
        allows: Vec::new(),
        found: Capped::new(limits.mistakes),
    };
    let (mut items, mut scenarios) = (Vec::new(), Vec::new());
    for whole in pairs {
        match whole.as_rule() {
            Rule::only_items => items.extend(builder.rules_body(whole)),
            _ => builder.sequence(whole, Place::Top, |builder, pair| {
                if pair.as_rule() == Rule::scenario {
                    scenarios.extend(builder.scenario(pair));
                }
            }),
        }
    }
    let comments = builder.comments.iter();
    Part {
        items,
        scenarios,
        comments: comments
            .map(|&(start, end)| Span::new(file, start, end))
            .collect(),
        found: builder.found.into_list(),
    }
}

/// The same stretches in order, those that touch as one.
fn merged(mut stretches: Vec<Range<usize>>) -> Vec<Range<usize>> {
    stretches.sort_by_key(|stretch| stretch.start);
    let mut merged: Vec<Range<usize>> = Vec::new();
    for stretch in stretches {
        match merged.last_mut() {
            Some(last) if stretch.start <= last.end => last.end = last.end.max(stretch.end),
            _ => merged.push(stretch),
        }
    }
    merged
}

/// The places of all comments, in order.
fn comments(pairs: &Pairs<'_, Rule>) -> Vec<(usize, usize)> {
    let comments = pairs
        .clone()
        .flatten()
        .filter(|pair| pair.as_rule() == Rule::comment);
    comments.map(|pair| grammar::comment(&pair)).collect()
}

struct Builder<'a> {
    file: FileId,
    /// What the item in hand allows, as far as it has been read.
    allows: Vec<Allow>,
    /// What was parsed.
    text: &'a str,
    /// The length of what was written; the parsed text may be longer by added closing braces.
    length: usize,
    limits: &'a Limits,
    quiet: Vec<Range<usize>>,
    /// Start and end of each comment, in order.
    comments: Vec<(usize, usize)>,
    /// Where the piece begins that is being built, when a piece was parsed by itself.
    offset: usize,
    /// How deep the expression in hand is nested.
    depth: usize,
    /// How many broken things around this one are being looked into.
    replays: usize,
    /// How many complaints there were, kept or not.
    said: usize,
    /// Where a `{` could have stood and did not.
    unopened: Vec<usize>,
    found: Capped,
}

impl Builder<'_> {
    // file = { SOI ~ (rules | scenario | bad_item)* ~ EOI }
    fn file_body(&mut self, tree: &mut ast::File, pair: Pair<'_, Rule>) {
        self.sequence(pair, Place::Top, |builder, pair| match pair.as_rule() {
            Rule::rules => {
                let rules = builder.rules(pair);
                tree.rules.extend(rules);
            }
            Rule::scenario => {
                let scenario = builder.scenario(pair);
                tree.scenarios.extend(scenario);
            }
            _ => {}
        });
    }

    /// What a builder function makes of a pair. Where it can make nothing of it, somebody has complained: it, or this.
    fn or_unreadable<T>(
        &mut self,
        span: Span,
        make: impl FnOnce(&mut Self) -> Option<T>,
    ) -> Option<T> {
        let said = self.said;
        let made = make(self);
        if made.is_none() && self.said == said {
            self.unreadable(span);
        }
        made
    }

    // By itself, so that it takes no room in frames that nest.
    #[cold]
    #[inline(never)]
    fn unreadable(&mut self, span: Span) {
        self.report(Diagnostic::error(
            Code::SyntaxError,
            span,
            "this could not be read",
        ));
    }

    /// Keeps a complaint, unless its place has been complained about already; whether it was kept.
    fn report(&mut self, diagnostic: Diagnostic) -> bool {
        self.said += 1;
        let start = diagnostic.primary.span.start as usize;
        let end = (diagnostic.primary.span.end as usize).max(start + 1);
        let after = self.quiet.partition_point(|quiet| quiet.start < end);
        let quiet = after.checked_sub(1).map(|last| &self.quiet[last]);
        let keeps = quiet.is_none_or(|quiet| start > quiet.end);
        if keeps {
            self.found.push(diagnostic);
        }
        keeps
    }

    /// The place of a pair, without the white space and comments that pest counts to its end.
    fn span(&self, pair: &Pair<'_, Rule>) -> Span {
        let span = pair.as_span();
        self.trimmed(self.offset + span.start(), self.offset + span.end())
    }

    fn trimmed(&self, start: usize, end: usize) -> Span {
        let mut end = end.min(self.text.len());
        loop {
            end = start
                + self
                    .text
                    .get(start..end)
                    .map_or(0, |text| text.trim_end().len());
            let after = self.comments.partition_point(|comment| comment.0 < end);
            match after.checked_sub(1).map(|last| self.comments[last]) {
                Some((from, to)) if from >= start && to >= end => end = from,
                _ => break,
            }
        }
        Span::new(
            self.file,
            start.min(self.length),
            end.min(self.length).max(start.min(self.length)),
        )
    }

    // ------------------------------------------------------------------ names and numbers

    fn name(&self, pair: &Pair<'_, Rule>) -> Name {
        Name {
            text: pair.as_str().to_owned(),
            span: self.span(pair),
        }
    }

    /// The next name.
    fn take_name(&self, parts: &mut Parts<'_>) -> Option<Name> {
        parts.part(Rule::name).map(|pair| self.name(&pair))
    }

    /// number or signed
    fn number(&self, pair: Pair<'_, Rule>) -> Number {
        let written = pair.as_str();
        let digits = written.trim_start_matches(|c: char| !c.is_ascii_digit());
        Number {
            digits: digits.to_owned(),
            negative: written.starts_with('-'),
            span: self.span(&pair),
        }
    }

    // cites = { (kw_cites ~ citation ~ (comma ~ citation)* | allow)+ }
    fn cites(&mut self, pair: Pair<'_, Rule>) -> Vec<Citation> {
        let mut cites = Vec::new();
        for pair in Parts::of(pair) {
            match pair.as_rule() {
                Rule::allow => {
                    let allow = self.allow(pair);
                    self.allows.extend(allow);
                }
                _ => cites.extend(self.citation(pair)),
            }
        }
        cites
    }

    // allow = { kw_allow ~ (kw_change ~ text | name ~ (kw_with ~ text)?) ~ kw_because ~ text }
    fn allow(&mut self, pair: Pair<'_, Rule>) -> Option<Allow> {
        let span = self.span(&pair);
        let has_other = parts::has(&pair, Rule::kw_with);
        let mut parts = Parts::of(pair);
        let what = match self.take_name(&mut parts) {
            Some(code) => Allowed::Warning {
                code,
                with: has_other.then(|| self.take_text(&mut parts)).flatten(),
            },
            None => Allowed::Change(self.take_text(&mut parts)?),
        };
        Some(Allow {
            what,
            because: self.take_text(&mut parts)?,
            span,
        })
    }

    /// The citations, if they come next.
    fn take_cites(&mut self, parts: &mut Parts<'_>) -> Vec<Citation> {
        let cites = parts.part(Rule::cites).map(|pair| self.cites(pair));
        cites.unwrap_or_default()
    }

    // citation = ${ cite_id ~ (dotdot ~ cite_end)? | text }
    fn citation(&self, pair: Pair<'_, Rule>) -> Option<Citation> {
        let span = self.span(&pair);
        let mut parts = Parts::of(pair);
        if let Some(text) = parts.part(Rule::text) {
            return Some(Citation {
                id: text::plain(&text),
                end: None,
                span,
            });
        }
        let id = parts.part(Rule::cite_id)?.as_str().to_owned();
        let end = parts
            .part(Rule::cite_end)
            .map(|end| end.as_str().to_owned());
        Some(Citation { id, end, span })
    }
}
