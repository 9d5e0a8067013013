//! Tests of what is private in `src/check/scenario/natural.rs`, which takes them in.

use super::compare;

#[test]
fn numbers_count_by_size() {
    let mut names = [
        "orc 10", "orc", "orc 2", "bugbear", "orc 02", "orc 1", "orc 2b", "ork 1",
    ];
    names.sort_by(|a, b| compare(a, b));
    assert_eq!(
        names,
        [
            "bugbear", "orc", "orc 1", "orc 02", "orc 2", "orc 2b", "orc 10", "ork 1"
        ]
    );
}
