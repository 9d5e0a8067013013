//! `affray odds` from outside: what it prints in each form, and its statuses.

use crate::common;
use crate::common::binary::{self, Answer, answer};

/// Calls `affray odds` in the folder of the project.
pub fn odds(arguments: &[&str]) -> Answer {
    let mut typed = vec!["odds"];
    typed.extend(arguments);
    let mut command = binary::command(&typed);
    command.current_dir(common::root()).env("COLUMNS", "80");
    answer(command, "")
}

fn snapshot(name: &str, answer: &Answer) {
    insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true, snapshot_path => "../snapshots" }, {
        insta::assert_snapshot!(format!("odds__{name}"), answer.shown());
    });
}

const STAGES: &str = "tests/cases/odds/stages.affray";
const DICE: &str = "tests/cases/odds/several_dice.affray";
const LATE: &str = "tests/cases/odds/late.affray";

#[test]
fn every_form_of_output() {
    for form in ["human", "plain", "json", "csv", "svg"] {
        let asked = [
            "--of",
            "ann casts is spoiled",
            "--of",
            "bob.hp",
            "--format",
            form,
        ];
        snapshot(
            &format!("asked_{form}"),
            &odds(&[&[STAGES], &asked[..]].concat()).is(0),
        );
    }
    snapshot("own_questions", &odds(&[STAGES]).is(0));
}

#[test]
fn cases_stand_side_by_side() {
    snapshot(
        "by",
        &odds(&[
            LATE,
            "--scenario",
            "put off",
            "--by",
            "put_off",
            "--of",
            "cy waits before bob waits",
            "--of",
            "place of bob",
        ])
        .is(0),
    );
    snapshot(
        "vary",
        &odds(&[
            DICE,
            "--vary",
            "ann.dice=1..4",
            "--of",
            "ann acts before cy acts",
        ])
        .is(0),
    );
    snapshot(
        "vary_csv",
        &odds(&[
            DICE,
            "--vary",
            "one.ann.dice=1..2",
            "--of",
            "ann.initiative",
            "--format",
            "csv",
        ])
        .is(0),
    );
    let rules = [
        "--rules",
        "rules/osric.affray",
        "--rules",
        "rules/osric.affray",
    ];
    let halvaine = [
        "examples/halvaine.affray",
        "--of",
        "halvaine casts is spoiled",
    ];
    snapshot("rules", &odds(&[&halvaine[..], &rules].concat()).is(0));
}

#[test]
fn the_whole_order_is_one_table() {
    snapshot("order", &odds(&[DICE, "--order"]).is(0));
    snapshot(
        "order_by",
        &odds(&[LATE, "--scenario", "put off", "--by", "put_off", "--order"]).is(0),
    );
    snapshot(
        "order_never",
        &odds(&[
            "tests/cases/odds/questions.affray",
            "--order",
            "--format",
            "plain",
        ])
        .is(0),
    );
}

#[test]
fn played_answers_say_so() {
    snapshot(
        "play",
        &odds(&[
            STAGES,
            "--play",
            "--trials",
            "2000",
            "--of",
            "ann casts is spoiled",
            "--of",
            "bob.hp",
        ])
        .is(0),
    );
    snapshot(
        "within",
        &odds(&[
            STAGES,
            "--play",
            "--within",
            "3%",
            "--of",
            "ann casts is spoiled",
        ])
        .is(0),
    );
    snapshot(
        "too_many_states",
        &odds(&[STAGES, "--states", "3", "--trials", "500", "--of", "bob.hp"]).is(0),
    );
    snapshot(
        "exact_only",
        &odds(&[STAGES, "--exact", "--states", "3", "--of", "bob.hp"]).is(1),
    );
    snapshot(
        "whole_journal",
        &odds(&[
            "tests/cases/odds/questions.affray",
            "--trials",
            "500",
            "--of",
            "ann takes_a_turn is void because \"nobody waits\"",
        ])
        .is(0),
    );
    let endless = odds(&["tests/cases/odds/endless_peace.affray", "--exact"]);
    snapshot("endless", &endless.is(1));
}

#[test]
fn faults_of_runs_are_shown_with_their_place() {
    for form in ["human", "json"] {
        let faults = odds(&[
            "tests/cases/odds/faults.affray",
            "--trials",
            "200",
            "--format",
            form,
        ]);
        snapshot(&format!("fault_{form}"), &faults.is(1));
    }
    let all = odds(&[
        "tests/cases/odds/faults.affray",
        "--trials",
        "200",
        "--of",
        "ann.foe.nerve > 2",
    ]);
    snapshot("fault_of_the_question", &all.is(1));
    snapshot(
        "fault_exact",
        &odds(&["tests/cases/odds/faults.affray", "--exact"]).is(1),
    );
}

#[test]
fn wrong_use_is_told() {
    for (arguments, why) in [
        (&[STAGES, "--trials", "x"][..], "`x` is no number of trials"),
        (&[STAGES, "--trials", "5..5"], "no number of trials"),
        (&[STAGES, "--within", "200%"], "is no share"),
        (&[STAGES, "--play", "--exact"], "exclude each other"),
        (&[STAGES, "--by", "tie"], "no option `tie`"),
        (&[STAGES, "--vary", "ann.hp"], "cannot be varied"),
        (
            &[STAGES, "--vary", "bert.hp=1..2"],
            "nothing in this scenario is called `bert`",
        ),
        (&[STAGES, "--vary", "ann.hb=1..2"], "did you mean `hp`?"),
        (&[DICE, "--vary", "ann.dice=4..1"], "lowest first"),
        (&["examples/halvaine.affray"], "the scenario asks nothing"),
        (&[LATE], "several scenarios"),
        (&["nowhere.affray"], "nowhere.affray"),
        (&[], "name the file of the scenario"),
    ] {
        let said = odds(arguments).is(2);
        assert!(said.stderr.contains(why), "{arguments:?}: {}", said.stderr);
        assert_eq!(said.stdout, "", "{arguments:?}");
    }
}

/// A mistake in a question is shown as it was typed.
#[test]
fn a_mistake_in_a_question_is_told() {
    for (name, of) in [
        ("name", "berta.hp"),
        ("words", "ann flies high before"),
        ("at", "ann.hp at noon"),
        ("act", "ann sings"),
    ] {
        snapshot(
            &format!("mistake_{name}"),
            &odds(&[STAGES, "--of", of]).is(1),
        );
    }
}

#[test]
fn the_json_follows_its_schema_on_any_threads() {
    let schemas = affray::cli::schemas();
    let (_, schema) = schemas
        .iter()
        .find(|(name, _)| *name == "odds.json")
        .expect("its schema");
    for more in [
        &["--exact"][..],
        &["--play", "--trials", "1500"],
        &["--order"],
    ] {
        let asked = [&[DICE, "--format", "json"], more].concat();
        let one = odds(&[&asked[..], &["--jobs", "1"]].concat()).is(0).stdout;
        let json: serde_json::Value = serde_json::from_str(&one).expect("JSON");
        assert!(jsonschema::is_valid(schema, &json));
        for jobs in ["2", "3", "7", "16"] {
            assert_eq!(odds(&[&asked[..], &["--jobs", jobs]].concat()).stdout, one);
        }
    }
}

/// `affray test` plays scenarios that ask something as if they asked nothing; one that only asks may leave dice open.
#[test]
fn asking_is_nothing_to_a_test() {
    let mut command = binary::command(&["test", "tests/cases/odds/endless_ties.affray"]);
    command.current_dir(common::root());
    let without_dice = answer(command, "");
    assert_eq!(without_dice.status, 0, "{}", without_dice.stderr);
    assert!(!without_dice.stderr.contains("no die is given"));
    let mut command = binary::command(&[
        "test",
        "tests/cases/odds/ties.affray",
        "--filter",
        "a test that asks",
    ]);
    command.current_dir(common::root());
    _ = answer(command, "").is(0);
}

/// Chances of dice that are counted or kept, worked out by hand in the file.
#[test]
fn dice_that_are_counted_or_kept() {
    let mut command = binary::command(&["test", "tests/cases/engine/tallies.affray"]);
    command.current_dir(common::root());
    _ = answer(command, "").is(0);
}

/// The chances of `docs/dice.md`, worked out by hand: how many of three dice show 5 or 6, who of two begins if both roll again while they are equal, and a
/// die that shows 6 and goes on with 4 at least.
#[test]
fn dice_of_the_guide() {
    for (file, scenario, chances) in [
        ("1_pools", "how many", &["8/27", "4/9", "2/9", "1/27"][..]),
        ("2_again", "who begins", &["1/2"]),
        ("3_open_ended", "how often ten", &["1/12"]),
    ] {
        let file = format!("examples/dice/{file}.affray");
        let told = odds(&[&file, "--scenario", scenario]).is(0).stdout;
        for chance in chances {
            assert!(told.contains(&format!(" {chance} ")), "{chance} in {told}");
        }
        assert!(told.contains("exact;"), "{told}");
    }
}

#[test]
fn what_is_left_to_defaults_is_told() {
    let file = "tests/cases/chances/stances.affray";
    snapshot("defaults", &odds(&[file]).is(0));
    let told = odds(&[file, "--format", "json"]).is(0).stdout;
    let defaults = r#""defaults":[{"who":"bob","question":"stance","answer":"high"}]"#;
    assert!(told.contains(defaults), "{told}");
    let mut doc = binary::command(&["doc", file]);
    doc.current_dir(common::root());
    let told = answer(doc, "").is(0).stdout;
    let left =
        "Left to their defaults, though another answer would lead elsewhere: bob, stance: high.";
    assert!(told.contains(left), "{told}");
}
