//! Records that can be taken one for the other: the same answers from as few states as can be counted beforehand, and none taken for another that
//! is not like it.

use affray::load::Playable;
use affray::odds::asking;
use affray::odds::exact::{Budget, Exact, Shortcuts, exact};
use affray::ruleset::Value;
use affray::source::Limits;
use dashu_ratio::RBig;

use super::plain::fractions;
use super::{Nobody, written};

fn only(shortcuts: Shortcuts, playable: &Playable) -> Exact {
    let rules = &playable.rules.ruleset;
    let asked = &playable.scenario.questions[0].of;
    let scenario = asking(&playable.scenario, asked);
    let budget = Budget {
        shortcuts,
        ..Budget::default()
    };
    let found = exact(rules, &scenario, asked, &Limits::DEFAULT, budget, &Nobody);
    found.expect("an exact answer")
}

/// How many states there are where alike records are taken one for the other, and how many where they are not; with all other shortcuts, and
/// with none of them. The answers are the same, and given as well.
fn states(playable: &Playable) -> ([[usize; 2]; 2], Vec<(Value, RBig)>) {
    let all = [Shortcuts::ALL, Shortcuts::NONE].map(|shortcuts| {
        [true, false].map(|alike| only(Shortcuts { alike, ..shortcuts }, playable))
    });
    let answers = fractions(&all[1][1].answers);
    for exact in all.iter().flatten() {
        assert_eq!(fractions(&exact.answers), answers);
    }
    let states = all.map(|both| both.map(|exact| exact.states));
    (states, answers.into_iter().collect())
}

fn share(ways: u32, all: u32) -> RBig {
    RBig::from_parts(ways.into(), all.into())
}

/// Rules with these items and this round, and a scenario with these lines.
fn rounds(attributes: &str, items: &str, round: &str, lines: &str) -> Playable {
    written(&format!(
        "rules r {{
          kind side {{ bonus: number = 0 }}
          kind combatant {{ hp: number = 2   {attributes} }}
          kind act {{ target: optional combatant }}
          action strike, strikes {{
            takes target
            does {{ actor rolls d2 as luck   if luck = 2 {{ subtract 1 from target.hp }} }}
          }}
          action wait, waits {{ does {{ }} }}
          tactic idle for combatant c {{ declare nothing }}
          {items}
          phase round counting from 1 {{ {round} }}
        }}
        scenario \"s\" {{ {lines} }}"
    ))
}

const WITHER: &str = "
  each combatant c where c.hp > 0 { c rolls d2 as luck   if luck = 2 { subtract 1 from c.hp } }
  if (count combatant c where c.hp > 0) <= 0 { end combat }
";

fn plants(count: usize, hp: usize) -> String {
    let plants = (1..=count).map(|number| format!("plant {number} {{ hp {hp} }} "));
    plants.collect()
}

/// So many ways there are to take some of so many.
fn choose(all: usize, some: usize) -> usize {
    (0..some).fold(1, |ways, one| ways * (all - one) / (one + 1))
}

/// Each loses a hit point in every other round, until none is left. Runs stand alike where as many have as many hit points: with n of them that
/// have h at first, there are as many ways as to take n of the numbers from 0 to h with repetition, all nought left out; told apart, there are
/// (h + 1)^n - 1. The first round is a state by itself where what is past is not forgotten before it.
#[test]
fn as_many_with_as_many_hit_points() {
    for (count, hp) in [(1, 3), (2, 2), (3, 2), (4, 2), (3, 4)] {
        let lines = format!(
            "tactic idle   side green {{ {} }}   odds over",
            plants(count, hp)
        );
        let playable = rounds("", "", WITHER, &lines);
        let ([[with, without], _], _) = states(&playable);
        let apart = (hp + 1).pow(count as u32) - 1;
        let together = choose(count + hp, hp) - 1;
        assert_eq!(
            [with, without],
            [together + 1, apart + 1],
            "{count} with {hp}"
        );
    }
}

/// A plant with one hit point has withered after two rounds in three of four cases, each for itself.
#[test]
fn how_many_have_withered() {
    let question = "stop after round 2   odds count combatant c where c.hp = 0";
    let lines = format!(
        "tactic idle   side green {{ {} }}   {question}",
        plants(3, 1)
    );
    let round = WITHER.replace("end combat", "");
    let ([[with, without], _], answers) = states(&rounds("", "", &round, &lines));
    let wanted = [(0, 1), (1, 9), (2, 27), (3, 27)];
    let wanted = wanted.map(|(withered, ways)| (withered, share(ways, 64)));
    assert_eq!(answers, wanted);
    // At the beginning, and behind the first round: none to three of them have withered, or each or not; where all have, nothing is rolled any more.
    assert_eq!([with, without], [1 + 4, 1 + 7]);
}

const DUELS: &str = "
  each combatant c where c.hp > 0 and c.foe.hp > 0 { c declares }
  resolve acts
  if not any combatant c where c.hp > 0 and c.foe.hp > 0 { end combat }
";

/// Three duels at once, of one hit point each. In every round each duel goes on in one case of four, and comes to one of three ends in one case each:
/// so red is left in a third of all duels, each for itself. A duel goes on, or one of three things has come of it: told apart, there are 4^3 - 3^3
/// states in which at least one goes on, and 20 - 10 where it is only counted how many.
#[test]
fn three_against_three_in_pairs() {
    let items = "tactic all for combatant c { declare strike c.foe }   order of act a { by round }";
    let lines = "tactic all
      side red { a 1 { hp 1, foe b 1 } a 2 { hp 1, foe b 2 } a 3 { hp 1, foe b 3 } }
      side blue { b 1 { hp 1, foe a 1 } b 2 { hp 1, foe a 2 } b 3 { hp 1, foe a 3 } }
      odds count combatant c where c.side is red and c.hp > 0";
    let playable = rounds("foe: combatant", items, DUELS, lines);
    let ([[with, without], _], answers) = states(&playable);
    let wanted = [(0, 8), (1, 12), (2, 6), (3, 1)];
    let wanted = wanted.map(|(left, ways)| (left, share(ways, 27)));
    assert_eq!(answers, wanted);
    assert_eq!([with, without], [1 + 10, 1 + 37]);
}

const HUNT: &str = "
  each combatant c where c.hp > 0 { c declares }
  resolve acts
  if (count side s where any combatant c where c.side is s and c.hp > 0) <= 1 { end combat }
";

const WEAKEST: &str = "
  let weakest_foe(combatant c): optional combatant =
    the combatant e where e.side is not c.side and e.hp > 0 with lowest e.hp or else none
  action sweep { does { each combatant e where e.side is not actor.side and e.hp > 0 {
    actor rolls d2 as luck   if luck = 2 { subtract 1 from e.hp } } } }
  tactic sweeper for combatant c { declare sweep }
  order of act a { by round }
  void \"the fallen\" { for a: act   when a.actor.hp <= 0   because \"it has fallen\" }
";

#[test]
fn none_is_taken_for_another_that_is_not_like_it() {
    let three = plants(3, 2);
    let alike = format!(
        "tactic idle   side green {{ {three} }}   odds count combatant c where c.hp = 1 at end of round 3"
    );
    let wither = |attributes: &str, items: &str, first: &str| {
        rounds(attributes, items, &format!("{first} {WITHER}"), &alike)
    };
    let asked = |question: &str| {
        let lines = format!("tactic idle   side green {{ {three} }}   odds {question}");
        rounds("", "", WITHER, &lines)
    };
    let hunted = |items: &str, tactics: &str, round: &str| {
        let lines = format!(
            "{tactics}   side red {{ ogre {{ hp 1 }} }}   side green {{ {three} }}   odds ogre.hp > 0"
        );
        rounds(
            "mood: number = 0",
            &format!("{WEAKEST} {items}"),
            round,
            &lines,
        )
    };
    let weakest = "tactic all for combatant c { declare strike weakest_foe(c) }";
    let sweeps = "tactic all   tactic sweeper: ogre";
    for (title, playable, is_less) in [
        ("nothing else", wither("", "", ""), true),
        ("a question that names none of them", asked("any combatant c where c.hp = 1 at end of round 2"), true),
        ("a question that names one", asked("plant 1.hp + plant 2.hp + plant 3.hp at end of round 2"), false),
        ("a question for one of them", asked("(the combatant c where c.hp > 0 with lowest c.hp or else none) is plant 2"), false),
        ("attributes that differ for good", {
            let plants = "plant 1 { hp 2, rank 1 } plant 2 { hp 2, rank 2 } plant 3 { hp 2, rank 3 }";
            let lines = format!("tactic idle   side green {{ {plants} }}   odds over");
            rounds("rank: number = 0", "", WITHER, &lines)
        }, false),
        ("attributes that differ at first", {
            let plants = "plant 1 { hp 2 } plant 2 { hp 3 } plant 3 { hp 2 }";
            let lines = format!("tactic idle   side green {{ {plants} }}   odds over");
            rounds("", "", WITHER, &lines)
        }, true),
        ("a tactic for one of them", {
            let lines = "tactic idle   tactic other: plant 1   side green { plant 1 plant 2 }   odds over";
            rounds("", "tactic other for combatant c { declare wait }", WITHER, lines)
        }, false),
        ("sides that are alike", {
            let lines = "tactic idle   side green { plant 1 }   side red { plant 2 }   odds over";
            rounds("", "", WITHER, lines)
        }, true),
        ("sides of which one is named", {
            let lines = "tactic idle   side green { plant 1 }   side red { plant 2 }   odds any combatant c where c.side is red and c.hp = 1 at end of round 3";
            rounds("", "", WITHER, lines)
        }, false),
        ("dice that are given for the first round", {
            let lines = format!("tactic idle   side green {{ {three} }}   round 1 {{ plant 1 rolls 2 for luck }}   odds over");
            rounds("", "", WITHER, &lines)
        }, true),
        ("dice that are given for whatever round", {
            let lines = format!("tactic idle   side green {{ {three} }}   plant 1 rolls 2 for luck   odds over");
            rounds("", "", WITHER, &lines)
        }, false),
        ("the first of those that are all the same", wither("", "", "let w = the combatant c where c.hp > 0 with highest c.hp or else none   if w is known { w rolls d2 as more   if more = 2 { subtract 1 from w.hp } }"), true),
        ("the first of those that are not", wither("mood: number = 0", "", "let w = the combatant c where c.hp > 0 with lowest c.mood or else none   if w is known { w rolls d2 as more   if more = 2 { subtract 1 from w.hp   add 1 to w.mood } }"), false),
        ("one who is asked for what all have been asked for", wither("mood: number = 0", "", "let w = the combatant c where c.mood = 0 and c.hp > 0 with lowest c.hp or else none   if w is known { set w.mood = 1 }"), true),
        ("one who is looked for too late", wither("", "", "each combatant c where c.hp > 0 { c rolls d2 as more   if more = 2 { subtract 1 from c.hp } }   let w = the combatant c where c.hp > 0 with lowest c.hp or else none   if w is known { subtract 1 from w.hp }"), false),
        ("a loop that tells the first from the others", wither("", "", "let left = 1   each combatant c where c.hp > 0 { if left > 0 { subtract 1 from c.hp   subtract 1 from left } }"), false),
        ("a loop in which one looks at the others", wither("", "", "each combatant c where c.hp > 1 { if any combatant o where o is not c and o.hp = 2 { c rolls d2 as more   if more = 2 { subtract 1 from c.hp } } }"), false),
        ("a loop that adds up", wither("", "", "each combatant c where c.hp > 1 { add 1 to c.side.bonus }   each side s { set s.bonus = 0 }"), true),
        ("a loop that leaves off", wither("", "", "each combatant c where c.hp = 1 { subtract 1 from c.hp   if c.side.bonus = 0 { end combat } }"), false),
        ("who is hunted is hit by all", hunted(weakest, sweeps, HUNT), true),
        ("a target that is sought by half of what matters", hunted("tactic all for combatant c { declare strike the combatant e where e.side is not c.side and e.hp > 0 with lowest e.mood or else none }   trigger \"t\" { when strike a resolves   if a.target is known   set a.target.mood = 1 }", "tactic all", HUNT), false),
        ("a target that is sought when it is struck", hunted("tactic all for combatant c { declare strike weakest_foe(c) }   trigger \"t\" { before strike a   set a.target = weakest_foe(a.actor) }", sweeps, HUNT), false),
        ("responses that come to the same", hunted(&format!("{weakest} trigger \"t\" {{ when strike a resolves   if a.target is known   set a.target.mood = 0 }}"), sweeps, HUNT), true),
        ("responses that do not", hunted(&format!("{weakest} trigger \"t\" {{ when strike a resolves   if a.target is known and a.target.mood < 2   set a.target.mood = a.target.mood + a.actor.hp }}"), sweeps, HUNT), false),
        ("a limit", hunted(&format!("{weakest} trigger \"t\" {{ when strike a resolves   limit once per round   set a.actor.mood = 0 }}"), &format!("{sweeps}   stop after round 2"), HUNT), false),
        ("an exception", hunted(&format!("{weakest} exception \"e\" {{ for a: strike, b: strike   when a.target is b.actor   a waits for b }}"), sweeps, HUNT), false),
        ("a void that looks at the others", hunted(&format!("{weakest} void \"crowd\" {{ for a: strike   when (count act b) > 3   because \"crowded\" }}"), sweeps, HUNT), false),
        ("acts that wait for the next round", hunted(weakest, sweeps, "
          each combatant c where c.hp > 0 and not any act a where a.actor is c { c declares }
          gm rolls d2 as weather   if weather = 2 { resolve acts }
          if (count side s where any combatant c where c.side is s and c.hp > 0) <= 1 { end combat }"), false),
    ] {
        let (states, _) = states(&playable);
        for [with, without] in states {
            assert_eq!(with < without, is_less, "{title}: {with} of {without}");
            assert!(with <= without, "{title}: {with} of {without}");
        }
    }
}

/// The figures of docs/performance.md: orcs of two hit points, each of which strikes at an ogre of four; it strikes at all of them. It cannot be
/// counted beforehand how many states there are within rounds; that they are these is only written down.
#[test]
fn orcs_against_an_ogre() {
    for (orcs, wanted) in [(2, [219, 303]), (3, [1_139, 2_607]), (4, [4_759, 19_951])] {
        let orcs: String = (1..=orcs).map(|orc| format!("orc {orc} ")).collect();
        let lines = format!(
            "tactic all   tactic sweeper: ogre   side red {{ ogre {{ hp 4 }} }}   side green {{ {orcs} }}   odds ogre.hp > 0"
        );
        let weakest = "tactic all for combatant c { declare strike weakest_foe(c) }";
        let playable = rounds("", &format!("{WEAKEST} {weakest}"), HUNT, &lines);
        let ([[with, without], _], _) = states(&playable);
        assert_eq!([with, without], wanted, "{orcs}");
    }
}

/// What stands between two goes with them when they change places, or they do not: the answers are the same. Where nothing stands between them, they do.
#[test]
fn what_stands_between_two_goes_with_them() {
    const GAPS: &str = "kind gap between combatant one and combatant other { width: number = 1 }";
    const GRUDGES: &str =
        "kind grudge from combatant holder to combatant foe { depth: number = 0 }";
    const NEAREST: &str = "each combatant c where c.hp > 0 and (lowest g.width among gap g where (g.one is c or g.other is c)) > 0 {
      c rolls d2 as luck   if luck = 2 { subtract 1 from c.hp } }";
    const NARROWS: &str = "each gap g where g.width > 0 {
      gm rolls d2 as wind   if wind = 2 { set g.width = 0 } }";
    const HATES: &str = "each combatant c where c.hp > 0 { c rolls d2 as luck
      if luck = 2 { each grudge g where g.holder is c { add 1 to g.depth }   subtract 1 from c.hp } }";
    let wither = WITHER.replace(
        "if (count combatant c where c.hp > 0) <= 0 { end combat }",
        "",
    );
    let odds = |items: &str, round: &str, lines: &str| {
        let lines = format!(
            "tactic idle   side green {{ {} tree {{ hp 2 }} }}   stop after round 2   odds {lines}",
            plants(3, 1)
        );
        rounds("", items, round, &lines)
    };
    let down = "count combatant c where c.hp = 0";
    for (title, playable, is_less) in [
        ("nothing", odds("", &wither, down), true),
        (
            "gaps that nothing asks for",
            odds(GAPS, &wither, down),
            false,
        ),
        (
            "grudges that nothing asks for",
            odds(GRUDGES, &wither, down),
            true,
        ),
        ("gaps", odds(GAPS, NEAREST, down), false),
        (
            "gaps that change",
            odds(GAPS, &format!("{NARROWS}\n{NEAREST}"), down),
            false,
        ),
        (
            "a gap that differs",
            odds(
                GAPS,
                NEAREST,
                &format!("{down}\ngap(plant 1, tree) {{ width 0 }}"),
            ),
            false,
        ),
        (
            "a gap that is asked for",
            odds(
                GAPS,
                NARROWS,
                "gap(plant 1, plant 2).width + gap(plant 2, plant 3).width",
            ),
            false,
        ),
        (
            "grudges that change",
            odds(GRUDGES, HATES, "count grudge g where g.depth > 0"),
            true,
        ),
        (
            "a grudge that is asked for",
            odds(GRUDGES, HATES, "grudge(plant 1, plant 2).depth"),
            false,
        ),
        (
            "a grudge that differs",
            odds(
                GRUDGES,
                HATES,
                "count grudge g where g.depth > 0\ngrudge(tree, plant 2) { depth 1 }",
            ),
            true,
        ),
    ] {
        let (states, answers) = states(&playable);
        assert!(answers.len() > 1, "{title}: {answers:?}");
        for [with, without] in states {
            assert_eq!(with < without, is_less, "{title}: {with} of {without}");
        }
    }
}
