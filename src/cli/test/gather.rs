//! The scenarios below the named paths, in the order of paths and places, and what becomes of each. Loads; plays nothing.

use std::sync::Arc;

use crate::check::Checked;
use crate::cli::Trouble;
use crate::cli::projects::{Found, Projects};
use crate::diagnostic::Diagnostics;
use crate::load::Playable;
use crate::source::{Sources, Span};
use crate::suite::Outcome;

/// All files, loaded.
pub(super) struct Gathered {
    pub projects: Projects,
    /// In the order of their paths.
    pub files: Vec<Tested>,
}

/// A file.
pub(super) struct Tested {
    pub found: Found,
    pub readable: bool,
    /// What is wrong with it, and with the rules that it needs.
    pub diagnostics: Diagnostics,
    /// The rule sets in it that have no errors.
    pub rules: Vec<Arc<Checked>>,
    /// In the order of the text.
    pub scenarios: Vec<Scenario>,
}

/// A scenario that is wanted.
pub(super) struct Scenario {
    pub title: String,
    /// The place of its title.
    pub head: Span,
    /// The whole of it.
    pub span: Span,
    pub fate: Fate,
}

impl Scenario {
    /// Whether a place lies in it.
    pub fn holds(&self, place: Span) -> bool {
        self.span.to(place) == self.span
    }
}

/// What becomes of a scenario.
pub(super) enum Fate {
    /// It, or its rules, cannot be read.
    NotPlayed,
    /// It has not been played yet.
    Ready(Box<Playable>),
    /// It has been played.
    Played(Outcome),
}

impl Fate {
    pub fn passes(&self) -> bool {
        matches!(self, Fate::Played(outcome) if outcome.passes())
    }

    pub fn fails(&self) -> bool {
        matches!(self, Fate::Played(outcome) if !outcome.passes())
    }

    pub fn is_left_out(&self) -> bool {
        matches!(self, Fate::NotPlayed)
    }
}

impl Gathered {
    /// Loads everything below these paths; `filter`: only the scenarios that have this text in their title or path.
    pub fn load(paths: &[String], filter: Option<&str>) -> Result<Self, Trouble> {
        let mut projects = Projects::default();
        let mut found = match paths {
            [] => projects.find(&[Projects::here()?], None)?,
            paths => projects.find(paths, None)?,
        };
        found.sort();
        let mut files = Vec::new();
        for file in found {
            files.push(tested(&mut projects, file, filter));
        }
        Ok(Gathered { projects, files })
    }

    /// Gives each of them what came of it.
    pub fn settle(&mut self, outcomes: Vec<Outcome>) {
        let scenarios = self.files.iter_mut().flat_map(|file| &mut file.scenarios);
        let ready = scenarios.filter(|scenario| matches!(scenario.fate, Fate::Ready(_)));
        for (scenario, outcome) in ready.zip(outcomes) {
            scenario.fate = Fate::Played(outcome);
        }
    }

    /// All scenarios, in order.
    pub fn scenarios(&self) -> impl Iterator<Item = &Scenario> {
        self.files.iter().flat_map(|file| &file.scenarios)
    }

    /// How many scenarios have such a fate.
    pub fn count(&self, is_such: impl Fn(&Fate) -> bool) -> usize {
        self.scenarios()
            .filter(|scenario| is_such(&scenario.fate))
            .count()
    }

    /// What is to be said of files and of runs, project by project, sorted.
    pub fn said(&self) -> Vec<(&Sources, Diagnostics)> {
        self.told(|file| {
            let runs = file.scenarios.iter().filter_map(|scenario| {
                let Fate::Played(outcome) = &scenario.fate else {
                    return None;
                };
                Some(&outcome.findings)
            });
            let both = runs.chain([&file.diagnostics]);
            both.flatten().cloned().collect()
        })
    }

    /// What is to be said of files alone.
    pub fn said_of_files(&self) -> Vec<(&Sources, Diagnostics)> {
        self.told(|file| file.diagnostics.clone())
    }

    /// Files that share rules have what is said of these rules in common: it is said once.
    fn told(&self, said_of: impl Fn(&Tested) -> Diagnostics) -> Vec<(&Sources, Diagnostics)> {
        let said = self.by_project().map(|(sources, files)| {
            let mut said: Diagnostics = files.iter().flat_map(&said_of).collect();
            said.sort();
            (sources, said)
        });
        said.collect()
    }

    /// The files of each project, and the texts of the project.
    pub fn by_project(&self) -> impl Iterator<Item = (&Sources, &[Tested])> {
        let same =
            |a: &Tested, b: &Tested| Projects::number(&a.found) == Projects::number(&b.found);
        self.files
            .chunk_by(same)
            .map(|files| (self.projects.sources(&files[0].found), files))
    }
}

impl Tested {
    /// The scenarios that can be played, in order.
    pub fn ready(&self) -> impl Iterator<Item = &Playable> {
        self.scenarios
            .iter()
            .filter_map(|scenario| match &scenario.fate {
                Fate::Ready(playable) => Some(&**playable),
                _ => None,
            })
    }
}

fn tested(projects: &mut Projects, found: Found, filter: Option<&str>) -> Tested {
    let loaded = projects.load(&found, None);
    let sources = projects.sources(&found);
    let mut playable = loaded.scenarios.into_iter().peekable();
    let mut scenarios = Vec::new();
    for tree in &loaded.tree.scenarios {
        let scenario = match playable.next_if(|playable| playable.scenario.span == tree.span) {
            Some(playable) => Scenario {
                title: playable.scenario.title.clone(),
                head: tree.title.span,
                span: tree.span,
                fate: Fate::Ready(Box::new(playable)),
            },
            None => Scenario {
                title: sources
                    .snippet(tree.title.span)
                    .trim_matches('"')
                    .to_owned(),
                head: tree.title.span,
                span: tree.span,
                fate: Fate::NotPlayed,
            },
        };
        let wanted = |text: &str| scenario.title.contains(text) || found.path().contains(text);
        if filter.is_none_or(wanted) {
            scenarios.push(scenario);
        }
    }
    Tested {
        readable: loaded.file.is_some(),
        diagnostics: loaded.diagnostics,
        rules: loaded.rules,
        scenarios,
        found,
    }
}
