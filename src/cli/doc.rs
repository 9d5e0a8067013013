//! `affray doc`: the procedure of a rule file as a document.

use std::path::{Path, PathBuf};

use super::args::{DocArgs, Format};
use super::numbers::threads;
use super::output::Output;
use super::progress::Progress;
use super::projects::{NamedFile, Projects, cannot, shown};
use super::watch::{WatchOutcome, watch};
use super::{Status, Trouble};
use crate::document::{self, Document};
use crate::load::write::{Over, write};
use crate::load::{Loaded, SCHEME, resolve};
use crate::odds::simulate::OddsWatcher;
use crate::publish::{Pictures, Playing, Publication, most_trials};
use crate::source::Clean;
use crate::syntax::ast::EntryKind;

/// A form in which a document is written.
#[derive(Clone, Copy)]
struct DocumentFormat {
    write: fn(&Document) -> String,
    /// The pictures that it can hold.
    pictures: Pictures,
    /// The last line of a file in which it is written.
    made: &'static str,
}

const MARKDOWN: DocumentFormat = DocumentFormat {
    write: document::markdown,
    pictures: Pictures::None,
    made: "<!-- Made by affray doc, which may write over it. -->",
};
const HTML: DocumentFormat = DocumentFormat {
    write: document::html,
    pictures: Pictures::Screen,
    made: MARKDOWN.made,
};
const TYPST: DocumentFormat = DocumentFormat {
    write: document::typst,
    pictures: Pictures::Paper,
    made: "// Made by affray doc, which may write over it.",
};

/// In which forms documents are written.
pub(super) const FORMS: &str = "`affray doc` writes `--format markdown`, `html` or `typst`";

/// Endings of forms that readers know and other programs write.
const FOREIGN: [&str; 6] = ["pdf", "docx", "epub", "odt", "rtf", "tex"];

pub(super) fn doc(args: &DocArgs, output: &mut Output) -> Result<Status, Trouble> {
    let form = form(args, output.format())?;
    match args.watch {
        true => watch(&[], output, |output| once(args, form, output)),
        false => Ok(once(args, form, output)?.status),
    }
}

/// The form that is wanted: as the caller says, else as the name of the new file ends, else markdown.
fn form(args: &DocArgs, format: Format) -> Result<DocumentFormat, Trouble> {
    let by_name = args
        .out
        .as_deref()
        .and_then(|out| Path::new(out).extension()?.to_str())
        .map(str::to_ascii_lowercase);
    match (format, by_name.as_deref()) {
        (Format::Markdown, _) => Ok(MARKDOWN),
        (Format::Html, _) | (Format::Human | Format::Plain, Some("html" | "htm")) => Ok(HTML),
        (Format::Typst, _) | (Format::Human | Format::Plain, Some("typ")) => Ok(TYPST),
        (Format::Human | Format::Plain, Some(other)) if FOREIGN.contains(&other) => {
            Err(Trouble::new(format!(
                "`affray doc` cannot write a `.{other}`; let the file end in `.html` and print it in a browser, or in `.typ` for `typst compile`"
            )))
        }
        (Format::Human | Format::Plain, _) => Ok(MARKDOWN),
        _ => Err(Trouble::new(FORMS)),
    }
}

/// Makes the document and writes it, unless something is wrong with what it is made of.
fn once(
    args: &DocArgs,
    form: DocumentFormat,
    output: &mut Output,
) -> Result<WatchOutcome, Trouble> {
    let mut projects = Projects::default();
    let file = projects.find_one(&args.rules, args.stdin_filename.as_deref())?;
    let document = made(args, form.pictures, &mut projects, &file, output)?;
    let files: Vec<PathBuf> = projects.files().collect();
    let Some(document) = document else {
        return Ok(WatchOutcome {
            status: Status::Findings,
            files,
        });
    };
    for title in &document.unanswered {
        output.aside(&format!(
            "affray: the text asks for the odds \"{}\", but no example that is told here asks that; name its file with `--example`",
            Clean(title)
        ));
    }
    let text = (form.write)(&document);
    match &args.out {
        Some(out) => {
            let over = match args.force {
                true => Over::Any,
                false => Over::Marked(&[MARKDOWN.made, TYPST.made]),
            };
            let inputs = [files.as_slice(), &[PathBuf::from("/dev/stdin")]].concat();
            let text = format!("{text}{}\n", form.made);
            write(Path::new(out), &text, over, &inputs)
                .map_err(|why| cannot(out, "written", why))?;
            if args.watch {
                output.aside(&format!("affray: `{}` is written", Clean(out)));
            }
        }
        None => output.print(&text),
    }
    Ok(WatchOutcome {
        status: Status::Fine,
        files,
    })
}

/// The document; nothing if the rules have errors or an example does not come as it should, which is reported.
fn made(
    args: &DocArgs,
    pictures: Pictures,
    projects: &mut Projects,
    file: &NamedFile,
    output: &mut Output,
) -> Result<Option<Document>, Trouble> {
    let loaded = projects.load(file, None);
    if loaded.file.is_none() {
        output.report(&loaded.diagnostics, projects.sources(file));
        return Err(Trouble::new(format!(
            "`{}` cannot be read",
            Clean(&args.rules)
        )));
    }
    if let Some(rules) = rules_elsewhere(&loaded, file) {
        return Err(Trouble::new(format!(
            "`{}` holds scenarios and no rules: name the file of their rules, `{}`",
            Clean(&args.rules),
            shown(projects.place(file, &rules))
        )));
    }
    let Some(rules) = projects.rules(file, output) else {
        return Ok(None);
    };
    if args.for_scenarios {
        let ruleset = &rules.1.ruleset;
        return Ok(Some(document::for_scenarios(
            ruleset,
            projects.sources(file),
        )));
    }
    let named = args.errata.as_deref().filter(|base| !base.is_empty());
    let base = match named {
        None => loaded.base(),
        Some(base) if base.starts_with(SCHEME) => resolve(file.path(), base).ok(),
        Some(base) => Some(projects.beside(file, base)?),
    };
    let base = match base {
        None => None,
        Some(path) => {
            let found = file.other(path);
            let Some(base) = projects.rules(&found, output) else {
                return Ok(None);
            };
            Some((found, base))
        }
    };
    let base = base.as_ref().map(|(found, base)| (found.path(), base));
    let rules = (file.path(), &rules);
    if args.errata.is_some() {
        if !args.example.is_empty() {
            output.aside("affray: errata have no examples; `--example` is left out of account");
        }
        let sources = projects.sources(file);
        let publication = Publication {
            rules,
            base,
            sources,
        };
        return match publication.errata() {
            Some(errata) => Ok(Some(errata)),
            None => Err(Trouble::new(format!(
                "`{}` extends no other rules, so there are no errata",
                Clean(&args.rules)
            ))),
        };
    }
    let Some(files) = examples(args, projects, file, loaded, output)? else {
        return Ok(None);
    };
    let progress = output.progress(most_trials(&files), "runs");
    let how = Playing {
        pictures,
        limits: *output.limits(),
        jobs: threads(None),
        watcher: &PlayedRunsBar(&progress),
    };
    let sources = projects.sources(file);
    let publication = Publication {
        rules,
        base,
        sources,
    };
    let made = publication.document(&files, &how, &mut |found| output.report(found, sources));
    match made {
        Ok(document) => Ok(Some(document)),
        Err(found) => {
            output.report(&found, sources);
            Ok(None)
        }
    }
}

/// The scenarios that stand with the rules and those of the files that are named, played by the rules. Nothing if something is wrong with them,
/// which is reported.
fn examples(
    args: &DocArgs,
    projects: &mut Projects,
    file: &NamedFile,
    own: Loaded,
    output: &mut Output,
) -> Result<Option<Vec<Loaded>>, Trouble> {
    let mut all = vec![own];
    for name in projects.find(&args.example, None)? {
        if name.project != file.project {
            return Err(Trouble::new(format!(
                "`{}` lies outside the project of the rules",
                Clean(name.path())
            )));
        }
        all.push(projects.load(&name, Some(file.path())));
    }
    for loaded in &all {
        output.report(&loaded.diagnostics, projects.sources(file));
    }
    let are_sound = !all.iter().any(|loaded| loaded.diagnostics.has_errors());
    Ok(are_sound.then_some(all))
}

/// Shows how many runs have been played.
struct PlayedRunsBar<'a>(&'a Progress);

impl OddsWatcher for PlayedRunsBar<'_> {
    fn done(&self, trials: u64) -> bool {
        self.0.step(trials);
        true
    }
}

/// The path of the file by whose rules the first scenario of a file is played, if the file has no rules itself.
fn rules_elsewhere(loaded: &Loaded, file: &NamedFile) -> Option<String> {
    if !loaded.tree.rules.is_empty() {
        return None;
    }
    let mut entries = loaded.tree.scenarios.first()?.entries.iter();
    let rules = entries.find_map(|entry| match &entry.kind {
        EntryKind::Rules(rules) => Some(rules),
        _ => None,
    })?;
    resolve(file.path(), &rules.plain()).ok()
}
