//! Rows of values in order. Where the values of each column lie near enough to each other, a whole row and its index fit into one machine word,
//! and only words are compared; else rows are. Knows nothing of acts and keys.

use crate::ruleset::Value;
use crate::ruleset::index::{Idx, lower_half, to_amount, to_number};

/// Puts rows in order. Its memory is kept from one time to the next.
#[derive(Debug, Default)]
pub struct Rows {
    /// the least and the greatest value of each column
    bounds: Vec<(Value, Value)>,
    /// the columns that tell rows apart, the first one first
    columns: Vec<PackedColumn>,
    /// the rows packed, each with its index in the lowest bits
    words: Vec<u64>,
    /// the rows by their index, in order
    order: Vec<u32>,
    /// for each of them the first column in which it differs from the one before, if there is one
    differs: Vec<Option<usize>>,
}

/// Where a column lies in a word.
#[derive(Clone, Copy, Debug)]
struct PackedColumn {
    number: usize,
    /// the least of its values stands for nought
    least: Value,
    /// how many bits lie behind it
    behind: u32,
}

impl Rows {
    /// Sorts rows of so many values: the lower first, from the first column on.
    pub fn sort(&mut self, rows: &[Value], width: usize) {
        self.order.clear();
        self.differs.clear();
        match self.pack(rows, width) {
            true => self.by_words(),
            false => self.by_rows(rows, width),
        }
    }

    /// The rows in order, each by its index and with the first column in which it differs from the one before, if it does.
    pub fn in_order(&self) -> impl Iterator<Item = (u32, Option<usize>)> + '_ {
        self.order.iter().copied().zip(self.differs.iter().copied())
    }

    /// Packs the rows into words, if they fit.
    fn pack(&mut self, rows: &[Value], width: usize) -> bool {
        let count = rows.len() / width;
        self.columns.clear();
        self.words.clear();
        self.bounds.clear();
        self.bounds.resize(width, (Value::MAX, Value::MIN));
        for row in rows.chunks_exact(width) {
            for ((least, most), &value) in self.bounds.iter_mut().zip(row) {
                *least = value.min(*least);
                *most = value.max(*most);
            }
        }
        let mut behind = u64::BITS - to_amount(count).leading_zeros();
        for (number, &(least, most)) in self.bounds.iter().enumerate().rev() {
            let bits = u64::BITS - most.abs_diff(least).leading_zeros();
            if bits > 0 {
                self.columns.push(PackedColumn {
                    number,
                    least,
                    behind,
                });
            }
            behind += bits;
            if behind > u64::BITS {
                return false;
            }
        }
        self.columns.reverse();
        for (row, index) in rows.chunks_exact(width).zip(0_u64..) {
            let packed = self.columns.iter().fold(index, |word, column| {
                word | row[column.number].abs_diff(column.least) << column.behind
            });
            self.words.push(packed);
        }
        true
    }

    fn by_words(&mut self) {
        self.words.sort_unstable();
        let indices = u64::BITS - to_amount(self.words.len()).leading_zeros();
        let mut before = self.words.first().copied().unwrap_or_default();
        for &word in &self.words {
            let apart = before ^ word;
            let first = self
                .columns
                .iter()
                .find(|column| apart >> column.behind != 0);
            self.order.push(lower_half(word & ((1 << indices) - 1)));
            self.differs.push(first.map(|column| column.number));
            before = word;
        }
    }

    fn by_rows(&mut self, rows: &[Value], width: usize) {
        let row = |index: u32| &rows[index.index() * width..][..width];
        self.order.extend(0..to_number(rows.len() / width));
        self.order.sort_unstable_by(|&a, &b| row(a).cmp(row(b)));
        let mut before = self.order.first().copied().unwrap_or_default();
        for &index in &self.order {
            let mut pairs = row(before).iter().zip(row(index));
            self.differs
                .push(pairs.position(|(one, other)| one != other));
            before = index;
        }
    }
}

#[cfg(test)]
#[path = "../../tests/internals/line_rows.rs"]
mod tests;
