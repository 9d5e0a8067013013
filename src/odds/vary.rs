//! The same scenario several times, with one thing different each time: an option or an attribute.

use std::ops::RangeInclusive;

use crate::ruleset::{KindId, MISSING, OptionId, Ruleset, Type, Value};
use crate::scenario::Scenario;
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
        slot: crate::ruleset::Slot,
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
        let found = rules.options.iter().position(|option| option.name == name);
        let Some(index) = found else {
            let names = rules.options.iter().map(|option| option.name.as_str());
            return Err(unknown("the rules have no option", name, names));
        };
        match rules.options[index].ty {
            Type::YesNo | Type::Choice(_) => Ok(Varied::Option(OptionId::from_index(index))),
            _ => Err(CannotVary(format!(
                "the option `{name}` has no alternatives that could be listed; give the cases as scenarios of their own"
            ))),
        }
    }

    /// An attribute and a range: `halvaine.hp=4..9`, or with the side before it, `party.halvaine.hp=4..9`.
    pub fn attribute(rules: &Ruleset, scenario: &Scenario, text: &str) -> Result<Self, CannotVary> {
        let usage = || CannotVary(format!("`{text}` cannot be varied; write `ann.hp=4..9`"));
        let (path, range) = text.split_once('=').ok_or_else(usage)?;
        let number = |text: &str| text.trim().parse::<Value>().ok();
        let (from, to) = range.split_once("..").unwrap_or((range, range));
        let (from, to) = number(from).zip(number(to)).ok_or_else(usage)?;
        if from > to || to.abs_diff(from) >= MOST_CASES as u64 {
            return Err(CannotVary(format!(
                "`{range}` is no range of at most {MOST_CASES} numbers, lowest first"
            )));
        }
        let mut names = path.rsplit('.').map(str::trim);
        let (attribute, name) = names.next().zip(names.next()).ok_or_else(usage)?;
        let (kind, record) = record(scenario, name)?;
        let attributes = &rules.kinds[kind.index()].attributes;
        let Some(slot) = attributes.iter().position(|known| known.name == attribute) else {
            let names = attributes.iter().map(|known| known.name.as_str());
            return Err(unknown("there is no attribute", attribute, names));
        };
        if !matches!(attributes[slot].declared.ty, Type::Number(_)) {
            return Err(CannotVary(format!("`{attribute}` is no number")));
        }
        Ok(Varied::Attribute {
            kind,
            record,
            slot: slot as u16,
            range: from..=to,
        })
    }

    /// The scenario with one thing set: an option (`tie` to `gm_order`) or an attribute of a record (`ann.hp` to `5`).
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
        let is_attribute = name.contains('.');
        let varied = match is_attribute {
            true if value.parse::<Value>().is_err() => return Err(cannot()),
            true => Varied::attribute(rules, scenario, &format!("{name}={value}"))?,
            false => Varied::option(rules, name)?,
        };
        let mut cases = varied.cases(rules, scenario).into_iter();
        let label = format!("{name} {value}");
        // An attribute of one number has one case.
        let found = cases.find(|(known, _)| is_attribute || *known == label);
        found.map(|(_, scenario)| scenario).ok_or_else(cannot)
    }

    /// The cases: what each is called, and the scenario as it then is.
    pub fn cases(&self, rules: &Ruleset, scenario: &Scenario) -> Vec<(String, Scenario)> {
        let names = Names::new(rules, scenario);
        match self {
            Varied::Option(id) => {
                let option = &rules.options[id.index()];
                let values: Vec<Value> = match &option.ty {
                    Type::Choice(words) => words.iter().map(|word| Value::from(word.0)).collect(),
                    _ => vec![0, 1],
                };
                let case = |value| {
                    let mut other = scenario.clone();
                    other.options.retain(|known| known.0 != *id);
                    other.options.push((*id, value));
                    let label = format!("{} {}", option.name, names.value(&option.ty, value));
                    (label, other)
                };
                values.into_iter().map(case).collect()
            }
            Varied::Attribute {
                kind,
                record,
                slot,
                range,
            } => {
                let attribute = &rules.kinds[kind.index()].attributes[*slot as usize];
                let case = |value| {
                    let mut other = scenario.clone();
                    let own = &mut other.records[kind.index()][*record as usize];
                    own.values.retain(|known| known.0 != *slot);
                    own.values.push((*slot, value));
                    let label = format!("{}.{} {value}", own.name, attribute.name);
                    (label, other)
                };
                range.clone().map(case).collect()
            }
        }
    }
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
            records.map(move |(index, record)| (KindId::from_index(kind), index as u32, record))
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
