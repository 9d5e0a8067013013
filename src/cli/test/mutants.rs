//! Changes that no scenario notices: which files are changed, by which scenarios, and what would notice them. `unnoticed` tells it.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use super::gather::{Gathered, Tested};
use crate::check::Checked;
use crate::cli::args::TestArgs;
use crate::cli::output::Output;
use crate::cli::progress::Bars;
use crate::cli::projects::{NamedFile, Projects};
use crate::cli::save::save_scenarios;
use crate::cli::{Trouble, interrupt};
use crate::diff::SearchSettings;
use crate::mutants::{MutantPlan, MutantWitness, Mutated, propose};
use crate::source::{Clean, FileId, Limits};
use crate::suggest::{list, suggest};
use crate::syntax::{ast, setting};

/// How many situations are tried for each proposal, and how many more to make it smaller.
const TRIES: u64 = 1_500;
const SHRINKS: usize = 200;

/// How many items are named where none is near.
const SHOWN: usize = 10;

/// Where scenarios are looked for, and the rule files that are changed.
pub(super) struct MutantSources {
    pub scenarios: Vec<String>,
    /// From the roots of their projects.
    rules: BTreeSet<(String, String)>,
    /// Only items with this in their name.
    items: String,
    /// No scenarios were named.
    of_project: bool,
}

impl MutantSources {
    /// What is wanted, if anybody asks for changes at all. Of what was named, files with rules are changed, and scenarios are looked for in
    /// the others; in the whole project if there are none.
    pub fn from_args(args: &TestArgs) -> Result<Option<Self>, Trouble> {
        if args.mutants.is_none() && args.min_caught.is_none() && args.propose.is_none() {
            return Ok(None);
        }
        let mut projects = Projects::default();
        let mut wanted = MutantSources {
            scenarios: Vec::new(),
            rules: BTreeSet::new(),
            items: args.mutants.clone().unwrap_or_default(),
            of_project: false,
        };
        for path in &args.paths {
            // `--mutants TEXT` without the `=`
            let is_bare = args.mutants.as_ref().is_some_and(String::is_empty);
            if is_bare && !path.ends_with(".affray") && Path::new(path).symlink_metadata().is_err()
            {
                let path = Clean(path);
                return Err(Trouble::new(format!(
                    "there is no file or folder `{path}`; which items `--mutants` changes stands behind `=`: `--mutants='{path}'`"
                )));
            }
            let file = projects.find_one(path, None).ok();
            match file.filter(|file| !projects.load(file, None).tree.rules.is_empty()) {
                Some(file) => {
                    let root = projects.root(&file).display().to_string();
                    wanted.rules.insert((root, file.path));
                }
                None => wanted.scenarios.push(path.clone()),
            }
        }
        if wanted.scenarios.is_empty() {
            wanted.of_project = !wanted.rules.is_empty();
            let roots = wanted.rules.iter().map(|(root, _)| root.clone());
            wanted.scenarios = roots.collect();
            wanted.scenarios.dedup();
        }
        Ok(Some(wanted))
    }

    /// Of a whole project only the files count that have to do with the rules.
    pub fn sift(&self, gathered: &mut Gathered) {
        let Gathered {
            projects, files, ..
        } = gathered;
        if self.of_project {
            files.retain(|file| {
                let root = projects.root(&file.found).display().to_string();
                let mut named = self.rules.iter().filter(|(of, _)| *of == root);
                named.any(|(_, path)| file.needed.contains(path))
            });
        }
    }
}

/// What came of the changes of a file.
pub(super) struct MutantOutcomes {
    /// A file of the same project.
    pub found: NamedFile,
    pub of: Mutated,
    /// By item and survivor.
    pub proposals: Vec<((usize, usize), String)>,
}

/// Changes the rule files of all projects: those that were named, else those that scenarios name.
pub(super) fn mutate(
    gathered: &mut Gathered,
    wanted: &MutantSources,
    threads: usize,
    output: &mut Output,
) -> Result<Vec<MutantOutcomes>, Trouble> {
    let mut all = Vec::new();
    let (mut names, mut fit) = (BTreeSet::new(), false);
    let Gathered {
        projects, files, ..
    } = gathered;
    for files in files.chunk_by(Tested::is_beside) {
        let found = &files[0].found;
        let passing: Vec<PassingScenario<'_>> = files.iter().flat_map(passing).collect();
        let witnesses = passing
            .iter()
            .map(|(rules, tree)| MutantWitness { rules, tree });
        let witnesses: Vec<MutantWitness<'_>> = witnesses.collect();
        let changed: Vec<FileId> = match wanted.rules.is_empty() {
            true => witnesses
                .iter()
                .filter_map(|witness| witness.rules.ruleset.items.first())
                .map(|item| item.span.file)
                .collect(),
            false => {
                let (root, sources) = (
                    projects.root(found).display().to_string(),
                    projects.sources(found),
                );
                let named = |id: &FileId| {
                    let path = sources.name(*id).to_owned();
                    wanted.rules.contains(&(root.clone(), path))
                };
                sources.files().filter(named).collect()
            }
        };
        let (loader, disk) = projects.workshop(found);
        let plan = MutantPlan::new(loader, disk, changed, &witnesses, output.limits());
        names.extend(plan.names());
        let plan = plan.only(&wanted.items);
        fit |= plan.count() > 0;
        interrupt::listen();
        let progress = output.progress(plan.count() as u64, "changes");
        let mutated = plan.carry_out(threads, &|| {
            progress.step(1);
            !interrupt::pressed()
        });
        progress.done();
        let untried = mutated.iter().flat_map(|of| &of.items);
        let untried: usize = untried.map(|item| item.untried).sum();
        if untried > 0 && !interrupt::pressed() {
            let untried = format!("affray: {untried} changes were not tried");
            output.aside(&Limits::cut(&untried, output.limits().work));
        }
        all.extend(mutated.into_iter().map(|of| MutantOutcomes {
            found: found.clone(),
            of,
            proposals: Vec::new(),
        }));
    }
    let played = all.iter().any(|changed| changed.of.scenarios > 0);
    if !fit && !wanted.items.is_empty() && played {
        return Err(no_such_item(&wanted.items, &names));
    }
    for changed in &mut all {
        gathered.warn(&changed.found, std::mem::take(&mut changed.of.idle));
    }
    Ok(all)
}

/// No item that can be changed has this text in its name.
fn no_such_item(text: &str, names: &BTreeSet<String>) -> Trouble {
    let bare = |name: &str| {
        let bare = name.split_once(' ').map_or(name, |(_, bare)| bare);
        bare.trim_matches('"').to_owned()
    };
    let bare: Vec<String> = names.iter().map(|name| bare(name)).collect();
    let words = bare.iter().flat_map(|name| name.split(' '));
    let near = suggest(text, bare.iter().map(String::as_str)).or_else(|| suggest(text, words));
    let help = match near {
        Some(near) => format!("did you mean `{}`?", Clean(near)),
        None if names.is_empty() => "there is no item that can be changed".to_owned(),
        None => {
            let first = names.iter().take(SHOWN).map(String::as_str);
            let more = match names.len().saturating_sub(SHOWN) {
                0 => String::new(),
                more => format!(", and {more} more"),
            };
            format!("there is {}{more}", list(first))
        }
    };
    Trouble::new(format!(
        "no item that can be changed has `{}` in its name; {help}",
        Clean(text)
    ))
}

/// Looks for scenarios that would notice the first so many changes that none notices, in turn over all items.
pub(super) fn look_for_scenarios(
    gathered: &mut Gathered,
    all: &mut [MutantOutcomes],
    most: usize,
    output: &mut Output,
) {
    let limits = output.limits().shared_by(10);
    let (mut left, mut cut) = (most, 0);
    for changed in all {
        let projects = &mut gathered.projects;
        let path = projects
            .sources(&changed.found)
            .name(changed.of.file)
            .to_owned();
        let Ok(rules) = projects.expand(&changed.found.other(path.clone())) else {
            continue;
        };
        let sources = projects.sources(&changed.found);
        let deepest = changed
            .of
            .items
            .iter()
            .map(|item| item.survivors.len())
            .max();
        for turn in 0..deepest.unwrap_or(0) {
            for (number, item) in changed.of.items.iter().enumerate() {
                let Some(survivor) = item.survivors.get(turn) else {
                    continue;
                };
                if left == 0 || interrupt::pressed() {
                    break;
                }
                left -= 1;
                let bars = Bars::new(output, "situations");
                let how = SearchSettings {
                    tries: TRIES,
                    shrinks: SHRINKS,
                    first: true,
                    limits,
                    watcher: Some(&bars),
                    ..SearchSettings::default()
                };
                let title = format!("{}: {}", item.name, survivor.phrase);
                let one = (path.as_str(), &rules);
                let found = propose(one, item.span, &survivor.change, &title, how, sources);
                let proposal = found.scenario.map(|found| ((number, turn), found));
                cut += usize::from(proposal.is_none() && found.cut.is_some());
                changed.proposals.extend(proposal);
            }
        }
        changed.proposals.sort();
    }
    if cut > 0 {
        let cut = format!("affray: the search for a scenario was cut for {cut} of the changes");
        output.aside(&Limits::cut(&cut, limits.work));
    }
}

/// Writes all proposals into a new file.
pub(super) fn save(gathered: &Gathered, all: &[MutantOutcomes], file: &str) -> Result<(), Trouble> {
    let proposals = all.iter().flat_map(|changed| &changed.proposals);
    let proposals: Vec<&str> = proposals.map(|(_, proposal)| proposal.as_str()).collect();
    let Some(changed) = all.iter().find(|changed| !changed.proposals.is_empty()) else {
        return Err(Trouble::new(format!(
            "there is nothing to save in `{}`: no scenario was found that would notice any of the changes",
            Clean(file)
        )));
    };
    save_scenarios(file, &proposals, gathered.projects.root(&changed.found))
}

/// The rules of a scenario that passes, and its tree.
type PassingScenario<'a> = (&'a Arc<Checked>, Cow<'a, ast::Scenario>);

/// The scenarios of a file that pass.
fn passing(file: &Tested) -> impl Iterator<Item = PassingScenario<'_>> {
    file.scenarios.iter().filter_map(|scenario| {
        let rules = scenario.rules.as_ref().filter(|_| scenario.fate.passes())?;
        let mut trees = file.tree.scenarios.iter();
        let tree = trees.find(|tree| tree.span == scenario.span)?;
        Some((rules, setting::whole(&file.tree, tree).ok()?))
    })
}
