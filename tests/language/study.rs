//! The study of rule files from outside: every file under `cases/study` with what is said about it, and the laws of the study.

use crate::common;

use std::collections::{BTreeMap, BTreeSet};

use affray::diagnostic::{Code, Severity};
use affray::journal::{Fate, What};
use affray::load::{Loaded, Loader};
use affray::source::Limits;
use affray::suite;
use proptest::prelude::*;

/// What the study says about a file.
fn studied(name: &str, text: &str) -> String {
    let mut files = BTreeMap::from([(name.to_owned(), text.to_owned())]);
    let mut loader = Loader::new(Limits::DEFAULT).studying();
    let loaded = loader.load(name, &mut files);
    match loaded.diagnostics.is_empty() {
        true => "nothing\n".to_owned(),
        false => common::shown(&loaded.diagnostics, loader.sources()),
    }
}

#[test]
fn cases() {
    insta::glob!("../cases/study", "*.affray", |path| {
        let name = path
            .file_name()
            .expect("a case is a file")
            .to_string_lossy();
        let text = std::fs::read_to_string(path).expect("a case can be read");
        let said = studied(&name, &text);
        insta::assert_snapshot!(format!("{text}\n{said}"));
    });
}

/// In a variant, what the file that it extends allows is not idle, though the variant has removed what it was about.
#[test]
fn a_variant_need_not_use_what_its_base_allows() {
    let base = include_str!("../cases/study/allowed.affray");
    let variant = "rules variant extends \"allowed.affray\" { remove exception \"the late last\" }";
    let mut files = BTreeMap::from([
        ("allowed.affray".to_owned(), base.to_owned()),
        ("variant.affray".to_owned(), variant.to_owned()),
    ]);
    let mut loader = Loader::new(Limits::DEFAULT).studying();
    let loaded = loader.load("variant.affray", &mut files);
    let shown = common::shown(&loaded.diagnostics, loader.sources());
    assert!(loaded.diagnostics.is_empty(), "{shown}");
}

/// In whatever order actions are listed, the same of them can contradict each other.
#[test]
fn what_contradicts_together_does_so_in_any_order() {
    let text = common::read("rules/group_initiative.affray");
    let lines: Vec<&str> = text.lines().collect();
    let block = |start: &str| {
        let from = lines.iter().position(|line| line.starts_with(start));
        let from = from.expect("an action of several lines");
        let to = from
            + lines[from..]
                .iter()
                .position(|line| *line == "  }")
                .expect("its end");
        from..=to
    };
    let (flee, shot) = (block("  action flee,"), block("  action call_shot,"));
    let (before, between) = (
        &lines[..*flee.start()],
        &lines[flee.end() + 1..*shot.start()],
    );
    let behind = &lines[shot.end() + 1..];
    let (flee, shot) = (&lines[flee], &lines[shot]);
    let told = [(flee, shot), (shot, flee)].map(|(first, second)| {
        let text = [before, first, between, second, behind].concat().join("\n");
        let text = text.replace("allow A0305 with \"call_shot\"", "# ");
        let mut files = BTreeMap::from([
            ("main.affray".to_owned(), text),
            (
                "lib/sides.affray".to_owned(),
                common::read("rules/lib/sides.affray"),
            ),
        ]);
        let loaded = Loader::new(Limits::DEFAULT)
            .studying()
            .load("main.affray", &mut files);
        let told = loaded.diagnostics.iter().map(|one| one.message.clone());
        told.collect::<Vec<_>>()
    });
    let wanted =
        "`call_shot` and `flee` can happen together and set `in_melee` to different values";
    assert_eq!(told, [[wanted], [wanted]]);
}

// ------------------------------------------------------------------ laws

/// What all small rule files have in common.
const COMMON: &str = "
  kind combatant { hp: number = 5   late: yes/no = no   weapon: optional weapon   mood: calm | angry | afraid = calm }
  kind weapon { length: number = 1 }
  kind act { target: optional combatant   speed: number = 0   hit: yes/no = no   bonus: optional number }
  option strict: yes/no = no
  let pace(act a): number = a.speed * 2 - (a.bonus or else 0)
  let reach(combatant c): number = if c.weapon is known then c.weapon.length or else 1 else 0
  let angry(combatant c): yes/no = c.mood is angry
  table rank on calm | angry | afraid mood: number { calm: 2   angry: 1   afraid: 3 }
  let in_use: yes/no = strict and any combatant c where angry(c) and reach(c) + rank(c.mood) > 0
  action strike { takes target   does { if in_use { note \"in use\" } } }
  action shoot { takes target   does { } }
  order of act a { by pace(a) }
  void \"the fallen\" { for a: act   when a.actor.hp <= 0   because \"down\" }
  phase round counting from 1 { each combatant c { c declares }   resolve acts }
";

/// Conditions on two acts; `K` is a small number.
const CONDITIONS: &[&str] = &[
    "a.speed > K",
    "a.speed < b.speed",
    "a.speed + b.speed = K",
    "a.speed - K <= b.speed",
    "pace(a) >= pace(b)",
    "a.hit",
    "a.target is b.actor",
    "b.target is a.actor",
    "a.target is missing",
    "a.target.late",
    "a.actor.side is not b.actor.side",
    "a.actor is b.actor",
    "b.actor.hp > K",
    "b.actor.hp <= K",
    "angry(a.actor)",
    "a.actor.mood is afraid",
    "rank(b.actor.mood) > K",
    "reach(a.actor) > reach(b.actor)",
    "reach(b.actor) = K",
    "a.action is shoot",
    "b.action is a.action",
    "strict",
    "(count combatant c where c.late) > K",
    "any act o where o is not a and o.hit",
    "(a.bonus or else K) > K",
    "a.bonus is known",
    "a.speed / 2 rounded down = K",
    "higher(a.speed, b.speed) <= K",
];
const RELATIONS: &[&str] = &[
    "waits for",
    "goes ahead of",
    "joins",
    "not before",
    "not after",
    "leads",
    "trails",
];
const PATTERNS: &[&str] = &["act", "strike", "shoot", "strike | shoot"];

fn one_of(list: &'static [&'static str]) -> impl Strategy<Value = &'static str> {
    prop::sample::select(list)
}

fn condition() -> impl Strategy<Value = String> {
    let plain = (one_of(CONDITIONS), 0..4)
        .prop_map(|(text, k): (&str, i32)| text.replace('K', &k.to_string()));
    let plain = plain.boxed();
    prop_oneof![
        3 => plain.clone(),
        1 => plain.clone().prop_map(|one| format!("not ({one})")),
        1 => (plain.clone(), plain).prop_map(|(one, other)| format!("({one} or {other})")),
    ]
}

fn movement() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => one_of(RELATIONS).prop_map(|relation| format!("a {relation} b")),
        1 => Just("compare pace(a) with b.speed: a moves".to_owned()),
    ]
}

prop_compose! {
    fn exception()(
        conditions in prop::collection::vec(condition(), 1..5),
        patterns in (one_of(PATTERNS), one_of(PATTERNS)),
        movement in movement(),
        over in any::<bool>(),
    ) -> (String, bool) {
        let (first, second) = patterns;
        let conditions = conditions.join(" and ");
        (format!("for a: {first}, b: {second}   when {conditions}   {movement}"), over)
    }
}

/// A small rule file: exceptions `e0`, `e1`, ..., some of them over the one before.
fn rule_file(exceptions: &[(String, bool)]) -> String {
    let mut text = format!("rules small {{{COMMON}");
    for (index, (body, over)) in exceptions.iter().enumerate() {
        let over = match (index, over) {
            (1.., true) => format!(" over \"e{}\"", index - 1),
            _ => String::new(),
        };
        text += &format!("  exception \"e{index}\"{over} {{ {body} }}\n");
    }
    text + "}\n"
}

prop_compose! {
    /// Three combatants, two or three acts.
    fn situation()(
        people in prop::collection::vec((0..6, any::<bool>(), 0..3, prop::option::of(0..4)), 3),
        acts in prop::collection::vec(
            (0usize..2, prop::option::of(0usize..3), -1..5, any::<bool>(), prop::option::of(0..4)), 3),
        strict in any::<bool>(),
        together in any::<bool>(),
    ) -> String {
        let names = ["ann", "bob", "cid"];
        let mut text = "scenario \"s\" {\n".to_owned();
        for (index, (_, _, _, weapon)) in people.iter().enumerate() {
            if let Some(length) = weapon {
                text += &format!("  weapon w{index} {{ length {length} }}\n");
            }
        }
        if strict {
            text += "  option strict yes\n";
        }
        let member = |index: usize| {
            let (hp, late, mood, weapon) = &people[index];
            let mood = ["calm", "angry", "afraid"][*mood as usize];
            let late = if *late { "late" } else { "no late" };
            let weapon = weapon.map_or(String::new(), |_| format!(", weapon w{index}"));
            format!("{} {{ hp {hp}, {late}, mood {mood}{weapon} }} ", names[index])
        };
        let (red, blue) = if together { (vec![0, 1], vec![2]) } else { (vec![0], vec![1, 2]) };
        for (side, members) in [("red", red), ("blue", blue)] {
            let members: String = members.into_iter().map(member).collect();
            text += &format!("  side {side} {{ {members} }}\n");
        }
        text += "  round 1 {\n";
        for (index, (action, target, speed, hit, bonus)) in acts.iter().enumerate() {
            let verb = ["strikes", "shoots"][*action];
            let at = target.map_or(String::new(), |target| format!(" {}", names[target]));
            let hit = if *hit { "hit" } else { "no hit" };
            let bonus = bonus.map_or(String::new(), |bonus| format!(", bonus {bonus}"));
            text += &format!("    {}{} {verb}{at}: speed {speed}, {hit}{bonus}\n", names[index], "");
        }
        text + "  }\n  stop after round 1\n}\n"
    }
}

/// A file loaded and studied.
fn load(text: &str) -> Loaded {
    let (loaded, shown) = load_anyhow(text);
    assert!(!loaded.diagnostics.has_errors(), "{text}\n{shown}");
    loaded
}

/// The same; `None` where exceptions made by chance have the same conditions and contradict each other, which is refused.
fn load_unless_contradictory(text: &str) -> Option<Loaded> {
    let (loaded, shown) = load_anyhow(text);
    let errors = (loaded.diagnostics.iter()).filter(|one| one.severity == Severity::Error);
    let refused: BTreeSet<Code> = errors.map(|one| one.code).collect();
    let is_contradictory = refused == BTreeSet::from([Code::ExceptionsContradict]);
    assert!(refused.is_empty() || is_contradictory, "{text}\n{shown}");
    refused.is_empty().then_some(loaded)
}

fn load_anyhow(text: &str) -> (Loaded, String) {
    let mut files = BTreeMap::from([("small.affray".to_owned(), text.to_owned())]);
    let mut loader = Loader::new(Limits::DEFAULT).studying();
    let loaded = loader.load("small.affray", &mut files);
    let shown = common::shown(&loaded.diagnostics, loader.sources());
    (loaded, shown)
}

/// The exceptions that applied in the scenarios of a file, each with what became of it.
fn applied(loaded: &Loaded) -> BTreeMap<String, BTreeSet<String>> {
    let mut applied: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for one in &loaded.scenarios {
        let rules = &one.rules.ruleset;
        let played = suite::play(rules, &one.scenario, None, &Limits::DEFAULT);
        for ruling in played.journal.lines.iter().flat_map(|line| &line.rulings) {
            if !matches!(ruling.fate, Fate::GuardFailed(_)) {
                let exception = ruling.by.exception().expect("an exception");
                let title = rules.exceptions[exception.index()].title.clone();
                applied
                    .entry(title)
                    .or_default()
                    .insert(format!("{:?}", ruling.fate));
            }
        }
    }
    applied
}

/// The words in backticks of a message.
fn quoted(message: &str) -> Vec<String> {
    message
        .split('`')
        .skip(1)
        .step_by(2)
        .map(str::to_owned)
        .collect()
}

/// The scenario of an example: `act 1: ann does `strike`, target bob, hit; ...; ann: side red, late; ...`
fn scenario_of(example: &str) -> String {
    let example = example.strip_prefix("for example, ").expect("an example");
    let (mut acts, mut settings, mut records) = (String::new(), BTreeMap::new(), String::new());
    let mut sides = BTreeMap::from([("ann", "red"), ("bob", "blue"), ("cid", "blue")]);
    for part in example.split("; ") {
        let named = |thing: &str| thing.replace("weapon 1", "w1").replace("weapon 2", "w2");
        if part.starts_with("act ") {
            let (_, act) = part.split_once(": ").expect("an act");
            let (who, act) = act.split_once(" does `").expect("who acts");
            let (action, settings) = act.split_once('`').expect("an action");
            let settings = settings.trim_start_matches(", ");
            let colon = if settings.is_empty() { "" } else { ": " };
            acts += &format!("    {who} {action}s{colon}{settings}\n");
        } else if let Some(option) = part.strip_prefix("option ") {
            records += &format!("  option {}\n", option.replace(" is ", " "));
        } else if let Some((who, facts)) = part.split_once(": ") {
            if who.starts_with("weapon") {
                records += &format!("  weapon {} {{ {facts} }}\n", named(who));
                continue;
            }
            let (side, other): (Vec<&str>, Vec<&str>) = facts
                .split(", ")
                .partition(|fact| fact.starts_with("side "));
            if let Some(side) = side.first() {
                let who = *sides
                    .keys()
                    .find(|name| **name == who)
                    .expect("a combatant");
                sides.insert(who, side.strip_prefix("side ").expect("a side"));
            }
            settings.insert(who.to_owned(), named(&other.join(", ")));
        }
    }
    for number in [1, 2] {
        if settings
            .values()
            .any(|facts| facts.contains(&format!("w{number}")))
            && !records.contains(&format!("weapon w{number}"))
        {
            records += &format!("  weapon w{number} {{ }}\n");
        }
    }
    let mut text = format!("scenario \"s\" {{\n{records}");
    for side in ["red", "blue"] {
        let members: String = sides
            .iter()
            .filter(|(_, its)| **its == side)
            .map(|(who, _)| {
                let facts = settings.get(*who).cloned().unwrap_or_default();
                format!("{who} {{ {facts} }} ")
            })
            .collect();
        text += &format!("  side {side} {{ {members} }}\n");
    }
    text + &format!("  round 1 {{\n{acts}  }}\n  stop after round 1\n}}\n")
}

/// The examples of acts that contradict each other in one batch, played, do so.
#[test]
fn what_contradicts_together_does() {
    let text = include_str!("../cases/study/together.affray");
    let mut tried = 0;
    for warning in load(text).diagnostics.iter() {
        assert_eq!(warning.code, Code::CanContradictTogether);
        let loaded = load(&format!("{text}{}", scenario_of(&warning.notes[0])));
        let one = &loaded.scenarios[0];
        let played = suite::play(&one.rules.ruleset, &one.scenario, None, &Limits::DEFAULT);
        let contradicts = |what: &What| matches!(what, What::Contradiction { .. });
        let mut entries = played.journal.entries.iter();
        assert!(
            entries.any(|entry| contradicts(&entry.what)),
            "{}",
            warning.message
        );
        tried += 1;
    }
    assert_eq!(tried, 3);
}

/// However many exceptions there are, and however definitions lead into each other, the study ends soon.
#[test]
fn large_files_are_studied_within_bounds() {
    let mut text = format!("rules large {{{COMMON}  let d0(act a): number = a.speed\n");
    for depth in 1..40 {
        let below = depth - 1;
        text +=
            &format!("  let d{depth}(act a): number = d{below}(a) + d{below}(a) * d{below}(a)\n");
    }
    for index in 0..100 {
        text += &format!(
            "  exception \"e{index}\" {{ for a: act, b: act   when d39(a) > {index} and d20(b) < a.speed   a waits for b }}\n"
        );
    }
    // Without bounds this would take longer than anybody waits.
    load(&(text + "}\n"));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 120, failure_persistence: None, ..ProptestConfig::default() })]

    /// What is said to apply never, applies in no situation; what is said to be overruled always, always is.
    #[test]
    fn never_is_never(
        exceptions in prop::collection::vec(exception(), 1..4),
        situations in prop::collection::vec(situation(), 6),
    ) {
        let text = rule_file(&exceptions);
        let Some(loaded) = load_unless_contradictory(&text) else {
            return Ok(());
        };
        let never: Vec<_> = loaded.diagnostics.iter().filter(|one| one.code == Code::NeverApplies).collect();
        if never.is_empty() {
            return Ok(());
        }
        for situation in situations {
            let played = load(&format!("{text}{situation}"));
            let applied = applied(&played);
            for warning in &never {
                let names = quoted(&warning.message);
                let fates = applied.get(&names[0]).cloned().unwrap_or_default();
                let stands = fates.contains("Held") || fates.contains("Moved");
                if names.len() == 2 {
                    prop_assert!(!stands, "{}: {fates:?}\n{text}{situation}", warning.message);
                } else {
                    prop_assert!(fates.is_empty(), "{}\n{text}{situation}", warning.message);
                }
            }
        }
    }

    /// The example of a disagreement, played, has both exceptions apply, and at least one of them fall.
    #[test]
    fn examples_are_true(exceptions in prop::collection::vec(exception(), 2..4)) {
        let text = rule_file(&exceptions);
        let Some(loaded) = load_unless_contradictory(&text) else {
            return Ok(());
        };
        for warning in loaded.diagnostics.iter() {
            if warning.code != Code::ExceptionsCanContradict {
                continue;
            }
            let scenario = scenario_of(&warning.notes[0]);
            let applied = applied(&load(&format!("{text}{scenario}")));
            let fell = |fates: &BTreeSet<String>| {
                ["Overruled", "Weakest", "Contradiction"].iter().any(|fate| fates.contains(*fate))
            };
            let titles = quoted(&warning.message);
            let both = titles.iter().all(|title| applied.contains_key(title));
            let one_fell = titles.iter().filter_map(|title| applied.get(title)).any(fell);
            prop_assert!(both && one_fell, "{}: {applied:?}\n{text}{scenario}", warning.message);
        }
    }
}

/// What the study says of a variant of a file: code, message and line of each warning.
fn variant_of(base: &str, items: &str) -> Vec<(&'static str, String, u32)> {
    let variant = format!("rules variant extends \"base.affray\" {{\n{items}\n}}\n");
    let mut files = BTreeMap::from([
        ("base.affray".to_owned(), base.to_owned()),
        ("variant.affray".to_owned(), variant),
    ]);
    let mut loader = Loader::new(Limits::DEFAULT).studying();
    let loaded = loader.load("variant.affray", &mut files);
    let found = loaded.diagnostics.iter();
    let found = found.map(|one| {
        let place = one.spans().next().expect("a place");
        let line = loader.sources().line_col(place).line;
        (one.code.number(), one.message.clone(), line)
    });
    found.collect()
}

/// What a variant of a small file leaves without use, as the study says it.
#[test]
fn what_a_variant_leaves_without_use() {
    let base = "rules base {\n  \
        kind combatant { hp: number = 4   hurt: yes/no = no }\n  \
        option grim: yes/no = no\n  \
        event struck(combatant victim)\n  \
        let half(combatant c): number = c.hp - 2\n  \
        let weak(combatant c): yes/no = half(c) < 2 or grim\n  \
        let idle_before(combatant c): number = c.hp\n  \
        trigger \"a wound\" { when struck(victim)   set victim.hurt = yes }\n  \
        action strike { does { raise struck(actor) } }\n  \
        order of act a {\n    by if weak(a.actor) then 1 else 0\n    by if a.actor.hurt then 1 else 0\n  }\n  \
        phase round counting from 1 { each combatant c { c declares }   resolve acts }\n}\n";
    let said = |items: &str| variant_of(base, items);
    let dead = |what: &str, line| ("A0312", format!("with this, {what} any more"), line);
    let left = |what: &str, line| dead(&format!("nothing uses {what}"), line);
    // The definition that is replaced asks for neither of the two any more.
    assert_eq!(
        said("replace let weak(combatant c): yes/no = c.hp < 4"),
        [left("the definition `half` and the option `grim`", 2)]
    );
    // Nothing raises the event, so that the trigger never responds; the event itself is still awaited.
    assert_eq!(
        said("kind side { n: number = 1 }\nreplace does of strike { set actor.hp = 1 }"),
        [left("the trigger `a wound`", 3)]
    );
    // What is taken out leaves an attribute that nothing sets.
    assert_eq!(
        said("kind side { n: number = 1 }\nremove trigger \"a wound\""),
        [dead("nothing sets `hurt` of `combatant`", 3)]
    );
    // Of what is left by way of something that is left, the first is told.
    assert_eq!(
        said("replace order of act a { by if a.actor.hurt then 1 else 0 }"),
        [left("the definition `weak`", 2)]
    );
    let meant = "replace let weak(combatant c): yes/no = c.hp < 4 or grim\n  \
        allow A0312 because \"scenarios ask for it\"";
    assert_eq!(said(meant), []);
    assert_eq!(
        said("remove let half\nreplace let weak(combatant c): yes/no = c.hp < 4 or grim"),
        []
    );
    // What only adds takes no use away, and what nothing used before is no work of the variant.
    assert_eq!(said("add condition to let weak when c.hp > 0"), []);
    assert_eq!(said("set option grim = yes"), []);
}

/// What a variant of a small file makes dead: attributes, and what can never apply.
#[test]
fn what_a_variant_makes_dead() {
    let base = "rules base {\n  \
        kind combatant { hp: number = 4 \"hit points\"   hurt: yes/no = no   fast: yes/no = no }\n  \
        kind act { target: combatant }\n  \
        let quick(combatant c): yes/no = c.fast\n  \
        trigger \"a wound\" { when strike a resolves   set a.actor.hurt = yes }\n  \
        action strike { takes target   does { if actor.hurt { subtract 1 from target.hp } } }\n  \
        exception \"the quick first\" {\n    for a: strike, b: strike\n    \
        when quick(a.actor) and not quick(b.actor)\n    a goes ahead of b\n  }\n  \
        void \"the hurt do not act\" { for a: act   when a.actor.hp <= 0   because \"hurt\" }\n  \
        order of act a { by a.actor.hp, highest first }\n  \
        phase round counting from 1 { each combatant c { c declares }   resolve acts }\n}\n";
    let dead = |what: &str, line| ("A0312", format!("with this, {what} any more"), line);
    let said = |items: &str| variant_of(base, items);
    assert_eq!(
        said("replace let quick(combatant _c): yes/no = no"),
        [dead("the exception `the quick first` can never apply", 2)]
    );
    assert_eq!(
        said("kind side { n: number = 1 }\nreplace does of strike { subtract 1 from target.hp }"),
        [dead("nothing looks at `hurt` of `combatant`", 3)]
    );
    assert_eq!(
        said("replace trigger \"a wound\" { when strike a resolves   subtract 1 from a.actor.hp }"),
        [dead("nothing sets `hurt` of `combatant`", 2)]
    );
    let meant = "replace let quick(combatant _c): yes/no = no\n  \
        allow A0312 because \"nobody is quick here\"";
    assert_eq!(said(meant), []);
    // What is added to the file has no place of its own in it.
    assert_eq!(
        said("add condition to let quick when c.hp > 5 and c.hp < 5"),
        [(
            "A0312",
            "in this variant, the exception `the quick first` and the definition `quick` can never apply any more".to_owned(),
            1
        )]
    );
    // What is set and looked at otherwise is alive.
    assert_eq!(
        said("replace trigger \"a wound\" { when strike a resolves   set a.target.hurt = yes }"),
        []
    );
}
