//! Programs made by chance, with every construct of the language: answers are the same fractions with all shortcuts, with none, and where every run is
//! played.

use affray::load::{Loader, Playable};
use affray::odds::asking;
use affray::odds::exact::{Budget, Exact, Refused, Shortcuts, exact};
use affray::run::FaultKind;
use affray::scenario::Asked;
use affray::source::Limits;

use super::Nobody;
use super::plain::{Plain, enumerate, fractions};
use crate::common::luck::Luck;
use crate::reference;

const QUESTIONS: [&str; 6] = [
    "ann.hp",
    "any combatant c where c.flag",
    "count combatant c where c.initiative > 3",
    "(sum c.hp among combatant c) + fog",
    "ann before bob",
    "bob.luck or else 0",
];

/// Programs that take long are passed over.
const LIMITS: Limits = Limits {
    work: 1_000_000,
    rounds: 12,
    dice: 40,
    events: 40,
    ..Limits::DEFAULT
};

/// The scenario of a program with a question. `None` if it does not check.
fn asked(seed: u64) -> Option<Playable> {
    let program = reference::made::program(seed);
    let question = QUESTIONS[Luck::of(seed).below(QUESTIONS.len())];
    let head = "scenario \"made\" {\n";
    let text = program.replace(head, &format!("{head}  odds \"it\": {question}\n"));
    let mut files = std::collections::BTreeMap::from([("case.affray".to_owned(), text)]);
    let mut loader = Loader::new(Limits::DEFAULT);
    let loaded = loader.load("case.affray", &mut files);
    loaded.scenarios.into_iter().next()
}

/// Whether a run was stopped because it goes on and on.
fn is_endless(fault: &FaultKind) -> bool {
    matches!(
        fault,
        FaultKind::Steps(_) | FaultKind::Repetitions { .. } | FaultKind::TooMuch(_)
    )
}

/// Of more runs not all are played.
const MOST_RUNS: usize = 1_000;

fn answer(playable: &Playable, asked: &Asked, shortcuts: Shortcuts) -> Result<Exact, Refused> {
    let rules = &playable.rules.ruleset;
    let scenario = asking(&playable.scenario, asked);
    let budget = Budget {
        states: 1_000,
        shortcuts,
        ..Budget::default()
    };
    exact(rules, &scenario, asked, &LIMITS, budget, &Nobody)
}

/// `AFFRAY_ODDS_PROGRAMS` programs instead of the usual 300, from program `AFFRAY_ODDS_SEED` on.
#[test]
#[ignore = "long"]
fn answers_about_programs_made_by_chance_are_the_same_without_shortcuts() {
    let number = |name| std::env::var(name).ok().and_then(|text| text.parse().ok());
    let programs: u64 = number("AFFRAY_ODDS_PROGRAMS").unwrap_or(300);
    let first: u64 = number("AFFRAY_ODDS_SEED").unwrap_or(0);
    let (mut compared, mut enumerated) = (0, 0);
    for seed in first..first + programs {
        let Some(playable) = asked(seed) else {
            continue;
        };
        let of = &playable.scenario.questions[0].of;
        let Ok(without) = answer(&playable, of, Shortcuts::NONE) else {
            continue;
        };
        match answer(&playable, of, Shortcuts::ALL) {
            Ok(with) => {
                assert_eq!(
                    fractions(&with.answers),
                    fractions(&without.answers),
                    "program {seed}"
                );
                compared += 1;
                let rules = &playable.rules.ruleset;
                match enumerate(rules, &asking(&playable.scenario, of), of, MOST_RUNS) {
                    Plain::Answers(answers) => {
                        assert_eq!(fractions(&with.answers), answers, "program {seed}");
                        enumerated += 1;
                    }
                    Plain::TooMany => {}
                    // What goes on as long as the dice want is solved, not played to its end.
                    Plain::Fault(fault) if is_endless(&fault.kind) => {}
                    Plain::Fault(fault) => panic!("program {seed}: {fault:?}"),
                }
            }
            other => panic!("program {seed}: {other:?}"),
        }
    }
    let last = first + programs;
    println!("{compared} compared, {enumerated} of them with all runs; programs {first}..{last}");
    assert!(compared * 10 > programs, "{compared} of {programs}");
}
