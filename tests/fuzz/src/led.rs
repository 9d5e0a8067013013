//! libFuzzer's way into the targets; `AFFRAY_TARGET` says which. `list` lists them. With `AFFRAY_SEEDS`, the first
//! inputs of a target are written into that folder instead.
#![no_main]

use std::fs;
use std::path::PathBuf;
use std::sync::OnceLock;

use affray_fuzz::{Input, TARGETS, Target, find, mutate, seeds};
use libfuzzer_sys::{fuzz_crossover, fuzz_mutator, fuzz_target, fuzzer_mutate};

fn target() -> &'static Target {
    static TARGET: OnceLock<&Target> = OnceLock::new();
    TARGET.get_or_init(|| {
        let name = std::env::var("AFFRAY_TARGET").unwrap_or_default();
        find(&name).unwrap_or_else(|| panic!("there is no target `{name}`"))
    })
}

/// No first input is longer.
const MOST: usize = 4_096;

fn begin() {
    if std::env::var("AFFRAY_TARGET").is_ok_and(|name| name == "list") {
        TARGETS
            .iter()
            .for_each(|target| println!("{}", target.name));
        std::process::exit(0)
    }
    let Some(folder) = std::env::var_os("AFFRAY_SEEDS").map(PathBuf::from) else {
        return;
    };
    fs::create_dir_all(&folder).expect("the folder");
    for (number, input) in seeds::first(target(), MOST).into_iter().enumerate() {
        fs::write(folder.join(format!("seed-{number}")), input).expect("a file");
    }
    std::process::exit(0)
}

fuzz_target!(init: begin(), |data: &[u8]| (target().run)(data));

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    match target().input {
        // Bytes too: what no author writes is to be found as well.
        Input::Rules | Input::TwoRules if !seed.is_multiple_of(8) => put(
            data,
            mutate::mutate(&data[..size], target().input, seed.into(), max_size),
        ),
        _ => fuzzer_mutate(data, size, max_size),
    }
});

fuzz_crossover!(|one: &[u8], other: &[u8], out: &mut [u8], seed: u32| {
    let most = out.len();
    put(out, mutate::crossed(one, other, seed.into(), most))
});

fn put(data: &mut [u8], bytes: Vec<u8>) -> usize {
    data[..bytes.len()].copy_from_slice(&bytes);
    bytes.len()
}
