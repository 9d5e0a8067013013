//! `src/source/hash.rs`

use affray::source::{hash, hash_on};

/// From the test vectors of the algorithm.
#[test]
fn numbers_are_those_of_the_algorithm() {
    assert_eq!(hash(*b""), 0xcbf2_9ce4_8422_2325);
    assert_eq!(hash(*b"a"), 0xaf63_dc4c_8601_ec8c);
    assert_eq!(hash(*b"foobar"), 0x8594_4171_f739_67e8);
    assert_eq!(hash_on(hash(*b"foo"), *b"bar"), hash(*b"foobar"));
}
