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
