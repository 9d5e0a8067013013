//! Values fall by fall: what is made of them, the largest of them, all that they can be. Knows no expressions.

use super::Mixed;
use super::worth::{Values, Worth};
use crate::ruleset::{MISSING, Value};

/// A value, to be looked up fall by fall.
#[derive(Clone, Copy)]
enum View<'v> {
    Same(Value),
    Each(&'v [Value]),
}

impl View<'_> {
    #[inline]
    fn at(self, fall: usize) -> Value {
        match self {
            View::Same(value) => value,
            View::Each(values) => values[fall],
        }
    }
}

impl Values<'_> {
    /// What is made of two values in each fall that is looked at.
    pub fn zip(
        &mut self,
        one: Worth,
        other: Worth,
        make: impl Fn(Value, Value) -> Result<Value, Mixed>,
    ) -> Result<Worth, Mixed> {
        let lot = self.together(None, one)?;
        let lot = match self.together(lot, other)? {
            Some(lot) => lot,
            None => return make(self.at(one, 0), self.at(other, 0)).map(Worth::Same),
        };
        let lot = self.lot_here(lot)?;
        let (one, other, here) = (self.view(one), self.view(other), self.view_here());
        let mut made = Vec::with_capacity(self.lots.falls(lot));
        for fall in 0..self.lots.falls(lot) {
            made.push(match here.at(fall) {
                1 => make(one.at(fall), other.at(fall))?,
                _ => MISSING,
            });
        }
        Ok(Worth::Each(self.keep(lot, made)))
    }

    /// A value fall by fall.
    fn view(&self, worth: Worth) -> View<'_> {
        match worth {
            Worth::Same(value) => View::Same(value),
            Worth::Each(each) => View::Each(self.column(each)),
        }
    }

    /// 1 for each fall that is looked at.
    fn view_here(&self) -> View<'_> {
        self.here
            .map_or(View::Same(1), |here| View::Each(self.column(here)))
    }

    /// The largest of what is made of a value in the falls that are looked at.
    pub fn largest<T: Ord>(
        &mut self,
        worth: Worth,
        make: impl Fn(Value) -> T,
    ) -> Result<Option<T>, Mixed> {
        let each = match worth {
            Worth::Same(value) => return Ok(Some(make(value))),
            Worth::Each(each) => each,
        };
        self.lot_here(each.lot)?;
        let here = self.view_here();
        let values = self.column(each).iter().enumerate();
        let looked_at = values.filter(|(fall, _)| here.at(*fall) == 1);
        Ok(looked_at.map(|(_, &value)| make(value)).max())
    }

    /// What is made of a value in each fall that is looked at.
    pub fn each_value(
        &mut self,
        worth: Worth,
        make: impl Fn(Value) -> Value,
    ) -> Result<Worth, Mixed> {
        self.zip(worth, Worth::Same(0), |value, _| Ok(make(value)))
    }

    /// What a value is in one fall.
    pub fn at(&self, worth: Worth, fall: usize) -> Value {
        match worth {
            Worth::Same(value) => value,
            Worth::Each(each) => self.column(each)[fall],
        }
    }

    /// Puts values into a table behind the rows that are there: a row for each fall, a column for each value.
    pub fn put_rows(&self, values: &[Worth], falls: usize, into: &mut Vec<Value>) {
        let (start, width) = (into.len(), values.len());
        into.resize(start + falls * width, MISSING);
        for (column, &worth) in values.iter().enumerate() {
            let view = self.view(worth);
            let cells = into[start..].iter_mut().skip(column).step_by(width);
            for (fall, cell) in cells.enumerate() {
                *cell = view.at(fall);
            }
        }
    }

    /// All that a value can be in the falls that are looked at, each once.
    pub fn all_of(&mut self, worth: Worth) -> Result<Vec<Value>, Mixed> {
        let each = match worth {
            Worth::Same(value) => return Ok(vec![value]),
            Worth::Each(each) => each,
        };
        self.lot_here(each.lot)?;
        let values = self.column(each).iter().enumerate();
        let mut all: Vec<Value> = values
            .filter(|(fall, _)| self.is_here(*fall))
            .map(|(_, &value)| value)
            .collect();
        all.sort_unstable();
        all.dedup();
        Ok(all)
    }
}
