//! Edits that remove what a diagnostic complains about, as the diagnostic offers them.

use std::collections::HashMap;

use gen_lsp_types as lsp;

use super::places::Encoding;
use super::projects::EditorProject;
use super::publish::{diagnostic, location};
use super::session::EditorSession;
use super::wire::RequestRefusal;
use crate::diagnostic::{Applicability, Diagnostic, Fix};
use crate::source::Clean;

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
        let touched = about.iter().filter(|one| {
            let range = places.span(project.sources(), one.primary.span);
            range.start <= params.range.end && params.range.start <= range.end
        });
        for one in touched {
            actions.extend(quick_fix(one, project, places));
        }
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
        edit: Some(edit([fix], project, places)),
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
        end = if free {
            Some(fix.span.end.max(fix.span.start + 1))
        } else {
            end
        };
        free
    });
    (!safe.is_empty()).then(|| lsp::CodeAction {
        title: "make all safe corrections of this file".to_owned(),
        kind: Some(lsp::CodeActionKind::SourceFixAll),
        edit: Some(edit(safe, project, places)),
        ..Default::default()
    })
}

fn edit<'a>(
    fixes: impl IntoIterator<Item = &'a Fix>,
    project: &EditorProject,
    places: Encoding,
) -> lsp::WorkspaceEdit {
    let mut changes: HashMap<lsp::Uri, Vec<lsp::TextEdit>> = HashMap::new();
    for fix in fixes {
        let place = location(fix.span, project, places);
        let edit = lsp::TextEdit::new(place.range, fix.replacement.clone());
        changes.entry(place.uri).or_default().push(edit);
    }
    lsp::WorkspaceEdit {
        changes: Some(changes),
        ..Default::default()
    }
}
