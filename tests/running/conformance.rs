//! Every worked case of the documents: scenarios in the language itself, whose expectations were written from the documents.

use crate::common;

use affray::load::Loader;
use affray::source::Limits;
use affray::suite;

/// Plays every scenario below a folder; says of each that fails what came instead.
fn all_pass(folder: &str, at_least: usize) {
    let mut loader = Loader::new(Limits::DEFAULT);
    let mut failures = Vec::new();
    let mut played = 0;
    for path in common::files(folder) {
        let (scenarios, mut findings) = common::load(&mut loader, &path);
        for playable in &scenarios {
            played += 1;
            findings.extend(
                suite::play(
                    &playable.rules.ruleset,
                    &playable.scenario,
                    None,
                    &Limits::DEFAULT,
                )
                .findings,
            );
        }
        if !findings.is_empty() {
            failures.push(format!(
                "{path}\n{}",
                common::shown(&findings, loader.sources())
            ));
        }
    }
    assert!(
        failures.is_empty(),
        "{} of {played} fail\n\n{}",
        failures.len(),
        failures.join("\n")
    );
    assert!(
        played >= at_least,
        "only {played} scenarios were found below {folder}"
    );
}

#[test]
fn osric() {
    all_pass("tests/conformance/osric", 61);
}

#[test]
fn base_initiative() {
    all_pass("tests/conformance/base_initiative", 50);
}

#[test]
fn demon_idol() {
    all_pass("tests/conformance/demon_idol", 73);
}

#[test]
fn crucible_of_souls() {
    all_pass("tests/conformance/crucible_of_souls", 74);
}

#[test]
fn group_initiative() {
    all_pass("tests/conformance/group_initiative", 50);
}

/// What a newcomer runs first.
#[test]
fn examples() {
    all_pass("examples", 4);
}

/// The libraries, each brought into a game.
#[test]
fn libraries() {
    all_pass("tests/lib", 10);
}

/// What the variants change at the table.
#[test]
fn variants() {
    all_pass("tests/variants", 20);
}

/// The meaning of the language itself: the line, batches, triggers, time, on procedures made up for it.
#[test]
fn meaning() {
    all_pass("tests/cases/engine", 25);
}
