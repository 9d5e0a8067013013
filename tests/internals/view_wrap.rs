//! Tests of what is private in `src/view/wrap.rs`, which takes them in.

use super::push_line;

#[test]
fn long_lines_are_broken_and_no_line_ends_with_a_space() {
    let mut out = String::new();
    push_line(&mut out, 1, &"orc 1  strikes ".repeat(20));
    push_line(&mut out, 1, "");
    for line in out.lines() {
        assert!(line.len() <= super::WIDTH, "{line}");
        assert_eq!(line.trim_end(), line);
    }
    assert!(out.starts_with("  orc 1 strikes orc"));
    assert!(out.contains("\n      "));
}
