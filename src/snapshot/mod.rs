//! The snapshot of a scenario: the file in which its transcript is kept. What the file is called, how it is written and read, and what is
//! different in another transcript.
//!
//! Text in, text out: nothing here touches a disk or knows the language. The form is the public one of the crate insta, so that its tools
//! read what is written here; `tests/views/snapshot.rs` proves it both ways.

mod diff;
mod form;
mod name;

pub use diff::{DiffLine, Difference, Hunk, LineMark, LinePiece, difference};
pub use form::Snapshot;
pub use name::{LONGEST, file_stem};

/// How the file of a snapshot ends.
pub const ENDING: &str = ".snap";

/// The ending of the file of a transcript that is not yet accepted or rejected.
pub const PENDING_ENDING: &str = ".snap.new";

/// The file in which a transcript waits that is different from the snapshot in a file.
pub fn pending_beside(kept: &str) -> String {
    let stem = kept.strip_suffix(ENDING).unwrap_or(kept);
    format!("{stem}{PENDING_ENDING}")
}
