//! The command line from outside: the real binary, its statuses, its streams, and what it prints where.
#![cfg(feature = "cli")]

use crate::common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use affray::diagnostic::Code;
use affray::diagnostic::json::JsonReport;
use common::binary::{self, Answer};

/// A call of the binary in a folder of its own.
struct Call {
    command: Command,
    input: Vec<u8>,
}

/// A small rule file without mistakes, and a scenario for it.
const DUEL: &str = r#"
rules duel "The duel" {
  kind combatant { hp: number }
  kind side { initiative: number = 0 }
  kind act { target: optional combatant   damage: number = 0 }
  action strike "strikes {target}" {
    takes target
    does { subtract damage from target.hp }
  }
  phase round counting from 1 {
    each side s { s rolls d6 as initiative }
    each combatant c where c.hp > 0 { c declares }
    resolve acts
  }
  order of act a { by a.actor.side.initiative, highest first "initiative" }
}
scenario "first blood" {
  side red { ann { hp 5 } }
  side blue { bob { hp 5 } }
  round 1 {
    red rolls 5 for initiative
    blue rolls 2 for initiative
    ann strikes bob: damage 3
    bob strikes ann: damage 1
  }
  expect order { ann strikes bob then bob strikes ann }
  expect bob.hp = 2
}
"#;

fn affray(arguments: &[&str]) -> Call {
    Call {
        command: binary::command(arguments),
        input: Vec::new(),
    }
}

impl Call {
    fn within(mut self, folder: &Path) -> Self {
        self.command.current_dir(folder);
        self
    }

    fn with(mut self, name: &str, value: &str) -> Self {
        self.command.env(name, value);
        self
    }

    fn given(mut self, input: impl Into<Vec<u8>>) -> Self {
        self.input = input.into();
        self
    }

    fn answer(self) -> Answer {
        binary::answer(self.command, self.input)
    }
}

/// An empty folder of this test alone, a project of its own.
fn folder(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("cli")
        .join(test);
    _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder for the test");
    fs::write(folder.join("affray.toml"), "").expect("the mark of a project");
    folder
}

fn write(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    fs::write(path, text).expect("a file");
}

#[test]
fn a_good_file_has_no_findings() {
    let folder = folder("good");
    write(&folder, "duel.affray", DUEL);
    let answer = affray(&["check", "duel.affray"])
        .within(&folder)
        .answer()
        .is(0);
    assert_eq!(
        (answer.stdout.as_str(), answer.stderr.as_str()),
        ("1 file, no findings\n", "")
    );
}

/// The rules of the house lie beside the project, and are none of its files.
#[test]
fn rules_of_a_folder_that_the_project_names() {
    let folder = folder("bases");
    write(&folder, "house/duel.affray", DUEL);
    write(
        &folder,
        "house/broken.affray",
        &DUEL.replace("hp: number", "hp: numbr"),
    );
    write(
        &folder,
        "game/affray.toml",
        "[bases]\nours = \"../house\"\n",
    );
    write(
        &folder,
        "game/mine.affray",
        "rules mine extends \"ours:duel\" { }\n",
    );
    let game = folder.join("game");
    let answer = affray(&["check", "."]).within(&game).answer().is(0);
    assert_eq!(answer.stdout, "1 file, no findings\n");
    write(
        &folder,
        "game/mine.affray",
        "rules mine extends \"ours:broken\" { }\n",
    );
    let told = affray(&["check", "mine.affray"])
        .within(&game)
        .answer()
        .is(1);
    assert!(
        told.stderr.contains("ours:broken.affray:3:"),
        "{}",
        told.stderr
    );
    let sarif = affray(&["check", "mine.affray", "--format", "sarif"]);
    let sarif = sarif.within(&game).answer().is(1).stdout;
    assert!(sarif.contains("\"uri\":\"ours:broken.affray\""), "{sarif}");
    // Named from the project it is a file like any other, and nothing is written there.
    write(
        &folder,
        "game/mine.affray",
        "rules mine extends \"ours:duel\" { }\n",
    );
    let refused = affray(&["fmt", "ours:duel.affray"]).within(&game).answer();
    refused.is(2);
    let house = fs::read_to_string(folder.join("house/duel.affray"));
    assert_eq!(house.expect("a file"), DUEL);
}

#[test]
fn worked_examples_tell_no_secret_values() {
    let folder = folder("secret_example");
    let rules = r#"rules bids "Bids" {
  kind combatant { bid: number = 0, secret "bid"   poise: number = 0 "poise" }
  phase round counting from 1 {
    each combatant c { ask c as bid "How much does {c} bid?": number, default 0 }
    each combatant c where c.bid > 30 { reveal c.bid }
  }
}
scenario "Two bids" {
  side red  { ann { bid 77, poise 5 } }
  side blue { bob }
  round 1 {
    ann answers 29 to bid
    bob answers 31 to bid
  }
  stop after round 1
}
"#;
    write(&folder, "bids.affray", rules);
    let told = affray(&["doc", "bids.affray"])
        .within(&folder)
        .answer()
        .is(0);
    let document = told.stdout;
    assert!(document.contains("revealed: bob: bid 31"), "{document}");
    assert!(document.contains("poise 5"), "{document}");
    for hidden in ["77", "29", "Answer: 31"] {
        assert!(!document.contains(hidden), "{hidden}: {document}");
    }
    let run = affray(&["run", "bids.affray"])
        .within(&folder)
        .answer()
        .is(0);
    assert!(run.stdout.contains("Answer: 29 (hidden)"), "{}", run.stdout);
}

#[test]
fn a_mistake_goes_to_standard_error_and_the_status_is_1() {
    let folder = folder("mistake");
    write(
        &folder,
        "duel.affray",
        &DUEL.replace("hp: number", "hp: numbr"),
    );
    let answer = affray(&["check", "duel.affray"])
        .within(&folder)
        .answer()
        .is(1);
    assert_eq!(answer.stdout, "1 file, 1 error\n");
    assert!(
        answer.stderr.contains("duel.affray:3:"),
        "{}",
        answer.stderr
    );
    assert!(answer.stderr.contains("`number`"), "{}", answer.stderr);
    let zero = affray(&["check", "--exit-zero", "duel.affray"]).within(&folder);
    assert_eq!(zero.answer().is(0).stdout, "1 file, 1 error\n");
    let run = affray(&["run", "duel.affray"])
        .within(&folder)
        .answer()
        .is(1);
    assert_eq!(run.stdout, "");
}

#[test]
fn wrong_use_and_missing_files_are_status_2() {
    let folder = folder("wrong-use");
    write(&folder, "notes.txt", "nothing of ours");
    write(&folder, "rules.affray", "rules r {}\n");
    for arguments in [
        &["chekc"][..],
        &["check"],
        &["check", "--format", "xml", "rules.affray"],
        &["run"],
        &["why", "rules.affray", "only one"],
        &["explain", "A0202", "A0203"],
    ] {
        let answer = affray(arguments).within(&folder).answer().is(2);
        assert_eq!(answer.stdout, "", "{arguments:?}");
        assert!(!answer.stderr.is_empty(), "{arguments:?}");
    }
    for (arguments, said) in [
        (
            &["check", "nowhere.affray"][..],
            "there is no file or folder `nowhere.affray`",
        ),
        (
            &["check", "rules.affray", "nowhere"],
            "there is no file or folder `nowhere`",
        ),
        (
            &["run", "nowhere.affray"],
            "there is no file or folder `nowhere.affray`",
        ),
        (
            &["test", "rules.affray", "--mutants", "the order"],
            "`--mutants='the order'`",
        ),
        (&["run", "."], "is a folder"),
        (
            &["check", "affray.toml"],
            "`affray.toml` holds the settings of a project and is read with its files: name one of these, or their folder, `.`",
        ),
        (
            &["run", "rules.affray"],
            "there is no scenario in `rules.affray`",
        ),
    ] {
        let answer = affray(arguments).within(&folder).answer().is(2);
        assert!(
            answer.stderr.contains(said),
            "{arguments:?}: {}",
            answer.stderr
        );
    }
}

#[test]
fn folders_are_searched_in_order_without_hidden_ones() {
    let folder = folder("folders");
    for name in [
        "b/two.affray",
        "a/one.affray",
        "zz.affray",
        "target/x.affray",
        ".old/y.affray",
    ] {
        write(&folder, name, "rules {\n");
    }
    write(&folder, "notes.txt", "rules {");
    let answer = affray(&["check", "--format", "json", ".", "b"])
        .within(&folder)
        .answer()
        .is(1);
    let report: JsonReport = serde_json::from_str(&answer.stdout).expect("JSON");
    let mut files: Vec<&str> = report
        .diagnostics
        .iter()
        .map(|one| one.place.file.as_str())
        .collect();
    files.dedup();
    assert_eq!(files, ["a/one.affray", "b/two.affray", "zz.affray"]);
    let empty = folder.join("empty");
    fs::create_dir(&empty).expect("a folder");
    let nothing = affray(&["check", "empty"]).within(&folder).answer().is(2);
    assert!(
        nothing
            .stderr
            .contains("there is no `.affray` file in `empty`"),
        "{}",
        nothing.stderr
    );
}

#[test]
fn standard_input_is_a_file_too() {
    let folder = folder("stdin");
    let good = affray(&["check", "-"])
        .within(&folder)
        .given(DUEL)
        .answer()
        .is(0);
    assert_eq!(good.stdout, "1 file, no findings\n");
    let named = affray(&["check", "-", "--stdin-filename", "sub.affray"]).within(&folder);
    let named = named.given("rules {").answer().is(1);
    assert!(named.stderr.contains("sub.affray:1:"), "{}", named.stderr);
    let played = affray(&["run", "-"])
        .within(&folder)
        .given(DUEL)
        .answer()
        .is(0);
    assert!(played.stdout.contains("first blood"), "{}", played.stdout);
}

#[test]
fn texts_that_are_none_are_refused_and_nothing_panics() {
    let folder = folder("strange");
    affray(&["check", "-"]).within(&folder).answer().is(0);
    for (bytes, code) in [
        (b"\xff\xfe\x00r".to_vec(), "A0105"),
        (b"rules a { # \x1b[31m red\n}".to_vec(), "A0104"),
        (b"rules a { # \xe2\x80\xae\n}".to_vec(), "A0103"),
        (b"rules a { option x: ".repeat(3), "A01"),
        (b"(".repeat(100_000), "A0102"),
        (vec![b' '; 5 << 20], "A0106"),
    ] {
        let answer = affray(&["check", "-"])
            .within(&folder)
            .given(bytes)
            .answer()
            .is(1);
        assert!(answer.stderr.contains(code), "{code}: {}", answer.stderr);
    }
}

#[test]
fn colours_follow_one_decision() {
    let folder = folder("colours");
    write(&folder, "bad.affray", "rules {\n");
    let colored = |call: Call| call.within(&folder).answer().stderr.contains('\u{1b}');
    let check = &["check", "bad.affray"][..];
    let always = &["check", "--color", "always", "bad.affray"][..];
    let never = &["check", "--color=never", "bad.affray"][..];
    assert!(!colored(affray(check)));
    assert!(colored(affray(always)));
    assert!(colored(affray(always).with("NO_COLOR", "1")));
    assert!(colored(affray(check).with("CLICOLOR_FORCE", "1")));
    assert!(!colored(
        affray(check)
            .with("CLICOLOR_FORCE", "1")
            .with("NO_COLOR", "1")
    ));
    assert!(!colored(affray(never).with("CLICOLOR_FORCE", "1")));
    assert!(!colored(affray(&["chekc"])));
    assert!(colored(affray(&["chekc", "--color=always"])));
}

#[test]
fn messages_keep_to_the_width_and_plain_ones_to_words() {
    let folder = folder("width");
    write(
        &folder,
        "bad.affray",
        "rules duel {\n  kind combatant { hp: numbr }\n}\n",
    );
    for width in [60, 80] {
        let call = affray(&["check", "bad.affray"]).within(&folder);
        let answer = call.with("COLUMNS", &width.to_string()).answer().is(1);
        for line in answer.stderr.lines() {
            assert!(line.chars().count() <= width, "{width}: {line}");
        }
    }
    for call in [
        affray(&["check", "--format", "plain", "bad.affray"]),
        affray(&["check", "bad.affray"]).with("NO_GRAPHICS", "1"),
        affray(&["check", "bad.affray"]).with("AFFRAY_FORMAT", "plain"),
    ] {
        let plain = call.within(&folder).answer().is(1);
        assert!(plain.stderr.is_ascii(), "{}", plain.stderr);
    }
    let dumb = affray(&["check", "bad.affray"])
        .within(&folder)
        .with("TERM", "dumb")
        .answer()
        .is(1);
    assert!(dumb.stderr.is_ascii(), "{}", dumb.stderr);
}

#[test]
fn diagnostics_as_json_follow_their_schema() {
    let folder = folder("json");
    write(
        &folder,
        "bad.affray",
        "rules duel {\n  kind combatant { hp: numbr }\n}\n",
    );
    let schema = serde_json::to_value(schemars::schema_for!(JsonReport)).expect("a schema");
    for (file, status) in [("bad.affray", 1), ("-", 0)] {
        let answer = affray(&["check", "--format", "json", file])
            .within(&folder)
            .given("rules duel {}\n")
            .answer()
            .is(status);
        assert_eq!(answer.stderr, "");
        let json: serde_json::Value = serde_json::from_str(&answer.stdout).expect("JSON");
        assert!(jsonschema::is_valid(&schema, &json), "{json}");
        assert_eq!(
            json["diagnostics"].as_array().map(Vec::len),
            Some(status as usize)
        );
    }
}

#[test]
fn codes_are_explained() {
    let by_number = affray(&["explain", "a0202"]).answer().is(0);
    let by_name = affray(&["explain", "duplicate-name"]).answer().is(0);
    assert_eq!(by_number.stdout, by_name.stdout);
    assert!(by_number.stdout.contains("Wrong:") && by_number.stdout.contains("Right:"));
    let near = affray(&["explain", "duplicat-name"]).answer().is(2);
    assert!(
        near.stderr.contains("did you mean `duplicate-name`?"),
        "{}",
        near.stderr
    );
    let all = affray(&["explain"]).answer().is(0).stdout;
    let json = affray(&["explain", "--format", "json"])
        .answer()
        .is(0)
        .stdout;
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(
        json["codes"].as_array().map(Vec::len),
        Some(Code::ALL.len())
    );
    assert!(
        Code::ALL
            .iter()
            .all(|code| all.contains(code.number()) && all.contains(code.name()))
    );
}

#[test]
fn a_scenario_is_played_and_its_failures_are_findings() {
    let folder = folder("run");
    write(&folder, "duel.affray", DUEL);
    let good = affray(&["run", "duel.affray"])
        .within(&folder)
        .answer()
        .is(0);
    assert!(good.stdout.contains("ann strikes bob"), "{}", good.stdout);
    assert_eq!(good.stderr, "");
    write(
        &folder,
        "wrong.affray",
        &DUEL.replace("bob.hp = 2", "bob.hp = 3"),
    );
    let wrong = affray(&["run", "wrong.affray"])
        .within(&folder)
        .answer()
        .is(1);
    assert_eq!(wrong.stdout, good.stdout);
    assert!(wrong.stderr.contains("A0407"), "{}", wrong.stderr);
    write(
        &folder,
        "missing.affray",
        &DUEL.replace("blue rolls 2 for initiative", ""),
    );
    let missing = affray(&["run", "missing.affray"])
        .within(&folder)
        .answer()
        .is(1);
    assert!(missing.stderr.contains("A0401"), "{}", missing.stderr);
    let seeded = |seed: &str| {
        affray(&["run", "--seed", seed, "missing.affray"])
            .within(&folder)
            .answer()
    };
    assert_eq!(seeded("7").stdout, seeded("7").stdout);
}

#[test]
fn of_several_scenarios_one_must_be_named() {
    let folder = folder("several");
    let second =
        &DUEL[DUEL.find("scenario").expect("a scenario")..].replace("first blood", "again");
    write(&folder, "duels.affray", &format!("{DUEL}{second}"));
    let which = affray(&["run", "duels.affray"])
        .within(&folder)
        .answer()
        .is(2);
    assert!(
        which.stderr.contains("`first blood` or `again`"),
        "{}",
        which.stderr
    );
    let again = affray(&["run", "duels.affray", "--scenario", "again"])
        .within(&folder)
        .answer()
        .is(0);
    assert!(again.stdout.contains("again") && !again.stdout.contains("first blood"));
    let near = affray(&["run", "duels.affray", "--scenario", "agian"])
        .within(&folder)
        .answer()
        .is(2);
    assert!(
        near.stderr.contains("did you mean `again`?"),
        "{}",
        near.stderr
    );
}

/// The errors of one scenario are told, and keep no other from being played that is named.
#[test]
fn a_sound_scenario_is_played_beside_a_broken_one() {
    let folder = folder("broken_neighbour");
    let second =
        &DUEL[DUEL.find("scenario").expect("a scenario")..].replace("first blood", "again");
    let broken = second.replace("blue rolls", "blew rolls");
    assert_ne!(*second, broken);
    write(&folder, "duels.affray", &format!("{DUEL}{broken}"));
    for verb in ["run", "why"] {
        let call = |scenario: &str| {
            let call = affray(&[verb, "duels.affray", "--scenario", scenario]);
            call.within(&folder).answer().is(1)
        };
        let sound = call("first blood");
        assert!(!sound.stdout.is_empty(), "{verb}: {}", sound.stderr);
        assert!(sound.stderr.contains("blew"), "{verb}: {}", sound.stderr);
        assert!(call("again").stdout.is_empty(), "{verb}");
    }
}

#[test]
fn other_rules_can_stand_in() {
    let folder = folder("rules");
    let (rules, scenario) = DUEL.split_at(DUEL.find("scenario").expect("a scenario"));
    let scenario = scenario.replacen('{', "{\n  rules \"duel.affray\"", 1);
    write(&folder, "duel.affray", rules);
    write(
        &folder,
        "lowest.affray",
        &rules.replace(", highest first", ""),
    );
    write(&folder, "scenario.affray", &scenario);
    affray(&["run", "scenario.affray"])
        .within(&folder)
        .answer()
        .is(0);
    let other = affray(&["run", "scenario.affray", "--rules", "lowest.affray"]).within(&folder);
    assert!(other.answer().is(1).stderr.contains("A0407"));
    let none = affray(&["run", "scenario.affray", "--rules", "none.affray"]).within(&folder);
    assert!(
        none.answer()
            .is(2)
            .stderr
            .contains("there is no file or folder `none.affray`")
    );
}

#[test]
fn help_and_version_are_results() {
    for arguments in [
        &["--help"][..],
        &["help", "run"],
        &["run", "--help"],
        &["--version"],
    ] {
        let answer = affray(arguments).answer().is(0);
        assert!(
            answer.stdout.contains("affray") && answer.stderr.is_empty(),
            "{arguments:?}"
        );
    }
}

#[test]
fn runs_and_reasons_as_json_follow_their_schemas() {
    let folder = folder("run-json");
    write(&folder, "duel.affray", DUEL);
    write(
        &folder,
        "wrong.affray",
        &DUEL.replace("bob.hp = 2", "bob.hp = 3"),
    );
    write(
        &folder,
        "bad.affray",
        &DUEL.replace("hp: number", "hp: numbr"),
    );
    let schemas = affray::cli::schemas();
    let schema = |name: &str| {
        &schemas
            .iter()
            .find(|(known, _)| known == name)
            .expect("a schema")
            .1
    };
    for (verb, file, status, form) in [
        ("run", "duel.affray", 0, "run.json"),
        ("run", "wrong.affray", 1, "run.json"),
        ("run", "bad.affray", 1, "run.json"),
        ("why", "duel.affray", 0, "why.json"),
        ("check", "bad.affray", 1, "check.json"),
        ("diff bad.affray", "duel.affray", 2, "diff.json"),
        ("diff duel.affray", "bad.affray", 2, "diff.json"),
        ("odds", "bad.affray", 1, "odds.json"),
        ("why", "bad.affray", 1, "why.json"),
    ] {
        let typed: Vec<&str> = verb.split(' ').chain([file, "--format", "json"]).collect();
        let answer = affray(&typed).within(&folder).answer().is(status);
        let json: serde_json::Value = serde_json::from_str(&answer.stdout).expect("JSON");
        assert!(
            jsonschema::is_valid(schema(form), &json),
            "{verb} {file}: {json}"
        );
        assert_eq!(answer.stderr, "", "{verb} {file}");
    }
}

#[test]
fn reasons_are_given_for_rounds_and_pairs() {
    let folder = folder("why");
    write(&folder, "duel.affray", DUEL);
    let round = affray(&["why", "duel.affray", "--round", "1"])
        .within(&folder)
        .answer()
        .is(0);
    assert!(round.stdout.contains("initiative"), "{}", round.stdout);
    let pair = affray(&["why", "duel.affray", "ann strikes", "bob"])
        .within(&folder)
        .answer()
        .is(0);
    assert!(pair.stdout.contains("initiative"), "{}", pair.stdout);
    let faulty = DUEL.replace("blue rolls 2 for initiative", "");
    let call = affray(&["why", "-", "--format", "json"])
        .within(&folder)
        .given(faulty);
    let fault = call.answer().is(1);
    assert!(
        fault.stdout.contains("reasons") && fault.stderr.contains("A0401"),
        "{}",
        fault.stderr
    );
    let (_, title) = DUEL.split_once("scenario \"").expect("a scenario");
    let (title, _) = title.split_once('"').expect("its title");
    let titled = affray(&["why", "duel.affray", title, "ann strikes", "bob strikes"]);
    let titled = titled.within(&folder).answer().is(2);
    let meant = format!("--scenario \"{title}\" \"ann strikes\" \"bob strikes\"`");
    let meant = [
        meant.clone(),
        meant.replacen(&format!("\"{title}\""), title, 1),
    ];
    assert!(
        meant.iter().any(|meant| titled.stderr.contains(meant)),
        "{}",
        titled.stderr
    );
    let near = affray(&["why", "duel.affray", "ann", "bbo strikes"])
        .within(&folder)
        .answer()
        .is(2);
    assert!(near.stderr.contains("no combatant"), "{}", near.stderr);
    let setting = affray(&["why", "duel.affray", "ann strikes (damgae 3)", "bob"])
        .within(&folder)
        .answer()
        .is(2);
    assert!(
        setting.stderr.contains("did you mean `damage`?"),
        "{}",
        setting.stderr
    );
    let tries = |count: &str| {
        let call = affray(&[
            "why",
            "duel.affray",
            "ann (damage 3)",
            "bob",
            "--tries",
            count,
        ]);
        call.within(&folder).answer().is(0).stdout
    };
    let turned = tries("1000");
    assert!(
        turned
            .contains("bob strikes ann comes first if the roll of blue for initiative is 6, not 2"),
        "{turned}"
    );
    assert!(!tries("0").contains("to turn it"), "none is tried");
    assert!(
        tries("3").contains("3 tried, then given up"),
        "{}",
        tries("3")
    );
}

/// The published schemas are those of the program. `AFFRAY_WRITE_SCHEMAS=1 cargo test --test tools cli::` writes them anew.
#[test]
fn published_schemas_are_true() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/schemas");
    for (name, schema) in affray::cli::schemas() {
        let path = folder.join(&name);
        let now = serde_json::to_string_pretty(&schema).expect("JSON") + "\n";
        if std::env::var_os("AFFRAY_WRITE_SCHEMAS").is_some() {
            fs::create_dir_all(&folder).expect("the folder");
            fs::write(&path, &now).expect("the schema");
        }
        let published = fs::read_to_string(&path).unwrap_or_default();
        assert!(
            published.replace("\r\n", "\n") == now,
            "docs/schemas/{name} is not what the program gives"
        );
    }
}

/// A file that is laid out anyhow, and as it is to be.
const LOOSE: &str = "rules r {\n kind combatant {hp:number}\n}\n";
const NEAT: &str = "rules r {\n  kind combatant { hp: number }\n}\n";

#[test]
fn fmt_lays_files_out_and_leaves_those_with_mistakes_alone() {
    let folder = folder("fmt");
    write(&folder, "a/loose.affray", LOOSE);
    write(&folder, "neat.affray", NEAT);
    write(&folder, "wrong.affray", "rules r {\n  kidn x { }\n}\n");
    let answer = affray(&["fmt", "."]).within(&folder).answer().is(1);
    assert_eq!(answer.stdout, "a/loose.affray\n3 files, 1 changed\n");
    assert!(
        answer.stderr.contains("wrong.affray:2:"),
        "{}",
        answer.stderr
    );
    let text = |name: &str| fs::read_to_string(folder.join(name)).expect("a file");
    assert_eq!(text("a/loose.affray"), NEAT);
    assert_eq!(text("neat.affray"), NEAT);
    assert_eq!(text("wrong.affray"), "rules r {\n  kidn x { }\n}\n");
    let left: Vec<_> = fs::read_dir(folder.join("a")).expect("a folder").collect();
    assert_eq!(left.len(), 1, "nothing is left behind: {left:?}");
    let again = affray(&["fmt", "a", "neat.affray"]).within(&folder);
    assert_eq!(again.answer().is(0).stdout, "2 files, 0 changed\n");
}

#[test]
fn fmt_check_and_diff_change_nothing() {
    let folder = folder("fmt-check");
    write(&folder, "loose.affray", LOOSE);
    write(&folder, "neat.affray", NEAT);
    let check = affray(&["fmt", "--check", "."])
        .within(&folder)
        .answer()
        .is(1);
    assert_eq!(check.stdout, "loose.affray\n2 files, 1 would change\n");
    let diff = affray(&["fmt", "--diff", "."])
        .within(&folder)
        .answer()
        .is(1);
    assert_eq!(
        diff.stdout,
        "--- loose.affray\n+++ loose.affray\n@@ -1,3 +1,3 @@\n rules r {\n\
         - kind combatant {hp:number}\n+  kind combatant { hp: number }\n }\n"
    );
    let text = fs::read_to_string(folder.join("loose.affray")).expect("a file");
    assert_eq!(text, LOOSE);
    for option in ["--check", "--diff"] {
        let neat = affray(&["fmt", option, "neat.affray"]).within(&folder);
        neat.answer().is(0);
    }
    let schemas = affray::cli::schemas();
    let schema = schemas.iter().find(|(name, _)| *name == "fmt.json");
    let schema = &schema.expect("a schema").1;
    write(&folder, "wrong.affray", "rules r {\n  kidn x { }\n}\n");
    for options in [&["--check"][..], &["--diff"], &["--check", "--diff"]] {
        let mut arguments = vec!["fmt", "--format", "json", "."];
        arguments.extend(options);
        let answer = affray(&arguments).within(&folder).answer().is(1);
        let json = serde_json::from_str(&answer.stdout).expect("JSON");
        assert!(jsonschema::is_valid(schema, &json), "{json}");
        assert_eq!(json["files"], 3);
        assert_eq!(json["changed"][0]["file"], "loose.affray");
        assert_eq!(json["diagnostics"].as_array().map(Vec::len), Some(1));
        assert_eq!(
            json["changed"][0]["diff"].is_string(),
            options.contains(&"--diff")
        );
    }
}

#[test]
fn fmt_of_standard_input_goes_to_standard_output() {
    let folder = folder("fmt-stdin");
    let call = || affray(&["fmt", "-", "--stdin-filename", "x.affray"]).within(&folder);
    let answer = call().given(LOOSE).answer().is(0);
    assert_eq!((answer.stdout.as_str(), answer.stderr.as_str()), (NEAT, ""));
    let answer = call().given(LOOSE.replace("kind", "kidn")).answer().is(1);
    assert_eq!(answer.stdout, "");
    assert!(answer.stderr.contains("x.affray:2:"), "{}", answer.stderr);
    let check = affray(&["fmt", "-", "--check"]).within(&folder);
    let answer = check.given(LOOSE).answer().is(1);
    assert_eq!(answer.stdout, "-\n1 file, 1 would change\n");
}

/// An edit with which a line could be read, and not checked, is not shown.
#[test]
fn fmt_shows_edits_that_mend_the_file_alone() {
    let folder = folder("fmt-edits");
    let text = "rules r {\n  kind combatant { hp: number }\n  phase round {\n    each combatant c { c strikes ann }\n    note f\"x\"\n  }\n}\n";
    write(&folder, "wrong.affray", text);
    let call = affray(&["fmt", "--format", "json", "wrong.affray"]).within(&folder);
    let answer = call.answer().is(1);
    let report: serde_json::Value = serde_json::from_str(&answer.stdout).expect("JSON");
    let edits = report["diagnostics"].as_array().expect("a list").iter();
    let edits: Vec<&str> = edits
        .filter_map(|one| one["fix"]["replacement"].as_str())
        .collect();
    assert_eq!(edits, [""], "{}", answer.stdout);
    assert_eq!(
        fs::read_to_string(folder.join("wrong.affray")).expect("a file"),
        text
    );
}

#[test]
fn fmt_says_what_it_cannot_read_or_write_and_goes_on() {
    let folder = folder("fmt-trouble");
    write(&folder, "loose.affray", LOOSE);
    write(&folder, "shut.affray", LOOSE);
    let shut = folder.join("shut.affray");
    let mut rights = fs::metadata(&shut).expect("a file").permissions();
    rights.set_readonly(true);
    fs::set_permissions(&shut, rights).expect("rights");
    let answer = affray(&["fmt", "shut.affray", "loose.affray"]).within(&folder);
    let answer = answer.answer().is(2);
    assert_eq!(answer.stdout, "loose.affray\n2 files, 1 changed\n");
    let said = "`shut.affray` cannot be written: it is write-protected";
    assert!(answer.stderr.contains(said), "{}", answer.stderr);
    assert_eq!(fs::read_to_string(&shut).expect("a file"), LOOSE);
}

/// The files of a folder, by their names.
fn files_in(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let name = |entry: std::io::Result<fs::DirEntry>| entry.expect("an entry").file_name();
    let mut names: Vec<String> = entries
        .map(|entry| name(entry).into_string().expect("UTF-8"))
        .collect();
    names.sort();
    names
}

/// A file of this folder has no findings, all its scenarios pass, and it is laid out.
#[track_caller]
fn is_in_order(folder: &Path, file: &str) {
    let check = affray(&["check", "--deny-warnings", file]).within(folder);
    check.answer().is(0);
    affray(&["test", file]).within(folder).answer().is(0);
    let fmt = affray(&["fmt", "--check", file]).within(folder);
    fmt.answer().is(0);
}

#[test]
fn a_new_rule_file_is_in_order() {
    let folder = folder("new");
    let answer = affray(&["new", "border_wars"])
        .within(&folder)
        .answer()
        .is(0);
    assert!(answer.stdout.starts_with("wrote border_wars.affray: "));
    assert!(answer.stdout.contains("\n  affray run border_wars.affray "));
    assert_eq!(answer.stderr, "");
    // The folder is a project already.
    assert_eq!(files_in(&folder), ["affray.toml", "border_wars.affray"]);
    is_in_order(&folder, "border_wars.affray");
    let text = fs::read_to_string(folder.join("border_wars.affray")).expect("a file");
    assert!(text.contains("rules border_wars \"Border wars\" {"));
}

#[test]
fn new_writes_over_nothing() {
    let folder = folder("new-twice");
    write(&folder, "mine.affray", "# mine\n");
    for arguments in [
        &["new", "mine"][..],
        &["new", "mine", "--from", "mine.affray"],
    ] {
        let answer = affray(arguments).within(&folder).answer().is(2);
        let said = "affray: `mine.affray` is there already; nothing was written\n";
        assert_eq!((answer.stdout.as_str(), answer.stderr.as_str()), ("", said));
    }
    let text = fs::read_to_string(folder.join("mine.affray")).expect("a file");
    assert_eq!(text, "# mine\n");
    assert_eq!(files_in(&folder), ["affray.toml", "mine.affray"]);
}

#[test]
fn new_says_what_keeps_it_from_writing() {
    let outside = folder("new-outside");
    write(&outside, "duel.affray", DUEL);
    let folder = folder("new-refused");
    write(
        &folder,
        "bad.affray",
        &DUEL.replace("hp: number", "hp: numbr"),
    );
    write(&folder, "only.affray", "# nothing\n");
    let before = files_in(&folder);
    for (arguments, said) in [
        (&["my-rules"][..], "try `my_rules`"),
        (&["mine.affray"], "not the file; try `mine`"),
        (&["while"], "a word of the language"),
        (&["con"], "the name of a device"),
        (&["../mine"], "letters, digits"),
        (
            &["mine", "--from", "nowhere.affray"],
            "there is no file or folder `nowhere.affray`",
        ),
        (&["mine", "--from", "."], "is a folder"),
        (&["mine", "--from", "-"], "needs a file"),
        (&["mine", "--from", "bad.affray"], "`numbr`"),
        (&["mine", "--from", "only.affray"], "only.affray"),
        (
            &["mine", "--from", "../new-outside/duel.affray"],
            "the same project",
        ),
    ] {
        let mut all = vec!["new"];
        all.extend(arguments);
        let answer = affray(&all).within(&folder).answer().is(2);
        assert!(
            answer.stderr.contains(said),
            "{arguments:?}: {}",
            answer.stderr
        );
        assert_eq!(answer.stdout, "", "{arguments:?}");
        assert_eq!(files_in(&folder), before, "{arguments:?}");
    }
}

/// Of every rule file of the project: the variant is in order as it is, and with each of its examples.
#[test]
#[ignore = "long"]
fn variants_of_all_rule_files_are_in_order() {
    let folder = folder("new-from");
    let rules = Path::new(env!("CARGO_MANIFEST_DIR")).join("rules");
    let copy = |from: &Path, to: &str| {
        for name in files_in(from) {
            if let Ok(text) = fs::read_to_string(from.join(&name)) {
                write(&folder, &format!("{to}/{name}"), &text);
            }
        }
    };
    copy(&rules, "rules");
    copy(&rules.join("lib"), "rules/lib");
    write(&folder, "rules/duel.affray", DUEL);
    fs::create_dir_all(folder.join("table")).expect("a folder");
    let table = folder.join("table");
    let bases = files_in(&folder.join("rules"));
    let bases: Vec<&str> = bases
        .iter()
        .filter_map(|name| name.strip_suffix(".affray"))
        .collect();
    assert!(bases.len() > 5, "{bases:?}");
    for base in bases {
        let (name, from) = (format!("our_{base}"), format!("../rules/{base}.affray"));
        let new = affray(&["new", &name, "--from", &from]).within(&table);
        let answer = new.answer().is(0);
        assert!(answer.stdout.contains("with a first scenario"), "{base}");
        assert!(
            answer
                .stdout
                .contains(&format!("affray diff {from} {name}.affray "))
        );
        let text = fs::read_to_string(table.join(name + ".affray")).expect("a file");
        assert!(text.contains(&format!("extends \"{from}\"")), "{text}");
        let mut tries: Vec<String> = Vec::new();
        for begun in ["  # set option ", "  # remove "] {
            let example = text.lines().find(|line| line.starts_with(begun));
            tries.extend(example.map(|line| text.replacen(line, &line.replacen("# ", "", 1), 1)));
        }
        if base != "duel" {
            assert_eq!(tries.len(), 2, "{text}");
        }
        for (number, text) in tries.iter().enumerate() {
            let name = format!("{base}_{number}.affray");
            write(&folder, &format!("tries/{name}"), text);
        }
    }
    is_in_order(&table, ".");
    affray(&["check", "tries"]).within(&folder).answer().is(0);
}

#[test]
fn new_as_json_follows_its_schema() {
    let folder = folder("new-json");
    let schemas = affray::cli::schemas();
    let schema = schemas.iter().find(|(name, _)| *name == "new.json");
    let schema = &schema.expect("a schema").1;
    for (arguments, file, next) in [
        (&["new", "one"][..], "one.affray", 3),
        (&["new", "two", "--from", "one.affray"], "two.affray", 4),
    ] {
        let mut all = arguments.to_vec();
        all.extend(["--format", "json"]);
        let answer = affray(&all).within(&folder).answer().is(0);
        let json = serde_json::from_str(&answer.stdout).expect("JSON");
        assert!(jsonschema::is_valid(schema, &json), "{json}");
        assert_eq!(json["wrote"][0]["file"], file);
        assert_eq!(json["plays"], true);
        assert_eq!(json["next"].as_array().map(Vec::len), Some(next));
    }
}

/// A rule file and a variant of it, side by side.
fn with_variant(test: &str) -> PathBuf {
    let folder = folder(test);
    write(
        &folder,
        "base.affray",
        "rules base {\n  option bonus: number = 1\n  option malus: number = 2\n  let total: number = bonus - malus\n}\n",
    );
    write(
        &folder,
        "variant.affray",
        "rules variant extends \"base.affray\" {\n  set option bonus = 3\n  kind combatant { hp: number = total }\n}\n",
    );
    folder
}

#[test]
fn a_variant_is_printed_as_one_file_that_needs_no_other() {
    let folder = with_variant("expand");
    let whole = affray(&["check", "--expand", "variant.affray"])
        .within(&folder)
        .answer()
        .is(0);
    assert_eq!(whole.stderr, "");
    assert!(!whole.stdout.contains("extends"), "{}", whole.stdout);
    for said in [
        "rules variant",
        "bonus: number = 3",
        "malus: number = 2",
        "hp: number",
    ] {
        assert!(whole.stdout.contains(said), "{said}: {}", whole.stdout);
    }
    // What is printed is a rule file that is in order, and stays as it is when it is expanded again.
    write(&folder, "whole.affray", &whole.stdout);
    let again = affray(&["check", "--expand", "whole.affray"])
        .within(&folder)
        .answer()
        .is(0);
    assert_eq!(again.stdout, whole.stdout);
    write(
        &folder,
        "wrong.affray",
        "rules wrong extends \"nowhere.affray\" {}\n",
    );
    let wrong = affray(&["check", "--expand", "wrong.affray"])
        .within(&folder)
        .answer()
        .is(1);
    assert_eq!(wrong.stdout, "");
    assert!(wrong.stderr.contains("nowhere.affray"), "{}", wrong.stderr);
}

#[test]
fn expanded_rules_as_json_follow_their_schema() {
    let folder = with_variant("expand_json");
    write(
        &folder,
        "wrong.affray",
        "rules wrong { let x: number = y }\n",
    );
    let answer = affray(&["check", "--expand", "--format", "json", "."])
        .within(&folder)
        .answer()
        .is(1);
    assert_eq!(answer.stderr, "");
    let report: serde_json::Value = serde_json::from_str(&answer.stdout).expect("JSON");
    let schemas = affray::cli::schemas();
    let schema = schemas.iter().find(|(name, _)| *name == "expand.json");
    let schema = &schema.expect("a schema").1;
    assert!(jsonschema::is_valid(schema, &report), "{report:#}");
    let files = report["files"].as_array().expect("a list");
    let names: Vec<&str> = files
        .iter()
        .filter_map(|file| file["file"].as_str())
        .collect();
    assert_eq!(names, ["base.affray", "variant.affray"]);
    let plain = affray(&["check", "--expand", "variant.affray"])
        .within(&folder)
        .answer();
    assert_eq!(files[1]["text"], plain.stdout);
    assert_eq!(report["diagnostics"][0]["code"], "A0201");
}

#[test]
fn an_empty_file_is_said_to_be_empty() {
    let folder = folder("empty");
    write(&folder, "empty.affray", "");
    write(&folder, "remark.affray", "# nothing yet\n");
    for file in ["empty.affray", "remark.affray"] {
        let answer = affray(&["check", file]).within(&folder).answer().is(0);
        assert!(
            answer.stderr.contains("there is nothing in this file"),
            "{}",
            answer.stderr
        );
        assert_eq!(answer.stdout, "1 file, 1 warning\n");
    }
}

#[test]
fn watching_checks_again_when_a_file_changes() {
    use std::io::{BufRead as _, BufReader};
    use std::process::Stdio;
    use std::time::Duration;

    let folder = with_variant("watch");
    let refused = affray(&["check", "--watch", "-"])
        .within(&folder)
        .answer()
        .is(2);
    assert!(
        refused.stderr.contains("standard input"),
        "{}",
        refused.stderr
    );
    affray(&["check", "--watch", "nowhere.affray"])
        .within(&folder)
        .answer()
        .is(2);
    let mut command = affray(&["check", "--watch", "variant.affray"])
        .within(&folder)
        .command;
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the binary starts");
    let output = child.stdout.take().expect("a pipe");
    let (say, heard) = std::sync::mpsc::channel();
    let listener = std::thread::spawn(move || {
        for line in BufReader::new(output).lines().map_while(Result::ok) {
            _ = say.send(line);
        }
    });
    let next = || heard.recv_timeout(Duration::from_secs(60)).expect("a line");
    assert_eq!(next(), "1 file, no findings");
    // The base was not named; it is looked at all the same.
    write(
        &folder,
        "base.affray",
        "rules base {\n  option malus: number = 2\n  let total: number = malus\n}\n",
    );
    assert_eq!(next(), "1 file, 1 error");
    child.kill().expect("it still runs");
    _ = child.wait();
    listener.join().expect("it ends with the pipe");
}

/// A run can be drawn and retold; what is no picture refuses to be one.
#[test]
fn a_run_is_drawn_and_retold() {
    let folder = folder("drawn");
    write(&folder, "duel.affray", DUEL);
    let run = |arguments: &[&str]| {
        let mut all = vec!["run", "duel.affray"];
        all.extend(arguments);
        affray(&all)
            .within(&folder)
            .with("COLUMNS", "40")
            .with("LC_ALL", "C.UTF-8")
    };
    let drawn = run(&["--timeline"]).answer().is(0).stdout;
    assert!(drawn.contains("\u{25cf} strikes bob"), "{drawn}");
    assert!(drawn.lines().all(|line| line.chars().count() <= 40));
    let bare = run(&["--timeline"])
        .with("TERM", "dumb")
        .answer()
        .is(0)
        .stdout;
    assert!(bare.is_ascii() && bare.contains("o strikes bob"), "{bare}");
    let told = run(&["--timeline", "--format", "plain"]).answer().is(0);
    assert!(
        told.stdout.contains("    ann strikes bob\n"),
        "{}",
        told.stdout
    );
    let svg = run(&["--format", "svg", "--round", "1"]).answer().is(0);
    assert!(svg.stdout.starts_with("<svg "), "{}", svg.stdout);
    let page = run(&["--format", "html"]).answer().is(0).stdout;
    assert!(page.starts_with("<!DOCTYPE html>") && !page.contains("<script"));
    let recap = run(&["--format", "markdown"]).answer().is(0).stdout;
    assert!(
        recap.contains("**Round 1.** Blue rolls 2 and red rolls 5 for initiative. Ann strikes bob"),
        "{recap}"
    );
    for (arguments, why) in [
        (&["--round", "1"][..], "`--round` is for pictures"),
        (
            &["--timeline", "--round", "7"][..],
            "nobody does anything in round 7",
        ),
    ] {
        let answer = run(arguments).answer().is(2);
        assert!(answer.stderr.contains(why), "{}", answer.stderr);
    }
    let wrong = affray(&["check", "duel.affray", "--format", "svg"])
        .within(&folder)
        .answer()
        .is(2);
    assert!(
        wrong
            .stderr
            .contains("for `affray run` and `affray odds` only"),
        "{}",
        wrong.stderr
    );
}

/// A question is read with the names of the scenario that is asked; the others of the file need not have them.
#[test]
fn only_the_named_scenario_is_asked() {
    let folder = folder("asked_scenario");
    let other = "scenario \"others\" { side x { zed { hp 1 } }   side y { yan { hp 2 } } }\n";
    write(&folder, "duel.affray", &format!("{DUEL}{other}"));
    let odds = |title: &str| {
        let question = ["--of", "ann strikes bob before bob strikes ann"];
        let call = ["odds", "duel.affray", "--scenario", title];
        affray(&[&call[..], &question].concat())
            .within(&folder)
            .answer()
    };
    let told = odds("First blood").is(0).stdout;
    assert!(told.contains("comes always"), "{told}");
    let refused = odds("others").is(1).stderr;
    assert!(refused.contains("no combatant `ann`"), "{refused}");
}

/// An act that shakes another one off: both come in some of the runs.
const SHAKEN: &str = r#"rules shaken "Shaken" {
  kind combatant { shaken: yes/no = no }
  kind act { target: optional combatant }
  action speak, speaks "speaks" { does { } }
  action needle "needles {target}" {
    takes target
    does {
      actor rolls d6 as barb
      if barb >= 5 { set target.shaken = yes }
    }
  }
  phase round counting from 1 {
    each combatant c { c declares }
    resolve acts
  }
  order of act a each round { by if a.action is needle then 0 else 1 }
  void "the shaken" {
    for a: speak
    when a.actor.shaken
    because "{a.actor} is shaken"
  }
}

scenario "needled" {
  side speakers { ann   bob }
  round 1 {
    ann speaks
    bob needles ann
  }
}
"#;

#[test]
fn in_how_many_runs_both_acts_come_is_told() {
    let folder = folder("both");
    write(&folder, "shaken.affray", SHAKEN);
    let odds = |question: &str| {
        let call = affray(&[
            "odds",
            "shaken.affray",
            "--of",
            question,
            "--format",
            "plain",
        ]);
        call.within(&folder).answer().is(0).stdout
    };
    let told = odds("bob needles ann before ann speaks");
    let both = "both come in 66.67 % (2/3) of the runs; it is so in all of these\n";
    assert!(told.contains(both), "{told}");
    let told = odds("ann speaks before bob needles ann");
    let both = "both come in 66.67 % (2/3) of the runs; it is so in none of these\n";
    assert!(told.contains(both), "{told}");
    let told = odds("ann speaks");
    assert!(!told.contains("both come"), "{told}");
}

#[test]
fn what_comes_always_or_never_is_shown_in_one_run() {
    let folder = folder("witness");
    write(&folder, "duel.affray", DUEL);
    let odds = |question: &str, format: &str| {
        let call = affray(&["odds", "duel.affray", "--of", question, "--format", format]);
        call.within(&folder).answer().is(0).stdout
    };
    // 5 against 2: ann strikes first, for 3 of 5 points.
    let never = odds("bob.hp = 5", "plain");
    assert!(
        never.contains("\"bob.hp = 5\" never comes. One run (seed 1):\n"),
        "{never}"
    );
    assert!(never.contains("bob.hp is 2, not 5"), "{never}");
    let given = "\nto leave dice to chance, take the lines out of the scenario that give them\n  duel.affray:";
    assert!(never.contains(given), "{never}");
    assert!(never.contains("\n    ann strikes bob\n"), "{never}");
    let always = odds("ann strikes bob before bob strikes ann", "plain");
    assert!(
        always.contains("comes always. One run (seed 1):\n"),
        "{always}"
    );
    assert!(!always.contains("not"), "{always}");
    for (question, format) in [
        ("bob.hp", "plain"),
        // Always 5, which is no answer of yes or no.
        ("ann.hp", "plain"),
        ("bob.hp = 5", "json"),
        ("bob.hp = 5", "csv"),
    ] {
        let told = odds(question, format);
        assert!(!told.contains("One run"), "{told}");
    }
    // One of six dice: neither always nor never.
    let open = DUEL.replace("    red rolls 5 for initiative\n", "");
    write(&folder, "open.affray", &open);
    let call = affray(&[
        "odds",
        "open.affray",
        "--of",
        "bob strikes ann before ann strikes bob",
    ]);
    let told = call.within(&folder).answer().is(0).stdout;
    assert!(told.contains("1/6") && !told.contains("One run"), "{told}");
}

/// Commands with a word too many or too few say which command was meant.
#[test]
fn mistyped_commands_are_led_on() {
    let folder = folder("mistyped");
    fs::write(folder.join("duel.affray"), DUEL).expect("a file");
    let variant = "rules mine extends \"duel.affray\" { }";
    fs::write(folder.join("mine.affray"), variant).expect("a file");
    for (arguments, meant) in [
        (
            &["run", "duel.affray", "first blood"][..],
            "`affray run duel.affray --scenario \"first blood\"`",
        ),
        (
            &["run", "duel.affray", "first", "blood"],
            "`affray run duel.affray --scenario \"first blood\"`",
        ),
        (
            &["run", "duel.affray", "mine.affray"],
            "`affray test duel.affray mine.affray`",
        ),
        (&["check", "duel"], "did you mean `duel.affray`?"),
        (&["run", "./mine"], "did you mean `./mine.affray`?"),
        (
            &["why", "duel.affray", "ann", "strikes", "bob"],
            "`affray why duel.affray \"ann strikes bob\" \"...\"`",
        ),
        (
            &["why", "duel.affray", "first blood"],
            "said with `--scenario`: `affray why duel.affray --scenario \"first blood\"`",
        ),
        (
            &["why", "duel.affray", "ann.hpp"],
            "ann has no attribute `hpp`; did you mean `hp`?",
        ),
        (
            &["why", "duel.affray", "annn.hp"],
            "nothing in this scenario is called `annn`; did you mean `ann`?",
        ),
        (
            &["why", "duel.affray", "ann.hp", "bob"],
            "`ann.hp` is no act; ask about it alone, or name two acts",
        ),
        (
            &["diff", "mine.affray"],
            "`mine.affray` extends `duel.affray`: `affray diff duel.affray mine.affray`",
        ),
        (&["diff", "duel.affray"], "`affray diff duel.affray OTHER`"),
        (
            &["new", "house", "rules", "--from", "affray:osric"],
            "`affray new house_rules --from affray:osric`",
        ),
        (&["new", "my", "own", "rules"], "`affray new my_own_rules`"),
        (
            &["odds", "duel.affray", "ann.hp"],
            "`affray odds duel.affray --of ann.hp`",
        ),
        (
            &["odds", "duel.affray", "odds", "place", "of", "ann"],
            "`affray odds duel.affray --of \"place of ann\"`",
        ),
        (&["duel.affray"], "`affray check duel.affray`"),
        (&["./duel"], "`affray run ./duel.affray`"),
        (&["check"], "`affray check duel.affray`"),
        (&["fmt"], "`affray fmt .`"),
        (&["run"], "`affray run duel.affray`"),
        (&["--quiet"], "`affray check duel.affray`"),
        (
            &["run", "duel.affray", "--option", "tie=together"],
            "`option tie together`, or in a variant, as `set option tie = together`",
        ),
        (
            &["run", "duel.affray", "--option=tie=together"],
            "`option tie together`",
        ),
        (&["tests", "duel.affray"], "`affray test duel.affray`"),
        (&["lint", "duel.affray"], "`affray check duel.affray`"),
        (&["help", "tests"], "`affray help test`"),
        (&["xyzzy"], "`affray help` says what each does"),
        (
            &["check", "duel.affray", "--wach"],
            "`affray check duel.affray --watch`",
        ),
        (
            &["check", "duel.affray", "--json"],
            "`affray check duel.affray --format json`",
        ),
        (
            &["check", "duel.affray", "--seed", "5"],
            "it is for `affray run`",
        ),
        (
            &["check", "--format", "jsn", "duel.affray"],
            "`affray check --format json duel.affray`",
        ),
        (
            &["check", "--format", "duel.affray"],
            "`--format` needs a value behind it",
        ),
        (
            &["run", "duel.affray", "--seed"],
            "`affray run duel.affray --seed 5`",
        ),
        (
            &["run", "duel.affray", "--seed", "five"],
            "`--seed` cannot be `five`: it must be a whole number in digits",
        ),
        (
            &["odds", "duel.affray", "--states", "many"],
            "it must be a whole number in digits",
        ),
        (&["test", "--min-caught", "300"], "from 0 to 100"),
        (
            &["run", "duel.affray", "--seed", "1", "--seed", "2"],
            "`--seed` is given twice",
        ),
        (
            &["odds", "duel.affray", "--play", "--exact"],
            "`--play` and `--exact` exclude each other",
        ),
        (
            &["odds", "duel.affray", "--states", "9", "--play", "100"],
            "there is a word too many: `affray odds --help` says what takes a value",
        ),
        (
            &["doc", "duel.affray", "mine.affray"],
            "`affray doc duel.affray` or `affray doc mine.affray`",
        ),
        (
            &["doc", "duel.affray", "--force"],
            "`affray doc duel.affray --force --out FILE`",
        ),
        (&["rules", "--vendor"], "`affray rules --vendor NAME`"),
        (&["rules", "turns"], "did you mean `templates/turns`?"),
        (&["completions"], "`affray completions bash`"),
    ] {
        let answer = affray(arguments).within(&folder).answer().is(2);
        let told = &answer.stderr;
        assert!(told.starts_with("affray: "), "{arguments:?}: {told}");
        assert!(told.contains(meant), "{arguments:?}: {told}");
    }
    let written = fs::read_dir(&folder).expect("the folder").count();
    assert_eq!(written, 3, "nothing was written");
}

/// Whatever is wrong with a command, it is told in our words and not in those of the parser of commands.
#[test]
fn no_word_of_the_parser_of_commands_reaches_the_user() {
    const WORDS: &[&str] = &[
        "error:",
        "tip:",
        "Usage:",
        "unrecognized",
        "subcommand",
        "argument",
        "provided",
        "digit found",
    ];
    let folder = folder("parser_of_commands");
    let verbs = [
        "",
        "new",
        "check",
        "fmt",
        "run",
        "play",
        "test",
        "review",
        "accept",
        "reject",
        "pending",
        "why",
        "diff",
        "odds",
        "doc",
        "corpus",
        "rules",
        "explain",
        "completions",
        "man",
        "chek",
        "duel.affray",
    ];
    let wrong: &[&[&str]] = &[
        &["--unknown"],
        &["--format"],
        &["--format", "jsn"],
        &["--format=jsn"],
        &["--colr", "never"],
        &["--limit", "steps"],
        &["--limit", "steps=0"],
        &["--color", "--quiet"],
        &["--seed", "one", "x", "y"],
        &["--jobs", "-1"],
        &["--quiet", "--quiet"],
        &["-z"],
        &["--exit-zero=yes"],
    ];
    for verb in verbs {
        for wrong in wrong {
            let typed = [verb].into_iter().filter(|verb| !verb.is_empty());
            let typed: Vec<&str> = typed.chain(wrong.iter().copied()).collect();
            let told = affray(&typed).within(&folder).answer().is(2).stderr;
            let word = WORDS.iter().find(|word| told.contains(*word));
            assert!(told.starts_with("affray: "), "{typed:?}: {told}");
            assert_eq!(word, None, "{typed:?}: {told}");
        }
    }
}

/// A table that means nothing in the settings of a project is told at its place there, and nothing that follows from it.
#[test]
fn unknown_settings_of_a_project_are_told() {
    let folder = folder("unknown_settings");
    fs::create_dir_all(folder.join("table")).expect("a folder");
    fs::create_dir_all(folder.join("house")).expect("a folder");
    fs::write(folder.join("house/duel.affray"), DUEL).expect("a file");
    fs::write(
        folder.join("table/affray.toml"),
        "[base]\nhouse = \"../house\"\n",
    )
    .expect("a file");
    let variant = "rules ours extends \"house:duel\" {\n  action wave { takes target   does { subtract 1 from target.hp } }\n}\n";
    fs::write(folder.join("table/ours.affray"), variant).expect("a file");
    let check = |status| {
        let answer = affray(&["check", "ours.affray"])
            .within(&folder.join("table"))
            .answer()
            .is(status);
        format!("{}{}", answer.stdout, answer.stderr)
    };
    let told = check(1);
    assert!(told.contains("there is no table `[base]`"), "{told}");
    assert!(told.contains("affray.toml:1:2"), "{told}");
    assert!(told.contains("write `[bases]`"), "{told}");
    assert!(told.starts_with("1 file, 1 error\n"), "{told}");
    fs::write(
        folder.join("table/affray.toml"),
        "[bases]\nhouse = \"../house\"\n[editor]\nx = 1\n",
    )
    .expect("a file");
    let told = check(0);
    assert!(told.contains("there is no table `[editor]`"), "{told}");
}

/// Of several scenarios that is asked for odds which alone asks for them; errata say that they leave examples out.
#[test]
fn what_is_not_said_is_taken_or_told() {
    let folder = folder("not_said");
    let asking = "scenario \"left to chance\" {\n  side red { ann { hp 5 } }\n  side blue { bob { hp 5 } }\n  stop before round 2\n  odds \"ann is well\": ann.hp = 5\n}\n";
    fs::write(folder.join("duel.affray"), format!("{DUEL}{asking}")).expect("a file");
    let odds = affray(&["odds", "duel.affray"])
        .within(&folder)
        .answer()
        .is(0);
    assert!(odds.stdout.contains("left to chance"), "{}", odds.stdout);
    let twice = format!("{DUEL}{asking}{}", asking.replace("left", "also left"));
    fs::write(folder.join("twice.affray"), twice).expect("a file");
    let odds = affray(&["odds", "twice.affray"])
        .within(&folder)
        .answer()
        .is(2);
    assert!(
        odds.stderr.contains("say which with `--scenario`"),
        "{}",
        odds.stderr
    );
    let variant = "rules mine extends \"duel.affray\" { replace title of phase round \"Round\" }";
    fs::write(folder.join("mine.affray"), variant).expect("a file");
    let errata = ["doc", "mine.affray", "--errata", "--example", "duel.affray"];
    let errata = affray(&errata).within(&folder).answer().is(0);
    assert!(
        errata.stderr.contains("errata have no examples"),
        "{}",
        errata.stderr
    );
    let errata = affray(&["doc", "mine.affray", "--errata"])
        .within(&folder)
        .answer();
    assert_eq!(errata.is(0).stderr, "");
}

/// That nothing is played is told with odds, and a question that has no exact answer leaves its neighbours theirs.
#[test]
fn odds_tell_what_was_played() {
    let folder = folder("odds_played");
    let rules = "rules clock \"A clock\" {\n  kind combat { clock: number = 0 }\n  phase round counting from 1 {\n    gm rolls d6 as tick\n    if tick >= 4 { add 1 to clock }\n    if clock >= 2 { end combat because \"full\" }\n  }\n  order of act a { by round }\n}\n";
    let silent = "scenario \"silent\" {\n  side x { ann }\n  seed 1\n  odds \"rounds\": round\n}\n";
    fs::write(folder.join("silent.affray"), format!("{rules}{silent}")).expect("a file");
    let odds = |file: &str, status: i32| {
        let asked = affray(&["odds", file]).within(&folder).answer();
        asked.is(status).stdout
    };
    let told = odds("silent.affray", 0);
    assert!(told.contains("no round is played"), "{told}");
    let both = r#"# It can take any number of rounds, so how long it takes is right to twelve digits only; who is left is a fraction all the same.
rules neighbours "Neighbours" {
  kind combatant { hp: number = 2   need: number = 11 }
  kind act { target: optional combatant }
  action strike, strikes "strikes {target}" {
    takes target
    does { actor rolls d20 as aim   if aim >= actor.need { subtract 1 from target.hp } }
  }
  phase round counting from 1 {
    each combatant c where c.hp > 0 { c declares }
    resolve acts
    if any combatant c where c.hp <= 0 { end combat because "one is down" }
  }
  order of act a { by round }
  tactic fighter "fights" for combatant c { declare strike (the combatant o where o is not c or else none) }
}

scenario "to the end" {
  side x { ann }
  side y { bob { need 16 } }
  tactic fighter
  seed 1
  odds "ann alone": ann.hp > 0 and bob.hp <= 0
  odds "rounds": round
}
"#;
    fs::write(folder.join("both.affray"), both).expect("a file");
    let told = odds("both.affray", 0);
    assert!(told.contains("93/125"), "{told}");
    // Two hits of two on bob, or on ann: 1 - 3/4 * 15/16.
    assert!(told.contains("29.69 %"), "{told}");
    assert!(told.contains("right to about twelve digits"), "{told}");
}
