//! Messages in and out: frames of JSON on a pair of pipes. Knows the frames and JSON-RPC, not what is said.

use std::io::{self, BufRead, Write};
use std::sync::mpsc::{self, Receiver};
use std::thread;

use lsp_server::{Message, Notification, Request, RequestId, Response};
use serde::Serialize;

/// No message may be longer.
const LONGEST: usize = 64 << 20;

/// What comes in.
pub(super) enum Heard {
    Message(Message),
    /// A frame that holds no message.
    Noise(String),
}

/// Reads messages on a thread of its own, for as long as there are any.
pub(super) fn listen(mut input: impl BufRead + Send + 'static) -> io::Result<Receiver<Heard>> {
    let (sender, receiver) = mpsc::channel();
    let read = move || {
        while let Ok(Some(frame)) = frame(&mut input) {
            let heard = match serde_json::from_slice(&frame) {
                Ok(message) => Heard::Message(message),
                Err(error) => Heard::Noise(error.to_string()),
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
fn frame(input: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let mut length = None;
    let mut line = Vec::new();
    loop {
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        let text = String::from_utf8_lossy(&line);
        let text = text.trim();
        match (text.split_once(':'), length) {
            _ if text.is_empty() && length.is_some() => break,
            (Some((name, value)), _) if name.trim().eq_ignore_ascii_case("content-length") => {
                length = value.trim().parse().ok().filter(|size| *size <= LONGEST);
            }
            _ => {}
        }
    }
    let mut body = vec![0; length.unwrap_or_default()];
    input.read_exact(&mut body)?;
    Ok(Some(body))
}

/// Says things to the client.
pub(super) struct Voice<W> {
    output: W,
}

impl<W: Write> Voice<W> {
    pub(super) fn new(output: W) -> Self {
        Voice { output }
    }

    /// An answer to a request.
    pub(super) fn answer(&mut self, id: RequestId, answer: Result<serde_json::Value, Refusal>) {
        let response = match answer {
            Ok(value) => Response::new_ok(id, value),
            Err(refusal) => Response::new_err(id, refusal.code, refusal.why),
        };
        self.say(&Message::Response(response));
    }

    /// Something that was not asked for.
    pub(super) fn notify(&mut self, method: &str, params: impl Serialize) {
        if let Ok(params) = serde_json::to_value(params) {
            let method = method.to_owned();
            self.say(&Message::Notification(Notification { method, params }));
        }
    }

    /// Something that is asked of the client; its answer is not waited for.
    pub(super) fn ask(&mut self, id: &str, method: &str, params: serde_json::Value) {
        let method = method.to_owned();
        let id = RequestId::from(id.to_owned());
        self.say(&Message::Request(Request { id, method, params }));
    }

    /// A client that does not listen any more will soon say so, or be gone.
    fn say(&mut self, message: &Message) {
        _ = message
            .write(&mut self.output)
            .and_then(|()| self.output.flush());
    }
}

/// Why a request is not answered.
#[derive(Debug)]
pub(super) struct Refusal {
    code: i32,
    pub(super) why: String,
}

impl Refusal {
    /// What was asked cannot be done, for a reason that a person understands.
    pub(super) fn because(why: impl Into<String>) -> Self {
        Refusal::coded(lsp_server::ErrorCode::RequestFailed, why)
    }

    pub(super) fn coded(code: lsp_server::ErrorCode, why: impl Into<String>) -> Self {
        Refusal {
            code: code as i32,
            why: why.into(),
        }
    }
}

impl From<serde_json::Error> for Refusal {
    fn from(error: serde_json::Error) -> Self {
        Refusal::coded(lsp_server::ErrorCode::InvalidParams, error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bad_frame_does_not_spoil_those_after_it() {
        let frames = "garbage\r\n\r\nContent-Length: 5\r\n\r\n{\"a\":Content-Length: 33\r\nContent-Type: x\r\n\r\n{\"jsonrpc\":\"2.0\",\"method\":\"exit\"}";
        let heard: Vec<Heard> = listen(frames.as_bytes())
            .expect("a thread")
            .iter()
            .collect();
        assert!(matches!(heard[0], Heard::Noise(_)));
        assert!(
            matches!(&heard[1], Heard::Message(Message::Notification(exit)) if exit.method == "exit")
        );
        assert_eq!(heard.len(), 2);
    }
}
