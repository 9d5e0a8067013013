//! Sweeps: a grid of cells, cut into shards. A shard is a pure function of the plan and its number, so that it can be played anywhere, and again.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use affray::load::{Loader, Playable};
use affray::odds::exact::Budget;
use affray::odds::merge as sheets;
use affray::odds::report::{self, How, SCHEMA_VERSION, Sheet};
use affray::odds::simulate::{self, OddsWatcher};
use affray::odds::survey::{Subject, Wish, survey};
use affray::odds::{Method, left_to_defaults};
use affray::scenario::Scenario;
use affray::source::{Clean, Limits, Sources};
use pyo3::prelude::*;
use serde::Deserialize;

use crate::book::{Texts, with};
use crate::failure::{Failure, Kind};

/// More cells than this are refused.
const MOST_CELLS: usize = 10_000;
/// More shards than this are refused.
const MOST_SHARDS: u64 = 1_000_000;

/// A plan as it is written down.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    /// The version of the library that made it: another one could play otherwise.
    affray: String,
    scenarios: Vec<Source>,
    /// Which scenario of their files.
    index: usize,
    ask: Vec<String>,
    cells: Vec<Cell>,
    exact: bool,
    seed: u64,
    trials: (u64, u64),
    shard: u64,
    work: u64,
}

/// A scenario and the rules by which it is played.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Source {
    path: String,
    under: Option<String>,
    texts: Texts,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Cell {
    label: String,
    /// By its number in `scenarios`.
    scenario: usize,
    settings: Vec<(String, String)>,
}

/// A scenario that was read and checked.
struct Read {
    playable: Playable,
    sources: Sources,
}

/// A plan, read and checked.
#[pyclass(frozen, module = "affray._affray")]
pub struct Plan {
    written: Written,
    read: Vec<Read>,
    fingerprint: String,
}

/// Stops the shards that look at it.
#[pyclass(frozen, module = "affray._affray")]
#[derive(Default)]
pub struct Halt(AtomicBool);

#[pymethods]
impl Halt {
    #[new]
    fn new() -> Self {
        Halt::default()
    }

    fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Halt {
    fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

impl OddsWatcher for Halt {
    fn followed(&self, _states: u64) -> bool {
        !self.is_set()
    }

    fn done(&self, _trials: u64) -> bool {
        !self.is_set()
    }
}

impl Plan {
    fn opened(text: &str) -> Result<Plan, Failure> {
        let written: Written = serde_json::from_str(text)
            .map_err(|error| Failure::usage(format!("this is no plan of a sweep: {error}")))?;
        let here = env!("CARGO_PKG_VERSION");
        if written.affray != here {
            let theirs = Clean(&written.affray);
            let why = format!("the plan was made by affray {theirs}, and this is affray {here}");
            return Err(Failure::usage(why));
        }
        let read: Vec<Read> = (written.scenarios.iter())
            .map(|source| Plan::read(source, &written))
            .collect::<Result<_, _>>()?;
        let fingerprint = report::fingerprint(read.iter().map(|one| &one.sources));
        let plan = Plan {
            written,
            read,
            fingerprint,
        };
        plan.bounded()?;
        Ok(plan)
    }

    fn read(source: &Source, written: &Written) -> Result<Read, Failure> {
        let mut loader = Loader::new(Limits::DEFAULT).asking("ask", &written.ask);
        let mut texts = source.texts.clone();
        let loaded = loader.load_under(&source.path, source.under.as_deref(), &mut texts);
        let found = &loaded.diagnostics;
        if found.has_errors() {
            return Err(Failure::found(Kind::Check, found, loader.sources()));
        }
        let playable = loaded.scenarios.get(written.index).cloned();
        Ok(Read {
            playable: playable.ok_or_else(|| Failure::usage("there is no such scenario"))?,
            sources: loader.sources().clone(),
        })
    }

    /// Refuses a plan with nothing to do, or with too much of something.
    fn bounded(&self) -> Result<(), Failure> {
        let Written {
            cells,
            trials: (from, to),
            shard,
            work,
            ..
        } = &self.written;
        let refuse = |why: String| Err(Failure::usage(why));
        if cells.is_empty() || cells.iter().any(|cell| cell.scenario >= self.read.len()) {
            return refuse("the sweep has no cells".to_owned());
        }
        if cells.len() > MOST_CELLS {
            return refuse(format!("a sweep has at most {MOST_CELLS} cells"));
        }
        if from >= to || *shard == 0 {
            return refuse(
                "there is nothing to play: a sweep needs trials, and shards at least one"
                    .to_owned(),
            );
        }
        if *work == 0 || *work > Limits::HARD.work {
            return refuse(format!(
                "`work` is a number from 1 to {}",
                Limits::HARD.work
            ));
        }
        let shards = self.shards_of_a_cell().checked_mul(cells.len() as u64);
        match shards {
            Some(shards) if shards <= MOST_SHARDS => Ok(()),
            _ => refuse(format!(
                "a sweep has at most {MOST_SHARDS} shards; make `shard` larger"
            )),
        }
    }

    /// A cell: its scenario as it is set there.
    fn set(&self, cell: &Cell) -> Result<(&Read, Scenario), Failure> {
        let read = &self.read[cell.scenario];
        let scenario = with(&read.playable, &cell.settings)?;
        Ok((read, scenario))
    }

    /// The questions that were given; those of the scenario, if none were.
    fn wish(&self) -> Wish {
        Wish {
            added: self.written.ask.len(),
            order: false,
        }
    }

    fn shards_of_a_cell(&self) -> u64 {
        let Written {
            trials: (from, to),
            shard,
            exact,
            ..
        } = self.written;
        match exact {
            true => 1,
            false => (to - from).div_ceil(shard),
        }
    }

    fn shards(&self) -> u64 {
        self.shards_of_a_cell() * self.written.cells.len() as u64
    }

    /// The cell of a shard and its trials.
    fn place(&self, number: u64) -> Result<(&Cell, Range<u64>), Failure> {
        let all = self.shards();
        if number >= all {
            return Err(Failure::usage(format!(
                "the sweep has {all} shards, from 0"
            )));
        }
        let of_a_cell = self.shards_of_a_cell();
        let (from, to) = self.written.trials;
        let start = from + number % of_a_cell * self.written.shard;
        let cell = &self.written.cells[(number / of_a_cell) as usize];
        Ok((
            cell,
            start..to.min(start.saturating_add(self.written.shard)),
        ))
    }

    /// Plays a shard; nothing if it was halted.
    fn played(&self, number: u64, halt: &Halt) -> Result<Option<Sheet>, Failure> {
        let (cell, trials) = self.place(number)?;
        let (read, scenario) = self.set(cell)?;
        let limits = Limits {
            work: self.written.work,
            ..Limits::DEFAULT
        };
        let plan = simulate::Plan {
            seed: self.written.seed,
            trials: trials.clone(),
            jobs: 1,
            within: None,
        };
        let exact = self.written.exact;
        let method = Method {
            budget: exact.then(Budget::default),
            plan: (!exact).then_some(plan),
        };
        let subject = Subject {
            label: cell.label.clone(),
            rules: &read.playable.rules.ruleset,
            scenario,
            sources: &read.sources,
        };
        let subjects = [subject];
        let questions = survey(&subjects, self.wish(), &limits, &method, halt, &mut |_| ());
        if halt.is_set() {
            return Ok(None);
        }
        let mut cases = questions.iter().flat_map(|table| &table.cases);
        if cases.any(|case| matches!(case.found, Some(How::Played { to, .. }) if to < trials.end)) {
            let work = self.written.work;
            return Err(Failure::usage(format!(
                "shard {number} takes more than {work} steps; make `shard` smaller, or allow more with `work`"
            )));
        }
        Ok(Some(Sheet {
            schema_version: SCHEMA_VERSION,
            scenario: read.playable.scenario.title.clone(),
            fingerprint: self.fingerprint.clone(),
            seed: self.written.seed,
            questions,
            // The first part of a cell says it for all of them.
            defaults: match trials.start == self.written.trials.0 {
                true => left_to_defaults(&subjects, self.wish(), self.written.seed, &limits),
                false => Vec::new(),
            },
        }))
    }

    /// Puts all parts of a cell together.
    fn cell(&self, cell: usize, parts: &[Vec<u8>]) -> Result<Sheet, Failure> {
        let wrong = |what: &str| Failure::usage(format!("a part {what}"));
        let Some(label) = self.written.cells.get(cell).map(|cell| &cell.label) else {
            return Err(Failure::usage("there is no such cell"));
        };
        let merged = merged(parts)?;
        let mut cases = merged.questions.iter().flat_map(|table| &table.cases);
        if merged.fingerprint != self.fingerprint || merged.seed != self.written.seed {
            return Err(wrong("is of another plan"));
        }
        if !cases.clone().all(|case| case.label == *label) {
            return Err(wrong("is of another cell"));
        }
        let (first, last) = self.written.trials;
        let is_whole = |case: &report::Case| match case.found {
            Some(How::Played { from, to, .. }) => (from, to) == (first, last),
            _ => self.written.exact,
        };
        match cases.all(is_whole) {
            true => Ok(merged),
            false => Err(wrong("is missing")),
        }
    }
}

#[pymethods]
impl Plan {
    /// Reads a plan from its text.
    #[new]
    fn new(py: Python<'_>, text: &str) -> PyResult<Plan> {
        Ok(py.detach(|| Plan::opened(text))?)
    }

    /// Refuses a plan in which a cell cannot be set, or nothing is asked.
    fn check(&self, py: Python<'_>) -> PyResult<()> {
        Ok(py.detach(|| {
            for cell in &self.written.cells {
                let (_, scenario) = self.set(cell)?;
                if self.wish().questions(&scenario).is_empty() {
                    return Err(Failure::usage(
                        "the scenario asks nothing; say what with `ask`",
                    ));
                }
            }
            Ok(())
        })?)
    }

    /// How many shards it has.
    fn __len__(&self) -> usize {
        self.shards() as usize
    }

    /// How many of them each cell has: those of a cell follow each other.
    #[getter]
    fn shards_per_cell(&self) -> u64 {
        self.shards_of_a_cell()
    }

    /// The trials of a shard: the first, and the one behind the last.
    fn trials(&self, number: u64) -> PyResult<(u64, u64)> {
        let (_, trials) = self.place(number)?;
        Ok((trials.start, trials.end))
    }

    /// Plays a shard; nothing if it was halted.
    fn play(&self, py: Python<'_>, number: u64, halt: &Halt) -> PyResult<Option<Vec<u8>>> {
        Ok(py.detach(|| self.played(number, halt)?.as_ref().map(written).transpose())?)
    }

    /// Puts all parts of a cell together, in whatever order.
    fn gather(&self, py: Python<'_>, cell: usize, parts: Vec<Vec<u8>>) -> PyResult<Vec<u8>> {
        Ok(py.detach(|| written(&self.cell(cell, &parts)?))?)
    }
}

/// Puts the cases of sheets side by side.
#[pyfunction]
pub fn join(py: Python<'_>, parts: Vec<Vec<u8>>) -> PyResult<Vec<u8>> {
    Ok(py.detach(|| written(&sheets::join(numbered(&parts)?).map_err(cannot)?))?)
}

fn merged(parts: &[Vec<u8>]) -> Result<Sheet, Failure> {
    sheets::merge(numbered(parts)?).map_err(cannot)
}

/// Sheets, each with the name by which it is spoken of.
fn numbered(parts: &[Vec<u8>]) -> Result<Vec<(String, Sheet)>, Failure> {
    let each = parts.iter().enumerate();
    each.map(|(number, part)| Ok((format!("part {number}"), read(part)?)))
        .collect()
}

fn cannot(sheets::CannotMerge(why): sheets::CannotMerge) -> Failure {
    Failure::usage(why)
}

fn read(sheet: &[u8]) -> Result<Sheet, Failure> {
    report::read(sheet).map_err(|why| Failure::usage(format!("a part {why}")))
}

fn written(sheet: &Sheet) -> Result<Vec<u8>, Failure> {
    let text = report::written(sheet).map_err(|error| Failure::usage(error.to_string()))?;
    Ok(text.into_bytes())
}
