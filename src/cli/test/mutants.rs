//! Changes that no scenario notices: which files are changed, by which scenarios, and what people read of it.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::gather::{Gathered, Tested};
use crate::cli::Trouble;
use crate::cli::output::Output;
use crate::cli::projects::{Found, Projects};
use crate::cli::snapshots::{self, Drawing};
use crate::mutants::{Change, Mutated, Plan, Witness};
use crate::snapshot::difference;
use crate::source::{Clean, FileId, Limits, Sources};

/// Where scenarios are looked for, and the rule files that are changed.
pub(super) struct Wanted {
    pub scenarios: Vec<String>,
    rules: BTreeSet<Found>,
    /// Nobody has named scenarios.
    of_project: bool,
}

impl Wanted {
    /// Of what was named, files with rules are changed, and scenarios are looked for in the others; in the whole project if there are none.
    pub fn of(paths: &[String]) -> Result<Self, Trouble> {
        let mut projects = Projects::default();
        let (mut rules, mut scenarios, mut roots) = (BTreeSet::new(), Vec::new(), BTreeSet::new());
        for path in paths {
            let file = projects.find_one(path, None).ok();
            match file.filter(|file| !projects.load(file, None).tree.rules.is_empty()) {
                Some(file) => {
                    roots.insert(projects.root(&file).display().to_string());
                    rules.insert(file);
                }
                None => scenarios.push(path.clone()),
            }
        }
        let of_project = scenarios.is_empty() && !rules.is_empty();
        if of_project {
            scenarios.extend(roots);
        }
        Ok(Wanted {
            scenarios,
            rules,
            of_project,
        })
    }

    /// Of a whole project only the files count that have to do with the rules.
    pub fn sift(&self, gathered: &mut Gathered) {
        let concerns = |tested: &Tested| {
            let named = self.rules.iter().map(Found::path);
            named.into_iter().any(|path| tested.needed.contains(path))
        };
        if self.of_project {
            gathered.files.retain(concerns);
        }
    }
}

/// Changes the rule files of all projects; those that scenarios name where none was named.
pub(super) fn mutate(
    gathered: &mut Gathered,
    wanted: &Wanted,
    threads: usize,
    output: &Output,
) -> Vec<(String, Mutated)> {
    let mut all = Vec::new();
    let Gathered {
        projects, files, ..
    } = gathered;
    let same = |a: &Tested, b: &Tested| Projects::number(&a.found) == Projects::number(&b.found);
    for files in files.chunk_by(same) {
        let witnesses: Vec<Witness<'_>> = files.iter().flat_map(witnesses).collect();
        let named = |id: FileId, sources: &Sources| {
            let name = sources.name(id);
            wanted.rules.iter().any(|file| file.path() == name)
        };
        let sources = projects.sources(&files[0].found);
        let changed: Vec<FileId> = match wanted.rules.is_empty() {
            true => witnesses
                .iter()
                .filter_map(|witness| witness.rules.ruleset.items.first())
                .map(|item| item.span.file)
                .collect(),
            false => sources.files().filter(|id| named(*id, sources)).collect(),
        };
        let (loader, disk) = projects.workshop(&files[0].found);
        let plan = Plan::new(loader, disk, changed, &witnesses, &Limits::DEFAULT);
        let progress = output.progress(plan.count() as u64, "changes");
        let mutated = plan.carry_out(threads, &|| {
            progress.step(1);
            true
        });
        progress.done();
        let sources = projects.sources(&files[0].found);
        let told = mutated.into_iter().map(|mutated| {
            let told = told(&mutated, sources, output.drawing());
            (told, mutated)
        });
        all.extend(told);
    }
    all
}

/// The scenarios of a file that pass.
fn witnesses(file: &Tested) -> impl Iterator<Item = Witness<'_>> {
    file.scenarios.iter().filter_map(|scenario| {
        let rules = scenario.rules.as_ref().filter(|_| scenario.fate.passes())?;
        let mut trees = file.tree.scenarios.iter();
        let tree = trees.find(|tree| tree.span == scenario.span)?;
        Some(Witness { rules, tree })
    })
}

/// What came of the changes of a file, for people.
fn told(mutated: &Mutated, sources: &Sources, drawing: Drawing) -> String {
    let (noticed, tried) = mutated.share();
    let mut out = String::new();
    let file = Clean(sources.name(mutated.file));
    _ = writeln!(
        out,
        "\n{file}: {noticed} of {tried} changes noticed ({})",
        percent(noticed, tried)
    );
    for item in &mutated.items {
        if item.survivors.is_empty() {
            continue;
        }
        let line = sources.line_col(item.span).line;
        let (noticed, tried, name) = (item.noticed, item.tried(), Clean(&item.name));
        _ = writeln!(out, "  {line}  {name}: {noticed} of {tried} noticed");
        for change in &item.survivors {
            let line = sources.line_col(change.span).line;
            _ = writeln!(out, "    {line}");
            for line in shown(change, sources, drawing).lines() {
                _ = writeln!(out, "      {line}");
            }
        }
    }
    out
}

/// `78.6 %`
fn percent(part: usize, whole: usize) -> String {
    let tenths = (part * 1000).checked_div(whole).unwrap_or(1000);
    format!("{}.{} %", tenths / 10, tenths % 10)
}

/// The lines of a change, before and after it.
fn shown(change: &Change, sources: &Sources, drawing: Drawing) -> String {
    let text = sources.text(change.span.file);
    let (start, end) = (change.span.start as usize, change.span.end as usize);
    let from = text[..start].rfind('\n').map_or(0, |at| at + 1);
    // A stretch of whole lines ends with its last line break.
    let whole = start == from && text[..end].ends_with('\n') && end > start;
    let to = match whole {
        true => end,
        false => text[end..].find('\n').map_or(text.len(), |at| end + at + 1),
    };
    let old = &text[from..to];
    let new = format!("{}{}{}", &text[from..start], change.with, &text[end..to]);
    snapshots::told(&difference(old, &new), drawing)
}
