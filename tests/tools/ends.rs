//! Whatever a file says, every verb ends by itself, soon, and says no more than anybody can read. Families of rules that grow without end, each small,
//! each asked by every verb; the limits are lowered by flags, so that they are all met.
#![cfg(feature = "cli")]

use crate::common;

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use common::binary::command;

/// Who has not ended by then hangs.
const PATIENCE: Duration = Duration::from_secs(300);

/// More than this nobody reads.
const MOST_BYTES: usize = 2_000_000;

/// Lower than usual, as this is not the program that users have.
const LIMITS: [&str; 6] = [
    "--limit",
    "steps=10000",
    "--limit",
    "work=30000",
    "--limit",
    "told=500",
];

/// What is asked of each; `FILE` stands for it, `BASE` for plain rules beside it.
const CALLS: [&[&str]; 9] = [
    &["check", "FILE"],
    &["run", "--verbose", "FILE"],
    &["run", "--format", "json", "FILE"],
    &["run", "--format", "svg", "FILE"],
    &["why", "FILE"],
    &[
        "why",
        "--tries",
        "50",
        "FILE",
        "ann strikes bob",
        "bob strikes ann",
    ],
    &["test", "--coverage", "FILE"],
    &["doc", "FILE"],
    &["odds", "FILE"],
];

/// What is asked beside of files that are made of many.
const CALLS_OF_RULES: [&[&str]; 6] = [
    &["check", "--expand", "FILE"],
    &["check", "--expand", "left_house_29.affray"],
    &["doc", "--errata", "left_house_29.affray"],
    &["doc", "--for-scenarios", "left_house_29.affray"],
    &[
        "doc",
        "--format",
        "markdown",
        "--example",
        "FILE",
        "left_house_29.affray",
    ],
    &[
        "diff",
        "--no-search",
        "BASE",
        "left_house_29.affray",
        "FILE",
    ],
];

/// These take long for any rules, so not every family is asked.
const LONG_CALLS: [&[&str]; 5] = [
    &["test", "--mutants", "FILE"],
    &["run", "--timeline", "FILE"],
    &["doc", "--for-scenarios", "FILE"],
    &["odds", "--order", "FILE"],
    &[
        "diff",
        "--tries",
        "20",
        "--attribute",
        "BASE",
        "FILE",
        "FILE",
    ],
];

/// Rules of these items with a round of these statements, and a scenario for them with these entries.
fn file(items: &str, round: &str, entries: &str) -> String {
    format!(
        "rules duel \"The duel\" {{\n  kind combat {{ n: number = 0 }}\n  kind combatant {{ hp: number }}\n  \
         kind act {{ target: optional combatant   damage: number = 0 }}\n{items}\n  \
         action strike \"strikes {{target}}\" {{ takes target   does {{ subtract damage from target.hp }} }}\n  \
         phase round counting from 1 {{\n    {round}\n    each combatant c where c.hp > 0 {{ c declares }}\n    resolve acts\n  }}\n  \
         order of act a {{ by a.actor.hp }}\n}}\n\
         scenario \"s\" {{\n  side red {{ ann {{ hp 5 }} }}\n  side blue {{ bob {{ hp 3 }} }}\n  seed 1\n  \
         round 1 {{\n    ann strikes bob: damage 1\n    bob strikes ann: damage 1\n  }}\n  {entries}\n  odds ann.hp\n}}\n"
    )
}

/// The first, and so many more of which each is made from the one before.
fn chain(count: usize, first: &str, next: impl Fn(usize) -> String) -> String {
    let rest = (1..count).map(next);
    std::iter::once(first.to_owned())
        .chain(rest)
        .collect::<Vec<_>>()
        .join("\n")
}

/// Procedures, each of which carries the one before out twice.
fn procedures(count: usize, first: &str) -> String {
    chain(
        count,
        &format!("procedure p0(combatant c) {{ {first} }}"),
        |n| {
            format!(
                "procedure p{n}(combatant c) {{ do p{0}(c) do p{0}(c) }}",
                n - 1
            )
        },
    )
}

/// Definitions, each of which needs the one before twice.
fn definitions(count: usize) -> String {
    chain(
        count,
        "let f0(combatant c, combatant d): yes/no = c.hp > d.hp + 99",
        |n| {
            format!(
                "let f{n}(combatant c, combatant d): yes/no = f{0}(c, d) or f{0}(d, c)",
                n - 1
            )
        },
    )
}

/// Tables of which each is looked up in the one before, or carries it out, twice.
fn tables(count: usize) -> String {
    let values = chain(
        count,
        "table t0 on number k from 1 to 3: number { 1: 1  2: 2  3: 3 }",
        |n| {
            format!(
                "table t{n} on number k from 1 to 3: number {{ 1: t{0}(1) + t{0}(2)  2: t{0}(2) - t{0}(1)  3: t{0}(t{0}(3)) }}",
                n - 1
            )
        },
    );
    let bodies = chain(
        count,
        "table b0(combatant c) on d2 { 1, 2 \"hit\" { subtract 1 from c.hp } }",
        |n| {
            format!(
                "table b{n}(combatant c) on d2 {{ 1, 2 \"on\" {{ consult b{0}(c) with 1   consult b{0}(c) with 2 }} }}",
                n - 1
            )
        },
    );
    format!("{values}\n{bodies}")
}

/// Events whose triggers raise the one before twice.
fn events(count: usize) -> String {
    chain(count, "event e0(combatant c)", |n| {
        format!(
            "event e{n}(combatant c)\ntrigger \"t{n}\" {{ when e{n}(c)   raise e{0}(c)   raise e{0}(c) }}",
            n - 1
        )
    })
}

fn when_struck(what: &str) -> String {
    format!("trigger \"struck\" {{ when strike a resolves   {what} }}")
}

fn repeated(times: u32, what: &str) -> String {
    format!("repeat while n < {times} {{ add 1 to n   {what} }}")
}

/// Phases that count to ten in each other.
fn phases(depth: usize, inner: &str) -> String {
    (0..depth).fold(inner.to_owned(), |inner, n| {
        format!("phase q{n} counting from 1 to 10 {{ {inner} }}")
    })
}

/// What would never end, by name.
fn families() -> Vec<Family> {
    let tactic = "tactic brute for combatant c where c.hp > 0 { declare strike the combatant e where e.side is not c.side with lowest e.hp }";
    let options: String = (0..20)
        .map(|n| format!("option o{n}: low | high = low\n"))
        .collect();
    let any: Vec<String> = (0..20).map(|n| format!("o{n} is high")).collect();
    let crowd = |text: String| {
        text.replace("ann { hp 5 }", "ann { hp 5 } orc x 99 { hp 3 }")
            .replace("bob { hp 3 }", "bob { hp 3 } elf x 99 { hp 2 }")
    };
    let every = |inner: &str| {
        format!("each combatant x {{ each combatant y {{ each combatant z {{ {inner} }} }} }}")
    };
    let guards = format!(
        "{}\nexception \"one\" {{ for a: strike, b: strike   when f39(a.actor, b.actor)   a waits for b }}\n\
         exception \"other\" {{ for a: strike, b: strike   when not f39(b.actor, a.actor)   a goes ahead of b }}\n\
         void \"none\" {{ for a: act   when f39(a.actor, a.actor)   because \"x\" }}",
        definitions(40)
    );
    let rows: String = (1..=4_000).map(|n| format!("{n}: {}\n", n % 7)).collect();
    vec![
        (
            "a long table",
            file(
                &format!("table long on number k from 1 to 4000: number {{ {rows} }}"),
                "",
                "",
            ),
        ),
        (
            "procedures, 60",
            file(
                &format!(
                    "{}\n{}",
                    procedures(60, "note \"x\""),
                    when_struck("do p59(a.actor)")
                ),
                "",
                "",
            ),
        ),
        (
            "procedures in a phase",
            file(
                &procedures(60, "if c.hp = 99 { note \"x\" }"),
                "each combatant c { do p59(c) }",
                "",
            ),
        ),
        (
            "procedures, 1,000",
            file(
                &format!(
                    "{}\n{}",
                    procedures(1_000, "note \"x\""),
                    when_struck("do p999(a.actor)")
                ),
                "",
                "",
            ),
        ),
        (
            "definitions",
            file(
                &format!(
                    "{}\n{}",
                    definitions(60),
                    when_struck("if f59(a.actor, a.target) { note \"x\" }")
                ),
                "",
                "",
            ),
        ),
        ("guards of exceptions", file(&guards, "", "")),
        (
            "keys of orders",
            file(&definitions(40), "", "")
                .replace("by a.actor.hp", "by if f39(a.actor, a.actor) then 1 else 2"),
        ),
        (
            "searches",
            file(
                &format!(
                    "{}\n{}",
                    definitions(30),
                    when_struck("if any combatant c where f29(c, a.actor) { note \"x\" }")
                ),
                "",
                "",
            ),
        ),
        (
            "tables",
            file(
                &format!(
                    "{}\n{}",
                    tables(60),
                    when_struck("if t59(1) > 3 { consult b59(a.actor) with 1 }")
                ),
                "each combatant c { if c.hp = 99 { consult b59(c) with 1 } }",
                "",
            ),
        ),
        (
            "events",
            file(
                &format!("{}\n{}", events(60), when_struck("raise e59(a.actor)")),
                "",
                "",
            ),
        ),
        (
            "acts that add themselves",
            file(
                &when_struck("a.actor does strike next { target = a.target }"),
                "",
                "",
            ),
        ),
        (
            "acts that add two",
            file(
                &when_struck(
                    "a.actor does strike { target = a.target }   a.target does strike { target = a.actor }",
                ),
                "",
                "",
            ),
        ),
        (
            "acts that add before",
            file(
                "trigger \"t\" { before strike a   a.actor does strike next { target = a.target } }",
                "",
                "",
            ),
        ),
        (
            "phases in phases",
            file(
                "",
                &phases(20, "each combatant c where c.hp > 99 { note \"x\" }"),
                "",
            ),
        ),
        (
            "a phase for ever",
            file("", "phase q counting from 1 { note \"x\" }", ""),
        ),
        (
            "each in each in each",
            crowd(file("", &every("note \"{x} {y} {z}\""), "")),
        ),
        (
            "each in each, searching",
            crowd(file(
                "let f: number = count combatant c where any combatant d where any combatant e where c.hp + d.hp + e.hp > 99",
                "each combatant c where f > 3 { note \"x\" }",
                "",
            )),
        ),
        (
            "a crowd with tactics",
            crowd(file(tactic, "", "tactic brute")),
        ),
        (
            "tactics",
            file(tactic, "", "tactic brute\n  odds place of ann"),
        ),
        (
            "questions",
            file(
                "",
                &repeated(
                    1_000_000,
                    "ask gm as q \"?\": yes/no, default no   if q { note \"y\" }",
                ),
                "",
            ),
        ),
        (
            "a hundred questions",
            file(
                "",
                &repeated(
                    100,
                    "ask gm as q \"?\": yes/no, default no   if q { note \"y\" }",
                ),
                "",
            ),
        ),
        ("notes", file("", &repeated(1_000_000, "note \"{n}\""), "")),
        (
            "dice",
            file("", &repeated(1_000_000, "gm rolls 10000d1000000 as x"), ""),
        ),
        (
            "sums of many dice",
            file(
                "",
                "each combatant c { c rolls 1000d100 as x   add x to c.hp }",
                "",
            ),
        ),
        (
            "records",
            file(
                "kind wound { depth: number = 0 }",
                &repeated(
                    1_000_000,
                    "new wound as w { depth = count wound v where v.depth > 3 }",
                ),
                "",
            ),
        ),
        (
            "acts, 1,000",
            file(
                "exception \"e\" { for a: strike, b: strike   when a.actor.hp < b.actor.hp   a waits for b }",
                &repeated(500, "each combatant c { c does strike { target = c } }"),
                "",
            ),
        ),
        (
            "options",
            file(
                &format!(
                    "{options}{tactic}\n{}",
                    when_struck(&format!("if {} {{ note \"x\" }}", any.join(" or ")))
                ),
                "",
                "tactic brute",
            ),
        ),
        (
            "a fight without end",
            file(
                &format!(
                    "{tactic}\n{}",
                    when_struck(
                        "a.actor rolls d6 as x   subtract x from a.target.hp   add x to a.actor.hp"
                    )
                ),
                "",
                "tactic brute",
            ),
        ),
    ]
}

/// A folder of its own, empty.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("ends")
        .join(name);
    _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join("affray.toml"), "").expect("a project");
    folder
}

/// Why a call is not as every call must be, if it is not.
fn fault(folder: &Path, call: &[&str]) -> Option<String> {
    let mut child = command(call)
        .args(LIMITS)
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let read = |stream: Box<dyn Read + Send>| {
        thread::spawn(move || {
            let mut all = Vec::new();
            _ = stream.take(MOST_BYTES as u64 + 1).read_to_end(&mut all);
            all
        })
    };
    let stdout = read(Box::new(child.stdout.take().expect("a pipe")));
    let stderr = read(Box::new(child.stderr.take().expect("a pipe")));
    let began = Instant::now();
    let status = loop {
        match child.try_wait().expect("a status") {
            Some(status) => break status,
            None if began.elapsed() > PATIENCE => {
                _ = child.kill();
                _ = child.wait();
                return Some("does not end".to_owned());
            }
            None => thread::sleep(Duration::from_millis(5)),
        }
    };
    let [stdout, stderr] = [stdout, stderr].map(|stream| stream.join().expect("its output"));
    let bytes = stdout.len() + stderr.len();
    match status.code() {
        Some(0..=2) if bytes <= MOST_BYTES => None,
        Some(0..=2) => Some(format!("prints {bytes} bytes or more")),
        code => Some(format!(
            "has the status {code:?}: {}",
            String::from_utf8_lossy(&stderr)
        )),
    }
}

/// What is asked about, by name.
type Family = (&'static str, String);

/// A file beside those, by its name without the ending.
type Beside = (String, String);

/// Files of which each takes in those before it: along one way, or along two, so that there are more ways than anybody can go.
fn sharing() -> (Vec<Beside>, Vec<Family>) {
    let mut beside = Vec::new();
    for n in 0..30 {
        let uses = |side: &str| match n {
            0 => String::new(),
            n => format!(
                "uses \"left_{0}.affray\" uses \"right_{0}.affray\" let {side}_twice_{n}(number k): number = left_{0}(k) + right_{0}(k)",
                n - 1
            ),
        };
        for side in ["left", "right"] {
            let own = match n {
                0 => "k".to_owned(),
                n => format!("{side}_twice_{n}(k)"),
            };
            beside.push((
                format!("{side}_{n}"),
                format!(
                    "rules {side}_{n} {{ {} let {side}_{n}(number k): number = {own} }}",
                    uses(side)
                ),
            ));
            let below = match n {
                0 => "base.affray".to_owned(),
                n => format!("{side}_house_{}.affray", n - 1),
            };
            beside.push((
                format!("{side}_house_{n}"),
                format!(
                    "rules {side}_house_{n} extends \"{below}\" {{ uses \"{side}_{n}.affray\"\n\
                     replace action strike \"strikes {{target}}\" {{ takes target   does {{ subtract damage + {side}_{n}({n}) from target.hp }} }} }}"
                ),
            ));
        }
    }
    let (rules, scenario) = split(&file("uses \"left_29.affray\"", "", ""));
    let used = format!(
        "{}{scenario}",
        rules.replace("subtract damage", "subtract damage + left_29(1)")
    );
    let played = |by: &str| scenario.replacen('{', &format!("{{ rules \"{by}.affray\""), 1);
    let families = vec![
        ("libraries in diamonds", used),
        ("variants of variants", played("left_house_29")),
        (
            "a variant with two libraries of diamonds",
            format!(
                "rules both extends \"left_house_28.affray\" {{ uses \"right_28.affray\"\n{} }}\n{scenario}",
                when_struck("if right_28(1) > 3 { note \"x\" }")
            ),
        ),
    ];
    (beside, families)
}

/// A file as its rules and its scenario.
fn split(file: &str) -> (String, String) {
    let at = file.find("scenario").expect("a scenario");
    (file[..at].to_owned(), file[at..].to_owned())
}

/// Asks all of these calls of all families, on all cores, and gives what is wrong.
fn faults(name: &str, calls: &[&[&str]], families: &[Family], beside: &[Beside]) -> Vec<String> {
    let folder = folder(name);
    let base = split(&file("", "", "")).0;
    fs::write(folder.join("base.affray"), base).expect("a file");
    for (name, text) in beside {
        fs::write(folder.join(format!("{name}.affray")), text).expect("a file");
    }
    for (number, (_, text)) in families.iter().enumerate() {
        fs::write(folder.join(format!("{number}.affray")), text).expect("a file");
    }
    let next = AtomicUsize::new(0);
    let work = || {
        let mut faults = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some((family, _)) = families.get(number / calls.len()) else {
                return faults;
            };
            let file = format!("{}.affray", number / calls.len());
            let call: Vec<&str> = (calls[number % calls.len()].iter())
                .map(|&word| match word {
                    "FILE" => file.as_str(),
                    "BASE" => "base.affray",
                    word => word,
                })
                .collect();
            let fault = fault(&folder, &call);
            faults
                .extend(fault.map(|fault| format!("{family}: affray {} {fault}", call.join(" "))));
        }
    };
    thread::scope(|scope| {
        let threads = thread::available_parallelism().map_or(1, usize::from);
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        let joined = workers
            .into_iter()
            .map(|worker| worker.join().expect("a worker"));
        joined.flatten().collect()
    })
}

#[test]
fn the_families_are_sound() {
    for (family, text) in families() {
        let (_, found) =
            affray::syntax::parse(Default::default(), &text, &affray::source::Limits::DEFAULT);
        assert!(!found.has_errors(), "{family}");
    }
    let folder = folder("sound");
    for (family, text) in families() {
        fs::write(folder.join("x.affray"), &text).expect("a file");
        let checked = command(&["check", "--quiet", "x.affray"])
            .current_dir(&folder)
            .output()
            .expect("an answer");
        assert!(
            checked.status.success(),
            "{family}: {}",
            String::from_utf8_lossy(&checked.stderr)
        );
    }
}

#[test]
#[ignore = "long"]
fn every_verb_ends_whatever_the_rules_say() {
    let faults = faults("verbs", &CALLS, &families(), &[]);
    assert_eq!(faults, Vec::<String>::new());
}

#[test]
fn every_verb_ends_however_files_share_each_other() {
    let (beside, families) = sharing();
    let calls = [&CALLS[..], &CALLS_OF_RULES].concat();
    let faults = faults("sharing", &calls, &families, &beside);
    assert_eq!(faults, Vec::<String>::new());
    // They are sound, so that all of them is gone through.
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("ends/sharing");
    for (number, (family, _)) in families.iter().enumerate() {
        let file = format!("{number}.affray");
        let checked = command(&["check", "--quiet", &file])
            .current_dir(&folder)
            .output()
            .expect("an answer");
        assert!(
            checked.status.success(),
            "{family}: {}",
            String::from_utf8_lossy(&checked.stderr)
        );
    }
}

/// Much of one sort, with mistakes: twice as much takes twice as long. The kernel stops a call after so many seconds of processor time.
#[cfg(unix)]
#[test]
fn mistakes_without_end_are_told_soon() {
    let many = |bytes: usize, piece: &dyn Fn(usize) -> String| -> String {
        let all = (0..).map(piece).scan(0, |length, piece| {
            *length += piece.len();
            (*length <= bytes).then_some(piece)
        });
        all.collect()
    };
    let values = many(200_000, &|_| "set x = if n = 1 then ".to_owned());
    let triggers = many(300_000, &|_| "} trigger \"t\" { when ".to_owned());
    let rolls = many(80_000, &|i| format!("c rolls d6 as q{i}\n"));
    let names = many(250_000, &|i| format!("let name{i} = nane{i}\n"));
    let kinds = many(300_000, &|_| "kind k { a: number = 1 }\n".to_owned());
    let folder = folder("mistakes");
    for (name, text) in [
        ("values", file("", &values, "")),
        ("triggers", file("", &triggers, "")),
        ("rolls", file("", &rolls, "")),
        ("names", file("", &names, "")),
        ("kinds", file(&kinds, "", "")),
    ] {
        fs::write(folder.join("mistakes.affray"), text).expect("a file");
        let limited = "ulimit -c 0; ulimit -t 15; exec \"$0\" check mistakes.affray";
        let call = std::process::Command::new("sh")
            .args(["-c", limited, env!("CARGO_BIN_EXE_affray")])
            .current_dir(&folder)
            .output();
        let status = call.expect("a shell").status;
        assert_eq!(status.code(), Some(1), "{name}: {status}");
    }
}

#[test]
fn long_searches_end_too() {
    let chosen = [
        "a long table",
        "procedures in a phase",
        "guards of exceptions",
        "acts that add themselves",
        "a fight without end",
    ];
    let families: Vec<_> = families()
        .into_iter()
        .filter(|(name, _)| chosen.contains(name))
        .collect();
    let faults = faults("long", &LONG_CALLS, &families, &[]);
    assert_eq!(faults, Vec::<String>::new());
}

/// What a call prints on standard output, and what on standard error.
fn printed(folder: &Path, call: &[&str]) -> [String; 2] {
    let output = command(call)
        .current_dir(folder)
        .output()
        .expect("an answer");
    [output.stdout, output.stderr].map(|stream| String::from_utf8_lossy(&stream).into_owned())
}

/// What was endless is told to be so, and a run that is long is cut with a word about it.
#[test]
fn what_is_cut_is_said() {
    let folder = folder("cut");
    let text = file(
        &when_struck("a.actor does strike next { target = a.target }"),
        "",
        "",
    );
    fs::write(folder.join("x.affray"), text).expect("a file");
    // Not beside it, where it is lost when the answer is kept in a file.
    let answer = |call: &[&str]| printed(&folder, &[call, &LIMITS].concat())[0].clone();
    for call in [
        &["run", "x.affray"][..],
        &["run", "--timeline", "x.affray"],
        &["run", "--format", "markdown", "x.affray"],
        &["run", "--format", "html", "x.affray"],
        &["run", "--format", "svg", "x.affray"],
        &["run", "--format", "plain", "--timeline", "x.affray"],
        &["why", "x.affray"],
        &["why", "--format", "json", "x.affray"],
    ] {
        let told = answer(call);
        let told: String = told
            .split_whitespace()
            .filter(|word| *word != "\u{2502}")
            .collect::<Vec<_>>()
            .join(" ")
            .replace('\\', "");
        assert!(
            told.contains("was cut after") && told.contains("--limit told="),
            "{call:?}: {told}"
        );
    }
    assert!(answer(&["run", "--format", "json", "x.affray"]).contains("\"left_out\":"));
}

/// The letters of pictures, without what is only said to those who do not see them.
fn drawn(picture: &str) -> String {
    let texts = picture.lines().filter(|line| line.starts_with("<text "));
    let letters = texts.filter_map(|line| Some(line.split_once('>')?.1.split_once('<')?.0));
    letters.collect::<Vec<_>>().join(" ")
}

/// Pictures say where they were cut in letters, those of a document too.
#[test]
fn what_is_cut_is_drawn() {
    let folder = folder("drawn");
    let text = file("", &repeated(100, "note \"x\""), "");
    fs::write(folder.join("x.affray"), text).expect("a file");
    for call in [
        &["run", "--format", "svg", "x.affray"][..],
        &["run", "--format", "html", "x.affray"],
        &["doc", "--format", "html", "x.affray"],
    ] {
        let [whole, _] = printed(&folder, call);
        assert!(!drawn(&whole).contains("was cut"), "{call:?}: {whole}");
        let limited = [call, &["--limit", "told=215"]].concat();
        let [cut, _] = printed(&folder, &limited);
        assert!(
            drawn(&cut).contains("was cut after")
                && drawn(&cut).contains("a higher `--limit told=NUMBER` allows more"),
            "{limited:?}: {cut}"
        );
    }
}

/// A run that a limit stops says which, and how it is raised.
#[test]
fn faults_name_the_limit_that_stopped_the_run() {
    let folder = folder("faults");
    let endless = |n: &str| format!("phase q counting from 1 {{ {n} }}");
    let adds = when_struck("a.actor does strike next { target = a.target }");
    for (items, round, limit) in [
        ("", endless("note \"x\""), "steps=1000"),
        ("", endless("note \"x\""), "rounds=50"),
        ("", endless("note \"x\""), "events=10"),
        (adds.as_str(), String::new(), "events=50"),
    ] {
        fs::write(folder.join("x.affray"), file(items, &round, "")).expect("a file");
        let told = printed(&folder, &["run", "x.affray", "--limit", limit]).concat();
        let told: Vec<&str> = (told.split_whitespace())
            .filter(|word| *word != "\u{2502}")
            .collect();
        let (name, _) = limit.split_once('=').expect("a name");
        let remedy = format!("a higher `--limit {name}=NUMBER` allows more");
        assert!(told.join(" ").contains(&remedy), "{limit}: {told:?}");
    }
}

/// Of a run without end only the beginning is told, unless more is wanted.
#[test]
fn little_is_told_of_a_run_without_end() {
    let folder = folder("without_end");
    let endless = "phase q counting from 1 { note \"x\" }";
    fs::write(folder.join("x.affray"), file("", endless, "")).expect("a file");
    let lines = |arguments: &[&str]| printed(&folder, arguments)[0].lines().count();
    let usual = lines(&["run", "x.affray", "--limit", "rounds=2000"]);
    assert!((300..600).contains(&usual), "{usual} lines");
    let more = [
        "run",
        "x.affray",
        "--limit",
        "rounds=2000",
        "--limit",
        "told=5000",
    ];
    assert!(lines(&more) > 3_000);
}

/// Where runs take all the work that they may, every answer says so, and in the same words.
#[test]
fn work_that_ran_out_is_said() {
    let folder = folder("work");
    let tactic = "tactic brute for combatant c where c.hp > 0 { declare strike the combatant e where e.side is not c.side with lowest e.hp }";
    let chance = "trigger \"t\" { when strike a resolves   a.actor rolls d6 as x   if x > 3 { subtract 1 from a.target.hp } }";
    let one = file(
        &format!("{tactic}\n{chance}"),
        "",
        "tactic brute\n  stop after round 3",
    );
    let other = one
        .replace("x > 3", "x > 4")
        .replace("by a.actor.hp", "by -a.actor.hp");
    fs::write(folder.join("x.affray"), one).expect("a file");
    fs::write(folder.join("y.affray"), other).expect("a file");
    let answer = |call: &str| printed(&folder, &call.split(' ').collect::<Vec<_>>()).concat();
    let said = |told: &str| {
        let told: Vec<&str> = told.split_whitespace().collect();
        let told = told.join(" ").replace('\\', "");
        told.matches("steps; a higher `--limit work=NUMBER` allows more")
            .count()
    };
    for (call, times) in [
        ("odds x.affray --limit work=500", 2),
        ("odds x.affray --exact --limit work=500", 1),
        (
            "odds x.affray --vary ann.hp=1..5 --play --limit work=500",
            5,
        ),
        (
            "odds x.affray --play --trials 1000000000 --limit work=500",
            1,
        ),
        // The search, each of two changes, and which causes what.
        ("diff x.affray y.affray --attribute --limit work=500", 4),
        (
            "diff x.affray y.affray --attribute --format markdown --limit work=500",
            4,
        ),
        ("test --mutants --limit work=10 x.affray", 1),
        ("test --propose=2 --limit work=3000 x.affray", 2),
    ] {
        let told = answer(call);
        assert_eq!(said(&told), times, "{call}: {told}");
    }
    // The runs of a search keep to the limit of one run.
    let json = answer("diff x.affray y.affray --format json --tries 20 --limit steps=3");
    let report: serde_json::Value = serde_json::from_str(&json).expect("a report");
    assert_eq!(report["search"]["tried"], 20, "{json}");
    assert_eq!(report["search"]["unplayable"], 20, "{json}");
    // Cases share the work.
    let told = answer("odds x.affray --vary ann.hp=1..5 --play --limit work=500");
    assert!(told.contains("more than 100 steps"), "{told}");
    // The same changes are tried on any number of threads.
    let json = "test --mutants --format json --limit work=10000 x.affray --jobs";
    let [alone, together] = [1, 4].map(|jobs| {
        let told = answer(&format!("{json} {jobs}"));
        let report = told.split("affray: ").next().unwrap_or_default();
        let report: serde_json::Value = serde_json::from_str(report).expect("a report");
        report["changes"].clone()
    });
    assert_eq!(alone, together);
    assert_ne!(alone[0]["untried"], 0, "{alone}");
}

/// Where not everything was tried that could have given an act its turn, `why` says so.
#[test]
fn a_search_for_what_led_to_an_act_is_said_to_be_cut() {
    let call = [
        "why",
        "tests/cases/why/turns.affray",
        "--tries",
        "0",
        "bob strikes dan",
        "dan strikes ann",
    ];
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let told = |limit: &str| {
        let told = printed(root, &[&call[..], &["--limit", limit]].concat()).concat();
        told.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let (whole, cut) = (told("work=500000000"), told("work=10"));
    assert!(whole.contains("would have come up first"), "{whole}");
    assert!(
        cut.contains("not everything was tried: the runs take more than 1 steps; a higher `--limit work=NUMBER`"),
        "{cut}"
    );
}

/// Actions at once, each of which does the next, are followed from one roll after the other no longer than the work allows.
#[test]
fn odds_of_many_actions_at_once_are_cut() {
    let folder = folder("once");
    let next = chain(300, "action a0 at once { does { add 1 to n } }", |n| {
        format!(
            "action a{n} at once {{ does {{ this.actor does a{} }} }}",
            n - 1
        )
    });
    let round = "each combatant c { c rolls d6 as x   subtract x from c.hp   c does a299 }";
    fs::write(folder.join("x.affray"), file(&next, round, "")).expect("a file");
    let told = |limit: &str| {
        let call = [
            "odds", "--exact", "--states", "50", "--limit", limit, "x.affray",
        ];
        let told = printed(&folder, &call).concat();
        told.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let (whole, cut) = (told("work=500000000"), told("work=2000"));
    assert!(!whole.contains("the runs take more than"), "{whole}");
    assert!(
        cut.contains(
            "the runs take more than 2,000 steps; a higher `--limit work=NUMBER` allows more"
        ),
        "{cut}"
    );
}

/// What a change costs hangs on how much is read and checked anew, so a few large items are cut as many small ones are.
#[test]
fn changes_of_a_large_item_take_work() {
    let folder = folder("large");
    let rows: String = (1..=200).map(|n| format!("{n}: {}\n", n % 7)).collect();
    let table = format!("table long on number k from 1 to 200: number {{ {rows} }}");
    fs::write(folder.join("x.affray"), file(&table, "", "")).expect("a file");
    let told = printed(
        &folder,
        &["test", "--mutants", "--limit", "work=300000", "x.affray"],
    );
    let told = told.concat();
    assert!(
        told.contains("changes were not tried: the runs take more than 300,000 steps"),
        "{told}"
    );
}

/// A report of changes that nobody notices has an end, however many there are and however long their lines; a program is told all.
#[test]
fn a_report_of_changes_has_an_end() {
    let folder = folder("changes");
    let items: String = (0..150)
        .map(|n| format!("procedure o{n}x(combatant c) {{ add 1 to c.hp }} "))
        .collect();
    fs::write(folder.join("x.affray"), file(&items, "", "")).expect("a file");
    let answer = |form: &str, mutants: &str| {
        let [told, beside] = printed(&folder, &["test", "--format", form, mutants, "x.affray"]);
        assert!(!beside.contains("not tried"), "{beside}");
        told
    };
    let json = answer("json", "--mutants");
    let report: serde_json::Value = serde_json::from_str(&json).expect("a report");
    let share = &report["changes"][0]["changes"];
    let all = |of: &str| share[of].as_u64().expect("a count") as usize;
    let unnoticed = all("all") - all("noticed");
    assert!(unnoticed > 150, "{unnoticed}");
    assert_eq!(json.matches("\"difference\":").count(), unnoticed);
    assert!(json.len() < 2_000 * unnoticed, "{} bytes", json.len());

    let told = answer("plain", "--mutants");
    assert!(told.len() < 200_000, "{} bytes", told.len());
    let of_items = report["changes"][0]["items"].as_array().expect("items");
    let all_of = |item: &serde_json::Value| item["unnoticed"].as_array().map_or(0, Vec::len);
    // In turn over all items: of the first hundred items one each.
    let items: Vec<usize> = of_items.iter().map(all_of).filter(|n| *n > 0).collect();
    let (more, changes) = (items.len() - 100, items[100..].iter().sum::<usize>());
    for rest in [
        &format!("  ... and {more} more items with {changes} changes\n"),
        "`--mutants=TEXT` shows more",
        "`--format json` shows all",
    ] {
        assert!(told.contains(rest), "{rest}: {told}");
    }
    assert!(told.contains("\n    ... and 2 more\n"), "{told}");

    let one = answer("plain", "--mutants=o149x");
    assert!(!told.contains("procedure o149x:"), "{told}");
    assert!(
        one.contains("procedure o149x: 0 of") && !one.contains("--mutants=TEXT"),
        "{one}"
    );
}

/// Scenarios that are given are played within the limits that are given.
#[test]
fn given_scenarios_are_limited_too() {
    let folder = folder("given");
    let plain = file("", "", "");
    fs::write(folder.join("x.affray"), &plain).expect("a file");
    fs::write(
        folder.join("y.affray"),
        plain.replace("by a.actor.hp", "by -a.actor.hp"),
    )
    .expect("a file");
    let answer = |more: &[&str]| {
        let call = [
            &["diff", "--no-search", "x.affray", "y.affray", "x.affray"],
            more,
        ]
        .concat();
        printed(&folder, &call)[0].clone()
    };
    assert!(!answer(&[]).contains("the same way"), "{}", answer(&[]));
    let limited = answer(&["--limit", "steps=3"]);
    assert!(limited.contains("the same way"), "{limited}");
}

#[test]
fn limits_are_refused_not_clamped() {
    for (limit, why) in [
        ("steps=9999999999", "from 1 to 1000000000"),
        ("steps=0", "from 1 to 1000000000"),
        ("steps", "write `steps=NUMBER`"),
        ("luck=3", "there are limits for"),
    ] {
        let output = command(&["run", "x.affray", "--limit", limit])
            .output()
            .expect("an answer");
        assert_eq!(output.status.code(), Some(2));
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(said.contains(why), "{said}");
    }
}
