//! The rule files that are part of the program: listed, printed, extended from an empty folder, copied.
#![cfg(feature = "cli")]

use std::fs;
use std::path::{Path, PathBuf};

use affray::load::{BUILTIN, short};

use crate::common;
use common::binary::{self, Answer};

/// A folder of this test alone, with nothing in it.
fn folder(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("rules")
        .join(test);
    _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder for the test");
    // Otherwise the project around the target folder would be that of the test.
    fs::write(folder.join("affray.toml"), "").expect("a file");
    folder
}

fn affray(folder: &Path, arguments: &[&str]) -> Answer {
    let mut command = binary::command(arguments);
    command.current_dir(folder);
    binary::answer(command, "")
}

#[test]
fn every_rule_file_of_the_project_is_part_of_the_program() {
    let mut names = common::files("rules");
    names.sort();
    let builtin = BUILTIN.iter().map(|file| format!("rules/{}", file.0));
    assert_eq!(builtin.collect::<Vec<_>>(), names);
    for (name, text) in BUILTIN {
        let path = common::root().join("rules").join(name);
        assert_eq!(fs::read_to_string(path).expect("a rule file"), *text);
    }
    let listed = affray(&folder("listed"), &["rules"]);
    assert_eq!(listed.status, 0);
    for (name, _) in BUILTIN {
        let line = format!("affray:{} ", short(name));
        assert!(
            listed.stdout.lines().any(|told| told.starts_with(&line)),
            "{name}"
        );
    }
}

#[test]
fn a_variant_of_each_system_begins_in_an_empty_folder() {
    let folder = folder("variants");
    let systems = BUILTIN.iter().filter(|file| !file.0.contains('/'));
    for (name, _) in systems {
        let name = short(name);
        let own = format!("my_{name}");
        let made = affray(&folder, &["new", &own, "--from", name]);
        assert_eq!((made.status, &*made.stderr), (0, ""), "{name}");
        let text = fs::read_to_string(folder.join(format!("{own}.affray"))).expect("the variant");
        assert!(
            text.contains(&format!("extends \"affray:{name}\"")),
            "{text}"
        );
        let file = format!("{own}.affray");
        for verb in [&["check", &file][..], &["test", &file]] {
            let answer = affray(&folder, verb);
            assert_eq!(
                answer.status, 0,
                "{verb:?}: {}{}",
                answer.stdout, answer.stderr
            );
        }
        let diff = affray(
            &folder,
            &["diff", &format!("affray:{name}"), &file, "--tries", "10"],
        );
        assert_eq!(diff.status, 0, "{}{}", diff.stdout, diff.stderr);
        assert!(diff.stdout.contains("no item differs"), "{}", diff.stdout);
    }
}

#[test]
fn scenarios_and_libraries_name_built_in_files() {
    let folder = folder("named");
    let text = "rules mine \"Mine\" extends \"affray:osric\" { uses \"affray:lib/attack\" }\n";
    fs::write(folder.join("mine.affray"), text).expect("a file");
    let scenario = "scenario \"two sides\" {\n  rules \"affray:osric\"\n  begin at round 1\n\
                    \x20 side party { ann { hp 3 } }\n  side orcs: run_by_gm { orc { hp 3 } }\n\
                    \x20 party rolls 3 for initiative\n  orcs roll 4 for initiative\n\
                    \x20 stop after round 1\n  expect ann.hp = 3\n}\n";
    fs::write(folder.join("two.affray"), scenario).expect("a file");
    for verb in [["check", "mine.affray"], ["test", "two.affray"]] {
        let answer = affray(&folder, &verb);
        assert_eq!(
            answer.status, 0,
            "{verb:?}: {}{}",
            answer.stdout, answer.stderr
        );
    }
    let wrong = "rules mine \"Mine\" extends \"affray:osicr\" { }\n";
    fs::write(folder.join("mine.affray"), wrong).expect("a file");
    let answer = affray(&folder, &["check", "mine.affray"]);
    assert_eq!(answer.status, 1);
    assert!(
        answer.stderr.contains("did you mean `\"affray:osric\"`?"),
        "{}",
        answer.stderr
    );
    let outside = "rules mine \"Mine\" extends \"affray:../Cargo\" { }\n";
    fs::write(folder.join("mine.affray"), outside).expect("a file");
    let answer = affray(&folder, &["check", "mine.affray"]);
    assert_eq!(answer.status, 1);
    assert!(answer.stderr.contains("A0216"), "{}", answer.stderr);
}

#[test]
fn a_copy_is_whole_and_overwrites_nothing() {
    let folder = folder("copied");
    let copied = affray(
        &folder,
        &["rules", "variants/osric_to_the_death", "--vendor"],
    );
    assert_eq!((copied.status, &*copied.stderr), (0, ""));
    let checked = affray(&folder, &["check", "rules"]);
    assert_eq!(checked.status, 0, "{}{}", checked.stdout, checked.stderr);
    let of_copy = fs::read_to_string(folder.join("rules/osric.affray")).expect("a copy");
    assert_eq!(
        Some(of_copy.as_str()),
        affray::load::builtin("affray:osric.affray")
    );
    // What is there already as it should be is left.
    let written = |answer: &str| {
        let wrote = answer
            .lines()
            .filter_map(|line| line.strip_prefix("wrote "));
        wrote.map(str::to_owned).collect::<Vec<_>>()
    };
    let same = affray(&folder, &["rules", "osric", "--vendor"]);
    assert_eq!((same.status, &*same.stderr), (0, ""));
    assert_eq!(
        same.stdout,
        "all of it is there already\n\nname it by its path from your own file: `extends \"rules/osric.affray\"`\n"
    );
    fs::remove_file(folder.join("rules/lib/sides.affray")).expect("it was copied");
    let missing = affray(&folder, &["rules", "osric", "--vendor"]);
    assert_eq!(missing.status, 0, "{}", missing.stderr);
    assert_eq!(written(&missing.stdout), ["rules/lib/sides.affray"]);
    fs::write(folder.join("rules/osric.affray"), "# mine\n").expect("a file");
    fs::remove_file(folder.join("rules/lib/sides.affray")).expect("it was copied");
    let again = affray(&folder, &["rules", "osric", "--vendor"]);
    assert_eq!(again.status, 2);
    assert!(
        again.stderr.contains("it is there already"),
        "{}",
        again.stderr
    );
    // None of the others was written either.
    assert!(!folder.join("rules/lib/sides.affray").exists());
}

#[test]
fn a_file_without_its_library_says_what_to_copy() {
    let folder = folder("alone");
    let text = affray::load::builtin("affray:osric.affray").expect("the rules");
    fs::write(folder.join("osric.affray"), text).expect("a file");
    let answer = affray(&folder, &["check", "osric.affray"]);
    assert_eq!(answer.status, 1);
    assert_eq!(answer.stdout, "1 file, 1 error\n");
    assert!(
        answer.stderr.contains("\"affray:lib/sides\""),
        "{}",
        answer.stderr
    );
    let unknown = affray(&folder, &["rules", "oscic"]);
    assert_eq!(unknown.status, 2);
    assert!(
        unknown.stderr.contains("did you mean `osric`?"),
        "{}",
        unknown.stderr
    );
}

#[test]
fn each_kind_of_small_rule_file_begins_in_an_empty_folder() {
    let folder = folder("templates");
    let kinds: Vec<&str> = affray::load::templates().map(|kind| kind.0).collect();
    assert!(kinds.len() >= 9, "{kinds:?}");
    for kind in kinds {
        let own = format!("my_{kind}");
        let file = format!("{own}.affray");
        let made = affray(&folder, &["new", &own, "--template", kind]);
        assert_eq!((made.status, &*made.stderr), (0, ""), "{kind}");
        let checked = affray(&folder, &["check", "--deny-warnings", &file]);
        assert_eq!((checked.status, &*checked.stderr), (0, ""), "{kind}");
        let played = affray(&folder, &["test", &file]);
        assert_eq!(played.status, 0, "{kind}: {}", played.stderr);
        let odds = affray(&folder, &["odds", &file, "--scenario", "who wins"]);
        assert_eq!(odds.status, 0, "{kind}: {}", odds.stderr);
        assert!(odds.stdout.contains("exact;"), "{kind}: {}", odds.stdout);
        // Worked out by hand: two d10, one with 3 more; one d6 for each of two sides; two d20, the first by name where they are equal; two of four cards.
        let chance = match kind {
            "individual" => " 18/25 ",
            "side" => " 5/12 ",
            "turns" => " 21/40 ",
            "cards" => " 1/2 ",
            _ => "",
        };
        assert!(odds.stdout.contains(chance), "{kind}: {}", odds.stdout);
        let document = affray(&folder, &["doc", &file]);
        assert_eq!(document.status, 0, "{kind}: {}", document.stderr);
        let title = format!("# My {}", kind.replace('_', " "));
        assert!(document.stdout.starts_with(&title), "{}", document.stdout);
    }
    let unknown = affray(&folder, &["new", "other", "--template", "rounds"]);
    assert_eq!(unknown.status, 2);
    assert!(unknown.stderr.contains("turns"), "{}", unknown.stderr);
}

#[test]
fn what_is_no_rule_file_points_to_those_that_are_there() {
    let folder = folder("unknown");
    let near = affray(&folder, &["new", "mine", "--from", "templates/turn"]);
    assert_eq!(near.status, 2);
    assert!(near.stderr.contains("templates/turns"), "{}", near.stderr);
    let far = affray(&folder, &["new", "mine", "--from", "nothing"]);
    assert_eq!(far.status, 2);
    assert!(far.stderr.contains("affray rules"), "{}", far.stderr);
    let own = affray(&folder, &["fmt", "affray:lib/sides"]);
    assert_eq!(own.status, 2);
    assert!(own.stderr.contains("--vendor"), "{}", own.stderr);
}
