//! `affray run`: plays a scenario and tells what happens.

use super::args::{Format, RunArgs};
use super::choose::{Chosen, choose};
use super::output::Output;
use super::{Status, Trouble};
use crate::source::Limits;
use crate::suite;
use crate::view::{TranscriptStyle, transcript};

pub(super) fn run(args: &RunArgs, output: &mut Output) -> Result<Status, Trouble> {
    let Some(Chosen {
        projects,
        file,
        playable,
    }) = choose(&args.play, output)?
    else {
        return Ok(Status::Findings);
    };
    let (rules, scenario) = (&playable.rules.ruleset, &playable.scenario);
    let played = suite::play(rules, scenario, args.play.seed, &Limits::DEFAULT);
    if output.format() != Format::Json {
        let style = TranscriptStyle {
            verbose: args.verbose,
        };
        output.print(&transcript(rules, scenario, &played.journal, &style));
    }
    output.report(&played.findings, projects.sources(&file));
    Ok(Status::Fine)
}
