//! The examples of `affray explain`: each wrong one gets its code from the real pipeline, each right one gets nothing.

use std::collections::BTreeMap;

use affray::diagnostic::{Code, Diagnostics, RenderStyle, render};
use affray::load::Loader;
use affray::source::{Limits, Sources};
use affray::suite;

/// Codes that no text can show: bytes that are no text, files that are too large or empty, what a second file says, and what needs more than a few lines.
const WITHOUT_EXAMPLE: &[Code] = &[
    Code::NotUtf8,
    Code::FileTooLarge,
    Code::EmptyFile,
    Code::ConfusableName,
    Code::ContradictingSettings,
    Code::SnapshotChanged,
    Code::SnapshotMissing,
    Code::SnapshotUnowned,
    Code::TooManyActs,
];

/// Checks a text, studies it where that is asked, and plays its scenarios.
fn look(example: &str, studies: bool) -> (Diagnostics, Sources) {
    let whole = example.starts_with("rules") || example.starts_with("scenario");
    let text = if whole {
        example.to_owned()
    } else {
        format!("rules example {{\n{example}\n}}\n")
    };
    let mut files = BTreeMap::from([
        ("examples/example.affray".to_owned(), text),
        (
            "examples/duel.affray".to_owned(),
            include_str!("../examples/duel.affray").to_owned(),
        ),
        (
            "examples/duel_base.affray".to_owned(),
            "rules duel_base {}".to_owned(),
        ),
        (
            "examples/ties.affray".to_owned(),
            "rules ties { option tie: together | apart = together  let at_once: yes/no = tie is together }".to_owned(),
        ),
        (
            "examples/lib/common.affray".to_owned(),
            "rules common {}".to_owned(),
        ),
    ]);
    let mut loader = Loader::new(Limits::DEFAULT);
    if studies {
        loader = loader.studying();
    }
    let mut loaded = loader.load("examples/example.affray", &mut files);
    if !loaded.diagnostics.has_errors() {
        for one in &loaded.scenarios {
            let played = suite::play(&one.rules.ruleset, &one.scenario, None, &Limits::DEFAULT);
            loaded.diagnostics.extend(played.findings);
        }
    }
    (loaded.diagnostics, loader.sources().clone())
}

#[test]
fn wrong_examples_get_their_code_and_right_ones_nothing() {
    let mut failures = String::new();
    for &code in Code::ALL {
        if WITHOUT_EXAMPLE.contains(&code) {
            assert!(
                code.wrong().is_empty(),
                "{code} has an example: take it off the list"
            );
            continue;
        }
        let studies = code.can_be_allowed() || code == Code::IdleAllow;
        let (wrong, sources) = look(code.wrong(), studies);
        if !wrong.iter().any(|one| one.code == code) {
            let shown = render(&wrong, &sources, &RenderStyle::default());
            failures += &format!("\n{code} is not found in\n{}\n{shown}", code.wrong());
        }
        let (right, sources) = look(code.right(), studies);
        if !right.is_empty() {
            let shown = render(&right, &sources, &RenderStyle::default());
            failures += &format!(
                "\n{code}: the right example is wrong\n{}\n{shown}",
                code.right()
            );
        }
    }
    assert!(failures.is_empty(), "{failures}");
}
