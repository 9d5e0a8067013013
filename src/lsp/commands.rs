//! Commands that a client can have carried out: play a scenario, say why its acts came in their order, keep its transcript. Each is given the
//! address of a file and the title of a scenario in it, and gives a text.

use gen_lsp_types as lsp;
use lsp_server::ErrorCode;
use serde_json::Value;

use super::interrupt::Interrupt;
use super::session::EditorSession;
use super::wire::RequestRefusal;
use crate::diagnostic::Diagnostics;
use crate::load::{Kept, Loaded, Playable};
use crate::snapshot::{Snapshot, pending_beside};
use crate::source::{Clean, Limits, Sources};
use crate::suite::{self, Played};
use crate::view::{TranscriptStyle, transcript};
use crate::why::{Run, TRIES, WhyQuestion, WhySubject, render, why};

/// Plays a scenario.
pub(super) const RUN: &str = "affray.run";
/// Says why acts came in their order: of all, or of two that are named.
pub(super) const WHY: &str = "affray.why";
/// Keeps the transcript of a scenario.
pub(super) const ACCEPT: &str = "affray.acceptSnapshot";

/// All of them.
pub(super) const ALL: [&str; 3] = [RUN, WHY, ACCEPT];

pub(super) fn execute(
    session: &mut EditorSession,
    params: lsp::ExecuteCommandParams,
) -> Result<String, RequestRefusal> {
    if !ALL.contains(&params.command.as_str()) {
        let why = format!("there is no command `{}`", Clean(&params.command));
        return Err(RequestRefusal::coded(ErrorCode::InvalidParams, why));
    }
    let words: Vec<String> = (params.arguments.iter().flatten())
        .filter_map(Value::as_str)
        .map(str::to_owned)
        .collect();
    let [uri, title, acts @ ..] = words.as_slice() else {
        let why = "give the address of a file, and the title of a scenario in it";
        return Err(RequestRefusal::coded(ErrorCode::InvalidParams, why));
    };
    let target = session.target(&uri.as_str().into())?;
    let project = session.projects.at_mut(&target.spot);
    let loaded = project.load(&target.spot.path);
    let playable = chosen(&loaded, title)?;
    let sources = project.sources();
    let (rules, scenario) = (&playable.rules.ruleset, &playable.scenario);
    let played = suite::play(rules, scenario, None, &session.limits);
    let told = || {
        transcript(
            rules,
            scenario,
            &played.journal,
            &TranscriptStyle::default(),
        )
    };
    match params.command.as_str() {
        RUN => Ok(told() + &findings(&played.findings, sources)),
        WHY => reasons(
            playable,
            &played,
            acts,
            sources,
            (&session.limits, &session.interrupt),
        ),
        _ => {
            let mut kept = loaded.snapshots.iter();
            let kept = (kept.find(|kept| kept.scenario == scenario.span))
                .ok_or_else(|| RequestRefusal::because("this scenario keeps no transcript"))?;
            if played.findings.has_errors() {
                let why =
                    "the scenario does not pass, so its transcript is not kept; run it to see why";
                return Err(RequestRefusal::because(why));
            }
            let snapshot = Snapshot {
                source: target.spot.path,
                title: title.clone(),
                line: None,
                transcript: told(),
            };
            keep(project, kept, &snapshot)
        }
    }
}

/// The scenario with this title.
fn chosen<'a>(loaded: &'a Loaded, title: &str) -> Result<&'a Playable, RequestRefusal> {
    let mut all = loaded.scenarios.iter();
    all.find(|one| one.scenario.title == title).ok_or_else(|| {
        let why = match loaded.diagnostics.has_errors() {
            true => "has errors, or its rules have",
            false => "is not in this file",
        };
        RequestRefusal::because(format!("the scenario `{}` {why}", Clean(title)))
    })
}

fn reasons(
    playable: &Playable,
    played: &Played,
    acts: &[String],
    sources: &Sources,
    (limits, watcher): (&Limits, &Interrupt),
) -> Result<String, RequestRefusal> {
    let (rules, scenario) = (&playable.rules.ruleset, &playable.scenario);
    let run = Run {
        watcher: Some(watcher),
        ..Run::new((rules, scenario), &played.journal, sources, limits)
    };
    let about = WhySubject::parse(&run, acts)
        .map_err(|unknown| RequestRefusal::because(unknown.to_string()))?;
    let question = WhyQuestion {
        within: Vec::new(),
        about,
        tries: TRIES,
    };
    Ok(render(&why(&run, &question)))
}

/// Puts a snapshot in its file; then nothing waits for it any more.
fn keep(
    project: &super::projects::EditorProject,
    kept: &Kept,
    snapshot: &Snapshot,
) -> Result<String, RequestRefusal> {
    let accepted = (project.files.folder).accept(&kept.file, &pending_beside(&kept.file), snapshot);
    accepted.map_err(|why| {
        RequestRefusal::because(format!("`{}` cannot be written: {why}", Clean(&kept.file)))
    })?;
    Ok(format!("accepted: {}\n", Clean(&kept.file)))
}

/// What did not come as it should, a line each, behind an empty one.
fn findings(found: &Diagnostics, sources: &Sources) -> String {
    let lines = found.iter().map(|one| {
        let place = sources.line_col(one.primary.span);
        let file = Clean(sources.name(one.primary.span.file));
        let help = one.help.as_ref();
        let help = help.map_or(String::new(), |help| format!("; {}", Clean(help)));
        format!("{file}:{}: {}{help}\n", place.line, Clean(&one.message))
    });
    let lines: String = lines.collect();
    match lines.is_empty() {
        true => lines,
        false => format!("\n{lines}"),
    }
}
