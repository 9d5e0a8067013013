//! Files, read and checked: from a disk or from memory.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use affray::diagnostic::json::JsonReport;
use affray::load::{self, Disk, Files, Loaded, Loader, SCHEME, Unreadable};
use affray::odds::vary::{CannotVary, Varied};
use affray::source::{Clean, Limits, Sources};
use pyo3::prelude::*;

use crate::course::{self, Course};
use crate::failure::{Failure, Kind, drawn, json};

/// Texts by their paths from the root of a project.
pub type Texts = BTreeMap<String, String>;

/// Texts in memory, and for what is not there a disk.
struct Layered<'a> {
    texts: &'a mut Texts,
    disk: Option<Disk>,
}

impl Files for Layered<'_> {
    fn read(&mut self, path: &str) -> Result<Vec<u8>, Unreadable> {
        match (&mut self.disk, self.texts.contains_key(path)) {
            (Some(disk), false) => disk.read(path),
            _ => self.texts.read(path),
        }
    }

    fn help_outside(&self, above: usize) -> Option<String> {
        self.disk.as_ref()?.help_outside(above)
    }
}

/// A file, all that it needs, and what was made of them.
#[pyclass(frozen, module = "affray._affray")]
pub struct Book(Arc<Inner>);

pub struct Inner {
    pub texts: Texts,
    pub path: String,
    /// The path of the rules by which its scenarios are played, if not by their own.
    pub under: Option<String>,
    pub loaded: Loaded,
    pub sources: Sources,
}

impl Inner {
    fn read(
        path: String,
        under: Option<String>,
        mut texts: Texts,
        disk: Option<Disk>,
        studies: bool,
    ) -> Inner {
        let mut files = Layered {
            texts: &mut texts,
            disk,
        };
        let mut loader = Loader::new(Limits::DEFAULT);
        if studies {
            loader = loader.studying();
        }
        let loaded = loader.load_under(&path, under.as_deref(), &mut files);
        let sources = loader.sources().clone();
        // Only what is needed, so that equal books have equal texts.
        let needed = sources.files().filter_map(|file| {
            let name = sources.name(file);
            let is_kept = loaded.needed.contains(name) && !name.starts_with(SCHEME);
            is_kept.then(|| (name.to_owned(), sources.text(file).to_owned()))
        });
        let texts = needed.collect();
        Inner {
            texts,
            path,
            under,
            loaded,
            sources,
        }
    }

    /// The error of files that have errors.
    pub fn sound(&self) -> Result<(), Failure> {
        let found = &self.loaded.diagnostics;
        match found.has_errors() {
            true => Err(Failure::found(Kind::Check, found, &self.sources)),
            false => Ok(()),
        }
    }
}

#[pymethods]
impl Book {
    /// Reads a file of a disk. `texts` stand in the place of files of their paths.
    #[staticmethod]
    #[pyo3(signature = (place, under=None, texts=Texts::new()))]
    fn open(py: Python<'_>, place: PathBuf, under: Option<String>, texts: Texts) -> PyResult<Book> {
        py.detach(|| {
            let (disk, path) = Disk::around(&place, &Limits::DEFAULT).map_err(|error| {
                let place = place.display().to_string();
                Failure::usage(format!("`{}` cannot be read: {error}", Clean(&place)))
            })?;
            Ok(Book(Arc::new(Inner::read(
                path,
                under,
                texts,
                Some(disk),
                false,
            ))))
        })
    }

    /// Takes a file from texts in memory.
    #[staticmethod]
    #[pyo3(signature = (texts, path, under=None))]
    fn given(py: Python<'_>, texts: Texts, path: String, under: Option<String>) -> Book {
        py.detach(|| Book(Arc::new(Inner::read(path, under, texts, None, false))))
    }

    #[getter]
    fn path(&self) -> &str {
        &self.0.path
    }

    #[getter]
    fn under(&self) -> Option<&str> {
        self.0.under.as_deref()
    }

    /// The texts of all files that it needs, but those that are part of the library.
    #[getter]
    fn texts(&self) -> Texts {
        self.0.texts.clone()
    }

    /// A number for all texts that it needs.
    #[getter]
    fn digest(&self) -> u64 {
        let sources = &self.0.sources;
        let all = sources
            .files()
            .filter(|&file| self.0.loaded.needed.contains(sources.name(file)));
        load::digest(all.map(|file| (sources.name(file), sources.text(file))))
    }

    /// What is wrong, as JSON.
    #[pyo3(signature = (study=false))]
    fn diagnostics(&self, py: Python<'_>, study: bool) -> (String, String) {
        py.detach(|| {
            let told = |book: &Inner| {
                let found = &book.loaded.diagnostics;
                let report = JsonReport::new(found, &book.sources);
                (json(&report.diagnostics), drawn(found, &book.sources))
            };
            match study {
                false => told(&self.0),
                true => {
                    let Inner {
                        texts, path, under, ..
                    } = &*self.0;
                    told(&Inner::read(
                        path.clone(),
                        under.clone(),
                        texts.clone(),
                        None,
                        true,
                    ))
                }
            }
        })
    }

    /// Raises the errors of its files.
    fn sound(&self) -> PyResult<()> {
        Ok(self.0.sound()?)
    }

    /// The titles of its scenarios without errors.
    fn titles(&self) -> Vec<&str> {
        let scenarios = self.0.loaded.scenarios.iter();
        scenarios.map(|one| one.scenario.title.as_str()).collect()
    }

    /// A scenario with options and attributes set.
    fn playable(&self, index: usize, settings: Vec<(String, String)>) -> PyResult<Playable> {
        self.0.sound()?;
        let all = &self.0.loaded.scenarios;
        let mut playable = all
            .get(index)
            .cloned()
            .ok_or_else(|| Failure::usage("there is no such scenario"))?;
        for (name, value) in &settings {
            let set = Varied::set(&playable.rules.ruleset, &playable.scenario, name, value);
            playable.scenario =
                set.map_err(|CannotVary(why)| Failure::usage(Clean(&why).to_string()))?;
        }
        Ok(Playable(Arc::new(Scene {
            book: Arc::clone(&self.0),
            playable,
        })))
    }
}

/// A scenario and its rules, ready to run.
#[pyclass(frozen, module = "affray._affray")]
pub struct Playable(pub Arc<Scene>);

pub struct Scene {
    pub book: Arc<Inner>,
    pub playable: load::Playable,
}

#[pymethods]
impl Playable {
    #[getter]
    fn title(&self) -> &str {
        &self.0.playable.scenario.title
    }

    /// Plays it with its own dice and decisions; `seed` stands in for its own seed.
    #[pyo3(signature = (seed=None))]
    fn run(&self, py: Python<'_>, seed: Option<u64>) -> Course {
        py.detach(|| course::played(&self.0, seed))
    }
}
