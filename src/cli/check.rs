//! `affray check`: looks for mistakes and plays nothing.

use super::args::{CheckArgs, Format};
use super::output::{Output, counted, json_line};
use super::projects::Projects;
use super::{Status, Trouble};
use crate::diagnostic::Diagnostics;
use crate::diagnostic::json::{JsonReport, SCHEMA_VERSION};
use crate::syntax;

pub(super) fn check(args: &CheckArgs, output: &mut Output) -> Result<Status, Trouble> {
    if args.expand {
        return expand(args, output);
    }
    let mut projects = Projects::studying();
    let files = projects.find(&args.paths, args.stdin_filename.as_deref())?;
    let mut status = Status::Fine;
    let mut found = vec![Diagnostics::new(); projects.count()];
    let progress = output.progress(files.len() as u64, "files");
    for file in &files {
        let loaded = projects.load(file, None);
        progress.step(1);
        if loaded.file.is_none() {
            status = Status::Trouble;
        }
        found[Projects::number(file)].extend(loaded.diagnostics);
    }
    progress.done();
    let mut report = JsonReport {
        schema_version: SCHEMA_VERSION,
        diagnostics: Vec::new(),
    };
    for (number, mut diagnostics) in found.into_iter().enumerate() {
        // Files that share rules have the findings about these rules in common.
        diagnostics.sort();
        let Some(file) = files.iter().find(|file| Projects::number(file) == number) else {
            continue;
        };
        let sources = projects.sources(file);
        output.report(&diagnostics, sources);
        if output.format() == Format::Json {
            report
                .diagnostics
                .extend(JsonReport::new(&diagnostics, sources).diagnostics);
        }
    }
    if output.format() == Format::Json {
        output.print(&json_line(&report)?);
    } else {
        let summary = format!("{}, {}\n", counted(files.len(), "file"), output.count());
        output.print(&summary);
    }
    Ok(status)
}

/// Prints rule files as they are with all that they extend and use.
fn expand(args: &CheckArgs, output: &mut Output) -> Result<Status, Trouble> {
    let mut projects = Projects::default();
    let files = projects.find(&args.paths, args.stdin_filename.as_deref())?;
    let mut status = Status::Fine;
    for file in &files {
        match projects.rules(file, output) {
            Some((rules, _)) => output.print(&syntax::print(&rules.tree())),
            None => status = Status::Findings,
        }
    }
    Ok(status)
}
