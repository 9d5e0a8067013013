//! Tests of what is private in `src/check/cycles.rs`, which takes them in.

use super::*;

#[test]
fn finds_a_cycle_once() {
    assert_eq!(
        cycles(&[vec![1], vec![2], vec![0], vec![0]]),
        vec![vec![0, 1, 2]]
    );
    assert_eq!(cycles(&[vec![0], vec![2], vec![]]), vec![vec![0]]);
    assert_eq!(cycles(&[vec![1], vec![0], vec![3], vec![2]]).len(), 2);
}

#[test]
fn needs_come_first() {
    assert_eq!(
        topological_order(&[vec![2], vec![], vec![1]]),
        vec![1, 2, 0]
    );
    assert_eq!(topological_order(&[vec![1], vec![0]]).len(), 2);
}
