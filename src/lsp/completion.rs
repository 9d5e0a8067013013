//! What could be written at the cursor.

use std::collections::BTreeMap;

use gen_lsp_types as lsp;

use super::session::EditorSession;
use super::wire::RequestRefusal;
use crate::lookup::{Completion, CompletionKind, complete, context_at, cursor, endings};

pub(super) fn completion(
    session: &mut EditorSession,
    params: lsp::CompletionParams,
) -> Result<lsp::CompletionList, RequestRefusal> {
    let at = params.text_document_position_params;
    let target = session.target(&at.text_document.uri)?;
    let offset = session.offset(&target, at.position) as usize;
    let places = session.places;
    let project = session.projects.at_mut(&target.spot);
    let text = project.sources().text(target.file).to_owned();
    let context = context_at(&text, offset);
    let mut completions: Vec<Completion> = Vec::new();
    if !context.in_prose {
        for ending in endings(&context, &text) {
            let mut marked = text.clone();
            marked.replace_range(
                context.word.clone(),
                &format!("{}{ending}", cursor(&context)),
            );
            let texts = BTreeMap::from([(target.spot.path.clone(), marked)]);
            let (mut loader, mut files) = project.trial(texts);
            let loaded = loader.load(&target.spot.path, &mut files);
            let declared = loaded.resolved.0.first().map(|resolved| &resolved.declared);
            let played = loaded
                .resolved
                .1
                .first()
                .map(|resolved| &resolved.rules.declared);
            let checked = declared.or(played).map(|checked| &**checked);
            let file = loaded.file.unwrap_or(target.file);
            let found = complete(&context, &text, file, &loaded.diagnostics, checked);
            let named = found
                .iter()
                .any(|completion| completion.kind != CompletionKind::Keyword);
            if named || completions.is_empty() {
                completions = found;
            }
            if named {
                break;
            }
        }
    }
    let range = places.range(&text, context.word);
    let items = completions
        .into_iter()
        .map(|completion| item(completion, range))
        .collect();
    Ok(lsp::CompletionList {
        is_incomplete: false,
        items,
        ..Default::default()
    })
}

fn item(completion: Completion, range: lsp::Range) -> lsp::CompletionItem {
    use lsp::CompletionItemKind as Kind;
    let (kind, rank) = match completion.kind {
        CompletionKind::Attribute => (Kind::Field, 1),
        CompletionKind::Action => (Kind::Method, 1),
        CompletionKind::Word => (Kind::EnumMember, 0),
        CompletionKind::Option => (Kind::Constant, 3),
        CompletionKind::Definition => (Kind::Function, 3),
        CompletionKind::Procedure => (Kind::Function, 3),
        CompletionKind::Phase => (Kind::Module, 3),
        CompletionKind::Kind => (Kind::Class, 3),
        CompletionKind::Name => (Kind::Variable, 2),
        CompletionKind::Keyword => (Kind::Keyword, 4),
    };
    lsp::CompletionItem {
        sort_text: Some(format!("{rank} {}", completion.word)),
        text_edit: Some(lsp::TextEdit::new(range, completion.word.clone()).into()),
        label: completion.word,
        kind: Some(kind),
        detail: (!completion.detail.is_empty()).then_some(completion.detail),
        ..Default::default()
    }
}
