//! The tree of a file.
pub mod ast;
