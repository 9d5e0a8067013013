//! Diagnostics as SARIF 2.1.0 (Static Analysis Results Interchange Format, an OASIS standard), which code hosts and editors read. Data to data; prints nothing.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{Applicability, Code, Diagnostic, Findings, Fix, Severity};
use crate::source::{FileId, Sources, Span, hash};

/// The base of all paths: the root of the repository.
const ROOT: &str = "%SRCROOT%";

/// A log with one run. `complete`: every file could be read.
///
/// Paths are relative to the root of the repository. A fingerprint does not depend on the number of its line.
pub fn log(all: &[Findings<'_>], complete: bool) -> Value {
    let mut results = Vec::new();
    let mut rules = BTreeMap::new();
    for findings in all {
        let mut seen = BTreeMap::new();
        for one in findings.sorted() {
            let worst = rules.entry(one.code).or_insert(one.severity);
            *worst = one.severity.min(*worst);
            let print = fingerprint(&one, findings.sources);
            let number = seen.entry((one.primary.span.file, print)).or_insert(0);
            *number += 1;
            results.push((
                one.code,
                result(&one, findings, &format!("{print:016x}:{number}")),
            ));
        }
    }
    for (code, result) in &mut results {
        result["ruleIndex"] = rules.range(..*code).count().into();
    }
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": env!("CARGO_PKG_NAME"),
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": rules.iter().map(|(code, worst)| rule(*code, *worst)).collect::<Vec<_>>(),
            } },
            "invocations": [{ "executionSuccessful": complete }],
            "originalUriBaseIds": { ROOT: { "description": text("the root of the repository") } },
            "columnKind": "utf16CodeUnits",
            "results": results.into_iter().map(|(_, result)| result).collect::<Vec<_>>(),
        }],
    })
}

/// What is known of a code. `worst`: how much the worst of its results matters.
fn rule(code: Code, worst: Severity) -> Value {
    let (wrong, right) = (code.wrong().trim_end(), code.right().trim_end());
    let examples = |fence: &str| {
        format!(
            "Wrong:\n\n{fence}{wrong}\n{fence}\nRight:\n\n{fence}{right}\n{fence}\n{}",
            code.note()
        )
    };
    json!({
        "id": code.number(),
        "name": code.name(),
        "shortDescription": text(code.name()),
        "fullDescription": text(code.meaning()),
        "help": {
            "text": examples("").trim_end(),
            "markdown": examples("```\n").trim_end(),
        },
        "defaultConfiguration": { "level": level(worst) },
    })
}

fn result(one: &Diagnostic, findings: &Findings<'_>, fingerprint: &str) -> Value {
    let mut message = vec![one.message.clone()];
    message.extend(one.help.iter().map(|help| format!("help: {help}")));
    message.extend(one.notes.iter().map(|note| format!("note: {note}")));
    let mut place = location(one.primary.span, findings);
    if !one.primary.text.is_empty() {
        place["message"] = text(&one.primary.text);
    }
    let mut result = json!({
        "ruleId": one.code.number(),
        "level": level(one.severity),
        "message": text(&message.join("\n")),
        "locations": [place],
        "partialFingerprints": { "primaryLocationLineHash": fingerprint },
    });
    if !one.secondary.is_empty() {
        let related = one.secondary.iter().enumerate().map(|(number, label)| {
            let mut place = location(label.span, findings);
            place["id"] = number.into();
            place["message"] = text(&label.text);
            place
        });
        result["relatedLocations"] = related.collect();
    }
    if let Some(fix) = &one.fix {
        result["fixes"] = json!([edit(fix, one, findings)]);
    }
    result
}

/// An edit, with whether a program may do it unasked among its properties.
fn edit(fix: &Fix, one: &Diagnostic, findings: &Findings<'_>) -> Value {
    json!({
        "description": text(one.help.as_ref().unwrap_or(&one.message)),
        "artifactChanges": [{
            "artifactLocation": artifact(fix.span.file, findings),
            "replacements": [{
                "deletedRegion": region(fix.span, findings.sources),
                "insertedContent": text(&fix.replacement),
            }],
        }],
        "properties": { "isSafe": fix.applicability == Applicability::Safe },
    })
}

fn location(span: Span, findings: &Findings<'_>) -> Value {
    json!({ "physicalLocation": {
        "artifactLocation": artifact(span.file, findings),
        "region": region(span, findings.sources),
    } })
}

/// A file: by its path, or by its name where it is in no repository and its name has a scheme.
fn artifact(file: FileId, findings: &Findings<'_>) -> Value {
    match findings.path(file) {
        Some(path) => json!({ "uri": encoded(&path), "uriBaseId": ROOT }),
        None => {
            let name = findings.name(file);
            let (scheme, rest) = name.split_once(':').unwrap_or(("", &name));
            json!({ "uri": format!("{scheme}:{}", encoded(rest)) })
        }
    }
}

/// Lines and columns count from 1; the end is the first column that does not belong to it.
fn region(span: Span, sources: &Sources) -> Value {
    let at = |offset: u32| {
        let lines = sources.lines(span.file);
        lines.map_or((0, 0), |lines| {
            lines.utf16(sources.text(span.file), offset as usize)
        })
    };
    let ((line, column), (end_line, end_column)) = (at(span.start), at(span.end));
    json!({
        "startLine": line + 1,
        "startColumn": column + 1,
        "endLine": end_line + 1,
        "endColumn": end_column + 1,
    })
}

/// A number for the kind of trouble and the text of the lines at which it stands, blanks aside: the same wherever these lines have moved.
fn fingerprint(one: &Diagnostic, sources: &Sources) -> u64 {
    let (span, text) = (one.primary.span, sources.text(one.primary.span.file));
    let range = sources.clamp(span).range();
    let start = text[..range.start].rfind('\n').map_or(0, |end| end + 1);
    let end = text[range.end..]
        .find('\n')
        .map_or(text.len(), |more| range.end + more);
    let words = text[start..end]
        .split_whitespace()
        .flat_map(|word| word.bytes().chain([b' ']));
    hash(one.code.number().bytes().chain([b' ']).chain(words))
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    }
}

fn text(text: &str) -> Value {
    json!({ "text": text })
}

/// A path as a reference of RFC 3986: all but letters, digits, `-`, `.`, `_`, `~` and the slashes is escaped.
fn encoded(path: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte);
    let bytes = path.bytes().map(|byte| match plain(byte) {
        true => char::from(byte).to_string(),
        false => format!("%{byte:02X}"),
    });
    bytes.collect()
}
