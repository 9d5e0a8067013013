//! Lots: dice that have to be taken together, all the ways in which they can fall, and what depends on them. Whatever depends on dice at all
//! depends on one lot; different lots know nothing of each other. Numbers only; knows nothing of rules.

use super::store::Thing;
use crate::ruleset::Value;

/// How many ways in which its dice can fall one lot may have.
const MOST_FALLS: usize = 4_000;

/// A lot, by its number.
pub type LotId = u32;

/// The dice would have to be taken together, and can fall in too many ways.
#[derive(Debug)]
pub struct TooMany;

/// One way in which the dice of a lot fall: so many of so many equal ways.
#[derive(Clone, Copy, Debug)]
pub struct Fall {
    pub ways: u128,
    pub of: u128,
}

/// Dice that are taken together.
#[derive(Debug, Default)]
pub struct Lot {
    pub falls: Vec<Fall>,
    /// what depends on them, and its value for each fall
    columns: Vec<(Thing, Vec<Value>)>,
}

/// All lots.
#[derive(Debug, Default)]
pub struct Lots {
    lots: Vec<Lot>,
    /// for each lot, the one into which it has gone; itself while it is one
    gone_into: Vec<LotId>,
}

impl Lots {
    /// The lot into which this one has gone.
    #[inline]
    pub fn now(&self, mut lot: LotId) -> LotId {
        while self.gone_into[lot as usize] != lot {
            lot = self.gone_into[lot as usize];
        }
        lot
    }

    /// A lot.
    #[inline]
    pub fn lot(&self, lot: LotId) -> &Lot {
        &self.lots[self.now(lot) as usize]
    }

    /// How many ways its dice can fall in.
    pub fn falls(&self, lot: LotId) -> usize {
        self.lot(lot).falls.len()
    }

    /// A new lot: one roll, and the thing that holds its result.
    pub fn roll(&mut self, sums: &[(Value, u128)], thing: Thing) -> Result<LotId, TooMany> {
        if sums.len() > MOST_FALLS {
            return Err(TooMany);
        }
        let of = sums.iter().map(|sum| sum.1).sum();
        let falls = sums.iter().map(|&(_, ways)| Fall { ways, of });
        let lot = self.lots.len() as LotId;
        self.lots.push(Lot {
            falls: falls.collect(),
            columns: vec![(thing, sums.iter().map(|sum| sum.0).collect())],
        });
        self.gone_into.push(lot);
        Ok(lot)
    }

    /// Dice are rolled besides in some of the ways in which a lot falls (in others there is no sum): `thing` holds their result.
    pub fn roll_besides(
        &mut self,
        lot: LotId,
        sums: &[Vec<(Value, u128)>],
        thing: Thing,
    ) -> Result<(), TooMany> {
        let lot = self.now(lot) as usize;
        let lot = &mut self.lots[lot];
        if sums.iter().map(|sums| sums.len().max(1)).sum::<usize>() > MOST_FALLS {
            return Err(TooMany);
        }
        let (mut from, mut falls, mut results) = (Vec::new(), Vec::new(), Vec::new());
        for (fall, sums) in sums.iter().enumerate() {
            let Fall { ways, of } = lot.falls[fall];
            if sums.is_empty() {
                from.push(fall);
                falls.push(Fall { ways, of });
                results.push(crate::ruleset::MISSING);
            }
            let all: u128 = sums.iter().map(|sum| sum.1).sum();
            for &(sum, more) in sums {
                from.push(fall);
                falls.push(Fall {
                    ways: ways.checked_mul(more).ok_or(TooMany)?,
                    of: of.checked_mul(all).ok_or(TooMany)?,
                });
                results.push(sum);
            }
        }
        for (_, values) in &mut lot.columns {
            *values = from.iter().map(|&fall| values[fall]).collect();
        }
        lot.falls = falls;
        lot.columns.push((thing, results));
        Ok(())
    }

    /// Takes two lots together.
    pub fn join(&mut self, one: LotId, other: LotId) -> Result<LotId, TooMany> {
        let (one, other) = (self.now(one), self.now(other));
        if one == other {
            return Ok(one);
        }
        let (first, second) = (self.falls(one), self.falls(other));
        if first * second > MOST_FALLS {
            return Err(TooMany);
        }
        let gone = std::mem::take(&mut self.lots[other as usize]);
        self.gone_into[other as usize] = one;
        let lot = &mut self.lots[one as usize];
        let mut falls = Vec::with_capacity(first * second);
        for a in &lot.falls {
            for b in &gone.falls {
                falls.push(Fall {
                    ways: a.ways.checked_mul(b.ways).ok_or(TooMany)?,
                    of: a.of.checked_mul(b.of).ok_or(TooMany)?,
                });
            }
        }
        lot.falls = falls;
        for (_, values) in &mut lot.columns {
            let each = values.iter();
            *values = each
                .flat_map(|&value| std::iter::repeat_n(value, second))
                .collect();
        }
        for (thing, values) in gone.columns {
            let all = values.iter().copied().cycle().take(first * second);
            lot.columns.push((thing, all.collect()));
        }
        Ok(one)
    }

    /// The values of a thing that depends on this lot.
    #[inline]
    pub fn column(&self, lot: LotId, thing: Thing) -> &[Value] {
        let columns = &self.lot(lot).columns;
        let found = columns.iter().rev().find(|column| column.0 == thing);
        found.map_or(&[], |column| &column.1)
    }

    /// The values of a thing, to be changed; made of one value where there were none.
    pub fn column_mut(&mut self, lot: LotId, thing: Thing, base: Value) -> &mut Vec<Value> {
        let lot = self.now(lot) as usize;
        let Lot { falls, columns } = &mut self.lots[lot];
        let found = columns.iter().position(|column| column.0 == thing);
        let at = found.unwrap_or_else(|| {
            columns.push((thing, vec![base; falls.len()]));
            columns.len() - 1
        });
        &mut columns[at].1
    }

    /// Puts the values of a thing into the place of those it had.
    pub fn put(&mut self, lot: LotId, thing: Thing, values: Vec<Value>) {
        self.forget(lot, thing);
        let lot = self.now(lot) as usize;
        self.lots[lot].columns.push((thing, values));
    }

    /// The thing depends on the lot no longer.
    pub fn forget(&mut self, lot: LotId, thing: Thing) -> Option<Vec<Value>> {
        let lot = self.now(lot) as usize;
        let columns = &mut self.lots[lot].columns;
        let found = columns.iter().position(|column| column.0 == thing)?;
        Some(columns.swap_remove(found).1)
    }
}
