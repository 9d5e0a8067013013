//! Tests of what is private in `src/lsp/places.rs`, which takes them in.

use super::*;

#[test]
fn places_count_in_units_of_utf16() {
    let text = "ab\r\né龍𝄞x\n";
    for encoding in [Encoding::Utf16, Encoding::Utf8] {
        for (at, _) in text.char_indices().filter(|(_, c)| *c != '\n') {
            let place = encoding.position(text, at);
            if text.as_bytes()[at] != b'\r' {
                assert_eq!(encoding.offset(text, place), at);
            }
        }
    }
    let x = text.find('x').expect("x");
    assert_eq!(Encoding::Utf16.position(text, x), Position::new(1, 4));
    assert_eq!(Encoding::Utf8.position(text, x), Position::new(1, 9));
    assert_eq!(Encoding::Utf16.offset(text, Position::new(0, 99)), 2);
    assert_eq!(
        Encoding::Utf16.offset(text, Position::new(9, 9)),
        text.len()
    );
    assert_eq!(
        Encoding::Utf16.offset(text, Position::new(1, 3)),
        text.find('𝄞').expect("it")
    );
}

#[test]
fn addresses_come_back_as_they_went() {
    for path in ["/home/ann/my rules/dübel%1.affray", "/a+b/c#d.affray"] {
        assert_eq!(path_of(&uri_of(Path::new(path))), Some(PathBuf::from(path)));
    }
    assert_eq!(
        path_of("file:///c%3A/x.affray"),
        Some(PathBuf::from("c:/x.affray"))
    );
    assert_eq!(path_of("untitled:Untitled-1"), None);
}
