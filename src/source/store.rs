//! The store of source texts. Holds names and texts that others have read; reads nothing itself.

use super::lines::{LineIndex, Position};
use super::span::{FileId, Span};

/// All texts of one program, each with the name under which messages speak of it.
///
/// A [`FileId`] that was not given out by this store is answered with empty text, never with a panic.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    files: Vec<StoredFile>,
}

#[derive(Clone, Debug)]
struct StoredFile {
    name: String,
    text: String,
    lines: LineIndex,
}

impl Sources {
    /// An empty store.
    pub fn new() -> Self {
        Sources::default()
    }

    /// Keeps a text and gives it a number. The name is shown as it is given (a path, `-`, a title).
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> FileId {
        let text = text.into();
        let lines = LineIndex::new(&text);
        self.files.push(StoredFile {
            name: name.into(),
            text,
            lines,
        });
        FileId(self.files.len() as u32 - 1)
    }

    /// Puts another text in the place of that of a file, which keeps its number. Places in the old text mean nothing any more.
    pub fn replace(&mut self, file: FileId, text: impl Into<String>) {
        if let Some(known) = self.files.get_mut(file.0 as usize) {
            known.text = text.into();
            known.lines = LineIndex::new(&known.text);
        }
    }

    /// The name of a file.
    pub fn name(&self, file: FileId) -> &str {
        self.get(file).map_or("", |file| &file.name)
    }

    /// The whole text of a file.
    pub fn text(&self, file: FileId) -> &str {
        self.get(file).map_or("", |file| &file.text)
    }

    /// Where the lines of a file start; `None` for a file that is not here.
    pub fn lines(&self, file: FileId) -> Option<&LineIndex> {
        self.get(file).map(|file| &file.lines)
    }

    /// The numbers of all files, in the order in which they were added.
    pub fn files(&self) -> impl Iterator<Item = FileId> + '_ {
        (0..self.files.len()).map(|number| FileId(number as u32))
    }

    /// How many bytes all texts have together.
    pub fn total_bytes(&self) -> usize {
        self.files.iter().map(|file| file.text.len()).sum()
    }

    /// Line and column where a span starts.
    pub fn line_col(&self, span: Span) -> Position {
        self.position(span.file, span.start)
    }

    /// Line and column of a byte offset.
    pub fn position(&self, file: FileId, offset: u32) -> Position {
        match self.get(file) {
            Some(file) => file.lines.position(&file.text, offset as usize),
            None => Position { line: 1, column: 1 },
        }
    }

    /// The text under a span; what lies outside the file is left out, a character cut in two is taken whole.
    pub fn snippet(&self, span: Span) -> &str {
        let text = self.text(span.file);
        text.get(self.clamp(span).range()).unwrap_or("")
    }

    /// The span moved inside its file and out to whole characters, so that slicing by it is safe.
    pub fn clamp(&self, span: Span) -> Span {
        let text = self.text(span.file);
        let start = text.floor_char_boundary(span.start as usize);
        let end = text.ceil_char_boundary((span.end as usize).max(start));
        Span::new(span.file, start, end)
    }

    fn get(&self, file: FileId) -> Option<&StoredFile> {
        self.files.get(file.0 as usize)
    }
}
