//! `affray doc`: the procedure of a rule file as a document.

use std::path::{Path, PathBuf};

use super::args::{DocArgs, Format};
use super::output::Output;
use super::projects::{Found, Projects, unwritten};
use super::watch::{Watched, watch};
use super::{Status, Trouble};
use crate::diff::{Subject, Wanted, compare};
use crate::document::{self, Beside, Changed, Document};
use crate::load::write::{Over, write};
use crate::load::{Loaded, digest, resolve};
use crate::source::Clean;
use crate::syntax::ast::{EntryKind, Piece, Text};
use examples::{Pictures, examples};

mod examples;

/// A form in which a document is written.
#[derive(Clone, Copy)]
struct Form {
    write: fn(&Document) -> String,
    /// The pictures that it can hold.
    pictures: Pictures,
    /// The last line of a file in which it is written.
    made: &'static str,
}

const MARKDOWN: Form = Form {
    write: document::markdown,
    pictures: Pictures::None,
    made: "<!-- Made by affray doc, which may write over it. -->",
};
const HTML: Form = Form {
    write: document::html,
    pictures: Pictures::Screen,
    made: MARKDOWN.made,
};
const TYPST: Form = Form {
    write: document::typst,
    pictures: Pictures::Paper,
    made: "// Made by affray doc, which may write over it.",
};

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
        (Format::Markdown, _) => Ok(MARKDOWN),
        (Format::Html, _) | (Format::Human | Format::Plain, Some("html" | "htm")) => Ok(HTML),
        (Format::Typst, _) | (Format::Human | Format::Plain, Some("typ")) => Ok(TYPST),
        (Format::Human | Format::Plain, _) => Ok(MARKDOWN),
        _ => Err(Trouble::new(
            "`affray doc` writes `--format markdown`, `html` or `typst`",
        )),
    }
}

/// Makes the document and writes it, unless something is wrong with what it is made of.
fn once(args: &DocArgs, form: Form, output: &mut Output) -> Result<Watched, Trouble> {
    let mut projects = Projects::default();
    let file = projects.find_one(&args.rules, args.stdin_filename.as_deref())?;
    let document = made(args, form.pictures, &mut projects, &file, output)?;
    let files: Vec<PathBuf> = projects.files().collect();
    let Some(document) = document else {
        return Ok(Watched {
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
            write(Path::new(out), &text, over, &inputs).map_err(|why| unwritten(out, &why))?;
            if args.watch {
                output.aside(&format!("affray: `{}` is written", Clean(out)));
            }
        }
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
    pictures: Pictures,
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
    if let Some(rules) = rules_elsewhere(&loaded, file) {
        return Err(Trouble::new(format!(
            "`{}` holds scenarios and no rules: name the file of their rules, `{}`",
            Clean(&args.rules),
            Clean(&projects.place(file, &rules).display().to_string())
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
    let sources = projects.sources(file);
    let all = loaded.needed.iter().filter_map(|path| {
        let text = sources.files().find(|&one| sources.name(one) == path)?;
        Some((path.as_str(), sources.text(text)))
    });
    let digest = digest(all);
    let Some((examples, odds)) = examples(args, pictures, projects, file, loaded, output)? else {
        return Ok(None);
    };
    let beside = Beside {
        digest: Some(digest),
        errata,
        examples,
        odds,
    };
    Ok(Some(document::of(&rules.0, projects.sources(file), beside)))
}

/// The path of the file by whose rules the first scenario of a file is played, if the file has no rules itself.
fn rules_elsewhere(loaded: &Loaded, file: &Found) -> Option<String> {
    if !loaded.tree.rules.is_empty() {
        return None;
    }
    let mut entries = loaded.tree.scenarios.first()?.entries.iter();
    let rules = entries.find_map(|entry| match &entry.kind {
        EntryKind::Rules(rules) => Some(rules),
        _ => None,
    })?;
    resolve(file.path(), &plain(rules)).ok()
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
