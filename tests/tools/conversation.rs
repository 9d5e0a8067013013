#![cfg(feature = "lsp")]
//! The language server without threads: messages in, messages out.

use serde_json::{Value, json};

use affray::lsp::Conversation;
use affray::source::Limits;

fn heard(conversation: &mut Conversation, message: Value) -> Vec<Value> {
    let said = conversation.hear(&message.to_string());
    let read = said.iter().map(|text| serde_json::from_str(text));
    read.collect::<Result<_, _>>().expect("JSON")
}

#[test]
fn files_in_memory_are_found_and_what_is_wrong_is_told_at_once() {
    let mut conversation = Conversation::new(&Limits::DEFAULT);
    assert!(conversation.set_file("rules/base.affray", Some("rules base {}\n".to_owned())));
    assert!(!conversation.set_file("rules/base.affray", Some("rules base {}\n".to_owned())));
    let begin = json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "capabilities": {}, "rootUri": "file:///", "initializationOptions": { "allFiles": false } } });
    assert_eq!(heard(&mut conversation, begin)[0]["id"], 1);
    let open = |text: &str| {
        let document = json!({ "uri": "file:///x.affray", "languageId": "affray", "version": 1, "text": text });
        json!({ "jsonrpc": "2.0", "method": "textDocument/didOpen", "params": { "textDocument": document } })
    };
    let said = heard(
        &mut conversation,
        open("rules own extends \"rules/base.affray\" {}\n"),
    );
    let found = |said: &[Value]| said[0]["params"]["diagnostics"].as_array().map(Vec::len);
    assert_eq!(found(&said), Some(0), "{said:?}");
    let said = heard(
        &mut conversation,
        open("rules own extends \"rules/gone.affray\" {}\n"),
    );
    assert_eq!(found(&said), Some(1), "{said:?}");
    assert!(conversation.hear("this is no message").is_empty());
    while conversation.has_work() {
        conversation.work();
    }
}
