//! Two rule files compared.

use affray::diff::{CompareOptions, SearchSettings, TextStyle, markdown, text};
use affray::load::Loader;
use affray::publish::differences;
use affray::source::Limits;
use pyo3::prelude::*;

use crate::book::Texts;
use crate::failure::{Failure, Kind, json};
use crate::signals::interruptible;

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
        let wanted = CompareOptions {
            search: search.map(|(seed, tries)| SearchSettings {
                seed,
                tries,
                ..SearchSettings::default()
            }),
            attribution: attribute,
            limits: Limits::DEFAULT,
        };
        let made = differences(&mut loader, &mut texts, [left, right], &[], wanted);
        let report = made.map_err(|found| Failure::found(Kind::Check, &found, loader.sources()))?;
        let told = text(&report, TextStyle { width });
        Ok::<_, Failure>((json(&report), told, markdown(&report)))
    })?;
    Ok(made?)
}
