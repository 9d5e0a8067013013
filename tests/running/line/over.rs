//! The order of rules: transitive, never a ring.

use affray::line::Precedence;
use proptest::prelude::*;

const RULES: u32 = 7;

#[test]
fn what_is_declared_is_closed_under_transitivity() {
    let mut over = Precedence::new(4);
    over.declare(2, 3).unwrap();
    over.declare(0, 1).unwrap();
    over.declare(1, 2).unwrap();
    assert!(over.is_over(0, 3));
    assert!(!over.is_over(3, 0));
    assert!(!over.is_over(0, 0));
    assert_eq!(
        (0..4).map(|rule| over.depth(rule)).collect::<Vec<_>>(),
        [0, 1, 2, 3]
    );
}

#[test]
fn a_ring_is_refused_and_named_from_the_stronger_rule() {
    let mut over = Precedence::new(4);
    over.declare(0, 1).unwrap();
    over.declare(1, 2).unwrap();
    over.declare(0, 3).unwrap();
    assert_eq!(over.declare(2, 0), Err(vec![2, 0, 1]));
    assert_eq!(over.declare(1, 0), Err(vec![1, 0]));
    assert_eq!(over.declare(3, 3), Err(vec![3]));
    assert!(!over.is_over(2, 0));
    assert_eq!(over.depth(0), 0);
}

#[test]
fn a_number_behind_those_of_the_rules_is_over_all_smaller_ones() {
    let mut over = Precedence::new(2);
    over.declare(1, 0).unwrap();
    for (stronger, weaker) in [(5, 0), (5, 1), (6, 5)] {
        assert!(over.is_over(stronger, weaker));
        assert!(!over.is_over(weaker, stronger));
        assert!(over.depth(stronger) < over.depth(weaker));
    }
    assert!(!over.is_over(5, 5));
    // Where there are no rules, too.
    let over = Precedence::new(0);
    assert!(over.is_over(1, 0) && !over.is_over(0, 1));
    assert!(over.depth(1) < over.depth(0));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn any_declarations_give_a_strict_order(declared in proptest::collection::vec((0..RULES, 0..RULES), 0..16)) {
        let mut over = Precedence::new(RULES as usize);
        let mut accepted = Vec::new();
        for (stronger, weaker) in declared {
            match over.declare(stronger, weaker) {
                Ok(()) => accepted.push((stronger, weaker)),
                Err(ring) => {
                    prop_assert_eq!(ring[0], stronger);
                    prop_assert_eq!(ring[1 % ring.len()], weaker);
                    prop_assert!(ring[1..].windows(2).all(|pair| accepted.contains(&(pair[0], pair[1]))));
                    prop_assert!(ring.len() == 1 || accepted.contains(&(ring[ring.len() - 1], stronger)));
                }
            }
        }
        for a in 0..RULES {
            prop_assert_eq!(over.depth(a), (0..RULES).filter(|&b| over.is_over(b, a)).count() as i64);
            for b in 0..RULES {
                let directly = accepted.contains(&(a, b));
                let over_others = (0..RULES).any(|c| over.is_over(a, c) && over.is_over(c, b));
                prop_assert_eq!(over.is_over(a, b), directly || over_others);
                prop_assert!(!(over.is_over(a, b) && over.is_over(b, a)));
            }
        }
    }
}
