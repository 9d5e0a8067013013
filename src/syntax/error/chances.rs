//! Chances that a scenario expects: asked in the same line, or in hundredths.

use super::{Misread, without_comment};
use crate::diagnostic::Diagnostic;

/// What is wrong with the chance that a line expects.
pub(super) fn expected_chance(misread: &Misread<'_>) -> Option<Diagnostic> {
    asked_and_expected(misread).or_else(|| chance_in_percent(misread))
}

/// `expect odds "x": ann falls = 1/7`
fn asked_and_expected(misread: &Misread<'_>) -> Option<Diagnostic> {
    let piece = without_comment(misread.piece()).trim_end();
    let titled = piece.strip_prefix("expect odds \"")?;
    let (title, asked) = titled.split_once("\":")?;
    let (of, chance) = asked.rsplit_once(" = ")?;
    let of = of.trim();
    let hundredths = chance.strip_suffix('%').map(str::trim_end);
    let shortened = hundredths.map(|number| shortened(number.parse().ok()?));
    let chance = shortened.unwrap_or_else(|| Some(chance.to_owned()))?;
    let lines = [
        format!("odds \"{title}\": {of}"),
        format!("expect odds \"{title}\" = {chance}"),
    ];
    let message = "how likely something is is asked in a line of its own";
    let label = "two lines in one";
    let are_read = lines.iter().all(|line| misread.reads(line));
    are_read.then(|| misread.proposal(0..piece.len(), &lines.join("   "), message, label))
}

/// `expect odds "x" = 50 %`
fn chance_in_percent(misread: &Misread<'_>) -> Option<Diagnostic> {
    let piece = without_comment(misread.piece()).trim_end();
    let number = piece.strip_suffix('%')?.trim_end();
    let digits = number.len() - number.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    let start = number.len() - digits;
    let with = shortened(number[start..].parse().ok()?)?;
    let message = "a chance is a fraction";
    misread.rewriting(start..piece.len(), &with, message, "a number of hundredths")
}

/// So many hundredths as a fraction.
fn shortened(of_hundred: u32) -> Option<String> {
    let shared = (1..=100)
        .rev()
        .find(|part| of_hundred.is_multiple_of(*part) && 100_u32.is_multiple_of(*part))?;
    Some(match (of_hundred / shared, 100 / shared) {
        (whole, 1) => whole.to_string(),
        (part, of) => format!("{part}/{of}"),
    })
}
