//! Tests of what is private in `src/suggest/mod.rs`, which takes them in.

use super::*;

#[test]
fn near_names_are_found() {
    let names = ["goblin", "initiative", "strike", "d6"];
    assert_eq!(suggest("gobiln", names), Some("goblin"));
    assert_eq!(suggest("intiative", names), Some("initiative"));
    assert_eq!(suggest("Strike", names), Some("strike"));
    assert_eq!(suggest("sttrikee", names), Some("strike"));
    assert_eq!(suggest("d8", names), Some("d6"));
}

#[test]
fn far_names_are_not() {
    let names = ["goblin", "hp", "strike"];
    assert_eq!(suggest("orc", names), None);
    assert_eq!(suggest("x", names), None);
    assert_eq!(suggest("", names), None);
    assert_eq!(suggest("mp", ["xy"]), None);
    assert_eq!(suggest("strike", ["strike"]), None);
    assert_eq!(suggest(&"a".repeat(100_000), names), None);
}

#[test]
fn parts_of_one_name_are_found() {
    let names = ["initiative", "goblin", "gobbler", "the heroes begin"];
    assert_eq!(suggest("init", names), Some("initiative"));
    assert_eq!(suggest("heroes begin", names), Some("the heroes begin"));
    assert_eq!(suggest("gob", names), None);
    assert_eq!(suggest("in", names), None);
    assert_eq!(suggest("eroes begin", names), None);
}

#[test]
fn abbreviations_of_one_name_are_found() {
    assert_eq!(suggest("dmg", ["damage", "hit"]), Some("damage"));
    assert_eq!(suggest("wpn", ["weapon", "wagon"]), Some("weapon"));
    assert_eq!(suggest("dmg", ["damage", "dimming"]), None);
    assert_eq!(suggest("dag", ["damage"]), None);
}

#[test]
fn ties_do_not_depend_on_the_order() {
    assert_eq!(suggest("cat", ["bat", "car", "cap"]), Some("cap"));
    assert_eq!(suggest("cat", ["cap", "car", "bat"]), Some("cap"));
}

#[test]
fn lists_read_as_prose() {
    assert_eq!(list([]), "");
    assert_eq!(list(["a"]), "`a`");
    assert_eq!(list(["a", "b"]), "`a` or `b`");
    assert_eq!(list(["a", "b", "c\u{1b}"]), "`a`, `b` or `c\\u{1b}`");
}
