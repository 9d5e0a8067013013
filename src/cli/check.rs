//! `affray check`: looks for mistakes and plays nothing.

use schemars::JsonSchema;
use serde::Serialize;

use super::args::{CheckArgs, Format};
use super::output::{Output, json_line};
use super::projects::{NamedFile, Projects, STDIN};
use super::watch::{WatchOutcome, watch};
use super::{Status, Trouble};
use crate::diagnostic::json::{JsonDiagnostic, JsonReport, SCHEMA_VERSION};
use crate::diagnostic::{Diagnostics, Findings, github, sarif};
use crate::source::english;
use crate::syntax;

/// The answer of `--expand` for programs.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct ExpandReport {
    /// The version of this form.
    schema_version: u32,
    /// The rule files without mistakes.
    files: Vec<ExpandedFile>,
    /// What is wrong with the others.
    diagnostics: Vec<JsonDiagnostic>,
}

/// A rule file that needs no other.
#[derive(Debug, Serialize, JsonSchema)]
struct ExpandedFile {
    /// As it was named, from the root of its project.
    file: String,
    /// Its text, with all that it extends and uses put into it.
    text: String,
}

pub(super) fn check(args: &CheckArgs, output: &mut Output) -> Result<Status, Trouble> {
    let form = match output.format() {
        Format::Github => Some("github"),
        Format::Sarif => Some("sarif"),
        _ => None,
    };
    let other = match (args.watch, args.expand) {
        (true, _) => Some("--watch"),
        (_, true) => Some("--expand"),
        _ => None,
    };
    if let (Some(form), Some(other)) = (form, other) {
        let why = format!("`{other}` does not go with `--format {form}`");
        return Err(Trouble::new(why));
    }
    if !args.watch {
        return Ok(once(args, output)?.status);
    }
    if args.paths.iter().any(|path| path == STDIN) {
        let why = "`--watch` looks at files, and standard input is none";
        return Err(Trouble::new(why));
    }
    watch(&args.paths, output, |output| once(args, output))
}

/// Checks once; says which files it looked at.
fn once(args: &CheckArgs, output: &mut Output) -> Result<WatchOutcome, Trouble> {
    let mut projects = match args.expand {
        true => Projects::default(),
        false => Projects::studying(),
    };
    let files = projects.find(&args.paths, args.stdin_filename.as_deref())?;
    let status = match args.expand {
        true => expand(&mut projects, &files, output)?,
        false => look(&mut projects, &files, output)?,
    };
    Ok(WatchOutcome {
        status,
        files: projects.files().collect(),
    })
}

/// Looks for mistakes.
fn look(
    projects: &mut Projects,
    files: &[NamedFile],
    output: &mut Output,
) -> Result<Status, Trouble> {
    let mut status = Status::Fine;
    let mut found = vec![Diagnostics::new(); projects.count()];
    let progress = output.progress(files.len() as u64, "files");
    for lot in files.chunks(Projects::AT_ONCE) {
        projects.prefetch(lot.iter(), None);
        for file in lot {
            let loaded = projects.load(file, None);
            progress.step(1);
            if loaded.file.is_none() {
                status = Status::Trouble;
            }
            found[file.project].extend(loaded.diagnostics);
        }
    }
    progress.done();
    for diagnostics in &mut found {
        // Files that share rules have the findings about these rules in common.
        diagnostics.drop_retold();
        diagnostics.sort();
    }
    let projects = &*projects;
    let of_project = |(number, diagnostics)| {
        let mut files = files.iter();
        let file = files.find(|file| file.project == number)?;
        Some(projects.findings(file, diagnostics, projects.sources(file)))
    };
    let found: Vec<Findings<'_>> = found.iter().enumerate().filter_map(of_project).collect();
    for findings in &found {
        output.report(findings.diagnostics, findings.sources);
    }
    let summary = format!(
        "{}, {}\n",
        english::counted(files.len(), "file"),
        output.count()
    );
    output.print(&match output.format() {
        Format::Json => json_line(&JsonReport {
            schema_version: SCHEMA_VERSION,
            diagnostics: found
                .iter()
                .flat_map(|one| JsonReport::new(one.diagnostics, one.sources).diagnostics)
                .collect(),
            files: Some(files.len()),
            error: None,
        })?,
        Format::Sarif => json_line(&sarif::log(&found, status == Status::Fine))?,
        Format::Github => found.iter().map(github::commands).collect::<String>() + &summary,
        _ => summary,
    });
    Ok(status)
}

/// Prints rule files as they are with all that they extend and use.
fn expand(
    projects: &mut Projects,
    files: &[NamedFile],
    output: &mut Output,
) -> Result<Status, Trouble> {
    let mut status = Status::Fine;
    let mut report = ExpandReport {
        schema_version: SCHEMA_VERSION,
        files: Vec::new(),
        diagnostics: Vec::new(),
    };
    for file in files {
        match projects.expand(file) {
            Ok((rules, _)) => report.files.push(ExpandedFile {
                file: file.path().to_owned(),
                text: syntax::print(&rules.tree()),
            }),
            Err(found) => {
                let sources = projects.sources(file);
                output.report(&found, sources);
                let said = JsonReport::new(&found, sources);
                report.diagnostics.extend(said.diagnostics);
                status = Status::Findings;
            }
        }
    }
    match output.format() {
        Format::Json => output.print(&json_line(&report)?),
        _ => (report.files.iter()).for_each(|file| output.print(&file.text)),
    }
    Ok(status)
}
