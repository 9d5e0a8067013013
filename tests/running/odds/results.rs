//! In how many ways dice come to each result.

use std::collections::BTreeMap;

use dashu_int::UBig;

use affray::odds::distribution::{has_too_many_results, results};
use affray::ruleset::{Tally, Throw, Value};

/// Every way in which the dice can fall is counted.
#[test]
fn results_come_in_as_many_ways_as_dice_fall() {
    let tallies = [
        Tally::Sum,
        Tally::AtLeast(3),
        Tally::AtLeast(9),
        Tally::AtMost(2),
        Tally::AtMost(-1),
        Tally::Exactly(4),
        Tally::Highest(1),
        Tally::Highest(2),
        Tally::Highest(7),
        Tally::Highest(0),
        Tally::Lowest(1),
        Tally::Lowest(3),
    ];
    for tally in tallies {
        for (count, sides) in [(1, 6), (2, 3), (3, 4), (4, 5), (5, 2)] {
            let throw = Throw {
                count,
                sides,
                tally,
            };
            let mut counted: BTreeMap<Value, UBig> = BTreeMap::new();
            for number in 0..sides.pow(count) {
                let face = |die| Value::from(number / sides.pow(die) % sides) + 1;
                let faces: Vec<Value> = (0..count).map(face).collect();
                *counted.entry(throw.result(&faces)).or_default() += UBig::ONE;
            }
            assert_eq!(results(&throw), Vec::from_iter(counted), "{throw}");
        }
    }
}

/// So many dice that their falls cannot be gone through: there are as many as there are, and the sums are as many above the middle as below.
#[test]
fn results_of_many_dice_come_in_as_many_ways_as_there_are() {
    for (count, sides) in [(1_500, 10), (120, 120), (2, 40_000), (6_000, 1)] {
        for tally in [Tally::Sum, Tally::AtLeast(4), Tally::AtMost(2)] {
            let throw = Throw {
                count,
                sides,
                tally,
            };
            let ways: Vec<UBig> = results(&throw).into_iter().map(|one| one.1).collect();
            let all = UBig::from(sides).pow(usize::try_from(count).expect("it fits"));
            assert_eq!(ways.iter().sum::<UBig>(), all, "{throw}");
            let is_even = tally != Tally::Sum || ways.iter().eq(ways.iter().rev());
            assert!(is_even, "{throw}");
        }
    }
    // All ways to choose among these would have to be held.
    let kept = |count| Throw {
        count,
        sides: 1,
        tally: Tally::Highest(1),
    };
    assert!(has_too_many_results(&kept(7_000), 100_000));
    assert!(!has_too_many_results(&kept(1_000), 100_000));
}
