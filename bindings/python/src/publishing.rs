//! Rules as documents.

use affray::diagnostic::Diagnostic;
use affray::document::{Document, html, markdown, typst};
use affray::load::Loader;
use affray::publish::{Pictures, Playing, document_of};
use affray::source::Limits;
use pyo3::prelude::*;

use crate::book::Texts;
use crate::failure::{Failure, Kind};
use crate::signals::{Stop, interruptible};

/// The document of a rule file. `form`: `markdown`, `html` or `typst`.
#[pyfunction]
pub fn document(
    py: Python<'_>,
    texts: Texts,
    path: &str,
    examples: Vec<String>,
    form: &str,
) -> PyResult<String> {
    let (write, pictures): (fn(&Document) -> String, _) = match form {
        "markdown" => (markdown, Pictures::None),
        "html" => (html, Pictures::Screen),
        "typst" => (typst, Pictures::Paper),
        _ => {
            let why = "documents are written as `markdown`, `html` or `typst`";
            return Err(Failure::usage(why).into());
        }
    };
    let made = interruptible(py, |stop| made(texts, path, &examples, pictures, stop))??;
    Ok(write(&made))
}

fn made(
    mut texts: Texts,
    path: &str,
    examples: &[String],
    pictures: Pictures,
    stop: &Stop,
) -> Result<Document, Failure> {
    let mut loader = Loader::new(Limits::DEFAULT);
    let how = Playing {
        pictures,
        limits: Limits::DEFAULT,
        jobs: std::thread::available_parallelism().map_or(1, usize::from),
        watcher: stop,
    };
    let made = document_of(&mut loader, &mut texts, path, examples, &how);
    made.map_err(|found| {
        // What examples come to has the codes of runs.
        let of_runs = |one: &Diagnostic| one.code.number().starts_with("A05");
        let kind = match found.iter().any(of_runs) {
            true => Kind::Fault,
            false => Kind::Check,
        };
        Failure::found(kind, &found, loader.sources())
    })
}
