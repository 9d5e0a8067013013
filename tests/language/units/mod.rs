//! Small parts by themselves, one file a part.

mod citations;
mod clean;
mod code;
mod collection;
mod document;
mod english;
mod github;
mod grammar;
mod hash;
mod lines;
mod markdown;
mod path;
mod plain;
mod selection;
mod snapshot_name;
mod span;
mod starter;
mod store;
mod throw;
mod varint;
mod xml;
