//! Reads numbers that were typed.

use std::num::NonZeroUsize;
use std::num::{IntErrorKind, ParseIntError};
use std::ops::Range;
use std::str::FromStr;
use std::thread;

/// Reads a number, and says in plain words what is wrong with it.
pub(super) fn number<N: FromStr<Err = ParseIntError>>(text: &str) -> Result<N, String> {
    text.parse().map_err(|error: ParseIntError| {
        let why = match error.kind() {
            IntErrorKind::PosOverflow => "it is too large",
            IntErrorKind::NegOverflow => "it is too small",
            IntErrorKind::Zero => "it must be at least 1",
            _ if text.starts_with('-') => "it must not be below zero",
            _ => "it must be a whole number in digits",
        };
        why.to_owned()
    })
}

/// Reads a share in percent, and says in plain words what is wrong with it.
pub(super) fn percent(text: &str) -> Result<u8, String> {
    match number::<u8>(text.strip_suffix('%').unwrap_or(text)) {
        Ok(percent) if percent <= 100 => Ok(percent),
        _ => Err("it must be a whole number from 0 to 100".to_owned()),
    }
}

/// Reads `20000`, which is all from 0, or `20000..40000`.
pub(super) fn range(text: &str) -> Option<Range<u64>> {
    let number = |text: &str| text.trim().replace('_', "").parse::<u64>().ok();
    let (from, to) = match text.split_once("..") {
        Some((from, to)) => number(from).zip(number(to))?,
        None => (0, number(text)?),
    };
    (from < to).then_some(from..to)
}

/// Reads the seeds of a digest, and says in plain words what is wrong with them.
pub(super) fn seeds(text: &str) -> Result<Range<u64>, String> {
    range(text).ok_or_else(|| "write `10000`, or `10000..20000` for other seeds".to_owned())
}

/// On how many threads: as it was typed, else as many as the machine has.
pub(super) fn threads(jobs: Option<NonZeroUsize>) -> usize {
    let threads = jobs.or_else(|| thread::available_parallelism().ok());
    threads.map_or(1, NonZeroUsize::get)
}
