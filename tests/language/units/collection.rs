//! `src/diagnostic/collection.rs`

use affray::diagnostic::{Code, Diagnostic, Diagnostics};
use affray::source::{FileId, Span};

#[test]
fn sorted_by_place_then_code_without_repetitions() {
    let at =
        |file, start, code| Diagnostic::error(code, Span::new(FileId(file), start, start + 1), "x");
    let sorted = [
        at(0, 5, Code::SyntaxError),
        at(0, 5, Code::UnknownName),
        at(0, 9, Code::SyntaxError),
        at(1, 0, Code::SyntaxError),
    ];
    let mut all = Diagnostics::new();
    all.extend(sorted.iter().rev().cloned());
    all.extend(sorted.iter().cloned());
    all.sort();
    assert_eq!(all.as_slice(), &sorted);
    assert!(all.has_errors());
}
