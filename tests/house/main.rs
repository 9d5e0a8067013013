//! The project itself: the layers of `src`, the names of its types, and every block and command of the documents.

#[path = "../common/mod.rs"]
mod common;

mod casts;
mod explain;
mod gallery;
mod guide;
mod interface;
mod layers;
mod names;
mod remedies;
mod tutorial;
mod unit_tests;
