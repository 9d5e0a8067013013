//! Plain English that was read as something of the language, so that only the check stumbles over it: the same in other words, to be tried.

use super::Loader;
use super::trial::is_of_reading;
use crate::diagnostic::{Applicability, Diagnostic, Diagnostics, Severity};
use crate::source::{Clean, Span};
use crate::syntax;

/// For how many mistakes of one file other words are looked for.
const MOST: usize = 20;

/// How many bytes a line has at most in which they are looked for.
const LONGEST: usize = 1 << 10;

impl Loader {
    /// The same mistakes, in the same order, with edits where a phrase of the line says something in other words here.
    pub(super) fn rephrased(&self, found: &Diagnostics) -> Vec<Diagnostic> {
        let mut left = MOST;
        let asked = found.iter().map(|one| {
            let is_meant = one.severity == Severity::Error;
            if left == 0 || !is_meant || is_of_reading(one.code) {
                return one.clone();
            }
            left -= 1;
            self.in_other_words(one).unwrap_or_else(|| one.clone())
        });
        asked.collect()
    }

    /// The mistake with the words that say here what its line says at its place.
    fn in_other_words(&self, one: &Diagnostic) -> Option<Diagnostic> {
        let place = one.primary.span;
        let sources = self.sources();
        let text = sources.text(place.file);
        let start = text
            .get(..place.range().start)?
            .rfind('\n')
            .map_or(0, |at| at + 1);
        let line = text[start..].lines().next()?;
        if line.len() > LONGEST {
            return None;
        }
        let meets = |from: usize, to: usize| from <= place.range().end && place.range().start <= to;
        let said = syntax::rephrased(line).into_iter();
        let mut said = said.map(|(range, meant)| (start + range.start, start + range.end, meant));
        let (from, to, meant) = said.find(|(from, to, _)| meets(*from, *to))?;
        let span = Span::new(place.file, from, to);
        let typed = text.get(from..to)?;
        let message = format!("`{}` is said in another way", Clean(typed));
        let complaint = Diagnostic::error(one.code, span, message)
            .label(format!("`{}` says this here", Clean(&meant)))
            .help(format!("write `{}`", Clean(&meant)))
            .fix(span, meant, Applicability::Unsafe);
        Some(complaint.or_else(one.clone()))
    }
}
