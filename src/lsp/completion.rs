//! What could be written at the cursor.

use std::collections::BTreeMap;

use gen_lsp_types as lsp;

use super::session::Session;
use super::wire::Refusal;
use crate::lookup::{Offer, OfferKind, complete, endings, shape_at};
use crate::suggest::CURSOR;

pub(super) fn completion(
    session: &mut Session,
    params: lsp::CompletionParams,
) -> Result<lsp::CompletionList, Refusal> {
    let at = params.text_document_position_params;
    let target = session.target(&at.text_document.uri)?;
    let offset = session.offset(&target, at.position) as usize;
    let places = session.places;
    let project = session.projects.at_mut(&target.spot);
    let text = project.sources().text(target.file).to_owned();
    let shape = shape_at(&text, offset);
    let mut offers: Vec<Offer> = Vec::new();
    if !shape.in_prose {
        for ending in endings(&shape) {
            let mut marked = text.clone();
            marked.replace_range(shape.word.clone(), &format!("{CURSOR}{ending}"));
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
            let found = complete(&shape, file, &loaded.diagnostics, checked);
            let named = found.iter().any(|offer| offer.kind != OfferKind::Keyword);
            if named || offers.is_empty() {
                offers = found;
            }
            if named {
                break;
            }
        }
    }
    let range = places.range(&text, shape.word);
    let items = offers.into_iter().map(|offer| item(offer, range)).collect();
    Ok(lsp::CompletionList {
        is_incomplete: false,
        items,
        ..Default::default()
    })
}

fn item(offer: Offer, range: lsp::Range) -> lsp::CompletionItem {
    use lsp::CompletionItemKind as Kind;
    let (kind, rank) = match offer.kind {
        OfferKind::Attribute => (Kind::Field, 1),
        OfferKind::Action => (Kind::Method, 1),
        OfferKind::Word => (Kind::EnumMember, 0),
        OfferKind::Option => (Kind::Constant, 3),
        OfferKind::Definition => (Kind::Function, 3),
        OfferKind::Procedure => (Kind::Function, 3),
        OfferKind::Phase => (Kind::Module, 3),
        OfferKind::Kind => (Kind::Class, 3),
        OfferKind::Name => (Kind::Variable, 2),
        OfferKind::Keyword => (Kind::Keyword, 4),
    };
    lsp::CompletionItem {
        sort_text: Some(format!("{rank} {}", offer.word)),
        text_edit: Some(lsp::TextEdit::new(range, offer.word.clone()).into()),
        label: offer.word,
        kind: Some(kind),
        detail: (!offer.detail.is_empty()).then_some(offer.detail),
        ..Default::default()
    }
}
