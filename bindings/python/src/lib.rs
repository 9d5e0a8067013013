//! Affray for Python: the part in Rust. Thin: what is asked is handed to the library, and what it answers is given on, as texts, numbers and JSON.
//! The package `affray` around it (`python/affray`) makes objects of that, and says what they mean.

mod book;
mod chances;
mod comparing;
mod course;
mod failure;
mod own;
mod publishing;
mod signals;
mod sweep;

use pyo3::prelude::*;

#[pymodule]
mod _affray {
    #[pymodule_export]
    use super::book::{Book, Playable};
    #[pymodule_export]
    use super::chances::{merge, shown};
    #[pymodule_export]
    use super::comparing::diff;
    #[pymodule_export]
    use super::course::Course;
    #[pymodule_export]
    use super::publishing::document;
    #[pymodule_export]
    use super::sweep::{Halt, Plan, join_sheets, merge_sheets, sheet_picture, sheet_text};
    #[pymodule_export]
    use super::version;
}

/// The version of the library.
#[pyfunction]
fn version() -> &'static str {
    env!("CARGO_PKG_VERSION")
}
