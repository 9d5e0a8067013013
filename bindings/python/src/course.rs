//! Runs: what happened, in the forms of the library.

use std::sync::Arc;

use affray::diagnostic::json::JsonReport;
use affray::journal::{Entry, Journal};
use affray::run::Ending;
use affray::source::Limits;
use affray::suite::{self, Played};
use affray::view::json as view;
use affray::view::outline::{Outline, outline};
use affray::view::picture::{Extent, Scheme, picture};
use affray::view::recap::recap;
use affray::view::{TranscriptStyle, transcript};
use affray::why::counterfactual::defaults;
use affray::why::{self, TRIES, WhyQuestion, WhySubject};
use pyo3::prelude::*;

use crate::book::Scene;
use crate::failure::{Failure, Kind, drawn, json};
use crate::signals::interruptible;

/// A scenario that was played.
#[pyclass(frozen, module = "affray._affray")]
pub struct Course {
    scene: Arc<Scene>,
    seed: Option<u64>,
    played: Played,
}

/// Plays a scenario with its own dice and decisions; `seed` stands in for its own seed.
pub fn played(scene: &Arc<Scene>, seed: Option<u64>) -> Course {
    let (rules, scenario) = (&scene.playable.rules.ruleset, &scene.playable.scenario);
    Course {
        scene: Arc::clone(scene),
        seed,
        played: suite::play(rules, scenario, seed, &Limits::DEFAULT),
    }
}

impl Course {
    /// Whether this happened, and it ended so.
    pub fn is(&self, ending: Option<Ending>, journal: &Journal) -> bool {
        self.played.ending == ending && self.played.journal == *journal
    }

    /// Whether these entries are what it tells, in which nothing was done in the end.
    pub fn begins(&self, entries: &[Entry]) -> bool {
        self.played.ending.is_some() && self.played.journal.entries == entries
    }

    fn run(&self) -> why::Run<'_> {
        why::Run {
            rules: &self.scene.playable.rules.ruleset,
            scenario: &self.scene.playable.scenario,
            seed: self.seed,
            journal: &self.played.journal,
            sources: &self.scene.book.sources,
            limits: Limits::DEFAULT,
            watcher: None,
            waits: None,
        }
    }

    fn outline(&self) -> Outline {
        let run = self.run();
        outline(run.rules, run.scenario, run.journal)
    }

    fn reasons(&self, about: &[String]) -> Result<(String, String), Failure> {
        let run = self.run();
        let about = WhySubject::parse(&run, about);
        let about = about.map_err(|unknown| Failure::usage(unknown.to_string()))?;
        let question = WhyQuestion {
            within: Vec::new(),
            about,
            tries: TRIES,
        };
        let reasons = why::why(&run, &question);
        Ok((json(&reasons), why::render(&reasons)))
    }
}

#[pymethods]
impl Course {
    /// `over`, `stopped`, `played`; nothing if a fault stopped it.
    #[getter]
    fn ending(&self) -> Option<&'static str> {
        self.played.ending.map(|ending| match ending {
            Ending::Over => "over",
            Ending::Stopped => "stopped",
            Ending::Played => "played",
        })
    }

    /// Raises the fault that stopped it.
    fn sound(&self) -> PyResult<()> {
        match self.played.ending {
            Some(_) => Ok(()),
            None => {
                let sources = &self.scene.book.sources;
                Err(Failure::found(Kind::Fault, &self.played.findings, sources).into())
            }
        }
    }

    /// What came otherwise than expected: as JSON, and as text.
    fn findings(&self) -> (String, String) {
        let (found, sources) = (&self.played.findings, &self.scene.book.sources);
        let report = JsonReport::new(found, sources);
        (json(&report.diagnostics), drawn(found, sources))
    }

    /// What `affray run` prints.
    fn transcript(&self, py: Python<'_>) -> String {
        py.detach(|| {
            let run = self.run();
            let style = TranscriptStyle::default();
            let mut text = transcript(run.rules, run.scenario, run.journal, &style);
            if self.played.ending.is_some() {
                text += &defaults(&run).to_string();
            }
            text
        })
    }

    /// The journal, and all records with their attributes at the beginning and at the end; as JSON.
    fn journal(&self, py: Python<'_>) -> (String, String) {
        py.detach(|| {
            let run = self.run();
            let rows = [&self.played.start[..], &self.played.end];
            let told = view::journal(run.rules, run.scenario, run.journal, run.sources);
            let records = view::records(run.rules, run.scenario, run.journal, run.sources, rows);
            (json(&told), json(&records))
        })
    }

    /// Why two acts came in their order, in the words of `affray why`; of one name why these acts came, or an attribute is what it is; why all came, if
    /// nothing is named. As JSON, and as text.
    fn why(&self, py: Python<'_>, about: Vec<String>) -> PyResult<(String, String)> {
        Ok(interruptible(py, |_| self.reasons(&about))??)
    }

    /// The picture, as SVG: in the colours of the reader, or in light ones.
    fn picture(&self, py: Python<'_>, light: bool) -> String {
        let scheme = match light {
            true => Scheme::Light,
            false => Scheme::Reader,
        };
        py.detach(|| picture(&self.outline(), Extent::Whole, scheme))
    }

    /// The run retold, as markdown.
    fn recap(&self, py: Python<'_>) -> String {
        py.detach(|| recap(&self.outline()))
    }
}
