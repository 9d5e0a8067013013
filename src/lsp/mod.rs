//! The language server, `affray lsp`: what an editor asks about files, answered from what the library knows. Speaks the Language Server
//! Protocol on standard input and output; decides nothing about rules.
//!
//! `wire` carries messages, `places` counts as editors do, `projects` has the files at hand; one room for each thing that can be asked.
//! Whatever happens in answering is caught: the request fails, the server goes on.

mod answers;
mod colours;
mod commands;
mod completion;
mod fixes;
mod hints;
mod jump;
mod layout;
mod lenses;
mod outline;
mod places;
mod projects;
mod publish;
mod session;
mod shift;
mod wire;

use std::collections::VecDeque;
use std::io::{self, BufReader};
use std::panic;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

use session::Session;
use wire::{Heard, Voice, listen};

/// How long the client must be silent before rules are studied.
const PAUSE: Duration = Duration::from_millis(200);

/// Serves the client at the other end of standard input and output until it says `exit`, or is gone. Whether it said `shutdown` before.
pub fn serve() -> io::Result<bool> {
    panic::set_hook(Box::new(|info| {
        // Standard output belongs to the protocol.
        eprintln!("affray lsp made a mistake of its own: {info}");
    }));
    let heard = listen(BufReader::new(io::stdin()))?;
    let mut session = Session::new(Voice::new(io::stdout()));
    Ok(converse(&mut session, &heard))
}

/// Takes one message after the other. What is new is told as soon as nothing waits that could change it again.
fn converse(session: &mut Session, heard: &Receiver<Heard>) -> bool {
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
        if !waiting.front().is_some_and(session::changes) {
            session.tell_news();
        }
    }
}

/// The next message; gives up when there is other work and the client has been silent long enough.
fn next(session: &Session, heard: &Receiver<Heard>) -> Result<Heard, RecvTimeoutError> {
    use projects::Work;
    match session.has_work() {
        Some(Work::Study) => heard.recv_timeout(PAUSE),
        Some(Work::Look) => heard.recv_timeout(Duration::ZERO),
        None => heard.recv().map_err(|_| RecvTimeoutError::Disconnected),
    }
}
