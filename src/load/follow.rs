//! What follows from what could not be read: such mistakes are not told, for they go away with their cause. Judges places and codes only.

use std::collections::BTreeSet;

use super::Parsed;
use crate::diagnostic::{Applicability, Code, Diagnostic, Severity};
use crate::source::{FileId, Sources, Span};

/// What could not be read of some files.
#[derive(Debug, Default)]
pub(super) struct Unread {
    /// The lines with an error.
    lines: BTreeSet<(FileId, u32)>,
    /// What cannot be read because of them.
    pieces: Vec<Span>,
}

impl Unread {
    /// What these errors keep from being read.
    pub(super) fn of<'a>(
        found: impl IntoIterator<Item = &'a Diagnostic>,
        sources: &Sources,
    ) -> Self {
        let errors = (found.into_iter()).filter(|one| one.severity == Severity::Error);
        let errors: Vec<&Diagnostic> = errors.collect();
        Unread {
            lines: (errors.iter())
                .map(|one| line(one.primary.span, sources))
                .collect(),
            pieces: errors.iter().filter_map(|one| one.unread).collect(),
        }
    }

    /// Whether all could be read.
    pub(super) fn is_nothing(&self) -> bool {
        self.lines.is_empty()
    }

    /// Whether something may be wrong only because of what could not be read: a name that may be declared there, a value that may be
    /// given there, anything on the same line.
    pub(super) fn explains(&self, said: &Diagnostic, sources: &Sources) -> bool {
        use Code::{
            MissingValue, UndefinedOrder, UnknownName, UnknownOption, UnknownScenarioThing,
        };
        let may_stand_there = matches!(
            said.code,
            UnknownName | UnknownOption | UnknownScenarioThing | MissingValue | UndefinedOrder
        );
        let plain_slip = said
            .fix
            .as_ref()
            .is_some_and(|fix| fix.applicability == Applicability::Safe);
        let unknown = matches!(
            said.code,
            UnknownName | UnknownOption | UnknownScenarioThing
        );
        let declared_there =
            !unknown || self.holds_word(sources.snippet(said.primary.span), sources);
        said.candidates.is_empty()
            && !self.is_nothing()
            && (may_stand_there && !plain_slip && declared_there
                || self.lines.contains(&line(said.primary.span, sources)))
    }

    /// Whether a word stands on one of the lines with an error, or in what cannot be read: it may be declared there.
    fn holds_word(&self, word: &str, sources: &Sources) -> bool {
        let is_inner = |letter: char| letter.is_alphanumeric() || letter == '_';
        let holds =
            |text: &str| (text.split(|letter| !is_inner(letter))).any(|other| other == word);
        let line = |file, line: u32| sources.text(file).lines().nth(line as usize - 1);
        (self.lines.iter()).any(|&(file, number)| line(file, number).is_some_and(holds))
            || self
                .pieces
                .iter()
                .any(|&piece| holds(sources.snippet(piece)))
    }
}

impl Parsed {
    /// Whether nothing stands in the file, not even something that cannot be read.
    pub(super) fn is_empty(&self) -> bool {
        self.tree.rules.is_empty() && self.tree.scenarios.is_empty() && self.found.is_empty()
    }

    /// What is wrong with the file outside of its scenarios.
    pub(super) fn found_in_rules(&self) -> impl Iterator<Item = &Diagnostic> {
        let in_scenario = |span: Span| {
            self.tree
                .scenarios
                .iter()
                .any(|scenario| within(scenario.span, span))
        };
        self.found
            .iter()
            .filter(move |one| !in_scenario(one.primary.span))
    }

    /// What is wrong with the file within this place.
    pub(super) fn found_within(&self, outer: Span) -> impl Iterator<Item = &Diagnostic> {
        self.found
            .iter()
            .filter(move |one| within(outer, one.primary.span))
    }
}

fn within(outer: Span, inner: Span) -> bool {
    outer.file == inner.file && outer.start <= inner.start && inner.end <= outer.end
}

fn line(span: Span, sources: &Sources) -> (FileId, u32) {
    (span.file, sources.line_col(span).line)
}
