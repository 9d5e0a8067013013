//! The dice of a seed.

use affray::run::dice::Seeded;

/// The stream is a promise: these faces must never change while `STREAM_VERSION` stays.
#[test]
fn the_stream_of_a_seed_is_the_same_for_ever() {
    let mut dice = Seeded::new(7, 0);
    let faces: Vec<u32> = (0..12).map(|_| dice.die(20)).collect();
    let mut other = Seeded::new(7, 1);
    let others: Vec<u32> = (0..12).map(|_| other.die(20)).collect();
    insta::assert_debug_snapshot!((faces, others));
}
