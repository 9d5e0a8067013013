//! The layout from outside: files before and after, and the laws that hold for every text and every tree.

use crate::common;
mod laws;
mod trees;

use std::fs;

use affray::source::{FileId, Limits};
use affray::syntax::{self, ast};

/// The layout of a text without mistakes.
#[track_caller]
fn formatted(text: &str) -> String {
    try_format(text).unwrap_or_else(|| panic!("this has mistakes:\n{text}"))
}

fn try_format(text: &str) -> Option<String> {
    syntax::format(FileId::default(), text, &Limits::DEFAULT).ok()
}

fn parsed(text: &str) -> ast::File {
    syntax::parse(FileId::default(), text, &Limits::DEFAULT).0
}

/// A tree without its places.
fn bare(tree: &ast::File) -> String {
    let whole = format!("{tree:?}");
    let mut pieces = whole.split("Span {");
    let mut bare = pieces.next().unwrap_or("").to_owned();
    for piece in pieces {
        bare.push_str(piece.split_once('}').map_or("", |(_, after)| after));
    }
    bare
}

/// The comments of a text, in order.
fn comments(text: &str, tree: &ast::File) -> Vec<String> {
    let comments = tree.comments.iter();
    comments
        .map(|span| text[span.range()].trim_end().to_owned())
        .collect()
}

/// All that must hold of a text and its layout.
#[track_caller]
fn laws_hold(text: &str) {
    laws_hold_of(text, &formatted(text));
}

/// All that must hold of a text and of what it was laid out to.
#[track_caller]
fn laws_hold_of(text: &str, after: &str) {
    // Of a text that is laid out, its tree and its comments are its own, and it is settled.
    if text != after {
        nothing_is_lost(text, after);
    }
    // Lines end as the first one does.
    let broken = after.replace("\r\n", "\n");
    let is_even = after == broken || after == broken.replace('\n', "\r\n");
    assert!(is_even, "lines end in two ways:\n{after:?}");
    let ends_in_blank = |line: &str| line.ends_with([' ', '\t']);
    assert!(
        !broken.lines().any(ends_in_blank),
        "blanks at an end:\n{after}"
    );
    for bad in ["\n\n\n", "{\n\n", "\r"] {
        assert!(!broken.contains(bad), "{bad:?}:\n{after}");
    }
}

/// The layout has the tree, the comments and the words of the text, and is laid out.
#[track_caller]
fn nothing_is_lost(text: &str, after: &str) {
    let trees = [parsed(text), parsed(after)];
    let [before_tree, after_tree] = &trees;
    assert_eq!(
        bare(before_tree),
        bare(after_tree),
        "another tree:\n{text}\n=>\n{after}"
    );
    assert_eq!(
        comments(text, before_tree),
        comments(after, after_tree),
        "other comments:\n{text}"
    );
    // A mark of the byte order is no word.
    let text = text.trim_start_matches('\u{feff}');
    let words = |text: &str| text.split_whitespace().collect::<String>();
    assert_eq!(words(text), words(after), "other words:\n{text}");
    assert_eq!(after, formatted(after), "not settled:\n{text}");
}

#[test]
fn files_before_and_after() {
    insta::glob!("../../cases/format", "*.affray", |path| {
        let text = fs::read_to_string(path).expect("a case");
        laws_hold(&text);
        insta::assert_snapshot!(formatted(&text));
    });
}
