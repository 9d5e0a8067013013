//! Tests of what is private in `src/lsp/wire.rs`, which takes them in.

use super::*;

#[test]
fn a_bad_frame_does_not_spoil_those_after_it() {
    let frames = "garbage\r\n\r\nContent-Length: 5\r\n\r\n{\"a\":Content-Length: 33\r\nContent-Type: x\r\n\r\n{\"jsonrpc\":\"2.0\",\"method\":\"exit\"}";
    let heard: Vec<Heard> = listen(frames.as_bytes(), |_| ())
        .expect("a thread")
        .iter()
        .collect();
    assert!(matches!(heard[0], Heard::Noise(_)));
    assert!(
        matches!(&heard[1], Heard::Message(Message::Notification(exit)) if exit.method == "exit")
    );
    assert_eq!(heard.len(), 2);
}
