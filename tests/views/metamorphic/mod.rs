//! The same rules, said otherwise: with other names, in another order, laid out anew, written out, in several files. What is told of them must be
//! the same, of rules that are right and of rules that are not.
//!
//! The rules are mutants of the files of the project, by numbers: a mutant is the same whenever it is made. `AFFRAY_METAMORPHIC` says how many
//! each transformation is held to, `AFFRAY_METAMORPHIC_FROM` which is the first. 100,000 in all:
//! `AFFRAY_METAMORPHIC=20000 cargo test --release --test views metamorphic:: -- --include-ignored`.
#![cfg(feature = "cli")]

use crate::common;

mod expanding;
mod layout;
mod listing;
mod mutant;
mod renaming;
mod splitting;
mod structure;
mod told;

use std::fmt::Write;

use common::luck::Luck;
use mutant::Mutant;
use told::World;

/// Holds the telling of a world to what is told of it otherwise. An error is the smallest difference.
type Law = fn(&World, &mut Luck) -> Result<Held, String>;

/// Whether there was something to hold.
#[derive(Clone, Copy, PartialEq)]
enum Held {
    /// The rules check, and the scenario was played.
    Played,
    /// There are mistakes, and they are told alike.
    Refused,
    /// This world cannot be said otherwise in this way.
    Nothing,
}

/// How many mutants a transformation is held to in the suite, and how many differences are shown.
const MUTANTS: u64 = 400;
const SHOWN: usize = 8;

/// How often the rules of a scenario are changed until they can be played.
const TRIES: u64 = 4;

fn number(name: &str, otherwise: u64) -> u64 {
    let said = std::env::var(name).ok();
    said.and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

/// Holds a transformation, which has a name and a number, to its mutants.
fn hold(name: &str, which: u64, law: Law) {
    let from = number("AFFRAY_METAMORPHIC_FROM", 0);
    let count = number("AFFRAY_METAMORPHIC", MUTANTS);
    let (mut played, mut refused, mut differences) = (0, 0, Vec::new());
    for number in from..from + count {
        let first = Mutant::of(number.wrapping_mul(8).wrapping_add(which));
        // The same choices for each try, so that fewer changes can be tried.
        let held = |mutant: &Mutant| law(&mutant.world(), &mut Luck::of(number));
        // Of rules with mistakes nothing can be played: then with other changes, until something is.
        let luck = &mut Luck::of(number);
        let others = (1..TRIES).map(|_| first.otherwise(luck));
        for mutant in std::iter::once(first.clone()).chain(others) {
            match held(&mutant) {
                Ok(Held::Played) => {
                    played += 1;
                    break;
                }
                Ok(Held::Refused) => refused += 1,
                Ok(Held::Nothing) => {}
                Err(_) => {
                    differences.push((number, smallest(mutant, held)));
                    break;
                }
            }
        }
    }
    println!(
        "{name}: of {count} scenarios {played} played alike, and {refused} mutants refused alike"
    );
    let mut shown = String::new();
    for (number, (mutant, difference)) in differences.iter().take(SHOWN) {
        let again = format!(
            "AFFRAY_METAMORPHIC=1 AFFRAY_METAMORPHIC_FROM={number} cargo test --test views metamorphic::{name} -- --include-ignored"
        );
        let (what, again) = (mutant.shown(), format!("  {again}"));
        _ = writeln!(
            shown,
            "{name}, mutant {number}:\n{what}{difference}{again}\n"
        );
    }
    let many = differences.len();
    assert!(many == 0, "{many} differences\n{shown}");
    let enough = played * 10 >= count * 9 || count < 100;
    assert!(enough, "only {played} of {count} played");
}

/// The mutant with as few changes as still make a difference, and that difference.
fn smallest(
    mut mutant: Mutant,
    held: impl Fn(&Mutant) -> Result<Held, String>,
) -> (Mutant, String) {
    let mut edit = 0;
    while edit < mutant.edits.len() {
        let fewer = mutant.without(edit);
        match held(&fewer) {
            Err(_) => mutant = fewer,
            Ok(_) => edit += 1,
        }
    }
    let difference = held(&mutant).err().unwrap_or_default();
    (mutant, difference)
}

#[test]
#[ignore = "long"]
fn renaming() {
    hold("renaming", 0, renaming::holds);
}

#[test]
#[ignore = "long"]
fn listing() {
    hold("listing", 1, listing::holds);
}

#[test]
#[ignore = "long"]
fn layout() {
    hold("layout", 2, layout::holds);
}

#[test]
#[ignore = "long"]
fn expanding() {
    hold("expanding", 3, expanding::holds);
}

#[test]
#[ignore = "long"]
fn splitting() {
    hold("splitting", 4, splitting::holds);
}
