//! Messages in and out: frames of JSON on a pair of pipes. Knows the frames and JSON-RPC, not what is said.

use std::io::{self, BufRead, Read, Write};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};

use gen_lsp_types as lsp;
use lsp_server::{Message, RequestId};
use serde::Serialize;
use serde_json::json;

use super::board::Board;

/// No message may be longer. A file of the largest size fits in, however its letters are written.
const LONGEST: usize = 32 << 20;

/// No header is longer.
const LONGEST_LINE: u64 = 64 << 10;

/// What comes in.
pub(super) enum Heard {
    Message(Message),
    /// A frame that holds no message.
    Noise(String),
    /// A message of so many bytes, which was passed over.
    TooLong(usize),
}

/// What is between two messages.
enum WireFrame {
    Body(Vec<u8>),
    TooLong(usize),
}

/// Reads messages on a thread of its own, for as long as there are any. `heed` is called with each as soon as it has come.
pub(super) fn listen(
    mut input: impl BufRead + Send + 'static,
    heed: impl Fn(&Message) + Send + 'static,
) -> io::Result<Receiver<Heard>> {
    let (sender, receiver) = mpsc::channel();
    let read = move || {
        while let Ok(Some(frame)) = frame(&mut input) {
            let heard = match frame {
                WireFrame::Body(body) => match serde_json::from_slice(&body) {
                    Ok(message) => {
                        heed(&message);
                        Heard::Message(message)
                    }
                    Err(error) => Heard::Noise(error.to_string()),
                },
                WireFrame::TooLong(size) => Heard::TooLong(size),
            };
            if sender.send(heard).is_err() {
                return;
            }
        }
    };
    thread::Builder::new()
        .name("listener".to_owned())
        .spawn(read)?;
    Ok(receiver)
}

/// The next frame. What is no header is skipped, so that one bad frame does not spoil those after it.
fn frame(input: &mut impl BufRead) -> io::Result<Option<WireFrame>> {
    let mut length: Option<usize> = None;
    let mut line = Vec::new();
    loop {
        line.clear();
        let mut rest = Read::by_ref(input).take(LONGEST_LINE);
        if rest.read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        let text = String::from_utf8_lossy(&line);
        let text = text.trim();
        match (text.split_once(':'), length) {
            _ if text.is_empty() && length.is_some() => break,
            (Some((name, value)), _) if name.trim().eq_ignore_ascii_case("content-length") => {
                length = value.trim().parse().ok();
            }
            _ => {}
        }
    }
    let length = length.unwrap_or_default();
    if length > LONGEST {
        io::copy(
            &mut Read::by_ref(input).take(length as u64),
            &mut io::sink(),
        )?;
        return Ok(Some(WireFrame::TooLong(length)));
    }
    let mut body = vec![0; length];
    input.read_exact(&mut body)?;
    Ok(Some(WireFrame::Body(body)))
}

/// What the voice is given.
pub(super) enum Outgoing {
    /// A message in JSON.
    Message(String),
    /// Diagnostics, unless the text has been edited since.
    Diagnostics(lsp::PublishDiagnosticsParams),
    /// What the board has to know.
    Noted(Box<dyn FnOnce(&mut Board) + Send>),
    End,
}

/// Says things to the client.
#[derive(Clone)]
pub(super) struct Voice {
    said: Sender<Outgoing>,
}

impl Outgoing {
    /// The message that a client is sent which waits for each message of its own to be worked on: it has edited no text since. `None` where it is
    /// sent nothing.
    pub(super) fn into_message(self) -> Option<String> {
        match self {
            Outgoing::Message(text) => Some(text),
            Outgoing::Diagnostics(params) => Some(published(&params)),
            Outgoing::Noted(_) | Outgoing::End => None,
        }
    }
}

impl Voice {
    /// Speaks on a thread of its own, until the end is said. The thread returns why what was said did not arrive, though the client was still there.
    pub(super) fn new(
        mut output: impl Write + Send + 'static,
    ) -> io::Result<(Self, JoinHandle<Option<io::Error>>)> {
        let (voice, heard) = Voice::unspoken();
        let mut board = Board::default();
        let mut lost = None;
        let speak = move || {
            loop {
                let next = match board.wait() {
                    Some(time) => heard.recv_timeout(time),
                    None => heard.recv().map_err(|_| RecvTimeoutError::Disconnected),
                };
                match next {
                    Ok(Outgoing::Message(text)) => write(&mut output, &text, &mut lost),
                    Ok(Outgoing::Diagnostics(params)) if board.publish(&params) => {
                        publish(&mut output, &params, &mut lost);
                    }
                    Ok(Outgoing::Diagnostics(_)) => {}
                    Ok(Outgoing::Noted(note)) => note(&mut board),
                    Err(RecvTimeoutError::Timeout) => {
                        for params in board.due() {
                            publish(&mut output, &params, &mut lost);
                        }
                    }
                    Ok(Outgoing::End) | Err(RecvTimeoutError::Disconnected) => return lost,
                }
            }
        };
        let thread = thread::Builder::new()
            .name("voice".to_owned())
            .spawn(speak)?;
        Ok((voice, thread))
    }

    /// Speaks on no thread: what is said waits in the receiver.
    pub(super) fn unspoken() -> (Self, Receiver<Outgoing>) {
        let (said, heard) = mpsc::channel();
        (Voice { said }, heard)
    }

    /// Diagnostics of a file, unless its text has been edited since.
    pub(super) fn publish(&mut self, params: lsp::PublishDiagnosticsParams) {
        self.give(Outgoing::Diagnostics(params));
    }

    /// Notes something on the board, in its turn.
    pub(super) fn note(&self, note: impl FnOnce(&mut Board) + Send + 'static) {
        self.give(Outgoing::Noted(Box::new(note)));
    }

    /// Nothing is said any more.
    pub(super) fn end(&self) {
        self.give(Outgoing::End);
    }

    /// An answer to a request.
    pub(super) fn answer(&mut self, id: RequestId, answer: Result<String, RequestRefusal>) {
        let outcome = answer.map_or_else(
            |why| {
                format!(
                    "\"error\":{}",
                    json!({ "code": why.code, "message": why.why })
                )
            },
            |result| format!("\"result\":{result}"),
        );
        let id = json!(id);
        self.give(Outgoing::Message(format!(
            "{{\"jsonrpc\":\"2.0\",\"id\":{id},{outcome}}}"
        )));
    }

    /// Something that was not asked for.
    pub(super) fn notify(&mut self, method: &str, params: impl Serialize) {
        self.give(Outgoing::Message(notification(method, params)));
    }

    /// Something that is asked of the client; its answer is not waited for.
    pub(super) fn ask(&mut self, id: &str, method: &str, params: serde_json::Value) {
        let message = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        self.give(Outgoing::Message(message.to_string()));
    }

    /// Who speaks is there until the end.
    fn give(&self, said: Outgoing) {
        _ = self.said.send(said);
    }
}

/// A client that does not listen any more will soon say so, or be gone; the first other error is kept.
fn write(output: &mut impl Write, text: &str, lost: &mut Option<io::Error>) {
    let said = write!(output, "Content-Length: {}\r\n\r\n{text}", text.len());
    if let Err(error) = said.and_then(|()| output.flush())
        && error.kind() != io::ErrorKind::BrokenPipe
    {
        lost.get_or_insert(error);
    }
}

fn publish(
    output: &mut impl Write,
    params: &lsp::PublishDiagnosticsParams,
    lost: &mut Option<io::Error>,
) {
    write(output, &published(params), lost);
}

fn published(params: &lsp::PublishDiagnosticsParams) -> String {
    notification("textDocument/publishDiagnostics", params)
}

fn notification(method: &str, params: impl Serialize) -> String {
    #[derive(Serialize)]
    struct JsonRpcNotification<'a, P> {
        jsonrpc: &'static str,
        method: &'a str,
        params: P,
    }
    let jsonrpc = "2.0";
    let form = JsonRpcNotification {
        jsonrpc,
        method,
        params,
    };
    // What has keys that are texts can be written.
    serde_json::to_string(&form).unwrap_or_default()
}

/// Why a request is not answered.
#[derive(Debug)]
pub(super) struct RequestRefusal {
    code: i32,
    pub(super) why: String,
}

impl RequestRefusal {
    /// What was asked cannot be done, for a reason that a person understands.
    pub(super) fn because(why: impl Into<String>) -> Self {
        RequestRefusal::coded(lsp_server::ErrorCode::RequestFailed, why)
    }

    pub(super) fn coded(code: lsp_server::ErrorCode, why: impl Into<String>) -> Self {
        RequestRefusal {
            code: code as i32,
            why: why.into(),
        }
    }
}

impl From<serde_json::Error> for RequestRefusal {
    fn from(error: serde_json::Error) -> Self {
        RequestRefusal::coded(lsp_server::ErrorCode::InvalidParams, error.to_string())
    }
}

#[cfg(test)]
#[path = "../../tests/internals/lsp_wire.rs"]
mod tests;
