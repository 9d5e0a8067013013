//! In how many ways dice come to each result.

use std::collections::BTreeMap;

use dashu_int::UBig;

use affray::odds::distribution::results;
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
