//! The look at a text before it is parsed: what could overflow the parser or deceive the reader is refused here.
//!
//! One pass, no recursion, no grammar: it knows only brackets, `"strings"` with backslash escapes and `#` comments.
//! Both end with their line at the latest, so that a parser that goes on after a mistake never meets brackets
//! that were not counted. It reads no files.

use super::characters::{BYTE_ORDER_MARK, bidi_name, is_control};
use super::quotes;
use super::{FileId, Limits, Sources, Span};
use crate::diagnostic::{Applicability, Code, Diagnostic};

/// What the look found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scan {
    /// In the order of the text, never more than `Limits::shown`.
    pub found: Vec<Diagnostic>,
    /// Whether a parser may be let loose on the text. False when it is too large, too deeply nested or no text.
    pub may_parse: bool,
}

/// Takes the bytes of a file into the store; if they cannot be looked at as a text, with the reason.
///
/// The file is in the store whatever the outcome, so that the diagnostics can quote it: a file that is
/// too large with an empty text, bytes that are not UTF-8 with U+FFFD in their place.
pub fn admit(
    sources: &mut Sources,
    name: impl Into<String>,
    bytes: Vec<u8>,
    limits: &Limits,
) -> (FileId, Option<Diagnostic>) {
    let name = name.into();
    let size = bytes.len();
    if size > limits.file_bytes {
        let file = sources.add(name, "");
        return (file, Some(too_large(file, size, limits)));
    }
    if sources.total_bytes() + size > limits.total_bytes {
        let file = sources.add(name, "");
        return (file, Some(too_much(file, limits)));
    }
    match String::from_utf8(bytes) {
        Ok(text) => (sources.add(name, text), None),
        Err(error) => {
            let at = error.utf8_error().valid_up_to();
            let file = sources.add(name, String::from_utf8_lossy(error.as_bytes()));
            let refused = not_utf8(Span::new(file, at, at + 3), error.as_bytes(), at);
            (file, Some(refused))
        }
    }
}

/// Looks at a text. Takes time in proportion to its length.
pub fn scan(file: FileId, text: &str, limits: &Limits) -> Scan {
    if text.len() > limits.file_bytes {
        return Scan::refuse(too_large(file, text.len(), limits));
    }
    let mut scanner = Scanner {
        file,
        text,
        limits,
        scan: Scan {
            found: Vec::new(),
            may_parse: true,
        },
        place: ScanState::Rules,
        depth: 0,
        outermost: 0,
        quoted_until: 0,
    };
    for (at, c) in text.char_indices() {
        scanner.step(at, c);
    }
    scanner.scan
}

impl Scan {
    fn refuse(why: Diagnostic) -> Self {
        Scan {
            found: vec![why],
            may_parse: false,
        }
    }
}

/// Where in the text the scanner is.
#[derive(Clone, Copy, PartialEq)]
enum ScanState {
    Rules,
    Comment,
    Text,
    TextAfterBackslash,
}

struct Scanner<'a> {
    file: FileId,
    text: &'a str,
    limits: &'a Limits,
    scan: Scan,
    place: ScanState,
    /// How many brackets are open.
    depth: usize,
    /// Where the first of them opened.
    outermost: usize,
    /// The end of the last pair of smart quotes that was reported.
    quoted_until: usize,
}

impl Scanner<'_> {
    fn step(&mut self, at: usize, c: char) {
        if c == '\n' {
            self.place = ScanState::Rules;
            return;
        }
        if !(' '..='~').contains(&c) && c != '\t' {
            self.unusual(at, c);
        }
        self.place = match (self.place, c) {
            (ScanState::Rules, '#') => ScanState::Comment,
            (ScanState::Rules, '"') => ScanState::Text,
            (ScanState::Text, '\\') => ScanState::TextAfterBackslash,
            (ScanState::TextAfterBackslash, _) => ScanState::Text,
            (ScanState::Text, '"') => ScanState::Rules,
            (place, _) => place,
        };
        if self.place == ScanState::Rules {
            match c {
                '{' | '(' | '[' => self.open_bracket(at),
                '}' | ')' | ']' => self.depth = self.depth.saturating_sub(1),
                _ => {}
            }
        }
    }

    fn open_bracket(&mut self, at: usize) {
        if self.depth == 0 {
            self.outermost = at;
        }
        self.depth += 1;
        if self.depth <= self.limits.nesting || !self.scan.may_parse {
            return;
        }
        self.scan.may_parse = false;
        let allowed = self.limits.nesting;
        let message = format!("brackets are nested more than {allowed} deep");
        let refused = Diagnostic::error(Code::NestingTooDeep, self.span(at, '{'), message)
            .label(format!("this would be level {}", allowed + 1))
            .also(self.span(self.outermost, '{'), "the outermost bracket")
            .help("give the inner parts names of their own and use the names");
        if self.scan.found.len() >= self.limits.shown {
            self.scan.found.pop();
        }
        self.scan.found.push(refused);
    }

    fn unusual(&mut self, at: usize, c: char) {
        if self.scan.found.len() >= self.limits.shown {
            return;
        }
        if let Some(name) = bidi_name(c) {
            self.report(bidi(self.span(at, c), c, name));
        } else if c == '\r' {
            if self.text.as_bytes().get(at + 1) != Some(&b'\n') {
                self.report(lone_return(self.span(at, c)));
            }
        } else if is_control(c) {
            self.report(control(self.span(at, c), c));
        } else if c == BYTE_ORDER_MARK && at > 0 {
            self.report(stray_mark(self.span(at, c)));
        } else if self.place == ScanState::Rules && at >= self.quoted_until && quotes::is_smart(c) {
            let quoted = quotes::quoted(&self.text[at..]);
            let span = Span::new(self.file, at, at + quoted.len());
            self.quoted_until = at + quoted.len();
            self.report(quotes::smart_quotes(span, quoted));
        }
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.scan.found.push(diagnostic);
    }

    fn span(&self, at: usize, c: char) -> Span {
        Span::new(self.file, at, at + c.len_utf8())
    }
}

fn too_large(file: FileId, size: usize, limits: &Limits) -> Diagnostic {
    let message = format!(
        "the file has {size} bytes, more than the {} allowed",
        limits.file_bytes
    );
    Diagnostic::error(Code::FileTooLarge, Span::new(file, 0, 0), message)
        .help("split it into several files and import them")
}

fn too_much(file: FileId, limits: &Limits) -> Diagnostic {
    let message = format!(
        "with this file the program would have more than the {} bytes allowed",
        limits.total_bytes
    );
    Diagnostic::error(Code::FileTooLarge, Span::new(file, 0, 0), message)
        .help("import fewer or smaller files")
}

fn not_utf8(span: Span, bytes: &[u8], at: usize) -> Diagnostic {
    let help = match bytes {
        [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] => "it looks like UTF-16: save it again as UTF-8",
        _ => "save it again with the encoding UTF-8",
    };
    Diagnostic::error(Code::NotUtf8, span, "the file is not UTF-8 text")
        .label(format!("the byte {:#04x} does not belong here", bytes[at]))
        .help(help)
}

fn bidi(span: Span, c: char, name: &str) -> Diagnostic {
    let number = c as u32;
    let message = format!("the hidden character U+{number:04X} makes text run the other way");
    Diagnostic::error(Code::BidiControl, span, message)
        .label(name.to_lowercase())
        .help("delete it; what you see is not what the rules say")
        .fix(span, "", Applicability::Safe)
}

fn control(span: Span, c: char) -> Diagnostic {
    let number = c as u32;
    let message = format!("the control character U+{number:04X} has no place in a rule file");
    let help = match c {
        '\0' => "delete it; if there are many of them, this is not a text file",
        _ => "delete it",
    };
    Diagnostic::error(Code::ControlCharacter, span, message)
        .label("here")
        .help(help)
        .fix(span, "", Applicability::Safe)
}

fn lone_return(span: Span) -> Diagnostic {
    let message = "a carriage return stands alone, without a line feed after it";
    Diagnostic::error(Code::ControlCharacter, span, message)
        .label("some programs end the line here, others do not")
        .help("start a new line here")
        .guess(span, "\n")
}

fn stray_mark(span: Span) -> Diagnostic {
    let message = "a byte order mark (U+FEFF) may stand only at the start of a file";
    Diagnostic::error(Code::ControlCharacter, span, message)
        .label("invisible, but here")
        .help("delete it")
        .fix(span, "", Applicability::Safe)
}
