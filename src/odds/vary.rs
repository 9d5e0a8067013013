//! The same scenario several times, with one thing different each time: an option or an attribute.

use std::ops::RangeInclusive;

use crate::ruleset::index::{Idx, to_amount, to_number, to_short, to_value};
use crate::ruleset::{KindId, MISSING, OptionId, Ruleset, Slot, Type, Value, types};
use crate::scenario::{Record, Scenario};
use crate::suggest::suggest;
use crate::view::Names;

/// More cases than this are refused.
pub const MOST_CASES: usize = 1_000;

/// What is different from case to case.
#[derive(Clone, Debug, PartialEq)]
pub enum Varied {
    /// an option takes each of its alternatives
    Option(OptionId),
    /// an attribute of a record takes each number of a range
    Attribute {
        /// which record
        kind: KindId,
        /// which record
        record: u32,
        /// which attribute
        slot: Slot,
        /// which numbers
        range: RangeInclusive<Value>,
    },
}

/// Why something cannot be varied, in the author's words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CannotVary(pub String);

impl Varied {
    /// An option, by its name.
    pub fn option(rules: &Ruleset, name: &str) -> Result<Self, CannotVary> {
        let id = option(rules, name)?;
        match rules.options[id.index()].ty {
            Type::YesNo | Type::Choice(_) => Ok(Varied::Option(id)),
            _ => Err(CannotVary(format!(
                "the option `{name}` has no alternatives that could be listed; give the cases as scenarios of their own"
            ))),
        }
    }

    /// An attribute and a range: `halvaine.hp=4..9`, or with the side before it, `party.halvaine.hp=4..9`.
    pub fn attribute(rules: &Ruleset, scenario: &Scenario, text: &str) -> Result<Self, CannotVary> {
        let usage = || {
            CannotVary(format!(
                "`{text}` cannot be varied; numbers can, as in `ann.hp=4..9`, other cases are scenarios of their own"
            ))
        };
        let (path, range) = text.split_once('=').ok_or_else(usage)?;
        let number = |text: &str| text.trim().parse::<Value>().ok();
        let (from, to) = range.split_once("..").unwrap_or((range, range));
        let (from, to) = number(from).zip(number(to)).ok_or_else(usage)?;
        if from > to || to.abs_diff(from) >= to_amount(MOST_CASES) {
            return Err(CannotVary(format!(
                "`{range}` is no range of at most {MOST_CASES} numbers, lowest first"
            )));
        }
        let (kind, record, slot) = attribute(rules, scenario, path).ok_or_else(usage)??;
        let attribute = rules.attribute(kind, slot);
        if !matches!(attribute.declared.ty, Type::Number(_)) {
            return Err(CannotVary(format!("`{}` is no number", attribute.name)));
        }
        Ok(Varied::Attribute {
            kind,
            record,
            slot,
            range: from..=to,
        })
    }

    /// The cases: what each is called, and the scenario as it then is.
    pub fn cases(&self, rules: &Ruleset, scenario: &Scenario) -> Vec<(String, Scenario)> {
        let names = Names::new(rules, scenario);
        match self {
            Varied::Option(id) => {
                let option = &rules.options[id.index()];
                let case = |value| {
                    let mut other = scenario.clone();
                    set_option(&mut other, *id, value);
                    let label = format!("{} {}", option.name, names.value(&option.ty, value));
                    (label, other)
                };
                alternatives(&option.ty).into_iter().map(case).collect()
            }
            Varied::Attribute {
                kind,
                record,
                slot,
                range,
            } => {
                let attribute = rules.attribute(*kind, *slot);
                let case = |value| {
                    let mut other = scenario.clone();
                    let own = &mut other.records[kind.index()][record.index()];
                    set_attribute(own, *slot, value);
                    let label = format!("{}.{} {value}", own.name, attribute.name);
                    (label, other)
                };
                range.clone().map(case).collect()
            }
        }
    }
}

/// The scenario with one thing set, as scenarios write it: an option (`tie` to `gm_order`), or an attribute of a record (`ann.hp` to `5`; quantities in
/// the smallest unit).
///
/// # Errors
///
/// There is no such option or attribute, or it cannot have this value.
pub fn set(
    rules: &Ruleset,
    scenario: &Scenario,
    name: &str,
    value: &str,
) -> Result<Scenario, CannotVary> {
    let cannot = || CannotVary(format!("`{name}` cannot be `{value}`"));
    let read = |ty: &Type| value_of(rules, scenario, ty, value).ok_or_else(cannot);
    let mut other = scenario.clone();
    match attribute(rules, scenario, name) {
        Some(place) => {
            let (kind, record, slot) = place?;
            let value = read(&rules.attribute(kind, slot).declared.ty)?;
            let record = &mut other.records[kind.index()][record.index()];
            set_attribute(record, slot, value);
        }
        None => {
            let id = option(rules, name)?;
            let value = read(&rules.options[id.index()].ty)?;
            set_option(&mut other, id, value);
        }
    }
    Ok(other)
}

/// A value as scenarios write it; `None` if it is none of the type, and of texts, actions and sets.
pub fn value_of(rules: &Ruleset, scenario: &Scenario, ty: &Type, text: &str) -> Option<Value> {
    match ty {
        Type::YesNo | Type::Choice(_) => {
            let names = Names::new(rules, scenario);
            let written = |value: Value| match names.written_value(ty, value) {
                Some(written) => written,
                None => names.value(ty, value),
            };
            let mut all = alternatives(ty).into_iter();
            all.find(|&value| written(value) == text || names.value(ty, value) == text)
        }
        Type::Number(_) => text.parse().ok(),
        Type::Record(kind) => {
            let records = scenario.records.get(kind.index())?;
            let place = records.iter().position(|record| record.name == text)?;
            Some(to_value(place))
        }
        Type::Text | Type::Action | Type::Stage | Type::Set(_) => None,
    }
}

/// The values of a type that has few.
fn alternatives(ty: &Type) -> Vec<Value> {
    match ty {
        Type::Choice(words) => words.iter().map(|word| Value::from(word.0)).collect(),
        Type::YesNo => vec![0, 1],
        Type::Number(_) | Type::Record(_) | Type::Set(_) | types!(coded) => Vec::new(),
    }
}

fn set_option(scenario: &mut Scenario, option: OptionId, value: Value) {
    scenario.options.retain(|known| known.0 != option);
    scenario.options.push((option, value));
}

fn set_attribute(record: &mut Record, slot: Slot, value: Value) {
    record.values.retain(|known| known.0 != slot);
    record.values.push((slot, value));
}

/// The option of a name.
fn option(rules: &Ruleset, name: &str) -> Result<OptionId, CannotVary> {
    let found = rules.options.iter().position(|option| option.name == name);
    found.map(OptionId::from_index).ok_or_else(|| {
        let names = rules.options.iter().map(|option| option.name.as_str());
        unknown("the rules have no option", name, names)
    })
}

/// Where an attribute lies: `ann.hp`, or with the side before it, `party.ann.hp`. `None` if the text has no dot.
fn attribute(
    rules: &Ruleset,
    scenario: &Scenario,
    path: &str,
) -> Option<Result<(KindId, u32, Slot), CannotVary>> {
    let mut names = path.rsplit('.').map(str::trim);
    let (attribute, name) = names.next().zip(names.next())?;
    let found = record(scenario, name).and_then(|(kind, record)| {
        let attributes = &rules.kinds[kind.index()].attributes;
        let mut all = attributes.iter();
        let slot = all.position(|known| known.name == attribute && !known.is_mark);
        let slot = slot.ok_or_else(|| {
            let named = attributes.iter().filter(|known| !known.is_mark);
            let names = named.map(|known| known.name.as_str());
            unknown("there is no attribute", attribute, names)
        })?;
        Ok((kind, record, to_short(slot)))
    });
    Some(found)
}

/// The cases of a scenario: each alternative of the option `by`, else each number of an attribute (`ann.hp=4..9`); one without label if neither is
/// given.
///
/// # Errors
///
/// There is no such option or attribute, or it cannot be varied.
pub fn cases(
    rules: &Ruleset,
    scenario: &Scenario,
    by: Option<&str>,
    attribute: Option<&str>,
) -> Result<Vec<(String, Scenario)>, CannotVary> {
    let varied = match (by, attribute) {
        (Some(option), _) => Varied::option(rules, option)?,
        (None, Some(attribute)) => Varied::attribute(rules, scenario, attribute)?,
        (None, None) => return Ok(vec![(String::new(), scenario.clone())]),
    };
    Ok(varied.cases(rules, scenario))
}

/// The record of a scenario with this name.
fn record(scenario: &Scenario, name: &str) -> Result<(KindId, u32), CannotVary> {
    let all = || {
        let kinds = scenario.records.iter().enumerate();
        kinds.flat_map(|(kind, records)| {
            let records = records.iter().enumerate();
            records.map(move |(index, record)| (KindId::from_index(kind), to_number(index), record))
        })
    };
    let found = all().find(|(.., record)| record.name == name);
    found.map(|(kind, index, _)| (kind, index)).ok_or_else(|| {
        let names = all().map(|(.., record)| record.name.as_str());
        unknown("nothing in this scenario is called", name, names)
    })
}

fn unknown<'a>(what: &str, name: &str, known: impl Iterator<Item = &'a str>) -> CannotVary {
    let near =
        suggest(name, known).map_or(String::new(), |near| format!("; did you mean `{near}`?"));
    CannotVary(format!("{what} `{name}`{near}"))
}

/// A value that a question gives, as people read it.
pub fn shown(names: &Names<'_>, ty: &Type, value: Value) -> String {
    match value {
        MISSING => "nothing".to_owned(),
        value => names.value(ty, value),
    }
}
