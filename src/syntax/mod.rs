//! From text to tree. Knows names and spans, no ids, no types, no engine; pest's `Rule` never leaves it.

pub mod ast;
mod brackets;
mod build;
mod error;
mod grammar;
mod words;

use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::source::{FileId, Limits, Span, guard};

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
            let (tree, more) = build::file(file, text, repaired, limits, brackets.quiet, pairs);
            found.extend(more);
            tree
        }
        Err(error) => {
            if !found.has_errors() {
                let at = error::position(&error);
                let message = "the text cannot be read from here on";
                let span = Span::new(file, at.min(text.len()), at.min(text.len()));
                found.push(Diagnostic::error(Code::SyntaxError, span, message));
            }
            ast::File::default()
        }
    };
    found.sort();
    (tree, found)
}
