//! Edits that remove what a diagnostic complains about, as the diagnostic offers them.

use gen_lsp_types as lsp;

use super::places::Encoding;
use super::projects::EditorProject;
use super::publish::{diagnostic, edits};
use super::session::EditorSession;
use super::wire::RequestRefusal;
use crate::diagnostic::{Applicability, Diagnostic, Fix};
use crate::source::{Clean, Span};

pub(super) fn actions(
    session: &mut EditorSession,
    params: lsp::CodeActionParams,
) -> Result<Vec<lsp::CodeAction>, RequestRefusal> {
    let target = session.target(&params.text_document.uri)?;
    let places = session.places;
    let project = session.projects.at(&target.spot);
    let about = project.about(&target.spot.path);
    let wanted = |kind: &lsp::CodeActionKind| {
        let only = params.context.only.as_ref();
        only.is_none_or(|only| only.iter().any(|one| covers(one, kind)))
    };
    let mut actions = Vec::new();
    if wanted(&lsp::CodeActionKind::QuickFix) {
        let sources = project.sources();
        let touched = (about.iter())
            .filter(|one| places.is_touched(sources, one.primary.span, &params.range));
        actions.extend(touched.filter_map(|one| quick_fix(one, project, places)));
    }
    if wanted(&lsp::CodeActionKind::SourceFixAll) {
        actions.extend(fix_all(&about, project, places));
    }
    Ok(actions)
}

/// Whether a wish for one kind of actions means another one: `source` means `source.fixAll`.
fn covers(wish: &lsp::CodeActionKind, kind: &lsp::CodeActionKind) -> bool {
    let text = |kind| serde_json::to_value(kind).ok();
    let (Some(wish), Some(kind)) = (text(wish), text(kind)) else {
        return false;
    };
    let (wish, kind) = (wish.as_str().unwrap_or("?"), kind.as_str().unwrap_or("!"));
    wish.is_empty() || kind == wish || kind.starts_with(&format!("{wish}."))
}

fn quick_fix(
    one: &Diagnostic,
    project: &EditorProject,
    places: Encoding,
) -> Option<lsp::CodeAction> {
    let fix = one.fix.as_ref()?;
    let title = match &one.help {
        Some(help) => Clean(help).to_string(),
        None if fix.replacement.is_empty() => "delete it".to_owned(),
        None => format!("write `{}`", Clean(&fix.replacement)),
    };
    Some(lsp::CodeAction {
        title,
        kind: Some(lsp::CodeActionKind::QuickFix),
        diagnostics: Some(vec![diagnostic(one, project, places)]),
        is_preferred: Some(fix.applicability == Applicability::Safe),
        edit: Some(edits([replaced(fix)], project, places)),
        ..Default::default()
    })
}

/// All edits of a file that a program may make unasked.
fn fix_all(
    about: &[Diagnostic],
    project: &EditorProject,
    places: Encoding,
) -> Option<lsp::CodeAction> {
    let fixes = about.iter().filter_map(|one| one.fix.as_ref());
    let mut safe: Vec<&Fix> = fixes
        .filter(|fix| fix.applicability == Applicability::Safe)
        .collect();
    safe.sort_by_key(|fix| fix.span);
    // Of two that meet, the first; the other can be made afterwards.
    let mut end = None;
    safe.retain(|fix| {
        let free = end.is_none_or(|end| fix.span.start >= end);
        if free {
            end = Some(fix.span.end.max(fix.span.start + 1));
        }
        free
    });
    (!safe.is_empty()).then(|| lsp::CodeAction {
        title: "make all safe corrections of this file".to_owned(),
        kind: Some(lsp::CodeActionKind::SourceFixAll),
        edit: Some(edits(safe.into_iter().map(replaced), project, places)),
        ..Default::default()
    })
}

fn replaced(fix: &Fix) -> (Span, String) {
    (fix.span, fix.replacement.clone())
}
