//! Names and periods as they are typed. Knows names, no acts.

use crate::ruleset::{MOST, PhaseId, Value};
use crate::view::Names;

/// What stands before `in round 1 segment 4` or `in turn of ann in round 1`, and that period.
pub(super) fn period<'t>(
    names: &Names<'_>,
    whole: &'t str,
) -> (&'t str, Vec<(PhaseId, Value)>, String) {
    let (mut text, mut path) = (whole, Vec::new());
    loop {
        let all = text.rmatch_indices(" in ").map(|(at, _)| (at, at + 4));
        let mut all = all.chain(text.starts_with("in ").then_some((0, 3)));
        let found = all.find_map(|(before, behind)| {
            Some((text[..before].trim(), moment(names, &text[behind..])?))
        });
        let Some((before, parts)) = found else {
            let typed = whole[text.len()..].trim();
            let typed = typed.strip_prefix("in ").unwrap_or(typed);
            return (text, path, typed.to_owned());
        };
        text = before;
        path.extend(parts);
    }
}

/// The number of a text of digits; of one that is too large for any run, the largest.
fn to_number(digits: &str) -> Option<Value> {
    let is_number = !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
    let beyond = is_number.then_some(MOST);
    digits
        .parse()
        .ok()
        .filter(|&number| number <= MOST)
        .or(beyond)
}

/// The phases and numbers of which a text consists; of a turn the record.
fn moment(names: &Names<'_>, text: &str) -> Option<Vec<(PhaseId, Value)>> {
    let mut rest = text.trim();
    let mut parts = Vec::new();
    while !rest.is_empty() {
        let phases = names.rules.phases.iter().enumerate();
        let found =
            phases.filter_map(|(index, phase)| Some((index, phase, behind(rest, &phase.name)?)));
        let (index, phase, left) = found.min_by_key(|(.., left)| left.len())?;
        let owner = left.strip_prefix("of ").zip(phase.turns.as_ref());
        let (number, left) = match owner {
            Some((owner, turns)) => {
                let of_kind = names.records().filter(|one| one.0 == turns.kind);
                let named = of_kind.flat_map(|(kind, record)| {
                    let called = names.called(kind, record);
                    called
                        .filter_map(move |name| Some((Value::from(record), behind(owner, &name)?)))
                });
                named.min_by_key(|(_, left)| left.len())?
            }
            None => {
                let (number, left) = left.split_once([' ', ',']).unwrap_or((left, ""));
                (to_number(number)?, left)
            }
        };
        parts.push((PhaseId::from_index(index), number));
        rest = left.trim_start_matches([' ', ',']);
    }
    Some(parts)
}

/// What comes behind a name with which a text begins.
pub(super) fn behind<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let rest = text.strip_prefix(spaced(name).as_str())?;
    (rest.is_empty() || rest.starts_with(' ')).then(|| rest.trim_start())
}

/// A name as it may be typed: small letters, single spaces in place of underscores.
pub(super) fn spaced(text: &str) -> String {
    let text = text.replace('_', " ").to_lowercase();
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ")
}
