//! Many diagnostics, in the order in which people read. Knows nothing of texts or rendering.

use std::collections::BTreeSet;

use super::{Code, Diagnostic, Severity};
use crate::source::Span;

/// How many diagnostics of one stage propose what was meant.
const MOST_PROPOSING: usize = 100;

/// Diagnostics gathered by a stage. Stages push in whatever order they find things;
/// [`Diagnostics::sort`] puts them in the order of the text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
    /// None of them proposes anything.
    is_bare: bool,
}

impl Diagnostics {
    /// None yet.
    pub fn new() -> Self {
        Diagnostics::default()
    }

    /// None yet; none that is added needs to propose what was meant.
    pub fn bare() -> Self {
        Diagnostics {
            is_bare: true,
            ..Diagnostics::default()
        }
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

    /// Whether one that is added now should still propose what was meant. That costs a look at all names, and an author of a hundred mistakes
    /// will ask again.
    pub fn proposes(&self) -> bool {
        !self.is_bare && self.list.len() < MOST_PROPOSING
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

/// Diagnostics of one file, of which no more than so many are kept; the others are counted.
#[derive(Clone, Debug)]
pub(crate) struct Capped {
    most: usize,
    kept: Vec<Diagnostic>,
    left: Option<CountedOnly>,
}

/// What is only counted.
#[derive(Clone, Copy, Debug)]
struct CountedOnly {
    count: usize,
    /// The first of them.
    first: Span,
    /// From the first to the last.
    reach: Span,
    severity: Severity,
}

impl Capped {
    /// None yet, and never more than `most`.
    pub(crate) fn new(most: usize) -> Self {
        Capped {
            most,
            kept: Vec::new(),
            left: None,
        }
    }

    /// How many are kept.
    pub(crate) fn len(&self) -> usize {
        self.kept.len()
    }

    /// Whether one of those that are kept has this message.
    pub(crate) fn says(&self, message: &str) -> bool {
        self.kept.iter().any(|one| one.message == message)
    }

    /// Whether one more would only be counted, so that it need not be worked out.
    pub(crate) fn is_full(&self) -> bool {
        self.kept.len() >= self.most
    }

    /// Adds one, or counts it. What counts others itself is always added.
    pub(crate) fn push(&mut self, diagnostic: Diagnostic) {
        match self.is_full() && diagnostic.code != Code::TooManyMistakes {
            true => self.leave(diagnostic.primary.span, diagnostic.severity),
            false => self.kept.push(diagnostic),
        }
    }

    /// Counts one that has not been worked out.
    pub(crate) fn leave(&mut self, span: Span, severity: Severity) {
        let left = self.left.get_or_insert(CountedOnly {
            count: 0,
            first: span,
            reach: span,
            severity,
        });
        left.count += 1;
        left.first = left.first.min(span);
        left.reach = left.reach.to(span);
        left.severity = left.severity.min(severity);
    }

    /// Those that are kept, and one more that tells where the others begin and how many they are. Where they reach, nothing counts as read.
    pub(crate) fn into_list(mut self) -> Vec<Diagnostic> {
        if let Some(left) = self.left {
            let message = match left.count {
                1 => "one mistake more is not told".to_owned(),
                count => format!("{count} mistakes more are not told"),
            };
            let mut last = Diagnostic::error(Code::TooManyMistakes, left.first, message)
                .label("the first of them")
                .help(format!(
                    "mend others first: of one file {} are worked out",
                    self.most
                ));
            last.severity = left.severity;
            last.unread = Some(left.reach);
            self.kept.push(last);
        }
        self.kept
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
            is_bare: false,
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
