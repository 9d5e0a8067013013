//! Tests of what is private in `src/lsp/shift.rs`, which takes them in.

use super::*;

#[test]
fn what_stands_behind_an_edit_moves_and_what_is_in_it_goes() {
    let edit = Edit::between("one two three", "one zwei three");
    assert_eq!((edit.start, edit.old_end, edit.new_end), (4, 7, 8));
    let span = |start, end| Span::new(FileId(0), start, end);
    assert_eq!(edit.moved(span(0, 3)), Some(span(0, 3)));
    assert_eq!(edit.moved(span(8, 13)), Some(span(9, 14)));
    assert_eq!(edit.moved(span(4, 7)), None);
    let same = Edit::between("aaa", "aaaa");
    assert_eq!(same.new_end - same.start, 1);
}
