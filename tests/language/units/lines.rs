//! `src/source/lines.rs`

use unicode_segmentation::UnicodeSegmentation;

use affray::source::{LineIndex, Position};

fn at(text: &str, word: &str) -> (u32, u32) {
    let offset = text.find(word).expect("the word is in the text");
    let position = LineIndex::new(text).position(text, offset);
    (position.line, position.column)
}

#[test]
fn lines_and_columns_count_from_one() {
    assert_eq!(at("a\nbc\r\n\nd e", "a"), (1, 1));
    assert_eq!(at("a\nbc\r\n\nd e", "c"), (2, 2));
    assert_eq!(at("a\nbc\r\n\nd e", "e"), (4, 3));
}

#[test]
fn columns_are_what_a_reader_counts() {
    let family = "龍 👩\u{200d}👩\u{200d}👧\u{200d}👦 e\u{301} goblin";
    assert_eq!(at(family, "goblin"), (1, 7));
    assert_eq!(at("\u{feff}rules x", "x"), (1, 7));
}

#[test]
fn places_at_and_after_the_end() {
    let text = "ab\n";
    let index = LineIndex::new(text);
    assert_eq!(index.count(), 2);
    let end = Position { line: 2, column: 1 };
    assert_eq!(index.position(text, 3), end);
    assert_eq!(index.position(text, 99), end);
    let empty = LineIndex::new("").position("", 0);
    assert_eq!((empty.line, empty.column), (1, 1));
}

#[test]
fn inside_a_character_is_its_own_place() {
    let index = LineIndex::new("é龍x");
    for (offset, column) in [(0, 1), (1, 1), (2, 2), (3, 2), (4, 2), (5, 3), (6, 4)] {
        assert_eq!(index.position("é龍x", offset).column, column, "{offset}");
    }
}

#[test]
fn long_lines_agree_with_counting_from_their_start() {
    for unit in ["abc", "é龍e\u{301}", "\u{1f1e9}\u{1f1ea}"] {
        let text = format!("first\n{}\nlast", unit.repeat(1500));
        let index = LineIndex::new(&text);
        for (count, (byte, _)) in text[6..].grapheme_indices(true).enumerate() {
            let units = text[6..6 + byte].encode_utf16().count();
            let position = index.position(&text, 6 + byte);
            if position.line == 2 {
                assert_eq!(index.utf16(&text, 6 + byte), (1, units));
            }
            if position.line == 2 {
                assert_eq!(position.column as usize, count + 1);
            }
        }
        let last = index.position(&text, text.len() - 4);
        assert_eq!((last.line, last.column), (3, 1));
    }
}
