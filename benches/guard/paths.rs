//! The hot paths that `benches/guard.sh` counts the instructions of, each as a small piece of work that can be done any number of times:
//!
//! `guard PATH TIMES` does it so many times; without words each is done once, which is all that `cargo test` wants to know.
//! `guard "SORT / VERB / SIZE"` does once what `benches/growth` measures.

use std::collections::BTreeMap;

use affray::load::{Loader, Playable};
use affray::machine::Machine;
use affray::odds::exact::{Budget, exact};
use affray::odds::simulate::{OddsWatcher, Plan, simulate};
use affray::run::{decisions, dice};
use affray::source::Limits;

#[path = "../common/mod.rs"]
mod common;
#[path = "../growth/families.rs"]
mod families;
#[path = "../growth/verbs.rs"]
mod verbs;

const INITIATIVE: &str = include_str!("initiative.affray");
const EXCEPTIONS: &str = include_str!("exceptions.affray");
const DUEL: &str = include_str!("duel.affray");

/// A path: its name, and what makes it ready and gives the work.
type Path = (&'static str, fn() -> Box<dyn FnMut()>);

const PATHS: [Path; 6] = [
    ("reading", || Box::new(|| _ = read(INITIATIVE))),
    ("initiative", || playing(read(INITIATIVE))),
    ("exceptions", || playing(read(EXCEPTIONS))),
    ("system", || playing(common::fight(1))),
    ("tactics", tactics),
    ("odds", odds),
];

fn main() {
    // Whoever runs all tests may hand on words that are meant for others.
    let words: Vec<String> = std::env::args().skip(1).collect();
    let chosen = words
        .first()
        .and_then(|word| PATHS.iter().find(|(name, _)| name == word));
    if let Some(mut growing) = words.first().and_then(|word| growing(word)) {
        return counted(&mut growing);
    }
    let Some((_, make)) = chosen else {
        for (_, make) in PATHS {
            make()();
        }
        return;
    };
    let mut work = make();
    let times = words.get(1).and_then(|times| times.parse().ok());
    for _ in 0..times.unwrap_or(1) {
        work();
    }
}

/// A verb on so many of one sort.
fn growing(word: &str) -> Option<impl FnMut() + use<>> {
    let [sort, verb, size] = word.split(" / ").collect::<Vec<_>>()[..] else {
        return None;
    };
    let (_, make) = families::FAMILIES.iter().find(|(name, _)| *name == sort)?;
    let (_, verb) = verbs::VERBS.iter().find(|(name, _)| *name == verb)?;
    let mut grown = verbs::Grown::new(*make, size.parse().ok()?);
    Some(move || assert!(verb(&mut grown), "it cannot be done with these"))
}

/// Only what happens in here is counted of what grows, and not how it is made ready.
#[inline(never)]
fn counted(work: &mut dyn FnMut()) {
    work();
}

fn read(text: &str) -> Playable {
    let mut files = BTreeMap::from([("guard.affray".to_owned(), text.to_owned())]);
    let mut loaded = Loader::new(Limits::DEFAULT).load("guard.affray", &mut files);
    assert!(!loaded.diagnostics.has_errors(), "{:?}", loaded.diagnostics);
    loaded.scenarios.remove(0)
}

/// What lasts as long as the program, so that work can refer to it.
fn kept(playable: Playable) -> &'static Playable {
    Box::leak(Box::new(playable))
}

/// The run of a scenario from its beginning to its end, with the memory of the run before.
fn playing(playable: Playable) -> Box<dyn FnMut()> {
    let Playable { rules, scenario } = kept(playable);
    let mut machine = Machine::new(&rules.ruleset, Limits::DEFAULT);
    Box::new(move || {
        let mut dice = dice::ScriptedDice::new(scenario, None);
        let mut decisions = decisions::ScriptedDecisions::new(scenario);
        let ending = machine.play(scenario, &mut dice, &mut decisions, None);
        assert!(ending.is_ok(), "{ending:?}");
    })
}

/// Fights that play themselves, many of them, and a question about each.
fn tactics() -> Box<dyn FnMut()> {
    let Playable { rules, scenario } = kept(read(DUEL));
    let asked = &scenario.questions[0].of;
    Box::new(move || {
        let plan = Plan {
            seed: 1,
            trials: 0..12,
            jobs: 1,
            within: None,
        };
        let counts = simulate(
            &rules.ruleset,
            scenario,
            &[asked],
            &Limits::DEFAULT,
            &plan,
            &Alone,
        );
        let [counts] = &counts[..] else { panic!() };
        assert_eq!((counts.end, counts.faults), (12, 0));
    })
}

/// All runs of a small fight.
fn odds() -> Box<dyn FnMut()> {
    let Playable { rules, scenario } = kept(read(DUEL));
    let asked = &scenario.questions[0].of;
    Box::new(move || {
        let found = exact(
            &rules.ruleset,
            scenario,
            asked,
            &Limits::DEFAULT,
            Budget::default(),
            &Alone,
        );
        assert!(found.is_ok(), "{found:?}");
    })
}

/// Nobody looks on.
struct Alone;

impl OddsWatcher for Alone {
    fn done(&self, _trials: u64) -> bool {
        true
    }
}
