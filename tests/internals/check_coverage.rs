//! Tests of what is private in `src/check/coverage.rs`, which takes them in.

use super::*;

fn keyed(keys: &[(Value, Value)]) -> Vec<PlacedKey> {
    keys.iter()
        .map(|key| PlacedKey {
            key: *key,
            span: Span::default(),
        })
        .collect()
}

#[test]
fn gaps_are_found_at_both_ends_and_within() {
    assert_eq!(
        gaps(1, 10, &keyed(&[(2, 3), (6, 8)])),
        [(1, 1), (4, 5), (9, 10)]
    );
    assert_eq!(gaps(1, 3, &keyed(&[(1, 3)])), []);
    assert_eq!(gaps(-2, 2, &keyed(&[])), [(-2, 2)]);
    assert_eq!(gaps(1, 3, &keyed(&[(9, 9)])), [(1, 3)]);
}
