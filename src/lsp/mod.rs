//! The language server, `affray lsp`: what an editor asks about files, answered from what the library knows. Speaks the Language Server
//! Protocol on standard input and output; decides nothing about rules.
//!
//! `wire` carries messages, `places` counts as editors do, `projects` has the files at hand; one room for each thing that can be asked.
//! Whatever happens in answering is caught: the request fails, the server goes on.
//!
//! Three threads: one listens, one works, one speaks. What comes in stops work whose result is not wanted any more (`interrupt`); what was told of a
//! text is moved along with its edits until the work on them is done (`board`).

mod answers;
mod board;
mod commands;
mod completion;
mod conversation;
mod copies;
mod fixes;
mod folder;
mod hints;
mod interrupt;
mod jump;
mod layout;
mod lenses;
mod outline;
mod places;
mod projects;
mod publish;
mod semantic_tokens;
mod session;
mod shift;
mod signatures;
mod wire;

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Write};
use std::panic;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

use crate::source::Limits;
pub use conversation::Conversation;
use folder::Host;
use interrupt::{Interrupt, changes};
use lsp_server::Message;
use session::EditorSession;
use wire::{Heard, Voice, listen};

/// How long the client must be silent before rules are studied.
const PAUSE: Duration = Duration::from_millis(200);

/// Serves the client at the other end of standard input and output until it says `exit`, or is gone. Whether it said `shutdown` before.
/// `limits`: how scenarios are played; those that are played without a request may take fewer steps.
///
/// # Errors
///
/// What is said cannot be written, though the client may still be there; or no thread can be started.
pub fn serve(limits: &Limits) -> io::Result<bool> {
    panic::set_hook(Box::new(|info| {
        // Standard output belongs to the protocol.
        _ = writeln!(io::stderr(), "affray lsp made a mistake of its own: {info}");
    }));
    serve_on(limits, BufReader::new(io::stdin()), io::stdout())
}

/// Serves the client at the other end of two streams until it says `exit`, or `input` ends. Whether it said `shutdown` before.
///
/// # Errors
///
/// When no thread can be started, or when `output` cannot be written though the client is still there.
pub fn serve_on(
    limits: &Limits,
    input: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
) -> io::Result<bool> {
    let (voice, speaking) = Voice::new(output)?;
    let interrupt = Arc::new(Interrupt::default());
    let heed = {
        let (voice, interrupt) = (voice.clone(), Arc::clone(&interrupt));
        move |message: &Message| {
            interrupt.hear(message);
            board::heed(message, &voice);
        }
    };
    let heard = listen(input, heed)?;
    let mut session = EditorSession::new(limits, Host::default(), voice.clone(), interrupt);
    let is_shut = converse(&mut session, &heard);
    voice.end();
    match speaking.join() {
        Ok(Some(lost)) => Err(lost),
        Ok(None) | Err(_) => Ok(is_shut),
    }
}

/// Takes one message after the other. What is new is told as soon as nothing waits that could change it again.
fn converse(session: &mut EditorSession, heard: &Receiver<Heard>) -> bool {
    let mut waiting: VecDeque<Heard> = VecDeque::new();
    loop {
        if waiting.is_empty() {
            match next(session, heard) {
                Ok(message) => waiting.push_back(message),
                Err(RecvTimeoutError::Timeout) => {
                    session.work();
                    continue;
                }
                Err(RecvTimeoutError::Disconnected) => return session.is_shut(),
            }
        }
        waiting.extend(heard.try_iter());
        let Some(message) = waiting.pop_front() else {
            continue;
        };
        if session.hear(message, &waiting) {
            return session.is_shut();
        }
        let is_change = |heard: &Heard| matches!(heard, Heard::Message(one) if changes(one));
        if !waiting.front().is_some_and(is_change) {
            session.tell_news();
        }
    }
}

/// The next message; gives up when there is other work and the client has been silent long enough.
fn next(session: &EditorSession, heard: &Receiver<Heard>) -> Result<Heard, RecvTimeoutError> {
    use projects::BackgroundWork;
    match session.has_work() {
        Some(BackgroundWork::Study) => heard.recv_timeout(PAUSE),
        Some(BackgroundWork::Look) => heard.recv_timeout(Duration::ZERO),
        None => heard.recv().map_err(|_| RecvTimeoutError::Disconnected),
    }
}
