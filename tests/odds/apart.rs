//! Places where dice are apart: as fractions the same as plain enumeration, wherever there is an answer; and where dice are not apart, none.

use affray::load::Playable;
use affray::odds::apart::{Mixed, apart, places};
use affray::odds::asking;
use affray::ruleset::KindId;
use affray::scenario::{ActOrder, Asked};
use affray::source::Limits;
use dashu_ratio::RBig;

use crate::plain::{Plain, enumerate, fractions};
use crate::{case, common, written};

/// Every question that can be asked about who acts first.
fn questions(playable: &Playable) -> Vec<Asked> {
    let all = playable.scenario.records[KindId::COMBATANT.index()].len() as u32;
    let mut asked: Vec<Asked> = (0..all).map(Asked::Place).collect();
    for one in 0..all {
        for other in (0..all).filter(|&other| other != one) {
            for relation in [ActOrder::Before, ActOrder::With, ActOrder::After] {
                asked.push(Asked::First(one, relation, other));
            }
        }
    }
    asked
}

/// Holds every answer of a scenario against plain enumeration; gives why there is none, if there is none.
fn compare(name: &str, playable: &Playable, most: usize) -> Option<Mixed> {
    let (rules, scenario) = (&playable.rules.ruleset, &playable.scenario);
    let all = match places(rules, scenario, &Limits::DEFAULT) {
        Ok(all) => all,
        Err(mixed) => return Some(mixed),
    };
    for asked in questions(playable) {
        let title = format!("{name}, {}: {asked:?}", scenario.title);
        let found = apart(rules, scenario, &asked, &Limits::DEFAULT).expect(&title);
        let found = fractions(&found.answers);
        match enumerate(rules, &asking(scenario, &asked), &asked, most) {
            Plain::Answers(plain) => assert_eq!(found, plain, "{title}"),
            other => panic!("{title}: {other:?}"),
        }
        if let Asked::Place(who) = asked {
            assert_eq!(fractions(&all[who as usize].answers), found, "{title}");
        }
    }
    None
}

/// Each way in which dice can be apart has an answer, and it is that of plain enumeration.
#[test]
fn dice_that_are_apart() {
    let scenarios = case("apart");
    for playable in &scenarios {
        let mixed = compare("apart", playable, 50_000);
        assert_eq!(mixed, None, "{}", playable.scenario.title);
    }
    assert!(scenarios.len() >= 7);
}

/// Where somebody looks at another's roll, the two are taken together; where acts have to do with each other while they come, there is no answer.
#[test]
fn dice_that_are_not_apart() {
    let mut shown = String::new();
    for playable in case("apart_not") {
        let why = compare("apart_not", &playable, 50_000);
        shown += &format!("{}: {why:?}\n", playable.scenario.title);
    }
    insta::assert_snapshot!(shown);
}

/// Whatever the other cases ask: no answer, or the right one.
#[test]
fn no_wrong_answer_for_rules_of_every_kind() {
    let (mut answered, mut left) = (0, 0);
    for path in common::files("tests/cases/odds") {
        let name = path
            .rsplit('/')
            .next()
            .unwrap_or(&path)
            .replace(".affray", "");
        if name.starts_with("endless_") {
            continue;
        }
        for playable in case(&name) {
            match compare(&name, &playable, 200_000) {
                None => answered += 1,
                Some(_) => left += 1,
            }
        }
    }
    assert!(
        answered >= 20 && left >= 10,
        "{answered} answered, {left} left"
    );
}

/// The five systems, with all of their dice left open but for a few.
#[test]
fn no_wrong_answer_for_whole_systems() {
    let mut answered = 0;
    for system in [
        "base_initiative",
        "crucible_of_souls",
        "demon_idol",
        "group_initiative",
        "osric",
    ] {
        common::each_run(
            &format!("tests/conformance/{system}"),
            |path, playable, _, _| {
                let mut open = playable.clone();
                open.scenario.dice.drain(..open.scenario.dice.len().min(2));
                if open.scenario.dice.len() < playable.scenario.dice.len() {
                    let (rules, scenario) = (&open.rules.ruleset, &open.scenario);
                    if let Ok(all) = places(rules, scenario, &Limits::DEFAULT) {
                        let asked = Asked::Place(0);
                        let plain = enumerate(rules, &asking(scenario, &asked), &asked, 400);
                        if plain != Plain::TooMany {
                            let found = fractions(&all[0].answers);
                            assert_eq!(Plain::Answers(found), plain, "{path}: {}", scenario.title);
                            answered += 1;
                        }
                    }
                }
            },
        );
    }
    println!("{answered} answered");
}

fn of(ways: u32, all: u32) -> RBig {
    RBig::from_parts(ways.into(), all.into())
}

/// Of the 36 ways in which two dice of six fall, 6 are ties.
#[test]
fn two_sides_tie_in_a_sixth() {
    let playable = &case("endless_ties")[0];
    let (rules, scenario) = (&playable.rules.ruleset, &playable.scenario);
    let with = Asked::First(0, ActOrder::With, 1);
    let found = apart(rules, scenario, &with, &Limits::DEFAULT).expect("an answer");
    assert_eq!(
        fractions(&found.answers),
        [(0, of(5, 6)), (1, of(1, 6))].into()
    );
}

/// Eight who each roll a die of ten, the highest first, equal ones together: k of the others are ahead of one who shows f with the chance
/// C(7, k) ((10 - f) / 10)^k (f / 10)^(7 - k).
#[test]
fn eight_dice_of_ten() {
    let playable = written(EIGHT);
    let (rules, scenario) = (&playable.rules.ruleset, &playable.scenario);
    let all = places(rules, scenario, &Limits::DEFAULT).expect("an answer");
    let choose = [1, 7, 21, 35, 35, 21, 7, 1];
    for found in &all {
        let found = fractions(&found.answers);
        for place in 0..8_u32 {
            let ways: u128 = (1..=10_u128)
                .map(|face| choose[place as usize] * (10 - face).pow(place) * face.pow(7 - place))
                .sum();
            let chance = RBig::from_parts(ways.into(), 10_u128.pow(8).into());
            assert_eq!(found.get(&(i64::from(place) + 1)), Some(&chance));
        }
        assert_eq!(found.len(), 8);
    }
}

const EIGHT: &str = "rules eight {
  kind combatant { initiative: number = 0 }
  action act, acts { does { } }
  order of act a { by a.actor.initiative, highest first }
  phase round counting from 1 to 1 {
    each combatant c { c rolls d10 as initiative }
    each combatant c { c does act }
    resolve acts
  }
}
scenario \"eight\" {
  side one { ann bea cid dan }
  side two { eve fay gus hal }
}
";
