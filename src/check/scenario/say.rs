//! What is said about scenarios, in one voice; and the reading of numbers, texts and citations that needs no rules.

use crate::diagnostic::{Applicability, Code, Diagnostic};
use crate::ruleset::{MOST, Value};
use crate::source::{Clean, Span};
use crate::suggest::{list, suggest};
use crate::syntax::ast::{Citation, Number, Piece, Text};

/// How many statements a range like `OS-12..15` may stand for.
const LONGEST_RANGE: u64 = 1000;

/// How many names are listed where nothing near is known.
const MOST_LISTED: usize = 8;

/// There is nothing of that name; with the nearest name, or with all of them if they are few.
pub(super) fn unknown<'a>(code: Code, what: &str, name: &str, span: Span, known: impl IntoIterator<Item = &'a str>) -> Diagnostic {
    meant(Diagnostic::error(code, span, format!("there is no {what} `{}`", Clean(name))), name, known)
}

/// Adds the name that was probably meant, or all of them if they are few.
pub(super) fn meant<'a>(error: Diagnostic, name: &str, known: impl IntoIterator<Item = &'a str>) -> Diagnostic {
    let mut known: Vec<&str> = known.into_iter().collect();
    known.sort_unstable();
    known.dedup();
    let span = error.primary.span;
    match suggest(name, known.iter().copied()) {
        Some(near) => error.help(format!("did you mean `{}`?", Clean(near))).fix(span, near, Applicability::Unsafe),
        None if known.is_empty() || known.len() > MOST_LISTED => error,
        None => error.help(format!("it can be {}", list(known))),
    }
}

/// Something that may be said once is said again.
pub(super) fn twice(what: &str, again: Span, first: Span) -> Diagnostic {
    Diagnostic::error(Code::DuplicateSetting, again, format!("{what} twice"))
        .label("again here")
        .also(first, "first here")
        .help("leave one of them out")
}

/// The number is beyond all counting.
pub(super) fn too_large(number: &Number) -> Diagnostic {
    let message = if number.negative { "a number below nought has no meaning here" } else { "this number is too large" };
    Diagnostic::error(Code::NumberTooLarge, number.span, message)
}

/// A number as the run counts it.
pub(super) fn number(number: &Number) -> Result<Value, Diagnostic> {
    let size: Value = number.digits.parse().ok().filter(|size| *size <= MOST).ok_or_else(|| {
        Diagnostic::error(Code::NumberTooLarge, number.span, "this number is too large").help(format!("the largest is {MOST}"))
    })?;
    Ok(if number.negative { -size } else { size })
}

/// A text that may have no holes.
pub(super) fn plain(text: &Text) -> Result<String, Diagnostic> {
    let mut out = String::new();
    for piece in &text.pieces {
        match piece {
            Piece::Plain(prose) => out.push_str(prose),
            Piece::Hole(hole) => {
                let message = "a scenario cannot put a value into a text";
                return Err(Diagnostic::error(Code::WrongPlace, hole.span, message).help("write `\\{` for a brace in a text"));
            }
        }
    }
    Ok(out)
}

/// The statements of a citation, a range spelt out: `OS-12..14` is `OS-12`, `OS-13`, `OS-14`.
pub(super) fn spelt_out(citation: &Citation) -> Result<Vec<String>, Diagnostic> {
    let Some(end) = &citation.end else {
        return Ok(vec![citation.id.clone()]);
    };
    let wrong = |message: String| Diagnostic::error(Code::WrongPlace, citation.span, message).help("write a range so: `OS-12..15`");
    let (letters, digits) = citation.id.rsplit_once('-').unwrap_or(("", &citation.id));
    let last = match end.rsplit_once('-') {
        Some((other, _)) if other != letters => {
            return Err(wrong(format!("a range stays within one list, but `{letters}` is not `{other}`")));
        }
        Some((_, last)) => last,
        None => end,
    };
    let (Ok(from), Ok(to)) = (digits.parse::<u64>(), last.parse::<u64>()) else {
        return Err(wrong("a range goes from a number to a number".to_owned()));
    };
    if from > to || to - from >= LONGEST_RANGE {
        return Err(wrong(format!("the range from {from} to {to} runs backwards or is too long")));
    }
    let width = digits.len();
    Ok((from..=to).map(|number| format!("{letters}-{number:0width$}")).collect())
}

/// `a side`, `an act`.
pub(super) fn a(noun: &str) -> String {
    let article = if noun.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {noun}")
}
