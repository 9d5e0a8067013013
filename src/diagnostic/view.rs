//! Source texts fit for showing: our own `miette::SourceCode`, which finds lines in logarithmic time, counts
//! columns as a reader does and lets no control character through. Knows nothing of diagnostics but their places.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

use miette::{MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};

use super::Diagnostic;
use crate::source::{Clean, FileId, LineIndex, Sources, is_hidden};

/// Shown for a byte order mark at the start of a file: as long and as invisible, but no control character.
const WORD_JOINER: char = '\u{2060}';

/// The files that some diagnostics speak of, made fit for showing.
#[derive(Debug)]
pub struct Views<'a> {
    pub(super) sources: &'a Sources,
    pub(super) files: BTreeMap<FileId, FileView<'a>>,
}

/// One file made fit for showing.
#[derive(Debug)]
pub(super) struct FileView<'a> {
    pub(super) name: String,
    /// What the columns are counted in.
    pub(super) text: &'a str,
    /// The same text without control characters, of the same length.
    shown: Cow<'a, str>,
    pub(super) lines: &'a LineIndex,
}

impl<'a> Views<'a> {
    /// The files of these diagnostics; each is read once.
    pub fn new(
        diagnostics: impl IntoIterator<Item = &'a Diagnostic>,
        sources: &'a Sources,
    ) -> Views<'a> {
        let mut files = BTreeMap::new();
        for diagnostic in diagnostics {
            for label in diagnostic.labels() {
                let file = label.span.file;
                let Some(lines) = sources.lines(file) else {
                    continue;
                };
                files.entry(file).or_insert_with(|| FileView {
                    name: Clean(sources.name(file)).to_string(),
                    text: sources.text(file),
                    shown: without_control_characters(sources.text(file)),
                    lines,
                });
            }
        }
        Views { sources, files }
    }
}

/// The text with each control character replaced by a harmless one of as many bytes.
fn without_control_characters(text: &str) -> Cow<'_, str> {
    let hidden = |at: usize, c: char| {
        let ends_line = c == '\n' || c == '\r' && text.as_bytes().get(at + 1) == Some(&b'\n');
        is_hidden(c) && !ends_line && c != '\t'
    };
    if !text.char_indices().any(|(at, c)| hidden(at, c)) {
        return Cow::Borrowed(text);
    }
    let harmless = |(at, c): (usize, char)| match c.len_utf8() {
        _ if !hidden(at, c) => c,
        _ if at == 0 && c == '\u{FEFF}' => WORD_JOINER,
        1 => '?',
        2 => '¿',
        _ => char::REPLACEMENT_CHARACTER,
    };
    Cow::Owned(text.char_indices().map(harmless).collect())
}

impl SourceCode for FileView<'_> {
    fn read_span<'b>(
        &'b self,
        span: &SourceSpan,
        lines_before: usize,
        lines_after: usize,
    ) -> Result<Box<dyn SpanContents<'b> + 'b>, MietteError> {
        let (start, end) = (span.offset(), span.offset() + span.len());
        let (from, to) = self.window(start, end, lines_before, lines_after);
        let data = self.shown.get(from..to).ok_or(MietteError::OutOfBounds)?;
        let place = self.lines.position(self.text, from);
        Ok(Box::new(MietteSpanContents::new_named(
            self.name.clone(),
            data.as_bytes(),
            (from, to - from).into(),
            place.line as usize - 1,
            place.column as usize - 1,
            self.lines.line_of(to) - self.lines.line_of(from),
        )))
    }
}

impl FileView<'_> {
    /// The bytes to show for a span: whole lines around it. Only for lines that are not too long: else an excerpt is shown.
    fn window(&self, start: usize, end: usize, before: usize, after: usize) -> (usize, usize) {
        let (mut from, mut to) = (start, end);
        if before > 0 {
            let first = self.lines.line_of(start).saturating_sub(before);
            from = self.lines.start_of(first, self.text);
        }
        if after > 0 {
            let last = self.lines.line_of(end.saturating_sub(1).max(start)) + after;
            to = self.lines.start_of(last + 1, self.text).max(end);
        }
        (from, to)
    }

    /// The bytes of a line counted from 0, its end included.
    pub(super) fn line(&self, number: usize) -> Range<usize> {
        self.lines.start_of(number, self.text)..self.lines.start_of(number + 1, self.text)
    }

    /// These bytes as they are shown.
    pub(super) fn shown(&self, bytes: &Range<usize>) -> &str {
        self.shown.get(bytes.clone()).unwrap_or("")
    }
}
