//! How likely things are.

use affray::load::Loader;
use affray::odds::exact::Budget;
use affray::odds::report::{SCHEMA_VERSION, Sheet, fingerprint};
use affray::odds::simulate::{OddsWatcher, Plan};
use affray::odds::survey::{Subject, Wish, survey};
use affray::odds::vary::{CannotVary, cases};
use affray::odds::{Method, left_to_defaults, render};
use affray::source::Limits;

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
    watcher: &dyn OddsWatcher,
) -> Result<Odds, Refusal> {
    // A loader of its own: the questions are part of what it reads.
    let mut loader = Loader::new(Limits::DEFAULT)
        .asking("of", &wish.of)
        .asking_only(title);
    let loaded = loader.load_under(path, wish.rules.as_deref(), &mut project.files);
    let sources = loader.sources();
    if loaded.diagnostics.has_errors() {
        return Err(refusal(path, &loaded.diagnostics, sources));
    }
    let picked = pick(loaded, title);
    let (playable, _) = picked.map_err(|found| refusal(path, &found, sources))?;
    let (rules, scenario) = (&playable.rules.ruleset, &playable.scenario);
    let cases = cases(rules, scenario, wish.by.as_deref(), wish.vary.as_deref());
    let cases = cases.map_err(|CannotVary(why)| Refusal::because(why))?;
    let subjects = cases.into_iter().map(|(label, scenario)| Subject {
        label,
        rules,
        scenario,
        sources,
    });
    let subjects: Vec<Subject<'_>> = subjects.collect();
    let asked = Wish {
        added: wish.of.len(),
        order: wish.order,
    };
    if asked.questions(scenario).is_empty() {
        return Err(Refusal::because("the scenario asks nothing"));
    }
    let method = method(wish);
    let limits = &Limits::DEFAULT;
    let sheet = Sheet {
        defaults: left_to_defaults(&subjects, asked, wish.seed, limits),
        schema_version: SCHEMA_VERSION,
        scenario: scenario.title.clone(),
        fingerprint: fingerprint([sources]),
        seed: wish.seed,
        questions: survey(&subjects, asked, limits, &method, watcher, &mut |_| ()),
    };
    Ok(Odds {
        text: render::human(&sheet, wish.width, false),
        csv: render::csv(&sheet),
        sheet,
    })
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
