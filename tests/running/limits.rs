//! Whatever a rule file says, a run ends: in bounded time and memory, with a diagnostic at the right place, and without a panic.

use affray::diagnostic::Code;
use affray::load::Loader;
use affray::source::Limits;
use affray::suite;
use std::collections::BTreeMap;

/// A rule file of these items, and a scenario in which ann waits.
fn file(items: &str) -> String {
    format!(
        "rules r \"R\" {{\n  kind combatant {{ hp: number = 1   other: optional combatant }}\n  \
         kind act {{ target: optional combatant }}\n{items}\n}}\n\
         scenario \"s\" {{ side one {{ ann bob }} round 1 {{ ann waits }} }}\n"
    )
}

/// The items that most of these files share.
const ROUND: &str = "  action wait { does { } }\n  order of act a { by a.actor.hp }\n  \
                     phase round counting from 1 { each combatant c { c declares } resolve acts }\n";

/// The codes of everything that is said of a file when it is loaded and, if it can be, played.
fn codes(text: &str) -> Vec<Code> {
    let mut files = BTreeMap::from([("main.affray".to_owned(), text.to_owned())]);
    let loaded = Loader::new(Limits::DEFAULT).load("main.affray", &mut files);
    let mut codes: Vec<Code> = loaded.diagnostics.iter().map(|found| found.code).collect();
    for playable in &loaded.scenarios {
        let played = suite::play(
            &playable.rules.ruleset,
            &playable.scenario,
            None,
            &Limits::DEFAULT,
        );
        codes.extend(played.findings.iter().map(|found| found.code));
    }
    codes
}

/// The file is refused, or its run is stopped, for this reason and no other.
fn is_stopped(items: &str, code: Code) {
    let text = file(items);
    assert_eq!(codes(&text), [code], "{text}");
}

#[test]
fn an_ordinary_run_is_not_stopped() {
    assert_eq!(codes(&file(ROUND)), []);
}

#[test]
fn what_repeats_for_ever_is_stopped() {
    is_stopped(
        "  action wait { does { } }\n  order of act a { by 0 }\n  \
         phase round counting from 1 { each combatant c { c declares } repeat while 1 = 1 { note \"on\" } resolve acts }",
        Code::OutOfSteps,
    );
    is_stopped(
        "  action wait { does { } }\n  order of act a { by 0 }\n  \
         phase round counting from 1 { each combatant c { c declares } repeat while 1 = 1 { } resolve acts }",
        Code::OutOfSteps,
    );
    is_stopped(
        "  action wait { does { } }\n  order of act a { by 0 }\n  \
         phase round counting from 1 { each combatant c { c declares } resolve acts\n    \
         phase inner counting from 1 { set round_note = 1 } }\n  kind combat { round_note: number = 0 }",
        Code::OutOfSteps,
    );
}

#[test]
fn acts_and_triggers_that_go_on_and_on_are_stopped() {
    is_stopped(
        &format!("{ROUND}  trigger \"again\" {{ when wait a resolves   a.actor does wait }}"),
        Code::TooManyActs,
    );
    is_stopped(
        &format!(
            "{ROUND}  event echo(number n)\n  trigger \"first\" {{ when wait a resolves   raise echo(1) }}\n  \
             trigger \"and again\" {{ when echo(n)   raise echo(n) }}"
        ),
        Code::EndlessChain,
    );
    is_stopped(
        &format!("{ROUND}  trigger \"before\" {{ before wait a   a.actor does wait next }}"),
        Code::TooManyActs,
    );
}

#[test]
fn giant_dice_are_refused() {
    for dice in [
        "999999999d6",
        "d999999999999",
        "1d1",
        "0d6",
        "d(0 - 5)",
        "d(1)",
        "(0 - 1)*d(6)",
        "(99999)*d(6)",
        "(99999 * 99999 * 99999)*d(6)",
        "99999999999999999999999d6",
    ] {
        let items = format!(
            "{ROUND}  trigger \"roll\" {{ when wait a resolves   gm rolls {dice} as luck }}"
        );
        let codes = codes(&file(&items));
        let refusals = [
            Code::TooManyDice,
            Code::ImpossibleDie,
            Code::NumberTooLarge,
            Code::SyntaxError,
        ];
        assert!(
            !codes.is_empty() && codes.iter().all(|code| refusals.contains(code)),
            "{dice}: {codes:?}"
        );
    }
}

#[test]
fn numbers_never_wrap_round() {
    for (value, code) in [
        ("1000000000 * 1000000000 * 1000000000", Code::Overflow),
        ("1152921504606846975 + 1152921504606846975", Code::Overflow),
        (
            "0 - 1152921504606846975 - 1152921504606846975",
            Code::Overflow,
        ),
        ("9999999999999999999999", Code::NumberTooLarge),
        ("1 / (a.hp - 1) rounded up", Code::DivisionByZero),
        ("1 mod (a.hp - 1)", Code::DivisionByZero),
        ("1   repeat a.other.hp times { }", Code::ValueMissing),
        ("1   repeat 10000000000 times { }", Code::OutOfSteps),
        (
            "1   repeat 2 times as n { set n = 0 }   set a.hp = 1 / (a.hp - 1) rounded up",
            Code::DivisionByZero,
        ),
        ("a.other.hp + 1", Code::ValueMissing),
        ("(the combatant c where c.hp = 7).hp", Code::AmbiguousChoice),
        ("(the combatant c where c.hp = 1).hp", Code::AmbiguousChoice),
    ] {
        is_stopped(
            &format!(
                "{ROUND}  trigger \"reckon\" {{ when wait w resolves   let a = w.actor   set a.hp = {value} }}"
            ),
            code,
        );
    }
}

#[test]
fn long_chains_of_expressions_are_refused_not_followed() {
    for value in [
        vec!["1"; 20_000].join(" + "),
        vec!["1"; 20_000].join(" * "),
        format!("{}0", "if a.hp = 2 then 1 else ".repeat(5_000)),
    ] {
        is_stopped(
            &format!(
                "{ROUND}  trigger \"reckon\" {{ when wait w resolves   let a = w.actor   set a.hp = {value} }}"
            ),
            Code::NestingTooDeep,
        );
    }
    let definitions: String = (1..3_000)
        .map(|number| {
            format!(
                "  let f{number}(number n): number = f{}(n) + 1\n",
                number - 1
            )
        })
        .collect();
    is_stopped(
        &format!(
            "{ROUND}  let f0(number n): number = n\n{definitions}  \
             trigger \"reckon\" {{ when wait w resolves   set w.actor.hp = f2999(1) }}"
        ),
        Code::NestingTooDeep,
    );
}

/// So many procedures, each carried out by the one before, the first by the phase; the last one does this.
fn procedures(count: usize, last: &str) -> String {
    let all = many(count - 1, |i| {
        format!("procedure p{i}() {{ do p{}() }}", i + 1)
    });
    let round = ROUND.replace("resolve acts", "do p1() resolve acts");
    format!("{round}  {all}  procedure p{count}() {{ {last} }}")
}

#[test]
fn blocks_of_statements_lie_in_each_other_up_to_a_number() {
    let table = "  table t on number k from 1 to 2 { 1, 2 \"on\" { note \"x\" } }\n";
    let nested = "if 1 = 1 { if 1 = 1 { note \"x\" } }";
    // The block of the phase is one of 64.
    for (allowed, items) in [
        (63, ("", "note \"x\"")),
        (62, (table, "consult t with 1")),
        (61, ("", nested)),
    ] {
        let (others, last) = items;
        let items = |count| format!("{others}{}", procedures(count, last));
        assert_eq!(codes(&file(&items(allowed))), [], "{last}");
        is_stopped(&items(allowed + 1), Code::NestingTooDeep);
    }
}

#[test]
fn definitions_that_need_each_other_are_followed_up_to_a_number() {
    let items = |count: usize| {
        let all = many(count - 1, |i| {
            format!("let f{}(number n): number = f{i}(n) + f{i}(n + 1)", i + 1)
        });
        format!(
            "{ROUND}  let f1(number n): number = n\n{all}\n  trigger \"t\" {{ when wait a resolves   if f{count}(1) > 99 {{ note \"x\" }} }}"
        )
    };
    // What is not refused is not followed without end.
    assert_eq!(codes(&file(&items(10))), []);
    is_stopped(&items(40), Code::OutOfSteps);
    is_stopped(&items(42), Code::NestingTooDeep);
}

#[test]
fn texts_of_any_kind_are_answered() {
    for text in [
        "",
        " ",
        "\n\n",
        "#",
        "\"",
        "{",
        "}",
        "rules",
        "scenario",
        "rules r \"R\" {",
        "\u{feff}",
        "🎲",
        "rules r \"R\" { } }",
    ] {
        let _ = codes(text);
    }
}

/// So many of these, one after the other.
fn many(count: usize, one: impl Fn(usize) -> String) -> String {
    (1..=count).map(one).collect::<Vec<_>>().join("\n")
}

#[test]
fn what_is_held_against_all_others_is_refused_beyond_a_number() {
    type Items = fn(usize) -> String;
    let cases: [(&str, Items); 6] = [
        ("a kind can have no more than 1000 attributes", |count| {
            let attributes = many(count, |i| format!("a{i}: number = 1"));
            format!("  kind wound {{ {attributes} }}\n{ROUND}")
        }),
        ("a choice can have no more than 1000 words", |count| {
            let words = many(count - 1, |i| format!(" | w{i}"));
            format!("  option style: w0 {words} = w0\n{ROUND}")
        }),
        ("an action can have no more than 1000 stages", |count| {
            let stages = many(count, |i| format!("stage s{i} {{ }}"));
            format!("  action brood {{ {stages} }}\n{ROUND}")
        }),
        ("an order can have no more than 1000 keys", |count| {
            let keys = many(count, |i| format!("by {i}"));
            ROUND.replace("by a.actor.hp", &keys)
        }),
        ("a tactic can have no more than 1000 lines", |count| {
            let lines = many(count, |i| format!("declare wait when c.hp = {i}"));
            format!("  tactic calm for combatant c {{ {lines} }}\n{ROUND}")
        }),
        (
            "a rule file can have no more than 1000 exceptions",
            |count| {
                let exceptions = many(count, |i| {
                    format!(
                        "  exception \"{i}\" {{ for a: wait, b: wait   when a.actor.hp = {i}   a joins b }}"
                    )
                });
                format!("{exceptions}\n{ROUND}")
            },
        ),
    ];
    for (message, items) in cases {
        let found = |count| {
            let mut files = BTreeMap::from([("main.affray".to_owned(), file(&items(count)))]);
            let loaded = Loader::new(Limits::DEFAULT).load("main.affray", &mut files);
            let all = loaded.diagnostics.iter();
            all.map(|one| (one.code, one.message.clone())).collect()
        };
        let allowed: Vec<(Code, String)> = found(1_000);
        assert_eq!(allowed, [], "{message}");
        let refused: Vec<(Code, String)> = found(1_001);
        assert_eq!(refused, [(Code::NumberTooLarge, message.to_owned())]);
    }
}

#[test]
fn records_are_sorted_and_chosen_by_few_values() {
    let codes = |item: &str, count: usize| {
        let values = vec!["c.hp"; count].join(item);
        let items = match item {
            ", then " => format!(
                "  phase sorting {{ each combatant c in order of {values} {{ }} }}\n{ROUND}"
            ),
            _ => format!(
                "  let first: optional combatant = the combatant c with lowest {values}\n{ROUND}"
            ),
        };
        let mut files = BTreeMap::from([("main.affray".to_owned(), file(&items))]);
        let loaded = Loader::new(Limits::DEFAULT).load("main.affray", &mut files);
        let all = loaded.diagnostics.iter();
        all.map(|one| one.code)
            .filter(|code| *code != Code::Unused)
            .collect::<Vec<_>>()
    };
    for between in [", then ", ", then lowest "] {
        assert_eq!(codes(between, 100), []);
        assert_eq!(codes(between, 101), [Code::NumberTooLarge]);
    }
}

#[test]
fn of_many_mistakes_only_the_first_hundred_propose_something() {
    let items = many(300, |i| format!("  let f{i}: number = hits"));
    let text = file(&format!("  option hit: number = 1\n{items}\n{ROUND}"));
    let mut files = BTreeMap::from([("main.affray".to_owned(), text)]);
    let loaded = Loader::new(Limits::DEFAULT).load("main.affray", &mut files);
    let found: Vec<_> = loaded.diagnostics.iter().collect();
    assert_eq!(found.len(), 300);
    let proposing = found.iter().filter(|one| one.fix.is_some());
    assert_eq!(proposing.count(), 100);
}
