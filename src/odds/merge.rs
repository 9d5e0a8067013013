//! Puts sheets together whose trials follow each other, so that they are as if all had been played in one go.

use std::collections::{BTreeMap, BTreeSet};

use super::distribution::Distribution;
use super::report::{AnswerTable, Case, FaultMet, How, Mean, SCHEMA_VERSION, Sheet, counted_line};
use crate::ruleset::{MISSING, Value};

/// Why sheets cannot be put together, in the words of who typed their names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CannotMerge(pub String);

const NOTHING: &str = "there is nothing to put together";

/// One sheet for all trials of several; each with the name by which it is spoken of.
pub fn merge(mut sheets: Vec<(String, Sheet)>) -> Result<Sheet, CannotMerge> {
    sheets.sort_by_key(|(_, sheet)| first_trial(sheet));
    let Some(((name, first), others)) = sheets.split_first() else {
        return Err(CannotMerge(NOTHING.to_owned()));
    };
    for (other, sheet) in others {
        same_question(first, sheet)
            .map_err(|what| CannotMerge(format!("`{name}` and `{other}` have {what}")))?;
    }
    let mut merged = first.clone();
    for (number, table) in merged.questions.iter_mut().enumerate() {
        let numbers = table.numbers;
        for (index, case) in table.cases.iter_mut().enumerate() {
            let parts: Vec<(&str, &Case)> = (sheets.iter())
                .map(|(name, sheet)| (name.as_str(), &sheet.questions[number].cases[index]))
                .collect();
            *case = self::case(&parts, numbers)?;
        }
    }
    Ok(merged)
}

/// One sheet with the cases of several side by side, in this order: the same questions, asked in different cases.
///
/// # Errors
///
/// There are none, they do not ask the same with the same seed and texts, or two of them have a case of the same label.
pub fn join(sheets: Vec<(String, Sheet)>) -> Result<Sheet, CannotMerge> {
    let mut sheets = sheets.into_iter();
    let Some((name, mut joined)) = sheets.next() else {
        return Err(CannotMerge(NOTHING.to_owned()));
    };
    let labels = |sheet: &Sheet| -> Vec<String> {
        let cases = sheet.questions.first().map(|table| &table.cases);
        let cases = cases.into_iter().flatten();
        cases.map(|case| case.label.clone()).collect()
    };
    let mut known: BTreeSet<String> = labels(&joined).into_iter().collect();
    for (other, sheet) in sheets {
        let asked = |sheet: &Sheet| -> Vec<(String, bool)> {
            let tables = sheet.questions.iter();
            let asked = tables.map(|table| (table.question.clone(), table.numbers));
            asked.collect()
        };
        same_source(&joined, &sheet)
            .and_then(|()| match asked(&joined) == asked(&sheet) {
                true => Ok(()),
                false => Err("different questions"),
            })
            .map_err(|what| CannotMerge(format!("`{name}` and `{other}` have {what}")))?;
        for label in labels(&sheet) {
            if let Some(label) = known.replace(label) {
                return Err(CannotMerge(format!("two have the case `{label}`")));
            }
        }
        joined.defaults.extend(sheet.defaults);
        for (table, more) in joined.questions.iter_mut().zip(sheet.questions) {
            table.cases.extend(more.cases);
        }
    }
    joined.defaults.sort();
    joined.defaults.dedup();
    Ok(joined)
}

/// The first trial of which a sheet tells; nothing if it tells of none.
fn first_trial(sheet: &Sheet) -> Option<u64> {
    let cases = sheet.questions.iter().flat_map(|table| &table.cases);
    cases.filter_map(played).map(|(from, ..)| from).min()
}

/// The trials of a case, and how many of them met a fault.
fn played(case: &Case) -> Option<(u64, u64, u64)> {
    match case.found {
        Some(How::Played { from, to, faults }) => Some((from, to, faults)),
        _ => None,
    }
}

/// Whether two sheets ask the same of the same; else in what they differ.
fn same_question(one: &Sheet, other: &Sheet) -> Result<(), &'static str> {
    let labels = |table: &AnswerTable| -> Vec<String> {
        let cases = table.cases.iter();
        cases.map(|case| case.label.clone()).collect()
    };
    let asked = |sheet: &Sheet| -> Vec<(String, bool, Vec<String>)> {
        let tables = sheet.questions.iter();
        let each = tables.map(|table| (table.question.clone(), table.numbers, labels(table)));
        each.collect()
    };
    same_source(one, other)?;
    if asked(one) != asked(other) {
        return Err("different questions");
    }
    Ok(())
}

/// Whether two sheets tell of the same texts, played with the same seed; else in what they differ.
fn same_source(one: &Sheet, other: &Sheet) -> Result<(), &'static str> {
    if one.schema_version != SCHEMA_VERSION || other.schema_version != SCHEMA_VERSION {
        return Err("another form than this program writes");
    }
    if one.scenario != other.scenario {
        return Err("different scenarios");
    }
    if one.fingerprint != other.fingerprint {
        return Err("different rules, or other texts of their scenarios");
    }
    if one.seed != other.seed {
        return Err("different seeds");
    }
    Ok(())
}

/// The same case of several sheets, in the order of their trials.
fn case(parts: &[(&str, &Case)], numbers: bool) -> Result<Case, CannotMerge> {
    let (name, first) = parts[0];
    let Some((from, ..)) = played(first) else {
        // What was found without playing is the same everywhere.
        return match parts.iter().find(|(_, case)| *case != first) {
            None => Ok(first.clone()),
            Some((other, _)) => Err(CannotMerge(format!(
                "`{name}` and `{other}` found their answers in different ways"
            ))),
        };
    };
    let (mut to, mut faults) = (from, 0);
    let mut before = name;
    let mut times: BTreeMap<Value, (String, u64)> = BTreeMap::new();
    let mut fault: Option<FaultMet> = None;
    for &(name, case) in parts {
        let Some((start, end, met)) = played(case) else {
            return Err(CannotMerge(format!(
                "`{before}` and `{name}` found their answers in different ways"
            )));
        };
        if start != to {
            let gap = match start < to {
                true => format!("both hold trial {start}"),
                false => format!("the trials {to}..{start} are missing between them"),
            };
            return Err(CannotMerge(format!("of `{before}` and `{name}` {gap}")));
        }
        let counted = case.lines.iter().filter_map(|line| line.times);
        let all = counted.fold(met, u64::saturating_add);
        if end < start || all > end - start {
            return Err(CannotMerge(format!("the counts of `{name}` do not add up")));
        }
        (to, before) = (end, name);
        faults += met;
        for line in &case.lines {
            let value = line.value.unwrap_or(MISSING);
            let known = (times.entry(value)).or_insert_with(|| (line.answer.clone(), 0));
            known.1 += line.times.unwrap_or(0);
        }
        // That of the first trial that met one; the trials come in their order.
        if fault.as_ref().is_none_or(|known| known.trial.is_none()) {
            fault = case.fault.clone().or(fault);
        }
    }
    let of = (to - from).saturating_sub(faults);
    let mean = numbers
        .then(|| Distribution::counted(times.iter().map(|(&value, known)| (value, known.1))).mean())
        .flatten();
    let lines = times.into_iter().map(|(value, (answer, times))| {
        counted_line(answer, (value != MISSING).then_some(value), times, of)
    });
    Ok(Case {
        label: first.label.clone(),
        lines: lines.collect(),
        mean: mean.map(|(mean, error)| Mean { mean, error }),
        found: Some(How::Played { from, to, faults }),
        because: first.because.clone(),
        fault,
    })
}
