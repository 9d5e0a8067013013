//! What does not close: what is said of it, and how it is closed, so that the rest can be read.

use std::ops::Range;

use super::pieces::{BracketToken, line_end, line_start};
use super::scan::{BracketScanner, OpenBracket};
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::source::Span;
use crate::syntax::words;

impl BracketScanner<'_> {
    /// Round brackets do not reach over braces: those still open are never closed.
    pub(super) fn close_round(&mut self, until: usize) {
        while let Some(OpenBracket {
            at, bracket: '(', ..
        }) = self.open.last().copied()
        {
            self.pop();
            let span = Span::new(self.file, at, at + 1);
            let complaint = Diagnostic::error(Code::Unclosed, span, "this `(` is never closed")
                .label("opened here")
                .also(
                    Span::new(self.file, until, (until + 1).min(self.text.len())),
                    "`)` should have come before this",
                )
                .help("close it with `)`");
            self.found.push(complaint);
            self.repair(at..at + 1, b' ');
        }
    }

    pub(super) fn unclosed_text(&mut self, range: Range<usize>) {
        let end = range.start + self.text[range.clone()].trim_end().len();
        let span = Span::new(self.file, range.start, range.start + 1);
        let line_end = Span::new(self.file, end, end);
        let at_end = end == self.end;
        let where_ = if at_end {
            "the file ends here"
        } else {
            "the line ends here"
        };
        let complaint = Diagnostic::error(Code::Unclosed, span, "this text is never closed")
            .label("opened here")
            .also(line_end, where_)
            .help("close it with `\"` on the same line");
        self.found.push(complaint);
        self.quiet.push(range.start..end);
        let bytes = self.bytes();
        // Braces at the end of the line were probably meant as braces.
        let inner = &bytes[range.start + 1..end];
        let prose = inner
            .iter()
            .rposition(|byte| !matches!(byte, b'{' | b'}' | b' '))
            .map_or(0, |last| last + 1);
        let tail = range.start + 1 + prose;
        let braces: Vec<(usize, u8)> = (tail..end)
            .map(|at| (at, bytes[at]))
            .filter(|(_, byte)| *byte != b' ')
            .collect();
        for byte in &mut bytes[range.start + 1..tail] {
            if !matches!(byte, b' '..=b'~') || matches!(byte, b'\\' | b'{' | b'}') {
                *byte = b' ';
            }
        }
        // The blank after the text, or else its last character, becomes the quote; of a text without any, nothing is left.
        match (tail..end)
            .find(|at| bytes[*at] == b' ')
            .or(tail.checked_sub(1).filter(|last| *last > range.start))
        {
            Some(at) if braces.first().is_none_or(|(brace, _)| at < *brace) => bytes[at] = b'"',
            _ if tail > range.start + 1 => bytes[tail - 1] = b'"',
            _ => bytes[range.start] = b' ',
        }
        for (at, brace) in braces {
            self.piece(BracketToken::Bracket(at, char::from(brace)));
        }
    }

    /// Overwrites a bracket, and has nothing more said about its line.
    pub(super) fn repair(&mut self, range: Range<usize>, with: u8) {
        if self
            .quiet
            .last()
            .is_none_or(|quiet| !quiet.contains(&range.start))
        {
            let line = line_start(self.text, range.start);
            self.quiet
                .push(line..line_end(self.text.as_bytes(), range.start));
        }
        self.bytes()[range].fill(with);
    }

    pub(super) fn bytes(&mut self) -> &mut Vec<u8> {
        if self.bytes.is_empty() {
            self.bytes = self.text.as_bytes().to_vec();
        }
        &mut self.bytes
    }

    /// Takes a brace away that closed too early, if there is one too many.
    pub(super) fn drop_early(&mut self) -> bool {
        let Some(((at, item), next)) = self.early.take().filter(|_| self.too_many) else {
            return false;
        };
        let complaint = Diagnostic::error(
            Code::SyntaxError,
            Span::new(self.file, at, at + 1),
            "this `}` closes too much",
        )
        .label("no `{` belongs to it")
        .also(
            Span::new(self.file, next.start, next.end),
            "this should still be inside",
        )
        .help("delete it, or open what it should close");
        self.perhaps.push((item..at + 1, complaint));
        self.bytes()[at] = b' ';
        true
    }

    /// Closes the suspected brace on the blank before the line where it should have been closed.
    pub(super) fn close_suspect(&mut self) -> bool {
        let Some((open, next)) = self.suspect else {
            return false;
        };
        let Some(blank) = next.checked_sub(1) else {
            return false;
        };
        let line = line_start(self.text, blank);
        // A comment before the line would swallow the brace.
        if self.text.as_bytes()[blank] == b'\n' && self.text[line..blank].contains('#') {
            return false;
        }
        let rest = &self.text[next..];
        // `if much > 0 {` before `limit`: the condition of a trigger.
        let head = self.text[line_start(self.text, open)..open].trim_start();
        if words::first_word(head) == "if" && words::first_word(rest) == "limit" {
            let place = Span::new(self.file, open, open + 1);
            let message = "the condition of a trigger has no braces";
            let complaint = Diagnostic::error(Code::Unclosed, place, message)
                .label("not needed")
                .help("delete it");
            let gap = head.len() - head.trim_end().len();
            let fix = Span::new(self.file, open - gap, open + 1);
            self.found.push(complaint.guess(fix, ""));
            self.bytes()[open] = b' ';
            return true;
        }
        let sign = rest.chars().next().map_or(0, char::len_utf8);
        let word = words::first_word(rest).len().max(sign);
        let complaint = Diagnostic::error(
            Code::Unclosed,
            Span::new(self.file, open, open + 1),
            "this `{` is never closed",
        )
        .label("opened here")
        .also(
            Span::new(self.file, next, next + word),
            "`}` should have come before this",
        )
        .help("close it with `}`");
        self.found.push(complaint);
        self.bytes()[blank] = b'}';
        true
    }

    pub(super) fn unclosed_brace(&mut self, at: usize) {
        let (length, end) = (self.text.len(), self.end);
        let complaint = Diagnostic::error(
            Code::Unclosed,
            Span::new(self.file, at, at + 1),
            "this `{` is never closed",
        )
        .label("opened here")
        .also(Span::new(self.file, end, end), "the file ends here")
        .help("close it with `}`");
        self.found.push(complaint);
        self.bytes().extend(b"\n}");
        self.quiet.push(length..length + 2);
    }

    pub(super) fn closes_nothing(&mut self, at: usize, bracket: char) {
        let span = Span::new(self.file, at, at + 1);
        if bracket == '}' && self.perhaps.len() >= self.limits.mistakes {
            self.found.leave(span, Severity::Error);
            self.bytes()[at] = b' ';
            return;
        }
        let opening = if bracket == '}' { '{' } else { '(' };
        let complaint = Diagnostic::error(
            Code::SyntaxError,
            span,
            format!("this `{bracket}` closes nothing"),
        )
        .label(format!("no `{opening}` is open here"))
        .help("delete it, or open what it should close");
        if bracket == '}' {
            // Its line may be where the `{` is missing: what is wrong there is still to be said.
            self.perhaps.push((self.top..at, complaint));
            self.bytes()[at] = b' ';
        } else {
            self.found.push(complaint);
            self.repair(at..at + 1, b' ');
        }
    }
}
