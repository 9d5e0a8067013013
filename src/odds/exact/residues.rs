//! Whole numbers known by their residues: what is left of them by several moduli that have no divisor in common. Sums and products of residues cost
//! the same however large the numbers are, and the number is put together from them at the end (the Chinese remainder theorem).
//!
//! All moduli lie closely below 2⁴⁸, so that residues are reduced by shifts (2⁴⁸ ≡ `below`), and 2¹⁶ of them can be added before that.

use dashu_int::UBig;

use crate::ruleset::index::{to_amount, to_index, to_value};

/// How many moduli are calculated with at once.
pub const LANES: usize = 8;

/// A modulus is two to the power of this, less something.
const BITS: u32 = 48;

const LOW: u64 = (1 << BITS) - 1;

/// Moduli lie at most so far below 2⁴⁸: then what is left of a product is found by two shifts.
const FARTHEST: usize = 1 << 15;

/// So many residues can be added before they are reduced.
pub const MOST_ADDED: usize = 65_000;

/// Residues by some moduli. Each is less than 2⁴⁸ + 2³¹, and need not be the least.
pub type Residues = [u64; LANES];

/// 2⁴⁸ less this.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Modulus {
    below: u64,
}

impl Modulus {
    fn value(self) -> u64 {
        (1 << BITS) - self.below
    }

    // Nothing overflows in these two, so that nothing is checked, and several are calculated by one instruction: 2¹⁶ times less than 2¹⁵ and less than
    // 2⁴⁸ make less than 2⁴⁸ + 2³¹; of a product the upper part is less than 2⁴⁸ + 2³³, which times less than 2¹⁵ is less than 2⁶³ + 2⁴⁸.

    /// What is left of any sum.
    #[inline(always)]
    fn reduced(self, number: u64) -> u64 {
        let high = (number >> BITS).wrapping_mul(self.below);
        (number & LOW).wrapping_add(high)
    }

    /// What is left of a product of residues.
    #[inline(always)]
    fn product(self, one: u64, other: u64) -> u64 {
        let (low, high) = one.carrying_mul(other, 0);
        let high = high << (64 - BITS) | low >> BITS;
        self.reduced((low & LOW).wrapping_add(high.wrapping_mul(self.below)))
    }

    /// The least residue of a large number.
    fn of(self, number: &UBig) -> u64 {
        number % self.value()
    }

    /// The least residue that is the same as another.
    fn least(self, number: u64) -> u64 {
        number % self.value()
    }

    /// What a number must be multiplied with to come to one; nothing where they have a divisor in common (Euclid's algorithm).
    fn inverse(self, number: u64) -> Option<u64> {
        let (mut dividend, mut divisor) = (self.value(), self.least(number));
        // What the number has been multiplied with to come to each.
        let (mut before, mut now) = (0, 1);
        while divisor > 1 {
            let quotient = dividend / divisor;
            (dividend, divisor) = (divisor, dividend % divisor);
            let next = before + self.value() - self.least(self.product(quotient, now));
            (before, now) = (now, self.least(next));
        }
        (divisor == 1).then_some(now)
    }
}

/// Several moduli without a common divisor.
#[derive(Debug)]
pub struct Moduli(Vec<[Modulus; LANES]>);

impl Moduli {
    /// So many that every number of at most `bits` bits is told from every other one, and that a number can be divided by; nothing where there are not
    /// so many.
    pub fn new(bits: u64, divisor: &UBig) -> Option<Self> {
        let of_lanes = to_amount(LANES) * u64::from(BITS - 1);
        let lanes = usize::try_from(bits / of_lanes).ok()? + 1;
        let mut farthest = FARTHEST >> 6;
        while farthest <= FARTHEST {
            let mut found = without_small_divisors(farthest);
            found.retain(|modulus| modulus.inverse(modulus.of(divisor)).is_some());
            let (found, _) = found.as_chunks();
            if let Some(found) = found.get(..lanes) {
                return Some(Moduli(found.to_vec()));
            }
            farthest *= 2;
        }
        None
    }

    /// The moduli, by as many as are calculated with at once.
    pub fn lanes(&self) -> impl Iterator<Item = Lanes> {
        self.0.iter().map(|&lanes| Lanes(lanes))
    }

    /// The number that leaves these residues, the least there is: `residues` of one number, for all moduli.
    pub fn number(&self, residues: &[Residues]) -> UBig {
        let mut number = UBig::ZERO;
        let mut product = UBig::ONE;
        for (modulus, &residue) in self.0.iter().flatten().zip(residues.iter().flatten()) {
            let known = modulus.of(&number);
            let missing = modulus.least(residue) + modulus.value() - known;
            // They have no divisor in common.
            let inverse = modulus.inverse(modulus.of(&product)).unwrap_or(0);
            let times = modulus.least(modulus.product(modulus.least(missing), inverse));
            number += &product * times;
            product *= modulus.value();
        }
        number
    }
}

/// The numbers closely below 2⁴⁸, the largest first, of which no divisor is less than they lie apart at most: so no two have one in common.
fn without_small_divisors(farthest: usize) -> Vec<Modulus> {
    let mut divided = vec![false; farthest];
    for divisor in 2..farthest {
        // 2⁴⁸ less this can be divided.
        let first = to_index((1 << BITS) % to_value(divisor));
        let those = divided.iter_mut().skip(first).step_by(divisor);
        those.for_each(|one| *one = true);
    }
    let all = (0..).zip(divided).skip(1);
    let whole = all.filter(|(_, divided)| !divided);
    whole.map(|(below, _)| Modulus { below }).collect()
}

/// Moduli that are calculated with at once.
#[derive(Clone, Copy, Debug)]
pub struct Lanes([Modulus; LANES]);

impl Lanes {
    /// The residues of a large number.
    pub fn of(&self, number: &UBig) -> Residues {
        self.0.map(|modulus| modulus.of(number))
    }

    /// The residues of one divided by the number for which the moduli were made: that which times the number leaves one.
    pub fn inverse(&self, divisor: &UBig) -> Residues {
        let inverse = |modulus: Modulus| modulus.inverse(modulus.of(divisor));
        self.0.map(|modulus| inverse(modulus).unwrap_or(0))
    }

    /// The residues of a sum of at most [`MOST_ADDED`] numbers, of which the residues have been added.
    #[inline]
    pub fn reduced(&self, sum: &Residues) -> Residues {
        let mut reduced = *sum;
        for (lane, one) in reduced.iter_mut().enumerate() {
            *one = self.0[lane].reduced(*one);
        }
        reduced
    }

    /// The residues of a product.
    #[inline]
    pub fn product(&self, one: &Residues, other: &Residues) -> Residues {
        let mut product = *one;
        for (lane, one) in product.iter_mut().enumerate() {
            *one = self.0[lane].product(*one, other[lane]);
        }
        product
    }
}

/// Adds residues to those of a sum of fewer than [`MOST_ADDED`] numbers.
#[inline]
pub fn add(sum: &mut Residues, residues: &Residues) {
    for (lane, sum) in sum.iter_mut().enumerate() {
        *sum = sum.wrapping_add(residues[lane]);
    }
}
