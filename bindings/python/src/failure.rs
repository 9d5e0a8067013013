//! Errors as the exceptions of the package.

use affray::diagnostic::json::JsonReport;
use affray::diagnostic::{Diagnostics, RenderStyle, render};
use affray::source::{Limits, Sources};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

/// Which exception of `affray.errors` is raised.
#[derive(Clone, Copy)]
pub enum Kind {
    /// Files have errors.
    Check,
    /// What the caller asks for cannot be done.
    Usage,
    /// A fault stopped a run.
    Fault,
}

/// An error that is on its way to Python.
pub struct Failure {
    kind: Kind,
    message: String,
    /// As JSON, and as text.
    diagnostics: String,
    rendered: String,
}

impl Failure {
    /// For this reason.
    pub fn usage(message: impl Into<String>) -> Self {
        Failure {
            kind: Kind::Usage,
            message: message.into(),
            diagnostics: "[]".to_owned(),
            rendered: String::new(),
        }
    }

    /// For what was found, the first error of which is the message.
    pub fn found(kind: Kind, found: &Diagnostics, sources: &Sources) -> Self {
        Failure {
            kind,
            message: String::new(),
            diagnostics: json(&JsonReport::new(found, sources).diagnostics),
            rendered: drawn(found, sources),
        }
    }
}

/// Data as JSON.
pub fn json<T: serde::Serialize>(value: &T) -> String {
    // What has texts as keys can be written.
    serde_json::to_string(value).unwrap_or_default()
}

/// Diagnostics as text, all of them.
pub fn drawn(found: &Diagnostics, sources: &Sources) -> String {
    let style = RenderStyle {
        width: 100,
        shown: Limits::HARD.shown,
        ..RenderStyle::default()
    };
    render(found, sources, &style)
}

static ERRORS: PyOnceLock<Py<PyModule>> = PyOnceLock::new();

impl From<Failure> for PyErr {
    fn from(failure: Failure) -> PyErr {
        let name = match failure.kind {
            Kind::Check => "CheckError",
            Kind::Usage => "UsageError",
            Kind::Fault => "RunFault",
        };
        Python::attach(|py| {
            let errors =
                ERRORS.get_or_try_init(py, || py.import("affray.errors").map(Bound::unbind));
            let made = errors.and_then(|errors| {
                let arguments = (failure.message, failure.diagnostics, failure.rendered);
                errors
                    .bind(py)
                    .getattr(name)?
                    .call_method1("_made", arguments)
            });
            match made {
                Ok(error) => PyErr::from_value(error),
                Err(error) => PyRuntimeError::new_err(error.to_string()),
            }
        })
    }
}
