//! Exact answers are those of plain enumeration, as fractions: over all five systems, and over small rules that use every kind of thing.

use std::collections::BTreeMap;

use affray::load::Playable;
use affray::odds::exact::Refused;
use affray::ruleset::Expr;
use affray::scenario::{Asked, ExpectationKind, FactMoment, Question, Scenario};

use super::plain::{Plain, enumerate, fractions};
use super::{ask_exactly, case, common};

/// What became of the questions that were compared.
#[derive(Debug, Default, PartialEq)]
struct Compared {
    equal: usize,
    /// of them, those with more than one possible answer
    open: usize,
    /// only whole journals answer them
    journals: usize,
    /// some runs meet a fault, both ways
    faults: usize,
    too_many: usize,
}

/// Holds one exact answer against plain enumeration.
fn compare(name: &str, playable: &Playable, asked: &Asked, most: usize, so_far: &mut Compared) {
    let rules = &playable.rules.ruleset;
    let plain = enumerate(rules, &playable.scenario, asked, most);
    if plain == Plain::TooMany {
        so_far.too_many += 1;
        return;
    }
    match (plain, ask_exactly(playable, asked)) {
        (_, Err(Refused::NeedsJournal | Refused::NamesShownNumber)) => so_far.journals += 1,
        (Plain::Answers(plain), Ok(exact)) => {
            assert_eq!(fractions(&exact.answers), plain, "{name}: {asked:?}");
            so_far.equal += 1;
            so_far.open += usize::from(plain.len() > 1);
        }
        (Plain::Fault(_), Err(Refused::Fault(_))) => so_far.faults += 1,
        (plain, exact) => panic!("{name}: {asked:?}: {plain:?}, but {exact:?}"),
    }
}

/// Every question of every case, over rules that use every kind of thing.
#[test]
fn small_rules_of_every_kind() {
    let mut compared = Compared::default();
    let mut of_file = BTreeMap::new();
    for path in common::files("tests/cases/odds") {
        let name = path
            .rsplit('/')
            .next()
            .unwrap_or(&path)
            .replace(".affray", "");
        if name.starts_with("endless_") || name.starts_with("dice_") {
            continue;
        }
        for playable in case(&name) {
            for question in &playable.scenario.questions {
                let title = format!("{name}: {}", question.title);
                compare(&title, &playable, &question.of, 50_000, &mut compared);
                *of_file.entry(name.clone()).or_insert(0) += 1;
            }
        }
    }
    assert_eq!((compared.too_many, compared.faults), (0, 1), "{compared:?}");
    assert!(compared.open >= 60, "{compared:?}");
    of_file.remove("faults");
    assert!(of_file.values().all(|&count| count >= 7), "{of_file:?}");
}

/// The worked cases of all five systems, some of their dice left open: whether each thing that they expect comes, the values that they compare,
/// and the place of everybody.
#[test]
#[ignore = "long"]
fn worked_cases_with_some_dice_left_open() {
    for system in [
        "base_initiative",
        "crucible_of_souls",
        "demon_idol",
        "group_initiative",
        "osric",
    ] {
        let mut compared = Compared::default();
        common::each_run(
            &format!("tests/conformance/{system}"),
            |path, playable, _, _| {
                if compared.open < 24 && playable.scenario.dice.len() >= 2 {
                    let open = left_open(playable);
                    for question in questions(&open.scenario).into_iter().take(5) {
                        compare(path, &open, &question.of, 40, &mut compared);
                    }
                }
            },
        );
        assert!(compared.open >= 20, "{system}: {compared:?}");
    }
}

/// The same scenario without two of the dice that it gives, or without one of every other.
fn left_open(playable: &Playable) -> Playable {
    let mut open = playable.clone();
    let count = 1 + playable.scenario.title.len() % 2;
    open.scenario.dice.drain(..count);
    open
}

/// What can be asked of a scenario that expects something.
fn questions(scenario: &Scenario) -> Vec<Question> {
    let ask = |of| Question {
        title: String::new(),
        of,
        span: scenario.span,
    };
    let places = (0..scenario.records[affray::ruleset::KindId::COMBATANT.index()].len()).take(2);
    let mut questions: Vec<Question> = places.map(|who| ask(Asked::Place(who as u32))).collect();
    for expectation in &scenario.expectations {
        if let ExpectationKind::Fact(fact, at) = &expectation.kind
            && !matches!(at, FactMoment::After(_))
            && let Expr::Equal(left, _) = scenario.exprs[fact.index()]
        {
            let number = affray::ruleset::Type::Number(None);
            questions.push(ask(Asked::Value(left, number, at.clone())));
        }
        questions.push(ask(Asked::Whether(expectation.kind.clone())));
    }
    questions
}
