//! Places in source texts. Plain data: knows no text, so it can be copied everywhere.

use serde::{Deserialize, Serialize};

/// The number of a file in [`Sources`](super::Sources).
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
pub struct FileId(pub u32);

/// A stretch of one file, as byte offsets: `start` is in it, `end` is the first byte after it.
/// Where both are equal it is a point between two characters.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
pub struct Span {
    /// The file it lies in.
    pub file: FileId,
    /// The first byte.
    pub start: u32,
    /// The first byte after it.
    pub end: u32,
}

impl Span {
    /// The stretch from byte `start` up to, and without, byte `end`.
    pub fn new(file: FileId, start: usize, end: usize) -> Self {
        debug_assert!(start <= end, "a span ends before it starts");
        Span {
            file,
            start: offset(start),
            end: offset(end),
        }
    }

    /// The smallest stretch that holds both. Both must lie in one file; of two files, `self` is kept.
    pub fn to(self, other: Span) -> Span {
        if self.file != other.file {
            return self;
        }
        Span {
            file: self.file,
            start: self.start.min(other.start),
            end: self.end.max(other.end),
        }
    }

    /// Whether another stretch lies in this one, in the same file.
    pub(crate) fn holds(self, inner: Span) -> bool {
        self.file == inner.file && self.start <= inner.start && inner.end <= self.end
    }

    /// The part of it that lies in another stretch of the same file; a point where none does.
    pub fn within(self, outer: Span) -> Span {
        let inside = |offset: u32| offset.max(outer.start).min(outer.end);
        Span {
            start: inside(self.start),
            end: inside(self.end),
            ..self
        }
    }

    /// The point where it starts.
    pub fn at_start(self) -> Span {
        Span {
            end: self.start,
            ..self
        }
    }

    /// The point where it ends.
    pub fn at_end(self) -> Span {
        Span {
            start: self.end,
            ..self
        }
    }

    /// The byte offsets, for slicing.
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// No file may be larger than 4 GiB (see `Limits::HARD`), so this loses nothing.
fn offset(bytes: usize) -> u32 {
    u32::try_from(bytes).unwrap_or(u32::MAX)
}
