//! Tests of what is private in `src/diff/structure/lines.rs`, which takes them in.

use super::{differing, longest_rise};

#[test]
fn what_has_not_moved_is_the_longest_rise() {
    assert_eq!(longest_rise(&[2, 0, 1, 3]), [false, true, true, true]);
    assert_eq!(longest_rise(&[1, 0]), [true, false]);
    assert_eq!(longest_rise(&[1, 3, 0, 2]), [true, true, false, false]);
}

#[test]
fn long_lists_are_compared_between_the_lines_that_stand_once() {
    let lines = |gone: usize| -> Vec<String> {
        let all = (0..2_000).filter(|number| *number != gone);
        all.map(|number| number.to_string()).collect()
    };
    assert_eq!(
        differing(lines(500), lines(1_500)),
        [(500..500, 500..501), (1499..1500, 1500..1500)]
    );
    let all_alike = |count| vec![String::new(); count];
    assert_eq!(
        differing(all_alike(2_000), all_alike(3_000)),
        [(0..2_000, 0..3_000)]
    );
}
