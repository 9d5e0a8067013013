//! Diagnostics for programs: the form of `--format json`. Data and one function; prints nothing.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Applicability, Diagnostic, Diagnostics, Fix, Label, Severity};
use crate::source::{Position, Sources, Span, is_hidden};

/// The version of this form; it rises when a reader could misunderstand the new one.
pub const SCHEMA_VERSION: u32 = 1;

/// All diagnostics of one call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct JsonReport {
    /// The version of this form.
    pub schema_version: u32,
    /// The diagnostics, sorted by file, start and code.
    pub diagnostics: Vec<JsonDiagnostic>,
    /// How many files were looked at, where that is what was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub files: Option<usize>,
    /// Why there is no answer, with status 2: the command is wrong, or a file cannot be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// One diagnostic.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct JsonDiagnostic {
    /// The number, such as `A0202`.
    pub code: String,
    /// The short name, such as `duplicate-name`.
    pub name: String,
    /// How much it matters.
    pub severity: Severity,
    /// What is wrong.
    pub message: String,
    /// The main place.
    #[serde(flatten)]
    pub place: JsonPlace,
    /// All places with what is said about them, the main one first.
    pub labels: Vec<JsonLabel>,
    /// What to do about it.
    pub help: Option<String>,
    /// An edit that does it.
    pub fix: Option<JsonFix>,
    /// What else is worth knowing.
    pub notes: Vec<String>,
}

/// A place in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct JsonPlace {
    /// The name of the file.
    pub file: String,
    /// In bytes of its UTF-8 text.
    pub span: JsonSpan,
    /// Where it starts, for a reader.
    pub start: Position,
    /// Where it ends, for a reader: the first place after it.
    pub end: Position,
}

/// Byte offsets; `end` is the first byte after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct JsonSpan {
    /// The first byte.
    pub start: u32,
    /// The first byte after it.
    pub end: u32,
}

/// A place and what is said about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct JsonLabel {
    /// The place.
    #[serde(flatten)]
    pub place: JsonPlace,
    /// What is said; may be empty.
    pub text: String,
}

/// An edit: the text at the place is to be replaced.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct JsonFix {
    /// The place.
    #[serde(flatten)]
    pub place: JsonPlace,
    /// What takes its place.
    pub replacement: String,
    /// Whether a program may do it unasked.
    pub applicability: Applicability,
}

impl JsonReport {
    /// The diagnostics in this form, sorted.
    pub fn new(diagnostics: &Diagnostics, sources: &Sources) -> Self {
        let mut sorted = diagnostics.clone();
        sorted.sort();
        JsonReport {
            schema_version: SCHEMA_VERSION,
            diagnostics: sorted.iter().map(|one| diagnostic(one, sources)).collect(),
            files: None,
            error: None,
        }
    }

    /// That there is no answer, and why.
    pub fn without_answer(why: &str) -> Self {
        JsonReport {
            error: Some(why.to_owned()),
            ..JsonReport::new(&Diagnostics::new(), &Sources::new())
        }
    }
}

/// JSON on one line. Characters that could command a terminal are written as `\u` escapes.
pub fn to_json<T: Serialize>(value: &T) -> serde_json::Result<String> {
    let json = serde_json::to_string(value)?;
    if !json.chars().any(is_hidden) {
        return Ok(json);
    }
    // Outside of strings JSON on one line has no such characters, and all of them are below U+10000.
    Ok(json
        .chars()
        .map(|c| match is_hidden(c) {
            true => format!("\\u{:04x}", c as u32),
            false => c.to_string(),
        })
        .collect())
}

fn diagnostic(one: &Diagnostic, sources: &Sources) -> JsonDiagnostic {
    JsonDiagnostic {
        code: one.code.number().to_string(),
        name: one.code.name().to_string(),
        severity: one.severity,
        message: one.message.clone(),
        place: place(one.primary.span, sources),
        labels: one.labels().map(|it| label(it, sources)).collect(),
        help: one.help.clone(),
        fix: one.fix.as_ref().map(|it| fix(it, sources)),
        notes: one.notes.clone(),
    }
}

fn label(one: &Label, sources: &Sources) -> JsonLabel {
    JsonLabel {
        place: place(one.span, sources),
        text: one.text.clone(),
    }
}

fn fix(one: &Fix, sources: &Sources) -> JsonFix {
    JsonFix {
        place: place(one.span, sources),
        replacement: one.replacement.clone(),
        applicability: one.applicability,
    }
}

/// A place of a file.
pub fn place(span: Span, sources: &Sources) -> JsonPlace {
    JsonPlace {
        file: sources.name(span.file).to_string(),
        span: JsonSpan {
            start: span.start,
            end: span.end,
        },
        start: sources.position(span.file, span.start),
        end: sources.position(span.file, span.end),
    }
}
