//! The language server without threads, clock and disk, for hosts that carry the messages themselves, such as a worker of a browser.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::mpsc::Receiver;

use super::folder::{Host, Memory};
use super::interrupt::Interrupt;
use super::session::EditorSession;
use super::wire::{Heard, Outgoing, Voice};
use crate::source::Limits;

/// A conversation with one client. Each message is worked on while the client waits; so nothing is stopped, and edits of a text that follow each
/// other are best gathered by the client. The files that the client has not opened are in memory, below `file:///`.
pub struct Conversation {
    session: EditorSession,
    memory: Memory,
    said: Receiver<Outgoing>,
}

impl Conversation {
    /// One that has heard nothing yet. `limits`: how scenarios are played.
    pub fn new(limits: &Limits) -> Self {
        let (voice, said) = Voice::unspoken();
        let memory = Memory::default();
        let host = Host::Memory(memory.clone());
        let session = EditorSession::new(limits, host, voice, Arc::new(Interrupt::never()));
        Conversation {
            session,
            memory,
            said,
        }
    }

    /// Puts a file in memory, or takes it away. The client says with `workspace/didChangeWatchedFiles` that it has changed. Returns whether it has.
    pub fn set_file(&mut self, path: &str, text: Option<String>) -> bool {
        self.memory.set(path, text)
    }

    /// Takes a message in JSON; what is no message is passed over. Returns the messages for the client, in JSON and in their order.
    pub fn hear(&mut self, message: &str) -> Vec<String> {
        let heard = match serde_json::from_str(message) {
            Ok(message) => Heard::Message(message),
            Err(error) => Heard::Noise(error.to_string()),
        };
        self.session.hear(heard, &VecDeque::new());
        self.session.tell_news();
        self.said()
    }

    /// Does a piece of the work that can wait until the client is silent, such as the study of rules. Returns the messages for the client.
    pub fn work(&mut self) -> Vec<String> {
        if self.has_work() {
            self.session.work();
        }
        self.said()
    }

    /// Whether there is such work.
    pub fn has_work(&self) -> bool {
        self.session.has_work().is_some()
    }

    fn said(&mut self) -> Vec<String> {
        let said = self.said.try_iter();
        said.filter_map(Outgoing::into_message).collect()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn heard(conversation: &mut Conversation, message: Value) -> Vec<Value> {
        let said = conversation.hear(&message.to_string());
        let read = said.iter().map(|text| serde_json::from_str(text));
        read.collect::<Result<_, _>>().expect("JSON")
    }

    #[test]
    fn files_in_memory_are_found_and_what_is_wrong_is_told_at_once() {
        let mut conversation = Conversation::new(&Limits::DEFAULT);
        assert!(conversation.set_file("rules/base.affray", Some("rules base {}\n".to_owned())));
        assert!(!conversation.set_file("rules/base.affray", Some("rules base {}\n".to_owned())));
        let begin = json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
            "capabilities": {}, "rootUri": "file:///", "initializationOptions": { "allFiles": false } } });
        assert_eq!(heard(&mut conversation, begin)[0]["id"], 1);
        let open = |text: &str| {
            let document = json!({ "uri": "file:///x.affray", "languageId": "affray", "version": 1, "text": text });
            json!({ "jsonrpc": "2.0", "method": "textDocument/didOpen", "params": { "textDocument": document } })
        };
        let said = heard(
            &mut conversation,
            open("rules own extends \"rules/base.affray\" {}\n"),
        );
        let found = |said: &[Value]| said[0]["params"]["diagnostics"].as_array().map(Vec::len);
        assert_eq!(found(&said), Some(0), "{said:?}");
        let said = heard(
            &mut conversation,
            open("rules own extends \"rules/gone.affray\" {}\n"),
        );
        assert_eq!(found(&said), Some(1), "{said:?}");
        assert!(conversation.hear("this is no message").is_empty());
        while conversation.has_work() {
            conversation.work();
        }
    }
}
