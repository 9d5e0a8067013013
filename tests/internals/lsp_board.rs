//! Tests of what is private in `src/lsp/board.rs`, which takes them in.

use super::*;

#[test]
fn what_stands_behind_an_edit_moves_and_what_is_in_it_goes() {
    let range = |a, b, c, d| lsp::Range::new(lsp::Position::new(a, b), lsp::Position::new(c, d));
    let edit = Moved::by(range(1, 4, 2, 2), "x\ny\nzwei", Encoding::Utf16);
    assert_eq!(edit.range(range(0, 9, 1, 4)), Some(range(0, 9, 1, 4)));
    assert_eq!(edit.range(range(2, 2, 2, 5)), Some(range(3, 4, 3, 7)));
    assert_eq!(edit.range(range(4, 1, 5, 0)), Some(range(5, 1, 6, 0)));
    assert_eq!(edit.range(range(1, 3, 1, 5)), None);
    let typed = Moved::by(range(1, 4, 1, 4), "ö", Encoding::Utf16);
    assert_eq!(typed.range(range(1, 4, 1, 6)), Some(range(1, 5, 1, 7)));
    // A range that ends before it begins is a place.
    let reversed = Moved::by(range(3, 4, 1, 4), "", Encoding::Utf8);
    assert_eq!(reversed.range(range(2, 0, 2, 1)), Some(range(2, 0, 2, 1)));
}

#[test]
fn only_what_is_of_the_present_text_is_told() {
    let mut board = Board::default();
    board.agree(Encoding::Utf16, Some(Duration::ZERO));
    let told = |version| lsp::PublishDiagnosticsParams {
        uri: "x".into(),
        version,
        diagnostics: Vec::new(),
    };
    let change = |version| {
        let change = serde_json::json!({
            "textDocument": { "uri": "x", "version": version },
            "contentChanges": [],
        });
        lsp::DidChangeTextDocumentParams::deserialize(&change).expect("a change")
    };
    assert!(board.publish(&told(None)));
    assert!(!board.publish(&told(Some(1))));
    board.open("x".to_owned(), Some(1));
    board.edit(&change(2));
    assert_eq!(board.wait(), None);
    assert!(!board.publish(&told(Some(1))));
    assert!(board.publish(&told(Some(2))));
    board.edit(&change(3));
    assert_eq!(board.due(), [told(Some(3))]);
    assert_eq!(board.due(), []);
    board.open("x".to_owned(), Some(1));
    assert!(!board.publish(&told(Some(3))));
    assert!(board.publish(&told(Some(1))));
    board.open("x".to_owned(), None);
    assert!(!board.publish(&told(Some(1))));
}
