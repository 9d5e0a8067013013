//! From loaded files to the document of a rule set: what it changes in its base, its worked examples, which are played, and the odds that they ask
//! for. Reads no file; [`document`] makes and writes the tree.

mod paths;

use std::sync::Arc;

use crate::check::Checked;
use crate::diagnostic::{Code, Diagnostics, Severity};
use crate::diff::{CompareOptions, ComparedFile, ItemChange, compare};
use crate::document::{self, ChangedVariant, Document, Drawing, Example, ExtraSections};
use crate::load::{Expanded, Loaded, Playable};
use crate::odds::exact::Budget;
use crate::odds::report::{self, AnswerTable};
use crate::odds::simulate::{OddsWatcher, Plan};
use crate::odds::survey::{Subject, Wish};
use crate::odds::{DefaultTaken, Found, Method, ask, left_to_defaults};
use crate::scenario::Question;
use crate::source::{Limits, Sources};
use crate::suite;
use crate::view::outline::outline;
use crate::view::picture::{Extent, Scheme, picture};
use crate::view::transcript_for_readers;

pub use paths::{differences, document_of};

/// How many runs are played where not all can be followed, and from which seed.
const TRIALS: u64 = 10_000;
const SEED: u64 = 1;
/// How many states are followed at most. All of it is less than `affray odds` does, so that a document does not keep its author waiting.
const STATES: usize = 20_000;

/// Which pictures a document can hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pictures {
    /// None.
    None,
    /// Whole ones, in the colours of the reader.
    Screen,
    /// One for each panel, so that it fits a page, in light colours.
    Paper,
}

/// A rule set put into one, and what the check made of it.
pub type PublishedRules = (Expanded, Arc<Checked>);

/// What a document is made of.
#[derive(Clone, Copy)]
pub struct Publication<'a> {
    /// The path of the rule file, and its rules.
    pub rules: (&'a str, &'a PublishedRules),
    /// The path of the rule file that it extends, and its rules.
    pub base: Option<(&'a str, &'a PublishedRules)>,
    /// The texts of all of them.
    pub sources: &'a Sources,
}

/// How the examples of a document are played and the odds found.
pub struct Playing<'a> {
    /// The pictures that are drawn.
    pub pictures: Pictures,
    /// Of each run.
    pub limits: Limits,
    /// On so many threads.
    pub jobs: usize,
    /// Is told the trials that are done: [`most_trials`] in all.
    pub watcher: &'a dyn OddsWatcher,
}

/// How many trials are played at most for a document with these examples.
pub fn most_trials(files: &[Loaded]) -> u64 {
    questions(files) as u64 * TRIALS
}

fn questions(files: &[Loaded]) -> usize {
    let playable = files.iter().flat_map(|loaded| &loaded.scenarios);
    playable.map(|one| one.scenario.questions.len()).sum()
}

impl Publication<'_> {
    fn changes(&self) -> Vec<ItemChange> {
        let subject = |(file, rules)| ComparedFile { file, rules };
        let Some(base) = self.base else {
            return Vec::new();
        };
        let wanted = CompareOptions::default();
        compare(
            subject(base),
            subject(self.rules),
            &[],
            wanted,
            self.sources,
        )
        .structure
    }

    fn changed<'c>(&'c self, changes: &'c [ItemChange]) -> Option<ChangedVariant<'c>> {
        let (_, base) = self.base?;
        Some(ChangedVariant {
            base: &base.0,
            variant: &self.rules.1.0,
            changes,
        })
    }

    /// What the rules change in their base, as a document; `None` if they extend nothing.
    pub fn errata(&self) -> Option<Document> {
        let changes = self.changes();
        let changed = self.changed(&changes)?;
        Some(changed.document(self.sources))
    }

    /// What the chances of a scenario leave to defaults.
    fn defaults(&self, playable: &Playable, limits: &Limits) -> Vec<DefaultTaken> {
        let subject = Subject {
            label: String::new(),
            rules: &playable.rules.ruleset,
            scenario: playable.scenario.clone(),
            sources: self.sources,
        };
        match playable.scenario.questions.is_empty() {
            true => Vec::new(),
            false => left_to_defaults(&[subject], Wish::default(), SEED, limits),
        }
    }

    /// The document. `files` are that of the rules and those of the examples, all without errors; `report` is given what is found in each example.
    ///
    /// # Errors
    ///
    /// What an example did not come to as it expects, or the fault that runs meet.
    pub fn document(
        &self,
        files: &[Loaded],
        how: &Playing<'_>,
        report: &mut dyn FnMut(&Diagnostics),
    ) -> Result<Document, Diagnostics> {
        let changes = self.changes();
        let changed = self.changed(&changes);
        let errata = changed.map(|changed| document::errata(&changed, self.sources));
        let limits = how.limits.shared_by(questions(files));
        let (mut examples, mut odds) = (Vec::new(), Vec::new());
        for loaded in files {
            for playable in &loaded.scenarios {
                let Some(tree) = loaded.tree_of(playable) else {
                    continue;
                };
                let tree = &*tree;
                let (transcript, pictures) = played(playable, how, report)?;
                let secret = secret_attributes(playable);
                let example = Example {
                    scenario: tree,
                    transcript: transcript.as_deref(),
                    pictures: &pictures,
                    secret: &secret,
                };
                examples.push(document::example(&example, self.sources));
                let asked = playable.scenario.questions.iter();
                let defaults = self.defaults(playable, &limits);
                for (question, untitled) in asked.zip(document::untitled(tree)) {
                    let title = untitled.unwrap_or_else(|| question.title.clone());
                    let (table, title) = (answered(playable, question, how, &limits)?, &title);
                    let scenario = &playable.scenario.title;
                    odds.push(document::odds(&table, title, scenario, SEED, &defaults));
                }
            }
        }
        let beside = ExtraSections {
            digest: files.first().map(|own| own.digest(self.sources)),
            errata,
            examples,
            odds,
        };
        Ok(document::of(&self.rules.1.0, self.sources, beside))
    }
}

/// The secret attributes of the rules of a scenario, each behind its kind.
fn secret_attributes(playable: &Playable) -> Vec<(String, String)> {
    let kinds = playable.rules.ruleset.kinds.iter().flat_map(|kind| {
        let secret = kind.attributes.iter().filter(|attribute| attribute.secret);
        secret.map(|attribute| (kind.name.clone(), attribute.name.clone()))
    });
    kinds.collect()
}

/// The transcript of an example and its pictures. One that asks for odds may leave its dice to chance: then there is nothing to tell.
fn played(
    playable: &Playable,
    how: &Playing<'_>,
    report: &mut dyn FnMut(&Diagnostics),
) -> Result<(Option<String>, Vec<Drawing>), Diagnostics> {
    let (rules, scenario) = (&playable.rules.ruleset, &playable.scenario);
    let played = suite::play(rules, scenario, None, &how.limits);
    let mut errors = played.findings.iter();
    let no_die = errors.any(|one| one.severity == Severity::Error && one.code == Code::MissingDie);
    if no_die && !scenario.questions.is_empty() {
        return Ok((None, Vec::new()));
    }
    if played.ending.is_none() || played.findings.has_errors() {
        return Err(played.findings);
    }
    report(&played.findings);
    let told = transcript_for_readers(rules, scenario, &played.journal);
    let outline = outline(rules, scenario, &played.journal);
    let title = &outline.title;
    let drawn = match how.pictures {
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
    Ok((Some(told), drawn))
}

/// The answers to one question; else the fault that runs meet.
fn answered(
    playable: &Playable,
    question: &Question,
    how: &Playing<'_>,
    limits: &Limits,
) -> Result<AnswerTable, Diagnostics> {
    let (rules, scenario) = (&playable.rules.ruleset, &playable.scenario);
    let method = Method {
        budget: Some(Budget {
            states: STATES,
            ..Budget::default()
        }),
        plan: Some(Plan {
            seed: SEED,
            trials: 0..TRIALS,
            jobs: how.jobs,
            within: None,
        }),
    };
    let answer = ask(rules, scenario, question, limits, &method, how.watcher);
    if matches!(&answer, Ok(answer) if matches!(answer.found, Found::Exactly { .. })) {
        // None of them is needed.
        how.watcher.done(TRIALS);
    }
    if let Some((_, fault)) = report::fault(rules, scenario, &answer) {
        return Err([fault].into_iter().collect());
    }
    let case = report::case(rules, scenario, question, String::new(), &answer);
    Ok(AnswerTable::of(question, scenario, vec![case]))
}
