//! What is given to JavaScript. Data only; `types.ts` says the same in its language.

use affray::diagnostic::json::JsonDiagnostic;
use affray::diff::Report;
use affray::odds::report::Sheet;
use affray::view::json::{JsonJournal, JsonRule};
use affray::why::Why;
use serde::{Deserialize, Serialize};

/// Why something cannot be done.
#[derive(Debug, Default, Serialize)]
pub struct Refusal {
    /// In one sentence.
    pub message: String,
    /// What is wrong with the files, if that is why.
    pub diagnostics: Vec<JsonDiagnostic>,
}

impl Refusal {
    /// For this reason.
    pub fn because(message: impl Into<String>) -> Self {
        Refusal {
            message: message.into(),
            diagnostics: Vec::new(),
        }
    }
}

/// A file that is part of the library.
#[derive(Serialize)]
pub struct BuiltIn {
    pub path: String,
    pub text: &'static str,
}

/// What is in a file.
#[derive(Serialize)]
pub struct Contents {
    pub rules: Vec<RulesHead>,
    pub scenarios: Vec<ScenarioHead>,
    /// The paths of all files that it needs, its own too.
    pub needed: Vec<String>,
}

/// A rule set.
#[derive(Serialize)]
pub struct RulesHead {
    pub name: String,
    pub title: String,
    /// The path of the file that it extends.
    pub extends: Option<String>,
}

/// A scenario.
#[derive(Serialize)]
pub struct ScenarioHead {
    pub title: String,
    pub line: u32,
    /// It and its rules have no errors.
    pub playable: bool,
    /// The path of the file of its rules, if that is another one.
    pub rules: Option<String>,
}

/// A scenario that was played.
#[derive(Serialize)]
pub struct Run {
    /// What `affray run` prints.
    pub transcript: String,
    /// The picture, as the text of an SVG image in the colours of the reader.
    pub svg: String,
    /// For each group of the picture that has a title the number of the act that it shows.
    pub shown: Vec<Option<u32>>,
    pub acts: Vec<Act>,
    /// How it ended: `over`, `stopped` or `played`; nothing if a fault stopped it.
    pub ending: Option<&'static str>,
    /// What is wrong with the files and with the run.
    pub diagnostics: Vec<JsonDiagnostic>,
    /// How many entries of the run are not told, as there were too many.
    pub left_out: usize,
}

/// An act of a run.
#[derive(Serialize)]
pub struct Act {
    pub number: u32,
    pub text: String,
    /// Where the scenario declares it.
    pub declared: Option<Place>,
    /// The rules that put it where it stands, the strongest reason first.
    pub rules: Vec<JsonRule>,
}

/// A line of a file, counted from 1.
#[derive(Serialize)]
pub struct Place {
    pub file: String,
    pub line: u32,
}

/// A run for programs.
#[derive(Serialize)]
pub struct Journal {
    pub ending: Option<&'static str>,
    pub diagnostics: Vec<JsonDiagnostic>,
    pub journal: JsonJournal,
}

/// Why acts came in their order.
#[derive(Serialize)]
pub struct Reasons {
    /// What `affray why` prints.
    pub text: String,
    pub reasons: Why,
}

/// How a comparison is made.
#[derive(Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct DiffWish {
    /// The files of scenarios that both play.
    pub scenarios: Vec<String>,
    /// Look for situations in which the two part.
    pub search: bool,
    pub seed: u64,
    pub tries: u64,
    /// Say which change causes what.
    pub attribute: bool,
    /// How wide the text is.
    pub width: usize,
}

/// What differs between two rule files.
#[derive(Serialize)]
pub struct Difference {
    /// What `affray diff` prints.
    pub text: String,
    pub report: Report,
}

/// How odds are found.
#[derive(Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct OddsWish {
    /// What is asked, in the words of the language; what the scenario asks, if nothing.
    pub of: Vec<String>,
    /// Ask for the place of every combatant.
    pub order: bool,
    /// The rules by which the scenario is played, if not by its own.
    pub rules: Option<String>,
    /// Vary this option, or this attribute of a combatant.
    pub by: Option<String>,
    pub vary: Option<String>,
    /// Only exactly, or only by playing.
    pub exact: bool,
    pub play: bool,
    pub trials: u64,
    pub seed: u64,
    pub states: usize,
    /// How wide the text is.
    pub width: usize,
}

/// How likely things are.
#[derive(Serialize)]
pub struct Odds {
    /// What `affray odds` prints.
    pub text: String,
    pub csv: String,
    pub sheet: Sheet,
}

/// A document.
#[derive(Serialize)]
pub struct Written {
    pub text: String,
    /// Titles of odds for which the text asks and that no example answers.
    pub unanswered: Vec<String>,
}

/// What came of all scenarios.
#[derive(Serialize)]
pub struct Tested {
    pub scenarios: Vec<ScenarioTested>,
    pub coverage: Vec<RulesCovered>,
    /// What is wrong with the files themselves.
    pub diagnostics: Vec<JsonDiagnostic>,
}

/// What came of a scenario.
#[derive(Serialize)]
pub struct ScenarioTested {
    pub file: String,
    pub line: u32,
    pub title: String,
    /// `pass`, `fail` or `not_played`.
    pub outcome: &'static str,
    pub diagnostics: Vec<JsonDiagnostic>,
    pub snapshot: Option<SnapshotTested>,
}

/// How a transcript stands to the one that is kept.
#[derive(Serialize)]
pub struct SnapshotTested {
    /// Where it is kept.
    pub file: String,
    /// `holds`, `new`, `changed` or `unreadable`.
    pub state: &'static str,
    /// The text of the file, if the present transcript is accepted.
    pub accepted: String,
    /// What is different.
    pub hunks: Vec<Vec<DiffLine>>,
}

/// A line of a difference.
#[derive(Serialize)]
pub struct DiffLine {
    /// `same`, `gone` or `come`.
    pub mark: &'static str,
    pub text: String,
}

/// How far a rule set is covered.
#[derive(Serialize)]
pub struct RulesCovered {
    pub title: String,
    pub file: String,
    pub items: usize,
    pub gaps: Vec<Gap>,
    pub statements: Option<Statements>,
}

/// Something that no scenario has exercised.
#[derive(Serialize)]
pub struct Gap {
    pub file: String,
    pub line: u32,
    pub name: String,
    pub never: String,
}

/// The statements of a document.
#[derive(Serialize)]
pub struct Statements {
    pub all: usize,
    pub unruled: usize,
    pub not_cited: String,
    pub not_proved: String,
}

/// A new file.
#[derive(Serialize)]
pub struct Begun {
    pub path: String,
    pub text: String,
    /// It has a scenario, which passes.
    pub plays: bool,
}

/// A fight as it stands.
#[derive(Serialize)]
pub struct Table {
    /// `dice`, `answer`, `declaration` or `nothing`.
    pub wanted: &'static str,
    pub period: String,
    pub text: String,
    pub default: Option<String>,
    pub choices: Vec<String>,
    pub under_way: Vec<String>,
    pub declarers: Vec<String>,
    pub transcript: String,
    /// The same without what was declared in secret.
    pub for_players: String,
    /// The text of a scenario that tells the fight so far.
    pub log: String,
    /// Who has acted and how they are, and the order of the acts.
    pub who: String,
    pub line: String,
    pub over: bool,
    pub recap: String,
}

/// What became of an entry at the table.
#[derive(Serialize)]
pub struct Entered {
    /// `taken`, `rewritten`, `said` or `refused`.
    pub reply: &'static str,
    pub told: String,
    pub help: Option<String>,
    pub table: Table,
}
