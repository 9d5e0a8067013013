//! Diagnostics as editors take them: with related places, a code with a link, and what to do. Decides nothing about what is wrong.

use std::collections::HashMap;

use gen_lsp_types as lsp;

use super::places::Encoding;
use super::projects::{EditorProject, ProjectFile};
use super::session::EditorSession;
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::source::{Clean, Span};

/// Texts that the server makes have addresses of this kind.
pub(super) const SCHEME: &str = "affray";

/// What was told about a file, and of which version.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Published {
    version: Option<i32>,
    diagnostics: Vec<lsp::Diagnostic>,
}

/// What is new about files, ready to be told.
pub(super) fn news(
    session: &mut EditorSession,
) -> Vec<(ProjectFile, Published, lsp::PublishDiagnosticsParams)> {
    let places = session.places;
    let mut news = Vec::new();
    // First what can be stopped, so that nothing is lost.
    let projects = session.projects.list.iter_mut();
    projects.for_each(EditorProject::load_open);
    for number in 0..session.projects.list.len() {
        let project = &mut session.projects.list[number];
        for path in std::mem::take(&mut project.news) {
            let project = &session.projects.list[number];
            let open = project.files.open.get(&path);
            let version = open.map(|document| document.version);
            let about = project.about(&path).into_iter();
            let diagnostics = about.map(|one| diagnostic(&one, project, places)).collect();
            let told = Published {
                version,
                diagnostics,
            };
            let spot = ProjectFile {
                project: number,
                path,
            };
            let before = session.published(&spot);
            if !session.looks && before.is_none() && !project.is_needed(&spot.path) {
                continue;
            }
            let silent = told.diagnostics.is_empty() && version.is_none() && before.is_none();
            if before == Some(&told) || silent {
                continue;
            }
            let params = lsp::PublishDiagnosticsParams {
                uri: project.uri(&spot.path).into(),
                version,
                diagnostics: told.diagnostics.clone(),
            };
            news.push((spot, told, params));
        }
    }
    news
}

/// A diagnostic in the form of the protocol.
pub(super) fn diagnostic(
    one: &Diagnostic,
    project: &EditorProject,
    places: Encoding,
) -> lsp::Diagnostic {
    let sources = project.sources();
    let related = one
        .secondary
        .iter()
        .map(|label| lsp::DiagnosticRelatedInformation {
            location: location(label.span, project, places),
            message: match label.text.is_empty() {
                true => "see here".to_owned(),
                false => label.text.clone(),
            },
        });
    let related: Vec<_> = related.collect();
    lsp::Diagnostic {
        range: places.span(sources, one.primary.span),
        severity: Some(match one.severity {
            Severity::Error => lsp::DiagnosticSeverity::Error,
            Severity::Warning => lsp::DiagnosticSeverity::Warning,
            Severity::Note => lsp::DiagnosticSeverity::Information,
        }),
        code: Some(one.code.number().to_owned().into()),
        code_description: Some(lsp::CodeDescription {
            href: format!("{SCHEME}:/explain/{}.md", one.code.number()).into(),
        }),
        source: Some("affray".to_owned()),
        message: message(one).into(),
        tags: (one.code == Code::Unused).then(|| vec![lsp::DiagnosticTag::Unnecessary]),
        related_information: (!related.is_empty()).then_some(related),
        data: None,
    }
}

/// What is wrong, what is said at the place, and what to do.
fn message(one: &Diagnostic) -> String {
    let mut lines = vec![Clean(&one.message).to_string()];
    if !one.primary.text.is_empty() {
        lines.push(Clean(&one.primary.text).to_string());
    }
    lines.extend(one.help.iter().map(|help| format!("help: {}", Clean(help))));
    let notes = one.notes.iter();
    lines.extend(notes.map(|note| format!("note: {}", Clean(note))));
    lines.join("\n")
}

/// A place in a file, as an address and a range.
pub(super) fn location(span: Span, project: &EditorProject, places: Encoding) -> lsp::Location {
    lsp::Location {
        uri: project.uri(project.path(span.file)).into(),
        range: places.span(project.sources(), span),
    }
}

/// Changes of texts, file by file.
pub(super) fn edits(
    edits: impl IntoIterator<Item = (Span, String)>,
    project: &EditorProject,
    places: Encoding,
) -> lsp::WorkspaceEdit {
    let mut changes: HashMap<lsp::Uri, Vec<lsp::TextEdit>> = HashMap::new();
    for (span, text) in edits {
        let place = location(span, project, places);
        let edit = lsp::TextEdit::new(place.range, text);
        changes.entry(place.uri).or_default().push(edit);
    }
    lsp::WorkspaceEdit {
        changes: Some(changes),
        ..Default::default()
    }
}
