//! The language server under messages that need not make sense.

use super::language::{answers, frame, greeting, home};

/// Each line is the body of a message, or what stands in place of one if it begins with `!`. Whatever they say, the server goes on, all that it
/// says is JSON, and it makes no mistake of its own.
pub fn messages(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    // Accepting a snapshot writes a file.
    if text.contains("acceptSnapshot") {
        return;
    }
    let text = text.replace("file:///home", &home());
    let mut input = match text.starts_with('!') {
        true => String::new(),
        false => greeting(),
    };
    for line in text.split('\n') {
        match line.strip_prefix('!') {
            Some(raw) => input += &format!("{raw}\r\n"),
            None => input += &frame(line),
        }
    }
    answers(input.into_bytes());
}
