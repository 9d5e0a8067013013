//! `affray odds`: how likely things are, over all that the dice of a scenario can show.

use std::ops::Range;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use super::args::{Format, OddsArgs, OddsVerb, PlayArgs};
use super::choose::{Chosen, choose_asking, left};
use super::interrupt;
use super::numbers::{range, threads};
use super::output::Output;
use super::progress::Progress;
use super::projects::cannot;
use super::witness::witness;
use super::{Status, Trouble};
use crate::diagnostic::{Diagnostic, Diagnostics, Severity};
use crate::load::read;
use crate::odds::exact::Budget;
use crate::odds::merge::{CannotMerge, merge};
use crate::odds::report::{self, Case, How, SCHEMA_VERSION, Sheet};
use crate::odds::simulate::{OddsWatcher, Plan};
use crate::odds::survey::{PendingAnswer, Subject, Wish, survey};
use crate::odds::vary::{CannotVary, cases};
use crate::odds::{Method, Unused, both_come, expected, left_to_defaults, render};
use crate::scenario::{Question, Scenario};
use crate::source::{Clean, Limits, Sources, each_once};

pub(super) fn odds(args: &OddsArgs, output: &mut Output) -> Result<Status, Trouble> {
    match (&args.verb, &args.path) {
        (Some(OddsVerb::Merge { files }), _) => put_together(files, output),
        (None, Some(path)) => asked(args, path, output),
        (None, None) => Err(Trouble::new("name the file of a scenario")),
    }
}

/// Answers questions about a scenario.
fn asked(args: &OddsArgs, path: &str, output: &mut Output) -> Result<Status, Trouble> {
    let method = method(args)?;
    let Some(chosen) = chosen(args, path, output)? else {
        return Ok(Status::Findings);
    };
    // By which of the rule files that were typed each subject is played.
    let (mut subjects, mut played_by) = (Vec::new(), Vec::new());
    for (rules_file, one) in chosen.iter().enumerate() {
        let several = args.rules.get(rules_file).filter(|_| args.rules.len() > 1);
        let varied = varied(args, several.map_or("", String::as_str), one)?;
        played_by.extend(varied.iter().map(|_| rules_file));
        subjects.extend(varied);
    }
    let Some(first) = subjects.first() else {
        return Err(Trouble::new("there is nothing to ask"));
    };
    let wish = Wish {
        added: args.of.len(),
        order: args.order,
    };
    if wish.questions(&first.scenario).is_empty() {
        return Err(Trouble::new(
            "the scenario asks nothing; say what with `--of`, as in `--of \"place of ann\"`, or write `odds ...` in it",
        ));
    }
    let states = method.budget.map_or(0, |budget| budget.states);
    let watcher = Patient::new(output, states);
    let mut told = OddsRemarks::default();
    let mut hear = |heard: PendingAnswer<'_>| {
        let rules_file = played_by[heard.subject];
        told.hear(
            heard,
            &subjects,
            rules_file,
            (&method, args.seed, &watcher),
            output.limits(),
        );
    };
    let questions = survey(
        &subjects,
        wish,
        output.limits(),
        &method,
        &watcher,
        &mut hear,
    );
    for rules_file in 0..chosen.len() {
        let cases = subjects.iter().zip(&played_by);
        let cases = cases.filter(|(_, by)| **by == rules_file);
        let cases: Vec<_> = cases.map(|(subject, _)| subject).collect();
        let unused = unused(&cases, &method, output.limits(), &watcher).into_iter();
        told.unused.extend(unused.map(|one| (rules_file, one)));
    }
    let stopped = watcher.stopped();
    drop(watcher);
    let is_error = |found: &(usize, Diagnostic)| found.1.severity == Severity::Error;
    let as_expected = told.unexpected.is_empty() && !told.unused.iter().any(is_error);
    let all_sources = || chosen.iter().map(sources);
    told.faults.append(&mut told.unexpected);
    told.faults.append(&mut told.unused);
    report(told.faults, &all_sources().collect::<Vec<_>>(), output);
    if let Some(stopped) = &stopped {
        output.aside(&format!("affray: {stopped}"));
    }
    let sheet = Sheet {
        schema_version: SCHEMA_VERSION,
        scenario: subjects[0].scenario.title.clone(),
        fingerprint: report::fingerprint(all_sources()),
        seed: args.seed,
        questions,
        defaults: match stopped {
            None => left_to_defaults(&subjects, wish, args.seed, output.limits()),
            Some(_) => Vec::new(),
        },
    };
    let is_left = left(&chosen[0].playable, sources(&chosen[0]), output.limits()).is_some();
    if is_left && matches!(output.format(), Format::Human | Format::Plain) {
        output.print("The fight was left before its end; this is how it would go on if nothing else is declared or answered.\n\n");
    }
    let status = print(&sheet, output)?;
    if matches!(output.format(), Format::Human | Format::Plain) {
        if !told.given.is_empty() {
            output.print(&format!(
                "\nto leave dice to chance, take the lines out of the scenario that give them\n{}",
                told.given.concat()
            ));
        }
        told.witnesses.dedup();
        told.witnesses.iter().for_each(|told| output.print(told));
    }
    Ok(match as_expected {
        true => status,
        false => status.max(Status::Findings),
    })
}

/// The scenario by each of the rule files that were typed; nothing if it has errors by one of them, which are reported.
fn chosen(
    args: &OddsArgs,
    path: &str,
    output: &mut Output,
) -> Result<Option<Vec<Chosen>>, Trouble> {
    let rules: Vec<Option<&String>> = match args.rules.is_empty() {
        true => vec![None],
        false => args.rules.iter().map(Some).collect(),
    };
    let mut all = Vec::new();
    for rules in rules {
        let play = PlayArgs {
            path: path.to_owned(),
            rules: rules.cloned(),
            scenario: args.scenario.clone(),
            seed: None,
            stdin_filename: args.stdin_filename.clone(),
            text: None,
        };
        let Some(one) = choose_asking(&play, Some(&args.of), SCHEMA_VERSION, output)? else {
            return Ok(None);
        };
        all.push(one);
    }
    Ok(Some(all))
}

fn sources(chosen: &Chosen) -> &Sources {
    chosen.projects.sources(&chosen.file)
}

/// From how many rolls an answer may have been found at most for it to be said in how many runs both acts of an order come: two more questions are asked for
/// that, each of about the same work.
const MOST_ROLLS: usize = 20_000;

/// What is told beside the answers.
#[derive(Default)]
struct OddsRemarks {
    /// Each by the rule file that was typed.
    faults: Vec<(usize, Diagnostic)>,
    unexpected: Vec<(usize, Diagnostic)>,
    unused: Vec<(usize, Diagnostic)>,
    witnesses: Vec<String>,
    /// The lines that give all dice of a scenario, each once.
    given: Vec<String>,
}

impl OddsRemarks {
    fn hear(
        &mut self,
        heard: PendingAnswer<'_>,
        subjects: &[Subject<'_>],
        rules_file: usize,
        (method, seed, watcher): (&Method, u64, &dyn OddsWatcher),
        limits: &Limits,
    ) {
        let PendingAnswer {
            subject,
            question,
            answer,
            case,
        } = heard;
        let (rules, scenario) = (subjects[subject].rules, &subjects[subject].scenario);
        if let Ok(answer) = answer {
            let asked = (question, case.label.as_str());
            let is_small = match case.found {
                Some(How::Exact { states, .. } | How::Reckoned { states }) => states <= MOST_ROLLS,
                Some(How::Played { .. }) | None => false,
            };
            let both = is_small
                .then(|| both_come(rules, scenario, (question, answer), limits, method, watcher));
            let both = both
                .flatten()
                .map(|both| format!("\n{}: {both}\n", titled(asked.0, asked.1)));
            self.witnesses.extend(both);
            for line in given_dice(scenario, case, subjects[subject].sources) {
                if !self.given.contains(&line) {
                    self.given.push(line);
                }
            }
            (self.witnesses).extend(witness(rules, scenario, asked, answer, seed, limits));
        }
        if let (Some(place), true) = (own_question(question, scenario), method.budget.is_some()) {
            let failed = expected::unexpected(scenario, place, answer);
            (self.unexpected).extend(failed.into_iter().map(|one| (rules_file, one)));
        }
        if let Some((_, diagnostic)) = report::fault(rules, scenario, answer) {
            let met = how_often(case.found.as_ref());
            self.faults.push((rules_file, diagnostic.remark(met)));
        }
    }
}

/// A question by its title, and in which case it is asked.
fn titled(question: &Question, label: &str) -> String {
    match label {
        "" => format!("\"{}\"", Clean(&question.title)),
        label => format!("\"{}\" ({})", Clean(&question.title), Clean(label)),
    }
}

/// The lines of a scenario that give its dice, where an answer tells that nothing is left to chance.
fn given_dice(scenario: &Scenario, case: &Case, sources: &Sources) -> Vec<String> {
    if !matches!(case.found, Some(How::Exact { states: 0, .. })) {
        return Vec::new();
    }
    let lines = scenario.dice.iter().map(|roll| {
        let place = format!(
            "{}:{}",
            sources.name(roll.span.file),
            sources.line_col(roll.span).line
        );
        let text = sources.snippet(roll.span);
        format!("  {}   {}\n", Clean(&place), Clean(text))
    });
    lines.collect()
}

/// What no run uses in any case of a scenario.
fn unused(
    cases: &[&Subject<'_>],
    method: &Method,
    limits: &Limits,
    watcher: &dyn OddsWatcher,
) -> Diagnostics {
    let limits = &limits.shared_by(cases.len());
    let of = |case: &Subject<'_>| Unused::of(case.rules, &case.scenario, limits, method, watcher);
    let Some((first, others)) = cases.split_first() else {
        return Diagnostics::new();
    };
    let mut unused = of(first);
    for other in others {
        if !unused.is_empty() {
            unused.meet(&of(other));
        }
    }
    unused.told(first.rules, &first.scenario, limits)
}

/// Which of the questions of a scenario this is.
fn own_question(question: &Question, scenario: &Scenario) -> Option<usize> {
    let questions = &scenario.questions;
    questions.iter().position(|own| own == question)
}

/// Prints a sheet in the form that is wanted.
fn print(sheet: &Sheet, output: &mut Output) -> Result<Status, Trouble> {
    match output.format() {
        Format::Json => {
            let part = report::written(sheet).map_err(|error| Trouble::new(error.to_string()))?;
            output.print(&part);
        }
        Format::Csv => output.print(&render::csv(sheet)),
        Format::Svg => output.print(&render::svg(sheet)),
        format => {
            let drawn = format == Format::Human;
            output.print(&render::human(sheet, output.width(), drawn));
        }
    }
    let mut cases = sheet.questions.iter().flat_map(|table| &table.cases);
    Ok(
        match cases.all(|case| case.found.is_some() && case.fault.is_none()) {
            true => Status::Fine,
            false => Status::Findings,
        },
    )
}

/// `affray odds merge`
fn put_together(files: &[String], output: &mut Output) -> Result<Status, Trouble> {
    let mut sheets = Vec::new();
    for file in files {
        let name = Clean(file).to_string();
        let bytes = read(Path::new(file), Limits::HARD.file_bytes as u64)
            .map_err(|why| cannot(file, "read", why))?;
        let sheet = report::read(&bytes).map_err(|why| Trouble::new(format!("`{name}` {why}")))?;
        sheets.push((name, sheet));
    }
    let sheet = merge(sheets).map_err(|CannotMerge(why)| Trouble::new(why))?;
    print(&sheet, output)
}

/// How many of the runs met a fault.
fn how_often(found: Option<&How>) -> String {
    match found {
        Some(How::Played { from, to, faults }) if *faults > 0 => {
            format!("in {faults} of {} runs that were played", to - from)
        }
        Some(How::Played { from, to, .. }) => {
            format!(
                "in none of the {} runs that were played, but it can come",
                to - from
            )
        }
        _ => "some runs come to this; it is not known how many".to_owned(),
    }
}

/// Shows the faults that runs met, each once.
fn report(faults: Vec<(usize, Diagnostic)>, sources: &[&Sources], output: &mut Output) {
    let told = each_once(faults);
    for (file, sources) in sources.iter().enumerate() {
        let own = told.iter().filter(|(of, _)| *of == file);
        let own: Diagnostics = own.map(|(_, fault)| fault.clone()).collect();
        if !own.is_empty() {
            output.report(&own, sources);
        }
    }
}

/// Waits until all is followed or played, or Ctrl-C is pressed.
struct Patient<'a> {
    output: &'a Output,
    /// how far it is, at most to so many states
    bar: Mutex<Option<Progress>>,
    states: u64,
    followed: AtomicU64,
    played: AtomicU64,
    of: AtomicU64,
}

impl<'a> Patient<'a> {
    /// `states`: so many are followed at most.
    fn new(output: &'a Output, states: usize) -> Self {
        Patient {
            output,
            bar: Mutex::new(None),
            states: states as u64,
            followed: AtomicU64::new(0),
            played: AtomicU64::new(0),
            of: AtomicU64::new(0),
        }
    }

    /// What was done when Ctrl-C stopped it.
    fn stopped(&self) -> Option<String> {
        if !interrupt::pressed() {
            return None;
        }
        let [played, of, followed] =
            [&self.played, &self.of, &self.followed].map(|number| number.load(Ordering::Relaxed));
        Some(match of {
            0 => format!(
                "stopped after {followed} states; what was not followed to its end has no answer"
            ),
            _ => format!("stopped after {played} of {of} trials; what was played is counted"),
        })
    }

    /// Moves the bar; with no total, takes it away.
    fn show(&self, done: u64, total: Option<(u64, &'static str)>) {
        let Ok(mut bar) = self.bar.lock() else { return };
        match total {
            Some((total, word)) => bar
                .get_or_insert_with(|| self.output.progress(total, word))
                .reach(done),
            None => *bar = None,
        }
    }
}

impl OddsWatcher for Patient<'_> {
    fn followed(&self, states: u64) -> bool {
        interrupt::listen();
        self.followed.store(states, Ordering::Relaxed);
        self.show(states, Some((self.states, "states")));
        !interrupt::pressed()
    }

    fn begins(&self, trials: u64) {
        interrupt::listen();
        self.show(0, None);
        self.of.fetch_add(trials, Ordering::Relaxed);
    }

    fn done(&self, trials: u64) -> bool {
        let played = self.played.fetch_add(trials, Ordering::Relaxed) + trials;
        let of = self.of.load(Ordering::Relaxed);
        self.show(played, Some((of, "trials")));
        !interrupt::pressed()
    }
}

/// The scenario by one rule file, in each case.
fn varied<'a>(
    args: &OddsArgs,
    label: &str,
    chosen: &'a Chosen,
) -> Result<Vec<Subject<'a>>, Trouble> {
    let (rules, scenario) = (&chosen.playable.rules.ruleset, &chosen.playable.scenario);
    let cases = cases(rules, scenario, args.by.as_deref(), args.vary.as_deref())
        .map_err(|CannotVary(why)| Trouble::new(Clean(&why).to_string()))?;
    let subjects = cases.into_iter().map(|(what, scenario)| Subject {
        label: match (label, what.as_str()) {
            ("", _) => what,
            (label, "") => label.to_owned(),
            (label, what) => format!("{label}: {what}"),
        },
        rules,
        scenario,
        sources: sources(chosen),
    });
    Ok(subjects.collect())
}

/// How many bytes a state may take where more are allowed than usual: 256 MiB for 200,000.
const BYTES_OF_STATE: usize = (256 << 20) / 200_000;

fn method(args: &OddsArgs) -> Result<Method, Trouble> {
    let budget = Budget {
        states: args.states,
        // As many for each state as the default has.
        bytes: Budget::default()
            .bytes
            .max(args.states.saturating_mul(BYTES_OF_STATE)),
        ..Budget::default()
    };
    let plan = Plan {
        seed: args.seed,
        trials: trials(&args.trials)?,
        jobs: threads(args.jobs),
        within: args.within.as_deref().map(share).transpose()?,
    };
    Ok(Method {
        budget: (!args.play).then_some(budget),
        plan: (!args.exact).then_some(plan),
    })
}

/// `20000`, `20000..40000`
fn trials(text: &str) -> Result<Range<u64>, Trouble> {
    range(text).ok_or_else(|| {
        Trouble::new(format!(
            "`{}` is no number of trials; write `20000`, or `20000..40000` for some of them",
            Clean(text)
        ))
    })
}

/// `0.5%`, `0.005`
fn share(text: &str) -> Result<f64, Trouble> {
    let (number, unit) = match text.trim().strip_suffix('%') {
        Some(number) => (number, 100.0),
        None => (text, 1.0),
    };
    let share = number
        .trim()
        .parse::<f64>()
        .ok()
        .map(|number| number / unit);
    share
        .filter(|share| *share > 0.0 && *share < 1.0)
        .ok_or_else(|| {
            Trouble::new(format!(
                "`{}` is no share; write `0.5%` or `0.005`",
                Clean(text)
            ))
        })
}
