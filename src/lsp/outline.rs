//! How files are made up: their symbols, what can be folded away, how a selection grows.

use gen_lsp_types as lsp;
use serde_json::{Value, json};

use super::answers::RequestTarget;
use super::publish::location;
use super::session::EditorSession;
use super::wire::RequestRefusal;
use crate::lookup::{
    Symbol, SymbolKind, folds as folds_of, selections as selections_of, symbols as symbols_of,
};
use crate::source::Span;

pub(super) fn symbols(
    session: &mut EditorSession,
    params: lsp::DocumentSymbolParams,
) -> Result<Vec<lsp::DocumentSymbol>, RequestRefusal> {
    let target = session.target(&params.text_document.uri)?;
    let path = target.spot.path.clone();
    let loaded = session.projects.at_mut(&target.spot).load(&path);
    let symbols = symbols_of(&loaded.tree).into_iter();
    Ok(symbols
        .map(|symbol| converted(session, &target, symbol))
        .collect())
}

/// So many symbols are listed of all files; who looks for one types more of its name.
const MOST_SYMBOLS: usize = 1_000;

/// The symbols of all files that fit what is looked for: its letters stand in the name in their order.
pub(super) fn all_symbols(
    session: &mut EditorSession,
    params: lsp::WorkspaceSymbolParams,
) -> Result<Vec<Value>, RequestRefusal> {
    let mut found = Vec::new();
    for number in 0..session.projects.list.len() {
        let project = &mut session.projects.list[number];
        project.load_open();
        project.load_all();
        let paths: Vec<String> = project.paths().cloned().collect();
        for path in paths {
            let tree = project.load(&path);
            let mut open: Vec<(Symbol, String)> = (symbols_of(&tree.tree).into_iter())
                .map(|symbol| (symbol, String::new()))
                .rev()
                .collect();
            while let Some((symbol, around)) = open.pop() {
                let inner = symbol.inner.iter().rev().cloned();
                open.extend(inner.map(|inner| (inner, symbol.name.clone())));
                if is_subsequence(&params.query, &symbol.name) && found.len() < MOST_SYMBOLS {
                    found.push(json!({
                        "name": symbol.name,
                        "kind": kind(symbol.kind),
                        "containerName": around,
                        "location": location(symbol.name_span, project, session.places),
                    }));
                }
            }
        }
    }
    Ok(found)
}

/// Whether the letters of a text stand in another one in their order, in any case.
fn is_subsequence(letters: &str, text: &str) -> bool {
    let mut text = text.chars().flat_map(char::to_lowercase);
    let mut letters = letters.chars().flat_map(char::to_lowercase);
    letters.all(|letter| text.any(|one| one == letter))
}

/// The ranges to which a selection grows, from each place.
pub(super) fn selections(
    session: &mut EditorSession,
    params: lsp::SelectionRangeParams,
) -> Result<Vec<Value>, RequestRefusal> {
    let target = session.target(&params.text_document.uri)?;
    let sources = session.projects.at(&target.spot).sources();
    let grown = params.positions.into_iter().map(|place| {
        let offset = session.offset(&target, place) as usize;
        let ranges = selections_of(sources.text(target.file), offset);
        let none = json!({ "range": lsp::Range::new(place, place) });
        ranges
            .into_iter()
            .rev()
            .fold(None, |around: Option<Value>, range| {
                let span = Span::new(target.file, range.start, range.end);
                let mut one = json!({ "range": session.places.span(sources, span) });
                if let Some(around) = around {
                    one["parent"] = around;
                }
                Some(one)
            })
            .unwrap_or(none)
    });
    Ok(grown.collect())
}

fn kind(kind: SymbolKind) -> lsp::SymbolKind {
    match kind {
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
    }
}

#[expect(deprecated, reason = "the old flag is a field of the type")]
fn converted(
    session: &EditorSession,
    target: &RequestTarget,
    symbol: Symbol,
) -> lsp::DocumentSymbol {
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
        kind: kind(symbol.kind),
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
    session: &mut EditorSession,
    params: lsp::FoldingRangeParams,
) -> Result<Vec<lsp::FoldingRange>, RequestRefusal> {
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
