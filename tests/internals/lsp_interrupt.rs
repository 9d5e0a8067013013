//! Tests of what is private in `src/lsp/interrupt.rs`, which takes them in.

use lsp_server::Notification;
use serde_json::json;

use super::*;

fn note(method: &str, params: Value) -> Message {
    Message::Notification(Notification::new(method.to_owned(), params))
}

#[test]
fn work_is_stopped_by_what_comes_in_and_by_the_clock() {
    let interrupt = Interrupt::default();
    interrupt.begin(&7.into(), "textDocument/hover");
    interrupt.hear(&note("$/cancelRequest", json!({ "id": 8 })));
    assert_eq!(interrupt.stop(), None);
    interrupt.hear(&note("$/cancelRequest", json!({ "id": 7 })));
    assert_eq!(interrupt.stop(), Some(Interruption::Cancelled));
    interrupt.end();
    let edit = note("textDocument/didChange", json!({}));
    interrupt.hear(&edit);
    assert_eq!(interrupt.stop(), Some(Interruption::Newer));
    interrupt.take(&edit);
    interrupt.take(&edit);
    interrupt.take(&edit);
    let other = note("other", json!({}));
    interrupt.hear(&other);
    assert_eq!(interrupt.stop(), None);
    interrupt.idle(true);
    assert_eq!(interrupt.stop(), Some(Interruption::Newer));
    interrupt.idle(false);
    interrupt.begin(&9.into(), "textDocument/hover");
    assert_eq!(interrupt.stop(), None);
    interrupt.state().deadline = Some(Instant::now());
    let stopped = std::panic::catch_unwind(|| interrupt.ask()).expect_err("it stops");
    assert_eq!(stopped.downcast_ref(), Some(&Interruption::Late));
}
