//! Tests of what is private in `src/view/picture/text.rs`, which takes them in.

use super::*;

#[test]
fn lines_are_never_wider_than_what_is_free_for_them() {
    let long = "x".repeat(500);
    for text in [
        "begins to cast sparks at orc 1",
        "a",
        "",
        "   ",
        &long,
        "\u{fdfd}\u{fdfd}",
    ] {
        for width in [10, 40, 90] {
            let wrapped = wrap(text, &Size::Body, width, 3);
            assert!(wrapped.lines.len() <= 3);
            for line in &wrapped.lines {
                assert!(Size::Body.width(line) <= width && !line.is_empty());
            }
        }
    }
    let wrapped = wrap("attacks the ogre at the bridge", &Size::Body, 70, 2);
    assert!(wrapped.shortened && wrapped.lines[1].ends_with('\u{2026}'));
    let whole = wrap("attacks orc 1", &Size::Body, 300, 2);
    assert_eq!(
        (whole.lines, whole.shortened),
        (vec!["attacks orc 1".to_string()], false)
    );
}

#[test]
fn accents_do_not_pile_up() {
    let tower = format!("a{}b", "\u{301}".repeat(40));
    let wrapped = wrap(&tower, &Size::Body, 200, 1);
    assert_eq!(wrapped.lines, ["a\u{301}\u{301}b"]);
}
