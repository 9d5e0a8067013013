//! `affray test`: plays all scenarios below the named paths, and says which do not come as expected.
//!
//! `gather` loads, `compare` looks at snapshots, `mutants` changes rule files, `tell`, `kept`, `covered` and `unnoticed` answer people, `report` answers programs, `junit` build servers. What passes and what is covered is
//! for `suite` to say.

mod compare;
mod covered;
mod gather;
mod junit;
mod kept;
mod mutants;
mod render;
mod report;
mod unnoticed;

use std::time::Instant;

pub use report::{
    JsonCoverage, JsonGap, JsonOutcome, JsonScenario, JsonState, JsonStatements, JsonSummary,
    JsonVerdict, SCHEMA_VERSION, TestReport,
};

pub use unnoticed::{JsonChanged, JsonChangedItem, JsonShare, JsonUnnoticed};

pub(super) use gather::{Gathered, Tested};

use super::args::{Format, TestArgs};
use super::choose::left;
use super::numbers::threads;
use super::output::{Output, json_line};
use super::projects::Projects;
use super::save::can_save;
use super::watch::{WatchOutcome, watch};
use super::{Status, Trouble, interrupt};
use crate::diagnostic::Diagnostics;
use crate::load::Playable;
use crate::odds::exact::Budget;
use crate::odds::{Method, Unused, expected};
use crate::ruleset::Ruleset;
use crate::source::Clean;
use crate::suite::{self, ScenarioOutcome, SuiteCase};
use compare::{Hand, compare};
use covered::ShownCoverage;
use gather::ScenarioFate;
use mutants::{MutantOutcomes, MutantSources};

pub(super) fn test(args: &TestArgs, output: &mut Output) -> Result<Status, Trouble> {
    let hand = Hand::new(args.accept)?;
    can_save(args.save.as_ref())?;
    if !args.watch {
        return Ok(once(args, hand, output)?.status);
    }
    let form = match output.format() {
        Format::Junit => Some("junit"),
        Format::Github => Some("github"),
        _ => None,
    };
    if let Some(form) = form {
        let why = format!("`--watch` does not go with `--format {form}`");
        return Err(Trouble::new(why));
    }
    let paths = Projects::named(&args.paths)?;
    watch(&paths, output, |output| once(args, hand, output))
}

/// Tests once; says which files it looked at.
fn once(args: &TestArgs, hand: Hand, output: &mut Output) -> Result<WatchOutcome, Trouble> {
    let started = Instant::now();
    let wanted = MutantSources::from_args(args)?;
    let paths = (wanted.as_ref()).map_or(&args.paths, |wanted| &wanted.scenarios);
    let mut gathered = Gathered::load(paths, args.filter.as_deref(), args.jobs, output)?;
    if let Some(wanted) = &wanted {
        wanted.sift(&mut gathered);
    }
    let covered = play(&mut gathered, args, output);
    compare(&mut gathered, hand)?;
    gathered.look_for_unowned()?;
    let changed = wanted.map(|wanted| change(&mut gathered, &wanted, args, output));
    let changed = changed.transpose()?;
    let covered = (args.coverage || args.deny_uncovered).then_some(covered);
    for (sources, diagnostics) in gathered.said() {
        output.report(&diagnostics, sources);
    }
    let (covered, changed) = (covered.as_deref(), changed.as_deref());
    let rules = || {
        let covered = covered::render(covered.unwrap_or_default(), changed);
        covered + &unnoticed::render(&gathered, changed.unwrap_or_default(), output.drawing())
    };
    match output.format() {
        Format::Json => {
            let report = TestReport::new(&gathered, covered, changed);
            output.print(&json_line(&report)?);
        }
        Format::Github => {
            let told = gathered.commands() + &render::render_short(&gathered) + &rules();
            output.print(&told);
        }
        Format::Junit => {
            // The form has no place for what is said of rules.
            let rules = rules();
            output.print(&junit::page(&gathered));
            output.aside(rules.trim());
        }
        _ => {
            let told = match args.watch && !output.is_terminal() {
                true => render::render_short(&gathered),
                false => render::render(&gathered, output.drawing()) + &rules(),
            };
            output.print(&told);
        }
    }
    output.took(started.elapsed());
    let uncovered = covered.is_some_and(|covered| !covered.iter().all(ShownCoverage::is_complete));
    let too_few = match (args.min_caught, changed) {
        (Some(least), Some(changed)) => {
            let unplayed = changed.iter().any(|changed| changed.of.scenarios == 0);
            unplayed || JsonShare::of_all(changed).is_below(least)
        }
        _ => false,
    };
    let status = status(&gathered, args)?;
    Ok(WatchOutcome {
        status: match args.deny_uncovered && uncovered || too_few {
            true => status.max(Status::Findings),
            false => status,
        },
        files: gathered.looked_at(),
    })
}

/// Changes the rule files, and looks for scenarios that would notice, as far as that is wanted.
fn change(
    gathered: &mut Gathered,
    wanted: &MutantSources,
    args: &TestArgs,
    output: &mut Output,
) -> Result<Vec<MutantOutcomes>, Trouble> {
    let mut all = mutants::mutate(gathered, wanted, threads(args.jobs), output)?;
    if let Some(most) = args.propose {
        mutants::look_for_scenarios(gathered, &mut all, most, output);
    }
    if let Some(file) = &args.save {
        mutants::save(gathered, &all, file)?;
    }
    if interrupt::pressed() {
        output.aside("stopped by Ctrl-C: what was known by then is told");
    }
    Ok(all)
}

/// Plays all that can be played, project by project; says how far the rules of each are covered.
fn play(gathered: &mut Gathered, args: &TestArgs, output: &mut Output) -> Vec<ShownCoverage> {
    let threads = threads(args.jobs);
    let mut covered = Vec::new();
    let (mut outcomes, mut unfinished) = (Vec::new(), Vec::new());
    let ready = gathered.count(|fate| matches!(fate, ScenarioFate::Ready(_)));
    let progress = output.progress(ready as u64, "scenarios");
    for (sources, files) in gathered.by_project() {
        let ready: Vec<&Playable> = files.iter().flat_map(Tested::ready).collect();
        let cases: Vec<SuiteCase<'_>> = (ready.iter())
            .map(|playable| SuiteCase {
                rules: &playable.rules.ruleset,
                scenario: &playable.scenario,
            })
            .collect();
        let results = suite::play_all(&cases, threads, output.limits(), &|| progress.step(1));
        // Who wants a few scenarios asks nothing about rules that these do not touch.
        let named = files.iter().filter(|_| args.filter.is_none());
        let named = named.flat_map(|file| &file.rules);
        let named: Vec<&Ruleset> = named.map(|rules| &rules.ruleset).collect();
        let of = suite::coverage(&cases, &results, &named);
        covered.extend(of.into_iter().map(|of| ShownCoverage::new(of, sources)));
        let mut played = results.outcomes;
        for ((case, playable), outcome) in cases.iter().zip(ready).zip(&mut played) {
            // What people do next is not known.
            if left(playable, sources, output.limits()).is_some() {
                unfinished.push(case.scenario.title.clone());
                *outcome = ScenarioOutcome {
                    ending: None,
                    fault: None,
                    findings: Diagnostics::new(),
                    transcript: None,
                };
                continue;
            }
            outcome.findings.extend(chances(case, output));
            // An open die has stopped the run that was played; nothing is known of what comes later.
            if outcome.ending.is_none() && outcome.passes() {
                outcome.findings.extend(unused(case, output));
            }
        }
        outcomes.extend(played);
    }
    progress.done();
    for title in unfinished {
        output.aside(&format!(
            "affray: the fight `{}` was left before its end, and is not judged",
            Clean(&title)
        ));
    }
    gathered.settle(outcomes);
    covered
}

/// How chances are found: exactly, or not at all.
fn exactly() -> Method {
    Method {
        budget: Some(Budget::default()),
        plan: None,
    }
}

/// What a scenario expects of chances and did not find.
fn chances(case: &SuiteCase<'_>, output: &Output) -> Diagnostics {
    expected::judge(case.rules, case.scenario, output.limits(), &exactly(), &())
}

/// What no run of a scenario uses of what it gives.
fn unused(case: &SuiteCase<'_>, output: &Output) -> Diagnostics {
    let (rules, scenario, limits) = (case.rules, case.scenario, output.limits());
    let unused = Unused::of(rules, scenario, limits, &exactly(), &());
    unused.told(rules, scenario, limits)
}

/// What the whole of it comes to. What is wrong with files and runs has been reported, and counts besides.
fn status(gathered: &Gathered, args: &TestArgs) -> Result<Status, Trouble> {
    let readable = gathered.files.iter().all(|file| file.readable);
    if gathered.count(|_| true) > 0 || !readable {
        return Ok(match (readable, gathered.count(ScenarioFate::fails)) {
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
