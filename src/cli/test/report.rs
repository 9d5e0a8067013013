//! The answer for programs. Data, and how it is made of the results.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::compare::SnapshotStatus;
use super::covered::{self, ShownCoverage};
use super::gather::Tested;
use super::gather::{Gathered, ScenarioFate};
use super::kept;
use super::mutants::MutantOutcomes;
use super::unnoticed::{self, JsonChanged, JsonShare};
use crate::diagnostic::Diagnostics;
use crate::diagnostic::json::{JsonDiagnostic, JsonReport};
use crate::ruleset::StatementId;

/// The version of the form of [`TestReport`]; it rises when a reader could misunderstand the new one.
pub const SCHEMA_VERSION: u32 = 1;

/// The answer for programs.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct TestReport {
    /// The version of this form.
    pub schema_version: u32,
    /// How many there are of each.
    pub summary: JsonSummary,
    /// In the order of paths and places.
    pub scenarios: Vec<JsonScenario>,
    /// How far the rules are covered, ruleset by ruleset, if that was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub coverage: Option<Vec<JsonCoverage>>,
    /// What came of small changes of the rule files, if any were made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub changes: Option<Vec<JsonChanged>>,
    /// What is wrong with the files, sorted; what is wrong with runs stands with their scenarios.
    pub diagnostics: Vec<JsonDiagnostic>,
}

/// How many scenarios have which outcome.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
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

impl JsonSummary {
    /// Of the scenarios of some files.
    pub(super) fn of<'a>(files: impl IntoIterator<Item = &'a Tested>) -> Self {
        let mut counts = JsonSummary::default();
        for scenario in files.into_iter().flat_map(|file| &file.scenarios) {
            counts.scenarios += 1;
            counts.pass += usize::from(scenario.fate.passes());
            counts.fail += usize::from(scenario.fate.fails());
            counts.not_played += usize::from(scenario.fate.is_left_out());
        }
        counts
    }
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
    /// How its transcript stands to the one that is kept, if one is to be kept and it was played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub snapshot: Option<JsonVerdict>,
}

/// How a transcript stands to the one that is kept.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct JsonVerdict {
    /// In short.
    pub state: JsonState,
    /// What is different, line by line: `-` before what is kept, `+` before what happens now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub difference: Option<String>,
}

/// How a transcript stands to the one that is kept, in short.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum JsonState {
    /// They are the same.
    Holds,
    /// None was kept.
    New,
    /// They are not the same.
    Changed,
    /// It was new or had changed, and is now the one that is kept.
    Accepted,
    /// The file in which it should be kept cannot be read, or is no snapshot.
    Unreadable,
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

/// How far one ruleset is covered.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct JsonCoverage {
    /// What the ruleset is called.
    pub title: String,
    /// Its file.
    pub file: String,
    /// How many things scenarios can exercise.
    pub items: usize,
    /// How many of them a scenario has exercised.
    pub exercised: usize,
    /// The others, in the order of files and places.
    pub gaps: Vec<JsonGap>,
    /// The statements of the document; nothing if the rules do not say how they are numbered.
    pub statements: Option<JsonStatements>,
    /// How many small changes of its file are noticed, if any were made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub changes: Option<JsonShare>,
}

/// Something that no scenario has exercised.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct JsonGap {
    /// The file in which it stands.
    pub file: String,
    /// The line on which it begins.
    pub line: u32,
    /// What it is: `exception "shields first"`.
    pub name: String,
    /// What it has never done: `never applies`.
    pub never: String,
}

/// The statements of a document that rules are for.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct JsonStatements {
    /// How many there are.
    pub all: usize,
    /// How many others need no rule.
    pub unruled: usize,
    /// Those that no rule cites.
    pub not_cited: Vec<String>,
    /// Those that no scenario proves which comes as expected.
    pub not_proved: Vec<String>,
}

impl TestReport {
    /// The results in this form.
    pub(super) fn new(
        gathered: &Gathered,
        covered: Option<&[ShownCoverage]>,
        changed: Option<&[MutantOutcomes]>,
    ) -> Self {
        let mut scenarios = Vec::new();
        let projects = &gathered.projects;
        for file in &gathered.files {
            let sources = projects.sources(&file.found);
            for scenario in &file.scenarios {
                let findings = match &scenario.fate {
                    ScenarioFate::Played(outcome) => &outcome.findings,
                    _ => &Diagnostics::new(),
                };
                scenarios.push(JsonScenario {
                    file: file.found.path().to_owned(),
                    line: sources.line_col(scenario.head).line,
                    title: scenario.title.clone(),
                    outcome: outcome(&scenario.fate),
                    diagnostics: JsonReport::new(findings, sources).diagnostics,
                    snapshot: scenario.snapshot.as_ref().map(verdict),
                });
            }
        }
        TestReport {
            schema_version: SCHEMA_VERSION,
            summary: JsonSummary::of(&gathered.files),
            scenarios,
            coverage: covered.map(|all| all.iter().map(|one| coverage(one, changed)).collect()),
            changes: changed.map(|all| unnoticed::json(gathered, all)),
            diagnostics: gathered
                .said_of_files()
                .into_iter()
                .flat_map(|(sources, said)| JsonReport::new(&said, sources).diagnostics)
                .collect(),
        }
    }
}

fn coverage(covered: &ShownCoverage, changed: Option<&[MutantOutcomes]>) -> JsonCoverage {
    let ShownCoverage { file, gaps, of } = covered;
    let ids = |ids: &BTreeSet<StatementId>| ids.iter().map(ToString::to_string).collect();
    JsonCoverage {
        title: of.title.clone(),
        file: file.clone(),
        items: of.items,
        exercised: of.items - of.gaps.len(),
        gaps: gaps.clone(),
        statements: of.statements.as_ref().map(|statements| JsonStatements {
            all: statements.all,
            unruled: statements.unruled,
            not_cited: ids(&statements.not_cited),
            not_proved: ids(&statements.not_proved),
        }),
        changes: covered::share(of, changed),
    }
}

fn verdict(verdict: &SnapshotStatus) -> JsonVerdict {
    let (state, difference) = match verdict {
        SnapshotStatus::Holds => (JsonState::Holds, None),
        SnapshotStatus::New => (JsonState::New, None),
        SnapshotStatus::Changed(difference) => {
            (JsonState::Changed, Some(kept::plainly(difference)))
        }
        SnapshotStatus::Accepted => (JsonState::Accepted, None),
        SnapshotStatus::Unreadable(_) => (JsonState::Unreadable, None),
    };
    JsonVerdict { state, difference }
}

fn outcome(fate: &ScenarioFate) -> JsonOutcome {
    match fate {
        ScenarioFate::Played(outcome) if outcome.passes() => JsonOutcome::Pass,
        ScenarioFate::Played(_) => JsonOutcome::Fail,
        ScenarioFate::Ready(_) | ScenarioFate::NotPlayed => JsonOutcome::NotPlayed,
    }
}
