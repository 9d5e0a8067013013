//! The scripts of the action for GitHub, run without GitHub: on a repository with a base and a head; and the hooks of pre-commit.
//!
//! Where bash or git cannot be called, a test says so and passes.
#![cfg(all(feature = "cli", unix))]

use crate::common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use common::binary::{self, Answer, answer};

const PROGRAM: &str = env!("CARGO_BIN_EXE_affray");

/// Rules that come in two files, and a scenario that holds for both orders.
const LIBRARY: &str = r#"rules pace {
  kind combatant { hp: number }
  kind side      { initiative: number = 0 }
  kind act       { target: optional combatant   damage: number = 0 }

  order of act a { by a.actor.side.initiative, highest first "initiative" }
}
"#;
const RULES: &str = r#"rules duel "The duel of @everybody <b>" extends "pace.affray" {
  action strike "strikes {target}" {
    takes target
    does { subtract damage from target.hp }
  }

  phase round counting from 1 {
    each side s { s rolls d6 as initiative }
    each combatant c where c.hp > 0 { c declares }
    resolve acts
  }
}
"#;
const SCENARIO: &str = r#"scenario "first blood" {
  rules "duel.affray"
  stop after round 1

  side red  { ann { hp 5 } }
  side blue { bob { hp 5 } }

  round 1 {
    red rolls 5 for initiative
    blue rolls 2 for initiative
    ann strikes bob: damage 3
    bob strikes ann: damage 1
  }

  expect bob.hp = 2
}
"#;

/// An empty folder; nothing where one of the programs cannot be called.
fn folder(test: &str, needed: &[&str]) -> Option<PathBuf> {
    for program in needed {
        let called = Command::new(program).arg("--version").output();
        if !called.is_ok_and(|called| called.status.success()) {
            eprintln!("not tried: `{program}` cannot be called here");
            return None;
        }
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("action")
        .join(test);
    _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    Some(folder)
}

/// A script of the action, with these variables.
fn script(name: &str, folder: &Path, variables: &[(&str, &str)]) -> Answer {
    let mut command = Command::new("bash");
    command
        .arg(common::root().join(".github/actions/affray").join(name))
        .current_dir(folder)
        .env_remove("AFFRAY_FORMAT")
        .env_remove("CI")
        .envs(variables.iter().copied());
    answer(command, "")
}

fn git(folder: &Path, arguments: &[&str]) -> String {
    let mut command = Command::new("git");
    command
        .args([
            "-c",
            "user.name=x",
            "-c",
            "user.email=x@y",
            "-c",
            "init.defaultBranch=main",
        ])
        .args(arguments)
        .current_dir(folder)
        .env("GIT_CONFIG_GLOBAL", "/dev/null");
    answer(command, "").is(0).stdout.trim().to_owned()
}

fn commit(folder: &Path, files: &[(&str, &str)]) -> String {
    for (name, text) in files {
        fs::write(folder.join(name), text).expect("a file");
    }
    git(folder, &["add", "--all"]);
    git(folder, &["commit", "--quiet", "--message", "x"]);
    git(folder, &["rev-parse", "HEAD"])
}

/// A repository with a first commit.
fn repository(test: &str) -> Option<(PathBuf, String)> {
    let folder = folder(test, &["bash", "git"])?;
    git(&folder, &["init", "--quiet"]);
    let files = [
        ("pace.affray", LIBRARY),
        ("duel.affray", RULES),
        ("blood.affray", SCENARIO),
    ];
    let base = commit(&folder, &files);
    Some((folder, base))
}

/// The scripts on a repository: the answer, the summary, and the comment.
fn look(folder: &Path, base: &str, more: &[(&str, &str)]) -> (Answer, String, String) {
    let place = |name: &str| folder.with_extension(name);
    let (summary, comment) = (place("summary"), place("comment"));
    _ = fs::remove_file(&summary);
    let mut variables = vec![
        ("AFFRAY", PROGRAM),
        ("AFFRAY_BASE", base),
        ("AFFRAY_TRIES", "200"),
        ("AFFRAY_SUMMARY", summary.to_str().expect("a path")),
        ("AFFRAY_COMMENT", comment.to_str().expect("a path")),
    ];
    variables.extend(more);
    let answer = script("run.sh", folder, &variables);
    let text = |path| fs::read_to_string(path).unwrap_or_default();
    (answer, text(summary), text(comment))
}

/// A change of a rule file is told of the rules that extend it; nothing of the text of the rules calls anybody.
#[test]
fn a_change_in_play_is_told() {
    let Some((folder, base)) = repository("change") else {
        return;
    };
    let changed = LIBRARY.replace("highest first", "lowest first");
    let new = "# Somebody's first words.\nrules other {\n  kind combatant { hp: number }\n}\n";
    commit(&folder, &[("pace.affray", &changed), ("new.affray", new)]);
    let sarif = folder.with_extension("sarif");
    let sarif = sarif.to_str().expect("a path");
    let scenarios = ("AFFRAY_SCENARIOS", "blood.affray\nnowhere.affray");
    let (answer, summary, comment) = look(&folder, &base, &[scenarios, ("AFFRAY_SARIF", sarif)]);
    let answer = answer.is(0);
    assert_eq!(answer.stderr, "");
    assert_eq!(summary, comment);
    for line in [
        "<!-- affray -->",
        "| check | well | 4 files, no findings |",
        "| fmt | well | 4 files, 0 would change |",
        "| test | well | 1 scenario: 1 passes |",
        "<details open><summary>duel.affray</summary>",
        "<details open><summary>pace.affray</summary>",
        "`new.affray` is new.",
        "### Changes",
    ] {
        assert!(
            comment.lines().any(|found| found == line),
            "{line}: {comment}"
        );
    }
    assert!(
        comment.contains("| diff | 2 rule files changed | from "),
        "{comment}"
    );
    assert!(comment.contains("lowest first"), "{comment}");
    assert!(comment.contains("situations part"), "{comment}");
    assert!(comment.contains("### first blood"), "{comment}");
    let log: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(sarif).expect("a log")).expect("JSON");
    assert_eq!(log["version"], "2.1.0");
}

/// The title of a file that differs in a name comes into the comment, and calls nobody there.
#[test]
fn nobody_is_mentioned() {
    let Some((folder, base)) = repository("mentions") else {
        return;
    };
    let file = "a & @b <i>.affray";
    let changed = RULES.replace("c.hp > 0", "c.hp > 1");
    commit(
        &folder,
        &[
            ("duel.affray", &changed),
            (file, &RULES.replace("d6", "d8")),
        ],
    );
    let first = git(&folder, &["rev-parse", "HEAD"]);
    let again = RULES
        .replace("d6", "d12")
        .replace("strikes {target}", "hits @bob at {target}");
    commit(&folder, &[(file, &again)]);
    let (answer, _, comment) = look(&folder, &first, &[("AFFRAY_STEPS", "diff")]);
    answer.is(0);
    assert!(
        comment.contains("<summary>a &amp; @\u{200b}b &lt;i&gt;.affray</summary>"),
        "{comment}"
    );
    let code = comment.split("```").skip(1).step_by(2).collect::<String>();
    assert_eq!(
        comment.matches('@').count(),
        comment.matches("@\u{200b}").count() + code.matches('@').count()
    );
    let (answer, _, comment) = look(
        &folder,
        &base,
        &[("AFFRAY_STEPS", "diff"), ("AFFRAY_MOST", "0")],
    );
    answer.is(0);
    assert!(
        comment.contains("1 more rule files have changed"),
        "{comment}"
    );
}

#[test]
fn faults_are_annotated_and_told_in_the_status() {
    let Some((folder, base)) = repository("faults") else {
        return;
    };
    let wrong = RULES.replace("target.hp", "target.hq");
    commit(&folder, &[("duel.affray", &wrong)]);
    let (answer, _, comment) = look(&folder, &base, &[]);
    let answer = answer.is(1);
    assert!(
        answer.stdout.contains("\n::error file=duel.affray,line=4,"),
        "{}",
        answer.stdout
    );
    assert!(
        comment.contains("| check | **faults** | 3 files, 1 error |"),
        "{comment}"
    );
    assert!(comment.contains("| test | **faults** |"), "{comment}");
    assert!(
        comment.contains("`duel.affray` is not compared: it cannot be read before or after."),
        "{comment}"
    );
    let (answer, _, comment) = look(
        &folder,
        "0123456789abcdef0123456789abcdef01234567",
        &[("AFFRAY_STEPS", "diff")],
    );
    assert!(answer.is(2).stdout.contains("fetch-depth: 0"));
    assert!(
        comment.contains("| diff | **cannot be done** |"),
        "{comment}"
    );
}

/// Values that would be options, commands or names of other revisions are values and nothing else; what a file prints is obeyed by no runner.
#[test]
fn values_are_not_obeyed() {
    let Some((folder, base)) = repository("values") else {
        return;
    };
    let paths = "--help\n$(touch owned)\n`touch owned`; touch owned";
    let (answer, _, comment) = look(
        &folder,
        &base,
        &[("AFFRAY_PATHS", paths), ("AFFRAY_STEPS", "check fmt test")],
    );
    let answer = answer.is(2);
    assert!(!folder.join("owned").exists());
    assert!(
        comment.contains("| check | **cannot be done** |"),
        "{comment}"
    );
    let told = answer
        .stdout
        .split("::stop-commands::")
        .nth(1)
        .expect("what is not obeyed");
    let (token, rest) = told.split_once('\n').expect("a token");
    assert!(
        token.len() > 32 && rest.contains(&format!("\n::{token}::\n")),
        "{}",
        answer.stdout
    );
    let (answer, ..) = look(&folder, "--output=owned", &[("AFFRAY_STEPS", "diff")]);
    answer.is(2);
    assert!(!folder.join("owned").exists());
}

/// A link of a pull request leads nowhere: only rule files are taken out of a commit, and links as texts.
#[test]
fn links_are_not_followed() {
    let Some((folder, base)) = repository("links") else {
        return;
    };
    let secret = folder.with_extension("secret");
    fs::write(&secret, RULES.replace("The duel", "The secret")).expect("a file");
    fs::remove_file(folder.join("duel.affray")).expect("a file");
    std::os::unix::fs::symlink(&secret, folder.join("duel.affray")).expect("a link");
    commit(&folder, &[]);
    let (_, summary, comment) = look(&folder, &base, &[("AFFRAY_STEPS", "diff")]);
    assert!(
        !format!("{summary}{comment}").contains("secret"),
        "{comment}"
    );
}

/// A comment is written once, and changed from then on. `gh` is a program of the test, which writes down how it is called.
#[test]
fn the_comment_is_found_again() {
    let Some(folder) = folder("comment", &["bash"]) else {
        return;
    };
    let gh = "#!/bin/sh\necho \"$@\" >> calls\ncase $* in *--paginate*) cat known ;; esac\n";
    fs::write(folder.join("gh"), gh).expect("a file");
    answer(
        {
            let mut command = Command::new("chmod");
            command.arg("755").arg(folder.join("gh"));
            command
        },
        "",
    )
    .is(0);
    let path = format!(
        "{}:{}",
        folder.display(),
        std::env::var("PATH").expect("a path")
    );
    let call = |pull: &str, known: &str| {
        fs::write(folder.join("known"), known).expect("a file");
        _ = fs::remove_file(folder.join("calls"));
        let variables = [
            ("PATH", path.as_str()),
            ("AFFRAY_COMMENT", "comment.md"),
            ("AFFRAY_PULL", pull),
            ("AFFRAY_REPO", "o/r"),
        ];
        let answer = script("comment.sh", &folder, &variables);
        (
            answer.status,
            fs::read_to_string(folder.join("calls")).unwrap_or_default(),
        )
    };
    let (status, calls) = call("7", "");
    assert_eq!(status, 0);
    assert!(
        calls.ends_with(
            "api --method POST repos/o/r/issues/7/comments --field body=@comment.md --silent\n"
        ),
        "{calls}"
    );
    let (status, calls) = call("7", "31\n45\n");
    assert_eq!(status, 0);
    assert!(
        calls.ends_with(
            "api --method PATCH repos/o/r/issues/comments/31 --field body=@comment.md --silent\n"
        ),
        "{calls}"
    );
    assert_eq!(call("7; touch owned", ""), (2, String::new()));
}

#[test]
fn an_archive_is_installed_if_its_checksum_is_right() {
    let Some(folder) = folder("install", &["bash", "curl", "tar", "sha256sum"]) else {
        return;
    };
    let inside = folder.join("affray-1-x");
    fs::create_dir(&inside).expect("a folder");
    fs::copy(PROGRAM, inside.join("affray")).expect("the program");
    let mut command = Command::new("sh");
    let line = "tar -czf a.tar.gz affray-1-x && sha256sum < a.tar.gz";
    command.args(["-c", line]).current_dir(&folder);
    let sum = answer(command, "").is(0).stdout;
    let sum = sum.split(' ').next().expect("a checksum");
    let address = format!("file://{}/a.tar.gz", folder.display());
    let install = |into: &str, sum: &str| {
        let into = folder.join(into);
        let variables = [
            ("AFFRAY_FOLDER", into.to_str().expect("a path")),
            ("AFFRAY_ARCHIVE", &address),
            ("AFFRAY_SHA256", sum),
        ];
        script("install.sh", &folder, &variables)
    };
    let other = install("b", &sum.replace(|c: char| c.is_ascii_digit(), "0")).is(2);
    assert!(
        other.stdout.contains("another checksum"),
        "{}",
        other.stdout
    );
    assert!(!folder.join("b/bin/affray").exists());
    assert!(install("a", sum).is(0).stdout.starts_with("affray "));
    assert!(folder.join("a/bin/affray").exists());
    assert!(install("a", "").is(0).stdout.starts_with("affray "));
}

/// Expressions stand in the values of inputs and variables, never in the text of a script.
#[test]
fn no_expression_stands_in_a_script() {
    let text = common::read(".github/actions/affray/action.yml");
    let mut script: Option<usize> = None;
    let mut scripts = 0;
    for line in text.lines() {
        let depth = line.len() - line.trim_start().len();
        if script.is_some_and(|around| depth <= around && !line.trim().is_empty()) {
            script = None;
        }
        if line.trim_start().starts_with("run:") {
            script = Some(depth);
            scripts += 1;
        }
        assert!(script.is_none() || !line.contains("${{"), "{line}");
    }
    assert_eq!(scripts, 4);
}

/// Every hook of pre-commit is called as pre-commit would: with the files that it names, or with none.
#[test]
fn hooks_are_verbs_that_exist() {
    let Some(folder) = folder("hooks", &[]) else {
        return;
    };
    fs::write(folder.join("affray.toml"), "").expect("the mark of a project");
    for (name, text) in [("pace", LIBRARY), ("duel", RULES), ("blood", SCENARIO)] {
        fs::write(folder.join(format!("{name}.affray")), text).expect("a file");
    }
    let hooks = common::read(".pre-commit-hooks.yaml");
    let entries = hooks
        .lines()
        .filter_map(|line| line.trim().strip_prefix("entry: affray "));
    let entries: Vec<Vec<&str>> = entries.map(|entry| entry.split(' ').collect()).collect();
    let verbs: Vec<&str> = entries.iter().map(|entry| entry[0]).collect();
    assert_eq!(verbs, ["check", "fmt", "test"]);
    let call = |entry: &[&str]| {
        let mut typed = entry.to_vec();
        if entry[0] != "test" {
            typed.extend(["duel.affray", "blood.affray"]);
        }
        let mut command = binary::command(&typed);
        command.current_dir(&folder);
        answer(command, "")
    };
    for entry in &entries {
        assert_eq!(call(entry).status, 0, "{entry:?}");
    }
    let untidy = RULES.replace("    takes target", "  takes  target");
    fs::write(folder.join("duel.affray"), untidy).expect("a file");
    call(&entries[1]).is(0);
    assert_eq!(
        fs::read_to_string(folder.join("duel.affray")).expect("a file"),
        RULES
    );
    fs::write(
        folder.join("duel.affray"),
        RULES.replace("target.hp", "target.hq"),
    )
    .expect("a file");
    call(&entries[0]).is(1);
    call(&entries[2]).is(1);
}
