//! `src/syntax/plain.rs`

use affray::syntax::{bare, plain, words};

#[test]
fn comments_and_line_breaks_mean_nothing() {
    assert_eq!(
        plain("void \"a  # b\" { # c\n  when x }"),
        plain("void \"a  # b\"  {\twhen x\n} # d")
    );
    assert_ne!(plain("note \"a b\""), plain("note \"a  b\""));
    assert_eq!(bare("f( a ) + 1"), bare("f(a)+1"));
    assert_ne!(bare("a b"), bare("ab"));
}

#[test]
fn prose_has_no_words() {
    let found = words("void \"a {b + f(\"c {d}\")} \\\" e\" { when x_1 = y }");
    assert_eq!(
        found.into_iter().collect::<Vec<_>>(),
        ["b", "d", "f", "void", "when", "x_1", "y"]
    );
}

#[test]
fn texts_within_texts_are_texts() {
    let note = |word: &str| format!("note \"{{if a then \"one # {word}\" else \"b  c\"}}\" # d");
    assert_ne!(plain(&note("two")), plain(&note("four")));
    assert!(
        bare(&note("two")).ends_with("\"b  c\"}\""),
        "{}",
        bare(&note("two"))
    );
}
