//! Tests of what is private in `src/cli/snapshots/render.rs`, which takes them in.

use super::*;
use crate::snapshot::difference;

fn drawn(old: &str, new: &str, width: usize, color: bool) -> String {
    let style = DifferenceStyle {
        width,
        color,
        marks: !color,
    };
    render(&difference(old, new), style)
}

#[test]
fn the_words_that_changed_are_marked() {
    let (old, new) = (
        "a\nann casts sleep at orc\nz\n",
        "a\nann casts light at orc\nz\n",
    );
    assert_eq!(
        drawn(old, new, 80, false),
        "  a\n- ann casts sleep at orc\n            ^^^^^\n+ ann casts light at orc\n            ^^^^^\n  z\n"
    );
    let colored = drawn(old, new, 80, true);
    assert!(
        colored
            .contains("\u{1b}[31m- ann casts \u{1b}[1;4msleep\u{1b}[0m\u{1b}[31m at orc\u{1b}[0m"),
        "{colored:?}"
    );
    assert!(
        colored
            .contains("\u{1b}[32m+ ann casts \u{1b}[1;4mlight\u{1b}[0m\u{1b}[32m at orc\u{1b}[0m"),
        "{colored:?}"
    );
}

#[test]
fn no_line_is_wider_than_the_terminal() {
    let old = "the 龍 of the deep strikes somebody who is very far away indeed\n".repeat(3);
    let new = old.replace("strikes", "misses");
    for width in [1, 3, 10, 20, 40] {
        for line in drawn(&old, &new, width, false).lines() {
            let wide: usize = line.graphemes(true).map(cells).sum();
            assert!(wide <= width.max(4), "{width}: {line}");
        }
    }
}

#[test]
fn long_differences_are_counted() {
    let new: String = (0..1000).map(|number| format!("line {number}\n")).collect();
    let told = drawn("", &new, 80, false);
    assert!(
        told.ends_with("+ line 199\n  ... and 800 lines more\n"),
        "{told}"
    );
}
