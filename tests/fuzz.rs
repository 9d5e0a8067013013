#![cfg(feature = "lsp")]
//! What fuzzing has found stays mended, and the targets keep compiling: inputs of `tests/fuzz` through the laws that they are held to there.
//! `tests/fuzz/README.md` says how more is looked for.

use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

#[path = "fuzz/src/lib.rs"]
#[allow(dead_code)]
mod fuzz;

use fuzz::files::corpus;
use fuzz::{TARGETS, Target, mutate, seeds};

/// Panics that somebody caught count too: the server would go on after them.
static PANICS: AtomicUsize = AtomicUsize::new(0);

/// Puts inputs through their targets, and says which do not pass.
fn hold(inputs: Vec<(&'static Target, String, Vec<u8>)>) {
    let next = AtomicUsize::new(0);
    let failed = Mutex::new(Vec::new());
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        PANICS.fetch_add(1, Ordering::Relaxed);
        before(info);
    }));
    let work = || {
        while let Some((target, name, input)) = inputs.get(next.fetch_add(1, Ordering::Relaxed)) {
            let held = std::panic::catch_unwind(|| (target.run)(input));
            if held.is_err() {
                let kept =
                    Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{}_{name}", target.name));
                std::fs::write(&kept, input).expect("the input is kept");
                failed.lock().expect("no panic here").push(kept);
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(work);
        }
    });
    let failed = failed.into_inner().expect("no panic here");
    assert!(
        failed.is_empty(),
        "{} do not pass: {failed:#?}",
        failed.len()
    );
    assert_eq!(PANICS.load(Ordering::Relaxed), 0, "a panic was caught");
}

#[test]
fn what_was_found_stays_mended() {
    let found = TARGETS.iter().flat_map(|target| {
        let inputs = corpus("found", target.name);
        inputs
            .into_iter()
            .map(move |(name, input)| (target, name, input))
    });
    hold(found.collect());
}

/// With more runs, and other ones, this is fuzzing without libFuzzer: `AFFRAY_FUZZ_RUNS`, `AFFRAY_FUZZ_SEED`, and `AFFRAY_FUZZ_TARGET` for one alone.
#[test]
fn inputs_by_chance_hold() {
    let word = |name: &str| std::env::var(format!("AFFRAY_FUZZ_{name}")).ok();
    let number = |name: &str| word(name).map(|word| word.parse::<u64>().expect("a number"));
    let (runs, seed) = (number("RUNS").unwrap_or(12), number("SEED").unwrap_or(0));
    let wanted = |target: &&Target| word("TARGET").is_none_or(|name| name == target.name);
    let few = TARGETS.iter().filter(wanted).flat_map(|target| {
        let first = seeds::first(target, 2_048);
        assert!(!first.is_empty(), "{} has no inputs", target.name);
        (0..runs).map(move |run| {
            let start =
                &first[(run as usize * first.len() / runs as usize + seed as usize) % first.len()];
            let mut input = start.clone();
            for round in 0..=run % 4 {
                input = mutate::mutate(&input, target.input, seed << 32 | run << 2 | round, 4_096);
            }
            (target, format!("chance_{seed}_{run}"), input)
        })
    });
    hold(few.collect());
}
