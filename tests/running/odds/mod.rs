//! Odds: exact answers against plain enumeration, played ones against exact ones, known facts, and the answers of another program.
#![cfg(feature = "cli")]

use crate::common;

mod alike;
mod apart;
mod cli;
mod facts;
mod herd;
mod judged;
mod made;
mod merge;
mod plain;
mod played;
mod programs;
mod proof;
mod results;
mod shortcuts;
mod taken_up;
mod vectors;

use affray::diagnostic::Diagnostics;
use affray::load::{Loader, Playable};
use affray::odds::exact::{Budget, Exact, Refused, exact};
use affray::odds::simulate::OddsWatcher;
use affray::scenario::Asked;
use affray::source::Limits;

/// Nobody looks on.
struct Nobody;

impl OddsWatcher for Nobody {
    fn done(&self, _: u64) -> bool {
        true
    }
}

/// The scenarios of a case of `tests/cases/odds`; nothing is wrong with it.
fn case(name: &str) -> Vec<Playable> {
    scenarios(&format!("tests/cases/odds/{name}.affray"))
}

fn scenarios(path: &str) -> Vec<Playable> {
    let mut loader = Loader::new(Limits::DEFAULT);
    let (scenarios, diagnostics) = common::load(&mut loader, path);
    nothing_wrong(&diagnostics, &loader);
    scenarios
}

fn nothing_wrong(diagnostics: &Diagnostics, loader: &Loader) {
    let shown = common::shown(diagnostics, loader.sources());
    assert!(!diagnostics.has_errors(), "{shown}");
}

/// A scenario written here, without a file.
fn written(text: &str) -> Playable {
    let mut files = std::collections::BTreeMap::from([("case.affray".to_owned(), text.to_owned())]);
    let mut loader = Loader::new(Limits::DEFAULT);
    let mut loaded = loader.load("case.affray", &mut files);
    nothing_wrong(&loaded.diagnostics, &loader);
    loaded.scenarios.pop().expect("a scenario")
}

fn ask_exactly(playable: &Playable, asked: &Asked) -> Result<Exact, Refused> {
    let rules = &playable.rules.ruleset;
    let scenario = affray::odds::asking(&playable.scenario, asked);
    let (limits, budget) = (&Limits::DEFAULT, Budget::default());
    exact(rules, &scenario, asked, limits, budget, &Nobody)
}
