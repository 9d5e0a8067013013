//! `affray corpus` from outside, and the checker of `docs/corpus`, which knows nothing of Affray.
#![cfg(feature = "cli")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

use crate::common::binary::{self, Answer};
use crate::common::{root, stride};

/// The worked cases that are kept as examples.
const EXAMPLES: [&str; 2] = [
    "tests/conformance/demon_idol/DI-C01.affray",
    "tests/conformance/osric/OS-C03.affray",
];

fn affray(arguments: &[&str]) -> Answer {
    let mut command = binary::command(arguments);
    command.current_dir(root());
    binary::answer(command, "")
}

/// An empty folder of this test alone.
fn folder(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("corpus")
        .join(test);
    _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder for the test");
    folder
}

/// All files below a folder, by their paths in it.
fn texts(folder: &Path) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next).expect("a folder").flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).expect("below the folder");
                let name = name.to_string_lossy().replace('\\', "/");
                found.push((name, fs::read_to_string(&path).expect("a text")));
            }
        }
    }
    found.sort();
    found
}

fn has_python() -> bool {
    let mut python = Command::new("python3");
    let found = python.arg("--version").stdout(Stdio::null()).status();
    let is_there = found.is_ok_and(|status| status.success());
    if !is_there {
        eprintln!("there is no python3 here: the checker is not tried");
    }
    is_there
}

fn check(arguments: &[&str]) -> Output {
    let mut python = Command::new("python3");
    python
        .arg(root().join("docs/corpus/check.py"))
        .args(arguments);
    python.output().expect("python3 runs")
}

fn said(output: &Output) -> (Option<i32>, String) {
    (
        output.status.code(),
        String::from_utf8_lossy(&output.stdout).replace("\r\n", "\n"),
    )
}

#[test]
fn a_corpus_follows_its_schema_and_knows_no_order_of_paths() {
    let [one, other] = EXAMPLES;
    let printed = affray(&["corpus", one, other]).is(0).stdout;
    assert_eq!(affray(&["corpus", other, one, other]).is(0).stdout, printed);
    let schemas = affray::cli::schemas();
    let schema = schemas.iter().find(|(name, _)| name == "corpus.json");
    let schema = jsonschema::validator_for(&schema.expect("it is published").1).expect("a schema");
    let corpus: Value = serde_json::from_str(&printed).expect("JSON");
    schema.validate(&corpus).expect("it follows its schema");
    let ids = corpus["cases"]
        .as_array()
        .expect("cases")
        .iter()
        .map(|case| &case["file"]);
    assert_eq!(ids.collect::<Vec<_>>(), EXAMPLES);
}

/// A program is told which mistakes there are, as data that follows the schema.
#[test]
fn mistakes_are_data() {
    let file = "tests/cases/beginners/a_combatant_has.affray";
    let printed = affray(&["corpus", file, "--format", "json"]).is(1).stdout;
    let told: Value = serde_json::from_str(&printed).expect("JSON");
    assert_eq!(told["diagnostics"][0]["severity"], "error", "{told}");
    let schemas = affray::cli::schemas();
    let schema = schemas.iter().find(|(name, _)| name == "corpus.json");
    let schema = jsonschema::validator_for(&schema.expect("it is published").1).expect("a schema");
    schema.validate(&told).expect("it follows its schema");
}

/// `affray corpus CASE --out docs/corpus/examples --force`, for each of the cases, writes them anew.
#[test]
fn the_examples_are_current() {
    let out = folder("examples");
    let at = out.to_string_lossy();
    let typed = [&["corpus"], &EXAMPLES[..], &["--out", &at]].concat();
    affray(&typed).is(0);
    assert_eq!(texts(&out), texts(&root().join("docs/corpus/examples")));
    let again = affray(&typed).is(2);
    assert!(
        again.stderr.contains("cannot be written"),
        "{}",
        again.stderr
    );
    affray(&[&typed[..], &["--force"]].concat()).is(0);
}

#[test]
fn what_does_not_come_as_expected_is_refused() {
    let at = folder("refused");
    fs::write(at.join("affray.toml"), "").expect("the mark of a project");
    let text = fs::read_to_string(root().join("examples/tour/1_blows.affray")).expect("an example");
    let scenario = text.find("scenario").expect("a scenario");
    let wrong = text.replacen(
        "\nscenario",
        "\n\nscenario \"wrong\" {\n  side a { ann { hp 5 } }\n  expect over\n}\n\nscenario",
        1,
    );
    assert!(scenario > 0 && wrong != text);
    fs::write(at.join("wrong.affray"), wrong).expect("a file");
    let path = at.join("wrong.affray");
    let answer = affray(&[
        "corpus",
        &path.to_string_lossy(),
        "--out",
        &at.join("out").to_string_lossy(),
    ])
    .is(1);
    assert!(
        answer.stderr.contains("this did not come as expected"),
        "{}",
        answer.stderr
    );
    assert!(answer.stdout.is_empty() && !at.join("out").exists());
    let nothing = affray(&["corpus", "rules/lib/cards.affray"]).is(2);
    assert!(nothing.stderr.contains("no scenario"), "{}", nothing.stderr);
}

/// The worked cases are coherent by a program that shares nothing with this one: those of one system, unless the whole is asked for.
#[test]
#[ignore = "long"]
fn all_worked_cases_are_coherent() {
    if !has_python() {
        return;
    }
    let (cases, least) = match stride() {
        1 => ("tests/conformance", 2_000),
        _ => ("tests/conformance/demon_idol", 300),
    };
    let at = folder("all").join("all.json");
    let printed = affray(&["corpus", cases]).is(0).stdout;
    fs::write(&at, &printed).expect("a file");
    let (status, text) = said(&check(&[&at.to_string_lossy()]));
    assert_eq!(status, Some(0), "{text}");
    let count = text
        .split(' ')
        .next()
        .and_then(|count| count.parse::<usize>().ok());
    assert!(count > Some(least), "{text}");
}

/// The example with one thing changed, and what the checker says of it.
fn checked(at: &Path, change: impl FnOnce(&mut Value)) -> (Option<i32>, String) {
    let mut case = example();
    change(&mut case);
    let path = at.join("case.json");
    fs::write(&path, case.to_string()).expect("a file");
    said(&check(&[&path.to_string_lossy()]))
}

fn example() -> Value {
    let all = texts(&root().join("docs/corpus/examples"));
    let (_, text) = all
        .iter()
        .find(|(name, _)| name.contains("os-c03"))
        .expect("the example");
    serde_json::from_str(text).expect("JSON")
}

#[test]
fn what_is_planted_in_a_case_is_found() {
    if !has_python() {
        return;
    }
    let at = folder("planted");
    type Change = fn(&mut Value);
    let planted: [(Change, &str); 12] = [
        (
            |case| case["inputs"][0]["faces"] = json!([7]),
            "shows 7 on a die with 6 sides",
        ),
        (
            |case| case["inputs"][0]["total"] = json!(3),
            "comes to 1, and 3 is said",
        ),
        (
            |case| case["inputs"][0]["count"] = json!(2),
            "shows 1 faces of 2 dice",
        ),
        (
            |case| case["order"][1]["batch"] = json!(3),
            "batch 2 of the list has the number 3",
        ),
        (
            |case| case["order"][1]["acts"][0]["place"] = json!(3),
            "place 2 of the order has the number 3",
        ),
        (
            |case| case["order"][1]["at"][0]["number"] = json!(0),
            "comes after a later moment",
        ),
        (
            |case| case["order"][0]["acts"][0]["actor"] = json!("slow"),
            "is of act 0, which is quick attacks orc",
        ),
        (
            |case| case["reasons"][0]["together"] = json!(true),
            "are not in one batch",
        ),
        (
            |case| case["acts"][2]["declared"] = json!(false),
            "among the declarations",
        ),
        (
            |case| case["records"][3]["end"]["hp"] = json!(4),
            "hp of orc is 4 at the end, and its changes lead to 3",
        ),
        (
            |case| case["changes"][0]["old"] = json!(17),
            "and a change says 17",
        ),
        (|case| case["order"] = json!(null), "`order` is no list"),
    ];
    assert_eq!(
        checked(&at, |_| {}),
        (Some(0), "1 cases, 0 not coherent\n".to_owned())
    );
    for (change, words) in planted {
        let (status, text) = checked(&at, change);
        assert_eq!(status, Some(1), "{words}: {text}");
        assert!(text.contains(words), "{words}: {text}");
    }
    let (status, _) = checked(&at, |case| case["schema_version"] = json!(2));
    assert_eq!(status, Some(2));
}

#[test]
fn answers_are_held_against_a_case() {
    if !has_python() {
        return;
    }
    let at = folder("answers");
    let case = example();
    let (path, answers) = (at.join("case.json"), at.join("answers.json"));
    fs::write(&path, case.to_string()).expect("a file");
    let (path, answers) = (path.to_string_lossy(), answers.to_string_lossy());
    let compare = |answer: Value, more: &[&str]| {
        let mut answer = answer;
        answer["id"] = case["id"].clone();
        let document = json!({ "schema_version": 1, "answers": [answer] });
        fs::write(&*answers, document.to_string()).expect("a file");
        said(&check(&[&[&*path, "--answers", &answers], more].concat()))
    };
    let right = json!([
        { "at": [["surprise_segment", 1]], "batches": [["quick attacks orc"]] },
        { "at": [["surprise_segment", 2]], "batches": [["quick attacks orc", { "actor": "orc", "action": "attack" }]] },
    ]);
    let agreed = (
        Some(0),
        "1 cases, 1 answered, 0 with differences\n".to_owned(),
    );
    let hp = json!({ "orc": { "hp": 3 }, "quick": { "hp": 3 } });
    assert_eq!(compare(json!({ "order": right, "end": hp }), &[]), agreed);
    let whole = json!([{ "at": [], "batches": [["quick attacks orc"], ["orc attacks quick", "quick attacks orc"]] }]);
    assert_eq!(compare(json!({ "order": whole }), &[]), agreed);
    let named = json!([{ "at": [["surprise_segment", 2]], "batches": [["orc attacks quick"]] }]);
    assert_eq!(compare(json!({ "order": named }), &["--named"]), agreed);
    let parted = json!([{ "at": [["surprise_segment", 2]], "batches": [["orc attacks quick"], ["quick attacks orc"]] }]);
    let wrong = [
        (
            json!({ "order": parted }),
            "comes as number 1, and the answer has orc attacks quick\n",
        ),
        (
            json!({ "order": named }),
            "nothing is answered for surprise segment 1",
        ),
        (
            json!({ "order": [{ "at": [], "batches": [["quick attacks orc"]] }] }),
            "and the answer has nothing more",
        ),
        (
            json!({ "end": { "orc": { "hp": 4 } } }),
            "hp of orc is 3 at the end, and the answer has 4",
        ),
        (
            json!({ "end": { "orc": { "health": 4 } } }),
            "orc has no health",
        ),
        (
            json!({ "end": { "ogre": { "hp": 4 } } }),
            "there is no ogre",
        ),
    ];
    for (answer, words) in wrong {
        let (status, text) = compare(answer, &[]);
        assert_eq!(status, Some(1), "{words}: {text}");
        assert!(text.contains(words), "{words}: {text}");
    }
    for answer in [
        json!({ "order": [[]] }),
        json!({ "hp": 3 }),
        json!({ "order": [{ "at": [], "batches": [[]] }] }),
    ] {
        assert_eq!(compare(answer, &[]).0, Some(2));
    }
}
