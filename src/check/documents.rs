//! The statements of the documents that a rule file carries out, and what is cited of them. Knows numbers, not what a statement says.

use std::collections::{BTreeMap, BTreeSet};

use super::Checker;
use super::by_kind::ByKind;
use super::items;
use super::number::too_large;
use super::symbol_table::one_slip;
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::{Cited, StatementId, StatementNumbering, Unruled, ranges, stretch};
use crate::source::Span;
use crate::syntax::ast::{Citation, DocumentDef, Item, Number};

/// The documents of a rule file have no more statements together.
const MOST_STATEMENTS: u64 = 10_000;

/// Reads how the statements are numbered and which need no rule, and looks at what is cited.
pub(super) fn all(checker: &mut Checker, by_kind: &ByKind<'_>, items: &[&Item]) {
    if by_kind.documents.is_empty() && by_kind.unruled.is_empty() {
        return;
    }
    let mut left = MOST_STATEMENTS;
    for def in &by_kind.documents {
        match document(def, &mut left) {
            Ok(document) => checker.rules.documents.push(document),
            Err(mistake) => checker.diagnostics.push(mistake),
        }
    }
    let unruled = unruled(checker, by_kind);
    if checker.rules.documents.len() < by_kind.documents.len() {
        // Who knows what would have been a statement.
        return;
    }
    let (documents, diagnostics) = (&checker.rules.documents, &mut checker.diagnostics);
    let exempt = by_kind.unruled.iter().flat_map(|def| &def.statements);
    let inner = by_kind.phases.iter().filter(|phase| !phase.top);
    let cited: Vec<&Citation> = items
        .iter()
        .flat_map(|item| items::citations(&item.kind))
        .chain(inner.flat_map(|phase| &phase.def.cites))
        .collect();
    for citation in exempt.chain(cited.iter().copied()) {
        diagnostics.extend(unknown(documents, citation));
    }
    for citation in cited {
        diagnostics.extend(said_twice(citation, &unruled));
    }
}

/// The statements that need no rule, each with the place that says so.
fn unruled(checker: &mut Checker, by_kind: &ByKind<'_>) -> BTreeMap<StatementId, Span> {
    let mut places: BTreeMap<StatementId, Span> = BTreeMap::new();
    for def in &by_kind.unruled {
        let mut statements = Vec::new();
        for citation in &def.statements {
            if places.len() as u64 >= MOST_STATEMENTS {
                let message = format!("more than {MOST_STATEMENTS} statements need no rule");
                let error = Diagnostic::error(Code::WrongPlace, citation.span, message);
                checker.diagnostics.push(error);
                break;
            }
            let cited = items::cited(citation, &mut checker.diagnostics);
            for id in cited.iter().flat_map(Cited::statements) {
                if !places.contains_key(&id) {
                    places.insert(id.clone(), citation.span);
                    statements.push(id);
                }
            }
        }
        let because = items::title(&def.because, &mut checker.diagnostics);
        checker.rules.unruled.push(Unruled {
            statements,
            because,
        });
    }
    places
}

/// What is wrong with an id that is cited or proved, if the rules say how statements are numbered.
pub(super) fn unknown(documents: &[StatementNumbering], citation: &Citation) -> Option<Diagnostic> {
    let near = |prefix: &str| {
        documents
            .iter()
            .find(|document| document.prefix.eq_ignore_ascii_case(prefix))
            .or_else(|| {
                documents
                    .iter()
                    .find(|document| one_slip(prefix, &document.prefix))
            })
    };
    let known = |prefix: &str| documents.iter().any(|document| document.prefix == prefix);
    let Some(first) = StatementId::parse(&citation.id) else {
        let prefix = citation.id.split_once('-')?.0;
        let document = documents
            .iter()
            .find(|document| document.prefix == prefix)?;
        return Some(numbered(outside(citation.span, &citation.id), document));
    };
    if !known(&first.prefix) {
        let meant = near(&first.prefix)?;
        let written = &citation.id[first.prefix.len()..];
        let right = format!("{}{written}", meant.prefix);
        let id = Span {
            end: citation.span.start + citation.id.len() as u32,
            ..citation.span
        };
        return Some(
            outside(citation.span, &citation.id)
                .label(format!("did you mean `{right}`?"))
                .write(id, right),
        );
    }
    let beyond = beyond(documents, &first, last(citation, &first)?)?;
    let document = documents
        .iter()
        .find(|document| document.prefix == first.prefix)?;
    Some(numbered(outside(citation.span, &beyond), document))
}

/// The number of the last statement of a citation; nothing where it runs backwards, which is told elsewhere.
fn last(citation: &Citation, first: &StatementId) -> Option<u64> {
    let Some(end) = &citation.end else {
        return Some(first.number);
    };
    let digits = end.trim_start_matches(|c: char| !c.is_ascii_digit());
    digits.parse().ok().filter(|last| *last >= first.number)
}

/// What of a stretch of statements no document has.
fn beyond(documents: &[StatementNumbering], first: &StatementId, last: u64) -> Option<String> {
    let of_prefix = || {
        documents
            .iter()
            .filter(|document| document.prefix == first.prefix)
    };
    let mut missing = Vec::new();
    let mut from = first.number;
    while from <= last {
        let within = of_prefix().find(|document| (document.first..=document.last).contains(&from));
        let to = match within {
            Some(document) => document.last,
            None => {
                let later = of_prefix().filter(|document| document.first > from);
                let to = later.map(|document| document.first - 1).min();
                let to = to.map_or(last, |to| to.min(last));
                let from = StatementId {
                    number: from,
                    ..first.clone()
                };
                missing.push(stretch(&from, to));
                to
            }
        };
        let Some(next) = to.checked_add(1) else { break };
        from = next;
    }
    (!missing.is_empty()).then(|| missing.join(", "))
}

fn outside(span: Span, what: &str) -> Diagnostic {
    Diagnostic::warning(
        Code::UnknownStatement,
        span,
        format!("the document has no statement `{what}`"),
    )
}

fn numbered(warning: Diagnostic, document: &StatementNumbering) -> Diagnostic {
    let StatementNumbering {
        prefix,
        first,
        last,
    } = document;
    warning.help(format!(
        "its statements are numbered from {prefix} {first} to {last}"
    ))
}

/// What is cited although no rule is for it.
fn said_twice(citation: &Citation, unruled: &BTreeMap<StatementId, Span>) -> Option<Diagnostic> {
    let first = StatementId::parse(&citation.id)?;
    let last = StatementId {
        number: last(citation, &first)?,
        ..first.clone()
    };
    let place = *unruled.range(&first..=&last).next()?.1;
    let both: BTreeSet<StatementId> = unruled
        .range(&first..=&last)
        .map(|(id, _)| id.clone())
        .collect();
    let what = ranges(&both);
    let message = format!("`{what}` is cited, and the file says that no rule is for it");
    Some(
        Diagnostic::warning(Code::CitedWithoutRule, citation.span, message)
            .label("cited here")
            .also(place, "no rule is for it")
            .help("take it out here, or out of `no rule for`"),
    )
}

/// Reads how a document is numbered; `left`: how many statements more there can be.
fn document(def: &DocumentDef, left: &mut u64) -> Result<StatementNumbering, Diagnostic> {
    let first = number(&def.first)?;
    let last = def.last.as_ref().map_or(Ok(first), number)?;
    let span = def
        .first
        .span
        .to(def.last.as_ref().unwrap_or(&def.first).span);
    let why = match last.checked_sub(first) {
        None => "runs backwards".to_owned(),
        Some(length) if length >= *left => {
            format!("makes more than {MOST_STATEMENTS} statements of all documents together")
        }
        Some(length) => {
            *left -= length + 1;
            return Ok(StatementNumbering {
                prefix: def.prefix.text.clone(),
                first,
                last,
            });
        }
    };
    let message = format!("this range of statements {why}");
    Err(Diagnostic::error(Code::WrongPlace, span, message)
        .help("write the first and the last number, as in `statements OS 1..120`"))
}

fn number(number: &Number) -> Result<u64, Diagnostic> {
    if number.negative {
        let message = "statements are not numbered below 0";
        return Err(Diagnostic::error(Code::WrongPlace, number.span, message)
            .help("write the letters and the numbers apart, as in `statements OS 1..120`"));
    }
    number.digits.parse().map_err(|_| too_large(number.span))
}
