//! The procedure as a document that its author would publish: a neutral tree made of a rule set, and the forms in which it is written.
//!
//! A pure function of the items of a rule set and their texts. It plays nothing by itself, reads no file and knows no terminal.

mod asked;
mod build;
mod errata;
mod example;
mod html;
mod index;
mod items;
mod markdown;
mod odds;
mod overview;
mod remarks;
mod scenarios;
mod speak;
mod tree;
mod typst;

pub use asked::untitled;
pub use build::{ExtraSections, of};
pub use errata::{ChangedVariant, errata};
pub use example::{Drawing, Example, example};
pub use html::html;
pub use markdown::markdown;
pub use odds::odds;
pub use scenarios::for_scenarios;
pub use tree::{
    Anchor, Document, DocumentBlock, DocumentTable, Inline, ListItem, Prose, RuleEntry, Section,
};
pub use typst::typst;

use crate::source::Clean;

/// A text from outside in one line, without what could not be seen; every form still escapes it in its own way.
fn in_one_line(text: &str) -> String {
    Clean(&text.replace(['\n', '\r', '\t'], " ")).to_string()
}
