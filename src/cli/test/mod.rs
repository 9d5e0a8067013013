//! `affray test`: plays all scenarios below the named paths, and says which do not come as expected.
//!
//! `gather` loads, `tell` answers people, `report` answers programs, `junit` build servers. What passes is for `suite` to say.

mod gather;
mod junit;
mod report;
mod tell;

use std::num::NonZeroUsize;
use std::thread;
use std::time::Instant;

pub use report::{JsonOutcome, JsonScenario, JsonSummary, TestReport};

use super::args::{Format, TestArgs};
use super::output::{Output, json_line};
use super::{Status, Trouble};
use crate::source::{Clean, Limits};
use crate::suite::{self, Case};
use gather::{Fate, Gathered};

pub(super) fn test(args: &TestArgs, output: &mut Output) -> Result<Status, Trouble> {
    let started = Instant::now();
    let mut gathered = Gathered::load(&args.paths, args.filter.as_deref())?;
    play(&mut gathered, args.jobs);
    for (sources, diagnostics) in gathered.said() {
        output.report(&diagnostics, sources);
    }
    match output.format() {
        Format::Human | Format::Plain => output.print(&tell::told(&gathered)),
        Format::Json => output.print(&json_line(&TestReport::of(&gathered))?),
        Format::Junit => output.print(&junit::page(&gathered)),
    }
    if output.format() == Format::Human {
        output.aside(&format!("{:.2} s", started.elapsed().as_secs_f64()));
    }
    status(&gathered, args)
}

/// Plays all that can be played.
fn play(gathered: &mut Gathered, jobs: Option<NonZeroUsize>) {
    let threads = jobs.or_else(|| thread::available_parallelism().ok());
    let ready: Vec<_> = gathered.ready().collect();
    let cases: Vec<Case<'_>> = ready
        .iter()
        .map(|playable| Case {
            rules: &playable.rules.ruleset,
            scenario: &playable.scenario,
        })
        .collect();
    let results = suite::play_all(
        &cases,
        threads.map_or(1, NonZeroUsize::get),
        &Limits::DEFAULT,
    );
    gathered.settle(results.outcomes);
}

/// What the whole of it comes to. What is wrong with files and runs has been reported, and counts besides.
fn status(gathered: &Gathered, args: &TestArgs) -> Result<Status, Trouble> {
    let readable = gathered.files.iter().all(|file| file.readable);
    if gathered.count(|_| true) > 0 || !readable {
        return Ok(match (readable, gathered.count(Fate::fails)) {
            (false, _) => Status::Trouble,
            (true, 0) => Status::Fine,
            (true, _) => Status::Findings,
        });
    }
    Err(Trouble::new(match &args.filter {
        Some(filter) => format!(
            "no scenario has `{}` in its title or in the path of its file",
            Clean(filter)
        ),
        None => "there is no scenario in what was named".to_owned(),
    }))
}
