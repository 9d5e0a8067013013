//! What is said about each verb beyond its line in `args`: prose and examples of `docs/verbs.md`, for `affray help` and for the pages of
//! the manual. `tests/tools/comfort.rs` runs the examples.

use crate::source::pairs;
use std::fmt::Write;

use clap::{Command, CommandFactory};

use super::args::Cli;

/// What is said about each verb; some verbs are left out of small builds.
const VERBS: &str = include_str!("../../docs/verbs.md");

/// What the statuses mean.
pub(super) const STATUSES: &[(&str, &str)] = &pairs![
    "0" => "All is well.",
    "1" => "Faults or differences were found. With --exit-zero it is 0.",
    "2" => "The command is wrong, a file cannot be read, or the program itself made a mistake.",
];

/// What of the environment changes what is printed.
pub(super) const ENVIRONMENT: &[(&str, &str)] = &pairs![
    "AFFRAY_FORMAT" => "The form of the answer where --format does not say, of the verbs that have it.",
    "NO_COLOR" => "If it is set to something, there are no colours.",
    "CLICOLOR_FORCE" => "If it is set to anything but 0, there are colours even where there is no terminal.",
    "NO_GRAPHICS" => "If it is set to anything but 0, the form is `plain`.",
    "COLUMNS" => "How wide the output is; else as wide as the terminal.",
    "CI" => "If it is set to anything but 0 or false, nothing is written where transcripts are kept.",
];

/// The whole command line, with what is said here.
pub(super) fn command() -> Command {
    Cli::command().mut_subcommands(|verb| {
        let Some((prose, _)) = entry(verb.get_name()) else {
            return verb;
        };
        let line = verb
            .get_about()
            .map(ToString::to_string)
            .unwrap_or_default();
        let listed = listed(&examples(verb.get_name()));
        verb.long_about(format!("{line}.\n\n{prose}"))
            .after_long_help(listed)
    })
}

/// What goes beyond the one line of a verb, and the lines of its examples.
fn entry(verb: &str) -> Option<(&'static str, &'static str)> {
    let mut sections = VERBS.split("\n## ").skip(1);
    let section = sections.find_map(|section| section.strip_prefix(verb)?.strip_prefix("\n\n"))?;
    section.split_once("\n\n")
}

/// The examples of a verb: what can be typed, and what it does. Those of the first steps for the program itself.
pub(super) fn examples(verb: &str) -> Vec<(&'static str, &'static str)> {
    let Some((_, examples)) = entry(verb) else {
        return FIRST_STEPS.to_vec();
    };
    let lines = examples.lines();
    lines
        .filter_map(|line| line.strip_prefix("- `")?.split_once("`: "))
        .collect()
}

/// From nothing to a rule file that is tried.
const FIRST_STEPS: &[(&str, &str)] = &pairs![
    "affray new duel" => "a small rule file to learn from",
    "affray check duel.affray" => "looks for mistakes",
    "affray run duel.affray" => "plays the scenario in it",
    "affray test duel.affray" => "says whether all came as expected",
];

/// The examples as `affray help` shows them.
fn listed(examples: &[(&str, &str)]) -> String {
    let mut list = "Examples:".to_owned();
    for (typed, what) in examples {
        _ = write!(list, "\n  {typed}\n          {what}");
    }
    list
}
