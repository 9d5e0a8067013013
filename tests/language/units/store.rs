//! `src/source/store.rs`

use affray::source::*;

#[test]
fn spans_outside_the_text_are_harmless() {
    let mut sources = Sources::new();
    let file = sources.add("a", "é\nb");
    assert_eq!(sources.snippet(Span::new(file, 1, 3)), "é\n");
    assert_eq!(sources.snippet(Span::new(file, 3, 90)), "b");
    assert_eq!(sources.snippet(Span::new(file, 80, 90)), "");
    assert_eq!(sources.snippet(Span::new(FileId(7), 0, 1)), "");
    let place = sources.line_col(Span::new(file, 3, 4));
    assert_eq!((place.line, place.column), (2, 1));
}
