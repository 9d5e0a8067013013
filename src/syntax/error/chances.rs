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
    let hundredths: u32 = number[start..].parse().ok()?;
    let with = shortened(hundredths)?;
    // It may stand for another one, which is rounded.
    let is_equal = number[..start].trim_end().ends_with(" =");
    if is_equal && rounded_from(u64::from(hundredths), 100).is_some() {
        return None;
    }
    let message = "a chance is a fraction";
    misread.rewriting(start..piece.len(), &with, message, "a number of hundredths")
}

/// Fractions of dice have no larger one below the line, as far as a rounded number tells them.
const MOST_PARTS: u64 = 36;

/// The simplest fraction that a rounded number can stand for, where it is none of the simple ones itself: `1/6` for `167/1000`.
pub fn rounded_from(part: u64, of: u64) -> Option<(u64, u64)> {
    let all = |parts: u64| part.checked_mul(parts)?.checked_mul(2);
    let double = of.checked_mul(2).filter(|double| *double > 0)?;
    let is_simple = |parts: u64| all(parts).is_some_and(|all| all.is_multiple_of(double));
    if (1..=MOST_PARTS).any(is_simple) {
        return None;
    }
    (2..=MOST_PARTS).find_map(|parts| {
        let nearest = all(parts)?.checked_add(of)? / double;
        let off = all(parts)?.abs_diff(nearest.checked_mul(double)?);
        (off <= parts && nearest > 0 && nearest < parts).then_some((nearest, parts))
    })
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
