//! The language server in a session that makes sense: a file is opened, edited and asked about.

use std::io::{Cursor, Write};
use std::sync::{Arc, Mutex};

use affray::lsp::serve_on;
use affray::source::Limits;
use serde_json::{Value, json};

use super::files::root;
use super::parts;
use super::requests::{AT_A_PLACE, OF_A_FILE};

/// What is asked.
fn methods() -> Vec<&'static str> {
    [&AT_A_PLACE[..], &OF_A_FILE, &["workspace/executeCommand"]].concat()
}

/// The address of the folder in which the server is at home; nothing is ever written there.
pub fn home() -> String {
    format!("file://{}", root().join("tests/fuzz/folder").display())
}

/// A message as it is sent.
pub fn frame(body: &str) -> String {
    format!("Content-Length: {}\r\n\r\n{body}", body.len())
}

/// What a client says before anything else.
pub fn greeting() -> String {
    let params = json!({
        "rootUri": home(),
        "capabilities": { "general": { "positionEncodings": ["utf-8"] } },
        "initializationOptions": { "allFiles": false },
    });
    request(0, "initialize", params) + &note("initialized", json!({}))
}

fn request(id: usize, method: &str, params: Value) -> String {
    frame(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }).to_string())
}

fn note(method: &str, params: Value) -> String {
    frame(&json!({ "jsonrpc": "2.0", "method": method, "params": params }).to_string())
}

/// All that the server says to these bytes.
pub fn answers(input: Vec<u8>) -> Vec<Value> {
    #[derive(Clone, Default)]
    struct Said(Arc<Mutex<Vec<u8>>>);
    impl Write for Said {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().expect("nobody fails here").write(bytes)
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let said = Said::default();
    serve_on(&Limits::DEFAULT, Cursor::new(input), said.clone()).expect("it serves");
    let said = said.0.lock().expect("nobody fails here");
    let mut rest = std::str::from_utf8(&said).expect("the server writes UTF-8");
    let mut answers = Vec::new();
    while let Some((head, tail)) = rest.split_once("\r\n\r\n") {
        let length = head
            .rsplit(": ")
            .next()
            .and_then(|length| length.parse().ok());
        let (body, next) = tail.split_at(length.expect("a length"));
        let answer: Value = serde_json::from_str(body).expect("the server writes JSON");
        assert_ne!(answer["error"]["code"], -32603, "{answer}");
        answers.push(answer);
        rest = next;
    }
    assert!(rest.is_empty(), "a frame is cut: {rest}");
    answers
}

/// What is told of an edited file is what is told of it when it is opened as it came to be; each request is answered once.
pub fn lsp(data: &[u8]) {
    let parts = parts(data);
    let uri = format!("{}/here.affray", home());
    let open = |text: &str| {
        let document = json!({ "uri": uri, "languageId": "affray", "version": 1, "text": text });
        greeting() + &note("textDocument/didOpen", json!({ "textDocument": document }))
    };
    let mut text = parts[0].clone();
    let mut session = open(&text);
    let methods = methods();
    for (number, part) in parts[1..].iter().enumerate() {
        let mut bytes = part.bytes().map(usize::from);
        let mut number_below = |most: usize| bytes.next().unwrap_or_default() % most;
        let kind = number_below(methods.len() * 2);
        let lines = text.split('\n').count();
        let mut place = || (number_below(lines + 1), number_below(90));
        let (from, to) = (place(), place());
        let position = |(line, character)| json!({ "line": line, "character": character });
        let range = json!({ "start": position(from), "end": position(to) });
        if kind < methods.len() {
            let params = json!({
                "textDocument": { "uri": uri },
                "position": position(from),
                "range": range,
                "context": { "includeDeclaration": true, "diagnostics": [] },
                "newName": "other",
                "options": { "tabSize": 2, "insertSpaces": true },
                "command": "affray.run",
                "arguments": [uri, title(&text)],
            });
            session += &request(number + 1, methods[kind], params);
        } else {
            let put = part.char_indices().nth(5).map_or("", |(at, _)| &part[at..]);
            let params = json!({
                "textDocument": { "uri": uri, "version": number + 2 },
                "contentChanges": [{ "range": range, "text": put }],
            });
            session += &note("textDocument/didChange", params);
            let (from, to) = (offset(&text, from), offset(&text, to));
            text.replace_range(from..to.max(from), put);
        }
    }
    let told = |answers: &[Value]| {
        let mut told = answers
            .iter()
            .rev()
            .filter(|one| one["params"]["uri"] == *uri);
        told.next().map(|one| one["params"]["diagnostics"].clone())
    };
    let requests = session.matches("\"id\":").count();
    let edited = answers(session.into_bytes());
    let answered = edited
        .iter()
        .filter(|one| one.get("id").is_some() && one.get("method").is_none());
    assert!(answered.count() <= requests, "a request is answered twice");
    let fresh = answers(open(&text).into_bytes());
    assert_eq!(
        told(&edited),
        told(&fresh),
        "edited it is told other things:\n{text}"
    );
}

/// The title of the first scenario.
fn title(text: &str) -> &str {
    let rest = text.split_once("scenario \"").map_or("", |(_, rest)| rest);
    rest.split('"').next().unwrap_or_default()
}

/// The byte at a line and a byte in it.
fn offset(text: &str, (line, character): (usize, usize)) -> usize {
    let start = match line {
        0 => Some(0),
        line => text.match_indices('\n').nth(line - 1).map(|(at, _)| at + 1),
    };
    let Some(start) = start else {
        return text.len();
    };
    let rest = text[start..].split('\n').next().unwrap_or_default();
    let rest = rest.strip_suffix('\r').unwrap_or(rest);
    let most = character.min(rest.len());
    start
        + (0..=most)
            .rev()
            .find(|at| rest.is_char_boundary(*at))
            .unwrap_or(0)
}
