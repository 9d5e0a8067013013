//! Which values are tried for what a situation leaves open: what is usual first, then the numbers with which the rules compare. Tries nothing.

use std::collections::{BTreeMap, BTreeSet};

use super::supposition::{OpenFact, Supposition, count};
use crate::analysis::{Constant, each_threshold};
use crate::ruleset::{
    Amount, Declared, Destination, Expr, ExprId, KindId, MISSING, Ruleset, Slot, StatementKind,
    Tally, Throw, Type, Value, slots,
};

/// How many numbers are tried for one thing.
const NUMBERS: usize = 8;

/// What the whole file says about its numbers.
pub(super) struct FileNumbers {
    /// Those with which something is compared, and their neighbours.
    compared: BTreeMap<Comparand, BTreeSet<Value>>,
    /// The lowest and the highest sum of the die that an attribute keeps.
    dice: BTreeMap<(KindId, Slot), (Value, Value)>,
}

/// What is compared with a number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Comparand {
    Attribute(KindId, Slot),
    Other(OpenFact),
}

impl FileNumbers {
    /// Reads the file.
    pub fn new(rules: &Ruleset) -> Self {
        let mut numbers = FileNumbers {
            compared: BTreeMap::new(),
            dice: BTreeMap::new(),
        };
        each_threshold(
            &rules.exprs,
            &mut |operand, threshold| match threshold.constant {
                Constant::Literal(value) => numbers.compare(rules, operand, value),
                Constant::Negated(value) => numbers.compare(rules, operand, -value),
                Constant::Option(_) => {}
            },
        );
        rules.each_statement(&mut |statement| numbers.roll(statement));
        numbers
    }

    fn compare(&mut self, rules: &Ruleset, one: ExprId, value: Value) {
        let one = match &rules.exprs[one.index()] {
            Expr::OrElse(parts) => parts.first().map_or(one, |part| *part),
            _ => one,
        };
        let what = match rules.exprs[one.index()] {
            Expr::Attribute { kind, slot, .. } => Comparand::Attribute(kind, slot),
            Expr::Option(option) => Comparand::Other(OpenFact::Option(option)),
            Expr::Counter(phase) => Comparand::Other(OpenFact::Counter(phase)),
            _ => return,
        };
        if value != MISSING {
            let values = self.compared.entry(what).or_default();
            values.extend([value, value - 1, value + 1]);
        }
    }

    fn roll(&mut self, statement: &StatementKind) {
        if let StatementKind::Roll {
            count,
            sides,
            tally,
            keep: Some(Destination::Attribute { kind, slot, .. }),
            ..
        } = statement
        {
            let number = tally.number().copied();
            let (fewest, most) = match (*count, *sides, number.unwrap_or(Amount::Fixed(0))) {
                (Amount::Fixed(count), Amount::Fixed(sides), Amount::Fixed(number)) => {
                    let tally = tally.map(|_| Throw::number(number.into()));
                    let throw = Throw {
                        count,
                        sides,
                        tally,
                    };
                    throw.bounds()
                }
                (Amount::Fixed(count), Amount::Worked(_), _) if *tally == Tally::Sum => {
                    (count.into(), Value::MAX)
                }
                _ => (0, Value::MAX),
            };
            let (least, highest) = self.dice.entry((*kind, *slot)).or_insert((fewest, most));
            *least = fewest.min(*least);
            *highest = most.max(*highest);
        }
    }

    /// The values to try, the most usual first.
    pub fn values(&self, situation: &Supposition<'_>, unknown: OpenFact) -> Vec<Value> {
        let rules = situation.rules;
        let mut values = match unknown {
            OpenFact::Form(act) => (0..situation.forms[act as usize].len() as Value).collect(),
            OpenFact::Now => vec![0],
            OpenFact::Counter(phase) if rules.phases[phase.index()].turns.is_some() => {
                vec![0, 1, MISSING]
            }
            OpenFact::Counter(_) => {
                let mut values = vec![1, 2];
                values.extend(self.compared_with(Comparand::Other(unknown)));
                values.truncate(NUMBERS);
                values.push(MISSING);
                values
            }
            OpenFact::Option(option) => {
                let option = &rules.options[option.index()];
                let declared = Declared::certain(option.ty.clone());
                let compared = self.compared_with(Comparand::Other(unknown));
                typed(rules, &declared, Some(option.value), compared)
            }
            OpenFact::Attribute(KindId::ACT, act, slots::ACTOR) => match act {
                0 => vec![0],
                _ => vec![1, 0],
            },
            OpenFact::Attribute(KindId::COMBATANT, combatant, slots::SIDE) => match combatant {
                0 => vec![0],
                _ => vec![1, 0],
            },
            OpenFact::Attribute(kind, record, slot) => self.attribute(rules, kind, record, slot),
        };
        let mut seen = BTreeSet::new();
        values.retain(|value| seen.insert(*value));
        values
    }

    fn attribute(&self, rules: &Ruleset, kind: KindId, record: u32, slot: Slot) -> Vec<Value> {
        let attribute = rules.attribute(kind, slot);
        let usual = usual(rules, kind, slot);
        let compared = self.compared_with(Comparand::Attribute(kind, slot));
        let mut values = typed(rules, &attribute.declared, usual, compared);
        if let Some((least, most)) = self.dice.get(&(kind, slot)) {
            values.retain(|value| *value == MISSING || (least <= value && value <= most));
        }
        if attribute.declared.ty == Type::Record(KindId::COMBATANT) && record == 0 {
            // The other one is the likelier target.
            values.sort_by_key(|value| *value == 0);
        }
        values
    }

    fn compared_with(&self, what: Comparand) -> impl Iterator<Item = Value> {
        let values = self.compared.get(&what).into_iter().flatten().copied();
        let mut values: Vec<Value> = values.collect();
        values.sort_by_key(|value| (value.abs(), *value < 0));
        values.into_iter()
    }
}

/// What an attribute holds unless something else is said, if that is known beforehand.
pub(super) fn usual(rules: &Ruleset, kind: KindId, slot: Slot) -> Option<Value> {
    let attribute = rules.attribute(kind, slot);
    match attribute.default.map(|id| &rules.exprs[id.index()]) {
        Some(Expr::Const(value)) => Some(*value),
        Some(_) => None,
        None if attribute.declared.optional => Some(MISSING),
        None => None,
    }
}

/// Values of a type.
fn typed(
    rules: &Ruleset,
    declared: &Declared,
    usual: Option<Value>,
    compared: impl Iterator<Item = Value>,
) -> Vec<Value> {
    let mut values: Vec<Value> = usual.into_iter().collect();
    match &declared.ty {
        Type::YesNo => values.extend([0, 1]),
        Type::Choice(words) => values.extend(words.iter().map(|word| Value::from(word.0))),
        Type::Action => values.extend(0..rules.actions.len() as Value),
        Type::Stage => {
            let stages = rules.actions.iter().flat_map(|action| &action.stages);
            values.extend(stages.map(|stage| Value::from(stage.name.0)));
        }
        Type::Text => values.extend(0..rules.texts.len().clamp(1, 3) as Value),
        Type::Record(kind) => values.extend((0..count(*kind)).map(Value::from)),
        // All that there can be of so few records.
        Type::Set(kind) => values.extend(0..1 << count(*kind)),
        Type::Number(unit) => {
            let size = unit.map_or(1, |unit| rules.units[unit.index()].size);
            values.extend([size, 0, 2 * size]);
            values.extend(compared);
            values.truncate(NUMBERS);
        }
    }
    if declared.optional {
        values.push(MISSING);
    }
    values
}
