//! `affray corpus`: scenarios as data by which other programs can test themselves.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use clap::Args;

use super::output::Output;
use super::output::json_line;
use super::save::write_all;
use super::test::{Gathered, Tested};
use super::{Status, Trouble};
use crate::corpus::{Corpus, CorpusCase, SCHEMA_VERSION, case};
use crate::diagnostic::Diagnostics;
use crate::load::write::Over;
use crate::load::{Playable, digest};
use crate::source::{Limits, Sources, english};
use crate::suite;
use crate::why::Run;

/// `affray corpus`
#[derive(Debug, Args)]
pub(super) struct CorpusArgs {
    /// Files and folders (all `.affray` files in them); without any, the folder of the project
    #[arg(value_name = "PATH")]
    pub paths: Vec<String>,
    /// Only the scenarios with this text in their title or in the path of their file
    #[arg(long, value_name = "TEXT")]
    pub filter: Option<String>,
    /// Write a file for each scenario into this folder
    #[arg(long, value_name = "FOLDER")]
    pub out: Option<String>,
    /// Write over files that are there
    #[arg(long, requires = "out")]
    pub force: bool,
}

pub(super) fn corpus(args: &CorpusArgs, output: &mut Output) -> Result<Status, Trouble> {
    let gathered = Gathered::load(&args.paths, args.filter.as_deref(), None, output)?;
    if gathered.by_project().count() > 1 {
        let why = "the files are of several projects; write a corpus of each";
        return Err(Trouble::new(why));
    }
    let mut cases: Vec<CorpusCase> = Vec::new();
    let mut found = Diagnostics::new();
    for (sources, files) in gathered.by_project() {
        let ready = files.iter().flat_map(Tested::ready).count();
        let progress = output.progress(ready as u64, "scenarios");
        for file in files {
            found.extend(file.diagnostics.clone());
            for playable in file.ready() {
                if !playable.scenario.only_asks_for_odds() {
                    cases.extend(played(
                        playable,
                        file,
                        sources,
                        output.limits(),
                        &mut found,
                    )?);
                }
                progress.step(1);
            }
        }
        progress.done();
        found.sort();
        if found.has_errors() {
            output.report_alone(&found, sources, SCHEMA_VERSION)?;
            output.aside("no corpus: these scenarios cannot be played, or do not come as expected");
            return Ok(Status::Findings);
        }
        output.report(&found, sources);
    }
    if cases.is_empty() {
        return Err(Trouble::new(
            "there is no scenario with a run of its own in what was named",
        ));
    }
    tell_apart(&mut cases);
    cases.sort_by(|one, other| one.id.cmp(&other.id));
    match &args.out {
        Some(folder) => {
            let over = match args.force {
                true => Over::Any,
                false => Over::Nothing,
            };
            write_all(&files(&cases, Path::new(folder))?, over)?;
            let count = english::counted(cases.len(), "case");
            output.print(&format!("{count} written into `{folder}`\n"));
        }
        None => {
            let schema_version = SCHEMA_VERSION;
            output.print(&json_line(&Corpus {
                schema_version,
                cases,
            })?);
        }
    }
    Ok(Status::Fine)
}

/// The case of a scenario; none if it does not come as expected, which is found.
fn played(
    playable: &Playable,
    file: &Tested,
    sources: &Sources,
    limits: &Limits,
    found: &mut Diagnostics,
) -> Result<Option<CorpusCase>, Trouble> {
    let (rules, scenario) = (&playable.rules.ruleset, &playable.scenario);
    let played = suite::play(rules, scenario, None, limits);
    let passes = !played.findings.has_errors();
    found.extend(played.findings.clone());
    if let Some(cut) = played.journal.cut() {
        return Err(Trouble::new(format!("`{}`: {cut}", scenario.title)));
    }
    let run = Run::new((rules, scenario), &played.journal, sources, limits);
    let files = rule_files(playable, file, sources);
    let all = sources.files();
    let texts = all.map(|file| (sources.name(file), sources.text(file)));
    let digest = digest(texts.filter(|(name, _)| files.contains(*name)));
    Ok(passes.then(|| case(&run, &played, file.found.path(), (&files, digest))))
}

/// The files of which the rules of a scenario are made: its own is one of them only if rules stand in it.
fn rule_files(playable: &Playable, file: &Tested, sources: &Sources) -> BTreeSet<String> {
    let mut items = playable.rules.ruleset.items.iter();
    let own = items.any(|item| sources.name(item.span.file) == file.found.path());
    let needed = file.needed.iter();
    needed
        .filter(|path| own || *path != file.found.path())
        .cloned()
        .collect()
}

/// Gives ids that several cases of a file have a number each, from the second on.
fn tell_apart(cases: &mut [CorpusCase]) {
    let mut known: BTreeMap<String, usize> = BTreeMap::new();
    for case in cases {
        let count = known.entry(case.id.clone()).or_default();
        *count += 1;
        if *count > 1 {
            case.id += &format!("___{count}");
        }
    }
}

/// A file for each case.
fn files(cases: &[CorpusCase], folder: &Path) -> Result<Vec<(PathBuf, String)>, Trouble> {
    let file = |case: &CorpusCase| {
        let place = folder.join(format!("{}.json", case.id));
        Ok((place, json_line(case)?))
    };
    cases.iter().map(file).collect()
}
