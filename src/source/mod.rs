//! Source texts: files, places in them, lines and columns, the limits, what is refused before parsing, and who looks on.
//!
//! Base layer: uses nothing of the crate but its neighbours `diagnostic` and `suggest`.
//! It reads no file and no terminal; texts are handed to it.

/// A list of words, as they are written, `words![one other]`, or of texts in quotes.
macro_rules! words {
    ($($text:literal)+) => {
        [$($text),+]
    };
    ($($word:tt)+) => {
        [$(stringify!($word)),+]
    };
}

/// A table of two columns, each row on a line: `pairs!["one" => "two"]`.
macro_rules! pairs {
    ($($one:expr => $other:expr),+ $(,)?) => {
        [$(($one, $other)),+]
    };
}

mod characters;
mod clean;
pub mod english;
pub mod guard;
mod hash;
mod limits;
mod lines;
mod markdown;
mod once;
mod quotes;
mod rewritten;
mod span;
mod store;
mod threads;
mod watcher;
mod xml;

pub use characters::{BIDI_CONTROLS, is_hidden};
pub use clean::{Clean, Quoted, TitleInQuotes};
pub use hash::{hash, hash_on};
pub use limits::{Bound, Limits};
pub use lines::{LineIndex, Position};
pub use markdown::Markdown;
pub use once::each_once;
pub use rewritten::rewritten;
pub use span::{FileId, Span};
pub use store::Sources;
pub use threads::on_threads;
pub use watcher::Watcher;
pub use xml::Xml;
pub(crate) use {pairs, words};
