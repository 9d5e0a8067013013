//! Whether brackets and quotes close. Repairs what does not, so that the parser meets only balanced text and can read the
//! rest of the file; every repair keeps the length, so that places stay right. Knows only characters and a few words.

use std::ops::Range;

use super::words;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{FileId, Limits, Span};

/// What was found.
pub(super) struct Brackets {
    /// What is not closed, or nested too deep.
    pub found: Vec<Diagnostic>,
    /// The text with everything closed, if something was not. Braces that close nothing else may be added at the end.
    pub repaired: Option<String>,
    /// The lines that were repaired: nothing more is to be said about them.
    pub quiet: Vec<Range<usize>>,
}

/// The brackets of a text outside its texts in quotes and its comments.
pub(super) fn brackets(text: &str) -> impl Iterator<Item = (usize, char)> {
    pieces(text).filter_map(|piece| match piece {
        Piece::Bracket(at, bracket) => Some((at, bracket)),
        _ => None,
    })
}

enum Piece<'a> {
    Bracket(usize, char),
    /// A text in quotes that does not close before its line ends.
    Unclosed(Range<usize>),
    Word(usize, &'a str),
    /// `,` `:` `;`: what cannot stand inside a chain of operators.
    Mark,
}

/// Reads a text as brackets, words and marks.
fn pieces(text: &str) -> impl Iterator<Item = Piece<'_>> {
    let bytes = text.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        while let Some(&byte) = bytes.get(at) {
            let start = at;
            at += 1;
            match byte {
                b'#' => at = line_end(bytes, at),
                b'"' => match closing_quote(bytes, at) {
                    Ok(after) => at = after,
                    Err(end) => {
                        at = end;
                        return Some(Piece::Unclosed(start..end));
                    }
                },
                b'{' | b'}' | b'(' | b')' => return Some(Piece::Bracket(start, char::from(byte))),
                b',' | b':' | b';' => return Some(Piece::Mark),
                b'_' | b'a'..=b'z' | b'A'..=b'Z' | 0x80.. => {
                    while bytes.get(at).is_some_and(|next| {
                        *next == b'_' || next.is_ascii_alphanumeric() || *next >= 0x80
                    }) {
                        at += 1;
                    }
                    return Some(Piece::Word(start, text.get(start..at).unwrap_or("")));
                }
                _ => {}
            }
        }
        None
    })
}

fn line_start(text: &str, at: usize) -> usize {
    text[..at].rfind('\n').map_or(0, |newline| newline + 1)
}

fn line_end(bytes: &[u8], from: usize) -> usize {
    let newline = bytes[from..].iter().position(|byte| *byte == b'\n');
    newline.map_or(bytes.len(), |newline| from + newline)
}

/// The place after the quote that closes, or the end of the line.
fn closing_quote(bytes: &[u8], from: usize) -> Result<usize, usize> {
    let mut at = from;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'"' => return Ok(at + 1),
            b'\n' => return Err(at),
            b'\\' if bytes.get(at + 1).is_some_and(|next| *next != b'\n') => at += 2,
            _ => at += 1,
        }
    }
    Err(bytes.len())
}

/// How many braces are closed where the indentation says that they should have been; more are closed at the end.
const PASSES: usize = 16;

/// Looks at all brackets and quotes of a text.
pub(super) fn check(file: FileId, text: &str, limits: &Limits) -> Brackets {
    let mut all = Brackets {
        found: Vec::new(),
        repaired: None,
        quiet: Vec::new(),
    };
    for pass in 1..=PASSES {
        let current = all.repaired.take();
        let mut checker = Checker::new(file, current.as_deref().unwrap_or(text), limits);
        for piece in pieces(checker.text) {
            checker.piece(piece);
        }
        let (again, one) = checker.finish(pass < PASSES);
        all.found.extend(one.found);
        all.quiet.extend(one.quiet);
        all.repaired = one.repaired.or(current);
        if !again {
            break;
        }
    }
    all
}

struct Checker<'a> {
    file: FileId,
    text: &'a str,
    limits: &'a Limits,
    /// The brackets that are open.
    open: Vec<(usize, char)>,
    /// The text as it is repaired; empty as long as nothing was.
    bytes: Vec<u8>,
    found: Vec<Diagnostic>,
    quiet: Vec<Range<usize>>,
    /// How many words that open a search stand in the chain in hand, for each open bracket.
    searches: Vec<usize>,
    /// Their sum.
    all_searches: usize,
    too_deep: bool,
    /// The first brace that should have been closed before a line, going by the indentation, and where that line starts.
    suspect: Option<(usize, usize)>,
    /// Where the line in hand starts, as far as the text has been seen.
    line: usize,
    seen: usize,
}

impl<'a> Checker<'a> {
    fn new(file: FileId, text: &'a str, limits: &'a Limits) -> Self {
        let (open, bytes, found, quiet) = Default::default();
        Checker {
            file,
            text,
            limits,
            open,
            bytes,
            found,
            quiet,
            searches: vec![0],
            all_searches: 0,
            too_deep: false,
            suspect: None,
            line: 0,
            seen: 0,
        }
    }

    fn piece(&mut self, piece: Piece<'_>) {
        match piece {
            Piece::Bracket(at, bracket @ ('{' | '(')) => {
                if bracket == '{' {
                    self.close_round(at);
                    self.restart();
                }
                self.open.push((at, bracket));
                self.searches.push(0);
            }
            Piece::Bracket(at, bracket) => self.close(at, bracket),
            Piece::Unclosed(range) => self.unclosed_text(range),
            Piece::Word(at, word) => self.word(at, word),
            Piece::Mark => self.restart(),
        }
    }

    /// A new chain of operators begins.
    fn restart(&mut self) {
        if let Some(searches) = self.searches.last_mut() {
            self.all_searches -= std::mem::take(searches);
        }
    }

    /// Words that open a search nest without brackets; so they are counted with them.
    fn word(&mut self, at: usize, word: &str) {
        if self.is_first_on_line(at) {
            if words::begins_statement(word) {
                self.close_round(at);
            }
            self.suspect_brace(at);
        }
        if words::ends_chain(word) {
            return self.restart();
        }
        if !matches!(
            word,
            "any" | "every" | "count" | "the" | "highest" | "lowest" | "sum"
        ) {
            return;
        }
        if let Some(searches) = self.searches.last_mut() {
            *searches += 1;
            self.all_searches += 1;
        }
        if self.all_searches + self.open.len() > self.limits.nesting && !self.too_deep {
            self.too_deep = true;
            let message =
                format!("brackets and searches are nested more than {} deep", self.limits.nesting);
            let span = Span::new(self.file, at, at + word.len());
            let refused = Diagnostic::error(Code::NestingTooDeep, span, message)
                .label("this would be one too many")
                .help("give the inner parts names of their own with `let` and use the names");
            self.found.push(refused);
        }
    }

    fn is_first_on_line(&mut self, at: usize) -> bool {
        if let Some(newline) = self.text[self.seen..at].rfind('\n') {
            self.line = self.seen + newline + 1;
        }
        self.seen = at;
        let mut before = self.text[self.line..at].bytes();
        before.all(|byte| matches!(byte, b' ' | b'\t'))
    }

    /// A line that is not indented deeper than the line with the innermost open brace speaks for a brace forgotten before it.
    fn suspect_brace(&mut self, at: usize) {
        if self.suspect.is_some() {
            return;
        }
        let line = self.line;
        if let Some((open, '{')) = self.open.last().copied().filter(|(open, _)| *open < line) {
            let opening = line_start(self.text, open);
            let indent = self.text[opening..].len()
                - self.text[opening..].trim_start_matches([' ', '\t']).len();
            if at - line <= indent {
                self.suspect = Some((open, at));
            }
        }
    }

    fn close(&mut self, at: usize, bracket: char) {
        if bracket == '}' {
            self.close_round(at);
        }
        match self.open.last() {
            Some((_, '{')) if bracket == '}' => self.pop(),
            Some((_, '(')) if bracket == ')' => self.pop(),
            _ => {
                let span = Span::new(self.file, at, at + 1);
                let message = format!("this `{bracket}` closes nothing");
                let complaint = Diagnostic::error(Code::SyntaxError, span, message)
                    .label(format!(
                        "no `{}` is open here",
                        if bracket == '}' { '{' } else { '(' }
                    ))
                    .help("delete it, or open what it should close");
                self.found.push(complaint);
                self.repair(at..at + 1, b' ');
            }
        }
    }

    fn pop(&mut self) {
        self.open.pop();
        self.restart();
        if self.searches.len() > 1 {
            self.searches.pop();
        }
    }

    /// Round brackets do not reach over braces: those still open are never closed.
    fn close_round(&mut self, until: usize) {
        while let Some((at, '(')) = self.open.last().copied() {
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

    fn unclosed_text(&mut self, range: Range<usize>) {
        let end = range.start + self.text[range.clone()].trim_end().len();
        let span = Span::new(self.file, range.start, range.start + 1);
        let line_end = Span::new(self.file, end, end);
        let at_end = end == self.text.trim_end().len();
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
            self.piece(Piece::Bracket(at, char::from(brace)));
        }
    }

    /// Overwrites a bracket, and has nothing more said about its line.
    fn repair(&mut self, range: Range<usize>, with: u8) {
        let line = line_start(self.text, range.start);
        self.quiet
            .push(line..line_end(self.text.as_bytes(), range.start));
        self.bytes()[range].fill(with);
    }

    fn bytes(&mut self) -> &mut Vec<u8> {
        if self.bytes.is_empty() {
            self.bytes = self.text.as_bytes().to_vec();
        }
        &mut self.bytes
    }

    /// The outcome, and whether one more brace was closed so that it is worth looking again.
    fn finish(mut self, may_repeat: bool) -> (bool, Brackets) {
        let length = self.text.len();
        self.close_round(length);
        let again = may_repeat && !self.open.is_empty() && self.close_suspect();
        if !again {
            for (at, _) in std::mem::take(&mut self.open) {
                self.unclosed_brace(at, length);
            }
        }
        let repaired =
            (!self.bytes.is_empty()).then(|| String::from_utf8_lossy(&self.bytes).into_owned());
        (
            again,
            Brackets {
                found: self.found,
                repaired,
                quiet: self.quiet,
            },
        )
    }

    /// Closes the suspected brace on the blank before the line where it should have been closed.
    fn close_suspect(&mut self) -> bool {
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
        let word = words::first_word(&self.text[next..]).len();
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

    fn unclosed_brace(&mut self, at: usize, length: usize) {
        let end = self.text.trim_end().len();
        let complaint = Diagnostic::error(
            Code::Unclosed,
            Span::new(self.file, at, at + 1),
            "this `{` is never closed",
        )
        .label("opened here")
        .also(
            Span::new(self.file, end.min(length), end.min(length)),
            "the file ends here",
        )
        .help("close it with `}`");
        self.found.push(complaint);
        self.bytes().extend(b"\n}");
        self.quiet.push(length..length + 2);
    }
}
