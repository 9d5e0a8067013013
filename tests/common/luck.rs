//! Choices by a seed, the same on every machine.

/// A number for a name (FNV-1a, mixed).
pub fn number_of(name: &str) -> u64 {
    let hash = name.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    (hash ^ (hash >> 29)).wrapping_mul(0x94d0_49bb_1331_11eb)
}

/// A small generator of numbers.
pub struct Luck(u64);

impl Luck {
    /// What this seed gives; neighbouring seeds give quite different numbers.
    pub fn of(seed: u64) -> Self {
        let mut mixed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
        for factor in [0xbf58_476d_1ce4_e5b9, 0x94d0_49bb_1331_11eb] {
            mixed = (mixed ^ (mixed >> 30)).wrapping_mul(factor);
        }
        Luck(mixed)
    }

    /// A number below a limit that is not 0.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % limit
    }

    /// Whether one of so many chances comes.
    pub fn one_in(&mut self, limit: usize) -> bool {
        self.below(limit) == 0
    }

    /// One of a list; nothing of an empty one.
    pub fn choose<'a, T>(&mut self, list: &'a [T]) -> Option<&'a T> {
        match list.len() {
            0 => None,
            length => list.get(self.below(length)),
        }
    }

    /// Puts a list in another order.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            list.swap(last, self.below(last + 1));
        }
    }
}
