//! `affray odds`: how likely things are, over all that the dice of a scenario can show.

use std::collections::BTreeSet;
use std::ops::Range;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use super::args::{Format, OddsArgs, OddsVerb, PlayArgs, range};
use super::choose::{Chosen, choose_asking};
use super::interrupt;
use super::output::Output;
use super::progress::Progress;
use super::witness::witness;
use super::{Status, Trouble};
use crate::check::Checked;
use crate::diagnostic::json::JsonReport;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::load::read;
use crate::odds::exact::Budget;
use crate::odds::merge::{CannotMerge, merge};
use crate::odds::report::{self, FaultMet, How, SCHEMA_VERSION, Sheet, Table};
use crate::odds::simulate::{Plan, Watcher};
use crate::odds::vary::{CannotVary, Varied};
use crate::odds::{Answer, Method, all_places, ask, expected, render};
use crate::ruleset::KindId;
use crate::scenario::{Asked, Question, Scenario};
use crate::source::{Clean, Limits, Sources, hash};

/// What is asked in one case.
struct Case {
    label: String,
    /// By which of the rule files that were typed.
    rules_file: usize,
    rules: Arc<Checked>,
    scenario: Scenario,
    /// the place of every combatant, where all are wanted and can be found at once
    places: Vec<Answer>,
}

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
    let mut cases = Vec::new();
    let mut chosen = Vec::new();
    let rules: Vec<Option<&String>> = match args.rules.is_empty() {
        true => vec![None],
        false => args.rules.iter().map(Some).collect(),
    };
    for (rules_file, rules) in rules.iter().enumerate() {
        let play = PlayArgs {
            path: path.to_owned(),
            rules: rules.cloned(),
            scenario: args.scenario.clone(),
            seed: None,
            stdin_filename: args.stdin_filename.clone(),
        };
        let Some(one) = choose_asking(&play, &args.of, SCHEMA_VERSION, output)? else {
            return Ok(Status::Findings);
        };
        let label = rules.filter(|_| args.rules.len() > 1).cloned();
        cases.extend(varied(args, label.unwrap_or_default(), rules_file, &one)?);
        chosen.push(one);
    }
    let Some(first) = cases.first() else {
        return Err(Trouble::new("there is nothing to ask"));
    };
    let questions = questions(args, &first.scenario)?;
    let limits = output.limits().shared_by(questions.len() * cases.len());
    if args.order && method.budget.is_some() {
        for case in &mut cases {
            let (rules, scenario) = (&case.rules.ruleset, &case.scenario);
            case.places = all_places(rules, scenario, &limits);
        }
    }
    let sources = |rules_file: usize| {
        let Chosen { projects, file, .. } = &chosen[rules_file];
        projects.sources(file)
    };
    let first = &cases[0];
    let states = method.budget.map_or(0, |budget| budget.states);
    let watcher = Patient::new(output, states);
    let mut unexpected = Vec::new();
    let (mut faults, mut witnesses) = (Vec::new(), Vec::new());
    let mut tables = Vec::new();
    for (index, question) in questions.iter().enumerate() {
        let mut table = Table {
            question: question.title.clone(),
            numbers: report::is_number(question),
            place_of: report::place_of(question, &first.scenario),
            cases: Vec::new(),
        };
        for case in &cases {
            // Other rules may number other things: each case asks in its own words.
            let own = self::questions(args, &case.scenario)?;
            let question = own.get(index).unwrap_or(question);
            let (rules, scenario) = (&case.rules.ruleset, &case.scenario);
            let known = match question.of {
                Asked::Place(who) => case.places.get(who as usize).cloned(),
                _ => None,
            };
            let answer = match known {
                Some(answer) => Ok(answer),
                None => ask(rules, scenario, question, &limits, &method, &watcher),
            };
            if let Ok(answer) = &answer {
                let seed = args.seed;
                let asked = (question, case.label.as_str());
                witnesses.extend(witness(rules, scenario, asked, answer, seed, &limits));
            }
            let fault = report::fault(rules, scenario, &answer);
            if let (Some(place), true) = (own_question(question, scenario), method.budget.is_some())
            {
                let failed = expected::unexpected(scenario, place, &answer);
                unexpected.extend(failed.into_iter().map(|one| (case.rules_file, one)));
            }
            let mut shown = report::case(rules, scenario, question, case.label.clone(), answer);
            if let Some((trial, diagnostic)) = fault {
                let met = how_often(shown.found.as_ref());
                shown.fault = fault_met(trial, &diagnostic, sources(case.rules_file));
                faults.push((case.rules_file, diagnostic.remark(met)));
            }
            table.cases.push(shown);
        }
        tables.push(table);
    }
    let stopped = watcher.stopped();
    drop(watcher);
    let as_expected = unexpected.is_empty();
    faults.append(&mut unexpected);
    report(faults, sources, output);
    if let Some(stopped) = stopped {
        output.aside(&format!("affray: {stopped}"));
    }
    let sheet = Sheet {
        schema_version: SCHEMA_VERSION,
        scenario: first.scenario.title.clone(),
        fingerprint: fingerprint((0..chosen.len()).map(sources)),
        seed: args.seed,
        questions: tables,
    };
    let status = print(&sheet, output)?;
    if matches!(output.format(), Format::Human | Format::Plain) {
        witnesses.dedup();
        witnesses.iter().for_each(|told| output.print(told));
    }
    Ok(match as_expected {
        true => status,
        false => status.max(Status::Findings),
    })
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
            .map_err(|why| Trouble::new(format!("`{name}` cannot be read: {why}")))?;
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

fn fault_met(trial: Option<u64>, diagnostic: &Diagnostic, sources: &Sources) -> Option<FaultMet> {
    let mut all = Diagnostics::new();
    all.push(diagnostic.clone());
    let diagnostic = JsonReport::new(&all, sources).diagnostics.pop()?;
    Some(FaultMet { trial, diagnostic })
}

/// Shows the faults that runs met, each once.
fn report<'a>(
    faults: Vec<(usize, Diagnostic)>,
    sources: impl Fn(usize) -> &'a Sources,
    output: &mut Output,
) {
    let mut told: Vec<(usize, Diagnostic)> = Vec::new();
    for fault in faults {
        if !told.contains(&fault) {
            told.push(fault);
        }
    }
    let files: BTreeSet<usize> = told.iter().map(|(file, _)| *file).collect();
    for file in files {
        let own = told.iter().filter(|(of, _)| *of == file);
        let own: Diagnostics = own.map(|(_, fault)| fault.clone()).collect();
        output.report(&own, sources(file));
    }
}

/// A number for all texts that were read.
fn fingerprint<'a>(all: impl Iterator<Item = &'a Sources>) -> String {
    let texts = all.flat_map(|sources| sources.files().map(|file| sources.text(file)));
    let bytes = texts.flat_map(|text| text.bytes().chain([0xff]));
    format!("{:016x}", hash(bytes))
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

impl Watcher for Patient<'_> {
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

/// The cases of one rule file.
fn varied(
    args: &OddsArgs,
    label: String,
    rules_file: usize,
    chosen: &Chosen,
) -> Result<Vec<Case>, Trouble> {
    let rules = &chosen.playable.rules;
    let scenario = &chosen.playable.scenario;
    let cannot = |CannotVary(why): CannotVary| Trouble::new(Clean(&why).to_string());
    let varied = match (&args.by, &args.vary) {
        (Some(option), _) => Varied::option(&rules.ruleset, option).map_err(cannot)?,
        (None, Some(attribute)) => {
            Varied::attribute(&rules.ruleset, scenario, attribute).map_err(cannot)?
        }
        (None, None) => {
            return Ok(vec![Case {
                label,
                rules_file,
                rules: Arc::clone(rules),
                scenario: scenario.clone(),
                places: Vec::new(),
            }]);
        }
    };
    let cases = varied.cases(&rules.ruleset, scenario).into_iter();
    let labelled = cases.map(|(what, scenario)| Case {
        label: match label.as_str() {
            "" => what,
            label => format!("{label}: {what}"),
        },
        rules_file,
        rules: Arc::clone(rules),
        scenario,
        places: Vec::new(),
    });
    Ok(labelled.collect())
}

/// What is asked: what was typed, and for the whole order the place of everybody; else what the scenario asks itself.
fn questions(args: &OddsArgs, scenario: &Scenario) -> Result<Vec<Question>, Trouble> {
    let own = scenario.questions.len() - args.of.len().min(scenario.questions.len());
    let mut questions = match args.of.is_empty() && !args.order {
        true => scenario.questions.clone(),
        false => scenario.questions[own..].to_vec(),
    };
    if args.order {
        let combatants = scenario.records.get(KindId::COMBATANT.index());
        for (index, one) in combatants.into_iter().flatten().enumerate() {
            questions.push(Question {
                title: format!("place of {}", one.name),
                of: Asked::Place(index as u32),
                span: one.span,
            });
        }
    }
    match questions.is_empty() {
        true => Err(Trouble::new(
            "the scenario asks nothing; say what with `--of`, as in `--of \"place of ann\"`, or write `odds ...` in it",
        )),
        false => Ok(questions),
    }
}

fn method(args: &OddsArgs) -> Result<Method, Trouble> {
    let budget = Budget {
        states: args.states,
        ..Budget::default()
    };
    let jobs = args.jobs.map_or_else(
        || std::thread::available_parallelism().map_or(1, usize::from),
        usize::from,
    );
    let plan = Plan {
        seed: args.seed,
        trials: trials(&args.trials)?,
        jobs,
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
