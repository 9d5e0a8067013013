//! What `affray play` writes, beside what, and what it leaves as it is; and what other verbs make of its log.
#![cfg(feature = "cli")]

use std::fs;
use std::path::Path;

use crate::play::{at, folder};

/// The names and texts of all files in a folder but locks.
fn files(folder: &Path) -> Vec<(String, String)> {
    let entries = fs::read_dir(folder).expect("a folder").flatten();
    let mut files: Vec<_> = (entries.map(|entry| entry.path()))
        .filter(|path| path.extension().is_none_or(|ending| ending != "lock"))
        .map(|path| {
            let text = fs::read(&path).expect("a file");
            let name = path.file_name().expect("a name").to_string_lossy();
            (
                name.into_owned(),
                String::from_utf8_lossy(&text).into_owned(),
            )
        })
        .collect();
    files.sort();
    files
}

#[test]
fn a_file_in_the_place_of_the_log_is_left_as_it_is() {
    let folder = folder("no_log");
    let log = folder.join("ford.log.affray");
    for text in [
        "my notes\nnot a log\n",
        "x",
        "",
        "rules other \"Other\" {\n",
    ] {
        fs::write(&log, text).expect("written");
        let before = files(&folder);
        let refused = at(&folder, &["play", "ford.affray"], "4\n").is(2);
        assert_eq!(
            refused.stderr,
            "affray: `ford.log.affray` is there already, and is no log of a fight; `--new` begins a fight in another file\n"
        );
        assert_eq!(files(&folder), before);
    }
    let new = at(&folder, &["play", "ford.affray", "--new"], "4\n").is(0);
    assert!(new.stdout.contains("`ford.log2.affray`"), "{}", new.stdout);
}

/// A log that cannot be gone on with stays byte for byte, and nothing comes to lie beside it.
#[test]
fn a_log_that_does_not_fit_is_left_as_it_is() {
    let folder = folder("misfit");
    at(
        &folder,
        &["play", "ford.affray"],
        "4\n2\nann strikes cid\nquit\n",
    )
    .is(0);
    let log = folder.join("ford.log.affray");
    let whole = fs::read_to_string(&log).expect("a log");
    let entry = whole.find("  round 1 { ann strikes cid }").expect("it");
    let unfit = whole.replace("ann strikes cid", "ann flies away");
    for text in [
        unfit.clone(),
        // Torn besides.
        unfit[..entry + 25].to_owned(),
        format!("{}  #| sum 01234", &unfit[..entry + 29]),
        whole.replace("#| rules ", "#| rulers "),
    ] {
        fs::write(&log, &text).expect("written");
        let before = files(&folder);
        let refused = at(&folder, &["play", "ford.affray"], "strikes cid\n");
        if refused.status == 0 {
            // The torn line was the one that does not fit.
            assert!(
                refused.stderr.contains("the end of the log was torn"),
                "{}",
                refused.stderr
            );
            let damaged = folder.join("ford.log.affray.damaged");
            assert_eq!(
                fs::read_to_string(&damaged).expect("it"),
                "  round 1 { ann flies awa"
            );
            fs::remove_file(damaged).expect("taken away");
            continue;
        }
        assert_eq!(files(&folder), before, "{}", refused.stderr);
    }
}

#[test]
fn what_is_kept_of_a_damaged_log_is_never_written_over() {
    let folder = folder("damaged");
    at(&folder, &["play", "ford.affray"], "4\nquit\n").is(0);
    let log = folder.join("ford.log.affray");
    let mut kept = Vec::new();
    for (typed, beside) in [
        ("6", "ford.log.affray.damaged"),
        ("5", "ford.log.affray.damaged2"),
        ("3", "ford.log.affray.damaged3"),
    ] {
        let text = fs::read_to_string(&log).expect("a log");
        let from = text.find("blue rolls ").expect("a roll") + "blue rolls ".len();
        let changed = format!("{}{typed}{}", &text[..from], &text[from + 1..]);
        fs::write(&log, &changed).expect("written");
        let played = at(&folder, &["play", "ford.affray"], "quit\n").is(0);
        assert!(
            played.stderr.contains(&format!("it is kept in `{beside}`")),
            "{}",
            played.stderr
        );
        kept.push((beside, changed));
        for (beside, text) in &kept {
            let there = fs::read_to_string(folder.join(beside)).expect("kept");
            assert_eq!(there, *text, "{beside}");
        }
    }
}

/// Neither the log nor the lock beside it is a link or a pipe; what is write-protected stays, and a log keeps its rights.
#[cfg(unix)]
#[test]
fn links_and_pipes_in_the_place_of_a_log_are_left_alone() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = folder("links");
    let (log, lock) = (
        folder.join("ford.log.affray"),
        folder.join(".ford.log.affray.lock"),
    );
    let play = |status| at(&folder, &["play", "ford.affray"], "4\nquit\n").is(status);
    let is_refused = |why: &str| {
        let said = play(2).stderr;
        assert!(said.contains(why), "{said}");
    };
    symlink("elsewhere", &lock).expect("a link");
    is_refused("`.ford.log.affray.lock` is no ordinary file");
    assert!(!folder.join("elsewhere").exists() && !log.exists());
    fs::remove_file(&lock).expect("the link");
    let made = std::process::Command::new("mkfifo").arg(&lock).status();
    assert!(made.is_ok_and(|status| status.success()));
    is_refused("`.ford.log.affray.lock` is no ordinary file");
    fs::remove_file(&lock).expect("the pipe");

    play(0);
    let torn = format!("{}  round 1 {{ ann", fs::read_to_string(&log).expect("it"));
    fs::write(&log, &torn).expect("written");
    let rights = |mode| fs::set_permissions(&log, fs::Permissions::from_mode(mode));
    rights(0o440).expect("rights");
    is_refused("it is write-protected");
    assert_eq!(fs::read_to_string(&log).expect("it"), torn);
    rights(0o640).expect("rights");
    play(0);
    let mode = fs::metadata(&log).expect("a log").permissions().mode();
    assert_eq!(mode & 0o777, 0o640);
    let other = folder.join("other");
    fs::rename(&log, &other).expect("renamed");
    let before = fs::read_to_string(&other).expect("a log");
    symlink("other", &log).expect("a link");
    is_refused("it is a link to `other`: name that file itself");
    assert_eq!(fs::read_to_string(&other).expect("a log"), before);
}

#[test]
fn a_log_is_not_laid_out() {
    let folder = folder("laid_out");
    let fight = folder.join("ford.affray");
    let text = fs::read_to_string(&fight).expect("a fight");
    let text = text.replace("  side blue", "     side blue");
    fs::write(&fight, &text).expect("written");
    let because = "so it is ".repeat(15);
    let input = format!("4\n2\nann   strikes cid\nset bob.hp = 7 because {because}\nquit\n");
    at(&folder, &["play", "ford.affray"], &input).is(0);
    let log = folder.join("ford.log.affray");
    let before = fs::read_to_string(&log).expect("a log");
    assert!(before.contains("     side blue"), "{before}");
    assert!(before.contains("ann   strikes cid"), "{before}");
    at(&folder, &["fmt", "."], "").is(0);
    assert_eq!(fs::read_to_string(&log).expect("a log"), before);
    assert_ne!(fs::read_to_string(&fight).expect("a fight"), text);
    at(&folder, &["fmt", "--check", "."], "").is(0);
    let again = at(&folder, &["play", "ford.affray"], "quit\n").is(0);
    assert_eq!(again.stderr, "");
}

#[test]
fn a_run_of_a_log_ends_where_the_log_ends() {
    let folder = folder("left");
    let input = "4\nset ann.hp = 9\n2\nann strikes cid: damage 2\n\n\nquit\n";
    at(&folder, &["play", "ford.affray", "--seed", "3"], input).is(0);
    let run = at(&folder, &["run", "ford.log.affray"], "").is(0);
    assert_eq!(
        run.stdout,
        "By the ford\n\
         by The duel\n\
         red: ann, bob\n\
         blue: cid\n\
         \n\
         Round 1\n  \
           blue rolls 4 for initiative (d6)\n  \
           the game master sets hp of ann to 9\n  \
           ann: hp 5 -> 9\n  \
           red rolls 2 for initiative (d6)\n  \
           ann declares: strikes cid\n\
         \n\
         The fight was left here. Round 1. The game master: Does the weather hold? (yes, no; Enter: yes)\n\
         `affray play ford.log.affray` goes on with it.\n"
    );
    let drawn = at(&folder, &["run", "ford.log.affray", "--timeline"], "").is(0);
    assert!(!drawn.stdout.contains("hp 5 -> 3"), "{}", drawn.stdout);
    let json = at(&folder, &["run", "ford.log.affray", "--format", "json"], "").is(0);
    let json: serde_json::Value = serde_json::from_str(&json.stdout).expect("json");
    assert!(json.get("ending").is_none(), "{json}");
    let why = at(&folder, &["why", "ford.log.affray"], "").is(0);
    assert!(!why.stdout.contains("strikes"), "{}", why.stdout);
    let test = at(&folder, &["test", "ford.log.affray"], "").is(0);
    let left = "the fight `By the ford` was left before its end, and is not judged";
    assert!(test.stderr.contains(left), "{}", test.stderr);
    assert!(!test.stderr.contains("A0"), "{}", test.stderr);
    let odds = ["odds", "ford.log.affray", "--of", "cid.hp < 5"];
    let odds = at(&folder, &odds, "").is(0);
    let on = "The fight was left before its end; this is how it would go on if nothing else is declared or answered.\n";
    assert!(odds.stdout.starts_with(on), "{}", odds.stdout);
    // With dice of its own it goes on.
    let seeded = at(&folder, &["run", "ford.log.affray", "--seed", "4"], "").is(0);
    assert!(
        seeded.stdout.contains("cid: hp 5 -> 3"),
        "{}",
        seeded.stdout
    );
    // To its end, as soon as the log has one.
    at(&folder, &["play", "ford.affray"], "end\n").is(0);
    let run = at(&folder, &["run", "ford.log.affray"], "").is(0);
    assert!(run.stdout.contains("cid: hp 5 -> 3"), "{}", run.stdout);
    assert!(!run.stdout.contains("was left here"), "{}", run.stdout);
}
