//! What a value can be changed to: by size, the nearest first. Knows types, no places.

use super::super::Run;
use crate::ruleset::{Declared, Expr, ExprId, MISSING, Type, Value, WordId};

/// How far numbers are moved: so many steps up and down, from 0 where there is none.
pub const REACH: u32 = 60;

/// What a value can be.
#[derive(Clone, Debug, Default)]
pub struct Range {
    numbers: Option<Numbers>,
    /// others, each with the size of the change and whether it is a remote one
    others: Vec<(u32, Value, bool)>,
}

/// The numbers around one.
#[derive(Clone, Copy, Debug)]
struct Numbers {
    now: Value,
    from: Value,
    to: Value,
    step: Value,
    /// what is below is remote
    floor: Value,
}

impl Range {
    /// What dice can show that together show `now`.
    pub fn dice(now: Value, from: Value, to: Value) -> Range {
        let numbers = Numbers {
            now,
            from,
            to,
            step: 1,
            floor: from,
        };
        Range {
            numbers: Some(numbers),
            others: Vec::new(),
        }
    }

    /// All that can be answered instead of `now`.
    pub fn answer(run: &Run<'_>, declared: &Declared, now: Value) -> Range {
        let mut range = Range::of(run, declared, None, now, &[]);
        for (_, _, remote) in &mut range.others {
            *remote = false;
        }
        range
    }

    /// All that an attribute can be instead of `now`; `others` are values that it has elsewhere. Remote are another record, text, action or
    /// stage, and to take away what is given.
    pub fn of(
        run: &Run<'_>,
        declared: &Declared,
        default: Option<ExprId>,
        now: Value,
        others: &[Value],
    ) -> Range {
        let all = |count: usize| (0..count as Value).collect::<Vec<_>>();
        let mut range = match &declared.ty {
            Type::YesNo => Range::words([1, 0], now, false),
            Type::Choice(words) => Range::words(words.iter().map(number), now, false),
            Type::Stage => {
                let stages = run.rules.actions.iter().flat_map(|action| &action.stages);
                let mut stages: Vec<Value> = stages.map(|stage| number(&stage.name)).collect();
                stages.sort_unstable();
                stages.dedup();
                Range::words(stages, now, true)
            }
            Type::Text => {
                let count = run.rules.texts.len() + run.scenario.texts.len();
                Range::words(all(count), now, true)
            }
            Type::Action => Range::words(all(run.rules.actions.len()), now, true),
            Type::Record(kind) => {
                let records = run.scenario.records.get(kind.index());
                Range::words(all(records.map_or(0, Vec::len)), now, true)
            }
            Type::Number(unit) => {
                let unit = unit.and_then(|unit| run.rules.units.get(unit.index()));
                let step = unit.map_or(1, |unit| unit.size);
                match now {
                    MISSING => Range::given(step, others),
                    now => {
                        let default = default.map(|default| &run.rules.exprs[default.index()]);
                        let nought = now <= 0 || matches!(default, Some(Expr::Const(0)));
                        Range::around(now, step, nought, unit.is_some())
                    }
                }
            }
        };
        if declared.optional && now != MISSING {
            range.others.push((1, MISSING, true));
        }
        range
    }

    fn words(words: impl IntoIterator<Item = Value>, now: Value, remote: bool) -> Range {
        let others = words.into_iter().filter(|&word| word != now);
        Range {
            numbers: None,
            others: others.map(|word| (1, word, remote)).collect(),
        }
    }

    fn around(now: Value, step: Value, nought: bool, is_quantity: bool) -> Range {
        let far = Value::from(REACH) * step;
        // What is nought by default may be a modifier; what is not, counts something.
        let floor = match (nought, is_quantity) {
            (true, false) => Value::MIN,
            (true, true) => 0,
            (false, _) => step,
        };
        let numbers = Numbers {
            now,
            from: now.saturating_sub(far),
            to: now.saturating_add(far),
            step,
            floor: floor.min(now),
        };
        Range {
            numbers: Some(numbers),
            others: Vec::new(),
        }
    }

    /// Numbers where there was none: those that stand elsewhere, and all around 0; the size is how far they are from the nearest of these.
    fn given(step: Value, others: &[Value]) -> Range {
        let known: Vec<Value> = (others.iter().copied())
            .filter(|&other| other != MISSING)
            .collect();
        let reach = Value::from(REACH);
        let mut values: Vec<Value> = (-reach..=reach).map(|number| number * step).collect();
        let beside = |&other: &Value| [-step, 0, step].map(|by| other.saturating_add(by));
        values.extend(known.iter().flat_map(beside));
        values.sort_unstable();
        values.dedup();
        let size = |value: Value| {
            let from = |other: &Value| value.abs_diff(*other) / step.unsigned_abs().max(1);
            let nearest = known.iter().map(from).min();
            let size = nearest.unwrap_or_else(|| from(&0)).min(u64::from(REACH));
            size as u32 + 1
        };
        let is_remote = |value: Value| value < 0 && known.iter().all(|&known| known >= 0);
        let others = values.into_iter();
        Range {
            numbers: None,
            others: others
                .map(|value| (size(value), value, is_remote(value)))
                .collect(),
        }
    }

    /// The values of a change of this size, and whether they are remote ones.
    pub fn of_size(&self, size: u32) -> Vec<(Value, bool)> {
        let around = self.numbers.into_iter().flat_map(|numbers| {
            let by = Value::from(size).saturating_mul(numbers.step);
            let both = [
                numbers.now.saturating_add(by),
                numbers.now.saturating_sub(by),
            ];
            let within = both
                .into_iter()
                .filter(move |value| (numbers.from..=numbers.to).contains(value));
            within.map(move |value| (value, value < numbers.floor))
        });
        let others = self.others.iter().filter(|other| other.0 == size);
        around
            .chain(others.map(|other| (other.1, other.2)))
            .collect()
    }

    /// The size of the largest change.
    pub fn largest(&self) -> u32 {
        let around = self.numbers.map(|numbers| {
            let up = numbers.to.abs_diff(numbers.now);
            let down = numbers.from.abs_diff(numbers.now);
            up.max(down) / numbers.step.unsigned_abs().max(1)
        });
        let others = self.others.iter().map(|other| other.0).max();
        let around = u32::try_from(around.unwrap_or(0)).unwrap_or(u32::MAX);
        around.max(others.unwrap_or(0))
    }
}

fn number(word: &WordId) -> Value {
    Value::from(word.0)
}
