//! `affray test` from outside: what it plays, what it prints in each form, and its statuses.
#![cfg(feature = "cli")]

use std::path::{Path, PathBuf};
use std::process::Command;

/// What a call of the binary gave.
struct Answer {
    status: Option<i32>,
    stdout: String,
    stderr: String,
}

/// The folder of small projects, each with rules and scenarios of its own.
fn cases() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/suite")
}

/// Calls `affray test` in one of these projects.
fn test(project: &str, arguments: &[&str]) -> Answer {
    let mut command = Command::new(env!("CARGO_BIN_EXE_affray"));
    command
        .current_dir(cases().join(project))
        .arg("test")
        .args(arguments);
    for name in ["NO_COLOR", "CLICOLOR_FORCE", "NO_GRAPHICS", "AFFRAY_FORMAT"] {
        command.env_remove(name);
    }
    command.env("TERM", "xterm").env("LC_ALL", "C.UTF-8");
    let output = command.env("COLUMNS", "80").output().expect("it starts");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    Answer {
        status: output.status.code(),
        stdout: text(output.stdout),
        stderr: text(output.stderr),
    }
}

/// An answer as a snapshot has it: the time that it took is left out.
fn shown(answer: &Answer) -> String {
    let is_time = |line: &str| {
        line.strip_suffix(" s")
            .is_some_and(|number| number.parse::<f64>().is_ok())
    };
    let stderr: Vec<&str> = answer
        .stderr
        .lines()
        .filter(|line| !is_time(line))
        .collect();
    format!(
        "status {:?}\n--- standard output\n{}--- standard error\n{}\n",
        answer.status.unwrap_or(-1),
        answer.stdout,
        stderr.join("\n")
    )
}

fn snapshot(name: &str, answer: &Answer) {
    insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!(format!("suite__{name}"), shown(answer));
    });
}

#[test]
fn what_passes_fails_and_cannot_be_played_is_told() {
    for form in ["human", "plain", "json", "junit"] {
        snapshot(
            &format!("mixed_{form}"),
            &test("mixed", &["--format", form]),
        );
    }
}

#[test]
fn all_that_passes_is_quiet() {
    snapshot("one_file", &test("mixed", &["duel.affray"]));
    snapshot("filter", &test("mixed", &["--filter", "slower"]));
    snapshot("filter_of_paths", &test("mixed", &["--filter", "more/"]));
    let nothing = test("mixed", &["--filter", "no such title", "duel.affray"]);
    assert_eq!((nothing.status, nothing.stdout.as_str()), (Some(2), ""));
    assert!(nothing.stderr.contains("no scenario has `no such title`"));
}

#[test]
fn nothing_to_play_is_trouble() {
    let rules = test("mixed", &["lib"]);
    assert_eq!((rules.status, rules.stdout.as_str()), (Some(2), ""));
    assert!(rules.stderr.contains("there is no scenario"));
    assert_eq!(test("mixed", &["nowhere"]).status, Some(2));
    assert_eq!(test("mixed", &["--jobs", "0"]).status, Some(2));
    assert_eq!(test("mixed", &["--exit-zero"]).status, Some(0));
}

#[test]
fn the_answer_is_the_same_on_any_number_of_threads() {
    for form in ["human", "plain", "json", "junit"] {
        let all: Vec<String> = ["1", "2", "7"]
            .iter()
            .map(|jobs| shown(&test("mixed", &["--format", form, "--jobs", jobs])))
            .collect();
        assert!(all.iter().all(|one| *one == all[0]), "{form}");
    }
}

#[test]
fn answers_for_programs_follow_their_form() {
    let json: serde_json::Value =
        serde_json::from_str(&test("mixed", &["--format", "json"]).stdout).expect("JSON");
    let schemas = affray::cli::schemas();
    let schema = schemas.iter().find(|(name, _)| *name == "test.json");
    assert!(jsonschema::is_valid(&schema.expect("its schema").1, &json));
    assert_eq!(json["summary"]["fail"], 1);
}
