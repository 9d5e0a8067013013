//! Two rule files compared.

use affray::diff::{
    CompareOptions, ComparedFile, SearchSettings, TextStyle, compare, markdown, text,
};
use affray::load::Loader;
use affray::publish::PublishedRules;
use affray::source::Limits;
use pyo3::prelude::*;

use crate::book::Texts;
use crate::failure::{Failure, Kind, json};
use crate::signals::interruptible;

/// The only rule set of a file.
pub fn expand(
    loader: &mut Loader,
    path: &str,
    texts: &mut Texts,
) -> Result<PublishedRules, Failure> {
    let (rules, found) = loader.expand(path, texts);
    rules.ok_or_else(|| Failure::found(Kind::Check, &found, loader.sources()))
}

/// What differs between two rule files: as JSON, as text and as markdown. `search`: a seed, and how many situations are tried.
#[pyfunction]
pub fn diff(
    py: Python<'_>,
    texts: Texts,
    left: &str,
    right: &str,
    search: Option<(u64, u64)>,
    attribute: bool,
    width: usize,
) -> PyResult<(String, String, String)> {
    let made = interruptible(py, |_| {
        let (mut loader, mut texts) = (Loader::new(Limits::DEFAULT), texts);
        let one = expand(&mut loader, left, &mut texts)?;
        let other = expand(&mut loader, right, &mut texts)?;
        let wanted = CompareOptions {
            search: search.map(|(seed, tries)| SearchSettings {
                seed,
                tries,
                ..SearchSettings::default()
            }),
            attribution: attribute,
            limits: Limits::DEFAULT,
        };
        let one = ComparedFile {
            file: left,
            rules: &one,
        };
        let other = ComparedFile {
            file: right,
            rules: &other,
        };
        let report = compare(one, other, &[], wanted, loader.sources());
        let told = text(&report, TextStyle { width });
        Ok::<_, Failure>((json(&report), told, markdown(&report)))
    })?;
    Ok(made?)
}
