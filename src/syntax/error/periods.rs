//! Periods of a scenario whose number is said in words: `round two`, `second round`, `next round`.

use super::Misread;
use super::values::is_inner;
use crate::diagnostic::Diagnostic;
use crate::source::{english, words};
use crate::syntax::place::Place;

/// Words for the repetition that follows.
const NEXT: &[&str] = &words![
    next then another new following again continue
];

/// The name and the number of a period whose head has these two words.
pub(super) fn which_period<'t>(
    misread: &Misread<'_>,
    first: &'t str,
    second: &'t str,
) -> Option<(&'t str, usize)> {
    match (english::numeral(second), english::ordinal(first)) {
        (Some(number), _) => return Some((first, number)),
        (None, Some(number)) => return Some((second, number)),
        (None, None) => {}
    }
    let name = match (NEXT.contains(&first), NEXT.contains(&second)) {
        (true, false) => second,
        (false, true) => first,
        _ => return None,
    };
    let before = misread.text.get(..misread.start)?;
    let before = &before[before.rfind("\nscenario ").unwrap_or(0)..];
    let numbers = before.match_indices(name).filter_map(|(at, _)| {
        let behind = before[at + name.len()..].strip_prefix(' ')?;
        let (number, rest) = behind.split_at(behind.find(|c: char| !c.is_ascii_digit())?);
        let opens = rest.trim_start().starts_with('{') && !before[..at].ends_with(is_inner);
        number.parse::<usize>().ok().filter(|_| opens)
    });
    Some((name, numbers.last().unwrap_or(0).saturating_add(1)))
}

/// `then round {`, `next round: {`: what the head of a period cannot be read as.
pub(super) fn next_period(misread: &Misread<'_>) -> Option<Diagnostic> {
    let (head, _) = misread.piece().split_once('{')?;
    let head = head.trim_end().trim_end_matches(':').trim_end();
    // `round: {` is one more.
    let (first, second) = head.split_once(' ').unwrap_or(("next", head));
    let (name, number) = which_period(misread, first, second.trim_start())?;
    let end = misread.piece().find('{')?;
    let message = "which period this is must be a number";
    let with = format!("{name} {number} ");
    let is_entry = matches!(misread.place, Place::Entry | Place::PeriodEntry);
    let proposal = misread.rewriting(0..end, &with, message, "a number must stand here")?;
    is_entry.then_some(proposal)
}
