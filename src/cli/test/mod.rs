//! `affray test`: plays all scenarios below the named paths, and says which do not come as expected.
//!
//! `gather` loads, `compare` looks at snapshots, `tell`, `kept` and `covered` answer people, `report` answers programs, `junit` build servers. What passes and what is covered is
//! for `suite` to say.

mod compare;
mod covered;
mod gather;
mod junit;
mod kept;
mod mutants;
mod report;
mod tell;

use std::num::NonZeroUsize;
use std::thread;
use std::time::Instant;

pub use report::{
    JsonCoverage, JsonGap, JsonOutcome, JsonScenario, JsonState, JsonStatements, JsonSummary,
    JsonVerdict, TestReport,
};

pub(super) use gather::Gathered;

use super::args::{Format, TestArgs};
use super::output::{Output, json_line};
use super::projects::Projects;
use super::watch::{Watched, watch};
use super::{Status, Trouble};
use crate::ruleset::Ruleset;
use crate::source::{Clean, Limits};
use crate::suite::{self, Case};
use compare::{Hand, compare};
use covered::Covered;
use gather::{Fate, Tested};

pub(super) fn test(args: &TestArgs, output: &mut Output) -> Result<Status, Trouble> {
    let hand = Hand::of(args.accept)?;
    if !args.watch {
        return Ok(once(args, hand, output)?.status);
    }
    if output.format() == Format::Junit {
        return Err(Trouble::new("`--watch` does not go with `--format junit`"));
    }
    let paths = Projects::named(&args.paths)?;
    watch(&paths, output, |output| once(args, hand, output))
}

/// Tests once; says which files it looked at.
fn once(args: &TestArgs, hand: Hand, output: &mut Output) -> Result<Watched, Trouble> {
    let started = Instant::now();
    let wanted = (args.mutants)
        .then(|| mutants::Wanted::of(&args.paths))
        .transpose()?;
    let paths = wanted
        .as_ref()
        .map_or(&args.paths, |wanted| &wanted.scenarios);
    let mut gathered = Gathered::load(paths, args.filter.as_deref(), args.jobs, output)?;
    if let Some(wanted) = &wanted {
        wanted.sift(&mut gathered);
    }
    let covered = play(&mut gathered, args, output);
    compare(&mut gathered, hand)?;
    gathered.look_for_unowned()?;
    let covered = (args.coverage || args.deny_uncovered).then_some(covered);
    for (sources, diagnostics) in gathered.said() {
        output.report(&diagnostics, sources);
    }
    match output.format() {
        Format::Json => {
            output.print(&json_line(&TestReport::of(&gathered, covered.as_deref()))?);
        }
        Format::Junit => {
            // The form has no place for coverage.
            output.print(&junit::page(&gathered));
            output.aside(covered::told(covered.as_deref().unwrap_or_default()).trim());
        }
        _ => {
            let covered = covered.as_deref().unwrap_or_default();
            output.print(&match args.watch && !output.is_terminal() {
                true => tell::in_short(&gathered),
                false => tell::told(&gathered, output.drawing()) + &covered::told(covered),
            });
        }
    }
    if let Some(wanted) = &wanted {
        for (told, _) in mutants::mutate(&mut gathered, wanted, threads(args), output) {
            output.print(&told);
        }
    }
    output.took(started.elapsed());
    let uncovered = covered.is_some_and(|covered| !covered.iter().all(Covered::is_complete));
    let status = status(&gathered, args)?;
    Ok(Watched {
        status: match args.deny_uncovered && uncovered {
            true => status.max(Status::Findings),
            false => status,
        },
        files: gathered.looked_at(),
    })
}

/// Plays all that can be played, project by project; says how far the rules of each are covered.
fn play(gathered: &mut Gathered, args: &TestArgs, output: &Output) -> Vec<Covered> {
    let threads = threads(args);
    let mut covered = Vec::new();
    let mut outcomes = Vec::new();
    let ready = gathered.count(|fate| matches!(fate, Fate::Ready(_)));
    let progress = output.progress(ready as u64, "scenarios");
    for (sources, files) in gathered.by_project() {
        let ready = files.iter().flat_map(Tested::ready);
        let cases: Vec<Case<'_>> = ready
            .map(|playable| Case {
                rules: &playable.rules.ruleset,
                scenario: &playable.scenario,
            })
            .collect();
        let results = suite::play_all(&cases, threads, &Limits::DEFAULT, &|| progress.step(1));
        // Who wants a few scenarios asks nothing about rules that these do not touch.
        let named = files.iter().filter(|_| args.filter.is_none());
        let named = named.flat_map(|file| &file.rules);
        let named: Vec<&Ruleset> = named.map(|rules| &rules.ruleset).collect();
        let of = suite::coverage(&cases, &results, &named);
        covered.extend(of.into_iter().map(|of| Covered::new(of, sources)));
        outcomes.extend(results.outcomes);
    }
    progress.done();
    gathered.settle(outcomes);
    covered
}

/// On how many threads.
fn threads(args: &TestArgs) -> usize {
    let threads = args.jobs.or_else(|| thread::available_parallelism().ok());
    threads.map_or(1, NonZeroUsize::get)
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
