//! What was said about a text before it was edited, moved to where it belongs now. Knows one edit at a time.

use crate::diagnostic::Diagnostic;
use crate::source::{FileId, Span};

/// One place of a text that became another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Edit {
    pub start: usize,
    /// In the old text.
    pub old_end: usize,
    /// In the new text.
    pub new_end: usize,
}

impl Edit {
    /// The smallest edit that makes one text of the other.
    pub(super) fn between(old: &str, new: &str) -> Self {
        let (a, b) = (old.as_bytes(), new.as_bytes());
        let start = a.iter().zip(b).take_while(|(x, y)| x == y).count();
        let rest = a[start..].iter().rev().zip(b[start..].iter().rev());
        let end = rest.take_while(|(x, y)| x == y).count();
        Edit {
            start,
            old_end: old.len() - end,
            new_end: new.len() - end,
        }
    }

    /// Where a span is now; `None` if something in it has changed.
    fn moved(self, span: Span) -> Option<Span> {
        let by = self.new_end as i64 - self.old_end as i64;
        if span.end as usize <= self.start {
            Some(span)
        } else if span.start as usize >= self.old_end {
            let shifted = |at: u32| u32::try_from(i64::from(at) + by).ok();
            Some(Span {
                start: shifted(span.start)?,
                end: shifted(span.end)?,
                ..span
            })
        } else {
            None
        }
    }
}

/// Moves diagnostics to where their places are after an edit; what speaks of an edited place is dropped.
pub(super) fn shift(diagnostics: &mut Vec<Diagnostic>, file: FileId, edit: Edit) {
    diagnostics.retain_mut(|one| {
        let fix = one.fix.as_mut().map(|fix| &mut fix.span);
        let labels = [&mut one.primary].into_iter().chain(&mut one.secondary);
        let mut spans = labels.map(|label| &mut label.span).chain(fix);
        spans.all(|span| {
            if span.file != file {
                return true;
            }
            let moved = edit.moved(*span);
            *span = moved.unwrap_or(*span);
            moved.is_some()
        })
    });
}

#[cfg(test)]
#[path = "../../tests/internals/lsp_shift.rs"]
mod tests;
