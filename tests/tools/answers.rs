//! What the verbs answer in forms of their own, of runs in which nothing comes to an end, and of files beside others.
#![cfg(feature = "cli")]

use std::fs;
use std::path::Path;

use crate::common::binary::{Answer, answer, command};
use crate::play::{DUEL, at, folder};

fn within(folder: &Path, form: &str, arguments: &[&str]) -> Answer {
    let mut call = command(arguments);
    call.current_dir(folder).env("AFFRAY_FORMAT", form);
    answer(call, "")
}

/// The form that is set for all verbs is for those that have it; one that is typed must suit.
#[test]
fn a_form_of_the_surroundings_is_for_verbs_that_have_it() {
    let folder = folder("answers_form");
    fs::write(folder.join("duel.affray"), DUEL).expect("written");
    let doc = within(&folder, "json", &["doc", "duel.affray"]).is(0);
    assert!(doc.stdout.starts_with("# "), "{}", doc.stdout);
    let checked = within(&folder, "junit", &["check", "duel.affray"]).is(0);
    assert_eq!(checked.stdout, "1 file, no findings\n");
    let checked = within(&folder, "json", &["check", "duel.affray"]).is(0);
    let told = "{\"schema_version\":1,\"diagnostics\":[],\"files\":1}\n";
    assert_eq!(checked.stdout, told);
    at(&folder, &["check", "--format", "junit", "duel.affray"], "").is(2);
}

#[test]
fn where_there_is_no_answer_programs_are_told_why() {
    let folder = folder("answers_none");
    fs::write(folder.join("duel.affray"), DUEL).expect("written");
    let calls: [&[&str]; 5] = [
        &["check", "none.affray"],
        &["test", "none.affray"],
        &["run", "duel.affray", "--scenario", "none"],
        &["doc", "duel.affray"],
        &["odds", "duel.affray"],
    ];
    for call in calls {
        let told = at(&folder, &[call, &["--format", "json"]].concat(), "").is(2);
        let one: serde_json::Value = serde_json::from_str(&told.stdout).expect("JSON");
        let why = one["error"].as_str().expect("an error");
        assert!(told.stderr.contains(why), "{why}: {}", told.stderr);
    }
}

#[test]
fn lines_end_as_they_did() {
    let folder = folder("answers_ends");
    let file = folder.join("r.affray");
    fs::write(&file, "rules r {\r\n kind combatant {hp:number}\r\n}\r\n").expect("written");
    at(&folder, &["fmt", "--check", "r.affray"], "").is(1);
    at(&folder, &["fmt", "r.affray"], "").is(0);
    let laid_out = fs::read_to_string(&file).expect("a file");
    let told = "rules r {\r\n  kind combatant { hp: number }\r\n}\r\n";
    assert_eq!(laid_out, told);
    at(&folder, &["fmt", "--check", "r.affray"], "").is(0);
}

#[test]
fn a_scenario_that_names_no_round_says_what_plays_some() {
    let folder = folder("answers_silent");
    let (rules, _) = DUEL.split_once("\nscenario ").expect("a scenario");
    let silent = "scenario \"silent\" { side red { ann { hp 5 } } }";
    fs::write(folder.join("duel.affray"), format!("{rules}\n{silent}\n")).expect("written");
    let told = at(&folder, &["run", "duel.affray"], "").is(0).stdout;
    let says =
        "No round is played, as the scenario names none; `stop after round 20` plays so many\n";
    assert!(told.contains(says), "{told}");
}

#[test]
fn no_more_are_played_where_no_run_comes_to_an_end() {
    let folder = folder("answers_endless");
    let text = "rules e \"E\" {\n  kind combatant { hp: number = 3 }\n  action rest { }\n  phase round counting from 1 { each combatant c { c rolls d6 as x\n    c declares } resolve acts }\n  order of act a { by 0 }\n  tactic t for combatant c { declare rest }\n}\n\
                scenario \"without end\" {\n  side red { ann }\n  tactic t\n  odds \"alive\": ann.hp > 0\n}\n";
    fs::write(folder.join("e.affray"), text).expect("written");
    let call = [
        "odds",
        "e.affray",
        "--play",
        "--limit",
        "rounds=20",
        "--limit",
    ];
    let few = at(&folder, &[&call[..], &["work=2000000"]].concat(), "").is(1);
    assert!(few.stdout.contains("50 more met a fault"), "{}", few.stdout);
    let all = at(
        &folder,
        &[&call[..4], &["rounds=20", "--trials", "200"]].concat(),
        "",
    )
    .is(1);
    assert!(
        all.stdout.contains("200 more met a fault"),
        "{}",
        all.stdout
    );
}

/// What is saved as the same for the second file plays by the whole of it.
#[test]
fn what_a_difference_saves_plays() {
    let folder = folder("answers_saved");
    let base = "rules base \"B\" {\n  kind combatant { hp: number \"hp\" }\n  kind act { target: optional combatant   damage: number = 0 }\n  \
                action strike \"strikes {target}\" { takes target   does { subtract damage from target.hp } }\n  \
                phase round counting from 1 { each combatant c { c declares }   resolve acts }\n  order of act a { by round }\n}\n";
    let variant = "rules v \"V\" extends \"base.affray\" {\n  kind combatant { speed: number = 0 \"speed\" }\n  \
                   exception \"quick\" { for a: strike, b: strike   when a.actor.speed > b.actor.speed   a goes ahead of b }\n  \
                   trigger \"damage is rolled\" { before strike a   a.actor rolls d6 as harm   set a.damage = harm }\n}\n";
    fs::write(folder.join("base.affray"), base).expect("written");
    fs::write(folder.join("v.affray"), variant).expect("written");
    let call = [
        "diff",
        "base.affray",
        "v.affray",
        "--tries",
        "500",
        "--save",
        "part.affray",
    ];
    let told = at(&folder, &call, "").is(1).stdout;
    assert!(told.contains("exception \\\"quick\\\": added"), "{told}");
    assert!(
        !told.contains("exception \\\"quick\\\": added, by"),
        "{told}"
    );
    assert!(
        told.contains("damage is rolled\\\": added, by v.affray"),
        "{told}"
    );
    at(&folder, &["test", "part.affray"], "").is(0);
}

#[test]
fn errata_are_told_against_the_file_that_is_named() {
    let folder = folder("answers_errata");
    fs::write(folder.join("duel.affray"), DUEL).expect("written");
    let files = [
        ("night", "duel", "replace title of phase round \"Night\""),
        (
            "fog",
            "night",
            "kind combatant { fog: number = 0 \"in fog\" }",
        ),
    ];
    for (name, base, item) in files {
        let text = format!("rules {name} \"The {name}\" extends \"{base}.affray\" {{ {item} }}\n");
        fs::write(folder.join(format!("{name}.affray")), text).expect("written");
    }
    let near = at(&folder, &["doc", "fog.affray", "--errata"], "").is(0);
    assert!(!near.stdout.contains("Night"), "{}", near.stdout);
    let far = at(&folder, &["doc", "fog.affray", "--errata=duel.affray"], "").is(0);
    let told = far.stdout;
    assert!(told.contains("Errata to “The duel”."), "{told}");
    assert!(told.contains("Night") && told.contains("In fog"), "{told}");
    let whole = at(&folder, &["doc", "fog.affray"], "").is(0).stdout;
    let says = "This is a variant of “The night”, which is itself one of “The duel”";
    assert!(whole.contains(says), "{whole}");
}

/// All results are told where a transcript cannot be put aside.
#[test]
fn a_transcript_that_cannot_be_put_aside_hides_no_results() {
    let folder = folder("answers_aside");
    let text = DUEL.replacen("\n  side red", "\n  snapshot \"kept\"\n  side red", 1);
    let failing =
        "scenario \"the \\\"other\\\"\" {\n  side red { ann { hp 5 } }\n  expect ann.hp = 4\n}\n";
    fs::write(folder.join("duel.affray"), format!("{text}\n{failing}")).expect("written");
    fs::create_dir(folder.join("duel__kept.snap.new")).expect("a folder");
    let told = at(&folder, &["test", "duel.affray"], "").is(1);
    assert!(
        told.stderr.contains("it is not put aside: "),
        "{}",
        told.stderr
    );
    assert!(
        told.stderr.contains("duel__kept.snap.new"),
        "{}",
        told.stderr
    );
    assert!(
        told.stdout.contains("\"the \\\"other\\\"\""),
        "{}",
        told.stdout
    );
    assert!(
        told.stdout.contains("2 scenarios: 2 fail"),
        "{}",
        told.stdout
    );
}
