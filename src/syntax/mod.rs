//! From text to tree. Knows names and spans, no ids, no types, no machine; pest's `Rule` never leaves it.

pub mod ast;
mod brackets;
mod build;
mod display;
mod error;
mod grammar;
mod layout;
mod openings;
mod place;
mod plain;
mod printer;
mod questions;
mod reparse;
pub mod setting;
mod usages;
mod words;

pub use brackets::{body, until_closed};
pub use error::{
    LineFit, LineForm, LinePattern, NO_NAME, ReadHole, bracketed, dice_of, heads_around,
    joined_words, line_forms, line_words, named_below, part_of, rephrased, rounded_from, row_keys,
    share, spreadsheet, until_gap, without_reason,
};
pub use layout::{SUM, format, print};
pub use openings::{Openings, is_whole, openings};
pub use place::starters_within;
pub use plain::{bare, plain, words};
pub use questions::{as_words, in_quotes, questions};
pub use reparse::{reparse, reworded};
pub use words::{is_keyword, is_name, uses_of};

use pest::iterators::Pairs;

use self::build::BeforeTrial;
use self::grammar::Rule;
use self::place::Place;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::source::{FileId, Limits, Span, guard};

/// The bare parser, for benchmarks: how many pieces it finds at the top of a text.
#[doc(hidden)]
pub fn bare_pest(text: &str) -> usize {
    grammar::run(Rule::file, text).map_or(0, |pairs| pairs.flatten().count())
}

/// Reads a text: everything in it that can be read, and what is wrong with the rest.
///
/// Never panics. A text that the guard refuses (too large, too deeply nested) comes back empty, with the reason.
/// The diagnostics are sorted by place; there is none exactly when the tree is the whole text.
pub fn parse(file: FileId, text: &str, limits: &Limits) -> (ast::File, Diagnostics) {
    let read = read(file, text, (limits, BeforeTrial::default()), |_| ());
    (read.tree, read.found)
}

/// The same of a text in which so many mistakes of another one are mended on trial: what is left is told as it was there.
pub fn parse_mended(
    file: FileId,
    text: &str,
    limits: &Limits,
    (old_text, old, mended): (&str, &Diagnostics, usize),
) -> (ast::File, Diagnostics) {
    let before = BeforeTrial::new(file, old_text, old, mended);
    let read = read(file, text, (limits, before), |_| ());
    (read.tree, read.found)
}

/// Whether a text is read as a whole entry of a scenario, as one of its periods, or as one of a side.
pub fn reads_in_scenario(text: &str) -> bool {
    let places = [Place::Entry, Place::PeriodEntry, Place::Member];
    let mut reads = places
        .into_iter()
        .map(|place| error::read_piece(place, text));
    reads.any(|read| read.is_ok())
}

/// A question in one line, for those who gave it no title.
pub fn question_words(question: &ast::Question) -> String {
    let words = printer::question(question);
    words.lines().map(str::trim).collect::<Vec<_>>().join(" ")
}

/// An item in the spelling that all texts of its tree have in common: `=` for `is`, no bracket that is not needed.
pub fn item_words(item: &ast::Item) -> String {
    printer::item(item)
}

/// What came of a text.
struct ReadText<R> {
    tree: ast::File,
    found: Diagnostics,
    /// What was made of the pairs; of a text without mistakes only.
    also: Option<R>,
}

/// Reads a text, and makes something else of its pairs too, if there is no mistake in it.
fn read<'t, R>(
    file: FileId,
    text: &'t str,
    (limits, before): (&'t Limits, BeforeTrial<'t>),
    also: impl FnOnce(Pairs<'t, Rule>) -> R,
) -> ReadText<R> {
    let scan = guard::scan(file, text, limits);
    let mut found: Diagnostics = scan.found.into_iter().collect();
    let unread = |found| ReadText {
        tree: ast::File::default(),
        found,
        also: None,
    };
    if !scan.may_parse {
        return unread(found);
    }
    let brackets = brackets::check(file, text, limits);
    found.extend(brackets.found);
    if let Some(refused) = brackets.too_deep {
        found.push(refused);
        found.sort();
        return unread(found);
    }
    // What was repaired is not the author's text, and there is a complaint about it.
    let mut pairs = None;
    let parsed = match brackets.repaired.as_deref() {
        Some(repaired) => grammar::run(Rule::file, repaired).map(|pairs| {
            let quiet = (brackets.quiet, before);
            build::file(file, text, repaired, limits, quiet, pairs)
        }),
        None => grammar::run(Rule::file, text).map(|read| {
            pairs = Some(read.clone());
            build::file(file, text, text, limits, (brackets.quiet, before), read)
        }),
    };
    let tree = match parsed {
        Ok(built) => {
            // Where typographic marks stand, that is the mistake.
            let marks: Vec<Span> = found
                .iter()
                .filter(|one| one.code == Code::SmartQuote)
                .map(|one| one.primary.span)
                .collect();
            let explained = |one: &Diagnostic| {
                let place = one.primary.span.at_start();
                one.code == Code::SyntaxError && marks.iter().any(|mark| mark.to(place) == *mark)
            };
            found.extend(built.found.into_iter().filter(|one| !explained(one)));
            let perhaps = brackets.perhaps.into_iter();
            let unexplained = perhaps
                .filter(|(stretch, _)| !built.unopened.iter().any(|place| stretch.contains(place)));
            found.extend(unexplained.map(|(_, complaint)| complaint));
            built.tree
        }
        Err(error) => {
            found.push(error::gave_up(file, text, &error));
            ast::File::default()
        }
    };
    found.sort();
    ReadText {
        tree,
        also: pairs.filter(|_| found.is_empty()).map(also),
        found,
    }
}
