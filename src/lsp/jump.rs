//! From a name to what is known of it: hover, definition, references, another name.

use std::collections::BTreeMap;

use gen_lsp_types as lsp;
use serde_json::{Value, json};

use super::answers::RequestTarget;
use super::copies;
use super::places::Encoding;
use super::projects::EditorProject;
use super::publish::{edits, location};
use super::session::EditorSession;
use super::wire::RequestRefusal;
use crate::diagnostic::{Diagnostic, Diagnostics, Severity};
use crate::load::{SCHEME, is_inside, short};
use crate::lookup::{NameIndex, Renaming};
use crate::source::{Clean, FileId, Sources, Span};

/// A place that a request points at: the file, the byte in it, how places are counted, the project.
struct Pointed<'s>(RequestTarget, u32, Encoding, &'s mut EditorProject);

/// How far the answer reaches: files that are not open are read only for what concerns the whole project.
#[derive(PartialEq)]
enum JumpScope {
    File,
    Project,
}

impl<'s> Pointed<'s> {
    fn at(
        session: &'s mut EditorSession,
        at: &lsp::TextDocumentPositionParams,
        around: JumpScope,
    ) -> Result<Self, RequestRefusal> {
        let target = session.target(&at.text_document.uri)?;
        let offset = session.offset(&target, at.position);
        if around == JumpScope::Project {
            session.projects.look_around(&target.spot);
        }
        let project = session.projects.at_mut(&target.spot);
        Ok(Pointed(target, offset, session.places, project))
    }
}

pub(super) fn hover(
    session: &mut EditorSession,
    params: lsp::HoverParams,
) -> Result<Option<lsp::Hover>, RequestRefusal> {
    let at = &params.text_document_position_params;
    let Pointed(target, offset, places, project) = Pointed::at(session, at, JumpScope::File)?;
    let index = project.index(&target.spot.path);
    let sources = project.sources();
    let told = index.hover(target.file, offset, sources);
    Ok(told.map(|(span, text)| lsp::Hover {
        contents: lsp::MarkupContent {
            kind: lsp::MarkupKind::Markdown,
            value: text,
        }
        .into(),
        range: Some(places.span(sources, span)),
    }))
}

pub(super) fn definition(
    session: &mut EditorSession,
    params: lsp::DefinitionParams,
) -> Result<Vec<lsp::Location>, RequestRefusal> {
    let at = &params.text_document_position_params;
    let Pointed(target, offset, places, project) = Pointed::at(session, at, JumpScope::File)?;
    if let Some(file) = named_file(project, &target, offset) {
        let start = Span::new(file, 0, 0);
        return Ok(vec![location(start, project, places)]);
    }
    let index = project.index(&target.spot.path);
    let found = index.definitions(target.file, offset).into_iter();
    Ok(found.map(|span| location(span, project, places)).collect())
}

/// The file that is named at a place: by `extends`, `uses` or `rules`.
fn named_file(project: &mut EditorProject, target: &RequestTarget, offset: u32) -> Option<FileId> {
    let loaded = project.load(&target.spot.path);
    let named = crate::lookup::file_named_at(&loaded.tree, offset)?;
    let path = crate::load::resolve(&target.spot.path, &named).ok()?;
    project.load(&path).file
}

pub(super) fn references(
    session: &mut EditorSession,
    params: lsp::ReferenceParams,
) -> Result<Vec<lsp::Location>, RequestRefusal> {
    let at = &params.text_document_position_params;
    let Pointed(target, offset, places, project) = Pointed::at(session, at, JumpScope::Project)?;
    let index = project.whole_index();
    let found = index.references(target.file, offset).into_iter();
    Ok(found
        .filter(|place| params.context.include_declaration || !place.declares)
        .map(|place| location(place.span, project, places))
        .collect())
}

pub(super) fn highlights(
    session: &mut EditorSession,
    params: lsp::DocumentHighlightParams,
) -> Result<Vec<lsp::DocumentHighlight>, RequestRefusal> {
    let at = &params.text_document_position_params;
    let Pointed(target, offset, places, project) = Pointed::at(session, at, JumpScope::File)?;
    let index = project.index(&target.spot.path);
    let found = index.references(target.file, offset).into_iter();
    Ok(found
        .filter(|place| place.span.file == target.file)
        .map(|place| lsp::DocumentHighlight {
            range: places.span(project.sources(), place.span),
            kind: Some(match place.declares {
                true => lsp::DocumentHighlightKind::Write,
                false => lsp::DocumentHighlightKind::Read,
            }),
        })
        .collect())
}

pub(super) fn prepare_rename(
    session: &mut EditorSession,
    at: lsp::TextDocumentPositionParams,
) -> Result<Value, RequestRefusal> {
    let Pointed(target, offset, places, project) = Pointed::at(session, &at, JumpScope::File)?;
    let index = project.index(&target.spot.path);
    let renaming = allowed(project, &target, &index, offset, None)?;
    let range = places.span(project.sources(), renaming.at);
    Ok(json!({ "range": range, "placeholder": renaming.name }))
}

pub(super) fn rename(
    session: &mut EditorSession,
    params: lsp::RenameParams,
) -> Result<lsp::WorkspaceEdit, RequestRefusal> {
    let at = &params.text_document_position_params;
    let Pointed(target, offset, places, project) = Pointed::at(session, at, JumpScope::Project)?;
    let index = project.whole_index();
    let new = params.new_name.trim();
    let renaming = allowed(project, &target, &index, offset, Some(new))?;
    try_out(project, &target, &index, offset, &renaming).map_err(|why| {
        let taken = index.taken_by(new, &renaming.edits, project.sources());
        RequestRefusal::because(match taken {
            Some((by, span)) => format!(
                "the name `{}` is taken by {by} ({})",
                Clean(new),
                place(span, project.sources())
            ),
            None => why,
        })
    })?;
    Ok(edits(renaming.edits, project, places))
}

/// Another name for what stands at a place, if that can have one.
fn allowed(
    project: &mut EditorProject,
    target: &RequestTarget,
    index: &NameIndex,
    offset: u32,
    new: Option<&str>,
) -> Result<Renaming, RequestRefusal> {
    let renaming = index.rename(target.file, offset, new, project.sources());
    let renaming = renaming.map_err(|why| unnamed(project, target, index, offset, why))?;
    refuse_builtin(project, index, target, offset, &renaming)?;
    Ok(renaming)
}

/// Why there is no other name for what stands at a place; where errors keep it from being known what that is, the first of them.
fn unnamed(
    project: &mut EditorProject,
    target: &RequestTarget,
    index: &NameIndex,
    offset: u32,
    why: String,
) -> RequestRefusal {
    if index.span_at(target.file, offset).is_some() {
        return RequestRefusal::because(why);
    }
    let loaded = project.load(&target.spot.path);
    let is_error = |one: &&Diagnostic| one.severity == Severity::Error;
    RequestRefusal::because(match loaded.diagnostics.iter().find(is_error) {
        Some(error) => format!(
            "what stands here is not known before an error in `{}` is mended: {}",
            project.path(error.primary.span.file),
            error.message
        ),
        None => why,
    })
}

/// Refuses another name for what a built-in rule file declares.
fn refuse_builtin(
    project: &EditorProject,
    index: &NameIndex,
    target: &RequestTarget,
    offset: u32,
    renaming: &Renaming,
) -> Result<(), RequestRefusal> {
    let places = index.references(target.file, offset).into_iter();
    let edited = renaming.edits.iter().map(|edit| edit.0);
    let mut paths = places
        .map(|place| place.span)
        .chain(edited)
        .map(|span| project.path(span.file));
    match paths.find(|path| !is_inside(path)) {
        Some(path) if copies::is_builtin(path) => Err(RequestRefusal::because(format!(
            "this name stands in `{}`, which is part of the program: `affray rules {} --vendor` makes a copy that can be changed",
            short(path),
            short(path).strip_prefix(SCHEME).unwrap_or(path)
        ))),
        Some(path) => Err(RequestRefusal::because(format!(
            "this name stands in `{path}`, outside of this project: change it there, where all that uses it can be seen"
        ))),
        None => Ok(()),
    }
}

/// Makes the changes on copies of the texts, and refuses them if anything is wrong then that was not before, or if a name means something
/// else.
fn try_out(
    project: &mut EditorProject,
    target: &RequestTarget,
    index: &NameIndex,
    offset: u32,
    renaming: &Renaming,
) -> Result<(), String> {
    let mut texts: BTreeMap<String, String> = BTreeMap::new();
    let mut moved = i64::from(offset);
    let start = index.span_at(target.file, offset).unwrap_or_default().start;
    for (span, new) in renaming.edits.iter().rev() {
        let path = project.path(span.file).to_owned();
        let text = texts
            .entry(path)
            .or_insert_with(|| project.sources().text(span.file).to_owned());
        text.replace_range(span.range(), new);
        if span.file == target.file && span.end <= start {
            moved += new.len() as i64 - span.range().len() as i64;
        }
    }
    // Inside the name itself its beginning is sure to stay a part of it.
    let here = (moved - i64::from(offset) + i64::from(start)) as u32;
    let changed: Vec<String> = texts.keys().cloned().collect();
    let all: Vec<String> = project.paths().cloned().collect();
    let (mut loader, mut files) = project.trial(texts);
    let (mut worlds, mut scenarios) = (Vec::new(), Vec::new());
    for path in all {
        let before = project.load(&path);
        let loaded = match changed.iter().any(|one| before.needed.contains(one)) {
            true => loader.load(&path, &mut files),
            false => {
                worlds.extend(before.resolved.0.iter().cloned());
                scenarios.extend(before.resolved.1.iter().cloned());
                continue;
            }
        };
        let errors = |found: &Diagnostics| {
            let errors = found.iter().filter(|one| one.severity == Severity::Error);
            errors.count()
        };
        if errors(&loaded.diagnostics) > errors(&before.diagnostics) {
            let told = new_error(&before.diagnostics, &loaded.diagnostics, loader.sources());
            return Err(format!("this name cannot be given: {told}"));
        }
        worlds.extend(loaded.resolved.0);
        scenarios.extend(loaded.resolved.1);
    }
    let after = NameIndex::new(worlds, scenarios);
    let again = after.rename(target.file, here, None, loader.sources());
    match again {
        Ok(again) if again.places == renaming.places => Ok(()),
        _ => Err(
            "this name cannot be given: something else is called so, and would be taken for it"
                .to_owned(),
        ),
    }
}

/// The message of the first error that was not there before, and where.
fn new_error(before: &Diagnostics, after: &Diagnostics, sources: &Sources) -> String {
    let known: Vec<&str> = before.iter().map(|one| one.message.as_str()).collect();
    let new = after
        .iter()
        .find(|one| one.severity == Severity::Error && !known.contains(&one.message.as_str()));
    new.map_or_else(
        || "it means something else already".to_owned(),
        |one| format!("{} ({})", one.message, place(one.primary.span, sources)),
    )
}

/// Where something stands, for a message.
fn place(span: Span, sources: &Sources) -> String {
    let line = sources.line_col(span).line;
    format!("`{}`, line {line}", sources.name(span.file))
}
