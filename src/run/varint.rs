//! Numbers as bytes, as few as will do: small numbers, and the missing value, take one. Beside the bytes, numbers can be kept apart. Knows
//! nothing of runs.

use crate::ruleset::index::{to_index, to_place, to_record, to_value};
use crate::ruleset::{MISSING, Value};

/// Writes numbers.
#[derive(Debug, Default)]
pub struct VarintWriter {
    bytes: Vec<u8>,
    apart: Vec<Value>,
}

impl VarintWriter {
    /// Forgets what was written.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.apart.clear();
    }

    /// What was written.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The numbers that are kept apart.
    pub fn apart(&self) -> &[Value] {
        &self.apart
    }

    /// A number that is kept apart.
    pub fn put_apart(&mut self, value: Value) {
        self.apart.push(value);
    }

    /// A number, or the missing value: seven bits in each byte, the lowest first; the sign is the lowest bit.
    #[inline]
    pub fn put(&mut self, value: Value) {
        let rest = match value {
            MISSING => 0,
            value => ((value << 1) ^ (value >> 63))
                .cast_unsigned()
                .wrapping_add(1),
        };
        match rest < 0x80 {
            true => self.bytes.push(low_byte(rest)),
            false => self.put_long(rest),
        }
    }

    #[inline(never)]
    fn put_long(&mut self, mut rest: u64) {
        while rest >= 0x80 {
            self.bytes.push(low_byte(rest) | 0x80);
            rest >>= 7;
        }
        self.bytes.push(low_byte(rest));
    }

    /// How many of something follow.
    #[inline]
    pub fn count(&mut self, count: usize) {
        self.put(to_value(count));
    }

    /// Numbers, and how many.
    pub fn all(&mut self, values: impl ExactSizeIterator<Item = Value>) {
        self.count(values.len());
        values.for_each(|value| self.put(value));
    }
}

/// The number that was written as these bits.
#[inline]
fn decoded(bits: u64) -> Value {
    match bits.wrapping_sub(1) {
        u64::MAX => MISSING,
        bits => (bits >> 1).cast_signed() ^ -(bits & 1).cast_signed(),
    }
}

#[inline]
fn low_byte(rest: u64) -> u8 {
    rest.to_le_bytes()[0]
}

/// Reads what a [`VarintWriter`] wrote. Behind its end stands nothing but missing values.
#[derive(Clone, Debug)]
pub struct VarintReader<'a> {
    bytes: &'a [u8],
    apart: &'a [Value],
}

impl<'a> VarintReader<'a> {
    /// From the beginning. `apart`: the numbers that were kept apart.
    pub fn new(bytes: &'a [u8], apart: &'a [Value]) -> Self {
        VarintReader { bytes, apart }
    }

    /// The next number that was kept apart.
    pub fn take_apart(&mut self) -> Value {
        match self.apart.split_first() {
            Some((&value, others)) => {
                self.apart = others;
                value
            }
            None => MISSING,
        }
    }

    /// The next number.
    #[inline]
    pub fn take(&mut self) -> Value {
        match self.bytes.split_first() {
            Some((&byte, others)) if byte < 0x80 => {
                self.bytes = others;
                decoded(u64::from(byte))
            }
            _ => self.take_long(),
        }
    }

    #[inline(never)]
    fn take_long(&mut self) -> Value {
        let mut rest: u64 = 0;
        let mut shift = 0;
        while let Some((&byte, others)) = self.bytes.split_first() {
            self.bytes = others;
            rest |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                break;
            }
            shift = (shift + 7) & 63;
        }
        decoded(rest)
    }

    /// The next number, which is that of a record, an act, an id.
    #[inline]
    pub fn number(&mut self) -> u32 {
        to_record(self.take())
    }

    /// The next number, which is a place in a short list.
    #[inline]
    pub fn place(&mut self) -> u16 {
        to_place(self.take())
    }

    /// How many follow.
    pub fn count(&mut self) -> usize {
        to_index(self.take().max(0))
    }

    /// Puts the numbers that follow in the place of others.
    pub fn all<T>(&mut self, into: &mut Vec<T>, make: impl Fn(Value) -> T) {
        into.clear();
        for _ in 0..self.count() {
            let value = self.take();
            into.push(make(value));
        }
    }
}
