//! `src/source/clean.rs`

use affray::source::Clean;

#[test]
fn control_characters_are_spelled_out() {
    let shown = Clean("a\u{1b}[31m\r\n\t\u{9b}\u{202e}\u{7f}龍").to_string();
    assert_eq!(
        shown,
        "a\\u{1b}[31m\\u{d}\\u{a}\\u{9}\\u{9b}\\u{202e}\\u{7f}龍"
    );
}
