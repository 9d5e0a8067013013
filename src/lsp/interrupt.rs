//! Cancellation of work. The listener records what comes in; long work asks, and stops where it is if its result is not wanted any more.

use std::panic::resume_unwind;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use lsp_server::{ErrorCode, Message, RequestId};
use serde_json::Value;

use super::wire::RequestRefusal;
use crate::source::Watcher;

/// How long a request may take that an editor makes by itself.
const DEADLINE: Duration = Duration::from_secs(2);
/// How long a command may take that a person has carried out.
const COMMAND_DEADLINE: Duration = Duration::from_secs(20);

/// Why work is given up. Its work unwinds with this.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Interruption {
    /// A text has been edited since; or a message has come, and the work in hand is what is done when there is none.
    Newer,
    /// The client does not want the answer any more.
    Cancelled,
    /// It takes too long.
    Late,
}

/// What is known of the work in hand and of the messages behind it.
#[derive(Debug, Default)]
pub(super) struct Interrupt {
    state: Mutex<InterruptState>,
    /// Nothing is looked up on a clock, so that no work is late: for hosts without one.
    is_timeless: bool,
}

#[derive(Debug, Default)]
struct InterruptState {
    /// Messages that have come and have not been taken up.
    messages: usize,
    /// Those among them that change texts.
    edits: usize,
    /// The present work is in the background.
    idle: bool,
    /// The request that is being answered.
    request: Option<RequestId>,
    cancelled: bool,
    deadline: Option<Instant>,
}

/// Whether a message changes a text, so that what follows from it can wait for the next one.
pub(super) fn changes(message: &Message) -> bool {
    matches!(message, Message::Notification(note) if note.method.starts_with("textDocument/did"))
}

/// The request that a message takes back.
pub(super) fn cancels(message: &Message) -> Option<&Value> {
    match message {
        Message::Notification(note) if note.method == "$/cancelRequest" => note.params.get("id"),
        _ => None,
    }
}

/// Whether a number of a request, as it stands in a message, is this one.
pub(super) fn is_number(value: &Value, id: &RequestId) -> bool {
    serde_json::to_value(id).is_ok_and(|id| id == *value)
}

impl Interrupt {
    /// One that stops nothing, for hosts on which no message comes while others are worked on, and that may have no clock.
    pub(super) fn never() -> Self {
        Interrupt {
            is_timeless: true,
            ..Interrupt::default()
        }
    }

    /// The time, where there is a clock.
    pub(super) fn now(&self) -> Option<Instant> {
        (!self.is_timeless).then(Instant::now)
    }

    fn state(&self) -> MutexGuard<'_, InterruptState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A message has come.
    pub(super) fn hear(&self, message: &Message) {
        let mut state = self.state();
        state.messages += 1;
        state.edits += usize::from(changes(message));
        let request = state.request.as_ref();
        let is_meant = request.zip(cancels(message));
        state.cancelled |= is_meant.is_some_and(|(request, id)| is_number(id, request));
    }

    /// A message is taken up.
    pub(super) fn take(&self, message: &Message) {
        let mut state = self.state();
        state.messages = state.messages.saturating_sub(1);
        let edits = usize::from(changes(message));
        state.edits = state.edits.saturating_sub(edits);
    }

    /// Work begins or ends that waits for any message.
    pub(super) fn idle(&self, idle: bool) {
        self.state().idle = idle;
    }

    /// A request is taken up.
    pub(super) fn begin(&self, id: &RequestId, method: &str) {
        let mut state = self.state();
        let time = match method {
            "workspace/executeCommand" => COMMAND_DEADLINE,
            _ => DEADLINE,
        };
        state.request = Some(id.clone());
        state.cancelled = false;
        state.deadline = self.now().and_then(|now| now.checked_add(time));
    }

    /// The request is answered.
    pub(super) fn end(&self) {
        let mut state = self.state();
        (state.request, state.cancelled, state.deadline) = (None, false, None);
    }

    /// Why the work in hand should stop, if it should.
    pub(super) fn stop(&self) -> Option<Interruption> {
        let state = self.state();
        let newer = match state.idle {
            true => state.messages,
            false => state.edits,
        };
        if state.cancelled {
            return Some(Interruption::Cancelled);
        }
        if newer > 0 {
            return Some(Interruption::Newer);
        }
        let is_late = (state.deadline.zip(self.now())).is_some_and(|(time, now)| now >= time);
        is_late.then_some(Interruption::Late)
    }

    /// Stops the present work, if it should stop: unwinds to its guard.
    pub(super) fn ask(&self) {
        if let Some(stop) = self.stop() {
            resume_unwind(Box::new(stop));
        }
    }
}

impl Watcher for Interrupt {
    fn tried(&self, _done: u64, _total: u64) {
        self.ask();
    }
}

impl From<Interruption> for RequestRefusal {
    fn from(stop: Interruption) -> Self {
        match stop {
            Interruption::Newer => RequestRefusal::coded(
                ErrorCode::ContentModified,
                "the text has been edited since; ask again",
            ),
            Interruption::Cancelled => {
                RequestRefusal::coded(ErrorCode::RequestCanceled, "cancelled")
            }
            Interruption::Late => RequestRefusal::coded(
                ErrorCode::ServerCancelled,
                "this takes too long and was stopped; ask the command line, which waits",
            ),
        }
    }
}

#[cfg(test)]
#[path = "../../tests/internals/lsp_interrupt.rs"]
mod tests;
