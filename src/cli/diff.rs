//! `affray diff`: what differs between two rule files, in structure and in play.

use super::args::{DiffArgs, Format};
use super::output::{Output, json_line};
use super::progress::Bars;
use super::projects::{NamedFile, Projects};
use super::{Status, Trouble, save};
use crate::diagnostic::Diagnostics;
use crate::diff::{
    CompareOptions, ComparedFile, GivenScenario, Report, SCHEMA_VERSION, SearchSettings, TextStyle,
    compare, markdown, text,
};
use std::path::Path;

pub(super) fn diff(args: &DiffArgs, output: &mut Output) -> Result<Status, Trouble> {
    save::can_save(args.save.as_ref())?;
    let mut projects = Projects::default();
    let left = projects.find_one(&args.left, None)?;
    let right = projects.find_one(&args.right, None)?;
    // Built-in rules are in every project.
    let left = left.in_project_of(&right);
    let right = right.in_project_of(&left);
    if left.project != right.project {
        let why = "the two rule files lie in different projects: put both below one folder that has an `affray.toml`";
        return Err(Trouble::new(why));
    }
    let (one, other) = match (projects.expand(&left), projects.expand(&right)) {
        (Ok(one), Ok(other)) => (one, other),
        (one, other) => {
            // What both have in common is said once.
            let mut found = Diagnostics::new();
            found.extend([one, other].into_iter().filter_map(Result::err).flatten());
            found.sort();
            let sources = projects.sources(&left);
            output.report_alone(&found, sources, SCHEMA_VERSION)?;
            return Ok(Status::Trouble);
        }
    };
    let given = given(&mut projects, args, [&left, &right])?;
    let bars = Bars::new(output, "situations");
    let wanted = CompareOptions {
        search: (!args.no_search).then(|| SearchSettings {
            seed: args.seed,
            tries: args.tries,
            limits: *output.limits(),
            watcher: Some(&bars),
            ..SearchSettings::default()
        }),
        attribution: args.attribute,
        limits: *output.limits(),
    };
    let report = compare(
        ComparedFile {
            file: left.path(),
            rules: &one,
        },
        ComparedFile {
            file: right.path(),
            rules: &other,
        },
        &given,
        wanted,
        projects.sources(&left),
    );
    drop(bars);
    output.print(&match output.format() {
        Format::Json => json_line(&report)?,
        Format::Markdown => markdown(&report),
        _ => text(
            &report,
            TextStyle {
                width: output.width(),
            },
        ),
    });
    if let Some(file) = &args.save {
        save(file, &report, projects.root(&left))?;
    }
    Ok(if report.differs() {
        Status::Findings
    } else {
        Status::Fine
    })
}

/// Writes the situations that were found into a new file.
fn save(file: &str, report: &Report, root: &Path) -> Result<(), Trouble> {
    let witnesses = (report
        .groups
        .iter()
        .flat_map(|group| &group.trials)
        .filter_map(|trial| trial.witness.as_ref()))
    .chain(
        report
            .search
            .iter()
            .filter_map(|search| search.witness.as_ref()),
    );
    // What both give alike stands for both; else each has a scenario with what its rules ask for.
    let scenarios: Vec<&str> = witnesses
        .flat_map(|witness| [witness.scenario.as_deref(), witness.for_right.as_deref()])
        .flatten()
        .collect();
    if scenarios.is_empty() {
        return Err(Trouble::new(
            "there is nothing to save: no situation was found in which the two part",
        ));
    }
    save::save_scenarios(file, &scenarios, root)
}

/// The scenarios that were named, as each of the two rule files has them.
fn given(
    projects: &mut Projects,
    args: &DiffArgs,
    rules: [&NamedFile; 2],
) -> Result<Vec<GivenScenario>, Trouble> {
    let mut given = Vec::new();
    for file in projects.find(&args.scenarios, None)? {
        let [left, right] = rules.map(|rules| projects.load(&file, Some(rules.path())));
        let titles = left.tree.scenarios.iter().map(|tree| tree.span);
        for span in titles {
            let find = |loaded: &crate::load::Loaded| {
                let same = |playable: &&crate::load::Playable| playable.scenario.span == span;
                let found = loaded.scenarios.iter().find(same);
                found.map(|playable| playable.scenario.clone())
            };
            let scenarios = match (find(&left), find(&right)) {
                (Some(left), Some(right)) => Ok([left, right]),
                (one, _) => {
                    let (which, loaded) = match one {
                        None => (0, &left),
                        Some(_) => (1, &right),
                    };
                    let first = loaded.diagnostics.iter().next();
                    let why = first.map_or("it has errors", |first| first.message.as_str());
                    Err(format!("by {}: {why}", rules[which].path()))
                }
            };
            let title = match &scenarios {
                Ok([scenario, _]) => scenario.title.clone(),
                Err(_) => titled(&left, span),
            };
            given.push(GivenScenario {
                file: file.path().to_owned(),
                title,
                scenarios,
            });
        }
    }
    Ok(given)
}

/// The title of a scenario that cannot be played.
fn titled(loaded: &crate::load::Loaded, span: crate::source::Span) -> String {
    let tree = loaded.tree.scenarios.iter().find(|tree| tree.span == span);
    tree.map_or(String::new(), |tree| tree.title.plain())
}
