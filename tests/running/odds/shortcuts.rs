//! What is left out because it is written before it is read, and counted numbers that are taken together, change no answer.

use std::collections::BTreeMap;

use affray::load::Playable;
use affray::odds::asking;
use affray::odds::exact::{Budget, Exact, Refused, Shortcuts, exact};
use affray::odds::{Chance, Distribution};
use affray::ruleset::{KindId, Value, slot_of};
use affray::scenario::Asked;
use affray::source::Limits;
use dashu_ratio::RBig;

use super::plain::fractions;
use super::{Nobody, ask_exactly, case, common, written};

fn without(playable: &Playable, asked: &Asked) -> Result<Exact, Refused> {
    only(Shortcuts::NONE, playable, asked)
}

fn only(shortcuts: Shortcuts, playable: &Playable, asked: &Asked) -> Result<Exact, Refused> {
    let rules = &playable.rules.ruleset;
    let scenario = asking(&playable.scenario, asked);
    let budget = Budget {
        shortcuts,
        ..Budget::default()
    };
    exact(rules, &scenario, asked, &Limits::DEFAULT, budget, &Nobody)
}

#[test]
fn answers_are_the_same_fractions_without_shortcuts() {
    let (mut all, mut compared, mut fewer) = (0, 0, 0);
    let mut refused = BTreeMap::new();
    for path in common::files("tests/cases/odds") {
        for playable in super::scenarios(&path) {
            for question in &playable.scenario.questions {
                let title = format!("{path}: {}", question.title);
                all += 1;
                match (
                    ask_exactly(&playable, &question.of),
                    without(&playable, &question.of),
                ) {
                    (Ok(with), Ok(without)) => {
                        let [with_all, without_all] =
                            [&with, &without].map(|exact| fractions(&exact.answers));
                        assert_eq!(with_all, without_all, "{title}");
                        assert!(with.states <= without.states, "{title}");
                        assert!(with.taken_up <= without.taken_up, "{title}");
                        compared += 1;
                        fewer += usize::from(with.states < without.states);
                    }
                    (Err(Refused::Fault(_)), Err(Refused::Fault(_))) => {
                        *refused.entry("a fault").or_insert(0) += 1;
                    }
                    (with, without) => {
                        assert_eq!(with, without, "{title}");
                        let why = match with {
                            Err(Refused::Endless) => "never ends",
                            Err(Refused::NamesShownNumber) => "names a number",
                            other => panic!("{title}: {other:?}"),
                        };
                        *refused.entry(why).or_insert(0) += 1;
                    }
                }
            }
        }
    }
    // All questions of all cases, but for the one whose runs meet a fault, the one whose runs never end, and those for a text with a number in it.
    let of_refused: BTreeMap<_, usize> =
        [("a fault", 1), ("names a number", 2), ("never ends", 1)].into();
    assert_eq!(refused, of_refused);
    assert_eq!((compared, all), (328, 332));
    assert_eq!(
        fewer, 190,
        "where some die is not read to the end of the round"
    );
}

/// Rules of one round that goes on for ever with one chance in four, of which `body` tells the rest.
fn rounds(attributes: &str, items: &str, body: &str) -> Playable {
    let text = format!(
        "rules r {{
          kind combatant {{ {attributes} }}
          kind act {{ target: optional combatant }}
          action strike, strikes {{ takes target   does {{ }} }}
          tactic all for combatant c {{ declare nothing }}
          {items}
          phase round counting from 1 {{
            {body}
            gm rolls d4 as end_of_it
            if end_of_it = 1 {{ end combat }}
          }}
        }}
        scenario \"s\" {{ tactic all   side red {{ ann }}   side blue {{ bob }}   odds ann.marked }}"
    );
    written(&text)
}

/// How many states there are where what is written first is left out, and how many where it is not.
fn states(playable: &Playable) -> [usize; 2] {
    let asked = &playable.scenario.questions[0].of;
    let unread = |unread| Shortcuts {
        unread,
        here: false,
        ..Shortcuts::ALL
    };
    let [with, without] = [true, false].map(|with| only(unread(with), playable, asked));
    let [with, without] = [with, without].map(|exact| exact.expect("an exact answer"));
    assert_eq!(fractions(&with.answers), fractions(&without.answers));
    [with.states, without.states]
}

/// What is always written first is left out between two rounds: by a roll for everybody, by a procedure, of the very record that is read.
#[test]
fn what_is_written_first_is_left_out() {
    let asked = "marked: number = 0";
    for (attributes, items, body, wanted) in [
        (
            "x: number = 0",
            "",
            "each combatant c { c rolls d3 as x }   each combatant c where c.x = 3 { set c.marked = 1 }",
            true,
        ),
        (
            "x: number = 0",
            "procedure p(combatant who) { who rolls d3 as die   set who.x = die }",
            "each combatant c { do p(c)   if c.x = 3 { set c.marked = 1 } }",
            true,
        ),
        (
            "x: number = 0",
            "let mark_of(combatant c): number = c.x
             trigger \"t\" { before strike a   a.actor rolls d3 as die   set a.actor.x = die   if mark_of(a.actor) = 3 { set a.actor.marked = 1 } }
             order of act a { by round }",
            "each combatant c { c does strike }   resolve acts",
            true,
        ),
        // It is written for some only.
        (
            "x: number = 0",
            "",
            "each combatant c where c.marked = 0 { c rolls d3 as x }   each combatant c where c.x = 3 { set c.marked = 1 }",
            false,
        ),
        // It is written in one branch only.
        (
            "x: number = 0",
            "",
            "each combatant c { c rolls d3 as die   if die > 1 { set c.x = die }   if c.x = 3 { set c.marked = 1 } }",
            false,
        ),
        // A definition reads it before.
        (
            "x: number = 0",
            "let mark_of(combatant c): number = c.x",
            "each combatant c where mark_of(c) = 3 { set c.marked = 1 }   each combatant c { c rolls d3 as x }",
            false,
        ),
        // A trigger reads it before.
        (
            "x: number = 0",
            "trigger \"t\" { when phase round begins   each combatant c where c.x = 3 { set c.marked = 1 } }",
            "each combatant c { c rolls d3 as x }",
            false,
        ),
        // It is read of another combatant, who has not rolled yet.
        (
            "x: number = 0",
            "",
            "each combatant c { c rolls d3 as x   each combatant o where o is not c and o.x = 3 { set o.marked = 1 } }",
            false,
        ),
        // An act writes it, and its batch need not come.
        (
            "x: number = 0",
            "order of act a { by round   by a.actor.x }   action think, thinks { does { set actor.x = 2 } }
             trigger \"t\" { before strike a   a.actor rolls d3 as die   set a.actor.x = die   if die = 3 { set a.actor.marked = 1 } }",
            "each combatant c { c does strike }   resolve acts",
            false,
        ),
    ] {
        let playable = rounds(&format!("{attributes} {asked}"), items, body);
        let [with, without] = states(&playable);
        match wanted {
            true => assert!(with < without, "{body}: {with} of {without}"),
            false => assert_eq!(with, without, "{body}"),
        }
    }
}

/// The duel of the file on which the speed is measured, reckoned here from its chances: what one round does to both, and what is left.
fn duel(hp: [usize; 2], needs: [u32; 2]) -> RBig {
    let share = |ways: u32, all: u32| RBig::from_parts(ways.into(), all.into());
    let damage = |needs: u32| {
        let mut damage = vec![share(needs - 1, 20)];
        damage.extend((0..8).map(|_| share(21 - needs, 160)));
        damage
    };
    let [by_ann, by_bob] = needs.map(damage);
    // How likely it is that ann stands and bob falls, with so many hit points left.
    let mut wins = vec![vec![RBig::ZERO; hp[1] + 1]; hp[0] + 1];
    for ann in 1..=hp[0] {
        for bob in 1..=hp[1] {
            let mut sum = RBig::ZERO;
            for (to_bob, one) in by_ann.iter().enumerate() {
                for (to_ann, other) in by_bob.iter().enumerate() {
                    let chance = one * other;
                    match (to_ann < ann, to_bob < bob) {
                        _ if to_ann + to_bob == 0 => {}
                        (true, false) => sum += chance,
                        (true, true) => sum += chance * &wins[ann - to_ann][bob - to_bob],
                        (false, _) => {}
                    }
                }
            }
            wins[ann][bob] = sum / (RBig::ONE - &by_ann[0] * &by_bob[0]);
        }
    }
    wins[hp[0]][hp[1]].clone()
}

fn chance_of_yes(answers: &Distribution) -> &Chance {
    answers.chance(1 as Value).expect("yes")
}

#[test]
fn duels_of_any_length_are_right() {
    let mut playable = super::scenarios("benches/guard/hit_points.affray").remove(0);
    let asked = playable.scenario.questions[0].of.clone();
    let combatants = KindId::COMBATANT.index();
    let slot = slot_of(&playable.rules.ruleset.kinds[combatants], "hp").expect("hp");
    for (hp, is_fraction) in [
        ([1, 1], true),
        ([3, 9], true),
        ([14, 12], true),
        ([40, 33], false),
    ] {
        for (record, hp) in playable.scenario.records[combatants].iter_mut().zip(hp) {
            let own = record.values.iter_mut().find(|value| value.0 == slot);
            own.expect("hit points").1 = hp as Value;
        }
        let exact = ask_exactly(&playable, &asked).expect("an exact answer");
        let wanted = duel(hp, [11, 13]);
        match chance_of_yes(&exact.answers) {
            Chance::Exact(chance) => assert_eq!((chance, is_fraction), (&wanted, true), "{hp:?}"),
            Chance::Reckoned(chance) => {
                let wanted = wanted.to_f64().value();
                assert!(
                    (chance - wanted).abs() <= 1e-12 * wanted,
                    "{chance}, not {wanted}"
                );
                assert!(!is_fraction, "{hp:?}");
            }
            other => panic!("{other:?}"),
        }
        // One state for each pair of hit points that can be come to, and the first, before anything is forgotten.
        assert!(
            exact.states <= hp[0] * hp[1] + 1,
            "{hp:?}: {}",
            exact.states
        );
    }
}

/// Counted numbers are taken together, whatever limits they are compared with.
#[test]
fn hit_points_are_taken_together() {
    for playable in case("counted") {
        let asked = &playable.scenario.questions[0].of;
        let [with, without] = [ask_exactly(&playable, asked), without(&playable, asked)]
            .map(|exact| exact.expect("an exact answer").states);
        assert!(with < without, "{with}, {without}");
    }
}

/// Names that are not read any more are forgotten at each roll, and no others. The places are counted by hand: where only the marks of both matter,
/// there are 4 ways of marks at each of a round's rolls, but in the first round, which is told apart, 1 at the rolls for ann, 2 at those for bob and
/// 4 at that of the end; a name that is read later multiplies those at which it is known.
#[test]
fn names_are_forgotten_when_they_are_not_read_any_more() {
    let asked = "marked: number = 0";
    let mark =
        "procedure mark(combatant who) { who rolls d2 as die   if die = 2 { set who.marked = 1 } }";
    for (items, body, places) in [
        // Read before the next roll only: five rolls in a round.
        (
            "",
            "each combatant c { c rolls d4 as die   if die > 1 { c rolls d2 as other   if other = 2 { set c.marked = 1 } } }",
            5 * 4 + (1 + 1 + 2 + 2 + 4),
        ),
        // Bound anew for each: three rolls.
        (
            "",
            "each combatant c { let twice = c.marked * 2   c rolls d2 as die   if die = 2 { set c.marked = 1 } }",
            3 * 4 + (1 + 2 + 4),
        ),
        // In the frame of a procedure, and of whoever carries it out.
        (
            mark,
            "each combatant c { c rolls d4 as before   if before > 2 { do mark(c) } }",
            5 * 4 + (1 + 1 + 2 + 2 + 4),
        ),
        // Read behind the next roll, where it is one of four.
        (
            "",
            "each combatant c { c rolls d4 as die   c rolls d2 as other   if die + other > 4 { set c.marked = 1 } }",
            4 + 16 + 4 + 16 + 4 + (1 + 4 + 2 + 8 + 4),
        ),
        // Read by the caller, when the procedure is done; only whether it is more than two.
        (
            mark,
            "each combatant c { c rolls d4 as before   do mark(c)   if before > 2 { set c.marked = 0 } }",
            4 + 8 + 4 + 8 + 4 + (1 + 2 + 2 + 4 + 4),
        ),
        // Read when the loop comes round. Behind ann's dice the best is any of four if she was marked before; else she is marked by 3 and 2 or by 4,
        // and not by 1, 2, or 3 and 1. So there are seven ways of it and her mark, of which the first round has five.
        (
            "",
            "let best = 0   each combatant c { c rolls d4 as die   c rolls d2 as other   set best = higher(best, die)   if best + other > 4 { set c.marked = 1 } }",
            4 + 16 + 14 + 56 + 4 + (1 + 4 + 5 + 20 + 4),
        ),
        // Read again by the condition of a loop, and written within it: both are marked, or nobody, and the count is 0 or 1 at its roll.
        (
            "",
            "let count = 0   repeat while count < 2 { gm rolls d2 as die   add die to count   each combatant c where count = 3 { set c.marked = 1 } }",
            4 + 2 + (2 + 2),
        ),
    ] {
        let playable = rounds(asked, items, body);
        let asked = &playable.scenario.questions[0].of;
        let names = |names| Shortcuts {
            names,
            ..Shortcuts::ALL
        };
        let exact = |with| only(names(with), &playable, asked).expect("an exact answer");
        let [with, without] = [true, false].map(exact);
        assert_eq!(
            fractions(&with.answers),
            fractions(&without.answers),
            "{body}"
        );
        assert_eq!(with.states, places, "{body}");
        assert!(with.states < without.states, "{body}");
    }
}

/// Dice that are only compared with fixed numbers are followed once for each side of these; those from which the next statement alone makes
/// something, once for each thing that it makes; all others face by face.
#[test]
fn dice_that_are_only_compared() {
    let asked = "marked: number = 0   least: number = 3   luck: number = 2";
    for (body, is_shorter) in [
        (
            "each combatant c { c rolls d6 as die   if die > 4 { set c.marked = 1 } }",
            true,
        ),
        (
            "each combatant c { c rolls 3d6 as die   if 10 <= die { set c.marked = 1 } else { if die = 7 { set c.marked = 2 } } }",
            true,
        ),
        (
            "each combatant c { c rolls d6 as die   if die != 4 { note \"{c} shows {die}\" } else { set c.marked = 1 } }",
            true,
        ),
        // Compared again when the next die has fallen, and when the loop comes round.
        (
            "each combatant c { c rolls d6 as die   c rolls d4 as other   if die > 4 and other < 2 { set c.marked = 1 } }",
            true,
        ),
        // Nobody looks at it.
        ("each combatant c { c rolls d6 as die }", true),
        // Two dice under one name, compared differently.
        (
            "each combatant c { c rolls d6 as die   if die > 4 { set c.marked = 1 } }   each combatant c { c rolls d6 as die   if die < 2 { set c.marked = 2 } }",
            true,
        ),
        // Right behind the roll: reckoned with, compared with what is not fixed, handed to a definition.
        (
            "each combatant c { c rolls d6 as die   if die + 1 > 4 { set c.marked = 1 } }",
            true,
        ),
        (
            "each combatant c { c rolls d6 as die   if die > c.least { set c.marked = 1 } else if die = c.least { set c.marked = 2 } }",
            true,
        ),
        (
            "each combatant c { c rolls d6 as die   set c.marked = if mark_of(die) > 3 then 1 else 0 }",
            true,
        ),
        // Kept, reckoned with or compared later, handed over, written anew.
        (
            "each combatant c { c rolls d6 as least   if c.least > 4 { set c.marked = 1 } }",
            false,
        ),
        (
            "each combatant c { c rolls d6 as die   set c.marked = die }",
            false,
        ),
        (
            "each combatant c { c rolls d6 as die   set c.least = 2   if die > c.least { set c.marked = 1 } }",
            false,
        ),
        (
            "each combatant c { c rolls d6 as die   if die > c.least { set c.marked = 1 }   if die + 1 > c.least { set c.marked = 2 } }",
            false,
        ),
        // What is counted is not told by the row at which the die falls.
        (
            "each combatant c { c rolls d6 as die   if c.luck > 0 and die + 1 > 4 { subtract 1 from c.luck } }",
            false,
        ),
        (
            "each combatant c { c rolls d6 as die   do mark(c, die) }",
            false,
        ),
        (
            "each combatant c { c rolls d6 as die   if die > 4 { set c.marked = mark_of(die) } }",
            false,
        ),
        (
            "each combatant c { c rolls d2 as many   c rolls (many)*d(6) as die   if die > 4 { set c.marked = 1 } }",
            true,
        ),
    ] {
        let items = "procedure mark(combatant who, number by) { if by > 3 { set who.marked = by } }   let mark_of(number by): number = by";
        let playable = rounds(asked, items, body);
        let asked = &playable.scenario.questions[0].of;
        let compared = |compared| Shortcuts {
            compared,
            ..Shortcuts::ALL
        };
        let exact = |with| only(compared(with), &playable, asked).expect("an exact answer");
        let [with, without] = [true, false].map(exact);
        assert_eq!(
            fractions(&with.answers),
            fractions(&without.answers),
            "{body}"
        );
        // Both follow from as many places, but for names that are read later; the others take up a run for each sum.
        match is_shorter {
            true => assert!(with.taken_up < without.taken_up, "{body}"),
            false => assert_eq!(with.taken_up, without.taken_up, "{body}"),
        }
    }
}

/// How many places there are with a shortcut and without; the answers are the same, and the same as with none at all.
fn places(playable: &Playable, with: Shortcuts, without: Shortcuts) -> [usize; 2] {
    let asked = &playable.scenario.questions[0].of;
    let exact = |shortcuts| only(shortcuts, playable, asked).expect("an exact answer");
    let [with, without, plain] = [with, without, Shortcuts::NONE].map(exact);
    assert_eq!(fractions(&with.answers), fractions(&plain.answers));
    assert_eq!(fractions(&without.answers), fractions(&plain.answers));
    [with.states, without.states]
}

/// Holds a shortcut against doing without it: whether there are fewer places with it, if there must be.
fn is_shorter(what: &str, playable: &Playable, without: Shortcuts, wanted: bool) {
    let [with, without] = places(playable, Shortcuts::ALL, without);
    assert!(with <= without, "{what}: {with} of {without}");
    assert!(with < without || !wanted, "{what}: {with} of {without}");
}

/// What is written before it is read, wherever a run goes on from a roll, is left out there: in the midst of a procedure, of a trigger, of a loop.
/// What is read on any way that leads on is not, whoever has written it, and be it of somebody who has rolled before.
#[test]
fn what_is_written_first_behind_a_roll_is_left_out() {
    let asked = "marked: number = 0   x: number = 0   y: number = 0";
    let without = Shortcuts {
        here: false,
        ..Shortcuts::ALL
    };
    let order = "order of act a { by round }";
    let strikes = "each combatant c { c does strike }   resolve acts";
    for (items, body, wanted) in [
        // By a procedure that a trigger carries out, before each blow.
        (
            "procedure p(combatant who) { who rolls d3 as die   set who.x = die }
             trigger \"t\" { before strike a   do p(a.actor)   if a.actor.x = 3 { set a.actor.marked = 1 } }",
            strikes,
            true,
        ),
        // Between two rolls of the same procedure.
        (
            "procedure p(combatant who) { who rolls d3 as die   set who.x = die   if who.x = 3 { who rolls d2 as luck   set who.y = luck }   set who.x = 0 }",
            "each combatant c { set c.y = 0   do p(c)   set c.marked = higher(c.marked, c.y - 1) }",
            true,
        ),
        // The procedure may not be carried out.
        (
            "procedure p(combatant who) { who rolls d3 as die   set who.x = die }
             trigger \"t\" { before strike a   if a.actor.marked = 0   do p(a.actor) }
             trigger \"u\" { before strike a   if a.actor.x = 3   set a.actor.marked = 1 }",
            strikes,
            false,
        ),
        // Another trigger reads it of all.
        (
            "trigger \"t\" { before strike a   a.actor rolls d3 as die   set a.actor.x = die }
             trigger \"u\" { before strike a   each combatant o where o.x = 3 and o is not a.actor { set o.marked = 1 } }",
            strikes,
            false,
        ),
        // It is given a first value for everybody in the same loop, but only when his turn comes.
        (
            "",
            "each combatant c { set c.x = 0   c rolls d3 as die   set c.x = die }   each combatant c where c.x = 3 { set c.marked = 1 }",
            false,
        ),
        // It is read behind the roll in the same loop, and written before it.
        (
            "",
            "each combatant c { set c.x = 0   c rolls d3 as die   set c.x = die   c rolls d2 as luck   if luck = 2 and c.x = 3 { set c.marked = 1 }   set c.x = 0 }",
            false,
        ),
        // A batch gathers it, and it is put in force later.
        (
            "trigger \"t\" { when strike a resolves   a.actor rolls d3 as die   set a.actor.x = die }
             action think, thinks { does { actor rolls d2 as will   add will to actor.x   set actor.y = will } }
             trigger \"u\" { when think a resolves   if a.actor.x = 4   set a.actor.marked = 1 }",
            "each combatant c { c does strike }   resolve acts   each combatant c { c does think }   resolve acts",
            false,
        ),
        // A batch gathers what nothing reads any more.
        (
            "action think, thinks { does { actor rolls d3 as will   set actor.y = will   if will = 3 { set actor.marked = 1 } } }",
            "each combatant c { c does think }   resolve acts",
            true,
        ),
        // A trigger reads it behind the batch.
        (
            "action think, thinks { does { actor rolls d3 as will   set actor.y = will } }
             trigger \"u\" { when think a resolves   if a.actor.y = 3   set a.actor.marked = 1 }",
            "each combatant c { c does think }   resolve acts",
            false,
        ),
        // Another batch reads it.
        (
            "action think, thinks { does { actor rolls d3 as will   set actor.y = will } }
             action look, looks { does { if any combatant o where o.y = 3 { set actor.marked = 1 } } }",
            "each combatant c { c does think }   resolve acts   each combatant c { c does look }   resolve acts",
            false,
        ),
        // It is told to a trigger as it comes into force.
        (
            "action think, thinks { does { actor rolls d3 as will   set actor.y = will } }
             trigger \"u\" { when y of combatant c falls to 2   set c.marked = 1 }
             trigger \"v\" { when y of combatant c rises to 3   set c.marked = 2 }",
            "each combatant c { set c.y = 2 * c.marked }   each combatant c { c does think }   resolve acts",
            false,
        ),
        // It is written for everybody, but the phase may be left before.
        (
            "",
            "phase count counting from 1 to 2 { each combatant c { c rolls d2 as die   if die = 2 { leave phase count }   set c.x = 0 } }
             each combatant c where c.x = 1 { set c.marked = 1 }   each combatant c { c rolls d2 as x }",
            false,
        ),
        // The line looks at it.
        (
            "void \"the slow\" { for a: strike   when a.actor.x = 3   because \"{a.actor} is slow\" }
             trigger \"t\" { before strike a   a.actor rolls d3 as die   set a.actor.x = die }
             trigger \"u\" { when strike a resolves   set a.actor.marked = 1 }",
            strikes,
            false,
        ),
    ] {
        let items = format!("{order}   {items}");
        let playable = rounds(asked, &items, body);
        is_shorter(&format!("{items} {body}"), &playable, without, wanted);
    }
}

/// Rules of one round, with acts that hold something.
fn blows(combatants: &str, items: &str, body: &str) -> Playable {
    let text = format!(
        "rules r {{
          kind combatant {{ marked: number = 0   {combatants} }}
          kind act {{ force: number = 0   before_it: optional act }}
          action strike, strikes {{ does {{ }} }}
          tactic all for combatant c {{ declare nothing }}
          {items}
          phase round counting from 1 to 2 {{ {body} }}
        }}
        scenario \"s\" {{ tactic all   side red {{ ann   cat }}   side blue {{ bob }}   odds sum c.marked among combatant c }}"
    );
    written(&text)
}

/// What an act holds to which nothing leads any more is left out; while anything names it, it is kept.
#[test]
fn what_acts_hold_that_are_done_with_is_left_out() {
    let without = Shortcuts {
        acts: false,
        ..Shortcuts::ALL
    };
    let force = "order of act a { by round }
        trigger \"t\" { before strike a   a.actor rolls d3 as die   set a.force = die }";
    let one_by_one = "each combatant c { c does strike   resolve acts }";
    for (combatants, items, body, wanted) in [
        (
            "",
            "trigger \"u\" { when strike a resolves   if a.force = 3   add 1 to a.actor.marked }",
            one_by_one,
            true,
        ),
        // A trigger still has a name for it, and the others have not.
        (
            "",
            "trigger \"u\" { when strike a resolves   gm rolls d2 as coin   if coin = 2 and a.force = 3 { add 1 to a.actor.marked } }",
            one_by_one,
            true,
        ),
        // All come together, and none is done with before the last has rolled.
        (
            "",
            "trigger \"u\" { when strike a resolves   if a.force = 3   add 1 to a.actor.marked }",
            "each combatant c { c does strike }   resolve acts",
            false,
        ),
        // An attribute names it.
        (
            "last: optional act",
            "trigger \"u\" { when strike a resolves   each combatant o where o.last is known and o.last.force = 3 { add 1 to o.marked }   set a.actor.last = a }",
            one_by_one,
            false,
        ),
        // The act that comes next names it, and nothing else does.
        (
            "",
            "trigger \"u\" { when strike a resolves   if a.before_it is missing   a.actor does strike { before_it = a } }
             trigger \"v\" { when strike a resolves   if a.before_it is known and a.before_it.force = 3   add 1 to a.actor.marked }",
            "each combatant c where c.marked < 2 { c does strike   resolve acts }",
            true,
        ),
    ] {
        let playable = blows(combatants, &format!("{force}   {items}"), body);
        is_shorter(&format!("{items} {body}"), &playable, without, wanted);
    }
}

/// Of numbers that only order acts it is left out how far they lie apart; not where anything else reads them, where they can change before they are
/// forgotten, or where what the line has noted is compared with what comes in another round.
#[test]
fn numbers_that_only_order_acts_are_ranks() {
    let without = Shortcuts {
        ranks: false,
        ..Shortcuts::ALL
    };
    let rolls =
        "each combatant c { c rolls d3 as x }   each combatant c { c does strike }   resolve acts";
    let first = "trigger \"t\" { before strike a   a.actor rolls d2 as die   if die = 2 and not any combatant o where o.marked = round { set a.actor.marked = round } }";
    let order = "order of act a { by round   by a.actor.x, highest first }";
    for (combatants, items, body, wanted) in [
        ("x: number = 0", order, rolls, true),
        // Below nought too, beside acts that the key does not order.
        (
            "x: number = 0   y: number = 0",
            "action wait, waits { does { set actor.y = 1 } }
             order of act a { by round   by for strike: a.actor.x }",
            "each combatant c { c rolls d3 as die   set c.x = die * 2 - 5 }   each combatant c { c does strike   c does wait }   resolve acts",
            true,
        ),
        // Shown, and nothing else.
        (
            "x: number = 0",
            "order of act a { by round   by a.actor.x }   trigger \"u\" { when strike a resolves   note \"at {a.actor.x}\" }",
            rolls,
            true,
        ),
        // It is rolled anew in the midst of the round.
        (
            "x: number = 0",
            "order of act a { by round   by a.actor.x, highest first }
             trigger \"u\" { when strike a resolves   if a.actor.x < 3 { a.actor rolls d3 as x } }",
            rolls,
            false,
        ),
        (
            "x: number = 0",
            "order of act a { by round   by a.actor.x, highest first }
             trigger \"u\" { when strike a resolves   gm rolls d2 as turn   each combatant o { set o.x = turn } }",
            rolls,
            false,
        ),
        // It is reckoned with.
        (
            "x: number = 0",
            "order of act a { by round   by a.actor.x + 1 }",
            rolls,
            false,
        ),
        // A condition reads it.
        (
            "x: number = 0",
            "order of act a { by round   by a.actor.x }   void \"v\" { for a: strike   when a.actor.x = 2   because \"of it\" }",
            rolls,
            false,
        ),
        // Another number stands beside it in the same key.
        (
            "x: number = 0",
            "order of act a { by round   by slot: a.actor.x }
             placement \"p\" { for a: strike   when a.actor.marked = 1   place slot = 2 }",
            rolls,
            false,
        ),
        // Rounds do not come one behind the other.
        (
            "x: number = 0",
            "order of act a { by a.actor.x, highest first }",
            rolls,
            false,
        ),
    ] {
        let items = format!("{items}   {first}");
        let playable = blows(combatants, &items, body);
        is_shorter(&format!("{items} {body}"), &playable, without, wanted);
    }
}
