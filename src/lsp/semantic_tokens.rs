//! What each word of a file is, for colouring.

use crate::source::words;
use gen_lsp_types as lsp;
use serde_json::{Value, json};

use super::session::EditorSession;
use super::wire::RequestRefusal;
use crate::lookup::{HighlightKind, highlight};

/// The types of tokens, by their numbers. All are known to every client.
const TYPES: [&str; 14] = words![
    comment string number keyword type class property enumMember enum function event method
    namespace variable
];

/// The modifiers of tokens, by their bits.
const MODIFIERS: [&str; 2] = ["declaration", "readonly"];

pub(super) fn legend() -> lsp::SemanticTokensLegend {
    lsp::SemanticTokensLegend {
        token_types: TYPES.map(str::to_owned).to_vec(),
        token_modifiers: MODIFIERS.map(str::to_owned).to_vec(),
    }
}

pub(super) fn tokens(
    session: &mut EditorSession,
    params: lsp::SemanticTokensParams,
) -> Result<Value, RequestRefusal> {
    let target = session.target(&params.text_document.uri)?;
    let places = session.places;
    let project = session.projects.at_mut(&target.spot);
    let index = project.index(&target.spot.path);
    let text = project.sources().text(target.file);
    let mut data: Vec<u32> = Vec::new();
    // Places are counted on from the last one: files are long.
    let mut last = 0;
    for piece in highlight(&index, target.file, text) {
        let between = &text[last..piece.range.start];
        last = piece.range.start;
        let lines = between.bytes().filter(|byte| *byte == b'\n').count() as u32;
        let line_start = between.rfind('\n').map_or(0, |newline| newline + 1);
        let from = places.units(&between[line_start..]) as u32;
        let length = places.units(&text[piece.range.clone()]) as u32;
        let (kind, readonly) = type_of(piece.kind);
        let modifiers = u32::from(piece.declares) | u32::from(readonly) << 1;
        data.extend([lines, from, length, kind, modifiers]);
    }
    Ok(json!({ "data": data }))
}

fn type_of(kind: HighlightKind) -> (u32, bool) {
    let name = match kind {
        HighlightKind::Comment => "comment",
        HighlightKind::Text => "string",
        HighlightKind::Number => "number",
        HighlightKind::Keyword => "keyword",
        HighlightKind::Unit => "type",
        HighlightKind::Kind => "class",
        HighlightKind::Attribute => "property",
        HighlightKind::Word => "enumMember",
        HighlightKind::Choice => "enum",
        HighlightKind::Definition | HighlightKind::Procedure => "function",
        HighlightKind::Event => "event",
        HighlightKind::Action => "method",
        HighlightKind::Phase => "namespace",
        HighlightKind::Local | HighlightKind::Thing | HighlightKind::Option => "variable",
    };
    let number = TYPES.iter().position(|known| *known == name);
    (
        number.unwrap_or_default() as u32,
        kind == HighlightKind::Option,
    )
}
