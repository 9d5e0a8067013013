//! One conversation with a client: from `initialize` to `exit`. Takes messages, catches panics of their answers, keeps the open texts.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::io::{self, Write as _};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use gen_lsp_types::{
    DidChangeTextDocumentParams, DidChangeWatchedFilesParams, DidCloseTextDocumentParams,
    DidOpenTextDocumentParams, TextDocumentContentChangeEvent,
};
use lsp_server::{ErrorCode, Message, Notification, Request, RequestId};
use serde_json::{Value, json};

use super::folder::Host;
use super::interrupt::{Interrupt, Interruption, cancels, is_number};
use super::places::{Encoding, path_of};
use super::projects::{BackgroundWork, EditorProjects, OpenDocument, ProjectFile};
use super::shift::Edit;
use super::wire::{Heard, RequestRefusal, Voice};
use super::{answers, publish};
use crate::source::Limits;

/// One conversation.
pub(super) struct EditorSession {
    voice: Voice,
    pub interrupt: Arc<Interrupt>,
    pub places: Encoding,
    /// How scenarios are played.
    pub limits: Limits,
    pub projects: EditorProjects,
    /// What was told last about each file, by project and path.
    told: BTreeMap<ProjectFile, publish::Published>,
    stage: LifecycleStage,
    /// The client can be asked to watch files.
    watches: bool,
    /// Files that are not open are read too.
    pub looks: bool,
}

/// How far the conversation is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LifecycleStage {
    Before,
    Open,
    Shut,
}

impl EditorSession {
    pub(super) fn new(
        limits: &Limits,
        host: Host,
        voice: Voice,
        interrupt: Arc<Interrupt>,
    ) -> Self {
        EditorSession {
            voice,
            limits: *limits,
            places: Encoding::default(),
            projects: EditorProjects::new(host, Arc::clone(&interrupt)),
            interrupt,
            told: BTreeMap::new(),
            stage: LifecycleStage::Before,
            watches: false,
            looks: true,
        }
    }

    /// Whether the client has said `shutdown`.
    pub(super) fn is_shut(&self) -> bool {
        self.stage == LifecycleStage::Shut
    }

    /// The next work in the background; studies first, as they are about open files.
    pub(super) fn has_work(&self) -> Option<BackgroundWork> {
        let open = self.stage == LifecycleStage::Open;
        let work = self
            .projects
            .list
            .iter()
            .filter_map(|project| project.has_work());
        work.max().filter(|_| open)
    }

    /// Does a piece of it.
    pub(super) fn work(&mut self) {
        let wanted = self.has_work();
        self.interrupt.idle(true);
        _ = self.guarded(|session| {
            let busy = session.projects.list.iter_mut();
            for project in busy.filter(|project| project.has_work() == wanted).take(1) {
                match wanted {
                    Some(BackgroundWork::Study) => project.study(),
                    _ => project.look(),
                }
            }
        });
        self.interrupt.idle(false);
        self.tell_news();
    }

    /// Tells the client what is new about its files; what is stopped by another edit is told after that.
    pub(super) fn tell_news(&mut self) {
        let news = self.guarded(publish::news);
        for (spot, told, params) in news.into_iter().flatten() {
            self.told.insert(spot, told);
            self.voice.publish(params);
        }
    }

    /// What was told last about a file.
    pub(super) fn published(&self, spot: &ProjectFile) -> Option<&publish::Published> {
        self.told.get(spot)
    }

    /// Takes one message; `waiting`: those after it. Whether it was the last.
    pub(super) fn hear(&mut self, heard: Heard, waiting: &VecDeque<Heard>) -> bool {
        if let Heard::Message(message) = &heard {
            self.interrupt.take(message);
        }
        match heard {
            Heard::Noise(what) => {
                _ = writeln!(io::stderr(), "affray lsp: this is no message: {what}");
            }
            Heard::TooLong(size) => {
                let message = format!(
                    "a message of {size} bytes is too long for affray and was passed over; if it was a change of a text, close that text and open it again"
                );
                let params = json!({ "type": 1, "message": message });
                self.voice.notify("window/showMessage", params);
            }
            Heard::Message(Message::Response(_)) => {}
            Heard::Message(Message::Notification(note)) if note.method == "exit" => return true,
            Heard::Message(Message::Notification(note)) => {
                if self.stage == LifecycleStage::Open {
                    _ = self.guarded(|session| session.note(note));
                }
            }
            Heard::Message(Message::Request(request)) => {
                let id = request.id.clone();
                self.interrupt.begin(&id, &request.method);
                let answer = match is_cancelled(&id, waiting) {
                    true => Err(RequestRefusal::from(Interruption::Cancelled)),
                    false => self.request(request),
                };
                self.interrupt.end();
                self.voice.answer(id, answer);
            }
        }
        false
    }

    /// Carries something out, unless it is stopped. If that is a mistake of the program, what was made of the files is made again, and the work
    /// counts as failed.
    fn guarded<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> Result<T, RequestRefusal> {
        catch_unwind(AssertUnwindSafe(|| work(self))).map_err(|why| {
            if let Some(stop) = why.downcast_ref::<Interruption>() {
                return RequestRefusal::from(*stop);
            }
            let projects = self.projects.list.iter_mut();
            projects.for_each(|project| project.start_over());
            own_mistake()
        })
    }

    fn request(&mut self, request: Request) -> Result<String, RequestRefusal> {
        match (self.stage, request.method.as_str()) {
            (LifecycleStage::Before, "initialize") => {
                self.guarded(|session| session.initialize(&request.params).to_string())
            }
            (LifecycleStage::Before, _) => Err(RequestRefusal::coded(
                ErrorCode::ServerNotInitialized,
                "`initialize` comes first",
            )),
            (LifecycleStage::Shut, _) | (_, "initialize") => Err(RequestRefusal::coded(
                ErrorCode::InvalidRequest,
                "this is not the time for it",
            )),
            (LifecycleStage::Open, "shutdown") => {
                self.stage = LifecycleStage::Shut;
                Ok(Value::Null.to_string())
            }
            _ => self.guarded(|session| answers::answer(session, request))?,
        }
    }

    fn initialize(&mut self, params: &Value) -> Value {
        self.stage = LifecycleStage::Open;
        let capabilities = params.get("capabilities").unwrap_or(&Value::Null);
        self.places = Encoding::negotiated(capabilities);
        let watches = "/workspace/didChangeWatchedFiles/dynamicRegistration";
        self.watches = capabilities.pointer(watches) == Some(&Value::Bool(true));
        let wish = params.pointer("/initializationOptions/allFiles");
        self.looks = wish != Some(&Value::Bool(false));
        let patience = params.pointer("/initializationOptions/patience");
        let patience = patience.and_then(Value::as_u64).map(Duration::from_millis);
        let places = self.places;
        self.voice.note(move |board| board.agree(places, patience));
        let folders = params.get("workspaceFolders").and_then(Value::as_array);
        let folders = folders
            .into_iter()
            .flatten()
            .filter_map(|one| one.get("uri"));
        let root = params.get("rootUri").into_iter();
        let uris: Vec<&str> = folders.chain(root).filter_map(Value::as_str).collect();
        let paths: Vec<_> = uris.into_iter().filter_map(path_of).collect();
        for path in paths {
            if !self.projects.folders.contains(&path) {
                self.projects.folders.push(path);
            }
        }
        answers::capabilities(self.places)
    }

    /// Something that the client says without asking.
    fn note(&mut self, note: Notification) {
        let done = match note.method.as_str() {
            "initialized" => {
                self.initialized();
                Ok(())
            }
            "textDocument/didOpen" => serde_json::from_value(note.params).map(|it| self.open(it)),
            "textDocument/didChange" => {
                serde_json::from_value(note.params).map(|it| self.change(it))
            }
            "textDocument/didClose" => serde_json::from_value(note.params).map(|it| self.close(it)),
            "workspace/didChangeWatchedFiles" => {
                serde_json::from_value(note.params).map(|it| self.watched(it))
            }
            _ => Ok(()),
        };
        if let Err(error) = done {
            let method = note.method;
            _ = writeln!(
                io::stderr(),
                "affray lsp: `{method}` is not understood: {error}"
            );
        }
    }

    fn initialized(&mut self) {
        if self.looks {
            for folder in self.projects.folders.clone() {
                self.projects.look_through(&folder);
            }
        }
        if self.watches {
            let watched = json!({ "watchers": [{ "globPattern": "**/*.affray" }] });
            let params = json!({ "registrations": [{
                "id": "files",
                "method": "workspace/didChangeWatchedFiles",
                "registerOptions": watched,
            }] });
            self.voice
                .ask("watch-files", "client/registerCapability", params);
        }
    }

    fn open(&mut self, params: DidOpenTextDocumentParams) {
        let item = params.text_document;
        let Some(spot) = self.projects.spot(item.uri.as_ref()) else {
            return;
        };
        let project = self.projects.at_mut(&spot);
        let document = OpenDocument {
            text: item.text,
            version: item.version,
            uri: item.uri.to_string(),
        };
        project.files.open.insert(spot.path.clone(), document);
        project.changed(&spot.path, None);
    }

    fn change(&mut self, params: DidChangeTextDocumentParams) {
        let Some(spot) = self
            .projects
            .spot(params.text_document.text_document_identifier.uri.as_ref())
        else {
            return;
        };
        let places = self.places;
        let project = self.projects.at_mut(&spot);
        let Some(document) = project.files.open.get_mut(&spot.path) else {
            return;
        };
        let old = document.text.clone();
        for change in params.content_changes {
            match change {
                TextDocumentContentChangeEvent::TextDocumentContentChangePartial(part) => {
                    let start = places.offset(&document.text, part.range.start);
                    let end = places.offset(&document.text, part.range.end).max(start);
                    document.text.replace_range(start..end, &part.text);
                }
                TextDocumentContentChangeEvent::TextDocumentContentChangeWholeDocument(whole) => {
                    document.text = whole.text;
                }
            }
        }
        document.version = params.text_document.version;
        let edit = Edit::between(&old, &document.text);
        project.changed(&spot.path, Some(edit));
    }

    fn close(&mut self, params: DidCloseTextDocumentParams) {
        if let Some(spot) = self.projects.spot(params.text_document.uri.as_ref()) {
            let project = self.projects.at_mut(&spot);
            project.files.open.remove(&spot.path);
            project.changed(&spot.path, None);
        }
    }

    fn watched(&mut self, params: DidChangeWatchedFilesParams) {
        let changed: BTreeSet<ProjectFile> = (params.changes.iter())
            .filter_map(|change| self.projects.spot(change.uri.as_ref()))
            .collect();
        for spot in changed {
            let looks = self.looks;
            let project = self.projects.at_mut(&spot);
            if !project.files.open.contains_key(&spot.path) {
                project.changed(&spot.path, None);
                if looks {
                    project.look_at(&spot.path);
                }
            }
        }
    }
}

/// Whether the client does not want the answer any more.
fn is_cancelled(id: &RequestId, waiting: &VecDeque<Heard>) -> bool {
    let cancelled = |heard: &Heard| match heard {
        Heard::Message(message) => cancels(message).is_some_and(|one| is_number(one, id)),
        Heard::Noise(_) | Heard::TooLong(_) => false,
    };
    waiting.iter().any(cancelled)
}

fn own_mistake() -> RequestRefusal {
    RequestRefusal::coded(
        ErrorCode::InternalError,
        "affray made a mistake of its own; this is not your fault",
    )
}
