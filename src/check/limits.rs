//! The limit on the length of lists whose members are compared with all others: see [`Limits::OF_ONE_SORT`].

use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::source::{Limits, Span};

const MOST: usize = Limits::OF_ONE_SORT;

/// As many of these as there may be. Of more the first that is too many is reported, as what `whose` has: `an action` has `stages`.
pub(super) fn few<'a, T>(
    all: &'a [T],
    (whose, what): (&str, &str),
    span: impl Fn(&T) -> Span,
    diagnostics: &mut Diagnostics,
) -> &'a [T] {
    let Some(first) = all.get(MOST) else {
        return all;
    };
    let message = format!("{whose} can have no more than {MOST} {what}");
    let error = Diagnostic::error(Code::NumberTooLarge, span(first), message);
    diagnostics.push(error.label("one too many"));
    &all[..MOST]
}
