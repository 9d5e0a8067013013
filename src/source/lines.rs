//! From byte offsets to lines and columns. Knows one text at a time and no file names.

use serde::{Deserialize, Serialize};
use unicode_segmentation::UnicodeSegmentation;

use super::characters::BYTE_ORDER_MARK;

/// A place as a reader names it: both count from 1.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema,
)]
pub struct Position {
    /// The line.
    pub line: u32,
    /// The column, in characters as a reader counts them: an accented letter, a flag or a family of emoji is one.
    pub column: u32,
}

/// How far apart remembered columns are in long lines, in bytes.
const STRIDE: usize = 1024;

/// Where the lines of a text start. Lines end with `\n` (or `\r\n`); nothing else ends a line.
///
/// A look-up takes a binary search and the reading of at most 1,024 bytes, however long the line is.
#[derive(Clone, Debug)]
pub struct LineIndex {
    /// The first byte of each line; there is always a first line.
    starts: Vec<u32>,
    /// Inside long lines with wide characters: a byte offset, and how many characters of its line precede it.
    columns: Vec<(u32, u32)>,
    /// Inside long lines: a byte offset, and how many units of UTF-16 of its line precede it.
    units: Vec<(u32, u32)>,
}

impl LineIndex {
    /// Reads a text once.
    pub fn new(text: &str) -> Self {
        let mut starts = vec![0];
        let (mut columns, mut units) = (Vec::new(), Vec::new());
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            if line.len() > STRIDE {
                remember_columns(line, start, &mut columns);
                remember_units(line, start, &mut units);
            }
            start += line.len();
            if line.ends_with('\n') {
                starts.push(start as u32);
            }
        }
        LineIndex {
            starts,
            columns,
            units,
        }
    }

    /// How many lines there are; a newline at the very end opens one more, empty line.
    pub fn count(&self) -> usize {
        self.starts.len()
    }

    /// The line (counted from 0) in which a byte lies. Offsets after the end lie in the last line.
    pub fn line_of(&self, offset: usize) -> usize {
        self.starts
            .partition_point(|start| *start as usize <= offset)
            - 1
    }

    /// The first byte of a line counted from 0; the length of `text` for lines after the last.
    pub fn start_of(&self, line: usize, text: &str) -> usize {
        self.starts
            .get(line)
            .map_or(text.len(), |start| *start as usize)
    }

    /// The line of a byte offset, counted from 0, and how many units of UTF-16 of that line precede it. An offset inside a character is the
    /// place of that character.
    pub fn utf16(&self, text: &str, offset: usize) -> (usize, usize) {
        let offset = text.floor_char_boundary(offset);
        let line = self.line_of(offset);
        let start = self.starts[line] as usize;
        let (from, before) = remembered(&self.units, start, offset);
        let rest = &text[from..offset];
        (line, before as usize + rest.encode_utf16().count())
    }

    /// Line and column of a byte offset in the text that this index was made from.
    /// An offset inside a character is the place of that character.
    pub fn position(&self, text: &str, offset: usize) -> Position {
        let offset = offset.min(text.len());
        let line = self.line_of(offset);
        let start = self.starts[line] as usize;
        let (from, before) = remembered(&self.columns, start, offset);
        let end = self.start_of(line + 1, text);
        // One more letter shows whether a character ends here or goes on.
        let stop = text.ceil_char_boundary((offset + 1).min(end));
        let column = before + characters_before(&text[from..stop], offset - from, from == 0);
        Position {
            line: line as u32 + 1,
            column: column + 1,
        }
    }
}

/// The last place of a line at or before a byte offset of which it is known what precedes it.
fn remembered(known: &[(u32, u32)], line_start: usize, offset: usize) -> (usize, u32) {
    let after = known.partition_point(|(byte, _)| *byte as usize <= offset);
    match after.checked_sub(1).map(|last| known[last]) {
        Some((byte, before)) if byte as usize >= line_start => (byte as usize, before),
        _ => (line_start, 0),
    }
}

/// How many characters of `text` end at or before the byte `offset`. A byte order mark at the
/// start of a file is not a character for a reader.
fn characters_before(text: &str, offset: usize, file_start: bool) -> u32 {
    let mark = file_start && offset > 0 && text.starts_with(BYTE_ORDER_MARK);
    let count = if text.is_ascii() {
        offset
    } else {
        text.grapheme_indices(true)
            .take_while(|(start, character)| start + character.len() <= offset)
            .count()
    };
    (count - usize::from(mark && count > 0)) as u32
}

/// Walks a long line once and notes about every [`STRIDE`] bytes how many units of UTF-16 precede them.
fn remember_units(line: &str, line_start: usize, units: &mut Vec<(u32, u32)>) {
    let (mut next, mut before) = (STRIDE, 0);
    for (byte, c) in line.char_indices() {
        if byte >= next {
            units.push(((line_start + byte) as u32, before));
            next = byte + STRIDE;
        }
        before += c.len_utf16() as u32;
    }
}

/// Walks a long line once and notes a column about every [`STRIDE`] bytes.
fn remember_columns(line: &str, line_start: usize, columns: &mut Vec<(u32, u32)>) {
    let mut next = STRIDE;
    if line.is_ascii() {
        while next < line.len() {
            columns.push(((line_start + next) as u32, next as u32));
            next += STRIDE;
        }
        return;
    }
    let mark = usize::from(line_start == 0 && line.starts_with(BYTE_ORDER_MARK));
    for (count, (byte, _)) in line.grapheme_indices(true).enumerate() {
        if byte >= next {
            columns.push(((line_start + byte) as u32, (count - mark) as u32));
            next = byte + STRIDE;
        }
    }
}
