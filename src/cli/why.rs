//! `affray why`: why the acts of a run came in their order, and why an attribute is what it is.

use super::args::{Format, WhyArgs};
use super::choose::{Chosen, choose, play};
use super::mistyped::{is_scenario, quoted};
use super::output::{Output, json_line};
use super::progress::Bars;
use super::{Status, Trouble};
use crate::play::Session;
use crate::ruleset::{PhaseId, Ruleset};
use crate::why::{Run, WaitsFor, WhyQuestion, WhySubject, render, why as answer};

pub(super) fn why(args: &WhyArgs, output: &mut Output) -> Result<Status, Trouble> {
    let Some(Chosen {
        projects,
        file,
        playable,
        ..
    }) = choose(&args.play, crate::why::SCHEMA_VERSION, output)?
    else {
        return Ok(Status::Findings);
    };
    let sources = projects.sources(&file);
    let (rules, scenario) = (&playable.rules.ruleset, &playable.scenario);
    let (played, left) = play(&args.play, &playable, sources, output.limits());
    let waits = left.as_ref().and_then(Session::asks);
    let waits = waits.as_ref().map(|(need, asks)| WaitsFor {
        asks,
        declarer: need.declarer(),
        place: need.place,
    });
    let bars = Bars::new(output, "changes");
    let run = Run {
        seed: args.play.seed,
        watcher: Some(&bars),
        waits,
        ..Run::new((rules, scenario), &played.journal, sources, output.limits())
    };
    let reasons = answer(&run, &question(args, &run)?);
    drop(bars);
    match output.format() {
        Format::Json => output.print(&json_line(&reasons)?),
        _ => output.print(&render(&reasons)),
    }
    if played.ending.is_none() {
        output.report_aside(&played.findings, sources)?;
    }
    Ok(Status::Fine)
}

/// What is asked, with the names that were typed looked up.
fn question(args: &WhyArgs, run: &Run<'_>) -> Result<WhyQuestion, Trouble> {
    let within = match args.round {
        Some(number) => vec![(rounds(run.rules)?, number)],
        None => Vec::new(),
    };
    let about = WhySubject::parse(run, &args.about);
    let path = &args.play.path;
    let about = about.map_err(|unknown| match &args.about[..] {
        [title] if is_scenario(path, title) => Trouble::new(format!(
            "which scenario is said with `--scenario`: `affray why {} --scenario {}`",
            quoted(path),
            quoted(title)
        )),
        _ => Trouble::new(unknown.to_string()),
    })?;
    Ok(WhyQuestion {
        within,
        about,
        tries: args.tries,
    })
}

/// The phase that counts the rounds: the one that is called so, else the outermost that counts.
pub(super) fn rounds(rules: &Ruleset) -> Result<PhaseId, Trouble> {
    let counting = |phase: &PhaseId| rules.phases[phase.index()].counting.is_some();
    let called_so = rules
        .phases
        .iter()
        .position(|phase| phase.name == "round" && phase.counting.is_some());
    let found = called_so
        .map(PhaseId::from_index)
        .or_else(|| rules.procedure.iter().copied().find(counting));
    found.ok_or_else(|| Trouble::new("these rules count no rounds; ask without `--round`"))
}
