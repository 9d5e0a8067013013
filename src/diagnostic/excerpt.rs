//! The lines that a report quotes, where some of them are longer than a terminal shows: each cut to what stands around the labels. Our own
//! `miette::SourceCode`; lines and columns stay those of the file.

use std::collections::BTreeSet;
use std::ops::Range;

use miette::{MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};
use unicode_width::UnicodeWidthChar;

use super::view::FileView;
use crate::source::is_hidden;

/// A line of more bytes than this is cut.
const LONGEST: usize = 400;

/// How many bytes are shown before and behind each end of a label in a line that is cut: a short label then fits into 80 columns.
const MARGIN: usize = 30;

/// Stands for what was cut.
const CUT: &str = "...";

/// The lines around some labels, long ones cut.
#[derive(Debug)]
pub(super) struct Excerpt<'a> {
    view: &'a FileView<'a>,
    /// The lines as they are shown, one behind the other.
    text: String,
    lines: Vec<ExcerptLine>,
    /// What of the file is shown, in its order: from where on in `text`, and which bytes of the file.
    pieces: Vec<(usize, Range<usize>)>,
}

#[derive(Debug)]
struct ExcerptLine {
    /// Its number in the file, counted from 0.
    number: usize,
    /// Where it starts in the text of the excerpt.
    start: usize,
    /// Where it starts in the file.
    file_start: usize,
}

impl<'a> Excerpt<'a> {
    /// The lines of these spans and one more on either side; nothing where none of them is too long. Takes time in proportion to what is shown.
    pub fn of(view: &'a FileView<'a>, spans: &[Range<usize>]) -> Option<Self> {
        let mut numbers = BTreeSet::new();
        for span in spans {
            let first = view.lines.line_of(span.start).saturating_sub(1);
            let last = view.lines.line_of(last_of(span)) + 1;
            numbers.extend(first..(last + 1).min(view.lines.count()));
        }
        let is_long = |&number: &usize| view.line(number).len() > LONGEST;
        if !numbers.iter().any(is_long) {
            return None;
        }
        let mut excerpt = Excerpt {
            view,
            text: String::new(),
            lines: Vec::new(),
            pieces: Vec::new(),
        };
        for number in numbers {
            excerpt.add(number, spans);
        }
        Some(excerpt)
    }

    fn add(&mut self, number: usize, spans: &[Range<usize>]) {
        let whole = self.view.line(number);
        self.lines.push(ExcerptLine {
            number,
            start: self.text.len(),
            file_start: whole.start,
        });
        let text = self.view.shown(&whole);
        let end = whole.start + text.trim_end_matches(['\n', '\r']).len();
        let line = whole.start..end;
        let mut at = line.start;
        for piece in self.shown_of(&line, spans) {
            if piece.start > at {
                self.text.push_str(CUT);
            }
            at = piece.end;
            self.pieces.push((self.text.len(), piece.clone()));
            self.text.push_str(self.view.shown(&piece));
        }
        if at < end {
            self.text.push_str(CUT);
        }
        self.pieces.push((self.text.len(), end..whole.end));
        self.text.push_str(self.view.shown(&(end..whole.end)));
    }

    /// The stretches of a line that are shown, in their order.
    fn shown_of(&self, line: &Range<usize>, spans: &[Range<usize>]) -> Vec<Range<usize>> {
        if line.len() <= LONGEST {
            return vec![line.clone()];
        }
        let ends = spans.iter().flat_map(|span| [span.start, span.end]);
        let mut ends: Vec<usize> = ends
            .filter(|at| (line.start..=line.end).contains(at))
            .collect();
        ends.sort_unstable();
        // A line beside the labels shows how it begins, and so does one that a label goes through.
        if ends.is_empty() {
            ends.push(line.start);
        }
        let mut shown: Vec<Range<usize>> = Vec::new();
        for at in ends {
            let from = self.boundary(at.saturating_sub(MARGIN).max(line.start), at);
            let to = self.boundary((at + MARGIN).min(line.end), line.end);
            match shown.last_mut() {
                Some(last) if from <= last.end + CUT.len() => last.end = to.max(last.end),
                _ => shown.push(from..to),
            }
        }
        shown
    }

    /// The first place from here on, but not behind `last`, at which a letter with a width begins; any letter, if that is far.
    fn boundary(&self, from: usize, last: usize) -> usize {
        let (text, near) = (self.view.text, last.min(from + LONGEST));
        let is_sound = |at: &usize| {
            let next = text.get(*at..).and_then(|rest| rest.chars().next());
            next.is_some_and(|c| is_hidden(c) || c.width() != Some(0))
        };
        let any = || (near..last).find(|at| text.is_char_boundary(*at));
        (from..near).find(is_sound).or_else(any).unwrap_or(last)
    }

    /// Where a span of the file stands in the excerpt, and the column in the file if something before it was cut.
    pub fn place(&self, span: &Range<usize>) -> (Range<usize>, Option<u32>) {
        let start = self.shown_at(span.start);
        let line = &self.lines[self.line_of(start)];
        let moved = start - line.start != span.start - line.file_start;
        let column = moved.then(|| self.view.lines.position(self.view.text, span.start).column);
        (start..self.shown_at(span.end).max(start), column)
    }

    /// Where a byte of the file stands in the excerpt.
    fn shown_at(&self, at: usize) -> usize {
        let known = self.pieces.partition_point(|(_, file)| file.start <= at);
        let (start, file) = &self.pieces[known.saturating_sub(1)];
        start + at.clamp(file.start, file.end) - file.start
    }

    /// Where in the file a byte of the excerpt stands.
    fn file_at(&self, at: usize) -> usize {
        let known = self.pieces.partition_point(|(start, _)| *start <= at);
        let (start, file) = &self.pieces[known.saturating_sub(1)];
        (file.start + at.saturating_sub(*start)).min(file.end)
    }

    /// The index of the line in which a byte of the excerpt lies.
    fn line_of(&self, at: usize) -> usize {
        let known = self.lines.partition_point(|line| line.start <= at);
        known.saturating_sub(1)
    }
}

/// The last byte of a span.
fn last_of(span: &Range<usize>) -> usize {
    span.end.saturating_sub(1).max(span.start)
}

impl SourceCode for Excerpt<'_> {
    fn read_span<'b>(
        &'b self,
        span: &SourceSpan,
        lines_before: usize,
        lines_after: usize,
    ) -> Result<Box<dyn SpanContents<'b> + 'b>, MietteError> {
        let span = span.offset()..span.offset() + span.len();
        let (mut first, mut last) = (self.line_of(span.start), self.line_of(last_of(&span)));
        let is_next = |line: usize, next: usize| {
            let numbers = [line, next].map(|index| self.lines.get(index).map(|line| line.number));
            matches!(numbers, [Some(line), Some(next)] if line + 1 == next)
        };
        for _ in 0..lines_before {
            first -= usize::from(first > 0 && is_next(first - 1, first));
        }
        for _ in 0..lines_after {
            last += usize::from(is_next(last, last + 1));
        }
        let mut shown = span.clone();
        if lines_before > 0 {
            shown.start = self.lines[first].start;
        }
        if lines_after > 0 {
            let next = self.lines.get(last + 1).map(|line| line.start);
            shown.end = next.unwrap_or(self.text.len());
        }
        let data = self.text.get(shown.clone());
        let data = data.ok_or(MietteError::OutOfBounds)?;
        let place = (self.view.lines).position(self.view.text, self.file_at(shown.start));
        Ok(Box::new(MietteSpanContents::new_named(
            self.view.name.clone(),
            data.as_bytes(),
            (shown.start, shown.len()).into(),
            place.line as usize - 1,
            place.column as usize - 1,
            self.lines[last].number + usize::from(data.ends_with('\n')) - self.lines[first].number,
        )))
    }
}
