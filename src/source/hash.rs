//! A number for bytes.

/// A number for bytes that is another one if any single byte is another (FNV-1a with 64 bits: Fowler, Noll, Vo, Eastlake, Hansen, The FNV
/// Non-Cryptographic Hash Algorithm, RFC 9923). It keeps out mistakes, not malice.
pub fn hash(bytes: impl IntoIterator<Item = u8>) -> u64 {
    hash_on(0xcbf2_9ce4_8422_2325, bytes)
}

/// The number for bytes that follow those of a number.
pub fn hash_on(before: u64, bytes: impl IntoIterator<Item = u8>) -> u64 {
    bytes.into_iter().fold(before, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::{hash, hash_on};

    /// From the test vectors of the algorithm.
    #[test]
    fn numbers_are_those_of_the_algorithm() {
        assert_eq!(hash(*b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(hash(*b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(hash(*b"foobar"), 0x8594_4171_f739_67e8);
        assert_eq!(hash_on(hash(*b"foo"), *b"bar"), hash(*b"foobar"));
    }
}
