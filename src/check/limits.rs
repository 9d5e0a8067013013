//! Limits on the length of lists: see [`Limits::OF_ONE_SORT`], [`Limits::SORT_VALUES`], [`Limits::COLUMNS`].

use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::source::{Limits, Span};

/// As many of these as there may be. Of more the first that is too many is reported, as what `whose` has: `an action` has `stages`.
pub(super) fn few<'a, T>(
    all: &'a [T],
    (whose, what): (&str, &str),
    span: impl Fn(&T) -> Span,
    diagnostics: &mut Diagnostics,
) -> &'a [T] {
    no_more_than(Limits::OF_ONE_SORT, all, (whose, what), span, diagnostics)
}

/// The values by which records are chosen or sorted, as many as there may be.
pub(super) fn few_values<'a, T>(
    all: &'a [T],
    whose: &str,
    span: impl Fn(&T) -> Span,
    diagnostics: &mut Diagnostics,
) -> &'a [T] {
    let what = (whose, "values to sort by");
    no_more_than(Limits::SORT_VALUES, all, what, span, diagnostics)
}

/// The columns of a table, as many as there may be.
pub(super) fn few_columns<'a, T>(
    all: &'a [T],
    span: impl Fn(&T) -> Span,
    diagnostics: &mut Diagnostics,
) -> &'a [T] {
    let what = ("a table", "columns");
    no_more_than(Limits::COLUMNS, all, what, span, diagnostics)
}

fn no_more_than<'a, T>(
    most: usize,
    all: &'a [T],
    (whose, what): (&str, &str),
    span: impl Fn(&T) -> Span,
    diagnostics: &mut Diagnostics,
) -> &'a [T] {
    let Some(first) = all.get(most) else {
        return all;
    };
    let message = format!("{whose} can have no more than {most} {what}");
    let error = Diagnostic::error(Code::NumberTooLarge, span(first), message);
    diagnostics.push(error.label("one too many"));
    &all[..most]
}
