//! Diagnostics drawn for a terminal, or told in words. Only with the feature `native`; prints nothing itself.

use std::fmt::{self, Write};
use std::panic::{self, AssertUnwindSafe};

use miette::{
    GraphicalReportHandler, GraphicalTheme, NarratableReportHandler, ThemeCharacters, ThemeStyles,
};

use super::{Diagnostics, MietteReport, Views};
use crate::source::{Clean, Limits, Sources};

/// How diagnostics look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RenderStyle {
    /// With colours.
    pub color: bool,
    /// With lines and arrows beyond ASCII.
    pub unicode: bool,
    /// How many columns prose may take.
    pub width: usize,
    /// In words instead of drawings, for screen readers and logs.
    pub plain: bool,
    /// How many diagnostics of each file are shown; the rest is counted.
    pub shown: usize,
}

impl Default for RenderStyle {
    fn default() -> Self {
        RenderStyle {
            color: false,
            unicode: true,
            width: 80,
            plain: false,
            shown: Limits::DEFAULT.shown,
        }
    }
}

/// A report in plain words without the labels that miette 7 tells at the last line of each snippet although they stand behind it: they end there before they begin.
fn without_later_labels(report: String) -> String {
    let is_later = |line: &&str| {
        let label = line.trim_start().strip_prefix("label at line ");
        let columns = label.and_then(|label| label.split_once(", columns ")?.1.split_once(':'));
        let ends = columns.and_then(|(columns, _)| columns.split_once(" to "));
        let number = |text: &str| text.parse::<usize>().ok();
        ends.is_some_and(|(from, to)| {
            number(from)
                .zip(number(to))
                .is_some_and(|(from, to)| to < from)
        })
    };
    let kept = report.split_inclusive('\n').filter(|line| !is_later(line));
    kept.collect()
}

/// All diagnostics as one text, in the order of [`Diagnostics::sort`]. Ends with a newline unless there are none.
/// There are no control characters in it but newlines, tabs (when plain) and, with colours, colour sequences.
pub fn render(diagnostics: &Diagnostics, sources: &Sources, style: &RenderStyle) -> String {
    let mut sorted = diagnostics.clone();
    sorted.sort();
    let views = Views::new(&sorted, sources);
    let drawer = drawer(style);
    let teller = NarratableReportHandler::new().with_context_lines(1);
    let mut out = String::new();
    let same_file =
        |a: &super::Diagnostic, b: &super::Diagnostic| a.primary.span.file == b.primary.span.file;
    for group in sorted.as_slice().chunk_by(same_file) {
        for diagnostic in group.iter().take(style.shown) {
            let report = MietteReport::new(diagnostic, &views);
            let footer = report.footer().map(str::to_owned);
            let told = |out: &mut String| match &footer {
                None => teller.render_report(out, &report),
                Some(footer) => {
                    let teller = teller.clone().with_footer(footer.clone());
                    teller.render_report(out, &report)
                }
            };
            let drawn = |out: &mut String| match &footer {
                _ if style.plain => Err(fmt::Error),
                None => drawer.render_report(out, &report),
                Some(footer) => {
                    let drawer = drawer.clone().with_footer(footer.clone());
                    drawer.render_report(out, &report)
                }
            };
            match attempt(drawn).or_else(|| attempt(told).map(without_later_labels)) {
                Some(shown) => out.push_str(&report.whole(shown)),
                None => _ = writeln!(out, "{}: {}", diagnostic.code, Clean(&diagnostic.message)),
            }
            out.truncate(out.trim_end().len());
            out.push_str("\n\n");
        }
        let hidden = group.len().saturating_sub(style.shown);
        if let (1.., Some(first)) = (hidden, group.first()) {
            let name = Clean(sources.name(first.primary.span.file));
            _ = writeln!(out, "... and {hidden} more in `{name}`\n");
        }
    }
    if !out.is_empty() {
        out.truncate(out.trim_end().len());
        out.push('\n');
    }
    out
}

/// What is written, unless that fails or panics: then something plainer has to do.
fn attempt(write: impl Fn(&mut String) -> fmt::Result) -> Option<String> {
    let work = || {
        let mut out = String::new();
        write(&mut out).map(|()| out)
    };
    panic::catch_unwind(AssertUnwindSafe(work)).ok()?.ok()
}

fn drawer(style: &RenderStyle) -> GraphicalReportHandler {
    let theme = GraphicalTheme {
        characters: if style.unicode {
            ThemeCharacters::unicode()
        } else {
            ThemeCharacters::ascii()
        },
        styles: if style.color {
            ThemeStyles::ansi()
        } else {
            ThemeStyles::none()
        },
    };
    GraphicalReportHandler::new_themed(theme)
        .with_links(false)
        .with_urls(false)
        .without_cause_chain()
        .without_syntax_highlighting()
        .with_context_lines(1)
        .with_width(style.width.max(20))
}

#[cfg(test)]
#[path = "../../tests/internals/diagnostic_render.rs"]
mod tests;
