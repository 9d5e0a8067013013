//! `affray test` from outside: what it plays, what it prints in each form, and its statuses.
#![cfg(feature = "cli")]

use crate::common;

use std::path::{Path, PathBuf};

use common::binary::{self, Answer, answer};

/// The folder of small projects, each with rules and scenarios of its own.
fn cases() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/suite")
}

/// Calls `affray test` in one of these projects.
fn test(project: &str, arguments: &[&str]) -> Answer {
    let mut typed = vec!["test"];
    typed.extend(arguments);
    let mut command = binary::command(&typed);
    command
        .current_dir(cases().join(project))
        .env("COLUMNS", "80");
    answer(command, "")
}

fn snapshot(name: &str, answer: &Answer) {
    insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!(format!("suite__{name}"), answer.shown());
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

/// A scenario that only asks for odds may leave dice open; one that expects something of a run may not.
#[test]
fn open_dice_are_no_failure_where_odds_are_asked() {
    snapshot("odds_open", &test("odds", &["open.affray"]));
}

/// One of the runs of a scenario that only asks for odds is played: an error that stops it is told.
#[test]
fn errors_of_runs_whose_dice_are_open_are_told() {
    snapshot("odds_endless", &test("odds", &["endless_runs.affray"]));
}

/// What is expected of chances is judged by exact answers; where there is none, the test fails and says why.
#[test]
fn chances_are_tested() {
    snapshot("odds_expected", &test("odds", &["expected.affray"]));
}

/// What no run takes up is told where dice are open: by `test`, and by `odds` beside the answers. What some run takes up is in order.
#[test]
fn what_no_run_takes_up_is_told() {
    snapshot("odds_unused", &test("odds", &["unused.affray"]));
    let odds = |more: &[&str]| {
        let typed = ["odds", "unused.affray", "--format", "plain", "--scenario"];
        let mut command = binary::command(&[&typed, more].concat());
        command
            .current_dir(cases().join("odds"))
            .env("COLUMNS", "80");
        answer(command, "")
    };
    snapshot("odds_unused_exact", &odds(&["in no run"]));
    let played = ["in no run", "--play", "--trials", "10"];
    snapshot("odds_unused_played", &odds(&played));
    assert_eq!(odds(&["in some runs"]).status, 0);
}

/// What a run knows of dice, answers and declarations is told with what is wrong with them.
#[test]
fn what_a_run_knows_is_told() {
    for file in [
        "answers",
        "about_acts",
        "asked_again",
        "by_action",
        "declarations",
        "dice",
        "drawn",
        "may_not_act",
        "reasons",
        "silently",
        "made",
        "orders",
        "beyond_the_table",
        "still_asked",
        "aimless",
        "turn_gone_by",
        "phase_left",
        "turn_of_another_kind",
        "draw_from_no_record",
        "between_itself",
        "titles",
        "default_in_a_circle",
        "default_reads_later",
        "default_reads_itself",
    ] {
        snapshot(
            &format!("told_{file}"),
            &test("told", &[&format!("{file}.affray")]),
        );
    }
}

#[test]
fn what_is_silently_refused_can_be_denied() {
    let silently = |arguments: &[&str]| test("told", &[&["silently.affray"], arguments].concat());
    assert_eq!(silently(&[]).status, 0);
    assert_eq!(silently(&["--deny-warnings"]).status, 1);
    let said = silently(&["--deny-warnings", "--filter", "somebody says"]);
    assert_eq!(said.status, 0);
}

#[test]
fn all_that_passes_is_quiet() {
    snapshot("one_file", &test("mixed", &["duel.affray"]));
    snapshot("filter", &test("mixed", &["--filter", "slower"]));
    snapshot("filter_of_paths", &test("mixed", &["--filter", "more/"]));
    let nothing = test("mixed", &["--filter", "no such title", "duel.affray"]);
    assert_eq!((nothing.status, nothing.stdout.as_str()), (2, ""));
    assert!(nothing.stderr.contains("no scenario has `no such title`"));
}

#[test]
fn without_paths_the_whole_project_is_played() {
    let whole = test("mixed", &[]);
    assert_eq!(whole.shown(), test("mixed", &["."]).shown());
    assert_eq!(whole.shown(), test("mixed/more", &[]).shown());
    assert_eq!(
        whole.shown(),
        test("mixed", &["more", "duel.affray", "lib"]).shown()
    );
}

#[test]
fn nothing_to_play_is_trouble() {
    let rules = test("mixed", &["lib"]);
    assert_eq!((rules.status, rules.stdout.as_str()), (2, ""));
    assert!(rules.stderr.contains("there is no scenario"));
    assert_eq!(test("mixed", &["nowhere"]).status, 2);
    assert_eq!(test("mixed", &["--jobs", "0"]).status, 2);
    assert_eq!(test("mixed", &["--exit-zero"]).status, 0);
}

#[test]
fn the_answer_is_the_same_on_any_number_of_threads() {
    for form in ["human", "plain", "json", "junit"] {
        let all: Vec<String> = ["1", "2", "7"]
            .iter()
            .map(|jobs| test("mixed", &["--format", form, "--jobs", jobs]).shown())
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
    let covered = test("covered", &["--format", "json", "--coverage"]).stdout;
    let covered: serde_json::Value = serde_json::from_str(&covered).expect("JSON");
    assert!(jsonschema::is_valid(
        &schema.expect("its schema").1,
        &covered
    ));
}

/// The names of what was never exercised by the scenarios with this in their title, each with what it never did.
fn gaps(filter: &str) -> Vec<String> {
    let answer = test(
        "covered",
        &[
            "rules.affray",
            "scenarios.affray",
            "--coverage",
            "--format",
            "json",
            "--filter",
            filter,
        ],
    );
    let json: serde_json::Value = serde_json::from_str(&answer.stdout).expect("JSON");
    let of_rules = &json["coverage"][0];
    let gaps = of_rules["gaps"].as_array().expect("a list");
    let told = |gap: &serde_json::Value| {
        let words = ["name", "never"].map(|part| gap[part].as_str().expect("a text"));
        words.join(": ")
    };
    let (items, exercised) = (&of_rules["items"], &of_rules["exercised"]);
    assert_eq!(
        items.as_u64(),
        exercised.as_u64().map(|count| count + gaps.len() as u64)
    );
    gaps.iter().map(told).collect()
}

/// Each kind of thing is seen as never exercised where nothing happens, and as exercised where something does.
#[test]
fn every_kind_of_thing_can_be_seen_both_ways() {
    let (quiet, loud, fast) = (gaps("quiet:"), gaps("loud:"), gaps("fast:"));
    for (thing, by) in [
        ("definition brave: never worked out", &loud),
        ("definition shared: never worked out", &loud),
        ("option tempo as fast: never played with", &fast),
        ("option mercy as yes: never played with", &fast),
        (
            "option most as another value than its default: never played with",
            &fast,
        ),
        ("table luck, row 1: never used", &loud),
        ("table luck, row 2: never used", &fast),
        ("table wound, row 1..3 \"a scratch\": never used", &loud),
        ("table wound, row 4, 5..6 \"a gash\": never used", &fast),
        ("procedure cheer: never carried out", &loud),
        ("event fallen: never raised", &loud),
        ("action strike: never carried out", &loud),
        ("action chant, stage begins: never carried out", &loud),
        ("action chant, stage completes: never carried out", &loud),
        ("order, key slot: never decides between two acts", &loud),
        (
            "order, key \"initiative\": never decides between two acts",
            &loud,
        ),
        ("placement \"the late\": never applies", &loud),
        ("exception \"a hum waits for blows\": never applies", &loud),
        ("void \"the fallen do not act\": never applies", &loud),
        ("trigger \"a fall\": never responds", &loud),
        ("phase waking: never begins", &loud),
        ("phase round: never begins", &loud),
        ("phase mourning: never begins", &loud),
    ] {
        assert!(quiet.iter().any(|gap| gap == thing), "{thing}: {quiet:#?}");
        assert!(!by.iter().any(|gap| gap == thing), "{thing}: {by:#?}");
    }
    assert_eq!(quiet.len(), 23, "{quiet:#?}");
    let half = gaps("half:");
    let idle = "exception \"a hum waits for blows\": applies but never moves an act";
    assert!(half.iter().any(|gap| gap == idle), "{half:#?}");
}

#[test]
fn coverage_adds_up_over_scenarios_and_libraries() {
    snapshot("coverage", &test("covered", &["--coverage"]));
    snapshot(
        "coverage_json",
        &test("covered", &["--coverage", "--format", "json"]),
    );
    snapshot(
        "coverage_junit",
        &test("covered", &["--coverage", "--format", "junit"]),
    );
    snapshot(
        "coverage_of_one",
        &test("covered", &["--coverage", "--filter", "half:"]),
    );
    for jobs in ["1", "2", "7"] {
        let answer = test("covered", &["--coverage", "--jobs", jobs]);
        assert_eq!(answer.shown(), test("covered", &["--coverage"]).shown());
    }
}

#[test]
fn what_is_not_covered_is_a_fault_only_if_that_is_wanted() {
    let status = |arguments: &[&str]| test("covered", arguments).status;
    assert_eq!(status(&["--coverage", "--filter", "loud:"]), 0);
    assert_eq!(status(&["--deny-uncovered", "--filter", "loud:"]), 1);
    assert_eq!(status(&["--deny-uncovered", "--filter", "other:"]), 1);
    let all = test(
        "covered",
        &["--deny-uncovered", "--filter", "nothing is left"],
    );
    assert_eq!(all.status, 0, "{}", all.stdout);
}

#[test]
fn changes_that_nobody_notices_are_told() {
    for form in ["human", "plain", "json"] {
        let answer = test("changed", &["--mutants", "--format", form]);
        snapshot(&format!("changed_{form}"), &answer);
    }
    // A rule file is changed, and the scenarios of the project are played; or only these; or one item is changed.
    let all = test("changed", &["--mutants"]).stdout;
    assert_eq!(test("changed", &["--mutants", "duel.affray"]).stdout, all);
    assert_eq!(
        test("changed", &["--mutants", "duel.affray", "scenarios.affray"]).stdout,
        all
    );
    let one = test("changed", &["--mutants=fallen", "duel.affray"]).stdout;
    assert!(
        one.contains("void \"the fallen") && !one.contains("phase round"),
        "{one}"
    );
    for jobs in ["1", "3"] {
        assert_eq!(test("changed", &["--mutants", "--jobs", jobs]).stdout, all);
    }
    let coverage = test("changed", &["--mutants", "--coverage"]).stdout;
    assert!(coverage.contains(", changes noticed "), "{coverage}");
}

/// To change nothing is not what anybody wants.
#[test]
fn items_that_are_not_there_cannot_be_changed() {
    for (typed, help) in [
        ("--mutants=fallne", "did you mean `fallen`?"),
        ("--mutants=nobody at all", "there is `"),
    ] {
        let answer = test("changed", &[typed, "duel.affray"]).is(2);
        let why = "no item that can be changed has `";
        assert!(
            answer.stderr.contains(why) && answer.stderr.contains(help),
            "{}",
            answer.stderr
        );
        assert_eq!(answer.stdout, "");
    }
    let answer = test("unchangeable", &["--mutants=nobody"]).is(2);
    let why = "no item that can be changed has `nobody` in its name; there is no item that can be changed";
    assert!(answer.stderr.contains(why), "{}", answer.stderr);
    assert_eq!(answer.stdout, "");
}

#[test]
fn too_few_noticed_changes_are_a_fault() {
    assert_eq!(test("changed", &["--mutants"]).status, 0);
    assert_eq!(test("changed", &["--min-caught", "10"]).status, 0);
    assert_eq!(test("changed", &["--min-caught", "100"]).status, 1);
    assert_eq!(test("changed", &["--min-caught", "101"]).status, 2);
    assert_eq!(test("changed", &["--mutants", "--watch"]).status, 2);
}

/// What is proposed passes, and what it says could be expected holds.
#[test]
fn scenarios_that_would_notice_are_proposed_and_saved() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("suite_changed");
    _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(folder.join("more")).expect("a folder");
    for file in ["affray.toml", "duel.affray", "scenarios.affray"] {
        std::fs::copy(cases().join("changed").join(file), folder.join(file)).expect("a file");
    }
    let call = |arguments: &[&str]| {
        let mut command = binary::command(arguments);
        command.current_dir(&folder);
        answer(command, "")
    };
    let typed = [
        "test",
        "--propose=3",
        "--save",
        "more/new.affray",
        "duel.affray",
    ];
    let told = call(&typed).is(0).stdout;
    assert!(told.contains("this scenario would notice it"), "{told}");
    let saved = std::fs::read_to_string(folder.join("more/new.affray")).expect("it was written");
    assert!(
        saved.contains("  rules \"../duel.affray\"") && saved.contains("  # now: "),
        "{saved}"
    );
    call(&["test", "more/new.affray"]).is(0);
    let expecting = saved.replace("# expect ", "expect ");
    assert_ne!(expecting, saved);
    std::fs::write(folder.join("more/new.affray"), expecting).expect("it can be written");
    call(&["test", "more/new.affray"]).is(0);
    // No file is written over.
    call(&typed).is(2);
}

#[cfg(unix)]
#[test]
#[ignore = "long"]
fn where_the_system_gives_no_further_thread_one_does_all_the_work() {
    let calls: [&[&str]; 4] = [
        &["check", "rules"],
        &["test", "tests/cases/engine"],
        &["odds", "--play", "rules/templates/side.affray"],
        &[
            "diff",
            "rules/demon_idol.affray",
            "rules/variants/demon_idol_without_speed_factor.affray",
        ],
    ];
    for arguments in calls {
        let plain = answer(binary::command(arguments), "");
        let mut starved = binary::command(arguments);
        // More than a process can address: no thread has room for its stack.
        starved.env("RUST_MIN_STACK", (1_u64 << 50).to_string());
        let starved = answer(starved, "").is(plain.status);
        assert_eq!(starved.shown(), plain.shown(), "{arguments:?}");
    }
}
