//! Tests of what is private in `src/odds/symmetry/orbits.rs`, which takes them in.

use super::{Exchange, Orbits, Ordering};

#[test]
fn neighbours_that_may_change_places_come_to_stand_in_order() {
    let exchange = Exchange::default;
    let swaps = [(0, 1), (1, 2), (2, 3)];
    let all = swaps.map(|swap| (exchange(), vec![swap]));
    let mut orbits = Orbits::new(all.to_vec());
    let mut numbers = [7, 3, 5, 3];
    let row = orbits.least(4, &mut numbers, |_, row| (row, Ordering::Equal));
    assert_eq!((row, numbers), (4, [3, 3, 5, 7]));
}

#[test]
fn rows_decide_before_numbers() {
    let all = vec![(Exchange::default(), vec![(0, 1)])];
    let mut orbits = Orbits::new(all);
    let mut numbers = [1, 2];
    let turn = |_: &Exchange, row: u32| (1 - row, (1 - row).cmp(&row));
    assert_eq!(orbits.least(1, &mut numbers, turn), 0);
    assert_eq!(numbers, [2, 1]);
}
