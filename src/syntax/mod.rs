//! From text to tree. Knows names and spans, no ids, no types, no engine; pest's `Rule` never leaves it.

pub mod ast;
mod brackets;
mod build;
mod display;
mod error;
mod grammar;
mod plain;
mod words;

pub use plain::plain;

use crate::diagnostic::{Code, Diagnostics};
use crate::source::{FileId, Limits, guard};

/// The bare parser, for benchmarks: how many pieces it finds at the top of a text.
#[doc(hidden)]
pub fn bare_pest(text: &str) -> usize {
    grammar::run(grammar::Rule::file, text).map_or(0, |pairs| pairs.flatten().count())
}

/// Reads a text: everything in it that can be read, and what is wrong with the rest.
///
/// Never panics. A text that the guard refuses (too large, too deeply nested) comes back empty, with the reason.
/// The diagnostics are sorted by place; there is none exactly when the tree is the whole text.
pub fn parse(file: FileId, text: &str, limits: &Limits) -> (ast::File, Diagnostics) {
    let scan = guard::scan(file, text, limits);
    let mut found: Diagnostics = scan.found.into_iter().collect();
    if !scan.may_parse {
        return (ast::File::default(), found);
    }
    let brackets = brackets::check(file, text, limits);
    found.extend(brackets.found);
    if found.iter().any(|one| one.code == Code::NestingTooDeep) {
        found.sort();
        return (ast::File::default(), found);
    }
    let repaired = brackets.repaired.as_deref().unwrap_or(text);
    let tree = match grammar::run(grammar::Rule::file, repaired) {
        Ok(pairs) => {
            let built = build::file(file, text, repaired, limits, brackets.quiet, pairs);
            found.extend(built.found);
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
    (tree, found)
}
