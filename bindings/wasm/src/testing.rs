//! All scenarios of a project played: what came of each, snapshots, coverage.

use affray::diagnostic::Diagnostics;
use affray::load::{Kept, Loaded};
use affray::ruleset::{Ruleset, StatementId, ranges};
use affray::snapshot::{LineMark, Snapshot, difference};
use affray::source::Limits;
use affray::suite::{self, Coverage, ScenarioOutcome, SuiteCase};

use crate::forms::{
    DiffLine, Gap, RulesCovered, ScenarioTested, SnapshotTested, Statements, Tested,
};
use crate::project::{Project, title_of};

/// Plays all scenarios of these files.
pub fn test(project: &mut Project, paths: &[String]) -> Tested {
    let loaded: Vec<(&String, Loaded)> = (paths.iter())
        .map(|path| (path, project.load(path, None)))
        .collect();
    let playable = loaded.iter().flat_map(|(_, loaded)| &loaded.scenarios);
    let cases: Vec<SuiteCase<'_>> = playable
        .map(|one| SuiteCase {
            rules: &one.rules.ruleset,
            scenario: &one.scenario,
        })
        .collect();
    let results = suite::play_all(&cases, 1, &Limits::DEFAULT, &|| ());
    let named = loaded.iter().flat_map(|(_, loaded)| &loaded.rules);
    let named: Vec<&Ruleset> = named.map(|rules| &rules.ruleset).collect();
    let covered = suite::coverage(&cases, &results, &named);
    let mut outcomes = results.outcomes.into_iter();
    let mut scenarios = Vec::new();
    for (path, loaded) in &loaded {
        let mut playable = loaded.scenarios.iter().peekable();
        for tree in &loaded.tree.scenarios {
            let is_playable = playable.next_if(|one| one.scenario.span == tree.span);
            let outcome = is_playable.and_then(|_| outcomes.next());
            let kept = loaded
                .snapshots
                .iter()
                .find(|kept| kept.scenario == tree.span);
            let title = title_of(tree, loaded);
            let line = project.line(tree.title.span);
            scenarios.push(ScenarioTested {
                file: (*path).clone(),
                line,
                outcome: match &outcome {
                    Some(outcome) if outcome.passes() => "pass",
                    Some(_) => "fail",
                    None => "not_played",
                },
                diagnostics: (outcome.as_ref())
                    .map_or_else(Vec::new, |outcome| project.told(&outcome.findings)),
                snapshot: (kept.zip(outcome))
                    .and_then(|(kept, outcome)| snapshot(project, path, kept, outcome)),
                title,
            });
        }
    }
    let mut found: Diagnostics = (loaded.iter())
        .flat_map(|(_, loaded)| loaded.diagnostics.iter().cloned())
        .collect();
    found.sort();
    Tested {
        scenarios,
        coverage: covered.iter().map(|of| coverage(project, of)).collect(),
        diagnostics: project.told(&found),
    }
}

/// How a transcript stands to the one that is kept.
fn snapshot(
    project: &Project,
    path: &str,
    kept: &Kept,
    outcome: ScenarioOutcome,
) -> Option<SnapshotTested> {
    let played = Snapshot {
        source: path.to_owned(),
        title: kept.title.clone(),
        line: None,
        transcript: outcome.transcript?,
    };
    let before = project
        .files
        .get(&kept.file)
        .map(|text| Snapshot::read(text));
    let (state, hunks) = match before {
        None => ("new", Vec::new()),
        Some(None) => ("unreadable", Vec::new()),
        Some(Some(before)) if before.keeps(&played.transcript) => ("holds", Vec::new()),
        Some(Some(before)) => ("changed", hunks(&before.transcript, &played.transcript)),
    };
    Some(SnapshotTested {
        file: kept.file.clone(),
        state,
        accepted: played.written(),
        hunks,
    })
}

fn hunks(old: &str, new: &str) -> Vec<Vec<DiffLine>> {
    let hunks = difference(old, new).hunks.into_iter().map(|hunk| {
        let lines = hunk.lines.into_iter().map(|line| DiffLine {
            mark: match line.mark {
                LineMark::Same => "same",
                LineMark::Gone => "gone",
                LineMark::Come => "come",
            },
            text: line.pieces.into_iter().map(|piece| piece.text).collect(),
        });
        lines.collect()
    });
    hunks.collect()
}

fn coverage(project: &Project, of: &Coverage) -> RulesCovered {
    let sources = project.sources();
    let gaps = of.gaps.iter().map(|gap| Gap {
        file: sources.name(gap.span.file).to_owned(),
        line: project.line(gap.span),
        name: gap.name.clone(),
        never: gap.never.to_string(),
    });
    let list = |statements: &std::collections::BTreeSet<StatementId>| match statements.is_empty() {
        true => String::new(),
        false => ranges(statements),
    };
    RulesCovered {
        title: of.title.clone(),
        file: sources.name(of.file).to_owned(),
        items: of.items,
        gaps: gaps.collect(),
        statements: of.statements.as_ref().map(|statements| Statements {
            all: statements.all,
            unruled: statements.unruled,
            not_cited: list(&statements.not_cited),
            not_proved: list(&statements.not_proved),
        }),
    }
}
