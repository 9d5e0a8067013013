//! `affray odds`: how likely things are, over all that the dice of a scenario can show.

use std::ops::Range;

use super::args::{Format, OddsArgs, PlayArgs};
use super::choose::{Chosen, choose_asking};
use super::output::{Output, json_line};
use super::{Status, Trouble};
use crate::check::Checked;
use crate::odds::exact::Budget;
use crate::odds::sheet::{self, SCHEMA_VERSION, Sheet, Table};
use crate::odds::simulate::{Plan, Watcher};
use crate::odds::vary::{CannotVary, Varied};
use crate::odds::{Method, ask, show};
use crate::ruleset::KindId;
use crate::scenario::{Asked, Question, Scenario};
use crate::source::{Clean, Limits};
use std::sync::Arc;

/// What is asked in one case.
struct Case {
    label: String,
    rules: Arc<Checked>,
    scenario: Scenario,
}

pub(super) fn odds(args: &OddsArgs, output: &mut Output) -> Result<Status, Trouble> {
    let method = method(args)?;
    let mut cases = Vec::new();
    let rules: Vec<Option<&String>> = match args.rules.is_empty() {
        true => vec![None],
        false => args.rules.iter().map(Some).collect(),
    };
    for rules in &rules {
        let play = PlayArgs {
            path: args.path.clone(),
            rules: rules.cloned(),
            scenario: args.scenario.clone(),
            seed: None,
            stdin_filename: args.stdin_filename.clone(),
        };
        let Some(Chosen { playable, .. }) = choose_asking(&play, &args.of, output)? else {
            return Ok(Status::Findings);
        };
        let label = rules.filter(|_| args.rules.len() > 1).cloned();
        cases.extend(varied(
            args,
            label.unwrap_or_default(),
            playable.rules,
            playable.scenario,
        )?);
    }
    let Some(first) = cases.first() else {
        return Err(Trouble::new("there is nothing to ask"));
    };
    let questions = questions(args, &first.scenario)?;
    let title = first.scenario.title.clone();
    let mut tables = Vec::new();
    for (index, question) in questions.iter().enumerate() {
        let mut table = Table {
            question: question.title.clone(),
            numbers: sheet::is_number(question),
            cases: Vec::new(),
        };
        for case in &cases {
            // Other rules may number other things: each case asks in its own words.
            let own = self::questions(args, &case.scenario)?;
            let question = own.get(index).unwrap_or(question);
            let rules = &case.rules.ruleset;
            let answer = ask(
                rules,
                &case.scenario,
                question,
                &Limits::DEFAULT,
                &method,
                &Patient,
            );
            let label = case.label.clone();
            let shown = sheet::case(rules, &case.scenario, question, label, answer);
            table.cases.push(shown);
        }
        tables.push(table);
    }
    let sheet = Sheet {
        schema_version: SCHEMA_VERSION,
        scenario: title,
        seed: args.seed,
        questions: tables,
    };
    match output.format() {
        Format::Json => output.print(&json_line(&sheet)?),
        Format::Csv => output.print(&show::csv(&sheet)),
        Format::Svg => output.print(&show::svg(&sheet)),
        format => {
            let drawn = format == Format::Human;
            output.print(&show::human(&sheet, output.width(), drawn));
        }
    }
    let answered = |table: &Table| table.cases.iter().all(|case| case.found.is_some());
    Ok(match sheet.questions.iter().all(answered) {
        true => Status::Fine,
        false => Status::Findings,
    })
}

/// Waits to the end.
struct Patient;

impl Watcher for Patient {
    fn done(&self, _: u64) -> bool {
        true
    }
}

/// The cases of one rule file.
fn varied(
    args: &OddsArgs,
    label: String,
    rules: Arc<Checked>,
    scenario: Scenario,
) -> Result<Vec<Case>, Trouble> {
    let cannot = |CannotVary(why): CannotVary| Trouble::new(Clean(&why).to_string());
    let varied = match (&args.by, &args.vary) {
        (Some(option), _) => Varied::option(&rules.ruleset, option).map_err(cannot)?,
        (None, Some(attribute)) => {
            Varied::attribute(&rules.ruleset, &scenario, attribute).map_err(cannot)?
        }
        (None, None) => {
            return Ok(vec![Case {
                label,
                rules,
                scenario,
            }]);
        }
    };
    let cases = varied.cases(&rules.ruleset, &scenario).into_iter();
    let labelled = cases.map(|(what, scenario)| Case {
        label: match label.as_str() {
            "" => what,
            label => format!("{label}: {what}"),
        },
        rules: Arc::clone(&rules),
        scenario,
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
    let number = |text: &str| text.trim().replace('_', "").parse::<u64>().ok();
    let range = match text.split_once("..") {
        Some((from, to)) => number(from).zip(number(to)),
        None => number(text).map(|to| (0, to)),
    };
    range
        .filter(|(from, to)| from < to)
        .map(|(from, to)| from..to)
        .ok_or_else(|| {
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
