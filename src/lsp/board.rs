//! What the client has been told of each open file, moved along with its edits. Where the check of an edited text is long in coming, this is told
//! for the new version until the check is done.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use gen_lsp_types as lsp;
use gen_lsp_types::TextDocumentContentChangeEvent::{
    TextDocumentContentChangePartial, TextDocumentContentChangeWholeDocument,
};

use lsp_server::Message;
use serde::Deserialize;
use serde_json::Value;

use super::places::Encoding;
use super::wire::Voice;

/// How long the check of an edited text is waited for.
const PATIENCE: Duration = Duration::from_millis(40);

/// All open files.
pub(super) struct Board {
    /// By their addresses.
    files: BTreeMap<String, Shown>,
    places: Encoding,
    patience: Duration,
}

/// What is shown of a file.
struct Shown {
    /// That of the text, as far as has been heard.
    version: i32,
    /// `None` until anything is told.
    diagnostics: Option<Vec<lsp::Diagnostic>>,
    /// When it is told again, unless something newer comes.
    due: Option<Instant>,
}

impl Default for Board {
    fn default() -> Self {
        Board {
            files: BTreeMap::new(),
            places: Encoding::default(),
            patience: PATIENCE,
        }
    }
}

/// Notes on the board what a message does to a text.
pub(super) fn heed(message: &Message, voice: &Voice) {
    let Message::Notification(note) = message else {
        return;
    };
    match note.method.as_str() {
        "textDocument/didChange" => {
            if let Ok(params) = lsp::DidChangeTextDocumentParams::deserialize(&note.params) {
                voice.note(move |board| board.edit(&params));
            }
        }
        "textDocument/didOpen" | "textDocument/didClose" => {
            let uri = note.params.pointer("/textDocument/uri");
            let version = note.params.pointer("/textDocument/version");
            let version = version.and_then(Value::as_i64);
            let version = version.and_then(|version| i32::try_from(version).ok());
            if let Some(uri) = uri.and_then(Value::as_str) {
                let uri = uri.to_owned();
                voice.note(move |board| board.open(uri, version));
            }
        }
        _ => {}
    }
}

impl Board {
    /// How places are counted, and for how long checks are waited.
    pub(super) fn agree(&mut self, places: Encoding, patience: Option<Duration>) {
        self.places = places;
        self.patience = patience.unwrap_or(PATIENCE);
    }

    /// A text is edited.
    fn edit(&mut self, params: &lsp::DidChangeTextDocumentParams) {
        let document = &params.text_document;
        let uri = &document.text_document_identifier.uri;
        let Some(shown) = self.files.get_mut(uri.as_ref()) else {
            return;
        };
        shown.version = document.version;
        for change in &params.content_changes {
            match change {
                TextDocumentContentChangePartial(part) => {
                    let edit = Moved::by(part.range, &part.text, self.places);
                    let told = shown.diagnostics.iter_mut();
                    told.for_each(|told| told.retain_mut(|one| edit.shift(one, uri)));
                }
                TextDocumentContentChangeWholeDocument(_) => {
                    // No place is known any more.
                    (shown.diagnostics, shown.due) = (None, None);
                }
            }
        }
        if shown.diagnostics.is_some() {
            let due = Instant::now().checked_add(self.patience);
            shown.due = shown.due.or(due);
        }
    }

    /// A text is opened, or closed: then it has no version.
    fn open(&mut self, uri: String, version: Option<i32>) {
        self.files.remove(&uri);
        if let Some(version) = version {
            let (diagnostics, due) = (None, None);
            let shown = Shown {
                version,
                diagnostics,
                due,
            };
            self.files.insert(uri, shown);
        }
    }

    /// Diagnostics have been worked out; whether they are still to be told.
    pub(super) fn publish(&mut self, params: &lsp::PublishDiagnosticsParams) -> bool {
        let Some(version) = params.version else {
            return true;
        };
        // What is closed or has been edited since has no such version.
        let mut open = self.files.get_mut(params.uri.as_ref());
        let shown = open.take_if(|shown| shown.version == version);
        let is_wanted = shown.is_some();
        if let Some(shown) = shown {
            shown.diagnostics = Some(params.diagnostics.clone());
            shown.due = None;
        }
        is_wanted
    }

    /// How long until something is due.
    pub(super) fn wait(&self) -> Option<Duration> {
        let due = self.files.values().filter_map(|shown| shown.due).min();
        due.map(|due| due.saturating_duration_since(Instant::now()))
    }

    /// What is due.
    pub(super) fn due(&mut self) -> Vec<lsp::PublishDiagnosticsParams> {
        let now = Instant::now();
        let due = self.files.iter_mut().filter(|(_, shown)| {
            let due = shown.due;
            due.is_some_and(|due| due <= now)
        });
        due.map(|(uri, shown)| {
            shown.due = None;
            lsp::PublishDiagnosticsParams {
                uri: uri.as_str().into(),
                version: Some(shown.version),
                diagnostics: shown.diagnostics.clone().unwrap_or_default(),
            }
        })
        .collect()
    }
}

/// A range of a text that has become another.
struct Moved {
    old: lsp::Range,
    new_end: lsp::Position,
}

impl Moved {
    fn by(range: lsp::Range, text: &str, places: Encoding) -> Self {
        let old = match range.start <= range.end {
            true => range,
            false => lsp::Range::new(range.start, range.start),
        };
        let (lines, last) = match text.rfind('\n') {
            Some(newline) => (text.matches('\n').count(), &text[newline + 1..]),
            None => (0, text),
        };
        let before = match lines {
            0 => old.start.character,
            _ => 0,
        };
        Moved {
            old,
            new_end: lsp::Position::new(
                old.start.line.saturating_add(lines as u32),
                before.saturating_add(places.units(last) as u32),
            ),
        }
    }

    /// Where a range is now; `None` if something in it has changed.
    fn range(&self, range: lsp::Range) -> Option<lsp::Range> {
        if range.end <= self.old.start {
            return Some(range);
        }
        let moved = |place: lsp::Position| lsp::Position {
            line: (place.line - self.old.end.line).saturating_add(self.new_end.line),
            character: match place.line == self.old.end.line {
                true => {
                    let behind = place.character - self.old.end.character;
                    behind.saturating_add(self.new_end.character)
                }
                false => place.character,
            },
        };
        (range.start >= self.old.end).then(|| lsp::Range::new(moved(range.start), moved(range.end)))
    }

    /// Moves a diagnostic of the file at an address; whether it still stands.
    fn shift(&self, one: &mut lsp::Diagnostic, uri: &lsp::Uri) -> bool {
        let related = one.related_information.iter_mut().flatten();
        let here = related
            .map(|related| &mut related.location)
            .filter(|place| place.uri == *uri)
            .map(|place| &mut place.range);
        let mut ranges = std::iter::once(&mut one.range).chain(here);
        ranges.all(|range| {
            let moved = self.range(*range);
            *range = moved.unwrap_or(*range);
            moved.is_some()
        })
    }
}

#[cfg(test)]
#[path = "../../tests/internals/lsp_board.rs"]
mod tests;
