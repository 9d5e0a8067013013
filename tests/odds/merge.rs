//! `affray odds merge`: shards come together to the same bytes as one run; what does not belong together is refused.

use crate::cli::odds;
use crate::common::binary::{self, Answer, answer};

const CASE: &str = "tests/cases/odds/triggers.affray";

fn shard(case: &str, trials: &str, more: &[&str]) -> String {
    let mut typed = vec![case, "--play", "--format", "json", "--trials", trials];
    typed.extend(more);
    odds(&typed).is(0).stdout
}

/// Merges sheets, in this order.
fn merge(name: &str, sheets: &[String], more: &[&str]) -> Answer {
    let folder = std::env::temp_dir().join(format!("affray-odds-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let mut typed = vec!["odds".to_owned(), "merge".to_owned()];
    for (number, sheet) in sheets.iter().enumerate() {
        let file = format!("{number}.json");
        std::fs::write(folder.join(&file), sheet).expect("a file");
        typed.push(file);
    }
    typed.extend(more.iter().map(|&one| one.to_owned()));
    let typed: Vec<&str> = typed.iter().map(String::as_str).collect();
    let mut command = binary::command(&typed);
    let merged = answer(
        {
            command.current_dir(&folder);
            command
        },
        "",
    );
    std::fs::remove_dir_all(&folder).expect("it can be removed");
    merged
}

#[test]
fn shards_are_one_run() {
    for more in [
        &["--scenario", "one round"][..],
        &["--scenario", "one round", "--vary", "ann.hp=1..3"],
    ] {
        let whole = shard(CASE, "0..1200", more);
        let shards = ["500..501", "0..500", "501..1200"].map(|trials| shard(CASE, trials, more));
        let merged = merge("whole", &shards, &["--format", "json"]).is(0);
        assert_eq!(merged.stdout, whole);
    }
}

/// A fault that some runs meet stays the one of the first trial, and its runs add up.
#[test]
fn faults_add_up() {
    let shard = |trials| {
        odds(&[
            "tests/cases/odds/faults.affray",
            "--format",
            "json",
            "--trials",
            trials,
        ])
        .is(1)
        .stdout
    };
    let whole = shard("0..40");
    let shards = ["20..40", "0..1", "1..20"].map(shard);
    assert_eq!(
        merge("faults", &shards, &["--format", "json"]).is(1).stdout,
        whole
    );
}

#[test]
fn what_does_not_belong_together_is_refused() {
    let one = &["--scenario", "one round"][..];
    let first = shard(CASE, "0..100", one);
    let refused = |name: &str, other: String, why: &str| {
        let said = merge(name, &[first.clone(), other], &[]).is(2);
        assert!(said.stderr.contains(why), "{}", said.stderr);
        assert_eq!(said.stdout, "");
    };
    refused("twice", shard(CASE, "99..200", one), "both hold trial 99");
    refused(
        "gap",
        shard(CASE, "101..200", one),
        "the trials 100..101 are missing between them",
    );
    refused(
        "seed",
        shard(
            CASE,
            "100..200",
            &["--scenario", "one round", "--seed", "2"],
        ),
        "different seeds",
    );
    refused(
        "other",
        shard(CASE, "100..200", &["--scenario", "two rounds of one"]),
        "different scenarios",
    );
    refused(
        "asked",
        shard(
            CASE,
            "100..200",
            &["--scenario", "one round", "--of", "over"],
        ),
        "different",
    );
    let rules = first.replace("0..100", "");
    let changed = rules.replacen("\"fingerprint\":\"", "\"fingerprint\":\"0", 1);
    refused("rules", changed, "different rules");
    refused(
        "text",
        "{}".to_owned(),
        "holds no answers of `affray odds --format json`",
    );
    let wrong = first.replacen("\"times\":", "\"times\":9", 1);
    refused("counts", wrong, "");
    assert!(merge("none", &[], &[]).is(2).stderr.contains("FILE"));
}
