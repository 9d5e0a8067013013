//! `affray odds merge`: shards come together to the same bytes as one run; what does not belong together is refused.

use super::cli::odds;
use crate::common::binary::{self, Answer, answer};
use affray::odds::merge::{CannotMerge, join};
use affray::odds::report;

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

/// The same sheet, changed by somebody who sums it up anew.
fn summed(sheet: &str) -> String {
    let (content, _) = sheet.rsplit_once(",\"checksum\"").expect("a checksum");
    let sum = affray::source::hash(content.bytes());
    format!("{content},\"checksum\":\"{sum:016x}\"}}\n")
}

/// Every part with a single bit or byte that is another one is refused.
#[test]
fn a_part_that_was_changed_is_refused() {
    let asked = ["--scenario", "one round", "--of", "ann.hp", "--of", "over"];
    let part = shard(CASE, "0..20", &asked);
    assert_eq!(summed(&part), part);
    let part = part.into_bytes();
    let whole = report::read(&part).expect("a part");
    let mut refused = 0;
    let mut is_refused = |changed: &[u8], what: &str| match report::read(changed) {
        Err(_) => refused += 1,
        // White space behind the end is no part of it.
        Ok(read) => {
            assert_eq!(read, whole, "{what}");
            assert_eq!(changed.trim_ascii_end(), part.trim_ascii_end(), "{what}");
        }
    };
    for place in 0..part.len() {
        for bit in 0..8 {
            let mut changed = part.clone();
            changed[place] ^= 1 << bit;
            is_refused(&changed, &format!("bit {bit} of byte {place}"));
        }
        is_refused(&part[..place], &format!("cut at {place}"));
        let mut less = part.clone();
        less.remove(place);
        is_refused(&less, &format!("without byte {place}"));
        let mut more = part.clone();
        more.insert(place, part[place]);
        is_refused(&more, &format!("byte {place} twice"));
    }
    assert!(refused > 8 * (part.len() - 1), "{refused}");
    // The command says so.
    let mut changed = part.clone();
    let digit = part.iter().rposition(u8::is_ascii_digit).expect("a digit");
    changed[digit] = b'0' + (b'9' - changed[digit]);
    let changed = String::from_utf8(changed).expect("text");
    let said = merge("changed", &[changed], &[]).is(2);
    assert!(
        said.stderr.contains("`0.json` is not as it was written"),
        "{}",
        said.stderr
    );
}

/// Files that have no end, or are larger than any part, are not read.
#[cfg(unix)]
#[test]
fn endless_parts_are_refused() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("endless-parts");
    _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    let sparse = std::fs::File::create(folder.join("sparse")).expect("a file");
    sparse.set_len(10 << 30).expect("a sparse file");
    let pipe = std::process::Command::new("mkfifo")
        .arg(folder.join("pipe"))
        .status();
    assert!(pipe.is_ok_and(|status| status.success()));
    for (file, why) in [
        ("/dev/zero", "it is no ordinary file"),
        ("pipe", "it is no ordinary file"),
        (".", "it is no ordinary file"),
        ("sparse", "10737418240 bytes, and 67108864 are read at most"),
        ("none", "there is no such file"),
    ] {
        let mut command = binary::command(&["odds", "merge", file]);
        command.current_dir(&folder);
        let said = answer(command, "").is(2);
        assert!(said.stderr.contains(why), "{}", said.stderr);
    }
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
    refused("changed", changed.clone(), "is not as it was written");
    refused("rules", summed(&changed), "different rules");
    refused(
        "text",
        "{}".to_owned(),
        "holds no answers of `affray odds --format json`",
    );
    let wrong = shard(CASE, "100..200", one).replacen("\"times\":", "\"times\":9", 1);
    refused("counts", summed(&wrong), "do not add up");
    assert!(merge("none", &[], &[]).is(2).stderr.contains("FILE"));
}

/// A sheet that is read is the one that was written, to the last digit of its bounds.
#[test]
fn sheets_are_read_as_they_were_written() {
    for trials in ["0..97", "0..7", "13..1013"] {
        let part = shard(CASE, trials, &["--scenario", "one round", "--of", "ann.hp"]);
        let sheet = report::read(part.as_bytes()).expect("a part");
        assert_eq!(report::written(&sheet).expect("JSON"), part, "{trials}");
    }
    // A bound that is read as its neighbour without care.
    let text = "0.3955732978443997";
    assert_eq!(
        serde_json::from_str::<f64>(text).expect("a number"),
        0.3955732978443997
    );
}

/// Sheets of different cases come to what one run over all cases says.
#[test]
fn cases_come_side_by_side() {
    let asked = ["--scenario", "one round", "--of", "ann.hp", "--of", "over"];
    let varied = |vary: &str| {
        let part = shard(CASE, "0..50", &[&asked[..], &["--vary", vary]].concat());
        report::read(part.as_bytes()).expect("a part")
    };
    let named = |number: usize, vary: &str| (format!("sheet {number}"), varied(vary));
    let joined = join(vec![named(0, "ann.hp=4..5"), named(1, "ann.hp=6..8")]);
    assert_eq!(joined, Ok(varied("ann.hp=4..8")));

    let twice = join(vec![named(0, "ann.hp=4..5"), named(1, "ann.hp=5..6")]);
    assert_eq!(
        twice,
        Err(CannotMerge("two have the case `ann.hp 5`".to_owned()))
    );
    let mut other = named(1, "ann.hp=6..8");
    other.1.questions.pop();
    let why = "`sheet 0` and `sheet 1` have different questions";
    assert_eq!(
        join(vec![named(0, "ann.hp=4..5"), other]),
        Err(CannotMerge(why.to_owned()))
    );
    let mut other = named(1, "ann.hp=6..8");
    other.1.seed += 1;
    let why = "`sheet 0` and `sheet 1` have different seeds";
    assert_eq!(
        join(vec![named(0, "ann.hp=4..5"), other]),
        Err(CannotMerge(why.to_owned()))
    );
    let why = "there is nothing to put together";
    assert_eq!(join(Vec::new()), Err(CannotMerge(why.to_owned())));
}
