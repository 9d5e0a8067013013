//! What a value can be changed to: by size, the nearest first. Knows types, no places.

use super::super::Run;
use crate::journal::What;
use crate::ruleset::index::to_value;
use crate::ruleset::{Declared, Expr, ExprId, KindId, MISSING, Type, Value, WordId};
use std::rc::Rc;

/// Of a set, so many records are tried.
const MOST_VARIED: usize = 6;

/// How far numbers are moved: so many steps up and down, from 0 where there is none.
pub const REACH: u32 = 60;

/// How likely one is to think of a change: the more likely first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Remoteness {
    /// as likely as others
    #[default]
    Near,
    /// not at first: an option, an attribute that the rules keep, less than is usual
    Remote,
    /// hardly: less than nothing, where nothing of its like is
    Unlikely,
}

impl Remoteness {
    /// Each of them.
    pub const ALL: [Remoteness; 3] = [Remoteness::Near, Remoteness::Remote, Remoteness::Unlikely];
}

/// What a value can be.
#[derive(Clone, Debug, Default)]
pub struct ValueRange {
    now: Value,
    numbers: Option<NearNumbers>,
    others: Others,
    /// that it can be taken away, and how remote that is
    taken_away: Option<Remoteness>,
    /// one of the others that is unlikely
    unlikely: Option<Value>,
}

/// Values that have nothing to do with the present one. The spots of one attribute share them.
#[derive(Clone, Debug)]
pub enum Others {
    /// Records, texts or actions: so many from 0 on, and how remote they are.
    First(Value, Remoteness),
    /// Words in their order, and how remote they are.
    Words(Rc<[Value]>, Remoteness),
    /// Numbers, each with how remote it is and the size of the change, sorted by these.
    Numbers(Rc<[(Remoteness, u32, Value)]>),
}

impl Default for Others {
    fn default() -> Self {
        Others::First(0, Remoteness::Near)
    }
}

/// The numbers around one.
#[derive(Clone, Copy, Debug)]
struct NearNumbers {
    now: Value,
    from: Value,
    to: Value,
    step: Value,
    /// what is below is remote
    floor: Value,
    /// what is below is unlikely
    least: Value,
}

impl NearNumbers {
    fn remoteness(&self, value: Value) -> Remoteness {
        match () {
            () if value < self.least => Remoteness::Unlikely,
            () if value < self.floor => Remoteness::Remote,
            () => Remoteness::Near,
        }
    }
}

impl ValueRange {
    /// What dice can show that together show `now`.
    pub fn dice(now: Value, from: Value, to: Value) -> ValueRange {
        let numbers = NearNumbers {
            now,
            from,
            to,
            step: 1,
            floor: from,
            least: from,
        };
        ValueRange {
            now,
            numbers: Some(numbers),
            ..ValueRange::default()
        }
    }

    /// All that can be answered instead of `now`.
    pub fn answer(run: &Run<'_>, declared: &Declared, now: Value) -> ValueRange {
        let others = match &declared.ty {
            Type::Record(kind) => Others::of_records(run, *kind),
            _ => Others::new(run, declared, Vec::new()),
        };
        let others = others.near();
        let range = ValueRange::new(run, declared, (None, true), now, &others);
        ValueRange {
            taken_away: range.taken_away.map(|_| Remoteness::Near),
            ..range
        }
    }

    /// All that an attribute can be instead of `now`, `others` among it; `falls_below`: somewhere it is less than nothing. To take away what is given is remote.
    pub fn new(
        run: &Run<'_>,
        declared: &Declared,
        (default, falls_below): (Option<ExprId>, bool),
        now: Value,
        others: &Others,
    ) -> ValueRange {
        let range = match (&declared.ty, now) {
            (Type::Number(unit), now) if now != MISSING => {
                let unit = unit.and_then(|unit| run.rules.units.get(unit.index()));
                let step = unit.map_or(1, |unit| unit.size);
                let default = default.map(|default| &run.rules.exprs[default.index()]);
                let nought = now <= 0 || matches!(default, Some(Expr::Const(0)));
                ValueRange::around(now, step, nought, falls_below && unit.is_none())
            }
            _ => ValueRange {
                now,
                others: others.clone(),
                ..ValueRange::default()
            },
        };
        ValueRange {
            taken_away: (declared.optional && now != MISSING).then_some(Remoteness::Remote),
            ..range
        }
    }

    /// The same without numbers before the first or behind the last one, if what it is now is none of them.
    pub fn within(self, (first, last): (Option<Value>, Option<Value>)) -> ValueRange {
        let is_in = |value: Value| {
            first.is_none_or(|first| value >= first) && last.is_none_or(|last| value <= last)
        };
        let numbers = self.numbers.map(|numbers| match is_in(numbers.now) {
            true => NearNumbers {
                from: first.map_or(numbers.from, |first| first.max(numbers.from)),
                to: last.map_or(numbers.to, |last| last.min(numbers.to)),
                ..numbers
            },
            false => numbers,
        });
        ValueRange { numbers, ..self }
    }

    /// The same with one of the others as unlikely.
    pub fn unlikely(self, value: Value) -> ValueRange {
        let unlikely = Some(value).filter(|value| *value != self.now);
        ValueRange { unlikely, ..self }
    }

    fn around(now: Value, step: Value, nought: bool, falls_below: bool) -> ValueRange {
        let far = Value::from(REACH) * step;
        // What is nought by default may be a modifier, if one is less; what is not, counts something.
        let floor = match (nought, falls_below) {
            (true, true) => Value::MIN,
            (true, false) => 0,
            (false, _) => step,
        };
        let least = if falls_below { Value::MIN } else { 0 };
        let numbers = NearNumbers {
            now,
            from: now.saturating_sub(far),
            to: now.saturating_add(far),
            step,
            floor: floor.min(now),
            least: least.min(now),
        };
        ValueRange {
            now,
            numbers: Some(numbers),
            ..ValueRange::default()
        }
    }

    /// The values of a change of this size that are so remote.
    pub fn of_size(&self, size: u32, remote: Remoteness) -> impl Iterator<Item = Value> + '_ {
        let around = self.numbers.into_iter().flat_map(move |numbers| {
            let by = Value::from(size).saturating_mul(numbers.step);
            let both = [
                numbers.now.saturating_add(by),
                numbers.now.saturating_sub(by),
            ];
            let within = move |value: &Value| {
                (numbers.from..=numbers.to).contains(value) && numbers.remoteness(*value) == remote
            };
            both.into_iter().filter(within)
        });
        let others = self.others.of_size(size, remote);
        let others = others.filter(|&other| other != self.now && Some(other) != self.unlikely);
        let away = (size == 1 && self.taken_away == Some(remote)).then_some(MISSING);
        let is_last = size == 1 && remote == Remoteness::Unlikely;
        let unlikely = self.unlikely.filter(|_| is_last);
        around.chain(others).chain(away).chain(unlikely)
    }

    /// No change is larger.
    pub fn largest(&self) -> u32 {
        let around = self.numbers.map(|numbers| {
            let up = numbers.to.abs_diff(numbers.now);
            let down = numbers.from.abs_diff(numbers.now);
            up.max(down) / numbers.step.unsigned_abs().max(1)
        });
        let around = u32::try_from(around.unwrap_or(0)).unwrap_or(u32::MAX);
        let others = self.others.largest();
        let away = u32::from(self.taken_away.is_some());
        around.max(others).max(away)
    }
}

/// How many records of a kind there are in a run: those of the scenario, and those that the rules make in it.
fn count(run: &Run<'_>, kind: KindId) -> Value {
    let given = run.scenario.records.get(kind.index()).map_or(0, Vec::len);
    let entries = run.journal.entries.iter();
    let made =
        entries.filter(|entry| matches!(entry.what, What::Made { kind: of, .. } if of == kind));
    to_value(given + made.count())
}

impl Others {
    /// All that something can be; where it is a number, what stands `elsewhere` and what is near to that. Remote are another record, text, action or
    /// stage.
    pub fn new(run: &Run<'_>, declared: &Declared, elsewhere: Vec<Value>) -> Others {
        let first = |count: usize| Others::First(to_value(count), Remoteness::Remote);
        match &declared.ty {
            Type::YesNo => Others::Words([1, 0].into(), Remoteness::Near),
            Type::Choice(words) => {
                Others::Words(words.iter().map(number).collect(), Remoteness::Near)
            }
            Type::Stage => {
                let stages = run.rules.actions.iter().flat_map(|action| &action.stages);
                let mut stages: Vec<Value> = stages.map(|stage| number(&stage.name)).collect();
                stages.sort_unstable();
                stages.dedup();
                Others::Words(stages.into(), Remoteness::Remote)
            }
            Type::Text => first(run.rules.texts.len() + run.scenario.texts.len()),
            Type::Action => first(run.rules.actions.len()),
            Type::Record(kind) => {
                let records = run.scenario.records.get(kind.index());
                first(records.map_or(0, Vec::len))
            }
            Type::Set(kind) => {
                let records = run.scenario.records.get(kind.index());
                first(1 << records.map_or(0, Vec::len).min(MOST_VARIED))
            }
            Type::Number(unit) => {
                let unit = unit.and_then(|unit| run.rules.units.get(unit.index()));
                Others::given(unit.map_or(1, |unit| unit.size), elsewhere)
            }
        }
    }

    /// The records of a kind, those that rules make among them.
    pub fn of_records(run: &Run<'_>, kind: KindId) -> Others {
        Others::First(count(run, kind), Remoteness::Remote)
    }

    /// Numbers where there was none: those that stand elsewhere, and all around 0; the size is how far they are from the nearest of these.
    fn given(step: Value, mut known: Vec<Value>) -> Others {
        known.retain(|&known| known != MISSING);
        known.sort_unstable();
        known.dedup();
        let reach = Value::from(REACH);
        let mut values: Vec<Value> = (-reach..=reach).map(|number| number * step).collect();
        let beside = |&other: &Value| [-step, 0, step].map(|by| other.saturating_add(by));
        values.extend(known.iter().flat_map(beside));
        values.sort_unstable();
        values.dedup();
        let size = |value: Value| {
            let from = |other: &Value| value.abs_diff(*other) / step.unsigned_abs().max(1);
            let above = known.partition_point(|&known| known < value);
            let nearest = known[above.saturating_sub(1)..].iter().take(2);
            let size = nearest.map(from).min().unwrap_or_else(|| from(&0));
            size.min(u64::from(REACH)) as u32 + 1
        };
        let may_be_less = known.first().is_some_and(|&least| least < 0);
        let remoteness = |value| match value < 0 && !may_be_less {
            true => Remoteness::Unlikely,
            false => Remoteness::Near,
        };
        let one = |value| (remoteness(value), size(value), value);
        let mut numbers: Vec<_> = values.into_iter().map(one).collect();
        numbers.sort_unstable();
        Others::Numbers(numbers.into())
    }

    /// The same, none of them remote.
    fn near(self) -> Others {
        match self {
            Others::First(count, _) => Others::First(count, Remoteness::Near),
            Others::Words(words, _) => Others::Words(words, Remoteness::Near),
            Others::Numbers(numbers) => {
                let numbers = numbers.iter();
                let numbers = numbers.map(|&(_, size, value)| (Remoteness::Near, size, value));
                let mut numbers: Vec<_> = numbers.collect();
                numbers.sort_unstable();
                Others::Numbers(numbers.into())
            }
        }
    }

    fn of_size(&self, size: u32, remote: Remoteness) -> Box<dyn Iterator<Item = Value> + '_> {
        match self {
            Others::First(count, is_remote) if size == 1 && *is_remote == remote => {
                Box::new(0..*count)
            }
            Others::Words(words, is_remote) if size == 1 && *is_remote == remote => {
                Box::new(words.iter().copied())
            }
            Others::First(..) | Others::Words(..) => Box::new(std::iter::empty()),
            Others::Numbers(numbers) => {
                let start = numbers.partition_point(|one| (one.0, one.1) < (remote, size));
                let numbers = numbers[start..].iter();
                let of_size = numbers.take_while(move |one| (one.0, one.1) == (remote, size));
                Box::new(of_size.map(|one| one.2))
            }
        }
    }

    /// No change is larger.
    fn largest(&self) -> u32 {
        match self {
            Others::First(count, _) => u32::from(*count > 0),
            Others::Words(..) => 1,
            Others::Numbers(_) => REACH + 1,
        }
    }
}

fn number(word: &WordId) -> Value {
    Value::from(word.0)
}
