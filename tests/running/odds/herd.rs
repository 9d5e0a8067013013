//! Rule files made by chance, with scenarios in which several are alike: loops, searches, triggers and acts of all kinds, in some of which it
//! matters who is listed first. Taken one for the other or not, the answers must be the same.

use std::cell::Cell;

use affray::load::Playable;
use affray::odds::asking;
use affray::odds::exact::{Budget, Exact, Refused, Shortcuts, exact};
use affray::source::Limits;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use super::plain::fractions;
use super::{Nobody, written};

/// Takes choices one after the other; behind the last, always the first.
struct Choices<'a>(std::slice::Iter<'a, usize>);

impl Choices<'_> {
    fn below(&mut self, most: usize) -> usize {
        self.0.next().map_or(0, |choice| choice % most)
    }

    fn of<'t>(&mut self, texts: &[&'t str]) -> &'t str {
        texts[self.below(texts.len())]
    }

    /// Mostly one of the first.
    fn mostly<'t>(&mut self, first: usize, texts: &[&'t str]) -> &'t str {
        match self.below(5) {
            0 => self.of(texts),
            _ => self.of(&texts[..first]),
        }
    }
}

const FIRST: &[&str] = &[
    "",
    "each combatant c { c rolls d2 as luck }",
    "let whole = 0   each combatant c { add c.hp to whole }   set fog = whole mod 2",
    "each combatant c where c.hp > 1 { set fog = 1 }",
    "each combatant c where c.hp > 0 { add 1 to c.side.bonus }",
    "each combatant c where c.hp > 0 { c rolls d2 as luck   if luck = 2 { add 1 to c.mood } }",
    "each combatant c { let x = c.hp   set c.luck = x mod 2 }",
    "let last = 0   each combatant c { set last = c.hp }   set fog = last mod 2",
    "each combatant c where c.hp > 0 { set fog = c.hp mod 2 }",
    "each combatant c where c.hp > 0 { if fog = 0 { set c.mood = 1 }   set fog = 1 }",
    "each combatant c where c.hp > 0 { if c.side.bonus < 2 { add 1 to c.side.bonus   set c.mood = 0 } }",
    "each combatant c in order of c.hp { if fog < 1 { set c.mood = 1   add 1 to fog } }",
    "let w = the combatant c where c.hp > 0 and c.mood = 0 with lowest c.hp or else none   if w is known { set w.mood = 1 }",
    "let w = the combatant c where c.hp > 0 with highest c.hp or else none   if w is known { w rolls d2 as die   if die = 2 { subtract 1 from w.hp } }",
    "each combatant c where any combatant o where o is not c and o.side is c.side and o.hp < c.hp { c rolls d2 as pity   if pity = 2 { subtract 1 from c.hp } }",
    "each combatant c where c.hp > 0 { if (count combatant o where o.side is c.side and o.hp > 0) > 1 { c rolls d2 as brawl   if brawl = 2 { subtract 1 from c.hp } } }",
    "repeat 2 times as k { each combatant c where c.hp > k { set fog = 1   leave repeat } }",
    "let w = the combatant c where c.hp > 0 with lowest c.mood, then highest c.hp or else none   if w is known { set w.mood = 1 }",
    "gm rolls d3 as who   each combatant c where c.hp = who { set c.mood = 1 }",
    "each combatant c where c.hp <= 0 { set c.mood = 0 }   set fog = 0",
    "each combatant c where c.hp > 0 { if c.friend is none { set c.friend = the combatant o where o is not c and o.side is c.side and o.hp > 0 with lowest o.hp or else none } }",
];

const DECLARED: &[&str] = &[
    "each combatant c where c.hp > 0 { c declares }",
    "each combatant c where c.hp > 0 { c does strike { target = foe_of(c) } }",
    "each combatant c where c.hp > 0 { c does strike { target = foe_of(c), slot = c.luck } }",
    "each combatant c where c.hp > 0 and not any act a where a.action is dash { c does dash }   each combatant c where c.hp > 0 { c declares }",
    "each combatant c where c.hp > 0 { c declares   if c.mood = 1 { c does dash { slot = 0 } } }",
];

const RESOLVED: &[&str] = &[
    "resolve acts",
    "resolve acts a while a.slot < 1   each combatant c where c.hp = 1 { c does dash }   resolve acts",
    "resolve acts   each act a { cancel a as lost }",
    "each act a where a.actor.luck = 2 { cancel a as lost }   resolve acts",
    "each act a { if (count act b) > 3 { cancel a as lost } }   resolve acts",
    "resolve acts   each combatant c where c.hp > 0 { c does dash }",
];

const SEARCHED: &[&str] = &[
    "with lowest e.hp",
    "with highest e.hp",
    "and e.mood = 0 with lowest e.hp",
    "with lowest e.rank",
    "and e.mood = 1 with lowest e.hp",
    "with lowest e.luck",
];

const BODIES: &[&str] = &[
    "actor rolls d2 as to_hit   if to_hit = 2 { subtract 1 from target.hp }",
    "actor rolls d2 as to_hit   if to_hit = 2 { subtract 1 from target.hp   raise struck(target) }",
    "each combatant e where e.side is not actor.side and e.hp > 0 { actor rolls d2 as to_hit   if to_hit = 2 { subtract 1 from e.hp } }",
    "if target.hp > 0 { actor rolls d2 as to_hit   if to_hit = 2 { subtract 1 from target.hp } } else { set actor.mood = 1 }",
    "let foe = foe_of(actor)   if foe is known { actor rolls d2 as to_hit   if to_hit = 2 { subtract 1 from foe.hp } }",
    "actor rolls d2 as to_hit   if to_hit = 2 { set target.mood = to_hit mod 2   subtract 1 from target.hp }",
    "set target.friend = actor   actor rolls d2 as to_hit   if to_hit = 2 { subtract 1 from target.hp }",
    "set target.mood = actor.hp   subtract 1 from target.hp",
    "actor rolls d2 as to_hit   if to_hit = 2 { subtract 1 from target.hp   each act s where s.actor is target and s is not this { cancel s as lost } }",
    "if (count act b where b.begun) > 1 { subtract 1 from target.hp }   actor rolls d2 as x   subtract x - 1 from target.hp",
    "actor does dash   subtract 1 from target.hp",
    "target does dash   actor rolls d2 as to_hit   subtract to_hit - 1 from target.hp",
];

const SWEPT: &[&str] = &[
    "each combatant e where e.side is not actor.side and e.hp > 0 { actor rolls d2 as to_hit   if to_hit = 2 { subtract 1 from e.hp } }",
    "each combatant e where e.side is not actor.side and e.hp > 0 { actor rolls d2 as to_hit   if to_hit = 2 { subtract 1 from e.hp   raise struck(e) } }",
    "let left = 1   each combatant e where e.side is not actor.side and e.hp > 0 { if left > 0 { subtract 1 from e.hp   subtract 1 from left } }",
];

const TRIGGERS: &[&str] = &[
    "",
    "trigger \"t\" { when struck(v)   set v.mood = 1 }",
    "trigger \"t\" { when struck(v)   set v.mood = 1 - v.mood }",
    "trigger \"t\" { when struck(v)   if fog = 0   set fog = 1   set v.mood = 1 }",
    "trigger \"t\" { when struck(v)   each act s where s.actor is v { cancel s as lost } }",
    "trigger \"t\" { when struck(v)   if v.hp <= 0   add 1 to v.side.bonus }",
    "trigger \"t\" { when struck(v)   v does dash }",
    "trigger \"t\" { when strike a resolves   add 1 to a.actor.luck }",
    "trigger \"t\" { when strike a resolves   if a.actor.side.bonus = 0   add 1 to a.actor.side.bonus   set a.actor.mood = 1 }",
    "trigger \"t\" { before strike a   a.actor rolls d2 as chance   set a.slot = chance }",
    "trigger \"t\" { before strike a   if fog = 0   set fog = 1   set a.actor.mood = 1 }",
    "trigger \"t\" { before strike a   if a.target is known and a.target.hp <= 0   set a.target = foe_of(a.actor) }",
    "trigger \"t\" { when act a is declared   if a.actor.mood = 1   refuse because \"sad\" }",
    "trigger \"t\" { when act a is declared   if (count act b where b.actor.side is a.actor.side) > 1   refuse because \"crowded\" }",
    "trigger \"t\" { when act a is added   set a.slot = a.actor.hp }",
    "trigger \"t\" { when act a is void   add 1 to a.actor.side.bonus }",
    "trigger \"t\" { when act a is cancelled   set a.actor.mood = 1 }",
    "trigger \"t\" { when phase round begins   gm rolls d2 as omen   set fog = omen - 1 }",
    "trigger \"t\" { when strike a resolves   limit once per round   set a.actor.mood = 1 }",
    "trigger \"t\" { when struck(v)   if v.hp <= 0   end combat because \"one fell\" }",
];

const KEYS: &[&str] = &[
    "",
    "by a.actor.hp",
    "by a.actor.luck",
    "by a.actor.side.bonus",
    "by a.actor.rank",
    "by a.slot",
    "by count act b where b.slot < a.slot",
];

const VOIDS: &[&str] = &[
    "a.actor.hp <= 0",
    "a.actor.hp <= 0 or a.actor.mood = 2",
    "any act b where b.actor is not a.actor and b.actor.side is a.actor.side and b.slot = a.slot",
];

const EXCEPTIONS: &[&str] = &[
    "",
    "exception \"e\" { for a: strike, b: strike   when a.target is b.actor and a.actor.luck = 2   a waits for b }",
];

const QUESTIONS: &[&str] = &[
    "any combatant c where c.side is red and c.hp > 0",
    "count combatant c where c.side is blue and c.hp > 0",
    "rex.hp",
    "highest c.hp among combatant c where c.side is blue or else 0",
    "a 2.hp",
    "any combatant c where c.mood = 1",
    "over",
    "rolls of to_hit = 3",
    "acts of rex = 1",
];

/// A rule file and a scenario, as these choices say.
fn herd(choices: &[usize]) -> String {
    let choose = &mut Choices(choices.iter());
    let mut text = format!(
        "rules herd {{
  kind side {{ bonus: number = 0 }}
  kind combat {{ fog: number = 0 }}
  kind combatant {{ hp: number   rank: number = 0   luck: number = 1   mood: number = 0   friend: optional combatant   to_hit: number = 0 }}
  kind act {{ target: optional combatant   slot: number = 0 }}
  event struck(combatant victim)
  procedure nothing(combatant c) {{ c rolls d2 as to_hit }}
  let foe_of(combatant c): optional combatant =
    the combatant e where e.side is not c.side and e.hp > 0 {} or else none
  action strike {{ takes target   does {{ {} }} }}
  action dash, dashes {{ does {{ {} }} }}
  action sweep {{ does {{ {} }} }}
  tactic all for combatant c {{ declare {} }}
  {}
  {}
  {}
  void \"v\" {{ for a: act   when {}   because \"it cannot\" }}
  order of act a {{ by round   {} }}
",
        choose.mostly(3, SEARCHED),
        choose.mostly(3, BODIES),
        choose.of(&["", "add 1 to actor.side.bonus", "set fog = 1", "actor rolls d2 as x   add x to actor.luck"]),
        choose.mostly(1, SWEPT),
        choose.of(&["strike foe_of(c)", "sweep"]),
        choose.mostly(1, TRIGGERS),
        choose.mostly(1, TRIGGERS).replace("\"t\"", "\"u\""),
        choose.mostly(1, EXCEPTIONS),
        choose.mostly(1, VOIDS),
        choose.mostly(5, KEYS),
    );
    text += &format!(
        "  phase round counting from 1 {{
    {}
    {}
    {}
    phase aftermath {{ {} }}
    if (count side s where any combatant c where c.side is s and c.hp > 0) <= 1 {{ end combat }}
  }}
}}
",
        choose.mostly(5, FIRST),
        choose.mostly(3, DECLARED),
        choose.mostly(1, RESOLVED),
        choose.mostly(5, FIRST),
    );
    let alike = 2 + choose.below(2);
    let names = choose.of(&["a", "a", "a", "x"]);
    let alike: Vec<String> = (1..=alike)
        .map(|number| format!("{names} {number} {{ hp {} }}", 1 + choose.below(2)))
        .collect();
    let other = choose.of(&[
        "",
        "rat { hp 1 }",
        "a 9 { hp 1, rank 1 }",
        "zed { hp 2, rank 1 }",
    ]);
    text += &format!(
        "scenario \"herd\" {{
  tactic all
  stop after round {}
  side red {{ rex {{ hp {} }} {} }}
  side blue {{ {} {other} }}
  odds {}
}}
",
        2 + choose.below(2),
        1 + choose.below(2),
        choose.of(&["", "", "tom { hp 1 }", "rey { hp 1 }"]),
        alike.join(" "),
        choose.of(QUESTIONS).replace("a 2", &format!("{names} 2")),
    );
    text
}

fn found(playable: &Playable, shortcuts: Shortcuts, states: usize) -> Result<Exact, Refused> {
    let rules = &playable.rules.ruleset;
    let asked = &playable.scenario.questions[0].of;
    let scenario = asking(&playable.scenario, asked);
    let budget = Budget {
        states,
        shortcuts,
        ..Budget::default()
    };
    exact(rules, &scenario, asked, &Limits::DEFAULT, budget, &Nobody)
}

#[test]
fn whoever_is_taken_for_another_the_answers_are_the_same() {
    let cases = std::env::var("HERDS")
        .ok()
        .and_then(|cases| cases.parse().ok());
    let config = Config {
        cases: cases.unwrap_or(80),
        failure_persistence: None,
        ..Config::default()
    };
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut runner = TestRunner::new_with_rng(config, rng);
    let (fewer, all) = (Cell::new(0), Cell::new(0));
    let choices = proptest::collection::vec(0..27_720_usize, 48);
    let result = runner.run(&choices, |choices| {
        let text = herd(&choices);
        let playable = written(&text);
        let mut plain = None;
        for shortcuts in [Shortcuts::NONE, Shortcuts::ALL] {
            let of = |alike, states| found(&playable, Shortcuts { alike, ..shortcuts }, states);
            let without = of(false, 1_500);
            // Within rounds there can be more where runs have been put in order.
            let with = of(true, if without.is_ok() { 15_000 } else { 1_500 });
            match (with, without) {
                (Ok(with), Ok(without)) => {
                    let [a, b] = [&with, &without].map(|exact| fractions(&exact.answers));
                    assert_eq!(a, b, "{text}");
                    // With all the other short ways it is the same too.
                    assert_eq!(*plain.get_or_insert_with(|| b.clone()), b, "{text}");
                    fewer.set(fewer.get() + usize::from(with.states < without.states));
                    all.set(all.get() + 1);
                }
                (Ok(_), Err(Refused::TooMany(_))) => {}
                (Err(Refused::TooMany(_)), Err(Refused::TooMany(_))) => {}
                (Err(Refused::Fault(_)), Err(Refused::Fault(_))) => {}
                (with, without) => panic!("{with:?}, not {without:?}: {text}"),
            }
        }
        Ok(())
    });
    result.unwrap_or_else(|failed| panic!("{failed}"));
    // In most of them nobody is taken for another, or there is nothing to be gained by it.
    assert!(fewer.get() >= 5, "{} of {}", fewer.get(), all.get());
}
