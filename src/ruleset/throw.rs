//! Dice that are thrown together, and how what they show makes the result.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::Value;

/// How the faces of dice make the result of a roll; `N` is the number that it needs.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub enum Tally<N> {
    /// Their sum.
    #[default]
    Sum,
    /// How many of them are so high or higher.
    AtLeast(N),
    /// How many of them are so low or lower.
    AtMost(N),
    /// How many of them are this number.
    Exactly(N),
    /// The sum of so many of them, the highest; of all if there are not more.
    Highest(N),
    /// The sum of so many of them, the lowest; of all if there are not more.
    Lowest(N),
}

impl<N> Tally<N> {
    /// The number that it needs.
    pub fn number(&self) -> Option<&N> {
        match self {
            Tally::Sum => None,
            Tally::AtLeast(number)
            | Tally::AtMost(number)
            | Tally::Exactly(number)
            | Tally::Highest(number)
            | Tally::Lowest(number) => Some(number),
        }
    }

    /// The same with its number made into another.
    pub fn map<M>(self, make: impl FnOnce(N) -> M) -> Tally<M> {
        match self {
            Tally::Sum => Tally::Sum,
            Tally::AtLeast(number) => Tally::AtLeast(make(number)),
            Tally::AtMost(number) => Tally::AtMost(make(number)),
            Tally::Exactly(number) => Tally::Exactly(make(number)),
            Tally::Highest(number) => Tally::Highest(make(number)),
            Tally::Lowest(number) => Tally::Lowest(make(number)),
        }
    }
}

/// Dice that are thrown together.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct Throw {
    /// How many.
    pub count: u32,
    /// With how many sides; at least 2, but for no dice at all.
    pub sides: u32,
    /// What is made of their faces.
    pub tally: Tally<i32>,
}

/// What can be made of faces and what can be told of them.
impl Throw {
    /// The number of a tally as throws hold it. What lies beyond can mean nothing else than what it becomes: no die has so many sides.
    pub fn number(value: Value) -> i32 {
        value.clamp(i32::MIN.into(), i32::MAX.into()) as i32
    }

    /// How many faces of one die count, where faces are counted.
    pub fn counted_faces(&self) -> Option<u32> {
        let sides = i64::from(self.sides);
        let counted = match self.tally {
            Tally::Sum | Tally::Highest(_) | Tally::Lowest(_) => return None,
            Tally::AtLeast(number) => sides - i64::from(number) + 1,
            Tally::AtMost(number) => i64::from(number),
            Tally::Exactly(number) => i64::from((1..=sides).contains(&i64::from(number))),
        };
        Some(counted.clamp(0, sides) as u32)
    }

    /// How many dice are kept, where they are added up.
    pub fn kept(&self) -> Option<u32> {
        match self.tally {
            Tally::Sum => Some(self.count),
            Tally::Highest(number) | Tally::Lowest(number) => {
                Some(u32::try_from(number).unwrap_or(0).min(self.count))
            }
            Tally::AtLeast(_) | Tally::AtMost(_) | Tally::Exactly(_) => None,
        }
    }

    /// The lowest and the highest result.
    pub fn bounds(&self) -> (Value, Value) {
        match (self.kept(), self.counted_faces()) {
            (Some(kept), _) => (kept.into(), Value::from(kept) * Value::from(self.sides)),
            (None, Some(0)) => (0, 0),
            (None, Some(all)) if all == self.sides => (self.count.into(), self.count.into()),
            (None, _) => (0, self.count.into()),
        }
    }

    /// The middle of its results, rounded down; of a single die, of its faces. A scenario can give it as a single number.
    pub fn middle(&self) -> Value {
        let (least, most) = match self.count {
            1 => (1, self.sides.into()),
            _ => self.bounds(),
        };
        (least + most) / 2
    }

    /// Whether dice can show these faces.
    pub fn can_show(&self, faces: &[Value]) -> bool {
        let sides = Value::from(self.sides);
        faces.len() == self.count as usize && faces.iter().all(|face| (1..=sides).contains(face))
    }

    /// What comes of these faces. Time is linear, and n log n where only some of n dice are kept.
    pub fn result(&self, faces: &[Value]) -> Value {
        let counted = |is_counted: &dyn Fn(Value) -> bool| {
            faces.iter().filter(|face| is_counted(**face)).count() as Value
        };
        match self.tally {
            Tally::Sum => faces.iter().sum(),
            Tally::AtLeast(number) => counted(&|face| face >= Value::from(number)),
            Tally::AtMost(number) => counted(&|face| face <= Value::from(number)),
            Tally::Exactly(number) => counted(&|face| face == Value::from(number)),
            Tally::Highest(_) | Tally::Lowest(_) => {
                let kept = self.kept().unwrap_or_default() as usize;
                let mut sorted = faces.to_vec();
                sorted.sort_unstable();
                match self.tally {
                    Tally::Lowest(_) => sorted.iter().take(kept).sum(),
                    _ => sorted.iter().rev().take(kept).sum(),
                }
            }
        }
    }

    /// What was thrown by what a scenario gives: as many faces as there are dice, or one number, which is the result; of a single die it is the face,
    /// but for 0. `None` where dice cannot show it.
    pub fn given(&self, given: &[Value]) -> Option<Value> {
        match given {
            [result] if self.count != 1 || *result == 0 => {
                let (least, most) = self.bounds();
                (least..=most).contains(result).then_some(*result)
            }
            faces => self.can_show(faces).then(|| self.result(faces)),
        }
    }
}

/// Of a single die.
impl Throw {
    /// Whether its result can be 0, which is not one of its faces.
    pub fn can_be_nought(&self) -> bool {
        self.count == 1 && self.bounds().0 == 0
    }

    /// A face that counts, if the number that is given could mean it: 1 is read as a face that does not count, and could be how many count.
    pub fn read_otherwise(&self, given: &[Value]) -> Option<Value> {
        let is_doubtful = self.count == 1 && given == [1] && self.counted_faces().is_some();
        let mut faces = (1..=Value::from(self.sides)).filter(|&face| self.result(&[face]) == 1);
        faces.find(|&face| is_doubtful && face != 1 && self.result(&[1]) == 0)
    }
}

/// `d6`, `3d6`, `7d10, 7 or more`, `4d6, highest 3`
impl fmt::Display for Throw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Throw {
            count,
            sides,
            tally,
        } = self;
        match count {
            1 => write!(f, "d{sides}")?,
            _ => write!(f, "{count}d{sides}")?,
        }
        match tally {
            Tally::Sum => Ok(()),
            tally => write!(f, ", {tally}"),
        }
    }
}

/// `7 or more`, `3 or less`, `only 6`, `highest 3`, `lowest 1`; nothing for a sum.
impl<N: fmt::Display> fmt::Display for Tally<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Tally::Sum => Ok(()),
            Tally::AtLeast(number) => write!(f, "{number} or more"),
            Tally::AtMost(number) => write!(f, "{number} or less"),
            Tally::Exactly(number) => write!(f, "only {number}"),
            Tally::Highest(number) => write!(f, "highest {number}"),
            Tally::Lowest(number) => write!(f, "lowest {number}"),
        }
    }
}
