//! The answer for build servers: a page in the form of JUnit, which all of them read. Prints nothing.

use std::fmt::Write;

use super::compare::SnapshotStatus;
use super::gather::{Gathered, GatheredScenario, ScenarioFate, Tested};
use super::kept;
use super::report::JsonSummary;
use crate::diagnostic::{Diagnostic, Diagnostics, RenderStyle, Severity, render};
use crate::source::{Clean, Sources, Xml};

/// The results as a page of XML: a suite for each file, a case for each scenario.
pub(super) fn page(gathered: &Gathered) -> String {
    let mut page = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let bare = gathered.files.iter().filter(|file| is_case(file)).count();
    let counts = JsonSummary::of(&gathered.files);
    let (all, fail) = (counts.scenarios + bare, counts.fail);
    let errors = counts.not_played + bare;
    _ = writeln!(
        page,
        "<testsuites name=\"affray\" tests=\"{all}\" failures=\"{fail}\" errors=\"{errors}\">"
    );
    for file in &gathered.files {
        let sources = gathered.projects.sources(&file.found);
        suite(&mut page, file, sources);
    }
    page.push_str("</testsuites>\n");
    page
}

/// Whether what is wrong with a file needs a case of its own, because none of its scenarios tells it.
fn is_case(file: &Tested) -> bool {
    file.diagnostics.has_errors() && JsonSummary::of([file]).not_played == 0
}

fn suite(page: &mut String, file: &Tested, sources: &Sources) {
    let bare = is_case(file);
    if file.scenarios.is_empty() && !bare {
        return;
    }
    let counts = JsonSummary::of([file]);
    let errors = counts.not_played + usize::from(bare);
    let (path, fail) = (AttributeText(file.found.path()), counts.fail);
    let tests = counts.scenarios + usize::from(bare);
    _ = writeln!(
        page,
        "  <testsuite name=\"{path}\" tests=\"{tests}\" failures=\"{fail}\" errors=\"{errors}\">"
    );
    for scenario in &file.scenarios {
        let title = AttributeText(&scenario.title);
        let line = sources.line_col(scenario.head).line;
        let case = format!(
            "    <testcase classname=\"{path}\" name=\"{title}\" file=\"{path}\" line=\"{line}\""
        );
        match &scenario.fate {
            ScenarioFate::Played(outcome) if outcome.passes() => _ = writeln!(page, "{case}/>"),
            ScenarioFate::Played(outcome) => {
                _ = writeln!(page, "{case}>");
                problem(
                    page,
                    "failure",
                    &outcome.findings,
                    sources,
                    &changed(scenario),
                );
                page.push_str("    </testcase>\n");
            }
            ScenarioFate::NotPlayed | ScenarioFate::Ready(_) => {
                _ = writeln!(page, "{case}>");
                problem(page, "error", &why_not_played(file, scenario), sources, "");
                page.push_str("    </testcase>\n");
            }
        }
    }
    if bare {
        _ = writeln!(page, "    <testcase classname=\"{path}\" name=\"{path}\">");
        problem(page, "error", &file.diagnostics, sources, "");
        page.push_str("    </testcase>\n");
    }
    page.push_str("  </testsuite>\n");
}

/// What is wrong with a scenario; where nothing is, with its file and its rules.
fn why_not_played(file: &Tested, scenario: &GatheredScenario) -> Diagnostics {
    let own = |one: &&Diagnostic| scenario.holds(one.primary.span);
    let own: Diagnostics = file.diagnostics.iter().filter(own).cloned().collect();
    match own.has_errors() {
        true => own,
        false => file.diagnostics.clone(),
    }
}

/// What has changed in its transcript.
fn changed(scenario: &GatheredScenario) -> String {
    match &scenario.snapshot {
        Some(SnapshotStatus::Changed(difference)) => {
            format!("\n\n(- kept, + now)\n{}", kept::plainly(difference))
        }
        _ => String::new(),
    }
}

/// What went wrong: the first error in short, and everything in full; `more` comes after it.
fn problem(page: &mut String, tag: &str, diagnostics: &Diagnostics, sources: &Sources, more: &str) {
    let first = diagnostics
        .iter()
        .find(|one| one.severity == Severity::Error);
    let message = first.map_or("", |one| &one.message);
    let style = RenderStyle {
        plain: true,
        unicode: false,
        ..RenderStyle::default()
    };
    let mut told = render(diagnostics, sources, &style).trim_end().to_owned();
    told.push_str(more);
    _ = writeln!(
        page,
        "      <{tag} message=\"{}\">{}</{tag}>",
        AttributeText(message),
        Content(told.trim_end())
    );
}

/// Text between tags: its lines stay.
struct Content<'a>(&'a str);

/// Text in an attribute.
struct AttributeText<'a>(&'a str);

impl std::fmt::Display for AttributeText<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", Xml(&Clean(self.0).to_string()))
    }
}

impl std::fmt::Display for Content<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (number, line) in self.0.lines().enumerate() {
            let gap = if number == 0 { "" } else { "\n" };
            write!(f, "{gap}{}", AttributeText(line))?;
        }
        Ok(())
    }
}
