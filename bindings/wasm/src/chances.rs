//! How likely things are.

use affray::diagnostic::Diagnostics;
use affray::diagnostic::json::JsonReport;
use affray::load::{Loader, Playable};
use affray::odds::exact::Budget;
use affray::odds::report::{self, FaultMet, SCHEMA_VERSION, Sheet, Table};
use affray::odds::simulate::{Plan, Watcher};
use affray::odds::vary::{CannotVary, Varied};
use affray::odds::{Answer, Method, all_places, ask, render};
use affray::ruleset::KindId;
use affray::scenario::{Asked, Question, Scenario};
use affray::source::{Limits, Sources, hash};

use crate::forms::{Odds, OddsWish, Refusal};
use crate::project::{Project, pick, refusal};

impl Default for OddsWish {
    /// As `affray odds` asks.
    fn default() -> Self {
        OddsWish {
            of: Vec::new(),
            order: false,
            rules: None,
            by: None,
            vary: None,
            exact: false,
            play: false,
            trials: 20_000,
            seed: 1,
            states: 200_000,
            width: 80,
        }
    }
}

pub fn odds(
    project: &mut Project,
    path: &str,
    title: Option<&str>,
    wish: &OddsWish,
    watcher: &dyn Watcher,
) -> Result<Odds, Refusal> {
    // A loader of its own: the questions are part of what it reads.
    let mut loader = Loader::new(Limits::DEFAULT).asking(&wish.of);
    let loaded = loader.load_under(path, wish.rules.as_deref(), &mut project.files);
    let sources = loader.sources();
    if loaded.diagnostics.has_errors() {
        return Err(refusal(path, &loaded.diagnostics, sources));
    }
    let picked = pick(loaded, title);
    let (playable, _) = picked.map_err(|found| refusal(path, &found, sources))?;
    let cases = cases(&playable, wish)?;
    let asked = questions(wish, &playable.scenario)?;
    let limits = Limits::DEFAULT.shared_by(asked.len() * cases.len());
    let method = method(wish);
    let rules = &playable.rules.ruleset;
    let places: Vec<Vec<Answer>> = (cases.iter())
        .map(|(_, scenario)| match wish.order && !wish.play {
            true => all_places(rules, scenario, &limits),
            false => Vec::new(),
        })
        .collect();
    let mut tables = Vec::new();
    for question in &asked {
        let mut table = Table {
            question: question.title.clone(),
            numbers: report::is_number(question),
            place_of: report::place_of(question, &playable.scenario),
            cases: Vec::new(),
        };
        for ((label, scenario), places) in cases.iter().zip(&places) {
            let known = match question.of {
                Asked::Place(who) => places.get(who as usize).cloned(),
                _ => None,
            };
            let answer = match known {
                Some(answer) => Ok(answer),
                None => ask(rules, scenario, question, &limits, &method, watcher),
            };
            let fault = report::fault(rules, scenario, &answer);
            let mut case = report::case(rules, scenario, question, label.clone(), answer);
            case.fault = fault.and_then(|(trial, found)| {
                let found = Diagnostics::from_iter([found]);
                let diagnostic = JsonReport::new(&found, sources).diagnostics.pop()?;
                Some(FaultMet { trial, diagnostic })
            });
            table.cases.push(case);
        }
        tables.push(table);
    }
    let sheet = Sheet {
        schema_version: SCHEMA_VERSION,
        scenario: playable.scenario.title.clone(),
        fingerprint: fingerprint(sources),
        seed: wish.seed,
        questions: tables,
    };
    Ok(Odds {
        text: render::human(&sheet, wish.width, false),
        csv: render::csv(&sheet),
        sheet,
    })
}

/// The scenario with each value of what is varied.
fn cases(playable: &Playable, wish: &OddsWish) -> Result<Vec<(String, Scenario)>, Refusal> {
    let (rules, scenario) = (&playable.rules.ruleset, &playable.scenario);
    let varied = match (&wish.by, &wish.vary) {
        (Some(option), _) => Varied::option(rules, option),
        (None, Some(attribute)) => Varied::attribute(rules, scenario, attribute),
        (None, None) => return Ok(vec![(String::new(), scenario.clone())]),
    };
    let varied = varied.map_err(|CannotVary(why)| Refusal::because(why))?;
    Ok(varied.cases(rules, scenario))
}

/// What is asked: what is wished; else what the scenario asks itself.
fn questions(wish: &OddsWish, scenario: &Scenario) -> Result<Vec<Question>, Refusal> {
    let own = scenario.questions.len() - wish.of.len().min(scenario.questions.len());
    let mut questions = match wish.of.is_empty() && !wish.order {
        true => scenario.questions.clone(),
        false => scenario.questions[own..].to_vec(),
    };
    if wish.order {
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
        true => Err(Refusal::because("the scenario asks nothing")),
        false => Ok(questions),
    }
}

fn method(wish: &OddsWish) -> Method {
    let budget = Budget {
        states: wish.states,
        ..Budget::default()
    };
    let plan = Plan {
        seed: wish.seed,
        trials: 0..wish.trials.max(1),
        jobs: 1,
        within: None,
    };
    Method {
        budget: (!wish.play).then_some(budget),
        plan: (!wish.exact).then_some(plan),
    }
}

/// A number for all texts that were read.
fn fingerprint(sources: &Sources) -> String {
    let texts = sources.files().map(|file| sources.text(file));
    let bytes = texts.flat_map(|text| text.bytes().chain([0xff]));
    format!("{:016x}", hash(bytes))
}
