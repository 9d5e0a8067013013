//! Facts that are known without any program.

use affray::odds::exact::Budget;
use affray::odds::exact::{Refused, exact};
use affray::ruleset::Value;
use affray::source::Limits;
use dashu_ratio::RBig;

use super::plain::fractions;
use super::{Nobody, ask_exactly, case};

fn of(ways: u32, all: u32) -> RBig {
    RBig::from_parts(ways.into(), all.into())
}

/// The exact answers to a question of a case, by its number and that of its scenario.
fn answers(name: &str, scenario: usize, question: usize) -> Vec<(Value, RBig)> {
    let playable = &case(name)[scenario];
    let asked = &playable.scenario.questions[question].of;
    let exact = ask_exactly(playable, asked).expect("an exact answer");
    fractions(&exact.answers).into_iter().collect()
}

/// Of the 36 ways in which two dice of six fall, 6 are ties, and in 15 the one is higher.
#[test]
fn two_sides_with_a_d6_each() {
    assert_eq!(
        answers("endless_ties", 0, 0),
        [(0, of(5, 6)), (1, of(1, 6))]
    );
    assert_eq!(
        answers("endless_ties", 0, 1),
        [(0, of(7, 12)), (1, of(5, 12))]
    );
    assert_eq!(
        answers("endless_ties", 0, 2),
        [(0, of(7, 12)), (1, of(5, 12))]
    );
}

/// Rolled again until one is higher, each is higher in half of all cases; and the face that the one then shows is f in
/// 2 * ((6 - f) + (f - 1)) / 60 = 1/6 of them.
#[test]
fn ties_that_are_rolled_again() {
    assert_eq!(answers("endless_ties", 1, 0), [(0, of(1, 1))]);
    assert_eq!(
        answers("endless_ties", 1, 1),
        [(0, of(1, 2)), (1, of(1, 2))]
    );
    let faces: Vec<(Value, RBig)> = (1..=6).map(|face| (face, of(1, 6))).collect();
    assert_eq!(answers("endless_ties", 1, 2), faces);
}

/// Two with two hit points strike by turns, each hits with 1 of 4 faces. Let W(a, b) be how often the one who is about to strike wins, with a
/// hit points against b: W(a, b) = 1/4 (1 - W(b - 1, a)) + 3/4 (1 - W(b, a)), and W(a, 0) would be won.
/// W(1, 1) = 1/4 + 3/4 (1 - W(1, 1)) gives 4/7.
/// W(2, 1) = 1/4 + 3/4 (1 - W(1, 2)) and W(1, 2) = 1/4 (1 - W(1, 1)) + 3/4 (1 - W(2, 1)):
/// W(1, 2) = 3/28 + 3/4 - 3/4 W(2, 1), so W(2, 1) = 1 - 3/4 (6/7 - 3/4 W(2, 1)) = 5/14 + 9/16 W(2, 1), W(2, 1) = 40/49 and W(1, 2) = 12/49.
/// W(2, 2) = 1/4 (1 - W(1, 2)) + 3/4 (1 - W(2, 2)), so 7/4 W(2, 2) = 1 - 3/49 = 46/49, and W(2, 2) = 184/343.
#[test]
fn a_duel_in_which_misses_change_nothing() {
    assert_eq!(
        answers("endless_duel", 0, 0),
        [(0, of(159, 343)), (1, of(184, 343))]
    );
}

/// The same duel: the hit points that ann has left. She falls in 159/343. Let U(a, b) and V(a, b) be how often she ends with both hit points,
/// where she, and where bob is about to strike: with 2 against 2, bob must never hit before she has hit twice.
/// V(2, b) = 3/4 U(2, b), and U(2, b) = 1/4 V(2, b - 1) + 3/4 V(2, b), where V(2, 0) = 1.
/// U(2, 1) = 1/4 + 9/16 U(2, 1) = 4/7, and U(2, 2) = 3/16 * 4/7 + 9/16 U(2, 2) = 12/49.
#[test]
fn what_the_winner_of_the_duel_has_left() {
    let both = of(12, 49);
    let one = of(184, 343) - both.clone();
    assert_eq!(
        answers("endless_duel", 0, 1),
        [(0, of(159, 343)), (1, one), (2, both)]
    );
}

/// A fight in which nobody can be hurt leads in circles for ever: there is no exact answer, and that is said.
#[test]
fn a_fight_without_end_is_refused() {
    let playable = &case("endless_peace")[0];
    let asked = &playable.scenario.questions[0].of;
    let rules = &playable.rules.ruleset;
    let limits = Limits::DEFAULT;
    let (scenario, budget) = (&playable.scenario, Budget::default());
    let refused = exact(rules, scenario, asked, &limits, budget, &Nobody);
    assert_eq!(refused, Err(Refused::Endless));
}

/// Worked out by hand. From 2 hit points against 1, of four ways (each hits with one throw in two) one leaves all as it is; one fells bob, one fells
/// him and leaves ann with 1; one leaves ann with 1 and bob as he was: then she flees, while he strikes once more.
#[test]
fn tactics_declare_until_the_end() {
    let answers = |question| answers("endless_tactics", 0, question);
    assert_eq!(answers(0), [(0, of(1, 3)), (1, of(2, 3))], "ann wins");
    assert_eq!(answers(1), [(0, of(2, 3)), (1, of(1, 3))], "ann flees");
    let left = [(0, of(1, 6)), (1, of(1, 2)), (2, of(1, 3))];
    assert_eq!(answers(2), left, "what she has left");
}

/// Ann hits with 2 of 6 faces, for 1 or 2; bob has 1 hit point, so half of her hits let him fall, and half kill him. If she misses (4/6), he strikes back: he
/// hits in 1/3 of that, and in half of it she loses her 2 hit points.
#[test]
fn what_a_run_says() {
    let yes = [
        of(2, 3),
        of(1, 6),
        of(1, 6),
        of(1, 3),
        of(1, 3),
        of(4, 9),
        of(1, 9),
        of(0, 1),
        of(1, 3),
        of(2, 9),
    ];
    for (question, yes) in yes.into_iter().enumerate() {
        let found = answers("said", 0, question);
        let found = found.into_iter().find(|(answer, _)| *answer == 1);
        let found = found.map_or(of(0, 1), |(_, chance)| chance);
        assert_eq!(found, yes, "question {question}");
    }
    let playable = &case("said")[0];
    let asked = &playable.scenario.questions[10].of;
    let refused = ask_exactly(playable, asked).expect_err("it names a number");
    assert!(matches!(refused, Refused::NamesShownNumber));
}

/// Twice ann may hit bob, who has 2 hit points, for 1 or for 2, each with 1 of 6.
#[test]
fn what_a_run_says_of_two_rounds() {
    // 2 first: he falls in the first round, whatever the second brings (1/6). Not 2 first: 1 then 1 (1/36), miss then 2 (4/36).
    let falls = of(11, 36);
    // 1 then 2 (1/36), 2 then 1 (1/36), 2 then 2 (1/36).
    let dies = of(3, 36);
    assert_eq!(answers("said", 1, 0)[1], (1, falls));
    assert_eq!(answers("said", 1, 1)[1], (1, dies));
}
