//! `src/source/english.rs`

use affray::source::english::*;

#[test]
fn one_and_many() {
    let many = ["spell", "ability", "day", "switch", "inch", "box", "hero"].map(plural);
    let named = [
        "spells",
        "abilities",
        "days",
        "switches",
        "inches",
        "boxes",
        "heros",
    ];
    assert_eq!(many, named);
    let several = ["orcs", "fire darts", "bless", "hail of stones", "party"].map(is_several);
    assert_eq!(several, [true, true, false, false, false]);
    assert_eq!([possessive("ann"), possessive("orcs")], ["ann’s", "orcs’"]);
    let bare = ["shoots at ", "looks", "at ", "a thing of"].map(without_link);
    assert_eq!(bare, ["shoots", "looks", "at", "a thing"]);
}

#[test]
fn verbs_and_their_third_person() {
    for (verb, third) in [
        ("take", "takes"),
        ("go", "goes"),
        ("parry", "parries"),
        ("play", "plays"),
        ("miss", "misses"),
        ("reach", "reaches"),
        ("seize", "seizes"),
        ("lie", "lies"),
        ("fix", "fixes"),
    ] {
        assert_eq!(third_person(verb), third);
        assert_eq!(base_form(third), verb);
    }
}

#[test]
fn articles() {
    let said = ["act", "unit", "hour", "blow", "option"].map(article);
    assert_eq!(said, ["an", "a", "an", "a", "an"]);
}

#[test]
fn lists_read_as_prose() {
    let lists = [vec![], vec!["a"], vec!["a", "b"], vec!["a", "b", "c"]].map(|all| listed(&all));
    assert_eq!(lists, ["", "a", "a and b", "a, b and c"]);
    assert_eq!(capital("ann falls"), "Ann falls");
}
