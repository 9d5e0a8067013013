//! The targets under data that is drawn by chance, for whoever has no libFuzzer. The same seed gives the same data; what fails is named by
//! the number of its run.

use std::time::Instant;

use rand::{RngExt, SeedableRng, rngs::ChaCha8Rng};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize, otherwise: u64| {
        let word = words.get(at).and_then(|word| word.parse().ok());
        word.unwrap_or(otherwise)
    };
    let name = words.first().map_or("", String::as_str);
    let Some((_, target)) = affray_fuzz::TARGETS
        .iter()
        .find(|(known, _)| *known == name)
    else {
        eprintln!("TARGET RUNS [SEED] [FIRST], where TARGET is one of bytes, mutated, edits");
        std::process::exit(2);
    };
    let (runs, seed, first) = (number(1, 1_000), number(2, 1), number(3, 0));
    for run in first..first + runs {
        let mut chance = ChaCha8Rng::seed_from_u64(seed);
        chance.set_stream(run);
        let length = chance.random_range(8..200);
        let data: Vec<u8> = (0..length).map(|_| chance.random()).collect();
        let started = Instant::now();
        let told = Told { name, seed, run };
        target(&data);
        std::mem::forget(told);
        if started.elapsed().as_secs() >= 2 {
            println!("{name} {seed} {run} took {:?}", started.elapsed());
        }
    }
    println!("{runs} runs of {name}, nothing else found");
}

/// Says which run it was when a run does not come to its end.
struct Told<'n> {
    name: &'n str,
    seed: u64,
    run: u64,
}

impl Drop for Told<'_> {
    fn drop(&mut self) {
        println!("found in: {} 1 {} {}", self.name, self.seed, self.run);
    }
}
