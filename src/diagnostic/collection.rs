//! Many diagnostics, in the order in which people read. Knows nothing of texts or rendering.

use std::collections::BTreeSet;

use super::{Diagnostic, Severity};

/// Diagnostics gathered by a stage. Stages push in whatever order they find things;
/// [`Diagnostics::sort`] puts them in the order of the text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
}

impl Diagnostics {
    /// None yet.
    pub fn new() -> Self {
        Diagnostics::default()
    }

    /// Adds one.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.list.push(diagnostic);
    }

    /// Sorts by file, start and code, and drops repetitions. The result does not depend on the order of adding.
    pub fn sort(&mut self) {
        self.list
            .sort_by(|a, b| a.place().cmp(&b.place()).then_with(|| a.cmp(b)));
        self.list.dedup();
    }

    /// Drops what says of a place what was said of it before, with other advice: a variant meets the mistakes of its base as well, and knows
    /// other names that could have been meant. What was added first stays.
    pub fn drop_retold(&mut self) {
        let mut said = BTreeSet::new();
        self.list
            .retain(|one| said.insert((one.place(), one.code, one.message.clone())));
    }

    /// Whether any of them keeps the rules from being used.
    pub fn has_errors(&self) -> bool {
        self.list
            .iter()
            .any(|diagnostic| diagnostic.severity == Severity::Error)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// All of them, in their present order.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.list.iter()
    }

    /// All of them, as a slice.
    pub fn as_slice(&self) -> &[Diagnostic] {
        &self.list
    }
}

impl Extend<Diagnostic> for Diagnostics {
    fn extend<T: IntoIterator<Item = Diagnostic>>(&mut self, more: T) {
        self.list.extend(more);
    }
}

impl FromIterator<Diagnostic> for Diagnostics {
    fn from_iter<T: IntoIterator<Item = Diagnostic>>(list: T) -> Self {
        Diagnostics {
            list: list.into_iter().collect(),
        }
    }
}

impl IntoIterator for Diagnostics {
    type Item = Diagnostic;
    type IntoIter = std::vec::IntoIter<Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.into_iter()
    }
}

impl<'a> IntoIterator for &'a Diagnostics {
    type Item = &'a Diagnostic;
    type IntoIter = std::slice::Iter<'a, Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.iter()
    }
}

impl Diagnostic {
    /// What diagnostics are sorted by first.
    fn place(&self) -> (crate::source::FileId, u32, super::Code) {
        (self.primary.span.file, self.primary.span.start, self.code)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Code;
    use crate::source::{FileId, Span};

    #[test]
    fn sorted_by_place_then_code_without_repetitions() {
        let at = |file, start, code| {
            Diagnostic::error(code, Span::new(FileId(file), start, start + 1), "x")
        };
        let sorted = [
            at(0, 5, Code::SyntaxError),
            at(0, 5, Code::UnknownName),
            at(0, 9, Code::SyntaxError),
            at(1, 0, Code::SyntaxError),
        ];
        let mut all = Diagnostics::new();
        all.extend(sorted.iter().rev().cloned());
        all.extend(sorted.iter().cloned());
        all.sort();
        assert_eq!(all.as_slice(), &sorted);
        assert!(all.has_errors());
    }
}
