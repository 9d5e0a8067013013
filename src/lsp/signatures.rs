//! The call that is being written, with its parameters.

use gen_lsp_types as lsp;
use serde_json::{Value, json};

use super::session::EditorSession;
use super::wire::RequestRefusal;
use crate::lookup::signature_at;

pub(super) fn signature(
    session: &mut EditorSession,
    at: lsp::TextDocumentPositionParams,
) -> Result<Value, RequestRefusal> {
    let target = session.target(&at.text_document.uri)?;
    let offset = session.offset(&target, at.position) as usize;
    let project = session.projects.at_mut(&target.spot);
    let index = project.index(&target.spot.path);
    let text = project.sources().text(target.file);
    let Some(found) = signature_at(&index, text, offset) else {
        return Ok(Value::Null);
    };
    // Names are made of letters of any script: the places count in units of UTF-16, as the protocol wants here.
    let units = |byte: usize| found.label[..byte].encode_utf16().count();
    let parameters = found.parameters.iter();
    let parameters: Vec<Value> = parameters
        .map(|&(start, end)| json!({ "label": [units(start), units(end)] }))
        .collect();
    Ok(json!({
        "signatures": [{ "label": found.label, "parameters": parameters }],
        "activeSignature": 0,
        "activeParameter": found.active,
    }))
}
