//! `src/source/clean.rs`

use affray::source::{Clean, Quoted};

#[test]
fn control_characters_are_spelled_out() {
    let shown = Clean("a\u{1b}[31m\r\n\t\u{9b}\u{202e}\u{7f}龍").to_string();
    assert_eq!(
        shown,
        "a\\u{1b}[31m\\u{d}\\u{a}\\u{9}\\u{9b}\\u{202e}\\u{7f}龍"
    );
}

#[test]
fn pieces_of_several_lines_are_quoted_as_one() {
    let shown = |text| Quoted(text).to_string();
    assert_eq!(shown("{ c declares }\n"), "{ c declares }");
    assert_eq!(shown("if a\r\n  and b"), "if a and b");
    assert_eq!(
        shown("repeat {\n  c declares\n  c rests\n}"),
        "repeat { ... }"
    );
    assert_eq!(shown("a\u{1b}\n b\u{7f}"), "a\\u{1b} b\\u{7f}");
}
