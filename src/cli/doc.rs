//! `affray doc`: the procedure of a rule file as a document.

use std::path::Path;

use super::args::{DocArgs, Format};
use super::output::Output;
use super::projects::{Found, Projects};
use super::watch::{Watched, watch};
use super::{Status, Trouble};
use crate::diff::{Subject, Wanted, compare};
use crate::document::{self, Beside, Changed, Document, Example, Section};
use crate::load::{Disk, Loaded, Playable, Unreadable, resolve};
use crate::source::{Clean, Limits};
use crate::suite;
use crate::syntax::ast::{Piece, Text};
use crate::view::outline::outline;
use crate::view::picture::{Extent, Scheme, picture};
use crate::view::{TranscriptStyle, transcript};

/// A form in which a document is written.
type Form = fn(&Document) -> String;

pub(super) fn doc(args: &DocArgs, output: &mut Output) -> Result<Status, Trouble> {
    let form = form(args, output.format())?;
    match args.watch {
        true => watch(&[], output, |output| once(args, form, output)),
        false => Ok(once(args, form, output)?.status),
    }
}

/// The form that is wanted: as the caller says, else as the name of the new file ends, else markdown.
fn form(args: &DocArgs, format: Format) -> Result<Form, Trouble> {
    let by_name = args
        .out
        .as_deref()
        .and_then(|out| Path::new(out).extension()?.to_str());
    match (format, by_name) {
        (Format::Markdown, _) => Ok(document::markdown),
        (Format::Html, _) | (Format::Human | Format::Plain, Some("html" | "htm")) => {
            Ok(document::html)
        }
        (Format::Typst, _) | (Format::Human | Format::Plain, Some("typ")) => Ok(document::typst),
        (Format::Human | Format::Plain, _) => Ok(document::markdown),
        _ => Err(Trouble::new(
            "`affray doc` writes `--format markdown`, `html` or `typst`",
        )),
    }
}

/// Makes the document and writes it, unless something is wrong with what it is made of.
fn once(args: &DocArgs, form: Form, output: &mut Output) -> Result<Watched, Trouble> {
    let mut projects = Projects::default();
    let file = projects.find_one(&args.rules, args.stdin_filename.as_deref())?;
    let document = made(args, &mut projects, &file, output)?;
    let files = projects.files().collect();
    let Some(document) = document else {
        return Ok(Watched {
            status: Status::Findings,
            files,
        });
    };
    let text = form(&document);
    match &args.out {
        Some(out) => put(out, &text)?,
        None => output.print(&text),
    }
    Ok(Watched {
        status: Status::Fine,
        files,
    })
}

/// The document; nothing if the rules have errors or an example does not come as it should, which is reported.
fn made(
    args: &DocArgs,
    projects: &mut Projects,
    file: &Found,
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
    let Some(rules) = projects.rules(file, output) else {
        return Ok(None);
    };
    let base = match base_of(&loaded, file) {
        None => None,
        Some(path) => {
            let found = file.other(path);
            let Some(base) = projects.rules(&found, output) else {
                return Ok(None);
            };
            let report = compare(
                Subject {
                    file: found.path(),
                    rules: &base,
                },
                Subject {
                    file: file.path(),
                    rules: &rules,
                },
                &[],
                Wanted::default(),
                projects.sources(file),
            );
            Some((base, report.structure))
        }
    };
    let changed = base.as_ref().map(|(base, changes)| Changed {
        base: &base.0,
        variant: &rules.0,
        changes,
    });
    if args.errata {
        return match changed {
            Some(changed) => Ok(Some(changed.document(projects.sources(file)))),
            None => Err(Trouble::new(format!(
                "`{}` extends no other rules, so there are no errata",
                Clean(&args.rules)
            ))),
        };
    }
    let errata = changed.map(|changed| document::errata(&changed, projects.sources(file)));
    let Some(examples) = examples(args, projects, file, loaded, output)? else {
        return Ok(None);
    };
    let beside = Beside {
        errata,
        examples,
        odds: Vec::new(),
    };
    Ok(Some(document::of(&rules.0, projects.sources(file), beside)))
}

/// The path of the file that the rules of a file extend.
fn base_of(loaded: &Loaded, file: &Found) -> Option<String> {
    let extends = loaded.tree.rules.first()?.extends.as_ref()?;
    resolve(file.path(), &plain(extends)).ok()
}

fn plain(text: &Text) -> String {
    let pieces = text.pieces.iter().filter_map(|piece| match piece {
        Piece::Plain(plain) => Some(plain.as_str()),
        Piece::Hole(_) => None,
    });
    pieces.collect()
}

/// The scenarios that stand with the rules and those of the files that are named, played by the rules.
fn examples(
    args: &DocArgs,
    projects: &mut Projects,
    file: &Found,
    own: Loaded,
    output: &mut Output,
) -> Result<Option<Vec<Section>>, Trouble> {
    let mut all = vec![own];
    for name in projects.find(&args.example, None)? {
        if Projects::number(&name) != Projects::number(file) {
            return Err(Trouble::new(format!(
                "`{}` lies outside the project of the rules",
                Clean(name.path())
            )));
        }
        all.push(projects.load(&name, Some(file.path())));
    }
    let mut sections = Vec::new();
    for loaded in &all {
        output.report(&loaded.diagnostics, projects.sources(file));
        if loaded.diagnostics.has_errors() {
            return Ok(None);
        }
        for playable in &loaded.scenarios {
            let Some(tree) = loaded
                .tree
                .scenarios
                .iter()
                .find(|tree| tree.span == playable.scenario.span)
            else {
                continue;
            };
            let Some((told, drawn)) = told(playable, projects, file, output) else {
                return Ok(None);
            };
            let example = Example {
                scenario: tree,
                transcript: &told,
                picture: Some(&drawn),
            };
            sections.push(document::example(&example, projects.sources(file)));
        }
    }
    Ok(Some(sections))
}

/// The transcript of an example; nothing if it does not come as it expects.
fn told(
    playable: &Playable,
    projects: &Projects,
    file: &Found,
    output: &mut Output,
) -> Option<(String, String)> {
    let (rules, scenario) = (&playable.rules.ruleset, &playable.scenario);
    let played = suite::play(rules, scenario, None, &Limits::DEFAULT);
    output.report(&played.findings, projects.sources(file));
    let sound = played.ending.is_some() && !played.findings.has_errors();
    sound.then(|| {
        let style = TranscriptStyle::default();
        let told = transcript(rules, scenario, &played.journal, &style);
        let outline = outline(rules, scenario, &played.journal);
        (told, picture(&outline, Extent::Whole, Scheme::Reader))
    })
}

/// Writes the document: the whole of it or nothing.
fn put(out: &str, text: &str) -> Result<(), Trouble> {
    let cannot = |why: &str| Trouble::new(format!("`{}` cannot be written: {why}", Clean(out)));
    let (disk, path) = Disk::around(Path::new(out), &Limits::DEFAULT)
        .map_err(|error| cannot(&error.to_string()))?;
    disk.put(&path, text).map_err(|why| match why {
        Unreadable::Cannot(why) | Unreadable::Refused(why) => cannot(&why),
        Unreadable::TooLarge(_) => cannot("it is too large"),
    })
}
