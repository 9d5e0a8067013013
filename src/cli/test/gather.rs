//! The scenarios below the named paths, in the order of paths and places, what becomes of each, and the snapshots that none of them owns.
//! Loads; plays nothing.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;

use super::compare::SnapshotStatus;
use crate::check::Checked;
use crate::cli::Trouble;
use crate::cli::output::Output;
use crate::cli::projects::{NamedFile, Projects};
use crate::cli::snapshots::{self, Source, Unowned};
use crate::diagnostic::{Diagnostic, Diagnostics, github};
use crate::load::{Kept, Playable};
use crate::source::{Sources, Span};
use crate::suite::ScenarioOutcome;
use crate::syntax::ast;

/// All files, loaded.
pub(in crate::cli) struct Gathered {
    pub projects: Projects,
    /// In the order of their paths.
    pub files: Vec<Tested>,
    /// What was named; the folder of the project if nothing was.
    paths: Vec<String>,
    /// What is said of snapshots that no scenario owns, and of changes that are allowed for nothing, each with the number of its project.
    beside: Vec<(usize, Diagnostic)>,
}

/// A file.
pub(in crate::cli) struct Tested {
    pub found: NamedFile,
    pub readable: bool,
    /// What is wrong with it, and with the rules that it needs.
    pub diagnostics: Diagnostics,
    pub tree: Arc<ast::File>,
    /// The paths of all files that it needs.
    pub needed: BTreeSet<String>,
    /// The rule sets in it that have no errors.
    pub rules: Vec<Arc<Checked>>,
    /// The snapshots of its scenarios, wanted or not.
    pub kept: Vec<Kept>,
    /// In the order of the text.
    pub scenarios: Vec<GatheredScenario>,
}

/// A scenario that is wanted.
pub(in crate::cli) struct GatheredScenario {
    pub title: String,
    /// The place of its title.
    pub head: Span,
    /// The whole of it.
    pub span: Span,
    pub fate: ScenarioFate,
    /// The rules by which it is played, if it and they have no errors.
    pub rules: Option<Arc<Checked>>,
    /// How its transcript stands to the one that is kept, if one is to be kept and it has been compared.
    pub snapshot: Option<SnapshotStatus>,
}

impl GatheredScenario {
    /// Whether a place lies in it.
    pub fn holds(&self, place: Span) -> bool {
        self.span.to(place) == self.span
    }
}

/// What becomes of a scenario.
pub(in crate::cli) enum ScenarioFate {
    /// It, or its rules, cannot be read.
    NotPlayed,
    /// It has not been played yet.
    Ready(Box<Playable>),
    /// It has been played.
    Played(ScenarioOutcome),
}

impl ScenarioFate {
    pub fn passes(&self) -> bool {
        matches!(self, ScenarioFate::Played(outcome) if outcome.passes())
    }

    pub fn fails(&self) -> bool {
        matches!(self, ScenarioFate::Played(outcome) if !outcome.passes())
    }

    pub fn is_left_out(&self) -> bool {
        matches!(self, ScenarioFate::NotPlayed)
    }
}

impl Gathered {
    /// Loads everything below these paths; `filter`: only the scenarios that have this text in their title or path. `output` shows how far it is.
    /// `threads`: how many may read, if not as many as the machine can have at once.
    pub fn load(
        paths: &[String],
        filter: Option<&str>,
        threads: Option<NonZeroUsize>,
        output: &Output,
    ) -> Result<Self, Trouble> {
        let mut projects = Projects::default();
        let paths = Projects::named(paths)?;
        let mut found = projects.find(&paths, None)?;
        found.sort();
        let progress = output.progress(found.len() as u64, "files");
        let mut files = Vec::new();
        while !found.is_empty() {
            let later = found.split_off(found.len().min(Projects::AT_ONCE));
            projects.prefetch(found.iter(), threads);
            for file in std::mem::replace(&mut found, later) {
                files.push(tested(&mut projects, file, filter));
                progress.step(1);
            }
        }
        progress.done();
        Ok(Gathered {
            projects,
            files,
            paths,
            beside: Vec::new(),
        })
    }

    /// The snapshots that none of the scenarios owns.
    pub fn unowned(&mut self) -> Result<Vec<Unowned>, Trouble> {
        let sources = self.files.iter().map(|file| Source {
            found: &file.found,
            kept: &file.kept,
            whole: !file.diagnostics.has_errors(),
        });
        let sources: Vec<Source<'_>> = sources.collect();
        snapshots::unowned(&mut self.projects, &self.paths, &sources)
    }

    /// Says of the snapshots that none of the scenarios owns that it is so.
    pub fn look_for_unowned(&mut self) -> Result<(), Trouble> {
        for unowned in self.unowned()? {
            let project = unowned.found.project;
            let warning = unowned.warning(&mut self.projects);
            self.beside.push((project, warning));
        }
        Ok(())
    }

    /// Warns of something in the project of a file.
    pub fn warn(&mut self, found: &NamedFile, warnings: Diagnostics) {
        let project = found.project;
        let warnings = warnings.into_iter();
        self.beside
            .extend(warnings.map(|warning| (project, warning)));
    }

    /// Gives each of them what came of it.
    pub fn settle(&mut self, outcomes: Vec<ScenarioOutcome>) {
        let scenarios = self.files.iter_mut().flat_map(|file| &mut file.scenarios);
        let ready = scenarios.filter(|scenario| matches!(scenario.fate, ScenarioFate::Ready(_)));
        for (scenario, outcome) in ready.zip(outcomes) {
            scenario.fate = ScenarioFate::Played(outcome);
        }
    }

    /// All files on which the outcome depends, as they lie on the disk.
    pub fn looked_at(&self) -> Vec<PathBuf> {
        let kept = self.files.iter().flat_map(|file| {
            let kept = file.kept.iter();
            kept.map(|kept| self.projects.place(&file.found, &kept.file))
        });
        self.projects.files().chain(kept).collect()
    }

    /// All scenarios, in order.
    pub fn scenarios(&self) -> impl Iterator<Item = &GatheredScenario> {
        self.files.iter().flat_map(|file| &file.scenarios)
    }

    /// How many scenarios have such a fate.
    pub fn count(&self, is_such: impl Fn(&ScenarioFate) -> bool) -> usize {
        self.scenarios()
            .filter(|scenario| is_such(&scenario.fate))
            .count()
    }

    /// What is to be said of files and of runs, project by project, sorted.
    pub fn said(&self) -> Vec<(&Sources, Diagnostics)> {
        self.findings_of(|file| {
            let runs = file.scenarios.iter().filter_map(|scenario| {
                let ScenarioFate::Played(outcome) = &scenario.fate else {
                    return None;
                };
                Some(&outcome.findings)
            });
            let both = runs.chain([&file.diagnostics]);
            both.flatten().cloned().collect()
        })
    }

    /// The same, as workflow commands.
    pub fn commands(&self) -> String {
        let said = self.said();
        let files = self.by_project().map(|(_, files)| files);
        let projects = files.filter_map(<[Tested]>::first).zip(&said);
        let commands = projects.map(|(file, (sources, said))| {
            github::commands(&self.projects.findings(&file.found, said, sources))
        });
        commands.collect()
    }

    /// What is to be said of files alone.
    pub fn said_of_files(&self) -> Vec<(&Sources, Diagnostics)> {
        self.findings_of(|file| file.diagnostics.clone())
    }

    /// Files that share rules have what is said of these rules in common: it is said once.
    fn findings_of(
        &self,
        said_of: impl Fn(&Tested) -> Diagnostics,
    ) -> Vec<(&Sources, Diagnostics)> {
        let said = self.by_project().map(|(sources, files)| {
            let project = files.first().map(|file| file.found.project);
            let of_project = |(number, _): &&(usize, Diagnostic)| Some(*number) == project;
            let beside = self.beside.iter().filter(of_project);
            let mut said: Diagnostics = files.iter().flat_map(&said_of).collect();
            said.extend(beside.map(|(_, warning)| warning.clone()));
            said.sort();
            (sources, said)
        });
        said.collect()
    }

    /// The files of each project, and the texts of the project.
    pub fn by_project(&self) -> impl Iterator<Item = (&Sources, &[Tested])> {
        self.files
            .chunk_by(Tested::is_beside)
            .map(|files| (self.projects.sources(&files[0].found), files))
    }
}

impl Tested {
    /// Whether two files are of one project.
    pub fn is_beside(&self, other: &Tested) -> bool {
        self.found.project == other.found.project
    }

    /// The scenarios that can be played, in order.
    pub fn ready(&self) -> impl Iterator<Item = &Playable> {
        self.scenarios
            .iter()
            .filter_map(|scenario| match &scenario.fate {
                ScenarioFate::Ready(playable) => Some(&**playable),
                _ => None,
            })
    }
}

fn tested(projects: &mut Projects, found: NamedFile, filter: Option<&str>) -> Tested {
    let loaded = projects.load(&found, None);
    let sources = projects.sources(&found);
    let mut playable = loaded.scenarios.into_iter().peekable();
    let mut scenarios = Vec::new();
    for tree in &loaded.tree.scenarios {
        let playable = playable.next_if(|playable| playable.scenario.span == tree.span);
        let title = match &playable {
            Some(playable) => &playable.scenario.title,
            None => sources.snippet(tree.title.span).trim_matches('"'),
        };
        let scenario = GatheredScenario {
            title: title.to_owned(),
            head: tree.title.span,
            span: tree.span,
            rules: playable
                .as_ref()
                .map(|playable| Arc::clone(&playable.rules)),
            fate: playable.map_or(ScenarioFate::NotPlayed, |playable| {
                ScenarioFate::Ready(Box::new(playable))
            }),
            snapshot: None,
        };
        let wanted = |text: &str| scenario.title.contains(text) || found.path().contains(text);
        if filter.is_none_or(wanted) {
            scenarios.push(scenario);
        }
    }
    Tested {
        readable: loaded.file.is_some(),
        diagnostics: loaded.diagnostics,
        tree: loaded.tree,
        needed: loaded.needed,
        rules: loaded.rules,
        kept: loaded.snapshots,
        scenarios,
        found,
    }
}
