//! `affray new`: begins a rule file. Writes what is not there yet, and never over anything.

use std::path::Path;

use clap::builder::PossibleValuesParser;
use schemars::JsonSchema;
use serde::Serialize;

use super::args::{Format, NewArgs};
use super::meant;
use super::output::{Output, json_line};
use super::projects::{NamedFile, Projects, cannot};
use super::{Status, Trouble};
use crate::diagnostic::json::SCHEMA_VERSION;
use crate::load::write::{self, Over};
use crate::load::{self, Disk, EXTENSION, PROJECT_FILE, SCHEME};
use crate::source::{Clean, Limits};
use crate::starter;

const MARK_TEXT: &str =
    "# This folder is a project of Affray: rule files and scenarios in it can name each other.\n";

/// The answer for programs.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct NewReport {
    schema_version: u32,
    /// What was written, from the working folder.
    wrote: Vec<Wrote>,
    /// The folder of the project to which it belongs, if no file marks its own folder.
    project: Option<String>,
    /// Whether the rule file has a scenario in it, which passes.
    plays: bool,
    /// Commands that can come next.
    next: Vec<NextCommand>,
}

/// A file that was written.
#[derive(Debug, Serialize, JsonSchema)]
struct Wrote {
    file: String,
    /// What it is, in a few words.
    what: String,
}

/// A command that can come next.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Next")]
struct NextCommand {
    command: String,
    /// What it does, in a few words.
    what: String,
}

pub(super) fn new(args: &NewArgs, output: &mut Output) -> Result<Status, Trouble> {
    let file = starter::file_name(&args.name).map_err(Trouble::new)?;
    if Path::new(&file).symlink_metadata().is_ok() {
        return Err(there_already(&file));
    }
    let around = Disk::around(Path::new(&file), &Limits::DEFAULT);
    let (disk, place) = around.map_err(|error| cannot(&file, "written", error))?;
    let base = args.from.as_deref().map(named_base);
    let template = args.template.as_deref();
    let template = template.and_then(|name| load::templates().find(|known| known.0 == name));
    let begun = template.and_then(|(kind, text)| Some((kind, starter::renamed(text, &args.name)?)));
    let (text, what, plays) = match (&base, begun) {
        (None, Some((kind, text))) => {
            let what = format!("a small rule file of the kind `{kind}`, with scenarios");
            (text, what, true)
        }
        (None, None) => {
            let what = "a small rule file with a scenario, and notes to learn from";
            (starter::fresh(&args.name), what.to_owned(), true)
        }
        (Some(base), _) => {
            let Some(variant) = variant(args, base, &disk, &place, output)? else {
                return Ok(Status::Trouble);
            };
            let what = match variant.plays {
                true => "with a first scenario",
                false => "without a scenario: none was found that these rules play to its end",
            };
            let what = format!("a variant of `{}`, {what}", Clean(base));
            (variant.text, what, variant.plays)
        }
    };
    let mut files = vec![(file.as_str(), what, text)];
    if !disk.is_marked() {
        let what = "marks this folder as a project".to_owned();
        files.push((PROJECT_FILE, what, MARK_TEXT.to_owned()));
    }
    // Whose project it is where its own folder is none.
    let around =
        (disk.is_marked() && place.contains('/')).then(|| disk.root().display().to_string());
    write_all(&files)?;
    let titles = starter::titles(&files[0].2);
    let report = NewReport {
        schema_version: SCHEMA_VERSION,
        wrote: files
            .into_iter()
            .map(|(file, what, _)| Wrote {
                file: file.to_owned(),
                what,
            })
            .collect(),
        project: around,
        plays,
        next: next(&file, plays, &titles, base.as_deref()),
    };
    output.print(&match output.format() {
        Format::Json => json_line(&report)?,
        _ => render(&report),
    });
    Ok(Status::Fine)
}

/// The kinds of rule files with which one can begin.
pub(super) fn kinds() -> PossibleValuesParser {
    PossibleValuesParser::new(load::templates().map(|template| template.0))
}

/// The rule file that is meant: one on the disk, else a built-in one of that name, by its path with the scheme.
fn named_base(base: &str) -> String {
    let builtin = load::find_builtin(base).filter(|_| !Path::new(base).exists());
    builtin.map_or_else(|| base.to_owned(), |path| load::short(&path).to_owned())
}

/// A variant of a rule file. `None`: that has errors, which were reported.
fn variant(
    args: &NewArgs,
    base: &str,
    disk: &Disk,
    place: &str,
    output: &mut Output,
) -> Result<Option<starter::Variant>, Trouble> {
    let mut projects = Projects::default();
    if base == "-" {
        return Err(Trouble::new(
            "a variant names the file that it extends, so `--from` needs a file",
        ));
    }
    if !base.starts_with(SCHEME) && !base.ends_with(EXTENSION) && !Path::new(base).exists() {
        return Err(no_rules(base));
    }
    let found = projects.find_one(base, None)?;
    if projects.root(&found) != disk.root() {
        return Err(Trouble::new(format!(
            "`{}` does not lie in the same project as this folder: put both below one folder that has an `{PROJECT_FILE}`",
            Clean(base)
        )));
    }
    let named = match base.starts_with(SCHEME) {
        true => base.to_owned(),
        false => from_folder_of(place, &found),
    };
    if let Err(why) = load::resolve(place, &named) {
        let base = Clean(base);
        return Err(Trouble::new(format!("`{base}` cannot be extended: {why}")));
    }
    let Some((expanded, checked)) = projects.rules(&found, output) else {
        return Ok(None);
    };
    let base = starter::Base {
        named: &named,
        expanded: &expanded,
        rules: &checked.ruleset,
        sources: projects.sources(&found),
    };
    let mut files = disk.clone();
    Ok(Some(starter::variant(&args.name, place, &base, &mut files)))
}

/// There is no file of this name, and no rule file that is part of the program.
fn no_rules(base: &str) -> Trouble {
    let known = load::BUILTIN.iter().map(|file| load::short(file.0));
    let list = "`affray rules` lists those that are part of the program";
    let help = meant(base, known, list);
    let base = Clean(base);
    Trouble::new(format!("there is no rule file `{base}`; {help}"))
}

/// The path of a file from the folder of another place of the project.
fn from_folder_of(place: &str, file: &NamedFile) -> String {
    let folders = |path: &str| -> Vec<String> {
        let mut parts: Vec<String> = path.split('/').map(str::to_owned).collect();
        parts.pop();
        parts
    };
    let (here, there) = (folders(place), folders(file.path()));
    let same = here.iter().zip(&there).take_while(|(a, b)| a == b).count();
    let inside = file.path().split('/').skip(same);
    let up = here[same..].iter().map(|_| "..");
    up.chain(inside).collect::<Vec<_>>().join("/")
}

/// Writes all files or none.
fn write_all(files: &[(&str, String, String)]) -> Result<(), Trouble> {
    for (index, (name, _, text)) in files.iter().enumerate() {
        if let Err(why) = write::write(Path::new(name), text, Over::Nothing, &[]) {
            // Only what was made here is taken away again.
            for (name, _, _) in &files[..index] {
                _ = write::remove(Path::new(name));
            }
            return Err(cannot(name, "written", why));
        }
    }
    Ok(())
}

fn there_already(file: &str) -> Trouble {
    Trouble::new(format!(
        "`{}` is there already; nothing was written",
        Clean(file)
    ))
}

/// What can be done with the new file.
fn next(file: &str, plays: bool, titles: &[String], base: Option<&str>) -> Vec<NextCommand> {
    let next = |command: String, what: &str| NextCommand {
        command,
        what: what.to_owned(),
    };
    let mut all = vec![next(format!("affray check {file}"), "looks for mistakes")];
    if plays {
        all.push(next(
            format!("affray test {file}"),
            "says of each scenario whether all comes as it expects",
        ));
        let titled = match titles {
            [] | [_] => String::new(),
            [first, ..] => format!(" --scenario \"{}\"", Clean(first)),
        };
        all.push(next(
            format!("affray run {file}{titled}"),
            "tells what happens in one scenario",
        ));
    }
    if let Some(base) = base {
        let base = Clean(base).to_string();
        let base = match base.contains(' ') {
            true => format!("\"{base}\""),
            false => base,
        };
        all.push(next(
            format!("affray diff {base} {file}"),
            "says what you have changed",
        ));
    }
    all
}

fn render(report: &NewReport) -> String {
    let mut text = String::new();
    for Wrote { file, what } in &report.wrote {
        text.push_str(&format!("wrote {file}: {what}\n"));
    }
    if let Some(project) = &report.project {
        text.push_str(&format!(
            "it belongs to the project in {}\n",
            Clean(project)
        ));
    }
    text.push_str("\nwhat can come next\n");
    let commands = report.next.iter().map(|next| next.command.chars().count());
    let width = commands.max().unwrap_or(0);
    for NextCommand { command, what } in &report.next {
        text.push_str(&format!("  {command:width$}   {what}\n"));
    }
    text
}
