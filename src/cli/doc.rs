//! `affray doc`: the procedure of a rule file as a document.

use std::path::Path;

use super::args::{DocArgs, Format};
use super::output::Output;
use super::projects::{Found, Projects};
use super::{Status, Trouble};
use crate::document::{self, Document};
use crate::load::{Disk, Unreadable};
use crate::source::{Clean, Limits};

pub(super) fn doc(args: &DocArgs, output: &mut Output) -> Result<Status, Trouble> {
    let write = writer(args, output.format())?;
    let mut projects = Projects::default();
    let file = projects.find_one(&args.rules, args.stdin_filename.as_deref())?;
    let Some(document) = made(args, &mut projects, &file, output)? else {
        return Ok(Status::Findings);
    };
    let text = write(&document);
    match &args.out {
        Some(out) => put(out, &text)?,
        None => output.print(&text),
    }
    Ok(Status::Fine)
}

/// The form that is wanted: as the caller says, else as the name of the new file ends, else markdown.
fn writer(args: &DocArgs, format: Format) -> Result<fn(&Document) -> String, Trouble> {
    let by_name = args.out.as_deref().and_then(|out| Path::new(out).extension()?.to_str());
    match (format, by_name) {
        (Format::Markdown, _) => Ok(document::markdown),
        (Format::Html, _) | (Format::Human | Format::Plain, Some("html" | "htm")) => Ok(document::html),
        (Format::Typst, _) | (Format::Human | Format::Plain, Some("typ")) => Ok(document::typst),
        (Format::Human | Format::Plain, _) => Ok(document::markdown),
        _ => Err(Trouble::new("`affray doc` writes `--format markdown`, `html` or `typst`")),
    }
}

/// The document; nothing if the rules have errors, which are reported.
fn made(_args: &DocArgs, projects: &mut Projects, file: &Found, output: &mut Output) -> Result<Option<Document>, Trouble> {
    let Some((rules, _)) = projects.rules(file, output) else {
        return Ok(None);
    };
    Ok(Some(document::of(&rules, projects.sources(file))))
}

/// Writes the document: the whole of it or nothing.
fn put(out: &str, text: &str) -> Result<(), Trouble> {
    let cannot = |why: &str| Trouble::new(format!("`{}` cannot be written: {why}", Clean(out)));
    let (disk, path) = Disk::around(Path::new(out), &Limits::DEFAULT).map_err(|error| cannot(&error.to_string()))?;
    disk.put(&path, text).map_err(|why| match why {
        Unreadable::Cannot(why) | Unreadable::Refused(why) => cannot(&why),
        Unreadable::TooLarge(_) => cannot("it is too large"),
    })
}
