//! Places as editors count them: lines and units of UTF-16 or UTF-8 from 0; and files as addresses. Knows texts, no meaning.

use std::ops::Range as Bytes;
use std::path::{Path, PathBuf};

use gen_lsp_types::{Position, PositionEncodingKind, Range};

use crate::source::{Sources, Span};

/// How the places within a line are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Encoding {
    #[default]
    Utf16,
    Utf8,
}

impl Encoding {
    /// UTF-8 where the client knows it, else what all clients know.
    pub(super) fn negotiated(capabilities: &serde_json::Value) -> Self {
        let known = capabilities.pointer("/general/positionEncodings");
        let known = known.and_then(|known| known.as_array());
        let utf8 = known.is_some_and(|known| known.iter().any(|one| one == "utf-8"));
        if utf8 {
            Encoding::Utf8
        } else {
            Encoding::Utf16
        }
    }

    pub(super) fn kind(self) -> PositionEncodingKind {
        match self {
            Encoding::Utf16 => PositionEncodingKind::UTF16,
            Encoding::Utf8 => PositionEncodingKind::UTF8,
        }
    }

    pub(super) fn units(self, text: &str) -> usize {
        match self {
            Encoding::Utf8 => text.len(),
            Encoding::Utf16 if text.is_ascii() => text.len(),
            Encoding::Utf16 => text.chars().map(char::len_utf16).sum(),
        }
    }

    /// The byte at a place. What lies behind the end of a line, or of the text, is that end.
    pub(super) fn offset(self, text: &str, place: Position) -> usize {
        let mut start = 0;
        for _ in 0..place.line {
            match text[start..].find('\n') {
                Some(newline) => start += newline + 1,
                None => return text.len(),
            }
        }
        let rest = &text[start..];
        let line = rest.split('\n').next().unwrap_or_default();
        let line = line.strip_suffix('\r').unwrap_or(line);
        let mut units = place.character as usize;
        for (at, c) in line.char_indices() {
            let wide = match self {
                Encoding::Utf8 => c.len_utf8(),
                Encoding::Utf16 => c.len_utf16(),
            };
            if units < wide {
                return start + at;
            }
            units -= wide;
        }
        start + line.len()
    }

    /// The place of a byte.
    pub(super) fn position(self, text: &str, offset: usize) -> Position {
        let offset = text.floor_char_boundary(offset);
        let before = &text[..offset];
        let line = before.bytes().filter(|byte| *byte == b'\n').count();
        let start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Position::new(line as u32, self.units(&before[start..]) as u32)
    }

    pub(super) fn range(self, text: &str, bytes: Bytes<usize>) -> Range {
        Range::new(
            self.position(text, bytes.start),
            self.position(text, bytes.end),
        )
    }

    /// The range of a span, by the index of lines that the texts have.
    pub(super) fn span(self, sources: &Sources, span: Span) -> Range {
        let text = sources.text(span.file);
        let Some(lines) = sources.lines(span.file) else {
            return Range::default();
        };
        let place = |offset: u32| {
            let (line, units) = match self {
                Encoding::Utf16 => lines.utf16(text, offset as usize),
                Encoding::Utf8 => {
                    let offset = text.floor_char_boundary(offset as usize);
                    let line = lines.line_of(offset);
                    (line, offset - lines.start_of(line, text))
                }
            };
            Position::new(line as u32, units as u32)
        };
        Range::new(place(span.start), place(span.end))
    }

    /// Whether a span and a range have a place in common.
    pub(super) fn is_touched(self, sources: &Sources, span: Span, range: &Range) -> bool {
        let own = self.span(sources, span);
        own.start <= range.end && range.start <= own.end
    }
}

/// The file of an address; `None` if it is none on a disk.
pub(super) fn path_of(uri: &str) -> Option<PathBuf> {
    let rest = uri.strip_prefix("file://")?;
    let path = &rest[rest.find('/')?..];
    let decoded = decoded(path)?;
    // `/c:/rules` is a path with a drive.
    let drive = decoded.as_bytes().get(2) == Some(&b':');
    Some(PathBuf::from(if drive { &decoded[1..] } else { &decoded }))
}

fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let digit = |byte: Option<u8>| char::from(byte?).to_digit(16);
        let (high, low) = (digit(rest.next())?, digit(rest.next())?);
        bytes.push((high * 16 + low) as u8);
    }
    String::from_utf8(bytes).ok()
}

/// The address of a file.
pub(super) fn uri_of(path: &Path) -> String {
    let mut uri = String::from("file://");
    let path = path.to_string_lossy().replace('\\', "/");
    if !path.starts_with('/') {
        uri.push('/');
    }
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"/-._~".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            uri.push_str(&format!("%{byte:02X}"));
        }
    }
    uri
}

#[cfg(test)]
#[path = "../../tests/internals/lsp_places.rs"]
mod tests;
