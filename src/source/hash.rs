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
