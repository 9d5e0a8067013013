//! Tests of what is private in `src/view/outline/letters.rs`, which takes them in.

use super::lettered;

#[test]
fn a_letter_stands_before_a_point() {
    let of = |title| lettered(title).map(|(letter, rest)| letter + "|" + &rest);
    assert_eq!(of("G. Strike blows").as_deref(), Some("G|Strike blows"));
    assert_eq!(of("D2) Missiles").as_deref(), Some("D2|Missiles"));
    for plain in [
        "outside the list",
        "g. blows",
        "St. George",
        "A.",
        "A.b",
        "",
        "Ä. x",
    ] {
        assert_eq!(of(plain), None, "{plain}");
    }
}
