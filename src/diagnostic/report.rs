//! Diagnostics as miette wants them. The only place of the crate that implements `miette::Diagnostic`.
//!
//! The texts come from `view`. Drawing is not its business: miette's `fancy` feature is not needed here.

use std::collections::BTreeMap;
use std::fmt::{self, Display};
use std::ops::Range;

use miette::{LabeledSpan, SourceCode};

use super::excerpt::Excerpt;
use super::view::{FileView, Views};
use super::{Diagnostic, Fix, Label, Severity};
use crate::source::{Clean, FileId, Sources, Span};

/// A label over more lines than this is shown at its first line only.
const MOST_LINES: usize = 12;

/// Of a line of words no more letters than this are shown.
const LONGEST: usize = 500;

/// Corrected lines are shown when none is longer than this, and they are no more than these.
const CORRECTED: usize = 160;
const MOST_CORRECTED: usize = 4;

/// Stands for a corrected line until all is drawn. No text has it: control characters are spelled out.
const HELD: &str = "\u{1}";

/// A diagnostic in the form that miette's handlers draw.
#[derive(Debug)]
pub struct MietteReport<'a> {
    code: Option<String>,
    severity: Severity,
    message: String,
    help: Option<String>,
    /// Notes, where there is no help above them.
    footer: Option<String>,
    /// The corrected lines, which the help has a [`HELD`] for.
    corrected: Vec<String>,
    view: Option<&'a FileView<'a>>,
    /// In place of the whole file, where a line is too long to be shown.
    excerpt: Option<Excerpt<'a>>,
    labels: Vec<LabeledSpan>,
    /// The labels in other files, one report for each file.
    related: Vec<MietteReport<'a>>,
}

impl<'a> MietteReport<'a> {
    /// Prepares a diagnostic for drawing. Its files must be among the views.
    pub fn new(diagnostic: &Diagnostic, views: &'a Views<'a>) -> MietteReport<'a> {
        let home = diagnostic.primary.span.file;
        let mut elsewhere: BTreeMap<FileId, Vec<&Label>> = BTreeMap::new();
        for label in &diagnostic.secondary {
            if label.span.file != home {
                elsewhere.entry(label.span.file).or_default().push(label);
            }
        }
        let fix = diagnostic.fix.as_ref();
        let corrected = fix
            .and_then(|fix| corrected(fix, views))
            .unwrap_or_default();
        let (help, footer) = advice(diagnostic, corrected.len(), views);
        let mut report = MietteReport {
            code: Some(diagnostic.code.to_string()),
            severity: diagnostic.severity,
            message: clean(&diagnostic.message),
            help,
            footer,
            corrected,
            view: views.files.get(&home).filter(|view| !view.text.is_empty()),
            excerpt: None,
            labels: Vec::new(),
            related: elsewhere
                .into_iter()
                .map(|(file, labels)| MietteReport::elsewhere(file, &labels, views))
                .collect(),
        };
        let here = diagnostic.labels().filter(|label| label.span.file == home);
        let here = here.enumerate();
        let here = here.map(|(number, label)| (label, &*label.text, number == 0));
        report.label(here.collect(), views);
        report
    }

    /// Puts labels on the text, with the words for each, and whether it is the main one.
    fn label(&mut self, labels: Vec<(&Label, &str, bool)>, views: &Views<'_>) {
        let Some(view) = self.view else {
            return;
        };
        let spans = labels
            .iter()
            .map(|(label, ..)| visible(label.span, views.sources).range());
        let spans: Vec<_> = spans.collect();
        self.excerpt = Excerpt::of(view, &spans);
        let labels = labels.into_iter().zip(spans);
        self.labels = labels
            .map(|((_, text, main), span)| match &self.excerpt {
                None => labeled(clean(text), span, main),
                Some(excerpt) => {
                    let (span, column) = excerpt.place(&span);
                    let column = column.map(|column| format!(" (column {column})"));
                    let text = format!("{}{}", clean(text), column.unwrap_or_default());
                    labeled(text.trim_start().to_owned(), span, main)
                }
            })
            .collect();
    }

    /// What is drawn of it, with the corrected lines, which no handler breaks.
    pub fn whole(&self, drawn: String) -> String {
        let lines = self.corrected.iter();
        lines.fold(drawn, |drawn, line| drawn.replacen(HELD, line, 1))
    }

    /// What stands below all else.
    pub fn footer(&self) -> Option<&str> {
        self.footer.as_deref()
    }

    /// The labels of one diagnostic in one file that is not the file of its main place.
    fn elsewhere(file: FileId, labels: &[&Label], views: &'a Views<'a>) -> MietteReport<'a> {
        let view = views.files.get(&file).filter(|view| !view.text.is_empty());
        let name = Clean(views.sources.name(file));
        let (message, labels) = match labels {
            [only] if !only.text.is_empty() => (clean(&only.text), vec![(*only, "", true)]),
            several => {
                let labels = several.iter().map(|label| (*label, &*label.text, false));
                (format!("in `{name}`"), labels.collect())
            }
        };
        let mut report = MietteReport {
            code: None,
            severity: Severity::Note,
            message,
            help: None,
            footer: None,
            corrected: Vec::new(),
            view,
            excerpt: None,
            labels: Vec::new(),
            related: Vec::new(),
        };
        report.label(labels, views);
        report
    }
}

impl Diagnostic {
    /// All labels, the main one first.
    pub fn labels(&self) -> impl Iterator<Item = &Label> {
        std::iter::once(&self.primary).chain(&self.secondary)
    }
}

fn labeled(text: String, span: Range<usize>, main: bool) -> LabeledSpan {
    let text = Some(text).filter(|text| !text.is_empty());
    if main {
        LabeledSpan::new_primary_with_span(text, span)
    } else {
        LabeledSpan::new_with_span(text, span)
    }
}

/// A span that can be underlined: inside the text, not over half the file, not behind its last letter.
fn visible(span: Span, sources: &Sources) -> Span {
    let text = sources.text(span.file);
    let span = sources.clamp(span);
    if span.start == span.end {
        let written = text.trim_end().len();
        if (span.start as usize) < text.len() || text.is_empty() {
            return span;
        }
        if written < text.len() {
            return Span::new(span.file, written, written);
        }
        let last = text.char_indices().next_back().map_or(0, |(at, _)| at);
        return Span::new(span.file, last, text.len());
    }
    let covered = sources.snippet(span);
    if covered.bytes().filter(|byte| *byte == b'\n').count() <= MOST_LINES {
        return span;
    }
    let first_line = covered.lines().next().unwrap_or("").trim_end();
    let start = span.start as usize;
    sources.clamp(Span::new(span.file, start, start + first_line.len().max(1)))
}

/// Help, corrected lines and notes, one below the other; notes that have no help above them apart, for they are none.
fn advice(
    diagnostic: &Diagnostic,
    corrected: usize,
    views: &Views<'_>,
) -> (Option<String>, Option<String>) {
    let mut parts: Vec<String> = diagnostic.help.iter().map(|help| clean(help)).collect();
    parts.extend((0..corrected).map(|_| format!("corrected: {HELD}")));
    let helps = !parts.is_empty();
    parts.extend(
        diagnostic
            .notes
            .iter()
            .map(|note| format!("note: {}", clean(note))),
    );
    let file = diagnostic.primary.span.file;
    if views.sources.text(file).is_empty() && !views.sources.name(file).is_empty() {
        parts.push(format!("in `{}`", Clean(views.sources.name(file))));
    }
    let all = Some(parts.join("\n")).filter(|advice| !advice.is_empty());
    match helps {
        true => (all, None),
        false => (None, all),
    }
}

/// The lines as they read after the edit, if they are few and short and the edit can be seen in them.
fn corrected(fix: &Fix, views: &Views<'_>) -> Option<Vec<String>> {
    let span = views.sources.clamp(fix.span);
    let view = views.files.get(&span.file)?;
    let line_of = |at: u32| view.lines.line_of(at as usize);
    let start = view.lines.start_of(line_of(span.start), view.text);
    let end = view.lines.start_of(line_of(span.end) + 1, view.text);
    let before = view.text.get(start..span.start as usize)?;
    let after = view.text.get(span.end as usize..end)?;
    let new = format!("{before}{}{after}", fix.replacement);
    let lines = new.lines().filter(|line| !line.trim().is_empty());
    let lines: Vec<&str> = lines.map(str::trim).collect();
    let is_gone = fix.replacement.is_empty() && line_of(span.start) != line_of(span.end);
    let is_long = lines.iter().any(|line| line.len() > CORRECTED);
    let shown = |line: &&str| Clean(&line.replace('\t', " ")).to_string();
    (!is_gone && !is_long && lines.len() <= MOST_CORRECTED)
        .then(|| lines.iter().map(shown).collect())
}

/// Text of ours that may quote the user: control characters spelled out, except that it may have several lines; an endless line is cut.
fn clean(text: &str) -> String {
    let shown = |line: &str| match line.char_indices().nth(LONGEST) {
        None => Clean(line).to_string(),
        Some((end, _)) => format!("{}...", Clean(&line[..end])),
    };
    let lines: Vec<String> = text.lines().map(shown).collect();
    lines.join("\n")
}

impl Display for MietteReport<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for MietteReport<'_> {}

impl miette::Diagnostic for MietteReport<'_> {
    fn code<'b>(&'b self) -> Option<Box<dyn Display + 'b>> {
        self.code
            .as_ref()
            .map(|code| Box::new(code) as Box<dyn Display>)
    }

    fn severity(&self) -> Option<miette::Severity> {
        Some(match self.severity {
            Severity::Error => miette::Severity::Error,
            Severity::Warning => miette::Severity::Warning,
            Severity::Note => miette::Severity::Advice,
        })
    }

    fn help<'b>(&'b self) -> Option<Box<dyn Display + 'b>> {
        self.help
            .as_ref()
            .map(|help| Box::new(help) as Box<dyn Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        match &self.excerpt {
            Some(excerpt) => Some(excerpt),
            None => self.view.map(|view| view as &dyn SourceCode),
        }
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let shown = self.view.is_some() && !self.labels.is_empty();
        shown.then(|| Box::new(self.labels.iter().cloned()) as Box<dyn Iterator<Item = _>>)
    }

    fn related<'b>(&'b self) -> Option<Box<dyn Iterator<Item = &'b dyn miette::Diagnostic> + 'b>> {
        if self.related.is_empty() {
            return None;
        }
        let related = self.related.iter();
        Some(Box::new(related.map(|it| it as &dyn miette::Diagnostic)))
    }
}
