//! Diagnostics as workflow commands of GitHub Actions, of which the runner makes annotations. Data to text; prints nothing.

use std::fmt::{self, Display};

use super::{Diagnostic, Findings, Severity};
use crate::source::{Clean, Span};

/// A workflow command that makes an annotation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Annotation {
    /// Of an error, of a warning, or a notice.
    pub severity: Severity,
    /// Where it stands; `None` for what is in no file of the repository.
    pub place: Option<AnnotationPlace>,
    /// The heading.
    pub title: String,
    /// The text, line by line.
    pub lines: Vec<String>,
}

/// The place of an annotation. Lines and columns count from 1; the last ones belong to the place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnnotationPlace {
    /// The path from the root of the repository.
    pub file: String,
    /// The first line and the last one.
    pub lines: (u32, u32),
    /// The first column and the last one; `None` for a place of several lines, of which GitHub takes no columns.
    pub columns: Option<(u32, u32)>,
}

/// The diagnostics, sorted, as one workflow command a line: each at its main place, with its other places, help and notes in the text.
pub fn commands(findings: &Findings<'_>) -> String {
    let sorted = findings.sorted();
    let commands = sorted.iter().map(|one| annotation(one, findings));
    commands.map(|one| one.to_string()).collect()
}

fn annotation(one: &Diagnostic, findings: &Findings<'_>) -> Annotation {
    let mut lines = vec![one.message.clone()];
    if !one.primary.text.is_empty() {
        lines.push(one.primary.text.clone());
    }
    lines.extend(one.secondary.iter().map(|label| {
        let file = findings.name(label.span.file);
        let line = findings.sources.line_col(label.span).line;
        format!("{file}:{line}: {}", label.text)
    }));
    lines.extend(one.help.iter().map(|help| format!("help: {help}")));
    lines.extend(one.notes.iter().map(|note| format!("note: {note}")));
    Annotation {
        severity: one.severity,
        place: place(one.primary.span, findings),
        title: one.code.to_string(),
        lines,
    }
}

fn place(span: Span, findings: &Findings<'_>) -> Option<AnnotationPlace> {
    let first = findings.sources.line_col(span);
    let last = span.end.saturating_sub(1).max(span.start);
    let last = findings.sources.position(span.file, last);
    Some(AnnotationPlace {
        file: findings.path(span.file)?,
        lines: (first.line, last.line),
        columns: (first.line == last.line).then_some((first.column, last.column)),
    })
}

impl Display for Annotation {
    /// The command with the end of its line. What could end it early or begin another one is escaped as the runner expects it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.severity {
            Severity::Error => "::error ",
            Severity::Warning => "::warning ",
            Severity::Note => "::notice ",
        })?;
        if let Some(place) = &self.place {
            let (first, last) = place.lines;
            write!(f, "file={},line={first},", Property(&place.file))?;
            if let Some((first, last)) = place.columns {
                write!(f, "col={first},endColumn={last},")?;
            }
            write!(f, "endLine={last},")?;
        }
        write!(f, "title={}::", Property(&self.title))?;
        let lines = self.lines.iter().flat_map(|line| line.lines());
        for (number, line) in lines.enumerate() {
            let gap = if number == 0 { "" } else { "%0A" };
            write!(f, "{gap}{}", Data(line))?;
        }
        f.write_str("\n")
    }
}

/// One line of the text of a command.
struct Data<'a>(&'a str);

/// The value of a property of a command.
struct Property<'a>(&'a str);

impl Display for Data<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&Clean(self.0).to_string().replace('%', "%25"))
    }
}

impl Display for Property<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let data = Data(self.0).to_string();
        f.write_str(&data.replace(':', "%3A").replace(',', "%2C"))
    }
}
