//! Every scenario of the project.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use affray::load::{Loader, Playable};
use affray::machine::{Answers, specialized};
use affray::run::{decisions, dice};
use affray::source::Limits;

use super::pair::{Compared, Pair};
use crate::common;

/// How many scenarios are left out because the guide does not say what happens in them.
const UNSETTLED: usize = 0;

const FOLDERS: [&str; 6] = [
    "tests/conformance",
    "tests/variants",
    "tests/procedures",
    "tests/lib",
    "tests/cases",
    "examples",
];

/// All scenarios but the few that are cases of runs without end take less.
const LIMITS: Limits = Limits {
    steps: 100_000,
    ..Limits::DEFAULT
};

/// Plays a scenario with its own dice and decisions; what it does not roll is rolled from a seed.
fn of(playable: &Playable) -> Compared {
    let scenario = &playable.scenario;
    let rules = &playable.rules.ruleset;
    let specialized = specialized(rules, scenario, Answers::OfScenario);
    Pair::new(rules, &specialized, LIMITS).compare(scenario, || {
        let dice = dice::ScriptedDice::new(scenario, Some(7));
        (dice, decisions::ScriptedDecisions::new(scenario))
    })
}

#[test]
#[ignore = "long"]
fn all_scenarios_are_played_as_the_guide_says() {
    let paths: Vec<String> = FOLDERS
        .iter()
        .flat_map(|it| common::playable_files(it))
        .collect();
    let (next, played, unsettled) = Default::default();
    let differing = Mutex::new(Vec::new());
    let work = |next: &AtomicUsize, played: &AtomicUsize, unsettled: &AtomicUsize| {
        let mut loader = Loader::new(Limits::DEFAULT);
        while let Some(path) = paths.get(next.fetch_add(1, Ordering::Relaxed)) {
            for playable in common::load(&mut loader, path).0 {
                played.fetch_add(1, Ordering::Relaxed);
                match of(&playable) {
                    Compared::Same(_) => {}
                    Compared::Unsettled => _ = unsettled.fetch_add(1, Ordering::Relaxed),
                    Compared::Differ(how) => {
                        let how = format!("{path}: {}: {how}", playable.scenario.title);
                        differing.lock().expect("no panic here").push(how);
                    }
                }
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| work(&next, &played, &unsettled));
        }
    });
    let differing = differing.into_inner().expect("no panic here");
    let (played, unsettled) = (played.into_inner(), unsettled.into_inner());
    println!("{played} scenarios, {unsettled} of them unsettled");
    assert!(
        differing.is_empty(),
        "{} of {played} differ\n\n{}",
        differing.len(),
        differing[..differing.len().min(5)].join("\n\n")
    );
    assert_eq!(unsettled, UNSETTLED, "of {played}");
    assert!(played > 1_500, "{played}");
}
