//! The loader from outside: rings, diamonds, paths, limits, variants, and scenarios that find their rules. All files are in memory,
//! except where the disk itself is tested.

use crate::common;

use std::collections::BTreeMap;

use affray::check::Checked;
use affray::diagnostic::{Code, Diagnostic, Severity};
use affray::load::{Files, Loaded, Loader, Unreadable};
use affray::source::Limits;

/// Files in memory that count how often each is read.
#[derive(Default)]
struct Shelf {
    texts: BTreeMap<String, String>,
    reads: BTreeMap<String, u32>,
}

impl Files for Shelf {
    fn read(&mut self, path: &str) -> Result<Vec<u8>, Unreadable> {
        *self.reads.entry(path.to_owned()).or_default() += 1;
        self.texts.read(path)
    }

    fn beside(&self, path: &str) -> Vec<String> {
        self.texts.beside(path)
    }
}

impl Shelf {
    fn with(mut self, path: impl Into<String>, text: impl Into<String>) -> Self {
        self.texts.insert(path.into(), text.into());
        self
    }

    fn most_reads(&self) -> u32 {
        self.reads.values().copied().max().unwrap_or(0)
    }

    fn load(&mut self, path: &str) -> Loaded {
        Loader::new(Limits::DEFAULT).load(path, self)
    }
}

/// A rule set with a phase and an order, which every rule set needs, and some items.
fn rules(items: &str) -> String {
    format!(
        "rules duel {{\n  phase round counting from 1 {{ each combatant c {{ c declares }} resolve acts }}\n  order of act a {{ by if a.begun then 1 else 0 }}\n{items}\n}}\n"
    )
}

fn errors(loaded: &Loaded) -> Vec<&Diagnostic> {
    loaded
        .diagnostics
        .iter()
        .filter(|found| found.severity == Severity::Error)
        .collect()
}

fn messages(loaded: &Loaded) -> Vec<&str> {
    loaded
        .diagnostics
        .iter()
        .map(|found| found.message.as_str())
        .collect()
}

fn sound(loaded: &Loaded) -> &Checked {
    assert_eq!(messages(loaded), [""; 0]);
    loaded.rules.first().expect("a rule set")
}

/// The titles of the exceptions of the first rule set.
fn exceptions(loaded: &Loaded) -> Vec<&str> {
    loaded.rules[0]
        .ruleset
        .exceptions
        .iter()
        .map(|exception| exception.title.as_str())
        .collect()
}

/// An exception; each title has a guard of its own, so that no two contradict each other.
fn exception(title: &str, moves: &str) -> String {
    let number: u32 = title.bytes().map(u32::from).sum();
    format!(
        "exception \"{title}\" {{ for a: act, b: act  when a.actor.hp > {number}\n  {moves} }}\n"
    )
}

/// A fighter's kind and an action, for the exceptions.
const BASE: &str = "kind combatant { hp: number = 1 }\naction strike { does { } }\n";

#[test]
fn rings_are_shown_whole_from_wherever_they_are_entered() {
    for size in [1, 2, 50] {
        let mut shelf = Shelf::default();
        for number in 0..size {
            let next = (number + 1) % size;
            let text = format!("rules r{number} {{ uses \"f{next:02}.affray\" }}");
            shelf = shelf.with(format!("f{number:02}.affray"), text);
        }
        let deep = Limits {
            import_depth: 64,
            ..Limits::DEFAULT
        };
        let from_first = Loader::new(deep).load("f00.affray", &mut shelf);
        assert_eq!(shelf.most_reads(), 1);
        let rings: Vec<_> = errors(&from_first)
            .into_iter()
            .filter(|found| found.code == Code::ImportCircle)
            .collect();
        assert_eq!(rings.len(), 1, "{:?}", messages(&from_first));
        assert_eq!(rings[0].secondary.len(), size - 1);
        assert!(rings[0].message.contains("`f00.affray`"));
        let other = format!("f{:02}.affray", size / 2);
        let from_other = Loader::new(deep).load(&other, &mut shelf);
        let again = errors(&from_other)
            .into_iter()
            .find(|found| found.code == Code::ImportCircle);
        assert_eq!(again.map(|found| &found.message), Some(&rings[0].message));
    }
}

#[test]
fn a_ring_may_go_through_extends() {
    let mut shelf = Shelf::default()
        .with("a.affray", "rules a extends \"b.affray\" { }")
        .with("b.affray", "rules b { uses \"a.affray\" }");
    let loaded = shelf.load("a.affray");
    assert!(
        errors(&loaded)
            .iter()
            .any(|found| found.code == Code::ImportCircle)
    );
    assert!(loaded.rules.is_empty());
}

#[test]
fn a_chain_of_thirty_diamonds_is_read_once() {
    let mut shelf = Shelf::default().with("d30.affray", rules(BASE));
    for level in 0..30 {
        let next = level + 1;
        let side = |name: &str| format!("rules {name} {{ uses \"d{next}.affray\" }}");
        let text = format!("rules d {{ uses \"l{level}.affray\" uses \"r{level}.affray\" }}");
        shelf = shelf.with(format!("d{level}.affray"), text);
        shelf = shelf
            .with(format!("l{level}.affray"), side("l"))
            .with(format!("r{level}.affray"), side("r"));
    }
    let started = std::time::Instant::now();
    let deep = Limits {
        import_depth: 64,
        ..Limits::DEFAULT
    };
    let loaded = Loader::new(deep).load("d0.affray", &mut shelf);
    assert!(started.elapsed().as_secs() < 60);
    assert_eq!(sound(&loaded).ruleset.actions.len(), 1);
    assert_eq!(shelf.most_reads(), 1);
    assert_eq!(shelf.reads.len(), 91);
}

#[test]
fn refused_paths_are_never_read() {
    let paths = [
        "",
        " ",
        "/x.affray",
        "/etc/passwd",
        "//server/share/x.affray",
        "\\\\\\\\server\\\\x.affray",
        "lib\\\\x.affray",
        "C:/x.affray",
        "C:x.affray",
        "c:\\\\x.affray",
        "file:///x.affray",
        "https://example.org/x.affray",
        "x.affray:stream",
        "../x.affray",
        "../../../x.affray",
        "lib/../../x.affray",
        "./../x.affray",
        "lib/./../../home/x.affray",
        "..",
        ".",
        "../",
        "%2e%2e/x.affray",
        "lib/%2e%2e/%2e%2e/x.affray",
        "x%00.affray",
        "x\u{0}.affray",
        "x\u{1b}.affray",
        "x\u{202e}.affray",
        "~/x.affray",
        "~root/x.affray",
        "con.affray",
        "CON",
        "lib/NUL.affray",
        "aux/x.affray",
        "com1.affray",
        "LPT9.x.affray",
        "conin$.affray",
        "lib//x.affray",
        "lib/x.affray/",
        "lib /x.affray",
        " lib/x.affray",
        ".../x.affray",
        "lib./x.affray",
        "x*.affray",
        "x?.affray",
        "<x>.affray",
        "a|x.affray",
        "x.txt",
        "x",
        ".affray",
        "lib/.affray",
        "x.affray.",
        "x.AFFRAY",
        "/dev/zero",
        "dev/zero",
        "{now}.affray",
    ];
    assert!(paths.len() >= 40);
    let long = format!("{}.affray", "x/".repeat(600));
    for path in paths.into_iter().chain([long.as_str()]) {
        for text in [
            format!("rules a {{ uses \"{path}\" }}"),
            format!("rules a extends \"{path}\" {{ }}"),
            format!("scenario \"s\" {{ rules \"{path}\" }}"),
        ] {
            let mut shelf = Shelf::default().with("main.affray", text);
            let loaded = shelf.load("main.affray");
            let refused = errors(&loaded).iter().any(|found| {
                matches!(
                    found.code,
                    Code::ImportRefused | Code::ControlCharacter | Code::BidiControl
                )
            });
            assert!(refused, "{path:?}: {:?}", messages(&loaded));
            assert!(
                loaded.rules.is_empty() && loaded.scenarios.is_empty(),
                "{path:?}"
            );
            assert_eq!(shelf.reads.len(), 1, "{path:?}: {:?}", shelf.reads);
        }
    }
}

#[test]
fn paths_within_the_project_are_found_from_the_naming_file() {
    let mut shelf = Shelf::default()
        .with(
            "rules/a/main.affray",
            "rules a { uses \"../lib/./b.affray\" }",
        )
        .with("rules/lib/b.affray", "rules b { uses \"c.affray\" }")
        .with("rules/lib/c.affray", rules(BASE));
    assert_eq!(
        sound(&shelf.load("rules/a/main.affray"))
            .ruleset
            .actions
            .len(),
        1
    );
}

#[test]
fn too_many_too_deep_too_large() {
    let mut chain = Shelf::default();
    let mut fan = String::new();
    let mut wide = Shelf::default();
    for number in 0..300 {
        chain = chain.with(
            format!("f{number}.affray"),
            format!("rules r {{ uses \"f{}.affray\" }}", number + 1),
        );
        fan += &format!("  uses \"w{number}.affray\"\n");
        wide = wide.with(format!("w{number}.affray"), "rules w { }");
    }
    let mut wide = wide.with("main.affray", format!("rules a {{\n{fan}}}"));
    let deep = chain.load("f0.affray");
    let found = errors(&deep);
    assert_eq!(found[0].code, Code::ImportRefused);
    assert!(
        found[0].message.contains("more than 32"),
        "{}",
        found[0].message
    );
    assert!(chain.reads.len() <= 34);

    let many = wide.load("main.affray");
    let found: Vec<_> = errors(&many)
        .into_iter()
        .filter(|found| found.code == Code::ImportRefused)
        .collect();
    assert_eq!(found.len(), 1);
    assert!(
        found[0].message.contains("256 files"),
        "{}",
        found[0].message
    );
    assert_eq!(wide.reads.len(), 256);

    let filler = format!("rules big {{ }}\n# {}", "x".repeat(3 << 12));
    let mut large = Shelf::default().with("main.affray", format!("rules a {{\n{fan}}}"));
    for number in 0..300 {
        large = large.with(format!("w{number}.affray"), filler.clone());
    }
    let small = Limits {
        total_bytes: 16 << 12,
        ..Limits::DEFAULT
    };
    let found = Loader::new(small).load("main.affray", &mut large);
    assert!(
        errors(&found)
            .iter()
            .any(|found| found.message.contains("65536 bytes")),
        "{:?}",
        messages(&found)
    );
    assert!(large.reads.len() < 10);
}

#[test]
fn a_missing_file_is_shown_where_it_is_named() {
    let mut shelf = Shelf::default().with("main.affray", "rules a { uses \"lib/x.affray\" }");
    let loaded = shelf.load("main.affray");
    assert_eq!(
        messages(&loaded),
        ["the file `lib/x.affray` cannot be read: there is no such file"]
    );
    assert_eq!(loaded.diagnostics.as_slice()[0].primary.span.start, 15);
    assert_eq!(
        messages(&shelf.load("other.affray")),
        ["the file `other.affray` cannot be read: there is no such file"]
    );
}

#[test]
fn three_levels_add_replace_and_remove() {
    let base = rules(
        &[
            BASE,
            &exception("one", "a waits for b"),
            &exception("two", "a waits for b"),
            &exception("three", "a joins b"),
        ]
        .concat(),
    );
    let house = format!(
        "rules house extends \"base.affray\" {{\n  remove exception \"two\"\n  replace {}  {} }}",
        exception("one", "a leads b"),
        exception("four", "a trails b"),
    );
    let table = format!(
        "rules table \"Our table\" extends \"house.affray\" {{\n  remove exception \"three\"\n  replace {}  {} }}",
        exception("four", "a goes ahead of b"),
        exception("two", "a not before b"),
    );
    let mut shelf = Shelf::default()
        .with("base.affray", base)
        .with("house.affray", house)
        .with("table.affray", table);
    let loaded = shelf.load("table.affray");
    let rules = &sound(&loaded).ruleset;
    assert_eq!(
        (rules.name.as_str(), rules.title.as_str()),
        ("table", "Our table")
    );
    assert_eq!(exceptions(&loaded), ["one", "four", "two"]);
    use affray::ruleset::{Movement, Relation};
    let moves: Vec<Movement> = rules
        .exceptions
        .iter()
        .map(|exception| exception.moves)
        .collect();
    let expected = [Relation::Leads, Relation::GoesAhead, Relation::NotBefore];
    assert_eq!(
        moves,
        expected.map(|relation| Movement::Relation {
            first_moves: true,
            relation
        })
    );
    assert_eq!(
        exceptions(&shelf.load("house.affray")),
        ["one", "three", "four"]
    );
    assert_eq!(
        exceptions(&shelf.load("base.affray")),
        ["one", "two", "three"]
    );
}

#[test]
fn a_variant_sets_options() {
    let option = "option tie: together | apart = together\noption many: number = 1\nlet used(act a): yes/no = tie is together and many > 1\nvoid \"never\" { for a: act when used(a) because \"never\" }\n";
    let mut shelf = Shelf::default()
        .with("base.affray", rules(&format!("{BASE}{option}")))
        .with("house.affray", "rules house extends \"base.affray\" { set option tie = apart }")
        .with("table.affray", "rules table extends \"house.affray\" { set option many = 3  set option tie = together }")
        .with("wrong.affray", "rules wrong extends \"base.affray\" { set option tei = apart }");
    let value = |loaded: &Loaded, index: usize| sound(loaded).ruleset.options[index].value;
    let (base, house, table) = (
        shelf.load("base.affray"),
        shelf.load("house.affray"),
        shelf.load("table.affray"),
    );
    assert_ne!(value(&base, 0), value(&house, 0));
    assert_eq!(value(&base, 0), value(&table, 0));
    assert_eq!(value(&table, 1), 3);
    let wrong = shelf.load("wrong.affray");
    assert_eq!(errors(&wrong)[0].code, Code::UnknownOption);
    assert_eq!(
        errors(&wrong)[0].help.as_deref(),
        Some("did you mean `tie`?")
    );
}

#[test]
fn what_is_not_there_cannot_be_replaced_or_removed() {
    let base = rules(&[BASE, &exception("reaction", "a waits for b")].concat());
    let replaced = format!(
        "rules a extends \"base.affray\" {{ replace {} }}",
        exception("raection", "a joins b")
    );
    let mut shelf = Shelf::default()
        .with("base.affray", base)
        .with("replace.affray", replaced)
        .with("remove.affray", "rules a extends \"base.affray\" { remove exception \"reactoin\" }")
        .with("category.affray", "rules a extends \"base.affray\" { remove trigger \"reaction\" }")
        .with("twice.affray", "rules a extends \"base.affray\" { remove exception \"reaction\" remove exception \"reaction\" }");
    for name in ["replace", "remove"] {
        let loaded = shelf.load(&format!("{name}.affray"));
        assert_eq!(errors(&loaded)[0].code, Code::UnknownName);
        assert_eq!(
            errors(&loaded)[0].help.as_deref(),
            Some("did you mean `reaction`?")
        );
    }
    assert_eq!(
        messages(&shelf.load("category.affray")),
        ["there is no trigger `reaction` that can be removed"]
    );
    assert_eq!(
        messages(&shelf.load("twice.affray")),
        ["the exception `reaction` is removed twice"]
    );
}

#[test]
fn replacing_something_by_itself_is_a_warning() {
    let old = exception("reaction", "a waits for b");
    let new = old.replace("  when", "  # the same\n  when");
    let mut shelf = Shelf::default()
        .with("base.affray", rules(&[BASE, &old].concat()))
        .with(
            "house.affray",
            format!("rules a extends \"base.affray\" {{ replace {new} }}"),
        );
    let loaded = shelf.load("house.affray");
    assert_eq!(
        messages(&loaded),
        ["the exception `reaction` is replaced by the very same thing"]
    );
    assert!(errors(&loaded).is_empty());
    assert_eq!(exceptions(&loaded), ["reaction"]);
}

/// The files of a case, and the name of its last one, which is loaded.
fn case(text: &str) -> (Shelf, String) {
    let mut shelf = Shelf::default();
    let mut last = String::new();
    for part in text.split("==> ").skip(1) {
        let (name, text) = part.split_once(" <==\n").expect("a name and a text");
        name.clone_into(&mut last);
        shelf = shelf.with(name, text);
    }
    (shelf, last)
}

/// What a rule set is made of, with what the rules are told about their options and exceptions.
fn made(rules: &affray::ruleset::Ruleset) -> String {
    let mut out = String::new();
    for item in &rules.items {
        out += &format!("{} {}\n", item.category, item.name);
    }
    for option in &rules.options {
        out += &format!("option {} = {}\n", option.name, option.value);
    }
    for phase in &rules.phases {
        out += &format!("phase {}: {}\n", phase.name, phase.title);
    }
    out + &format!("over {:?}\n", rules.over)
}

#[test]
fn variants() {
    insta::glob!("../cases/load", "*.txt", |path| {
        let text = std::fs::read_to_string(path).expect("a case can be read");
        let (mut shelf, last) = case(&text);
        let mut loader = Loader::new(Limits::DEFAULT).studying();
        let loaded = loader.load(&last, &mut shelf);
        let told = common::shown(&loaded.diagnostics, loader.sources());
        let rules: String = (loaded.rules.iter())
            .map(|checked| made(&checked.ruleset))
            .collect();
        insta::assert_snapshot!(format!("{told}{rules}"));
    });
}

/// What two files change in parts is what their author would have written as one.
#[test]
fn parts_put_into_one() {
    let text = include_str!("../cases/load/parts.txt");
    let (shelf, last) = case(text);
    let by_hand = r#"rules table {
  kind combatant { hp: number = 5   size: number = 1   speed: number = 0 }
  kind act { target: optional combatant }
  let stands(combatant c): yes/no = c.hp > 0 and (c.size > 0 or c.speed > 0)
  table wound (combatant victim) on d6 {
    2..5 "Bruise" { subtract 1 from victim.hp }
    6 "Leg" { subtract 4 from victim.hp }
    1 "Toe" { subtract 2 from victim.hp }
  }
  table worth on number n from 1 to 6: number { 1: 1   2..3, 6: 9   4..5: 2 }
  action strike "hits {target}" { takes target   does { subtract 1 from target.hp } }
  action cast, casts {
    takes target
    stage aims { note "aims" }
    stage begins "mumbles" { set actor.size = 2 }
    stage completes "finishes" { subtract 2 from target.hp }
  }
  order of act a {
    by a.actor.hp, highest first   "hit points"
    by a.actor.speed
    by reach: a.actor.size
  }
  phase round "The round" counting from 1 to 5 {
    note "a new round"
    each combatant c where stands(c) { c declares }
    note "now"
    phase melee while any act a where a.target is known { resolve acts }
  }
  phase spoils { note "spoils" }
  exception "the small first" {
    for a: strike, b: strike
    when a.target is b.actor
    when a.actor.size + 1 < b.actor.size
    a goes ahead of b
  }
  void "the fallen" { for a: act   when not stands(a.actor)   because "{a.actor} has fallen" }
  void "the quick" { for a: act   when a.actor.speed > 3 or a.actor.size > 8   because "too quick" }
  trigger "a fall" { when strike a resolves   if a.target.hp < 0   note "{a.target} falls" }
  procedure rest() { each combatant c { set c.speed = 0 }   note "rest" }
  trigger "the rest" { when phase round ends   note "over"   do rest() }
}
"#;
    let mut shelf = shelf.with("by_hand.affray", by_hand);
    let mut put = |path: &str| {
        let mut loader = Loader::new(Limits::DEFAULT);
        let (expanded, found) = loader.expand(path, &mut shelf);
        let told = common::shown(&found, loader.sources());
        let (expanded, _) = expanded.unwrap_or_else(|| panic!("{path}\n{told}"));
        affray::print(&expanded.tree())
    };
    assert_eq!(put(&last), put("by_hand.affray"));
}

/// A variant put into one file checks without a word and plays its scenarios as the variant does.
#[test]
fn an_expanded_rule_file_plays_the_same() {
    let mut shelf = Shelf::default();
    for path in common::files("rules")
        .into_iter()
        .chain(common::files("tests/variants"))
    {
        let text = std::fs::read_to_string(common::root().join(&path)).expect("a file can be read");
        shelf = shelf.with(path, text);
    }
    let mut played = 0;
    for path in common::files("rules") {
        let mut loader = Loader::new(Limits::DEFAULT);
        let (expanded, found) = loader.expand(&path, &mut shelf);
        let (expanded, _) = expanded
            .unwrap_or_else(|| panic!("{path}\n{}", common::shown(&found, loader.sources())));
        let text = affray::print(&expanded.tree());
        let mut alone = Shelf::default().with(path.clone(), text);
        let mut once = Loader::new(Limits::DEFAULT);
        let found = once.load(&path, &mut alone).diagnostics;
        assert!(
            found.is_empty(),
            "{path}\n{}",
            common::shown(&found, once.sources())
        );
        let scenarios = path.replace("rules/", "tests/");
        let Some(text) = shelf.texts.get(&scenarios).cloned() else {
            continue;
        };
        alone = alone.with(scenarios.clone(), text);
        let (one, other) = (told(&mut shelf, &scenarios), told(&mut alone, &scenarios));
        assert_eq!(one, other, "{path}");
        played += one.len();
    }
    assert!(played >= 20, "{played}");
}

/// What the transcripts of the scenarios of a file tell.
fn told(shelf: &mut Shelf, path: &str) -> Vec<String> {
    let loaded = shelf.load(path);
    assert_eq!(messages(&loaded), [""; 0]);
    let tell = |one: &affray::load::Playable| {
        let (rules, scenario) = (&one.rules.ruleset, &one.scenario);
        let played = affray::suite::play(rules, scenario, None, &Limits::DEFAULT);
        let style = affray::view::TranscriptStyle { verbose: true };
        affray::view::transcript(rules, scenario, &played.journal, &style)
    };
    loaded.scenarios.iter().map(tell).collect()
}

#[test]
fn a_base_has_one_rule_set() {
    let mut shelf = Shelf::default()
        .with("two.affray", "rules one { }\nrules two { }")
        .with("none.affray", "scenario \"s\" { rules \"two.affray\" }")
        .with("a.affray", "rules a extends \"two.affray\" { }")
        .with("b.affray", "rules b extends \"none.affray\" { }");
    assert_eq!(
        errors(&shelf.load("a.affray"))[0].code,
        Code::AmbiguousChoice
    );
    assert_eq!(
        errors(&shelf.load("b.affray"))[0].message,
        "there are no rules in `none.affray`"
    );
    assert!(
        errors(&shelf.load("none.affray"))
            .iter()
            .any(|found| found.code == Code::AmbiguousChoice)
    );
}

#[test]
fn scenarios_share_their_rules() {
    let mut shelf = Shelf::default().with("rules/duel.affray", rules(BASE));
    for number in 0..300 {
        let text = format!(
            "scenario \"{number}\" {{ rules \"../rules/duel.affray\"\n side a {{ ann }} }}"
        );
        shelf = shelf.with(format!("tests/{number}.affray"), text);
    }
    let mut loader = Loader::new(Limits::DEFAULT);
    let mut all = Vec::new();
    for number in 0..300 {
        let loaded = loader.load(&format!("tests/{number}.affray"), &mut shelf);
        assert_eq!(messages(&loaded), [""; 0]);
        all.extend(loaded.scenarios);
    }
    assert_eq!(shelf.most_reads(), 1);
    assert_eq!(all.len(), 300);
    assert!(
        all.iter()
            .all(|one| std::sync::Arc::ptr_eq(&one.rules, &all[0].rules))
    );
}

/// Every fifth file is broken, one is missing; all have the same rules.
fn many() -> (Shelf, Vec<String>) {
    let mut shelf = Shelf::default().with("duel.affray", rules("  kind thing { size: number }"));
    let paths: Vec<String> = (0..40).map(|number| format!("{number}.affray")).collect();
    for (number, path) in paths.iter().enumerate().skip(1) {
        let broken = if number % 5 == 0 { "expect" } else { "" };
        let text = format!(
            "scenario \"{number}\" {{\n  rules \"duel.affray\"\n  # {path}\n  side a {{ ann }}\n  {broken}\n}}\n"
        );
        shelf = shelf.with(path, text);
    }
    (shelf, paths)
}

#[test]
fn files_read_ahead_come_out_alike_on_any_number_of_threads() {
    let on = |threads: Option<usize>| {
        let (mut shelf, paths) = many();
        let mut loader = Loader::new(Limits::DEFAULT);
        if let Some(threads) = threads {
            let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
            loader.prefetch(&paths, threads, &mut shelf);
            assert_eq!(shelf.reads["7.affray"], 1, "it is read at once");
        }
        let all: Vec<Loaded> = (paths.iter())
            .map(|path| loader.load(path, &mut shelf))
            .collect();
        assert_eq!(shelf.reads["7.affray"], 1, "and not again");
        let told = all
            .iter()
            .flat_map(|loaded| &loaded.diagnostics)
            .map(|one| {
                let span = one.primary.span;
                format!(
                    "{}:{:?}: {}",
                    loader.sources().name(span.file),
                    span.range(),
                    one.message
                )
            });
        let told: Vec<String> = told.collect();
        let trees: Vec<String> = all.iter().map(|one| format!("{:?}", one.tree)).collect();
        (
            told,
            trees,
            all.iter().map(|one| one.scenarios.len()).sum::<usize>(),
        )
    };
    let (told, trees, scenarios) = on(Some(1));
    assert_eq!((told.len(), scenarios), (8, 32), "{told:#?}");
    for threads in [0, 2, 7, 100] {
        assert_eq!(
            on(Some(threads)),
            (told.clone(), trees.clone(), scenarios),
            "{threads}"
        );
    }
    // Without it, the files have other numbers; nothing else is different.
    let (later, _, as_many) = on(None);
    assert_eq!((later, as_many), (told, scenarios));
}

#[test]
fn a_scenario_finds_its_rules() {
    let scenario = "scenario \"s\" { side a { ann } }";
    let mut shelf = Shelf::default()
        .with("both.affray", format!("{}{scenario}", rules(BASE)))
        .with("none.affray", scenario)
        .with("other.affray", rules("kind combatant { hp: number }"))
        .with(
            "twice.affray",
            "scenario \"s\" { rules \"both.affray\" rules \"other.affray\" }",
        );
    assert_eq!(shelf.load("both.affray").scenarios.len(), 1);
    let none = shelf.load("none.affray");
    assert_eq!(
        messages(&none),
        ["nothing says by which rules this scenario is played"]
    );
    assert_eq!(
        errors(&shelf.load("twice.affray"))[0].code,
        Code::DuplicateSetting
    );

    let mut loader = Loader::new(Limits::DEFAULT);
    assert_eq!(
        loader
            .load_under("none.affray", Some("both.affray"), &mut shelf)
            .scenarios
            .len(),
        1
    );
    let under_other = loader.load_under("both.affray", Some("other.affray"), &mut shelf);
    assert_eq!(messages(&under_other), ["`ann` needs `hp`"]);
}

#[test]
fn what_follows_from_an_unread_file_is_not_told() {
    let mut shelf = Shelf::default()
        .with(
            "broken.affray",
            "rules b {\n  kind combatant { hp: number }\n  action strike { does { \n",
        )
        .with(
            "main.affray",
            rules("uses \"broken.affray\"\n")
                .replace("resolve acts", "each combatant c { c does strike }"),
        );
    let loaded = shelf.load("main.affray");
    let main = loaded.file;
    assert!(!errors(&loaded).is_empty());
    assert!(
        errors(&loaded)
            .iter()
            .all(|found| Some(found.primary.span.file) != main),
        "{:?}",
        messages(&loaded)
    );
}

#[test]
fn what_a_file_that_cannot_be_had_may_declare_is_not_told() {
    let missing = "the file `none.affray` cannot be read: there is no such file";
    let wrong =
        "what is reckoned with or compared by size must be a number, but this is a combatant";
    let text = |break_: &str| {
        format!(
            "rules variant extends \"none.affray\" {{ set option tie = together\nlet f(combatant c) = reach(c)\nuses \"none.affray\"{break_}let g(combatant c) = c + 1 }}"
        )
    };
    // What stands beside the name of the file can be read.
    for break_ in [" ", "\n"] {
        let mut shelf = Shelf::default().with("main.affray", text(break_));
        assert_eq!(
            messages(&shelf.load("main.affray")),
            [missing, missing, wrong]
        );
    }
}

#[test]
fn places_of_a_question_lie_in_it() {
    let asked = ["abcde", "{", "]", "(", "ann strikes \"", "ann }"].map(str::to_owned);
    for number in 1..asked.len() {
        let asked = &asked[number - 1..=number];
        let mut loader = Loader::new(Limits::DEFAULT).asking("--of", asked);
        let mut files = Shelf::default().with(
            "main.affray",
            format!("{}scenario \"s\" {{ side a {{ ann }} }}", rules(BASE)),
        );
        let loaded = loader.load("main.affray", &mut files);
        let (first, whole) = (asked[0].len() as u32, asked[0].len() + 1 + asked[1].len());
        assert!(loaded.diagnostics.has_errors(), "{asked:?}");
        for span in loaded.diagnostics.iter().flat_map(Diagnostic::spans) {
            assert!(
                span.start <= span.end && span.end as usize <= whole,
                "{span:?} of {asked:?}"
            );
            assert_eq!(
                span.start <= first,
                span.end <= first,
                "{span:?} of {asked:?}"
            );
        }
    }
}

#[test]
fn an_unread_line_of_a_scenario_hurts_this_scenario_alone() {
    let text = format!(
        "{}{}\n{}\n",
        rules(BASE),
        "scenario \"broken\" {\n side a { ann = }\n round 1 { ann strikes }\n}",
        "scenario \"whole\" {\n side a { bob }\n}"
    );
    let loaded = Shelf::default()
        .with("main.affray", text)
        .load("main.affray");
    assert!(
        errors(&loaded)
            .iter()
            .all(|found| found.code < Code::UnknownName),
        "{:?}",
        messages(&loaded)
    );
    assert_eq!(loaded.rules.len(), 1);
    let titles: Vec<&str> = loaded
        .scenarios
        .iter()
        .map(|one| one.scenario.title.as_str())
        .collect();
    assert_eq!(titles, ["whole"]);
}

#[test]
fn where_mistakes_are_only_counted_nothing_counts_as_read() {
    let load = |text: String| {
        let limits = Limits {
            mistakes: 1,
            ..Limits::DEFAULT
        };
        let mut shelf = Shelf::default().with("main.affray", text);
        Loader::new(limits).load("main.affray", &mut shelf)
    };
    let broken = "scenario \"broken\" {\n side a { ann }\n round 1 { ann strikes: = }\n}\n";
    let whole = "scenario \"whole\" {\n side a { bob }\n}\n";
    let loaded = load(format!("{}{}{whole}", rules(BASE), broken.repeat(4)));
    let titles = loaded.scenarios.iter().map(|one| &*one.scenario.title);
    assert_eq!(titles.collect::<Vec<_>>(), ["whole"]);
    // The second of these mistakes is only counted, and so is that of the rules behind it.
    let unsound = rules(BASE).replace("order of act a {", "order of act a { by: = 1\n");
    let loaded = load(format!("{}{unsound}", broken.repeat(2)));
    assert!(loaded.rules.is_empty(), "{:?}", messages(&loaded));
}

#[test]
fn a_file_that_is_no_text_is_refused() {
    struct Bytes;
    impl Files for Bytes {
        fn read(&mut self, _: &str) -> Result<Vec<u8>, Unreadable> {
            Ok(vec![0xFF, 0xFE, b'r', 0])
        }
    }
    let loaded = Loader::new(Limits::DEFAULT).load("x.affray", &mut Bytes);
    assert_eq!(errors(&loaded)[0].code, Code::NotUtf8);
}

#[cfg(all(feature = "cli", unix))]
mod disk {
    use super::*;
    use affray::load::Disk;
    use std::fs;
    use std::os::unix::fs::symlink;
    use std::path::PathBuf;

    /// A folder that is removed in the end.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let path =
                std::env::temp_dir().join(format!("affray-load-{name}-{}", std::process::id()));
            fs::create_dir_all(path.join("project/lib")).expect("a folder");
            fs::write(path.join("project/affray.toml"), "").expect("a file");
            Folder(path)
        }

        fn write(&self, path: &str, text: &str) {
            fs::write(self.0.join(path), text).expect("a file");
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn a_project_is_found_from_a_file_in_it() {
        let folder = Folder::new("project");
        folder.write("project/lib/x.affray", "rules x { }");
        let (mut disk, path) =
            Disk::around(&folder.0.join("project/lib/x.affray"), &Limits::DEFAULT)
                .expect("a project");
        assert_eq!(path, "lib/x.affray");
        assert_eq!(disk.read(&path), Ok(b"rules x { }".to_vec()));
        assert!(disk.root().ends_with("project"));
    }

    #[test]
    fn nothing_outside_is_read() {
        let folder = Folder::new("links");
        folder.write("secret.affray", "rules secret { }");
        folder.write("project/real.affray", "rules real { }");
        let inside = folder.0.join("project");
        symlink("../secret.affray", inside.join("file.affray")).expect("a link");
        symlink("..", inside.join("up")).expect("a link");
        symlink("/dev/zero", inside.join("zero.affray")).expect("a link");
        symlink("loop.affray", inside.join("loop.affray")).expect("a link");
        symlink("real.affray", inside.join("good.affray")).expect("a link");
        let sparse = fs::File::create(inside.join("sparse.affray")).expect("a file");
        sparse.set_len(10 << 30).expect("a sparse file");
        let made = std::process::Command::new("mkfifo")
            .arg(inside.join("pipe.affray"))
            .status();
        let mut disk = Disk::below(&inside, &Limits::DEFAULT).expect("a folder");
        assert!(disk.read("good.affray").is_ok());
        for path in [
            "file.affray",
            "up/secret.affray",
            "zero.affray",
            "../secret.affray",
            "/etc/passwd",
            "lib",
        ] {
            assert!(
                matches!(disk.read(path), Err(Unreadable::Refused(_))),
                "{path}: {:?}",
                disk.read(path)
            );
        }
        for path in ["loop.affray", "none.affray"] {
            assert!(
                matches!(disk.read(path), Err(Unreadable::Cannot(_))),
                "{path}"
            );
        }
        assert_eq!(
            disk.read("sparse.affray"),
            Err(Unreadable::TooLarge {
                bytes: 10 << 30,
                most: Limits::DEFAULT.file_bytes as u64,
            })
        );
        if made.is_ok_and(|status| status.success()) {
            assert!(matches!(
                disk.read("pipe.affray"),
                Err(Unreadable::Refused(_))
            ));
        }
    }

    /// What loading a file of the project comes to: the code of the first error and its text, with the help; nothing where there is none.
    fn loaded(folder: &Folder, text: &str) -> String {
        folder.write("project/main.affray", text);
        let mut disk = Disk::below(&folder.0.join("project"), &Limits::DEFAULT).expect("a folder");
        let loaded = Loader::new(Limits::DEFAULT).load("main.affray", &mut disk);
        let first = errors(&loaded).first().map(|found| {
            let help = found.help.as_deref().unwrap_or_default();
            format!("{:?}: {} ({help})", found.code, found.message)
        });
        first.unwrap_or_default()
    }

    /// A project beside a folder of house rules, of which one file uses another.
    fn beside_house_rules(test: &str) -> Folder {
        let folder = Folder::new(test);
        fs::create_dir_all(folder.0.join("house/lib")).expect("a folder");
        folder.write("secret.affray", &rules(BASE));
        folder.write(
            "house/lib/common.affray",
            &format!("rules common {{ {BASE} }}"),
        );
        folder.write("house/base.affray", &rules("uses \"lib/common.affray\""));
        folder.write("house/up.affray", &rules("uses \"../secret.affray\""));
        folder.write("house/other.affray", &rules("uses \"old:base\""));
        folder.write("project/affray.toml", "[bases]\nshared = \"../house\"\n");
        folder
    }

    #[test]
    fn a_folder_outside_is_read_where_the_project_names_it() {
        let folder = beside_house_rules("bases");
        for named in ["shared:base", "shared:base.affray", "shared:./lib/../base"] {
            for text in [
                format!("rules mine extends \"{named}\" {{ }}"),
                format!("scenario \"s\" {{ rules \"{named}\"\n side a {{ ann }} }}"),
            ] {
                assert_eq!(loaded(&folder, &text), "", "{text}");
            }
        }
        let disk = Disk::below(&folder.0.join("project"), &Limits::DEFAULT).expect("a folder");
        let house = folder.0.canonicalize().expect("a folder").join("house");
        assert_eq!(disk.place("shared:base.affray"), house.join("base.affray"));
        // It is read, never written.
        let before = fs::read_to_string(house.join("base.affray")).expect("a file");
        assert!(disk.replace("shared:base.affray", "").is_err());
        let after = fs::read_to_string(house.join("base.affray")).expect("a file");
        assert_eq!(before, after);
    }

    #[test]
    fn what_lies_beside_a_named_folder_is_refused() {
        let folder = beside_house_rules("beside");
        let house = folder.0.join("house");
        symlink("../secret.affray", house.join("link.affray")).expect("a link");
        symlink("..", house.join("up")).expect("a link");
        symlink("loop.affray", house.join("loop.affray")).expect("a link");
        for (named, why) in [
            (
                "shared:../secret",
                "ImportRefused: the file `shared:../secret` may not be used: it leads out",
            ),
            ("shared:lib/../../secret", "ImportRefused: "),
            ("shared:/etc/passwd", "ImportRefused: "),
            ("shared:~/x", "ImportRefused: "),
            (
                "shared:link",
                "ImportRefused: the file `shared:link.affray` cannot be read: it lies outside",
            ),
            (
                "shared:up/secret",
                "ImportRefused: the file `shared:up/secret.affray` cannot be read: it lies outside",
            ),
            ("shared:loop", "CannotRead: "),
            (
                "shared:none",
                "CannotRead: the file `shared:none.affray` cannot be read: there is no such file",
            ),
            (
                "shared:up",
                "ImportRefused: the file `../secret.affray` may not be used: it leads out of the folder `shared:`",
            ),
            // What a folder outside may use is the business of this project, not of its own.
            (
                "shared:other",
                "CannotRead: the file `old:base.affray` cannot be read: the project calls no folder `old`; its `affray.toml` names folders so: `[bases]`, and below it `old = \"../house_rules\"`",
            ),
            (
                "share:base",
                "CannotRead: the file `share:base.affray` cannot be read: `affray.toml` calls no folder `share`; did you mean `shared:`?",
            ),
            (
                "../house/base.affray",
                "write `\"shared:base.affray\"`: so `affray.toml` calls that folder",
            ),
            ("../secret.affray", "or move `affray.toml` to"),
            (
                "../others/base.affray",
                "below it `shared = \"../others\"`; then write `\"shared:base.affray\"`",
            ),
        ] {
            let told = loaded(&folder, &format!("rules mine extends \"{named}\" {{ }}"));
            assert!(told.contains(why), "{named}: {told}");
        }
    }

    #[test]
    fn a_named_folder_is_one_and_not_a_link_nor_around_the_project() {
        let folder = beside_house_rules("named");
        symlink("house", folder.0.join("linked")).expect("a link");
        symlink("circle", folder.0.join("circle")).expect("a link");
        symlink("../../secret.affray", folder.0.join("project/lib/inner")).expect("a link");
        fs::create_dir_all(folder.0.join("away")).expect("a folder");
        folder.write("away/affray.toml", "[bases]\nshared = \"../house\"\n");
        for (named, why) in [
            (
                "..",
                "the project lies in it: name the folder of the rules alone",
            ),
            ("../../..", "the project lies in it"),
            (".", "the project lies in it"),
            ("../project", "the project lies in it"),
            (
                "../linked",
                "a link leads there: name the folder to which it leads",
            ),
            ("../linked/lib", "a link leads there"),
            ("../circle", "it cannot be looked at"),
            ("lib/inner", "a link leads there"),
            ("../gone", "there is no such folder"),
            ("../secret.affray", "it is no folder"),
            (
                "/etc",
                "it must start from the folder of `affray.toml`, not from the root of the disk",
            ),
            ("~/rules", "not from a home folder"),
            ("C:/rules", "it may have no drive letter"),
            ("../%2e%2e", "it may not contain `%`"),
            ("../nul", "is the name of a device"),
        ] {
            folder.write(
                "project/affray.toml",
                &format!("[bases]\nshared = \"{named}\"\n"),
            );
            let told = loaded(&folder, "rules mine extends \"shared:base\" { }");
            assert!(told.contains(&format!("`{named}`")), "{named}: {told}");
            assert!(told.contains(why), "{named}: {told}");
        }
        // What names folders is read from the project itself, not through a link.
        fs::remove_file(folder.0.join("project/affray.toml")).expect("it was there");
        symlink("../away/affray.toml", folder.0.join("project/affray.toml")).expect("a link");
        let told = loaded(&folder, "rules mine extends \"shared:base\" { }");
        assert!(told.contains("it lies outside the project"), "{told}");
    }
}

/// Files in memory, those of a page or of an archive, have no folder outside, whatever they say.
#[test]
fn files_in_memory_name_no_folder_outside() {
    let mut shelf = Shelf::default()
        .with("affray.toml", "[bases]\nshared = \"../house\"\n")
        .with("../house/base.affray", rules(BASE))
        .with("house/base.affray", rules(BASE))
        .with("main.affray", "rules mine extends \"shared:base\" { }");
    let loaded = shelf.load("main.affray");
    assert_eq!(
        messages(&loaded),
        [
            "the file `shared:base.affray` cannot be read: folders outside of the project are read on a disk alone: put a copy of this file into the project"
        ]
    );
    let read: Vec<&str> = shelf.reads.keys().map(String::as_str).collect();
    assert_eq!(read, ["main.affray", "shared:base.affray"]);
}

/// Of a file that is gone nothing is kept but its number; it may come back.
#[test]
fn a_file_may_go_and_come_back() {
    let text = "rules r { kind combatant { hp: number } }\n".to_owned();
    let mut files = BTreeMap::from([("a.affray".to_owned(), text.clone())]);
    let mut loader = Loader::new(Limits::DEFAULT);
    let first = loader.load("a.affray", &mut files);
    files.clear();
    loader.forget("a.affray");
    assert_eq!(loader.sources().total_bytes(), 0);
    assert!(loader.load("a.affray", &mut files).rules.is_empty());
    files.insert("a.affray".to_owned(), text.clone());
    let again = loader.load("a.affray", &mut files);
    assert_eq!((again.file, again.rules.len()), (first.file, 1));
    assert_eq!(loader.sources().total_bytes(), text.len());
}
