//! `affray run`: plays a scenario and tells what happens.

use super::args::{Format, RunArgs};
use super::choose::{Chosen, choose};
use super::output::Output;
use super::{Status, Trouble};
use crate::source::Limits;
use crate::view::{TranscriptStyle, transcript};

pub(super) fn run(args: &RunArgs, output: &mut Output) -> Result<Status, Trouble> {
    let Some(Chosen { projects, file, playable }) = choose(&args.play, output)? else {
        return Ok(Status::Findings);
    };
    let (rules, scenario) = (&playable.rules.ruleset, &playable.scenario);
    let played = temporary_play(rules, scenario, args.play.seed, &Limits::DEFAULT);
    if output.format() != Format::Json {
        let style = TranscriptStyle { verbose: args.verbose };
        output.print(&transcript(rules, scenario, &played.journal, &style));
    }
    output.report(&played.findings, projects.sources(&file));
    Ok(Status::Fine)
}

struct Played { journal: crate::journal::Journal, findings: crate::diagnostic::Diagnostics }
fn temporary_play(rules: &crate::ruleset::Ruleset, scenario: &crate::scenario::Scenario, seed: Option<u64>, limits: &Limits) -> Played {
    use crate::engine::{dice, decisions, Engine, Blind};
    let mut engine = Engine::new(rules, *limits);
    let _ = engine.play(scenario, &mut dice::Scripted::new(scenario, seed), &mut decisions::Scripted::new(scenario), &mut Blind);
    Played { journal: engine.journal().clone(), findings: Default::default() }
}
