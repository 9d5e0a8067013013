//! Files, read and checked: from a disk or from memory.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use affray::diagnostic::json::JsonReport;
use affray::load::{self, Disk, Files, Loaded, Loader, SCHEME, Unreadable};
use affray::odds::vary::{CannotVary, set};
use affray::ruleset::Type;
use affray::scenario::Scenario;
use affray::source::{Clean, Limits, Sources};
use affray::suite;
use affray::view::Names;
use pyo3::prelude::*;
use serde_json::json;

use crate::course::{self, Course};
use crate::failure::{Failure, Kind, drawn, json};
use crate::{chances, own};

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

    fn beside(&self, path: &str) -> Vec<String> {
        let disk = self.disk.as_ref();
        disk.map_or_else(|| self.texts.beside(path), |disk| disk.beside(path))
    }

    fn help_outside(&self, above: usize, rest: &str) -> Option<String> {
        self.disk.as_ref()?.help_outside(above, rest)
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

/// How files are read.
#[derive(Clone, Copy)]
enum How<'a> {
    Plain,
    /// Rule sets are studied too.
    Studied,
    /// Scenarios are asked these questions too.
    Asked(&'a [String]),
}

impl Inner {
    /// The same, where its scenarios are asked these questions too.
    pub fn asking(&self, questions: &[String]) -> Inner {
        self.again(How::Asked(questions))
    }

    fn again(&self, how: How<'_>) -> Inner {
        let (path, under) = (self.path.clone(), self.under.clone());
        Inner::read(path, under, self.texts.clone(), None, how)
    }

    fn read(
        path: String,
        under: Option<String>,
        mut texts: Texts,
        disk: Option<Disk>,
        how: How<'_>,
    ) -> Inner {
        // `affray:osric` is short for the path of a file.
        let whole = |path: String| match path.starts_with(SCHEME) {
            true => load::find_builtin(&path).unwrap_or(path),
            false => path,
        };
        let (path, under) = (whole(path), under.map(whole));
        let mut files = Layered {
            texts: &mut texts,
            disk,
        };
        let mut loader = Loader::new(Limits::DEFAULT);
        match how {
            How::Plain => {}
            How::Studied => loader = loader.studying(),
            How::Asked(questions) => loader = loader.asking("questions", questions),
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
                How::Plain,
            ))))
        })
    }

    /// Takes a file from texts in memory.
    #[staticmethod]
    #[pyo3(signature = (texts, path, under=None))]
    fn given(py: Python<'_>, texts: Texts, path: String, under: Option<String>) -> Book {
        py.detach(|| Book(Arc::new(Inner::read(path, under, texts, None, How::Plain))))
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
                true => told(&self.0.again(How::Studied)),
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
        let Some(found) = self.0.loaded.scenarios.get(index) else {
            return Err(Failure::usage("there is no such scenario").into());
        };
        let playable = load::Playable {
            rules: Arc::clone(&found.rules),
            scenario: with(found, &settings)?,
        };
        Ok(Playable(Arc::new(Scene {
            book: Arc::clone(&self.0),
            playable,
            index,
            settings,
        })))
    }

    /// The title, items, options and kinds of its first rule set, as JSON.
    fn contents(&self) -> PyResult<String> {
        let Some(checked) = self.0.loaded.rules.first() else {
            return Err(Failure::usage("there are no rules in this file").into());
        };
        let (rules, sources) = (&checked.ruleset, &self.0.sources);
        let none = Scenario::default();
        let names = Names::new(rules, &none);
        let items = rules.items.iter().map(|item| {
            json!({
                "category": item.category,
                "name": item.name,
                "file": sources.name(item.span.file),
                "line": sources.line_col(item.span).line,
            })
        });
        let options = rules.options.iter().map(|option| {
            json!({
                "name": option.name,
                "type": type_word(&names, &option.ty),
                "value": names.written_value(&option.ty, option.value)
                    .unwrap_or_else(|| names.value(&option.ty, option.value)),
                "alternatives": words(&names, &option.ty),
                "text": option.text,
            })
        });
        let kinds = rules.kinds.iter().map(|kind| {
            let attributes = kind.attributes.iter().map(|attribute| {
                json!({
                    "name": attribute.name,
                    "type": type_word(&names, &attribute.declared.ty),
                    "alternatives": words(&names, &attribute.declared.ty),
                    "optional": attribute.declared.optional,
                    "text": attribute.text,
                })
            });
            json!({"name": kind.name, "attributes": attributes.collect::<Vec<_>>()})
        });
        Ok(json(&json!({
            "name": rules.name,
            "title": rules.title,
            "items": items.collect::<Vec<_>>(),
            "options": options.collect::<Vec<_>>(),
            "kinds": kinds.collect::<Vec<_>>(),
        })))
    }
}

/// The scenario of a playable with options and attributes set.
pub fn with(playable: &load::Playable, settings: &[(String, String)]) -> Result<Scenario, Failure> {
    let mut scenario = playable.scenario.clone();
    for (name, value) in settings {
        scenario = set(&playable.rules.ruleset, &scenario, name, value)
            .map_err(|CannotVary(why)| Failure::usage(Clean(&why).to_string()))?;
    }
    Ok(scenario)
}

fn type_word(names: &Names<'_>, ty: &Type) -> String {
    match ty {
        Type::YesNo => "yes/no".to_owned(),
        Type::Number(_) => "number".to_owned(),
        Type::Choice(_) => "choice".to_owned(),
        Type::Text => "text".to_owned(),
        Type::Action => "action".to_owned(),
        Type::Stage => "stage".to_owned(),
        Type::Record(kind) => names.written_kind(*kind),
        Type::Set(kind) => format!("{} set", names.written_kind(*kind)),
    }
}

/// The words of a choice, as rules write them.
fn words(names: &Names<'_>, ty: &Type) -> Vec<String> {
    match ty {
        Type::Choice(words) => words.iter().map(|&word| names.written_word(word)).collect(),
        _ => Vec::new(),
    }
}

/// A scenario and its rules, ready to run.
#[pyclass(frozen, module = "affray._affray")]
pub struct Playable(pub Arc<Scene>);

pub struct Scene {
    pub book: Arc<Inner>,
    pub playable: load::Playable,
    /// Which of the scenarios of the book, and what is set in it.
    pub index: usize,
    pub settings: Vec<(String, String)>,
}

#[pymethods]
impl Playable {
    #[getter]
    fn title(&self) -> &str {
        &self.0.playable.scenario.title
    }

    /// Plays it with its own dice and decisions; `seed` stands in for its own seed.
    fn run(&self, py: Python<'_>, seed: Option<u64>) -> Course {
        py.detach(|| course::played(&self.0, seed))
    }

    /// The same with dice and decisions of the caller, which are asked first.
    fn run_with(
        &self,
        py: Python<'_>,
        seed: Option<u64>,
        dice: Option<Py<PyAny>>,
        decide: Option<Py<PyAny>>,
        declare: Option<Py<PyAny>>,
    ) -> PyResult<Course> {
        let own = own::Callables {
            dice,
            decide,
            declare,
        };
        py.detach(|| own::played(&self.0, seed, own))
    }

    /// The digest of its runs with the seeds from `first` to before `end`.
    fn run_digest(&self, py: Python<'_>, first: u64, end: u64) -> PyResult<String> {
        let load::Playable { rules, scenario } = &self.0.playable;
        let digest = py
            .detach(|| suite::runs_digest(&rules.ruleset, scenario, first..end, &Limits::DEFAULT));
        Ok(digest.map_err(|why| Failure::usage(why.to_string()))?)
    }

    /// Answers questions; the wish and the answer as JSON.
    fn odds(&self, py: Python<'_>, wish: &str) -> PyResult<String> {
        let wish = serde_json::from_str(wish).map_err(|why| Failure::usage(why.to_string()))?;
        chances::odds(py, &self.0, &wish)
    }
}
