//! Tests of what is private in `src/line/rows.rs`, which takes them in.

use super::Rows;
use crate::ruleset::{Value, index::Idx};

/// The rows in order and where neighbours differ, packed and not; both must say the same.
fn sorted(rows: &[[Value; 3]]) -> Vec<(Vec<Value>, Option<usize>)> {
    let flat = rows.concat();
    let mut all = Rows::default();
    let told = |all: &Rows| -> Vec<_> {
        let in_order = all.in_order();
        in_order
            .map(|(index, differs)| (rows[index.index()].to_vec(), differs))
            .collect()
    };
    all.by_rows(&flat, 3);
    let by_rows = told(&all);
    all.sort(&flat, 3);
    assert_eq!(told(&all), by_rows);
    by_rows
}

#[test]
fn packed_or_not_the_order_is_the_same() {
    let near = [[0, -3, 7], [0, 4, 7], [0, -3, 5], [0, 4, 7], [0, -2, 9]];
    let order = sorted(&near);
    assert_eq!(order[0], (vec![0, -3, 5], None));
    assert_eq!(order[1], (vec![0, -3, 7], Some(2)));
    assert_eq!(order[2], (vec![0, -2, 9], Some(1)));
    assert_eq!(order[4], (vec![0, 4, 7], None));
}

#[test]
fn values_far_apart_are_not_packed() {
    let far = [
        [Value::MAX, 1, 2],
        [Value::MIN + 1, 1, 2],
        [0, 0, 0],
        [Value::MAX, 1, 1],
    ];
    assert!(!Rows::default().pack(&far.concat(), 3));
    assert_eq!(sorted(&far)[3], (vec![Value::MAX, 1, 2], Some(2)));
    assert!(sorted(&[]).is_empty());
}
