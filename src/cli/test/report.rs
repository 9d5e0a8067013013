//! The answer for programs. Data, and how it is made of the results.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::gather::{Fate, Gathered};
use crate::diagnostic::Diagnostics;
use crate::diagnostic::json::{JsonDiagnostic, JsonReport};

/// The version of the form of [`TestReport`]; it rises when a reader could misunderstand the new one.
pub const SCHEMA_VERSION: u32 = 1;

/// The answer for programs.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct TestReport {
    /// Always [`SCHEMA_VERSION`].
    pub schema_version: u32,
    /// How many there are of each.
    pub summary: JsonSummary,
    /// In the order of paths and places.
    pub scenarios: Vec<JsonScenario>,
    /// What is wrong with the files, sorted; what is wrong with runs stands with their scenarios.
    pub diagnostics: Vec<JsonDiagnostic>,
}

/// How many scenarios have which outcome.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct JsonSummary {
    /// All of them.
    pub scenarios: usize,
    /// Those that came as expected.
    pub pass: usize,
    /// Those that did not.
    pub fail: usize,
    /// Those that could not be played.
    pub not_played: usize,
}

/// A scenario.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct JsonScenario {
    /// Its file.
    pub file: String,
    /// The line of its title.
    pub line: u32,
    /// Its title.
    pub title: String,
    /// What came of it.
    pub outcome: JsonOutcome,
    /// What did not come as expected, sorted.
    pub diagnostics: Vec<JsonDiagnostic>,
}

/// What came of a scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum JsonOutcome {
    /// Everything came as expected.
    Pass,
    /// Something did not.
    Fail,
    /// It, or its rules, cannot be read.
    NotPlayed,
}

impl TestReport {
    /// The results in this form.
    pub(super) fn of(gathered: &Gathered) -> Self {
        let mut scenarios = Vec::new();
        let projects = &gathered.projects;
        for file in &gathered.files {
            let sources = projects.sources(&file.found);
            for scenario in &file.scenarios {
                let findings = match &scenario.fate {
                    Fate::Played(outcome) => &outcome.findings,
                    _ => &Diagnostics::new(),
                };
                scenarios.push(JsonScenario {
                    file: file.found.path().to_owned(),
                    line: sources.line_col(scenario.head).line,
                    title: scenario.title.clone(),
                    outcome: outcome(&scenario.fate),
                    diagnostics: JsonReport::new(findings, sources).diagnostics,
                });
            }
        }
        TestReport {
            schema_version: SCHEMA_VERSION,
            summary: JsonSummary {
                scenarios: gathered.count(|_| true),
                pass: gathered.count(Fate::passes),
                fail: gathered.count(Fate::fails),
                not_played: gathered.count(Fate::is_left_out),
            },
            scenarios,
            diagnostics: gathered
                .said_of_files()
                .into_iter()
                .flat_map(|(sources, said)| JsonReport::new(&said, sources).diagnostics)
                .collect(),
        }
    }
}

fn outcome(fate: &Fate) -> JsonOutcome {
    match fate {
        Fate::Played(outcome) if outcome.passes() => JsonOutcome::Pass,
        Fate::Played(_) => JsonOutcome::Fail,
        Fate::Ready(_) | Fate::NotPlayed => JsonOutcome::NotPlayed,
    }
}
