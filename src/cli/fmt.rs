//! `affray fmt`: lays files out. A file with a mistake in it is left alone, the others are laid out all the same.

use std::collections::BTreeSet;
use std::time::Duration;

use schemars::JsonSchema;
use serde::Serialize;
use similar::TextDiff;

use super::args::{FmtArgs, Format};
use super::output::{Output, json_line};
use super::projects::{NamedFile, Projects};
use super::{Status, Trouble};
use crate::diagnostic::github::{self, Annotation, AnnotationPlace};
use crate::diagnostic::json::{JsonDiagnostic, JsonReport, SCHEMA_VERSION};
use crate::diagnostic::{Code, Diagnostics, Severity};
use crate::load::SCHEME;
use crate::source::guard::admit;
use crate::source::{Clean, Limits, Sources, english};
use crate::syntax;

/// How long the search for the smallest difference may take; after it, a larger one is shown.
const PATIENCE: Duration = Duration::from_secs(2);

/// The answer for programs.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct FmtReport {
    schema_version: u32,
    /// How many files were looked at.
    files: usize,
    /// Those whose layout changes, or has changed.
    changed: Vec<FmtChange>,
    /// What is wrong with those that were left alone.
    diagnostics: Vec<JsonDiagnostic>,
}

/// A file whose layout changes.
#[derive(Debug, Serialize, JsonSchema)]
struct FmtChange {
    file: String,
    /// With `--diff`: the difference between the two layouts.
    #[serde(skip_serializing_if = "Option::is_none")]
    diff: Option<String>,
    /// The annotation of the first line that changes.
    #[serde(skip)]
    annotation: Annotation,
}

/// A file, read and laid out.
struct LaidOut {
    before: String,
    after: String,
}

pub(super) fn fmt(args: &FmtArgs, output: &mut Output) -> Result<Status, Trouble> {
    let mut projects = Projects::default();
    let files = projects.find(&args.paths, args.stdin_filename.as_deref())?;
    if let Some(own) = args.paths.iter().find(|path| path.starts_with(SCHEME)) {
        let own = Clean(own);
        return Err(Trouble::new(format!(
            "`{own}` is part of the program; `affray rules NAME --vendor` copies one into your project"
        )));
    }
    let only_look = args.check || args.diff;
    let is_annotated = output.format() == Format::Github;
    let mut status = Status::Fine;
    let mut report = FmtReport {
        schema_version: SCHEMA_VERSION,
        files: files.len(),
        changed: Vec::new(),
        diagnostics: Vec::new(),
    };
    let mut printed = false;
    let mut commands = String::new();
    for file in &files {
        let to_stdout = projects.is_stdin(file) && !only_look;
        let done = lay_out(&mut projects, file).and_then(|laid_out| {
            let laid_out = match laid_out {
                Ok(laid_out) => laid_out,
                Err((found, sources)) => {
                    let told = github::commands(&projects.findings(file, &found, &sources));
                    if to_stdout {
                        if is_annotated {
                            output.aside(told.trim_end());
                        }
                        return output.report_aside(&found, &sources);
                    }
                    output.report(&found, &sources);
                    commands += &told;
                    let found = JsonReport::new(&found, &sources);
                    report.diagnostics.extend(found.diagnostics);
                    return Ok(());
                }
            };
            if to_stdout {
                output.print(&laid_out.after);
            } else if laid_out.before != laid_out.after {
                if !only_look {
                    projects.replace(file, &laid_out.after)?;
                }
                let diff = args.diff.then(|| difference(&file.path, &laid_out));
                let annotation = annotation(projects.path_in_repository(file), &laid_out);
                let file = file.path.clone();
                report.changed.push(FmtChange {
                    file,
                    diff,
                    annotation,
                });
            }
            Ok(())
        });
        printed |= to_stdout;
        if let Err(Trouble(why)) = done {
            output.complain(&why);
            status = Status::Trouble;
        }
    }
    if only_look && !report.changed.is_empty() {
        status = status.max(Status::Findings);
    }
    if !printed {
        print_report(args, output, &report, commands)?;
    }
    Ok(status)
}

/// Reads a file and lays it out; or says what is wrong with it.
fn lay_out(
    projects: &mut Projects,
    file: &NamedFile,
) -> Result<Result<LaidOut, (Diagnostics, Sources)>, Trouble> {
    let limits = Limits::DEFAULT;
    let mut sources = Sources::new();
    let bytes = projects.read(file)?;
    let (id, refused) = admit(&mut sources, file.path.as_str(), bytes, &limits);
    if let Some(why) = refused {
        return Ok(Err((Diagnostics::from_iter([why]), sources)));
    }
    let before = sources.text(id).to_owned();
    Ok(match syntax::format(id, &before, &limits) {
        Ok(after) => Ok(LaidOut { before, after }),
        Err(found) => Err(tried(projects, file, &found)),
    })
}

/// What is wrong with the text of a file, as the check tells it: with the edits that mend the file.
fn tried(projects: &mut Projects, file: &NamedFile, found: &Diagnostics) -> (Diagnostics, Sources) {
    let loaded = projects.load(file, None);
    let sources = projects.sources(file).clone();
    let codes: BTreeSet<Code> = found.iter().map(|one| one.code).collect();
    let told = loaded
        .diagnostics
        .iter()
        .filter(|one| Some(one.primary.span.file) == loaded.file && codes.contains(&one.code));
    (told.cloned().collect(), sources)
}

/// What changes, as `diff -u` and `patch` have it.
fn difference(path: &str, laid_out: &LaidOut) -> String {
    let diff = TextDiff::configure()
        .timeout(PATIENCE)
        .diff_lines(laid_out.before.as_str(), laid_out.after.as_str());
    let path = Clean(path).to_string();
    diff.unified_diff().header(&path, &path).to_string()
}

/// What is said at the first line that changes.
fn annotation(file: String, laid_out: &LaidOut) -> Annotation {
    let lines = laid_out.before.lines().zip(laid_out.after.lines());
    let line = lines.take_while(|(before, after)| before == after).count() as u32 + 1;
    Annotation {
        severity: Severity::Error,
        place: Some(AnnotationPlace {
            file,
            lines: (line, line),
            columns: None,
        }),
        title: "the layout".to_owned(),
        lines: vec![
            "`affray fmt` would lay this file out in another way, from this line on".to_owned(),
        ],
    }
}

/// `commands`: what is wrong with files that were left alone, as workflow commands.
fn print_report(
    args: &FmtArgs,
    output: &mut Output,
    report: &FmtReport,
    commands: String,
) -> Result<(), Trouble> {
    if output.format() == Format::Json {
        output.print(&json_line(report)?);
        return Ok(());
    }
    let is_annotated = output.format() == Format::Github;
    let mut told = match is_annotated {
        true => commands,
        false => String::new(),
    };
    for change in &report.changed {
        if is_annotated && (args.check || args.diff) {
            told.push_str(&change.annotation.to_string());
            continue;
        }
        match &change.diff {
            Some(diff) => told.push_str(diff),
            None => told.push_str(&format!("{}\n", Clean(&change.file))),
        }
    }
    if !args.diff {
        let files = english::counted(report.files, "file");
        let changed = report.changed.len();
        let verb = if args.check {
            "would change"
        } else {
            "changed"
        };
        told.push_str(&format!("{files}, {changed} {verb}\n"));
    }
    output.print(&told);
    Ok(())
}
