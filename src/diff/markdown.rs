//! The differences of two rule files as errata in markdown. Pure functions of the report.

use super::render::{
    MOST_PAIRS, OF_PAIRS, attribution_line, happens, heading, headline, is_short, is_untried,
    no_scenario, nothing, pair_line, percent, qualifications, same_way, setting, untried,
};
use super::report::{Attribution, Group, PartDifference, Point, Report, Rule, RunMoment, Witness};
use crate::source::{Markdown, english};
use std::fmt::Write as _;

/// The report as errata that an author can post.
pub fn markdown(report: &Report) -> String {
    let mut out = format!(
        "# From {} to {}\n",
        Markdown(&report.left),
        Markdown(&report.right)
    );
    out.push_str("\n## Changes\n\n");
    if report.structure.is_empty() {
        out.push_str("No item differs.\n");
    }
    for change in &report.structure {
        _ = writeln!(out, "- {}", Markdown(&headline(change)));
        if change.parts.len() > 1 || !is_short(change) {
            for part in &change.parts {
                errata(part, &mut out);
            }
        }
    }
    for scenario in &report.scenarios {
        _ = writeln!(out, "\n## {}\n", Markdown(&scenario.title));
        match (&scenario.trouble, &scenario.parting) {
            (Some(why), _) => _ = writeln!(out, "Cannot be played by both: {}", Markdown(why)),
            (None, None) => _ = writeln!(out, "It {}.", Markdown(&same_way(scenario))),
            (None, Some(point)) => table(point, &mut out),
        }
    }
    for group in &report.groups {
        trials(group, report, &mut out);
    }
    if is_untried(report) {
        _ = writeln!(out, "\n{}.", Markdown(&untried()));
    }
    if let Some(search) = &report.search {
        out.push_str("\n## In play\n\n");
        match &search.witness {
            None => {
                _ = writeln!(out, "No difference found in {} situations.", search.tried);
                for said in qualifications(search, report) {
                    _ = writeln!(out, "\n{}.", Markdown(&english::capital(said)));
                }
            }
            Some(witness) => {
                _ = writeln!(
                    out,
                    "{} of {} situations part ({}). The smallest:\n",
                    search.parted,
                    search.tried,
                    percent(search.parted, search.tried)
                );
                table(&witness.parting, &mut out);
                out.push_str(&example(witness, report, false));
                if !search.pairs.is_empty() {
                    _ = writeln!(out, "\n{}\n", english::capital(OF_PAIRS));
                }
                for pair in search.pairs.iter().take(MOST_PAIRS) {
                    _ = writeln!(out, "- {}", Markdown(&pair_line(pair)));
                }
            }
        }
        said_cut(search.stops(), &mut out);
        said_cut(search.cut(), &mut out);
    }
    if !report.attribution.is_empty() {
        out.push_str("\n## Which change causes what in play\n\n");
        let lines = report.attribution.iter();
        for line in lines.filter_map(|one| attribution_line(one, report)) {
            _ = writeln!(out, "- {}", Markdown(&line));
        }
        said_cut(
            report.attribution.iter().find_map(Attribution::cut),
            &mut out,
        );
    }
    out
}

/// What the changes of a group do, together and apart.
fn trials(group: &Group, report: &Report, out: &mut String) {
    for (number, trial) in group.trials.iter().enumerate() {
        let lines: Vec<&str> = trial.about.iter().map(|change| &*change.headline).collect();
        let is_group = number == 0 && lines.len() > 1;
        let title = match is_group {
            true => heading(group),
            false => lines.join("; "),
        };
        _ = writeln!(out, "\n## {}\n", Markdown(&title));
        if is_group {
            for line in lines {
                _ = writeln!(out, "- {}", Markdown(line));
            }
            out.push('\n');
        }
        if let Some(setting) = setting(trial, report) {
            _ = writeln!(out, "{}\n", Markdown(&setting));
        }
        match &trial.witness {
            Some(witness) => {
                table(&witness.parting, out);
                out.push_str(&example(witness, report, trial.shown_without));
            }
            None => _ = writeln!(out, "{}", Markdown(&nothing(trial, report))),
        }
        said_cut(trial.cut(), out);
    }
}

/// Where a search was cut, as a paragraph.
fn said_cut(cut: Option<String>, out: &mut String) {
    if let Some(cut) = cut {
        _ = writeln!(out, "\n{}.", Markdown(&cut));
    }
}

/// The scenario of a situation, as text that cannot end the block of code around it.
fn example(witness: &Witness, report: &Report, shown_without: bool) -> String {
    match &witness.scenario {
        Some(scenario) => format!("\n```affray\n{}```\n", scenario.replace("```", "` ` `")),
        None => format!("\n{}\n", Markdown(&no_scenario(report, shown_without))),
    }
}

fn errata(part: &PartDifference, out: &mut String) {
    let label = if part.part.is_empty() {
        String::new()
    } else {
        format!("{}: ", Markdown(&part.part))
    };
    let code = |text: &str| format!("`{}`", text.trim().replace('`', "'"));
    match (&part.left, &part.right) {
        (Some(left), Some(right)) if left == right => {
            _ = writeln!(out, "  - {label}stands at another place")
        }
        (Some(left), Some(right)) => {
            _ = writeln!(out, "  - {label}for {} read {}", code(left), code(right))
        }
        (Some(left), None) => _ = writeln!(out, "  - {label}strike {}", code(left)),
        (None, Some(right)) => _ = writeln!(out, "  - {label}add {}", code(right)),
        (None, None) => {}
    }
}

fn table(point: &Point, out: &mut String) {
    let side = |moment: &Option<RunMoment>| match moment {
        None => ("nothing more happens".to_owned(), String::new()),
        Some(moment) => {
            let rule = moment.rule.as_ref().map(Rule::called).unwrap_or_default();
            (happens(moment), rule)
        }
    };
    let ((left, left_rule), (right, right_rule)) = (side(&point.left), side(&point.right));
    _ = writeln!(out, "| before | after |\n| --- | --- |");
    _ = writeln!(out, "| {} | {} |", Markdown(&left), Markdown(&right));
    if !left_rule.is_empty() || !right_rule.is_empty() {
        _ = writeln!(
            out,
            "| {} | {} |",
            Markdown(&left_rule),
            Markdown(&right_rule)
        );
    }
}
