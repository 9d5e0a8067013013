//! `src/ruleset/throw.rs`

use affray::ruleset::{Tally, Throw};

#[test]
fn results_are_made_of_faces() {
    let throw = |tally| Throw {
        count: 4,
        sides: 6,
        tally,
    };
    let faces = [5, 2, 6, 5];
    for (tally, result, bounds) in [
        (Tally::Sum, 18, (4, 24)),
        (Tally::AtLeast(5), 3, (0, 4)),
        (Tally::AtLeast(7), 0, (0, 0)),
        (Tally::AtMost(2), 1, (0, 4)),
        (Tally::AtMost(6), 4, (4, 4)),
        (Tally::Exactly(5), 2, (0, 4)),
        (Tally::Highest(3), 16, (3, 18)),
        (Tally::Highest(9), 18, (4, 24)),
        (Tally::Lowest(2), 7, (2, 12)),
        (Tally::Lowest(-1), 0, (0, 0)),
    ] {
        let throw = throw(tally);
        assert_eq!(throw.result(&faces), result, "{throw}");
        assert_eq!(throw.bounds(), bounds, "{throw}");
        assert_eq!(throw.given(&faces), Some(result), "{throw}");
    }
    assert_eq!(throw(Tally::AtLeast(5)).given(&[3]), Some(3));
    assert_eq!(throw(Tally::AtLeast(5)).given(&[5]), None);
    assert_eq!(throw(Tally::Sum).given(&[5, 2, 7, 5]), None);
}
