//! Dice questions that another program has answered (`benches/peers/icepool_check.py`): the fractions are the same.

use dashu_ratio::RBig;

use super::plain::fractions;
use super::{ask_exactly, case, common};

#[test]
fn icepool_gives_the_same_fractions() {
    let text = common::read("tests/vectors/odds_icepool.json");
    let table: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let scenarios = case("dice_icepool");
    let questions = table["questions"].as_array().expect("questions");
    assert!(questions.len() >= 40 && questions.len() == scenarios.len());
    for (playable, known) in scenarios.iter().zip(questions) {
        let title = known["question"].as_str().expect("a title");
        assert_eq!(playable.scenario.title, title);
        let asked = &playable.scenario.questions[0].of;
        let exact = ask_exactly(playable, asked).expect("an exact answer");
        let mut answers = fractions(&exact.answers);
        // A question of yes or no: the chance of yes.
        if matches!(asked, affray::scenario::Asked::Whether(_)) {
            answers.retain(|&answer, _| answer == 1);
        }
        let answers: Vec<(i64, RBig)> = answers.into_iter().collect();
        let theirs = known["answers"]
            .as_array()
            .expect("answers")
            .iter()
            .map(|pair| {
                let fraction = pair[1].as_str().expect("a fraction");
                (
                    pair[0].as_i64().expect("a number"),
                    RBig::from_str_radix(fraction, 10).expect("a fraction"),
                )
            });
        assert_eq!(answers, theirs.collect::<Vec<_>>(), "{title}");
    }
}
