//! Small parts by themselves, one file a part.

mod clean;
mod code;
mod collection;
mod document;
mod hash;
mod lines;
mod path;
mod plain;
mod selection;
mod snapshot_name;
mod span;
mod store;
mod throw;
mod varint;
mod xml;
