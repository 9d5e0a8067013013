//! How a file is made up: its symbols, and what can be folded away.

use gen_lsp_types as lsp;

use super::answers::Target;
use super::session::Session;
use super::wire::Refusal;
use crate::lookup::{Symbol, SymbolKind, folds as folds_of, symbols as symbols_of};
use crate::source::Span;

pub(super) fn symbols(
    session: &mut Session,
    params: lsp::DocumentSymbolParams,
) -> Result<Vec<lsp::DocumentSymbol>, Refusal> {
    let target = session.target(&params.text_document.uri)?;
    let path = target.spot.path.clone();
    let loaded = session.projects.at_mut(&target.spot).load(&path);
    let symbols = symbols_of(&loaded.tree).into_iter();
    Ok(symbols
        .map(|symbol| converted(session, &target, symbol))
        .collect())
}

#[expect(deprecated, reason = "the old flag is a field of the type")]
fn converted(session: &Session, target: &Target, symbol: Symbol) -> lsp::DocumentSymbol {
    let sources = session.projects.at(&target.spot).sources();
    let range = session.places.span(sources, symbol.span);
    let own = session.places.span(sources, symbol.name_span);
    let inside = range.start <= own.start && own.end <= range.end;
    let inner: Vec<_> = (symbol.inner.into_iter())
        .map(|inner| converted(session, target, inner))
        .collect();
    lsp::DocumentSymbol {
        // Clients refuse symbols without a name.
        name: match symbol.name.trim() {
            "" => symbol.detail.clone(),
            name => name.to_owned(),
        },
        detail: Some(symbol.detail),
        kind: match symbol.kind {
            SymbolKind::Rules => lsp::SymbolKind::Module,
            SymbolKind::Scenario => lsp::SymbolKind::Namespace,
            SymbolKind::Kind => lsp::SymbolKind::Struct,
            SymbolKind::Attribute => lsp::SymbolKind::Field,
            SymbolKind::Option => lsp::SymbolKind::Constant,
            SymbolKind::Choice => lsp::SymbolKind::Enum,
            SymbolKind::Definition => lsp::SymbolKind::Function,
            SymbolKind::Procedure => lsp::SymbolKind::Function,
            SymbolKind::Event => lsp::SymbolKind::Event,
            SymbolKind::Action => lsp::SymbolKind::Method,
            SymbolKind::Word => lsp::SymbolKind::EnumMember,
            SymbolKind::Phase => lsp::SymbolKind::Package,
            SymbolKind::Rule => lsp::SymbolKind::Interface,
            SymbolKind::Thing => lsp::SymbolKind::Object,
            SymbolKind::Source => lsp::SymbolKind::File,
        },
        tags: None,
        deprecated: None,
        range,
        selection_range: if inside {
            own
        } else {
            lsp::Range::new(range.start, range.start)
        },
        children: (!inner.is_empty()).then_some(inner),
    }
}

pub(super) fn folds(
    session: &mut Session,
    params: lsp::FoldingRangeParams,
) -> Result<Vec<lsp::FoldingRange>, Refusal> {
    let target = session.target(&params.text_document.uri)?;
    let sources = session.projects.at(&target.spot).sources();
    let folds = folds_of(sources.text(target.file)).into_iter().map(|fold| {
        let span = Span::new(target.file, fold.range.start, fold.range.end);
        let range = session.places.span(sources, span);
        lsp::FoldingRange {
            start_line: range.start.line,
            end_line: range.end.line,
            kind: fold.comment.then_some(lsp::FoldingRangeKind::Comment),
            ..Default::default()
        }
    });
    Ok(folds
        .filter(|fold| fold.start_line < fold.end_line)
        .collect())
}
