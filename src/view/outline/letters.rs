//! The letters of an action list: a table over actions whose rows are entitled `D. Missiles, devices, spells` gives them. Knows the ruleset only.

use crate::ruleset::{ActionId, Ruleset, Type, Value};
use crate::source::Clean;

/// How many characters a letter may have: `D`, `D2`.
const LONGEST: usize = 2;

/// The letter of an action, and what stands behind it.
pub fn letter(rules: &Ruleset, action: ActionId) -> Option<(String, String)> {
    let value = Value::from(action.0);
    // By the names of the tables, so that their order in the file does not matter.
    (rules.tables.iter())
        .filter(|table| table.key == Type::Action)
        .flat_map(|table| table.rows.iter().map(move |row| (&table.name, row)))
        .filter(|(_, row)| {
            row.keys
                .iter()
                .any(|&(from, to)| from <= value && value <= to)
        })
        .filter_map(|(name, row)| Some((name, lettered(&row.title)?)))
        .min_by(|one, other| one.0.cmp(other.0))
        .map(|(_, lettered)| lettered)
}

/// `G. Strike blows` is `G` and `Strike blows`.
fn lettered(title: &str) -> Option<(String, String)> {
    let (letter, rest) = title.split_once(['.', ')', ':'])?;
    let is_letter = (1..=LONGEST).contains(&letter.len())
        && letter.starts_with(|first: char| first.is_ascii_uppercase())
        && letter[1..].chars().all(|c| c.is_ascii_digit());
    let rest = rest.strip_prefix(' ')?.trim();
    (is_letter && !rest.is_empty()).then(|| (letter.to_string(), Clean(rest).to_string()))
}

#[cfg(test)]
#[path = "../../../tests/internals/view_outline_letters.rs"]
mod tests;
