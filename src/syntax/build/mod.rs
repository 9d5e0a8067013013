//! From pest's pairs to the tree. The functions read like the grammar: one for each rule, in the grammar's order.
//! Uses no names, types or units: what only the check can know stays as it was written.

#[macro_use]
mod describe;

mod chains;
mod changes;
mod clauses;
mod expectations;
mod expressions;
mod items;
mod parts;
mod recover;
mod scenarios;
mod statements;
mod text;

use std::collections::BTreeMap;
use std::ops::Range;

use pest::iterators::{Pair, Pairs};

use self::describe::{Node, Take};
use self::parts::Parts;
use super::ast::Shift;
use super::ast::{self, Allow, Allowed, Citation, Name, Number};
use super::grammar::{self, Rule};
use super::place::Place;
use super::reparse::each_place;
use crate::diagnostic::{Capped, Code, Diagnostic, Diagnostics};
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
pub(super) fn file<'a>(
    file: FileId,
    text: &'a str,
    repaired: &'a str,
    limits: &'a Limits,
    (quiet, before): (Vec<Range<usize>>, BeforeTrial<'a>),
    pairs: Pairs<'_, Rule>,
) -> Built {
    let mut builder = Builder::new(file, repaired, text.len(), limits, quiet, 0, &pairs);
    builder.before = before;
    let mut tree = ast::File::default();
    for whole in pairs {
        builder.file_body(&mut tree, whole);
    }
    tree.comments = builder.comment_spans();
    Built {
        tree,
        found: builder.found.into_list(),
        unopened: builder.unopened,
    }
}

/// What came of a part of a file.
pub(super) struct BuiltPart {
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
) -> BuiltPart {
    let mut builder = Builder::new(file, text, text.len(), limits, quiet, offset, &pairs);
    let (mut items, mut scenarios) = (Vec::new(), Vec::new());
    for whole in pairs {
        match whole.as_rule() {
            Rule::only_items => items.extend(builder.rules_body(whole)),
            _ => builder.sequence(whole, Place::Top, |builder, pair| {
                if pair.as_rule() == Rule::scenario {
                    scenarios.extend(ast::Scenario::build(builder, pair));
                }
            }),
        }
    }
    BuiltPart {
        items,
        scenarios,
        comments: builder.comment_spans(),
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

/// What was said of a text before some of its mistakes were mended on trial: the others are told in the same way.
#[derive(Default)]
pub(super) struct BeforeTrial<'o> {
    /// How many are mended.
    mended: usize,
    /// By its words, what was said of a piece that could not be read.
    said: BTreeMap<&'o str, &'o Diagnostic>,
}

impl<'o> BeforeTrial<'o> {
    /// All that was found in a text, of which so much is mended.
    pub(super) fn new(file: FileId, text: &'o str, found: &'o Diagnostics, mended: usize) -> Self {
        let said = found.iter().filter_map(|one| {
            let unread = one.unread.filter(|unread| unread.file == file)?;
            Some((text.get(unread.range())?, one))
        });
        BeforeTrial {
            mended,
            said: said.collect(),
        }
    }

    /// What was said of a piece in these words, as if it had stood here.
    fn of(&self, piece: &str, start: u32) -> Option<Diagnostic> {
        let said = *self.said.get(piece)?;
        let by = i64::from(start) - i64::from(said.unread?.start);
        let mut said = said.clone();
        each_place(&mut said, |span| span.shift(by));
        Some(said)
    }
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
    /// What was said of a text that is read again for a trial.
    before: BeforeTrial<'a>,
    /// How many complaints there were, kept or not.
    said: usize,
    /// Where a `{` could have stood and did not.
    unopened: Vec<usize>,
    /// Up to where a line has been explained as a whole.
    told: usize,
    found: Capped,
}

impl<'a> Builder<'a> {
    /// A builder of pairs that begin at `offset`; `length`: that of the text as it was written.
    fn new(
        file: FileId,
        text: &'a str,
        length: usize,
        limits: &'a Limits,
        quiet: Vec<Range<usize>>,
        offset: usize,
        pairs: &Pairs<'_, Rule>,
    ) -> Self {
        let pairs = pairs.clone().flatten();
        let comments = pairs.filter(|pair| pair.as_rule() == Rule::comment);
        let places = comments.map(|pair| grammar::comment(&pair));
        Builder {
            file,
            text,
            length,
            limits,
            quiet: merged(quiet),
            comments: places
                .map(|(start, end)| (offset + start, offset + end))
                .collect(),
            offset,
            depth: 0,
            replays: 0,
            before: BeforeTrial::default(),
            said: 0,
            unopened: Vec::new(),
            told: 0,
            allows: Vec::new(),
            found: Capped::new(limits.mistakes),
        }
    }

    /// The places of all comments, in order.
    fn comment_spans(&self) -> Vec<Span> {
        let comments = self.comments.iter();
        comments
            .map(|&(start, end)| Span::new(self.file, start, end))
            .collect()
    }

    // file = { SOI ~ (rules | scenario | bad_item)* ~ EOI }
    fn file_body(&mut self, tree: &mut ast::File, pair: Pair<'_, Rule>) {
        self.sequence(pair, Place::Top, |builder, pair| match pair.as_rule() {
            Rule::rules => {
                tree.rules.extend(ast::Rules::build(builder, pair));
            }
            Rule::scenario => {
                tree.scenarios.extend(ast::Scenario::build(builder, pair));
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

    // cites = { (kw_cites ~ citation ~ (comma ~ citation)* | allow)+ }
    fn cites(&mut self, pair: Pair<'_, Rule>) -> Vec<Citation> {
        let mut cites = Vec::new();
        for pair in Parts::of(pair) {
            match pair.as_rule() {
                Rule::allow => {
                    let allow = self.allow(Parts::of(pair));
                    self.allows.extend(allow);
                }
                _ => cites.extend(self.citation(pair)),
            }
        }
        cites
    }

    // allow = { kw_allow ~ (kw_change ~ text | name ~ (kw_with ~ text)?) ~ kw_because ~ text }
    fn allow(&mut self, mut parts: Parts<'_>) -> Option<Allow> {
        let what = match self.take(&mut parts)? {
            Some(code) => Allowed::Warning {
                code,
                with: match parts.has(Rule::kw_with) {
                    true => self.take(&mut parts)?,
                    false => None,
                },
            },
            None => Allowed::Change(self.take(&mut parts)?),
        };
        Some(Allow {
            what,
            because: self.take(&mut parts)?,
            span: self.take(&mut parts)?,
        })
    }

    /// All citations that are left.
    fn citations(&mut self, parts: &mut Parts<'_>) -> Option<Vec<Citation>> {
        let pairs = std::iter::from_fn(|| parts.any_of(&[Rule::citation, Rule::numbered]));
        Some(pairs.filter_map(|pair| self.citation(pair)).collect())
    }

    // citation = ${ cite_id ~ (dotdot ~ cite_end)? | text }
    fn citation(&self, pair: Pair<'_, Rule>) -> Option<Citation> {
        let span = self.span(&pair);
        let mut parts = Parts::of(pair);
        let (id, end) = match parts.part(Rule::text) {
            Some(text) => (text::plain(&text), None),
            None => {
                let id = parts.part(Rule::cite_id)?.as_str().to_owned();
                let end = parts.part(Rule::cite_end);
                (id, end.map(|end| end.as_str().to_owned()))
            }
        };
        Some(Citation { id, end, span })
    }
}

/// The citations, if they come next.
impl Take for Vec<Citation> {
    fn take(builder: &mut Builder<'_>, parts: &mut Parts<'_>) -> Option<Self> {
        let cites = parts.part(Rule::cites).map(|pair| builder.cites(pair));
        Some(cites.unwrap_or_default())
    }
}

impl Node for Name {
    const RULES: &'static [Rule] = &[
        Rule::name,
        Rule::keyed_name,
        Rule::unit,
        Rule::told_word,
        Rule::document_id,
    ];

    fn build(builder: &mut Builder<'_>, pair: Pair<'_, Rule>) -> Option<Self> {
        let text = pair.as_str().to_owned();
        let whole = builder.span(&pair);
        // `pips(3)` stands for one key of what is called `pips` where it is declared.
        let called = text.find('(').unwrap_or(text.len());
        let start = whole.range().start;
        let span = Span::new(whole.file, start, start + called);
        Some(Name { text, span })
    }
}

impl Node for Number {
    const RULES: &'static [Rule] = &[Rule::number, Rule::signed];

    fn build(builder: &mut Builder<'_>, pair: Pair<'_, Rule>) -> Option<Self> {
        let written = pair.as_str();
        let digits = written.trim_start_matches(|c: char| !c.is_ascii_digit());
        Some(Number {
            digits: digits.to_owned(),
            negative: written.starts_with('-'),
            span: builder.span(&pair),
        })
    }
}
