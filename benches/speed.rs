//! How long things take: reading a rule file, playing rounds, starting the program. Measures; asserts nothing about time.

mod common;

use std::collections::BTreeMap;
use std::hint::black_box;
use std::process::{Command, Stdio};

use affray::load::Loader;
use affray::machine::Machine;
use affray::source::{Limits, Sources};
use affray::syntax;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

/// A rule file of 50 KB: the bare parser, our tree of it, and everything up to the checked rules.
fn reading(criterion: &mut Criterion) {
    let text = common::rule_file(50_000);
    let file = Sources::new().add("large.affray", text.clone());
    let mut group = criterion.benchmark_group("rule file of 50 KB");
    group.throughput(Throughput::Bytes(text.len() as u64));
    group.bench_function("bare pest", |bencher| {
        bencher.iter(|| syntax::bare_pest(black_box(&text)))
    });
    group.bench_function("parse", |bencher| {
        bencher.iter(|| {
            let (tree, found) = syntax::parse(file, black_box(&text), &Limits::DEFAULT);
            assert!(found.is_empty(), "{found:?}");
            tree
        });
    });
    group.bench_function("parse and check", |bencher| {
        let mut files = BTreeMap::from([("large.affray".to_owned(), text.clone())]);
        bencher.iter(|| {
            let loaded = Loader::new(Limits::DEFAULT).load("large.affray", &mut files);
            assert!(!loaded.diagnostics.has_errors(), "{:?}", loaded.diagnostics);
            loaded
        });
    });
    group.finish();
    criterion.bench_function("study of 1,150 lines with 14 exceptions", |bencher| {
        let text = include_str!("../rules/demon_idol.affray");
        let sides = include_str!("../rules/lib/sides.affray");
        let mut files = BTreeMap::from(
            [("rules.affray", text), ("lib/sides.affray", sides)]
                .map(|(path, text)| (path.to_owned(), text.to_owned())),
        );
        let loaded = Loader::new(Limits::DEFAULT).load("rules.affray", &mut files);
        bencher.iter(|| affray::study::study(black_box(&loaded.rules[0].ruleset)));
    });
}

/// A fight of eight: one round, and eleven; a tenth of the difference is a round in the steady state.
fn playing(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("fight of eight");
    for rounds in [1, 11] {
        let fight = common::fight(rounds);
        let mut machine = Machine::new(&fight.rules.ruleset, Limits::DEFAULT);
        group.bench_function(format!("{rounds} rounds"), |bencher| {
            bencher.iter(|| common::play(&mut machine, black_box(&fight)));
        });
    }
    group.finish();
}

/// The place of each of eight with a ten-sided die, exactly, from the checked rules.
fn places(criterion: &mut Criterion) {
    let text = include_str!("../examples/eight_at_the_gate.affray");
    let mut files = BTreeMap::from([("eight.affray".to_owned(), text.to_owned())]);
    let mut loaded = Loader::new(Limits::DEFAULT).load("eight.affray", &mut files);
    let eight = loaded.scenarios.pop().expect("a scenario");
    criterion.bench_function("places of eight", |bencher| {
        bencher.iter(|| {
            let (rules, scenario) = (&eight.rules.ruleset, &eight.scenario);
            affray::odds::independence::places(rules, black_box(scenario), &Limits::DEFAULT)
        });
    });
}

/// The program from its start to its end, with a small scenario.
fn starting(criterion: &mut Criterion) {
    criterion.bench_function("affray run, cold", |bencher| {
        bencher.iter(|| {
            let mut command = Command::new(env!("CARGO_BIN_EXE_affray"));
            command.current_dir(env!("CARGO_MANIFEST_DIR"));
            let command = command
                .args(["run", "examples/halvaine.affray"])
                .stdout(Stdio::null());
            assert!(command.status().expect("the program starts").success());
        });
    });
}

criterion_group!(benches, reading, playing, places, starting);
criterion_main!(benches);
