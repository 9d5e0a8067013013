//! How likely things are.

use std::sync::Arc;

use affray::odds::exact::Budget;
use affray::odds::merge as sheets;
use affray::odds::report::{self, SCHEMA_VERSION, Sheet};
use affray::odds::simulate::Plan;
use affray::odds::survey::{Subject, Wish, survey};
use affray::odds::{Method, left_to_defaults, render};
use affray::source::Limits;
use pyo3::prelude::*;
use serde::Deserialize;

use crate::book::{Scene, with};
use crate::failure::Failure;
use crate::signals::{Stop, interruptible};

/// What is asked and how, as the package says it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    /// Questions in the words of the language; those of the scenario, if there are none.
    of: Vec<String>,
    order: bool,
    /// Only exactly, or only by playing.
    exact: bool,
    play: bool,
    trials: (u64, u64),
    seed: u64,
    states: usize,
    /// On so many threads; 0: as many as the machine has.
    jobs: usize,
    within: Option<f64>,
    /// What is different in each case: its label, and what is set.
    cases: Vec<(String, Vec<(String, String)>)>,
}

impl Asked {
    fn method(&self) -> Method {
        let budget = Budget {
            states: self.states,
            ..Budget::default()
        };
        let jobs = match self.jobs {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            jobs => jobs,
        };
        let plan = Plan {
            seed: self.seed,
            trials: self.trials.0..self.trials.1,
            jobs,
            within: self.within,
        };
        Method {
            budget: (!self.play).then_some(budget),
            plan: (!self.exact).then_some(plan),
        }
    }
}

/// Answers questions about a scenario; as JSON, as `affray odds --format json` prints it.
pub fn odds(py: Python<'_>, scene: &Arc<Scene>, wish: &Asked) -> PyResult<String> {
    let sheet = interruptible(py, |stop| sheet(scene, wish, stop))??;
    Ok(written(&sheet)?)
}

fn sheet(scene: &Scene, wish: &Asked, stop: &Stop) -> Result<Sheet, Failure> {
    // The questions are part of what is read.
    let asking = scene.book.asking(&wish.of);
    asking.sound()?;
    let Some(playable) = asking.loaded.scenarios.get(scene.index) else {
        return Err(Failure::usage("there is no such scenario"));
    };
    let mut subjects = Vec::new();
    for (label, settings) in &wish.cases {
        let settings = [scene.settings.as_slice(), settings].concat();
        subjects.push(Subject {
            label: label.clone(),
            rules: &playable.rules.ruleset,
            scenario: with(playable, &settings)?,
            sources: &asking.sources,
        });
    }
    let asked = Wish {
        added: wish.of.len(),
        order: wish.order,
    };
    if asked.questions(&playable.scenario).is_empty() {
        return Err(Failure::usage(
            "the scenario asks nothing; say what, as in `odds(\"place of ann\")`, or write `odds ...` in it",
        ));
    }
    let (limits, method) = (Limits::DEFAULT, wish.method());
    Ok(Sheet {
        schema_version: SCHEMA_VERSION,
        scenario: playable.scenario.title.clone(),
        fingerprint: report::fingerprint([&asking.sources]),
        seed: wish.seed,
        questions: survey(&subjects, asked, &limits, &method, stop, &mut |_| ()),
        defaults: left_to_defaults(&subjects, asked, wish.seed, &limits),
    })
}

fn read(sheet: &str) -> Result<Sheet, Failure> {
    report::read(sheet.as_bytes()).map_err(|why| Failure::usage(format!("the sheet {why}")))
}

fn written(sheet: &Sheet) -> Result<String, Failure> {
    report::written(sheet).map_err(|why| Failure::usage(why.to_string()))
}

/// One sheet for all trials of several.
#[pyfunction]
pub fn merge(py: Python<'_>, parts: Vec<String>) -> PyResult<String> {
    py.detach(|| {
        let mut all = Vec::new();
        for (number, part) in parts.iter().enumerate() {
            all.push((format!("part {}", number + 1), read(part)?));
        }
        let merged = sheets::merge(all);
        let merged = merged.map_err(|sheets::CannotMerge(why)| Failure::usage(why))?;
        Ok(written(&merged)?)
    })
}

/// A sheet in a form of `affray odds`: `plain`, `human`, `csv` or `svg`.
#[pyfunction]
pub fn shown(sheet: &str, form: &str, width: usize) -> PyResult<String> {
    let sheet = read(sheet)?;
    Ok(match form {
        "plain" => render::human(&sheet, width, false),
        "human" => render::human(&sheet, width, true),
        "csv" => render::csv(&sheet),
        "svg" => render::svg(&sheet),
        _ => return Err(Failure::usage("there is no such form").into()),
    })
}
