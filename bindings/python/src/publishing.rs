//! Rules as documents.

use affray::document::{Document, html, markdown, typst};
use affray::load::Loader;
use affray::publish::{Pictures, Playing, Publication};
use affray::source::Limits;
use pyo3::prelude::*;

use crate::book::Texts;
use crate::comparing::expand;
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
    let own = loader.load(path, &mut texts);
    let rules = expand(&mut loader, path, &mut texts)?;
    let base = match own.base() {
        None => None,
        Some(base) => Some((expand(&mut loader, &base, &mut texts)?, base)),
    };
    let mut all = vec![own];
    for example in examples.iter().filter(|example| *example != path) {
        all.push(loader.load_under(example, Some(path), &mut texts));
    }
    let sources = loader.sources();
    if let Some(wrong) = all.iter().find(|loaded| loaded.diagnostics.has_errors()) {
        return Err(Failure::found(Kind::Check, &wrong.diagnostics, sources));
    }
    let publication = Publication {
        rules: (path, &rules),
        base: base.as_ref().map(|(rules, path)| (path.as_str(), rules)),
        sources,
    };
    let how = Playing {
        pictures,
        limits: Limits::DEFAULT,
        jobs: std::thread::available_parallelism().map_or(1, usize::from),
        watcher: stop,
    };
    let made = publication.document(&all, &how, &mut |_| ());
    made.map_err(|found| Failure::found(Kind::Fault, &found, sources))
}
