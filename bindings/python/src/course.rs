//! Runs: what happened, in the forms of the library.

use std::sync::Arc;

use affray::diagnostic::json::JsonReport;
use affray::run::Ending;
use affray::source::Limits;
use affray::suite::{self, Played};
use affray::view::{TranscriptStyle, transcript};
use affray::why;
use affray::why::counterfactual::defaults;
use pyo3::prelude::*;

use crate::book::Scene;
use crate::failure::{Failure, Kind, drawn, json};

/// A scenario that was played.
#[pyclass(frozen, module = "affray._affray")]
pub struct Course {
    scene: Arc<Scene>,
    seed: Option<u64>,
    played: Played,
}

pub fn played(scene: &Arc<Scene>, seed: Option<u64>) -> Course {
    let (rules, scenario) = (&scene.playable.rules.ruleset, &scene.playable.scenario);
    Course {
        scene: Arc::clone(scene),
        seed,
        played: suite::play(rules, scenario, seed, &Limits::DEFAULT),
    }
}

impl Course {
    fn run(&self) -> why::Run<'_> {
        why::Run {
            rules: &self.scene.playable.rules.ruleset,
            scenario: &self.scene.playable.scenario,
            seed: self.seed,
            journal: &self.played.journal,
            sources: &self.scene.book.sources,
            limits: Limits::DEFAULT,
            watcher: None,
        }
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
        (
            json(&JsonReport::new(found, sources).diagnostics),
            drawn(found, sources),
        )
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
}
