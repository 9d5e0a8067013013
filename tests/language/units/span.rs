//! `src/source/span.rs`

use affray::source::{FileId, Span};

#[test]
fn within_another_lies_what_both_have() {
    let span = |start, end| Span::new(FileId(3), start, end);
    assert_eq!(span(2, 8).within(span(4, 6)), span(4, 6));
    assert_eq!(span(4, 6).within(span(2, 5)), span(4, 5));
    assert_eq!(span(2, 3).within(span(4, 6)), span(4, 4));
    assert_eq!(span(7, 9).within(span(4, 6)), span(6, 6));
}

#[test]
fn joining_covers_both_and_what_lies_between() {
    let file = FileId(3);
    let joined = Span::new(file, 10, 12).to(Span::new(file, 2, 4));
    assert_eq!(joined, Span::new(file, 2, 12));
    let other = Span::new(FileId(4), 0, 99);
    assert_eq!(joined.to(other), joined);
}
