//! Affray beside other ways of doing the same work. `benches/peers/run` builds and runs it; it prints tables.
//!
//! Names of works behind the command choose among them; `--quick` measures for a moment only. Times are processor time, of whole commands time on
//! the wall.

mod chances;
mod commands;
mod fight;
mod harness;
mod initiative;
mod peer;
mod places;
mod stream;
mod tape;

use std::time::Duration;

use harness::{Plan, Work};
use places::Places;

/// A work's name on the command line, and how it is made ready.
type Named = (&'static str, fn(&Places) -> Vec<Work>);

const WORKS: &[Named] = &[
    ("initiative", |places| vec![initiative::work(places)]),
    ("fight", |places| {
        vec![fight::work(places), fight::on_two_cores(places)]
    }),
    ("places", |places| vec![chances::places_of_eight(places)]),
    ("duel-30", |places| vec![chances::duel(places, 30)]),
    ("duel-100", |places| vec![chances::duel(places, 100)]),
    ("duel-300", |places| vec![chances::duel(places, 300)]),
    ("states", |places| vec![chances::states(places)]),
    ("stream", |places| vec![stream::work(places)]),
    ("diff", |places| vec![commands::diff(places)]),
    ("suite", |places| vec![commands::suite(places)]),
];

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let quick = words.iter().any(|word| word == "--quick");
    let chosen = |name: &str| {
        words.iter().all(|word| word.starts_with("--")) || words.iter().any(|word| word == name)
    };
    let plan = match quick {
        true => Plan {
            rounds: 3,
            sample: Duration::from_millis(40),
            most: Duration::from_secs(1),
        },
        false => Plan {
            rounds: 15,
            sample: Duration::from_millis(200),
            most: Duration::from_secs(8),
        },
    };
    let places = Places::find();
    let mut alike = true;
    for (_, works) in WORKS.iter().filter(|(name, _)| chosen(name)) {
        for work in works(&places) {
            alike &= harness::carry_out(work, plan);
        }
    }
    if !alike {
        std::process::exit(1);
    }
}
