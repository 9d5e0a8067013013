//! The statements of the documents that a rule file carries out, and what is cited of them. Knows numbers, not what a statement says.

use std::collections::{BTreeMap, BTreeSet};

use super::Checker;
use super::items;
use super::names::one_slip;
use super::number::too_large;
use super::sorted::Sorted;
use crate::diagnostic::{Applicability, Code, Diagnostic, Diagnostics};
use crate::ruleset::{Document, StatementId, Unruled, ranges};
use crate::source::Span;
use crate::syntax::ast::{Citation, DocumentDef, Item, Number};

/// No document has more statements.
const MOST_STATEMENTS: u64 = 10_000;

/// Reads how the statements are numbered and which need no rule, and looks at what is cited.
pub(super) fn all(checker: &mut Checker, sorted: &Sorted<'_>, items: &[&Item]) {
    for def in &sorted.documents {
        match document(def) {
            Ok(document) => checker.rules.documents.push(document),
            Err(mistake) => checker.diagnostics.push(mistake),
        }
    }
    let mut unruled: BTreeMap<StatementId, Span> = BTreeMap::new();
    for def in &sorted.unruled {
        let mut statements = Vec::new();
        for citation in &def.statements {
            let ids = spelt_out(citation, &mut checker.diagnostics);
            unruled.extend(ids.iter().map(|id| (id.clone(), citation.span)));
            statements.extend(ids);
        }
        let because = items::title(&def.because, &mut checker.diagnostics);
        checker.rules.unruled.push(Unruled {
            statements,
            because,
        });
    }
    if checker.rules.documents.len() < sorted.documents.len() {
        // Who knows what would have been a statement.
        return;
    }
    let (documents, diagnostics) = (&checker.rules.documents, &mut checker.diagnostics);
    let exempt = sorted.unruled.iter().flat_map(|def| &def.statements);
    let inner = sorted.phases.iter().filter(|phase| !phase.top);
    let cited: Vec<&Citation> = items
        .iter()
        .flat_map(|item| items::citations(&item.kind))
        .chain(inner.flat_map(|phase| &phase.def.cites))
        .collect();
    for citation in exempt.chain(cited.iter().copied()) {
        diagnostics.extend(unknown(documents, citation));
    }
    for citation in cited {
        let both = spelt_out(citation, &mut Diagnostics::new()).into_iter();
        let both: BTreeSet<StatementId> = both.filter(|id| unruled.contains_key(id)).collect();
        if let Some(place) = both.first().and_then(|first| unruled.get(first)) {
            diagnostics.push(said_twice(citation.span, &both, *place));
        }
    }
}

/// What is wrong with an id that is cited or proved, if the rules say how statements are numbered.
pub(super) fn unknown(documents: &[Document], citation: &Citation) -> Option<Diagnostic> {
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
                .help(format!("write `{right}`"))
                .fix(id, right, Applicability::Unsafe),
        );
    }
    let ids = spelt_out(citation, &mut Diagnostics::new()).into_iter();
    let beyond: BTreeSet<StatementId> = ids
        .filter(|id| !documents.iter().any(|document| document.has(id)))
        .collect();
    let document = documents
        .iter()
        .find(|document| document.prefix == first.prefix)?;
    (!beyond.is_empty()).then(|| numbered(outside(citation.span, &ranges(&beyond)), document))
}

fn outside(span: Span, what: &str) -> Diagnostic {
    Diagnostic::warning(
        Code::UnknownStatement,
        span,
        format!("the document has no statement `{what}`"),
    )
}

fn numbered(warning: Diagnostic, document: &Document) -> Diagnostic {
    let Document {
        prefix,
        first,
        last,
    } = document;
    warning.help(format!(
        "its statements are numbered from {prefix} {first} to {last}"
    ))
}

fn said_twice(span: Span, both: &BTreeSet<StatementId>, unruled: Span) -> Diagnostic {
    let what = ranges(both);
    let message = format!("`{what}` is cited, and the file says that no rule is for it");
    Diagnostic::warning(Code::CitedWithoutRule, span, message)
        .label("cited here")
        .also(unruled, "no rule is for it")
        .help("take it out here, or out of `no rule for`")
}

fn document(def: &DocumentDef) -> Result<Document, Diagnostic> {
    let first = number(&def.first)?;
    let last = def.last.as_ref().map_or(Ok(first), number)?;
    let span = def
        .first
        .span
        .to(def.last.as_ref().unwrap_or(&def.first).span);
    let why = match last.checked_sub(first) {
        None => "runs backwards".to_owned(),
        Some(length) if length >= MOST_STATEMENTS => {
            format!("has more than {MOST_STATEMENTS} statements")
        }
        Some(_) => {
            return Ok(Document {
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

fn spelt_out(citation: &Citation, diagnostics: &mut Diagnostics) -> Vec<StatementId> {
    let mut ids = Vec::new();
    items::spell_out(citation, &mut ids, diagnostics);
    ids.iter().filter_map(|id| StatementId::parse(id)).collect()
}
