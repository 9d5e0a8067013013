//! What leads deep into itself never overflows the stack: families of generated rule files, each given to the verbs of the binary, whose first thread has
//! no more than 512 KiB. What is too deep is refused with a diagnostic, or passed over where that is harmless.
#![cfg(all(feature = "cli", unix))]

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

/// The stack of every thread, in KiB.
const STACK: usize = 512;

/// Seconds of processor time after which a call is stopped.
const PATIENCE: u32 = 60;

/// Rules with these items and these statements in the round; ann strikes cid.
fn round(items: &str, statements: &str) -> String {
    with_procedure(
        items,
        &format!(
            "phase round counting from 1 {{ each combatant c {{ c rolls d6 as luck }} each combatant c {{ c declares }}\n\
             {statements}\n resolve acts }}"
        ),
    )
}

fn with_procedure(items: &str, procedure: &str) -> String {
    format!(
        "rules r \"R\" {{\n  kind combatant {{ hp: number = 1   luck: number = 0   other: optional combatant }}\n  \
         kind combat {{ n: number = 0 }}  kind ghost {{ x: number = 0 }}\n  kind act {{ target: optional combatant }}\n  \
         action wait {{ does {{ }} }}\n  action strike {{ takes target does {{ subtract 1 from target.hp }} }}\n  \
         order of act a {{ by k: a.actor.hp }}\n{items}\n  {procedure}\n}}\n\
         scenario \"s\" {{ side one {{ ann bob }} side two {{ cid {{ hp 3 }} }}\n round 1 {{ ann strikes cid\n bob waits }}\n \
         seed 7\n odds cid.hp\n expect ann strikes cid in round 1 }}\n"
    )
}

/// A line for each number.
fn each(count: usize, line: impl Fn(usize) -> String) -> String {
    (0..count).fold(String::new(), |mut all, number| {
        _ = writeln!(all, "  {}", line(number));
        all
    })
}

/// A number, worked out once in the round.
fn number(value: &str) -> String {
    let items = format!("let f(number k): number = k\n let v: number = {value}");
    round(&items, "set n = v")
}

/// A condition on a combatant, asked of each.
fn condition(value: &str) -> String {
    let items = format!(
        "let o of combatant c: optional combatant = c.other\n let v(combatant c): yes/no = {value}"
    );
    round(&items, "each combatant c where v(c) { set n = 1 }")
}

fn nested(open: &str, inner: &str, close: &str, depth: usize) -> String {
    format!("{}{inner}{}", open.repeat(depth), close.repeat(depth))
}

type Family = (&'static str, fn(usize) -> String);

/// What leads into each other by name.
const CHAINS: &[Family] = &[
    ("procedures", |n| {
        let all = each(n, |i| {
            format!("procedure p{i}() {{ if n = 0 {{ do p{}() }} }}", i + 1)
        });
        round(
            &format!("{all} procedure p{n}() {{ set n = 1 }}"),
            "do p0()",
        )
    }),
    ("definitions", |n| {
        let all = each(n, |i| {
            format!("let f{i}(number k): number = f{}(k) + 1", i + 1)
        });
        round(
            &format!("{all} let f{n}(number k): number = k"),
            "set n = f0(1)",
        )
    }),
    ("definitions in keys and guards", |n| {
        let all = each(n, |i| {
            format!("let f{i}(combatant c): number = f{}(c)", i + 1)
        });
        let uses = "exception \"e\" { for a: act, b: act when f0(a.actor) > f0(b.actor) a waits for b }\n\
                    void \"v\" { for a: act when f0(a.actor) < 0 because \"x\" }\n\
                    tactic t for combatant c { declare strike c when f0(c) > 1 }";
        round(
            &format!("{all} let f{n}(combatant c): number = c.hp\n{uses}"),
            "",
        )
    }),
    ("triggers", |n| {
        let all = each(n, |i| {
            format!(
                "event e{}() trigger \"t{i}\" {{ when e{i}() raise e{}() }}",
                i + 1,
                i + 1
            )
        });
        round(&format!("event e0() {all}"), "raise e0()")
    }),
    ("acts at once", |n| {
        let all = each(n, |i| {
            format!(
                "action a{i} at once {{ does {{ this.actor does a{} }} }}",
                i + 1
            )
        });
        round(
            &format!("{all} action a{n} at once {{ does {{ set n = 1 }} }}"),
            "each combatant c { c does a0 }",
        )
    }),
    ("acts before acts", |n| {
        let all = each(n, |i| {
            format!(
                "action a{i} {{ does {{ }} }} trigger \"t{i}\" {{ before a{i} x x.actor does a{} next }}",
                i + 1
            )
        });
        round(
            &format!("{all} action a{n} {{ does {{ }} }}"),
            "each combatant c { c does a0 }",
        )
    }),
    ("tables of values", |n| {
        let all = each(n, |i| {
            format!(
                "table t{i} on number k from 1 to 2: number {{ 1: t{}(k)   2: 0 }}",
                i + 1
            )
        });
        let last = format!("table t{n} on number k from 1 to 2: number {{ 1: 1   2: 0 }}");
        round(&format!("{all} {last}"), "set n = t0(1)")
    }),
    ("tables that do something", |n| {
        let all = each(n, |i| {
            format!(
                "table t{i} \"T\" on number k from 1 to 2 {{ 1 \"a\" {{ consult t{}() with 1 }}   2 \"b\" {{ set n = 1 }} }}",
                i + 1
            )
        });
        let last =
            format!("table t{n} \"T\" on number k from 1 to 2 {{ 1 \"a\" {{ }}   2 \"b\" {{ }} }}");
        round(&format!("{all} {last}"), "consult t0() with 1")
    }),
    ("phases in procedures", |n| {
        let all = each(n, |i| {
            format!("procedure p{i}() {{ phase q{i} {{ do p{}() }} }}", i + 1)
        });
        round(
            &format!("{all} procedure p{n}() {{ set n = 1 }}"),
            "do p0()",
        )
    }),
    ("exceptions over each other", |n| {
        let all = each(n, |i| {
            format!(
                "exception \"e{i}\" over \"e{}\" {{ for a: strike, b: wait when a.actor.hp > {i} a waits for b }}",
                i + 1
            )
        });
        let last = format!("exception \"e{n}\" {{ for a: strike, b: wait a goes ahead of b }}");
        round(&format!("{all} {last}"), "")
    }),
    ("placements over each other", |n| {
        let all = each(n, |i| {
            format!(
                "placement \"e{i}\" over \"e{}\" {{ for a: strike when a.actor.hp > {i} place k = 2 }}",
                i + 1
            )
        });
        round(
            &format!("{all} placement \"e{n}\" {{ for a: strike place k = 3 }}"),
            "",
        )
    }),
    ("phases", |n| {
        round(&each(n, |i| format!("phase q{i} {{ set n = {i} }}")), "")
    }),
    ("options in definitions", |n| {
        let all = each(n, |i| {
            format!(
                "option o{i}: yes/no = yes let g{}: yes/no = o{i} and g{i}",
                i + 1
            )
        });
        round(
            &format!("let g0: yes/no = yes {all}"),
            &format!("if g{n} {{ set n = 1 }}"),
        )
    }),
    ("kinds that need each other", |n| {
        let all = each(n, |i| format!("kind k{i} {{ r: k{} }}", i + 1));
        round(
            &format!("{all} kind k{n} {{ x: number = 0 }} kind combatant {{ r: optional k0 }}"),
            "",
        )
    }),
    ("attributes after attributes", |n| {
        let all = each(n, |i| format!("v{}: number = v{i} + 1", i + 1));
        round(
            &format!("kind thing {{ v0: number = 1 {all} }}"),
            "new thing as x { }",
        )
    }),
    ("units of units", |n| {
        round(
            &format!(
                "time {{ u0 = 2 seconds {} }}",
                each(n, |i| format!("u{} = 2 u{i}s", i + 1))
            ),
            "",
        )
    }),
    ("names after names", |n| {
        round(
            "",
            &format!(
                "let x0 = 1 {}",
                each(n, |i| format!("let x{} = x{i} + 1", i + 1))
            ),
        )
    }),
    ("branches", |n| {
        let others = each(n, |i| format!("else if n = {i} {{ }}"));
        round("", &format!("if n = 1 {{ }} {others}"))
    }),
    ("sums", |n| number(&format!("{}n", "1 + ".repeat(n)))),
    ("choices after choices", |n| {
        number(&format!("{}n", "if n = 0 then 1 else ".repeat(n)))
    }),
    ("and", |n| {
        condition(&format!("{}c.hp > 1", "c.hp > 0 and ".repeat(n)))
    }),
    ("or", |n| {
        condition(&format!("{}c.hp > 1", "c.hp > 0 or ".repeat(n)))
    }),
    ("or else", |n| {
        condition(&format!("(c.other {}) is c", "or else c.other ".repeat(n)))
    }),
    ("pieces of a text", |n| {
        round("", &format!("note \"{}\"", "a {n} ".repeat(n)))
    }),
    ("lines of a tactic", |n| {
        let all = each(n, |i| format!("declare strike c when c.hp = {i}"));
        round(&format!("tactic t for combatant c {{ {all} }}"), "")
    }),
];

/// Much that lies and leads into each other at once, up to the limits.
const BOTH: &[Family] = &[
    ("phases, tables, definitions and sums", |n| {
        at_the_bottom(n, |i| {
            format!("procedure p{i}() {{ phase q{i} {{ do p{}() }} }}", i + 1)
        })
    }),
    ("loops, tables, definitions and sums", |n| {
        at_the_bottom(n, |i| {
            format!(
                "procedure p{i}() {{ each side s where n < 9 {{ if n < 9 {{ do p{}() }} }} }}",
                i + 1
            )
        })
    }),
];

/// Procedures that lead into each other; the last asks definitions and tables that do so, with a long sum on either end.
fn at_the_bottom(count: usize, procedure: impl Fn(usize) -> String) -> String {
    let worth = each(30, |i| match i % 2 {
        0 => format!(
            "let f{i}(number k): number = f{}(k) {}",
            i + 1,
            "+ 0 ".repeat(if i == 0 { 40 } else { 0 })
        ),
        _ => format!(
            "table f{i} on number k from 0 to 9: number {{ 0..9: f{}(k) }}",
            i + 1
        ),
    });
    let last = format!("let f30(number k): number = {}k", "1 + ".repeat(40));
    let all = each(count, procedure);
    let end = format!("procedure p{count}() {{ add f0(1) to n }}");
    round(&format!("{worth} {last} {all} {end}"), "do p0()")
}

/// What lies in itself.
const NESTS: &[Family] = &[
    ("blocks", |n| {
        round("", &nested("if n = 0 { ", "set n = 1", " }", n))
    }),
    ("repetitions", |n| {
        round("", &nested("repeat while n = 0 { ", "set n = 1", " }", n))
    }),
    ("phases in phases", |n| {
        let inner: String = (0..n).map(|i| format!("phase q{i} {{ ")).collect();
        round(
            "",
            &format!("phase outer {{ {inner} set n = 1 {} }}", "}".repeat(n)),
        )
    }),
    ("procedures with blocks", |n| {
        let all = each(12, |i| {
            let deep = nested("if n = 0 { ", &format!("do p{}()", i + 1), " }", n);
            format!("procedure p{i}() {{ {deep} }}")
        });
        round(&format!("{all} procedure p12() {{ set n = 1 }}"), "do p0()")
    }),
    ("brackets", |n| number(&nested("(", "n", ")", n))),
    ("brackets with sums", |n| {
        number(&nested("(1 + 2 * - ", "n", ")", n))
    }),
    ("brackets with conditions", |n| {
        condition(&nested(
            "(c.hp > 0 and not (c.hp > 1 or ",
            "c.hp > 2",
            "))",
            n / 2,
        ))
    }),
    ("calls", |n| number(&nested("f(1 + ", "n", ")", n))),
    ("choices", |n| {
        number(&nested("(if n = 0 then 1 else ", "n", ")", n))
    }),
    ("searches", |n| {
        condition(&format!("{}c.hp > 1", "any ghost d where ".repeat(n)))
    }),
    ("counts", |n| {
        number(&nested("(count ghost d where 0 < ", "n", ")", n))
    }),
    ("choices of one", |n| {
        condition(&format!(
            "{} is c",
            nested("(the combatant d where d is c or else ", "c", ")", n)
        ))
    }),
    ("the highest", |n| {
        number(&nested(
            "highest (0 + ",
            "1",
            ") among ghost d or else 0",
            n,
        ))
    }),
    ("not", |n| {
        condition(&format!("{}c.hp > 1", "not ".repeat(n)))
    }),
    ("not in brackets", |n| {
        condition(&nested(
            &format!("{}(", "not ".repeat(n)),
            "c.hp > 1",
            ")",
            n,
        ))
    }),
    ("minus", |n| number(&format!("{}n", "- ".repeat(n)))),
    ("minus in brackets", |n| {
        number(&nested(&format!("{}(", "- ".repeat(n)), "n", ")", n))
    }),
    ("dots", |n| {
        condition(&format!("c{} is known", ".other".repeat(n)))
    }),
    ("dots in brackets", |n| {
        condition(&format!(
            "{} is known",
            nested("(", "c", &format!("{})", ".other".repeat(n)), n)
        ))
    }),
    ("of", |n| {
        condition(&format!("{}c is known", "o of ".repeat(n)))
    }),
];

/// The verbs, with the file and one beside it that is a little different.
const VERBS: &[&[&str]] = &[
    &["check", "f.affray"],
    &["check", "--expand", "f.affray"],
    &["run", "f.affray"],
    &["why", "f.affray"],
    &["odds", "f.affray", "--states", "50", "--trials", "2"],
    &["doc", "f.affray", "--states", "50", "--trials", "2"],
    &["fmt", "--check", "f.affray"],
    &["diff", "f.affray", "g.affray", "--tries", "2"],
    &["test", "--mutants", "f.affray"],
];

/// The files of a family, in a folder of their own.
fn written(family: &Family, count: usize) -> PathBuf {
    let name = format!("{} {count}", family.0.replace([' ', ','], "_"));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("depth")
        .join(name);
    std::fs::create_dir_all(&folder).expect("a folder");
    let text = (family.1)(count);
    let other = text.replace("hp: number = 1", "hp: number = 2");
    for (name, text) in [
        ("affray.toml", ""),
        ("f.affray", &text),
        ("g.affray", &other),
    ] {
        std::fs::write(folder.join(name), text).expect("a file");
    }
    folder
}

/// Carries the verbs out, on several threads; lists the calls that came to no ordinary end.
fn failures(cases: &[(&Family, usize)], verbs: &[&[&str]]) -> Vec<String> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut failed = Vec::new();
        while let Some((family, count)) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
            let folder = written(family, *count);
            for verb in verbs {
                if let Some(why) = failure(&folder, verb) {
                    failed.push(format!(
                        "{} of {count}: {}: {why}",
                        family.0,
                        verb.join(" ")
                    ));
                }
            }
        }
        failed
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..2).map(|_| scope.spawn(work)).collect();
        let failed = workers
            .into_iter()
            .flat_map(|worker| worker.join().expect("no panic"));
        failed.collect()
    })
}

/// Lower than usual, as this is not the program that users have, and one call is made for each family and verb.
const LIMITS: [&str; 4] = ["--limit", "steps=100000", "--limit", "work=300000"];

/// A call whose threads have small stacks. The kernel stops it after so much processor time that it must be without end.
fn called(folder: &Path, verb: &[&str]) -> Output {
    let mut call = Command::new("sh");
    let limited = format!(
        "ulimit -c 0; ulimit -v 4000000; ulimit -s {STACK}; ulimit -t {PATIENCE}; exec \"$0\" \"$@\""
    );
    call.args(["-c", &limited, env!("CARGO_BIN_EXE_affray")])
        .args(verb)
        .args(LIMITS)
        .current_dir(folder)
        .env("RUST_MIN_STACK", (STACK << 10).to_string())
        .stdin(Stdio::null());
    call.output().expect("a shell")
}

/// Why a call did not end as calls do.
fn failure(folder: &Path, verb: &[&str]) -> Option<String> {
    let output = called(folder, verb);
    let said = String::from_utf8_lossy(&output.stderr);
    let is_ordinary =
        matches!(output.status.code(), Some(0..=2)) && !said.contains("a mistake of its own");
    (!is_ordinary).then(|| format!("{}: {}", output.status, said.trim()))
}

fn none_fails(families: &'static [Family], counts: &[usize], verbs: &[&[&str]]) {
    let cases = families
        .iter()
        .flat_map(|family| counts.iter().map(move |count| (family, *count)));
    let failed = failures(&cases.collect::<Vec<_>>(), verbs);
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

/// What is not deep is right and can be played, so that the deep ones come as far as their depth lets them.
#[test]
fn what_is_not_deep_is_right() {
    for family in CHAINS.iter().chain(BOTH).chain(NESTS) {
        let folder = written(family, 3);
        for verb in [VERBS[0], VERBS[2]] {
            let output = called(&folder, verb);
            let said = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(0), "{}: {said}", family.0);
        }
    }
}

#[test]
fn short_chains_overflow_no_small_stack() {
    none_fails(CHAINS, &[70], VERBS);
    none_fails(BOTH, &[15, 30], VERBS);
}

#[test]
fn long_chains_overflow_no_small_stack() {
    none_fails(CHAINS, &[1_000], &[VERBS[0], VERBS[4]]);
}

#[test]
#[ignore = "long"]
fn endless_chains_overflow_no_small_stack() {
    none_fails(CHAINS, &[10_000], &[VERBS[0], VERBS[2]]);
}

#[test]
#[ignore = "long"]
fn nests_overflow_no_small_stack() {
    none_fails(NESTS, &[13, 28], VERBS);
    none_fails(NESTS, &[10_000], &[VERBS[0]]);
}
