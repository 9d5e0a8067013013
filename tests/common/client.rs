//! A client of the language server: the real program over real pipes, and the real protocol.
#![allow(dead_code)]

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::binary::command;

/// How long any answer may take; a slow machine is no failure.
const PATIENCE: Duration = Duration::from_secs(120);

pub struct Client {
    child: Child,
    input: Option<ChildStdin>,
    heard: Receiver<Value>,
    next: i64,
    /// The last diagnostics of each file, and how often any were told.
    pub told: BTreeMap<String, Value>,
    pub capabilities: Value,
}

impl Client {
    /// A client that has opened a folder. It waits for every check: what was told before is never told again for an edited text.
    pub fn in_folder(folder: &Path) -> Client {
        Client::with(folder, json!({}), patient(json!({})))
    }

    /// The same, with capabilities and options of its own.
    pub fn with(folder: &Path, capabilities: Value, options: Value) -> Client {
        let mut client = Client::start(folder);
        let folder = uri(folder);
        let params = json!({
            "processId": null,
            "rootUri": folder,
            "workspaceFolders": [{ "uri": folder, "name": "x" }],
            "capabilities": capabilities,
            "initializationOptions": options,
        });
        let answer = client.ask("initialize", params).expect("it begins");
        client.capabilities = answer["capabilities"].clone();
        client.notify("initialized", json!({}));
        client
    }

    /// The program, to which nothing has been said.
    pub fn start(folder: &Path) -> Client {
        let mut child = command(&["lsp"])
            .current_dir(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .expect("the program starts");
        let input = child.stdin.take();
        let mut output = BufReader::new(child.stdout.take().expect("its output"));
        let (sender, heard) = channel();
        std::thread::spawn(move || {
            while let Some(message) = read(&mut output) {
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        Client {
            child,
            input,
            heard,
            next: 0,
            told: BTreeMap::new(),
            capabilities: Value::Null,
        }
    }

    /// Asks, and waits for the answer: its result, or its error.
    pub fn ask(&mut self, method: &str, params: Value) -> Result<Value, Value> {
        let id = self.send_request(method, params);
        self.answer_to(id)
    }

    /// Asks, and does not wait.
    pub fn send_request(&mut self, method: &str, params: Value) -> i64 {
        self.next += 1;
        let id = self.next;
        self.say(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        id
    }

    /// Waits for an answer.
    pub fn answer_to(&mut self, id: i64) -> Result<Value, Value> {
        loop {
            let message = self.hear(PATIENCE).expect("an answer");
            if message["id"] == json!(id) && message.get("method").is_none() {
                return match message.get("error") {
                    Some(error) => Err(error.clone()),
                    None => Ok(message["result"].clone()),
                };
            }
        }
    }

    pub fn notify(&mut self, method: &str, params: Value) {
        self.say(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// Opens a text.
    pub fn open(&mut self, uri: &str, text: &str) {
        let document = json!({ "uri": uri, "languageId": "affray", "version": 1, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": document }));
    }

    /// Puts something in the place of a range.
    pub fn edit(&mut self, uri: &str, version: i64, range: Value, text: &str) {
        let params = json!({
            "textDocument": { "uri": uri, "version": version },
            "contentChanges": [{ "range": range, "text": text }],
        });
        self.notify("textDocument/didChange", params);
    }

    /// Waits for the diagnostics of a version of a file.
    pub fn diagnostics(&mut self, uri: &str, version: i64) -> Vec<Value> {
        let started = Instant::now();
        loop {
            if let Some(told) = self.told.get(uri)
                && told["version"].as_i64().is_some_and(|told| told >= version)
            {
                return told["diagnostics"].as_array().cloned().unwrap_or_default();
            }
            assert!(started.elapsed() < PATIENCE, "no diagnostics of {uri}");
            self.hear(PATIENCE);
        }
    }

    /// Waits until what is told about a file is as wanted.
    pub fn until(&mut self, uri: &str, wanted: impl Fn(&[Value]) -> bool) -> Vec<Value> {
        let started = Instant::now();
        loop {
            let told = self.told.get(uri).map(|told| told["diagnostics"].clone());
            if let Some(Value::Array(told)) = told
                && wanted(&told)
            {
                return told;
            }
            assert!(started.elapsed() < PATIENCE, "{:?}", self.told.get(uri));
            self.hear(Duration::from_secs(5));
        }
    }

    /// The next message, if one comes in time.
    pub fn hear(&mut self, patience: Duration) -> Option<Value> {
        let message = self.heard.recv_timeout(patience).ok()?;
        if message["method"] == "textDocument/publishDiagnostics" {
            let params = message["params"].clone();
            let uri = params["uri"].as_str().unwrap_or_default().to_owned();
            self.told.insert(uri, params);
        }
        Some(message)
    }

    /// Bytes as they are.
    pub fn raw(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("it listens");
        input.write_all(bytes).expect("it listens");
        input.flush().expect("it listens");
    }

    fn say(&mut self, message: &Value) {
        let text = message.to_string();
        let frame = format!("Content-Length: {}\r\n\r\n{text}", text.len());
        self.raw(frame.as_bytes());
    }

    /// How long the server has been at work so far, on all its threads, where the system tells.
    pub fn worked(&self) -> Option<Duration> {
        let threads = std::fs::read_dir(format!("/proc/{}/task", self.child.id())).ok()?;
        let each = threads.map(|thread| {
            let told = std::fs::read_to_string(thread.ok()?.path().join("schedstat")).ok()?;
            told.split(' ').next()?.parse::<u64>().ok()
        });
        let all = each.sum::<Option<u64>>();
        all.map(Duration::from_nanos)
    }

    /// The most memory that the server has had so far, in bytes; 0 where the system does not tell.
    pub fn peak(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()));
        let status = status.unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kilobytes =
            line.and_then(|line| line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok());
        kilobytes.unwrap_or(0) << 10
    }

    /// Says good-bye as the protocol has it.
    pub fn end(mut self) -> ExitStatus {
        assert_eq!(self.ask("shutdown", Value::Null), Ok(Value::Null));
        self.notify("exit", Value::Null);
        self.child.wait().expect("it ends")
    }

    /// Goes away without a word.
    pub fn vanish(mut self) -> ExitStatus {
        self.input = None;
        self.child.wait().expect("it ends")
    }
}

fn read(output: &mut impl BufRead) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if output.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim().split_once(':') {
            Some((name, value)) if name.eq_ignore_ascii_case("content-length") => {
                length = value.trim().parse().ok()?;
            }
            _ if line.trim().is_empty() => break,
            _ => {}
        }
    }
    let mut body = vec![0; length];
    output.read_exact(&mut body).ok()?;
    serde_json::from_slice(&body).ok()
}

/// Options by which every check is waited for.
pub fn patient(mut options: Value) -> Value {
    options["patience"] = json!(PATIENCE.as_millis() as u64);
    options
}

/// The address of a file.
pub fn uri(path: &Path) -> String {
    format!("file://{}", path.display())
}

/// The range of a piece of a text that stands in it once, or of its n-th occurrence (`piece@2`).
pub fn range(text: &str, piece: &str) -> Value {
    let (piece, number) = match piece.rsplit_once('@') {
        Some((piece, number)) => (piece, number.parse::<usize>().expect("a number")),
        None => (piece, 1),
    };
    let found = text.match_indices(piece).nth(number - 1);
    let (start, _) = found.unwrap_or_else(|| panic!("`{piece}` stands in the text"));
    json!({ "start": place(text, start), "end": place(text, start + piece.len()) })
}

/// A byte as line and character, in units of UTF-16.
pub fn place(text: &str, at: usize) -> Value {
    let before = &text[..at];
    let line = before.matches('\n').count();
    let start = before.rfind('\n').map_or(0, |newline| newline + 1);
    json!({ "line": line, "character": before[start..].encode_utf16().count() })
}
