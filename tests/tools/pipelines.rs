//! The forms for pipelines: annotations of GitHub Actions, and SARIF.
#![cfg(feature = "cli")]

use crate::common;

use std::fs;
use std::path::{Path, PathBuf};

use common::binary::{self, Answer, answer};
use serde_json::Value;

/// Rules in which `hq` is written for `hp`, behind characters of several bytes and of several units, and something has one name twice.
const RULES: &str = r#"rules duel "The duel" {
  kind combatant { hp: number }
  let stands(combatant c): yes/no = c.hp > 0
  let stands(combatant c): yes/no = c.hp > 1
  phase round counting from 1 {
    each combatant c { note "🐉 é {c.hq} of {c.hp}" }
  }
}
"#;

/// A repository with a project in one of its folders, and a rule file in it.
fn project(test: &str, rules: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("pipelines")
        .join(test);
    _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join(".git")).expect("the mark of a repository");
    let house = folder.join("my house");
    fs::create_dir_all(&house).expect("a folder");
    fs::write(house.join("affray.toml"), "").expect("the mark of a project");
    fs::write(house.join("ä.affray"), rules).expect("a file");
    folder
}

fn affray(folder: &Path, arguments: &[&str]) -> Answer {
    let mut command = binary::command(arguments);
    command.current_dir(folder);
    answer(command, "")
}

/// What `check` says of a folder as SARIF, which follows its schema and has a rule for each result.
fn sarif(folder: &Path, status: i32) -> Value {
    let answer = affray(folder, &["check", ".", "--format", "sarif"]).is(status);
    assert_eq!(answer.stderr, "");
    let log: Value = serde_json::from_str(&answer.stdout).expect("JSON");
    let schema = include_str!("../cases/pipelines/sarif.schema.json");
    let schema: Value = serde_json::from_str(schema).expect("JSON");
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    let faults: Vec<String> = validator
        .iter_errors(&log)
        .map(|fault| format!("{}: {fault}", fault.instance_path()))
        .collect();
    assert!(faults.is_empty(), "{faults:#?}");
    for result in results(&log) {
        let number = result["ruleIndex"].as_u64().expect("a number") as usize;
        let rule = &log["runs"][0]["tool"]["driver"]["rules"][number];
        assert_eq!(rule["id"], result["ruleId"]);
    }
    log
}

fn results(log: &Value) -> &[Value] {
    log["runs"][0]["results"].as_array().expect("a list")
}

/// The result with this code.
fn result<'a>(log: &'a Value, code: &str) -> &'a Value {
    let mut found = results(log).iter().filter(|one| one["ruleId"] == code);
    let first = found.next().expect("a result with this code");
    assert!(found.next().is_none(), "{code} is there once");
    first
}

/// A text with a replacement carried out: lines and columns count from 1, columns in units of UTF-16.
fn replaced(text: &str, replacement: &Value) -> String {
    let region = &replacement["deletedRegion"];
    let offset = |line: &str, column: &str| {
        let number = |key: &str| region[key].as_u64().expect("a number") as usize;
        let start: usize = text
            .split_inclusive('\n')
            .take(number(line) - 1)
            .map(str::len)
            .sum();
        let units = text[start..].encode_utf16().take(number(column) - 1);
        let before = String::from_utf16(&units.collect::<Vec<u16>>()).expect("whole characters");
        start + before.len()
    };
    let start = offset("startLine", "startColumn");
    let end = offset("endLine", "endColumn");
    let inserted = replacement["insertedContent"]["text"]
        .as_str()
        .expect("a text");
    format!("{}{inserted}{}", &text[..start], &text[end..])
}

#[test]
fn sarif_tells_rules_places_and_edits() {
    let folder = project("sarif", RULES);
    let log = sarif(&folder, 1);
    assert_eq!(
        log["runs"][0]["invocations"][0]["executionSuccessful"],
        true
    );
    let unknown = result(&log, "A0201");
    assert_eq!(unknown["level"], "error");
    let place = &unknown["locations"][0]["physicalLocation"];
    assert_eq!(
        place["artifactLocation"],
        serde_json::json!({ "uri": "my%20house/%C3%A4.affray", "uriBaseId": "%SRCROOT%" })
    );
    let line = RULES.lines().nth(5).expect("the sixth line");
    let column = line[..line.find("hq").expect("the place")]
        .encode_utf16()
        .count()
        + 1;
    assert_eq!(
        place["region"],
        serde_json::json!({ "startLine": 6, "startColumn": column, "endLine": 6, "endColumn": column + 2 })
    );
    let twice = result(&log, "A0202");
    let related = &twice["relatedLocations"][0]["physicalLocation"]["region"];
    assert_eq!(related["startLine"], 3);
    let rule = &log["runs"][0]["tool"]["driver"]["rules"][0];
    assert_eq!(rule["name"], "unknown-name");
    assert_eq!(rule["defaultConfiguration"]["level"], "error");
    assert!(
        rule["help"]["markdown"]
            .as_str()
            .is_some_and(|help| help.contains("```"))
    );

    let change = &unknown["fixes"][0]["artifactChanges"][0];
    assert_eq!(change["artifactLocation"], place["artifactLocation"]);
    let mended = replaced(RULES, &change["replacements"][0]);
    assert_eq!(mended, RULES.replace("c.hq", "c.hp"));
}

/// A fingerprint stays where lines are put above it or its line is indented; of two equal lines each has its own.
#[test]
fn fingerprints_stay_where_lines_move() {
    let folder = project("fingerprints", RULES);
    let print = |log: &Value| {
        let print = &result(log, "A0201")["partialFingerprints"]["primaryLocationLineHash"];
        print.as_str().expect("a text").to_owned()
    };
    let before = print(&sarif(&folder, 1));
    let file = folder.join("my house/ä.affray");
    let moved = format!(
        "# One line more.\n\n{}",
        RULES.replace("    each", "  each")
    );
    fs::write(&file, moved).expect("a file");
    let after = sarif(&folder, 1);
    assert_eq!(print(&after), before);
    let place = &result(&after, "A0201")["locations"][0]["physicalLocation"]["region"];
    assert_eq!(place["startLine"], 8);
    fs::write(&file, RULES.replace("of {c.hp}", "or {c.hp}")).expect("a file");
    assert_ne!(print(&sarif(&folder, 1)), before);

    let line = "    each combatant c where c.hq < 0 { note \"x\" }\n";
    let rules = "rules duel {\n  kind combatant { hp: number }\n  phase round counting from 1 {\n";
    // Used as declared, too: else both uses are one mistake.
    let other = "    each combatant c where c.hp < 0 { note \"y\" }\n";
    fs::write(&file, format!("{rules}{other}{line}{line}  }}\n}}\n")).expect("a file");
    let log = sarif(&folder, 1);
    let prints = results(&log).iter();
    let prints = prints.map(|one| &one["partialFingerprints"]["primaryLocationLineHash"]);
    let prints: Vec<(&str, &str)> = prints
        .map(|print| {
            print
                .as_str()
                .expect("a text")
                .split_once(':')
                .expect("two parts")
        })
        .collect();
    assert_eq!(prints.len(), 2);
    assert_eq!(prints[0].0, prints[1].0);
    assert_eq!((prints[0].1, prints[1].1), ("1", "2"));
}

#[test]
fn sarif_of_what_is_well_or_not_there() {
    let folder = project("well", "rules duel {\n  kind combatant { hp: number }\n}\n");
    let file = "my house/scene.affray";
    fs::write(
        folder.join(file),
        "scenario \"x\" {\n  rules \"nowhere.affray\"\n}\n",
    )
    .expect("a file");
    let log = sarif(&folder, 1);
    assert_eq!(result(&log, "A0601")["level"], "error");
    fs::remove_file(folder.join(file)).expect("a file");
    fs::write(
        folder.join("my house/ä.affray"),
        common::read("rules/lib/cards.affray"),
    )
    .expect("a file");
    assert_eq!(results(&sarif(&folder, 0)).len(), 0);
    let both = affray(&folder, &["check", ".", "--format", "sarif", "--watch"]).is(2);
    assert!(
        both.stderr
            .contains("`--watch` does not go with `--format sarif`")
    );
    let other = affray(&folder, &["run", "x", "--format", "sarif"]).is(2);
    assert!(other.stderr.contains("for `affray check` only"));
}

#[test]
fn what_check_finds_is_annotated() {
    let folder = project("check", RULES);
    let answer = affray(&folder, &["check", ".", "--format", "github"]).is(1);
    assert_eq!(answer.stderr, "");
    let mut lines = answer.stdout.lines();
    assert_eq!(
        lines.next(),
        Some(
            "::error file=my house/ä.affray,line=4,col=7,endColumn=12,endLine=4,title=A0202 duplicate-name::\
             `stands` is the name of two options, definitions or tables%0Aonce more here%0Amy house/ä.affray:3: first here%0Ahelp: give one of them another name"
        )
    );
    // Columns count characters as a reader does.
    let place = "::error file=my house/ä.affray,line=6,col=37,endColumn=38,endLine=6,title=A0201 unknown-name::";
    let unknown = lines.next().expect("a second line");
    assert!(unknown.starts_with(place), "{unknown}");
    assert_eq!(lines.next(), Some("1 file, 2 errors"));
    assert_eq!(lines.next(), None);
}

#[test]
fn what_is_laid_out_otherwise_is_annotated() {
    let rules = "rules duel {\n  kind combatant { hp: number }\n    kind side { hp: number }\n}\n";
    let folder = project("fmt", rules);
    let answer = affray(&folder, &["fmt", "--check", ".", "--format", "github"]).is(1);
    assert_eq!(
        answer.stdout,
        "::error file=my house/ä.affray,line=3,endLine=3,title=the layout::`affray fmt` would lay this file out in another way, from this line on\n\
         1 file, 1 would change\n"
    );
    fs::write(folder.join("my house/ä.affray"), "rules duel {\n  kind {\n").expect("a file");
    let answer = affray(&folder, &["fmt", "--check", ".", "--format", "github"]).is(1);
    assert!(
        answer
            .stdout
            .starts_with("::error file=my house/ä.affray,line=")
    );
}

#[test]
fn scenarios_that_fail_are_annotated() {
    let folder = project("test", RULES);
    let cases = common::root().join("tests/cases/suite/mixed/more/scenarios.affray");
    let text = fs::read_to_string(cases).expect("a file");
    let rules = common::read("tests/cases/suite/mixed/duel.affray");
    let house = folder.join("my house");
    fs::create_dir_all(house.join("more")).expect("a folder");
    fs::write(house.join("more/scenarios.affray"), &text).expect("a file");
    fs::write(house.join("duel.affray"), rules).expect("a file");
    let answer = affray(&folder, &["test", "my house/more", "--format", "github"]).is(1);
    let failed = text
        .lines()
        .position(|line| line.contains("expect bob strikes ann before"))
        .expect("the place")
        + 1;
    let place = format!("::error file=my house/more/scenarios.affray,line={failed},");
    let lines: Vec<&str> = answer.stdout.lines().collect();
    assert!(
        lines
            .iter()
            .any(|line| line.starts_with(&place) && line.contains("title=A0407")),
        "{lines:#?}"
    );
    assert!(
        lines
            .iter()
            .any(|line| line.starts_with("3 scenarios: 1 passes, 1 fails")),
        "{lines:#?}"
    );
    let both = affray(&folder, &["test", "--watch", "--format", "github"]).is(2);
    assert!(
        both.stderr
            .contains("`--watch` does not go with `--format github`")
    );
}
