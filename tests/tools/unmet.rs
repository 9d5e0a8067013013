//! What is said of expectations that failed, and of acts in quotes.
#![cfg(feature = "cli")]

use std::fs;

use crate::play::{DUEL, at, folder};

#[test]
fn expectations_that_failed_tell_values_changes_targets_and_where_the_run_ended() {
    let folder = folder("unmet");
    let (rules, _) = DUEL.split_once("\nscenario ").expect("a scenario");
    let scenario = "scenario \"unmet\" {\n  side red { ann { hp 5 }  bob { hp 2, no armed } }\n  side blue { cid { hp 5 } }\n  \
                    round 1 {\n    blue rolls 4 for initiative\n    red rolls 2 for initiative\n    ann strikes cid\n    cid strikes ann: damage 2\n  }\n  \
                    expect not ann.armed\n  expect ann.hp = 5 and not cid.armed\n  expect ann.hp = 4 at end of round 1\n  \
                    expect ann.hp = 5 after cid strikes ann\n  stop after round 1\n  \
                    expect order { ann strikes cid then cid strikes ann }\n  expect order { ann strikes bob then cid strikes ann }\n}\n";
    fs::write(folder.join("unmet.affray"), format!("{rules}\n{scenario}")).expect("written");
    let told = at(&folder, &["test", "unmet.affray", "--format", "plain"], "");
    insta::assert_snapshot!(format!("{}{}", told.stdout, told.stderr));
}

#[test]
fn an_act_in_quotes_is_led_to_what_is_expected_of_acts() {
    let folder = folder("quoted");
    let text = DUEL.replace(
        "side blue { cid { hp 5 } }\n",
        "side blue { cid { hp 5 } }\n  expect not \"ann strikes cid\"\n  expect \"ann strikes cid\"\n",
    );
    fs::write(folder.join("quoted.affray"), text).expect("written");
    let told = at(
        &folder,
        &["check", "quoted.affray", "--format", "plain"],
        "",
    );
    insta::assert_snapshot!(format!("{}{}", told.stdout, told.stderr));
}

#[test]
fn attributes_and_first_acts_are_asked_for_at_any_time() {
    let folder = folder("beyond");
    let text = DUEL.replace(
        "side blue { cid { hp 5 } }\n",
        "side blue { cid { hp 5 } }\n  round 1 {\n    blue rolls 4 for initiative\n    red rolls 2 for initiative\n    ann strikes cid\n    cid strikes ann\n  }\n",
    );
    fs::write(folder.join("beyond.affray"), text).expect("written");
    let why = |about: &str| at(&folder, &["why", "beyond.affray", about], "").stdout;
    let beyond = why("ann.hp in round 99999999999999999999");
    assert!(
        beyond.contains("the run does not come to round 99999999999999999999\n"),
        "{beyond}"
    );
    insta::assert_snapshot!(why("cid strikes ann"));
}
