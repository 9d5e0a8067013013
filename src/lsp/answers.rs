//! Which room answers which request, and what the server can do. Answers nothing itself but texts that the program makes.

use gen_lsp_types as lsp;
use lsp_server::{ErrorCode, Request};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

use super::places::Encoding;
use super::projects::ProjectFile;
use super::publish::SCHEME;
use super::session::EditorSession;
use super::wire::RequestRefusal;
use super::{
    commands, completion, copies, fixes, hints, jump, layout, lenses, outline, semantic_tokens,
    signatures,
};
use crate::diagnostic::Code;
use crate::source::FileId;

/// Answers a request, in JSON.
pub(super) fn answer(
    session: &mut EditorSession,
    request: Request,
) -> Result<String, RequestRefusal> {
    let Request { method, params, .. } = request;
    match method.as_str() {
        "textDocument/hover" => with(session, params, jump::hover),
        "textDocument/definition" | "textDocument/declaration" => {
            with(session, params, jump::definition)
        }
        "textDocument/references" => with(session, params, jump::references),
        "textDocument/documentHighlight" => with(session, params, jump::highlights),
        "textDocument/prepareRename" => with(session, params, jump::prepare_rename),
        "textDocument/rename" => with(session, params, jump::rename),
        "textDocument/completion" => with(session, params, completion::completion),
        "textDocument/documentSymbol" => with(session, params, outline::symbols),
        "workspace/symbol" => with(session, params, outline::all_symbols),
        "textDocument/selectionRange" => with(session, params, outline::selections),
        "textDocument/signatureHelp" => with(session, params, signatures::signature),
        "textDocument/foldingRange" => with(session, params, outline::folds),
        "textDocument/semanticTokens/full" => with(session, params, semantic_tokens::tokens),
        "textDocument/formatting" => with(session, params, layout::formatting),
        "textDocument/codeAction" => with(session, params, fixes::actions),
        "textDocument/codeLens" => with(session, params, lenses::lenses),
        "textDocument/inlayHint" => with(session, params, hints::hints),
        "workspace/executeCommand" => with(session, params, commands::execute),
        "workspace/textDocumentContent" => with(session, params, made_text),
        _ => Err(RequestRefusal::coded(
            ErrorCode::MethodNotFound,
            format!("`{method}` is not known here"),
        )),
    }
}

/// Hands the parameters on in their form, and the answer back as JSON: as a text, for it can be long.
fn with<P: DeserializeOwned, R: Serialize>(
    session: &mut EditorSession,
    params: Value,
    answer: impl FnOnce(&mut EditorSession, P) -> Result<R, RequestRefusal>,
) -> Result<String, RequestRefusal> {
    let params = serde_json::from_value(params)?;
    Ok(serde_json::to_string(&answer(session, params)?)?)
}

/// A file that a request is about, loaded.
pub(super) struct RequestTarget {
    pub spot: ProjectFile,
    pub file: FileId,
}

impl EditorSession {
    /// The file at an address; it must be at hand.
    pub(super) fn target(&mut self, uri: &lsp::Uri) -> Result<RequestTarget, RequestRefusal> {
        let unknown = || RequestRefusal::because("this file cannot be read");
        let spot = self.projects.spot(uri.as_ref()).ok_or_else(unknown)?;
        let loaded = self.projects.at_mut(&spot).load(&spot.path);
        let file = loaded.file.ok_or_else(unknown)?;
        Ok(RequestTarget { spot, file })
    }

    /// The text of a file.
    pub(super) fn text(&self, target: &RequestTarget) -> &str {
        self.projects.at(&target.spot).sources().text(target.file)
    }

    /// The byte at a place of a file.
    pub(super) fn offset(&self, target: &RequestTarget, place: lsp::Position) -> u32 {
        self.places.offset(self.text(target), place) as u32
    }
}

/// What a code of a message means, or a built-in rule file: a text that the program makes.
fn made_text(_: &mut EditorSession, params: Value) -> Result<Value, RequestRefusal> {
    let uri = params
        .get("uri")
        .and_then(Value::as_str)
        .unwrap_or_default();
    let path = uri.strip_prefix(&format!("{SCHEME}:"));
    if let Some(text) = path.and_then(copies::text) {
        return Ok(serde_json::json!({ "text": text }));
    }
    let number = path
        .map(|path| path.trim_start_matches('/'))
        .and_then(|path| path.strip_prefix("explain/"))
        .and_then(|name| name.strip_suffix(".md"));
    let code = number.and_then(Code::find);
    let code = code.ok_or_else(|| RequestRefusal::because("there is no such text"))?;
    Ok(serde_json::json!({ "text": code.page() }))
}

/// What the server can do.
pub(super) fn capabilities(places: Encoding) -> Value {
    let capabilities = lsp::ServerCapabilities {
        position_encoding: Some(places.kind()),
        text_document_sync: Some(
            lsp::TextDocumentSyncOptions {
                open_close: Some(true),
                change: Some(lsp::TextDocumentSyncKind::Incremental),
                ..Default::default()
            }
            .into(),
        ),
        hover_provider: Some(true.into()),
        definition_provider: Some(true.into()),
        declaration_provider: Some(true.into()),
        references_provider: Some(true.into()),
        document_highlight_provider: Some(true.into()),
        document_symbol_provider: Some(true.into()),
        document_formatting_provider: Some(true.into()),
        folding_range_provider: Some(true.into()),
        selection_range_provider: Some(true.into()),
        workspace_symbol_provider: Some(true.into()),
        signature_help_provider: Some(lsp::SignatureHelpOptions {
            trigger_characters: Some(vec!["(".to_owned(), ",".to_owned()]),
            ..Default::default()
        }),
        inlay_hint_provider: Some(true.into()),
        rename_provider: Some(
            lsp::RenameOptions {
                prepare_provider: Some(true),
                ..Default::default()
            }
            .into(),
        ),
        completion_provider: Some(lsp::CompletionOptions {
            trigger_characters: Some(vec![".".to_owned()]),
            ..Default::default()
        }),
        code_action_provider: Some(
            lsp::CodeActionOptions {
                code_action_kinds: Some(vec![
                    lsp::CodeActionKind::QuickFix,
                    lsp::CodeActionKind::SourceFixAll,
                ]),
                ..Default::default()
            }
            .into(),
        ),
        code_lens_provider: Some(lsp::CodeLensOptions::default()),
        execute_command_provider: Some(lsp::ExecuteCommandOptions {
            commands: commands::ALL.map(str::to_owned).to_vec(),
            ..Default::default()
        }),
        semantic_tokens_provider: Some(
            lsp::SemanticTokensOptions {
                legend: semantic_tokens::legend(),
                full: Some(true.into()),
                ..Default::default()
            }
            .into(),
        ),
        workspace: Some(lsp::WorkspaceOptions {
            text_document_content: Some(
                lsp::TextDocumentContentOptions {
                    schemes: vec![SCHEME.to_owned()],
                }
                .into(),
            ),
            ..Default::default()
        }),
        ..Default::default()
    };
    let result = lsp::InitializeResult {
        capabilities,
        server_info: Some(lsp::ServerInfo {
            name: "affray".to_owned(),
            version: Some(env!("CARGO_PKG_VERSION").to_owned()),
        }),
    };
    serde_json::to_value(result).unwrap_or_default()
}
