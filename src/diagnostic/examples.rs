//! A wrong and a right example for each code. Data only.
//!
//! An example that begins with `rules` or `scenario` is a whole file; with `== NAME` it is several, each behind its name; any other is a
//! piece of a rule file. Scenarios that name `duel.affray` are played by the rules in `examples/duel.affray`. `tests/house/explain.rs` runs them all.

use super::Code;

/// A small text that gets a diagnostic, and the same text put right.
pub(super) struct Example {
    pub wrong: &'static str,
    pub right: &'static str,
    /// What has to be known to read them; mostly nothing.
    pub note: &'static str,
}

const fn pair(wrong: &'static str, right: &'static str) -> Example {
    Example {
        wrong,
        right,
        note: "",
    }
}

impl Example {
    const fn noted(self, note: &'static str) -> Example {
        Example { note, ..self }
    }
}

/// The examples of a code.
pub(super) const fn of(code: Code) -> Example {
    match code {
        Code::SyntaxError => pair(
            "kind combatant { hp number }",
            "kind combatant { hp: number }",
        ),
        Code::NestingTooDeep => pair(
            "let x: number = ((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((1 + 1\
             ))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))",
            "let x: number = 1 + 1",
        ),
        Code::BidiControl => pair("# strike\u{202E} first", "# strike first"),
        Code::ControlCharacter => pair("# strike\u{1B}[8m first", "# strike first"),
        Code::EmptyFile => pair(
            "== fight.affray\n# a fight, to be written",
            "== fight.affray\n# a fight, to be written\nrules fight { }",
        ),
        Code::TooManyMistakes => pair(
            "kind combatant { hp number }",
            "kind combatant { hp: number }",
        )
        .noted("As if no mistake of a file were worked out; 500 are."),
        Code::NotUtf8 => pair("# at the caf<E9>", "# at the café").noted(
            "`<E9>` stands for the single byte E9, by which old encodings write an `é`.",
        ),
        Code::FileTooLarge => pair(
            "kind combatant { hp: number }\n# A long tale that has nothing to do with the rules.",
            "kind combatant { hp: number }",
        )
        .noted("As if a file could have no more than 60 bytes; it may have 4194304."),
        Code::SmartQuote => pair(
            "kind combatant { hp: number = 8 “hit points” }",
            "kind combatant { hp: number = 8 \"hit points\" }",
        ),
        Code::Unclosed => pair(
            "phase round { note \"a new round begins }",
            "phase round { note \"a new round begins\" }",
        ),
        Code::UnknownName => pair(
            "kind combatant { hp: number }\nlet weak(combatant c): yes/no = c.hpp < 3",
            "kind combatant { hp: number }\nlet weak(combatant c): yes/no = c.hp < 3",
        ),
        Code::DuplicateName => pair(
            "let reach: number = 1\nlet reach: number = 2",
            "let reach: number = 1\nlet long_reach: number = 2",
        ),
        Code::WrongType => pair(
            "kind combatant { hp: number = yes }",
            "kind combatant { hp: number = 8 }",
        ),
        Code::UnitsDoNotMix => pair(
            "time  { segment = 6 seconds }\nunits { foot, feet }\n\
             kind combatant { reach: feet   delay: segments }\n\
             let far(combatant c): yes/no = c.reach > 2 segments",
            "time  { segment = 6 seconds }\nunits { foot, feet }\n\
             kind combatant { reach: feet   delay: segments }\n\
             let far(combatant c): yes/no = c.reach > 2 feet",
        ),
        Code::TableGap => pair(
            "table surprise on number die from 1 to 6: number { 1: 1   3..6: 0 }",
            "table surprise on number die from 1 to 6: number { 1: 1   2: 2   3..6: 0 }",
        ),
        Code::TableOverlap => pair(
            "table surprise on number die from 1 to 6: number { 1..2: 1   2..6: 0 }",
            "table surprise on number die from 1 to 6: number { 1..2: 1   3..6: 0 }",
        ),
        Code::UndefinedOrder => pair(
            "kind combatant { speed: optional number }\norder of act a { by a.actor.speed }",
            "kind combatant { speed: optional number }\norder of act a { by a.actor.speed, missing last }",
        ),
        Code::ImportCircle => pair(
            "rules duel extends \"example.affray\" {}",
            "rules duel extends \"duel_base.affray\" {}",
        ),
        Code::UnknownOption => pair(
            "scenario \"a draw\" {\n  rules \"duel.affray\"\n  option tie by_lot\n  side red { ann { hp 5 } }\n}",
            "scenario \"a draw\" {\n  rules \"duel.affray\"\n  side red { ann { hp 5 } }\n}",
        ),
        Code::OverCircle => pair(
            "order of act a { by slot: 1 }\n\
             placement \"the late\" over \"the slow\" { for a: act   when a.actor.side is missing   place slot = 2 }\n\
             placement \"the slow\" over \"the late\" { for a: act   when a.actor.side is known   place slot = 3 }",
            "order of act a { by slot: 1 }\n\
             placement \"the late\" over \"the slow\" { for a: act   when a.actor.side is missing   place slot = 2 }\n\
             placement \"the slow\" { for a: act   when a.actor.side is known   place slot = 3 }",
        ),
        Code::MissingValue => pair(
            "scenario \"no hit points\" {\n  rules \"duel.affray\"\n  side red { ann }\n}",
            "scenario \"no hit points\" {\n  rules \"duel.affray\"\n  side red { ann { hp 5 } }\n}",
        ),
        Code::WrongPlace => pair(
            "phase round { refuse because \"too late\" }",
            "trigger \"too late\" { when act a is declared   refuse because \"too late\" }",
        ),
        Code::DuplicateSetting => pair(
            "scenario \"twice\" {\n  rules \"duel.affray\"\n  side red { ann { hp 5, hp 6 } }\n}",
            "scenario \"twice\" {\n  rules \"duel.affray\"\n  side red { ann { hp 6 } }\n}",
        ),
        Code::Recursion => pair(
            "let slow(number n): number = quick(n)\nlet quick(number n): number = slow(n) - 1",
            "let slow(number n): number = n + 1\nlet quick(number n): number = slow(n) - 1",
        ),
        Code::NumberTooLarge => pair(
            "let endless: number = 99999999999999999999",
            "let endless: number = 99999",
        ),
        Code::ImportRefused => pair("uses \"../../common.affray\"", "uses \"lib/common.affray\""),
        Code::Unused => pair(
            "event fallen(combatant c)\ntrigger \"a fall\" { when fallen(c)   note \"{c} falls\" }",
            "event fallen(combatant c)\ntrigger \"a fall\" { when fallen(c)   note \"{c} falls\" }\n\
             phase ambush { each combatant c { raise fallen(c) } }",
        ),
        Code::UnknownStatement => pair(
            "statements HR 1..12\nevent fallen(combatant c) cites HR-13",
            "statements HR 1..12\nevent fallen(combatant c) cites HR-12",
        ),
        Code::CitedWithoutRule => pair(
            "statements HR 1..12\nno rule for HR-1, HR-4 because \"headings\"\nevent fallen(combatant c) cites HR-4",
            "statements HR 1..12\nno rule for HR-1 because \"a heading\"\nevent fallen(combatant c) cites HR-4",
        ),
        Code::RemovedButUsed => pair(
            "rules calm extends \"ties.affray\" {\n  remove option tie\n}",
            "rules calm extends \"ties.affray\" {\n  remove option tie\n  replace let at_once: yes/no = yes\n}",
        ),
        Code::ChangesNothing => pair(
            "rules brawl extends \"duel.affray\" {\n  replace kind side { initiative: number = 0 }\n}",
            "rules brawl extends \"duel.affray\" {\n  replace kind side { initiative: number = 7 }\n}",
        ),
        Code::ExceptionsContradict => pair(
            "exception \"shields first\" { for a: act, b: act   when a.actor is b.actor   a waits for b }\n\
             exception \"spears first\"  { for a: act, b: act   when a.actor is b.actor   b waits for a }",
            "exception \"shields first\" { for a: act, b: act   when a.actor is b.actor   a waits for b }\n\
             exception \"spears first\" over \"shields first\" {\n  \
             for a: act, b: act   when a.actor is b.actor   b waits for a\n}",
        ),
        Code::ExceptionsCanContradict => pair(
            "kind act { target: optional combatant   quick: yes/no = no }\n\
             action strike { takes target   does { } }\naction cast { takes target   does { } }\n\
             exception \"blows wait\"   { for a: strike, b: cast   when a.target is b.actor   a waits for b }\n\
             exception \"the quick first\" { for a: act, b: act   when a.quick and not b.quick   a goes ahead of b }",
            "kind act { target: optional combatant   quick: yes/no = no }\n\
             action strike { takes target   does { } }\naction cast { takes target   does { } }\n\
             exception \"blows wait\"   { for a: strike, b: cast   when a.target is b.actor   a waits for b }\n\
             exception \"the quick first\" over \"blows wait\" {\n  \
             for a: act, b: act   when a.quick and not b.quick   a goes ahead of b\n}",
        ),
        Code::NeverApplies => pair(
            "kind combatant { hp: number }\naction strike { does { } }\n\
             void \"the dead\" { for a: act   when a.actor.hp > 0 and a.actor.hp < 0   because \"dead\" }",
            "kind combatant { hp: number }\naction strike { does { } }\n\
             void \"the dead\" { for a: act   when a.actor.hp <= 0   because \"dead\" }",
        ),
        Code::Unranked => pair(
            "kind act { speed: number = 0 }\naction strike { does { } }\naction flee { does { } }\n\
             order of act a { by for strike: a.speed }",
            "kind act { speed: number = 0 }\naction strike { does { } }\naction flee { does { } }\n\
             order of act a {\n  by if a.action is flee then 1 else 0\n  by for strike: a.speed\n}",
        ),
        Code::CanContradictTogether => pair(
            "kind combat { leader: optional combatant }\n\
             action rally, rallies { does { set leader = actor } }\norder of act a { by 1 }",
            "kind combat { leader: optional combatant }\nkind combatant { rank: number = 0 }\n\
             action rally, rallies {\n  \
             allow A0305 because \"who leads, of two who rally at once, is left to the players\"\n  \
             does { set leader = actor }\n}\n\
             order of act a { by a.actor.rank }",
        ),
        Code::IdleAllow => pair(
            "kind combatant { hp: number }\n\
             void \"the dead\" {\n  allow A0303 because \"everybody lives\"\n  \
             for a: act   when a.actor.hp <= 0   because \"dead\"\n}",
            "kind combatant { hp: number }\n\
             void \"the dead\" { for a: act   when a.actor.hp <= 0   because \"dead\" }",
        ),
        Code::UnseenInBatch => pair(
            "kind combatant { acts: number = 0 }\n\
             action turn, takes_turn {\n  does {\n    actor declares\n    \
             set actor.acts = count act b where b.actor is actor\n  }\n}\norder of act a { by a.actor.acts }",
            "kind combatant { acts: number = 0 }\n\
             action turn, takes_turn { does { } }\ntrigger \"the turn\" {\n  when turn t resolves\n  t.actor declares\n  \
             set t.actor.acts = count act b where b.actor is t.actor\n}\norder of act a { by a.actor.acts }",
        ),
        Code::MissingBesideOthers => pair(
            "kind combatant { speed: optional number }\naction strike { does { } }\naction shoot { does { } }\n\
             order of act a {\n  by for strike: a.actor.speed, missing first\n  by for shoot: 1\n}",
            "kind combatant { speed: optional number }\naction strike { does { } }\naction shoot { does { } }\n\
             order of act a {\n  by for shoot: 1\n  by for strike: a.actor.speed, missing first\n}",
        ),
        Code::MayBeMissing => pair(
            "kind combatant { hp: number = 5   foe: optional combatant }\nlet is_hurt(combatant c): yes/no = c.hp < 5\n\
             phase round {\n  each combatant c { if is_hurt(c.foe) { note \"{c} is winning\" } }\n}",
            "kind combatant { hp: number = 5   foe: optional combatant }\nlet is_hurt(combatant c): yes/no = c.hp < 5\n\
             phase round {\n  each combatant c where c.foe is known { if is_hurt(c.foe) { note \"{c} is winning\" } }\n}",
        ),
        Code::AskedInOnePeriod => pair(
            "kind combatant { hp: number = 3 }\norder of act a { by a.actor.hp }\nphase round counting from 1 {\n  \
             phase missiles { each combatant c { c declares }   resolve acts }\n  \
             phase melee { each combatant c { c declares }   resolve acts }\n}",
            "kind combatant { hp: number = 3 }\norder of act a { by a.actor.hp }\nphase round counting from 1 {\n  \
             phase missiles { each combatant c { c declares }   resolve acts }\n  \
             phase melee counting from 1 to 1 { each combatant c { c declares }   resolve acts }\n}",
        ),
        Code::NeverEnds => pair(
            "kind combatant { arrows: number = 3   shot: number = 0 }\n\
             action volley {\n  does {\n    repeat while actor.arrows > 0 {\n      subtract 1 from actor.arrows\n      add 1 to actor.shot\n    }\n  }\n}\n\
             order of act a { by a.actor.shot }",
            "kind combatant { arrows: number = 3   shot: number = 0 }\n\
             action volley {\n  does {\n    repeat actor.arrows times {\n      subtract 1 from actor.arrows\n      add 1 to actor.shot\n    }\n  }\n}\n\
             order of act a { by a.actor.shot }",
        ),
        Code::LeftWithoutUse => pair(
            "rules calm extends \"ties.affray\" {\n  replace let at_once: yes/no = yes\n}",
            "rules calm extends \"ties.affray\" {\n  remove option tie\n  replace let at_once: yes/no = yes\n}",
        ),
        Code::MissingDie => pair(
            "scenario \"one die\" {\n  rules \"duel.affray\"\n  side red { ann { hp 5 } }\n  side blue { bob { hp 5 } }\n  \
             round 1 {\n    red rolls 5 for initiative\n  }\n}",
            "scenario \"one die\" {\n  rules \"duel.affray\"\n  side red { ann { hp 5 } }\n  side blue { bob { hp 5 } }\n  \
             round 1 {\n    red rolls 5 for initiative\n    blue rolls 2 for initiative\n  }\n}",
        ),
        Code::UnusedDie => pair(
            "scenario \"two dice\" {\n  rules \"duel.affray\"\n  side red { ann { hp 5 } }\n  \
             round 1 {\n    red rolls 5 for initiative\n    red rolls 2 for initiative\n  }\n}",
            "scenario \"two dice\" {\n  rules \"duel.affray\"\n  side red { ann { hp 5 } }\n  \
             round 1 {\n    red rolls 5 for initiative\n  }\n}",
        ),
        Code::ImpossibleDie => pair(
            "scenario \"a seven\" {\n  rules \"duel.affray\"\n  side red { ann { hp 5 } }\n  \
             round 1 {\n    red rolls 7 for initiative\n  }\n}",
            "scenario \"a seven\" {\n  rules \"duel.affray\"\n  side red { ann { hp 5 } }\n  \
             round 1 {\n    red rolls 6 for initiative\n  }\n}",
        ),
        Code::MissingDecision => pair(
            "rules watch {\n  phase night { ask gm as dark \"Is it dark?\": yes/no }\n}\n\
             scenario \"nobody says\" { side red { ann } }",
            "rules watch {\n  phase night { ask gm as dark \"Is it dark?\": yes/no, default no }\n}\n\
             scenario \"nobody says\" { side red { ann } }",
        ),
        Code::UnusedDecision => pair(
            "rules watch {\n  phase night { ask gm as dark \"Is it dark?\": yes/no, default no }\n}\n\
             scenario \"said twice\" {\n  side red { ann }\n  gm answers yes to dark\n  gm answers no to dark\n}",
            "rules watch {\n  phase night { ask gm as dark \"Is it dark?\": yes/no, default no }\n}\n\
             scenario \"said twice\" {\n  side red { ann }\n  gm answers yes to dark\n}",
        ),
        Code::UnusedDeclaration => pair(
            "scenario \"too weak\" {\n  rules \"duel.affray\"\n  side red { ann { hp 0 } }\n  \
             round 1 {\n    red rolls 5 for initiative\n    ann strikes ann\n  }\n}",
            "scenario \"too weak\" {\n  rules \"duel.affray\"\n  side red { ann { hp 5 } }\n  \
             round 1 {\n    red rolls 5 for initiative\n    ann strikes ann\n  }\n}",
        ),
        Code::ExpectationFailed => pair(
            "scenario \"a scratch\" {\n  rules \"duel.affray\"\n  side red { ann { hp 5 } }\n  \
             round 1 {\n    red rolls 5 for initiative\n    ann strikes ann: damage 1\n  }\n  expect ann.hp = 5\n}",
            "scenario \"a scratch\" {\n  rules \"duel.affray\"\n  side red { ann { hp 5 } }\n  \
             round 1 {\n    red rolls 5 for initiative\n    ann strikes ann: damage 1\n  }\n  expect ann.hp = 4\n}",
        ),
        Code::UnknownScenarioThing => pair(
            "scenario \"who?\" {\n  rules \"duel.affray\"\n  side red { ann { hp 5 } }\n  \
             round 1 {\n    red rolls 5 for initiative\n    anna strikes ann\n  }\n}",
            "scenario \"who?\" {\n  rules \"duel.affray\"\n  side red { ann { hp 5 } }\n  \
             round 1 {\n    red rolls 5 for initiative\n    ann strikes ann\n  }\n}",
        ),
        Code::SnapshotName => pair(
            "scenario \"Бой\" {\n  rules \"duel.affray\"\n  snapshot\n  side red { ann { hp 5 } }\n}",
            "scenario \"Бой\" {\n  rules \"duel.affray\"\n  snapshot \"fight\"\n  side red { ann { hp 5 } }\n}",
        ),
        Code::SnapshotChanged => pair(
            "== dawn.affray\nrules dawn { phase dawn { note \"the sun rises\" } }\n\
             scenario \"A new day\" {\n  snapshot\n  side red { ann }\n}\n\
             == dawn__a_new_day.snap\n---\nsource: \"dawn.affray\"\ndescription: \"A new day\"\n---\n\
             A new day\nby dawn\nred: ann\n\nDawn\n  it rains",
            KEPT,
        )
        .noted(REVIEWED),
        Code::SnapshotMissing => pair(
            "== dawn.affray\nrules dawn { phase dawn { note \"the sun rises\" } }\n\
             scenario \"A new day\" {\n  snapshot\n  side red { ann }\n}",
            KEPT,
        )
        .noted(REVIEWED),
        Code::SnapshotUnowned => pair(
            "== dawn.affray\nrules dawn { phase dawn { note \"the sun rises\" } }\n\
             scenario \"A new day\" {\n  side red { ann }\n}\n\
             == dawn__a_new_day.snap\n---\nsource: \"dawn.affray\"\ndescription: \"A new day\"\n---\n\
             A new day\nby dawn\nred: ann\n\nDawn\n  the sun rises",
            KEPT,
        )
        .noted("Else delete the file of the snapshot."),
        Code::SilentlyRefused => pair(
            "scenario \"too late\" {\n  rules \"duel.affray\"\n  side red { ann { hp 5 } }\n  side blue { bob { hp 5 } }\n  \
             round 1 {\n    red rolls 5 for initiative\n    blue rolls 2 for initiative\n    \
             ann strikes bob: damage 5\n    bob strikes ann\n  }\n  expect bob.hp = 0\n}",
            "scenario \"too late\" {\n  rules \"duel.affray\"\n  side red { ann { hp 5 } }\n  side blue { bob { hp 5 } }\n  \
             round 1 {\n    red rolls 5 for initiative\n    blue rolls 2 for initiative\n    \
             ann strikes bob: damage 5\n    bob strikes ann\n  }\n  expect bob.hp = 0\n  expect bob strikes ann is void\n}",
        ),
        Code::EndedEarly => pair(
            "scenario \"too long\" {\n  rules \"duel.affray\"\n  stop after round 1\n  side red { ann { hp 5 } }\n  \
             round 1 { red rolls 5 for initiative }\n  round 2 { red rolls 2 for initiative }\n}",
            "scenario \"too long\" {\n  rules \"duel.affray\"\n  stop after round 2\n  side red { ann { hp 5 } }\n  \
             round 1 { red rolls 5 for initiative }\n  round 2 { red rolls 2 for initiative }\n}",
        ),
        Code::OutOfSteps => pair(
            "rules march {\n  kind combat { miles: number = 0 }\n  phase day { repeat while miles < 10 { note \"on\" } }\n}\n\
             scenario \"endless\" { side red { ann } }",
            "rules march {\n  kind combat { miles: number = 0 }\n  phase day { repeat while miles < 10 { add 1 to miles } }\n}\n\
             scenario \"endless\" { side red { ann } }",
        ),
        Code::Overflow => pair(
            "rules growth {\n  kind combat { size: number = 2 }\n  \
             phase day counting from 1 to 10 { set size = size * size }\n}\n\
             scenario \"ten days\" { side red { ann } }",
            "rules growth {\n  kind combat { size: number = 2 }\n  \
             phase day counting from 1 to 5 { set size = size * size }\n}\n\
             scenario \"five days\" { side red { ann } }",
        ),
        Code::DivisionByZero => pair(
            "rules loot {\n  kind combat { gold: number = 30   heirs: number = 0 }\n  \
             phase after { set gold = gold / heirs rounded down }\n}\n\
             scenario \"no heirs\" { side red { ann } }",
            "rules loot {\n  kind combat { gold: number = 30   heirs: number = 0 }\n  \
             phase after { if heirs > 0 { set gold = gold / heirs rounded down } }\n}\n\
             scenario \"no heirs\" { side red { ann } }",
        ),
        Code::ValueMissing => pair(
            "rules shots {\n  kind combatant { arrows: optional number }\n  \
             phase check { each combatant c where c.arrows > 0 { note \"{c} shoots\" } }\n}\n\
             scenario \"no quiver\" { side red { ann } }",
            "rules shots {\n  kind combatant { arrows: optional number }\n  \
             phase check { each combatant c where (c.arrows or else 0) > 0 { note \"{c} shoots\" } }\n}\n\
             scenario \"no quiver\" { side red { ann } }",
        ),
        Code::TooManyDice => pair(
            "phase fall { gm rolls 99999d6 as damage }",
            "phase fall { gm rolls 20d6 as damage }",
        ),
        Code::EndlessChain => pair(
            "rules echo {\n  event shout(number n)\n  phase start { raise shout(1) }\n  \
             trigger \"echo\" { when shout(n)   raise shout(n + 1) }\n}\n\
             scenario \"a valley\" { side red { ann } }",
            "rules echo {\n  event shout(number n)\n  phase start { raise shout(1) }\n  \
             trigger \"echo\" { when shout(n)   if n < 5   raise shout(n + 1) }\n}\n\
             scenario \"a valley\" { side red { ann } }",
        ),
        Code::TooManyActs => pair(
            "rules echo {\n  order of act a { by 1 }\n  action shout { does { } }\n  \
             phase start { each combatant c { c does shout }   resolve acts }\n  \
             trigger \"an echo\" { when shout a resolves   a.actor does shout }\n}\n\
             scenario \"a valley\" { side red { ann } }",
            "rules echo {\n  order of act a { by 1 }\n  action shout { does { } }\n  \
             phase start { each combatant c { c does shout }   resolve acts }\n  \
             trigger \"an echo\" { when shout a resolves   limit once per start   a.actor does shout }\n}\n\
             scenario \"a valley\" { side red { ann } }",
        ),
        Code::AmbiguousChoice => pair(
            "rules duel {\n  phase start { note \"{the combatant c where c.side is known} begins\" }\n}\n\
             scenario \"two of them\" { side red { ann   bob } }",
            "rules duel {\n  phase start { note \"{the combatant c where c.side is known} begins\" }\n}\n\
             scenario \"one of them\" { side red { ann } }",
        ),
        Code::CannotRead => pair("uses \"lib/comon.affray\"", "uses \"lib/common.affray\""),
    }
}

/// A scenario and its transcript as it is kept.
const KEPT: &str = "== dawn.affray\nrules dawn { phase dawn { note \"the sun rises\" } }\n\
     scenario \"A new day\" {\n  snapshot\n  side red { ann }\n}\n\
     == dawn__a_new_day.snap\n---\nsource: \"dawn.affray\"\ndescription: \"A new day\"\n---\n\
     A new day\nby dawn\nred: ann\n\nDawn\n  the sun rises";

const REVIEWED: &str = "`affray review` shows the transcript as it is now and keeps it if you accept it; nobody has to type it.";
