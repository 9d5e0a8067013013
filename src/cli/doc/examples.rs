//! Worked examples of a document: scenarios played by its rules, with pictures, and the odds for which they ask.

use super::super::Trouble;
use super::super::args::DocArgs;
use super::super::output::Output;
use super::super::progress::Progress;
use super::super::projects::{Found, Projects};
use crate::diagnostic::{Code, Diagnostics, Severity};
use crate::document::{self, Drawing, Example, Section};
use crate::load::{Loaded, Playable};
use crate::odds::exact::Budget;
use crate::odds::report::{self, Table};
use crate::odds::simulate::{Plan, Watcher};
use crate::odds::{self, Method, ask};
use crate::scenario::Question;
use crate::source::{Clean, Limits};
use crate::suite;
use crate::view::outline::outline;
use crate::view::picture::{Extent, Scheme, picture};
use crate::view::{TranscriptStyle, transcript};

/// Which pictures a document can hold.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Pictures {
    /// None.
    None,
    /// Whole ones, in the colours of the reader.
    Screen,
    /// One for each panel, so that it fits a page, in light colours.
    Paper,
}

/// How many runs are played where not all can be followed, and from which seed.
const TRIALS: u64 = 10_000;
const SEED: u64 = 1;
/// How many states are followed at most. All of it is less than `affray odds` does, so that a document does not keep its author waiting.
const STATES: usize = 20_000;

/// Worked examples, and tables of odds.
type Told = (Vec<Section>, Vec<Section>);

/// The scenarios that stand with the rules and those of the files that are named, played by the rules; and what they ask. Nothing if something is
/// wrong with them, which is reported.
pub(super) fn examples(
    args: &DocArgs,
    pictures: Pictures,
    projects: &mut Projects,
    file: &Found,
    own: Loaded,
    output: &mut Output,
) -> Result<Option<Told>, Trouble> {
    let mut all = vec![own];
    for name in projects.find(&args.example, None)? {
        if Projects::number(&name) != Projects::number(file) {
            return Err(Trouble::new(format!(
                "`{}` lies outside the project of the rules",
                Clean(name.path())
            )));
        }
        all.push(projects.load(&name, Some(file.path())));
    }
    for loaded in &all {
        output.report(&loaded.diagnostics, projects.sources(file));
    }
    if all.iter().any(|loaded| loaded.diagnostics.has_errors()) {
        return Ok(None);
    }
    let playable = all.iter().flat_map(|loaded| &loaded.scenarios);
    let questions: usize = playable.map(|one| one.scenario.questions.len()).sum();
    let limits = output.limits().shared_by(questions);
    let progress = output.progress(questions as u64 * TRIALS, "runs");
    let (mut examples, mut tables) = (Vec::new(), Vec::new());
    for loaded in &all {
        for playable in &loaded.scenarios {
            let trees = &mut loaded.tree.scenarios.iter();
            let Some(tree) = trees.find(|tree| tree.span == playable.scenario.span) else {
                continue;
            };
            let Some((transcript, drawn)) = render(playable, pictures, projects, file, output)
            else {
                return Ok(None);
            };
            let example = Example {
                scenario: tree,
                transcript: transcript.as_deref(),
                pictures: &drawn,
            };
            examples.push(document::example(&example, projects.sources(file)));
            for question in &playable.scenario.questions {
                match answered(playable, question, &progress, &limits) {
                    Ok(section) => tables.push(section),
                    Err(fault) => {
                        output.report(&fault, projects.sources(file));
                        return Ok(None);
                    }
                }
            }
        }
    }
    Ok(Some((examples, tables)))
}

/// The transcript of an example and its pictures; nothing if it does not come as it expects. One that asks for odds may leave its dice to chance:
/// then there is nothing to tell.
fn render(
    playable: &Playable,
    pictures: Pictures,
    projects: &Projects,
    file: &Found,
    output: &mut Output,
) -> Option<(Option<String>, Vec<Drawing>)> {
    let (rules, scenario) = (&playable.rules.ruleset, &playable.scenario);
    let played = suite::play(rules, scenario, None, output.limits());
    let mut errors = played.findings.iter();
    let no_die = errors.any(|one| one.severity == Severity::Error && one.code == Code::MissingDie);
    if no_die && !scenario.questions.is_empty() {
        return Some((None, Vec::new()));
    }
    output.report(&played.findings, projects.sources(file));
    if played.ending.is_none() || played.findings.has_errors() {
        return None;
    }
    let style = TranscriptStyle::default();
    let told = transcript(rules, scenario, &played.journal, &style);
    let outline = outline(rules, scenario, &played.journal);
    let title = &outline.title;
    let drawn = match pictures {
        Pictures::None => Vec::new(),
        Pictures::Screen => vec![Drawing {
            shows: format!("The course of “{title}”"),
            svg: picture(&outline, Extent::Whole, Scheme::Reader),
        }],
        Pictures::Paper => {
            let panels = outline.panels.iter().enumerate();
            let drawn = panels.map(|(index, panel)| Drawing {
                shows: match panel.heading.as_str() {
                    "" => format!("“{title}”"),
                    heading => format!("“{title}”: {heading}"),
                },
                svg: picture(&outline, Extent::Panel(index), Scheme::Light),
            });
            let legend = Drawing {
                shows: "What the signs mean".to_owned(),
                svg: picture(&outline, Extent::Legend, Scheme::Light),
            };
            drawn.chain([legend]).collect()
        }
    };
    Some((Some(told), drawn))
}

/// The answers to one question, as a section; else the fault that runs meet.
fn answered(
    playable: &Playable,
    question: &Question,
    progress: &Progress,
    limits: &Limits,
) -> Result<Section, Diagnostics> {
    let (rules, scenario) = (&playable.rules.ruleset, &playable.scenario);
    let method = Method {
        budget: Some(Budget {
            states: STATES,
            ..Budget::default()
        }),
        plan: Some(Plan {
            seed: SEED,
            trials: 0..TRIALS,
            jobs: std::thread::available_parallelism().map_or(1, usize::from),
            within: None,
        }),
    };
    let played = Played(progress);
    let answer = ask(rules, scenario, question, limits, &method, &played);
    if matches!(&answer, Ok(answer) if matches!(answer.found, odds::Found::Exactly { .. })) {
        progress.step(TRIALS);
    }
    if let Some((_, fault)) = report::fault(rules, scenario, &answer) {
        return Err([fault].into_iter().collect());
    }
    let case = report::case(rules, scenario, question, String::new(), answer);
    let table = Table {
        question: question.title.clone(),
        numbers: report::is_number(question),
        place_of: report::place_of(question, scenario),
        cases: vec![case],
    };
    Ok(document::odds(&table, &scenario.title, SEED))
}

/// Shows how many runs have been played.
struct Played<'a>(&'a Progress);

impl Watcher for Played<'_> {
    fn done(&self, trials: u64) -> bool {
        self.0.step(trials);
        true
    }
}
