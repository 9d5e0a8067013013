//! Runs that are played: close to the exact answers, judged as the suite judges, the same on any threads and in any shards.

use std::sync::atomic::{AtomicU64, Ordering};

use affray::load::Playable;
use affray::machine::Machine;
use affray::odds::exact::{Budget, Refused};
use affray::odds::simulate::{Counts, OddsWatcher, Plan, simulate};
use affray::odds::{Found, Method, ask, ask_each, asking};
use affray::run::dice;
use affray::scenario::{Asked, ExpectedChance, Question};
use affray::source::Limits;

use super::{Nobody, ask_exactly, case, common, plain, scenarios, written};

/// Stops when so many trials are done.
struct Until(AtomicU64, u64);

impl OddsWatcher for Until {
    fn done(&self, trials: u64) -> bool {
        let before = self.0.fetch_add(trials, Ordering::Relaxed);
        before + trials < self.1
    }
}

fn plan(trials: std::ops::Range<u64>, jobs: usize) -> Plan {
    Plan {
        seed: 11,
        trials,
        jobs,
        within: None,
    }
}

fn played(playable: &Playable, asked: &Asked, plan: &Plan, watcher: &dyn OddsWatcher) -> Counts {
    let scenario = asking(&playable.scenario, asked);
    let rules = &playable.rules.ruleset;
    let mut all = simulate(rules, &scenario, &[asked], &Limits::DEFAULT, plan, watcher);
    all.pop().unwrap()
}

/// All questions of all cases whose runs end.
fn each_question(mut look: impl FnMut(&str, &Playable, &Question)) {
    for path in common::files("tests/cases/odds") {
        let name = path
            .rsplit('/')
            .next()
            .unwrap_or(&path)
            .replace(".affray", "");
        if name != "endless_peace" {
            for playable in case(&name) {
                for question in &playable.scenario.questions {
                    look(&format!("{name}: {}", question.title), &playable, question);
                }
            }
        }
    }
}

/// Every share that was counted lies within five standard errors of the exact chance.
#[test]
fn played_answers_are_close_to_the_exact_ones() {
    let mut compared = 0;
    each_question(|name, playable, question| {
        let exact = match ask_exactly(playable, &question.of) {
            Ok(exact) => exact.answers,
            Err(Refused::NeedsJournal | Refused::NamesShownNumber | Refused::Fault(_)) => return,
            Err(refused) => panic!("{name}: {refused:?}"),
        };
        let counts = played(playable, &question.of, &plan(0..400, 1), &Nobody);
        assert_eq!(counts.faults, 0, "{name}");
        let runs: u64 = counts.answers.values().sum();
        assert_eq!(runs, 400, "{name}");
        for (answer, chance) in &exact.answers {
            let share = chance.share();
            let counted = counts.answers.get(answer).copied().unwrap_or(0) as f64 / 400.0;
            // What is too rare to be seen often is allowed as much as what is seen five times.
            let error = (share.max(5.0 / 400.0) * (1.0 - share) / 400.0).sqrt();
            assert!(
                (counted - share).abs() <= 5.0 * error + 1e-9,
                "{name}: {answer}: {counted}, not {share}"
            );
        }
        let known = |answer: &i64| exact.answers.iter().any(|line| line.0 == *answer);
        assert!(
            counts.answers.keys().all(known),
            "{name}: an answer that cannot come"
        );
        compared += 1;
    });
    assert!(compared >= 100, "{compared}");
}

/// Questions that are answered from the same runs have the answers that each has from runs of its own; among them are questions of later periods,
/// whose runs go further.
#[test]
fn questions_asked_together_have_the_answers_of_each() {
    let method = |within| Method {
        budget: None,
        plan: Some(Plan {
            within,
            ..plan(0..30, 2)
        }),
    };
    let mut files = common::files("tests/cases/odds");
    files.retain(|path| !path.ends_with("endless_peace.affray"));
    let mut asked = 0;
    for playable in files.iter().flat_map(|path| scenarios(path)) {
        let (rules, scenario) = (&playable.rules.ruleset, &playable.scenario);
        for method in [method(None), method(Some(0.2))] {
            let limits = &Limits::DEFAULT;
            let together = ask_each(
                rules,
                scenario,
                &scenario.questions,
                limits,
                &method,
                &Nobody,
            );
            let alone = (scenario.questions.iter())
                .map(|one| ask(rules, scenario, one, limits, &method, &Nobody));
            assert_eq!(together, alone.collect::<Vec<_>>(), "{}", scenario.title);
        }
        asked += scenario.questions.len();
    }
    assert!(asked > 100, "{asked}");
}

/// Where one question is of a later period than another, the runs of each end as they do when it is asked alone.
#[test]
fn runs_of_questions_asked_together_end_where_each_ends() {
    let playable = written(LATER);
    let (rules, scenario) = (&playable.rules.ruleset, &playable.scenario);
    let method = Method {
        budget: None,
        plan: Some(plan(0..10, 1)),
    };
    let questions = &scenario.questions;
    let answers = ask_each(
        rules,
        scenario,
        questions,
        &Limits::DEFAULT,
        &method,
        &Nobody,
    );
    let counted: Vec<_> = (answers.iter())
        .map(|answer| match answer.as_ref().map(|odds| &odds.found) {
            Ok(Found::Played { counts, .. }) => counts.answers.clone(),
            other => panic!("{other:?}"),
        })
        .collect();
    // After the first round ann has lost one; the third is played for the last question alone.
    let (yes, lost_one, lost_three) = ([(1, 10)].into(), [(9, 10)].into(), [(7, 10)].into());
    assert_eq!(counted, [yes, lost_one, lost_three]);
}

/// Each round costs ann one; nothing but a question says how many rounds there are.
const LATER: &str = r#"
rules r "R" {
  kind combatant { hp: number = 10 }
  kind act { }
  phase round counting from 1 {
    each combatant c { subtract 1 from c.hp   c declares }
    resolve acts
  }
  order of act a { by 1 }
  action wait, waits "waits" { does { } }
}
scenario "s" {
  side heroes { ann }
  round 1 { ann waits }
  odds ann waits in round 1
  odds ann.hp
  odds ann.hp at end of round 3
}
"#;

/// What is counted is what the suite says of each of these runs, or what stands in its journal.
#[test]
fn every_run_is_answered_as_the_suite_judges_it() {
    let mut runs = 0;
    each_question(|name, playable, question| {
        let rules = &playable.rules.ruleset;
        let scenario = &playable.scenario;
        let mut machine = Machine::new(rules, Limits::DEFAULT);
        for trial in 0..25 {
            let counts = played(playable, &question.of, &plan(trial..trial + 1, 1), &Nobody);
            let mut dice = dice::ScriptedDice::without_seed(scenario);
            dice.begin_anew(11, trial);
            match plain::answer(rules, scenario, &question.of, &mut machine, &mut dice) {
                Ok(answer) => assert_eq!(counts.answers, [(answer, 1)].into(), "{name}: {trial}"),
                Err(_) => assert_eq!(
                    (counts.faults, counts.answers.len()),
                    (1, 0),
                    "{name}: {trial}"
                ),
            }
            runs += 1;
        }
    });
    assert!(runs > 2_000);
}

#[test]
fn threads_and_shards_change_nothing() {
    let playable = &case("triggers")[0];
    for question in playable.scenario.questions.iter().take(3) {
        let whole = played(playable, &question.of, &plan(0..3_000, 1), &Nobody);
        for jobs in [2, 3, 7, 16] {
            assert_eq!(
                whole,
                played(playable, &question.of, &plan(0..3_000, jobs), &Nobody)
            );
        }
        let mut shards = played(playable, &question.of, &plan(0..701, 2), &Nobody);
        for range in [701..702, 702..2_500, 2_500..3_000] {
            shards.add(&played(playable, &question.of, &plan(range, 3), &Nobody));
        }
        assert_eq!(whole, shards);
    }
}

/// Whoever stops the playing keeps what was played, and it is what these trials give.
#[test]
fn what_was_played_is_kept() {
    let playable = &case("triggers")[0];
    let asked = &playable.scenario.questions[0].of;
    let stopped = played(
        playable,
        asked,
        &plan(0..100_000, 2),
        &Until(0.into(), 1_500),
    );
    assert!((1_000..10_000).contains(&stopped.end), "{}", stopped.end);
    assert_eq!(stopped.answers.values().sum::<u64>(), stopped.end);
    assert_eq!(
        stopped,
        played(playable, asked, &plan(0..stopped.end, 1), &Nobody)
    );
}

/// With a wanted nearness it is played until it is reached, and no further, at the same trial on any threads.
#[test]
fn within_stops_as_soon_as_that_is_known() {
    let playable = &case("triggers")[0];
    let asked = &playable.scenario.questions[0].of;
    let near = |within, jobs| {
        let plan = Plan {
            within: Some(within),
            ..plan(0..200_000, jobs)
        };
        played(playable, asked, &plan, &Nobody)
    };
    let (rough, fine) = (near(0.03, 1), near(0.012, 1));
    assert_eq!((rough.end, rough == near(0.03, 7)), (2_000, true));
    assert!((5_000..12_000).contains(&fine.end), "{}", fine.end);
    for (_, chance) in &fine.distribution().answers {
        let (low, high) = chance.bounds().expect("bounds");
        assert!((high - low) / 2.0 <= 0.012);
    }
}

/// The order in which a scenario lists its people and what is said of them changes no answer.
#[test]
fn listing_order_does_not_matter() {
    let text = common::read("tests/cases/odds/exceptions.affray");
    let turned = text
        .replace("side two { bob cy }", "")
        .replace(
            "  side one { ann }\n",
            "  side two { cy bob }\n  side one { ann }\n",
        )
        .replace(
            "ann casts bob\n    bob strikes ann\n    cy strikes ann",
            "cy strikes ann\n    bob strikes ann\n    ann casts bob",
        );
    assert_ne!(text, turned);
    let (one, other) = (super::written(&text), super::written(&turned));
    let questions = one.scenario.questions.iter().zip(&other.scenario.questions);
    for (a, b) in questions {
        assert_eq!(a.title, b.title);
        let exact = [(&one, a), (&other, b)]
            .map(|(of, question)| ask_exactly(of, &question.of).expect("exact").answers);
        assert_eq!(exact[0], exact[1], "{}", a.title);
        let counts = [(&one, a), (&other, b)]
            .map(|(of, question)| played(of, &question.of, &plan(0..300, 1), &Nobody));
        assert_eq!(counts[0], counts[1], "{}", a.title);
    }
}

/// What is found of a question with so much allowed, or with 500 trials.
fn found_within(
    playable: &Playable,
    question: usize,
    budget: Budget,
    watcher: &dyn OddsWatcher,
) -> Found {
    let (rules, scenario) = (&playable.rules.ruleset, &playable.scenario);
    let method = Method {
        budget: Some(budget),
        plan: Some(plan(0..500, 1)),
    };
    let question = &scenario.questions[question];
    let answer = ask(
        rules,
        scenario,
        question,
        &Limits::DEFAULT,
        &method,
        watcher,
    );
    answer.expect("an answer").found
}

/// Too few states allowed: it is played instead, and why is said.
#[test]
fn beyond_the_budget_it_is_played() {
    let budget = Budget {
        states: 3,
        ..Budget::default()
    };
    match found_within(&case("triggers")[0], 0, budget, &Nobody) {
        Found::Played {
            trials,
            because: Some(Refused::TooMany(_)),
            ..
        } => assert_eq!(trials, 0..500),
        other => panic!("{other:?}"),
    }
}

/// How many states have been followed at most.
struct Followed(AtomicU64);

impl OddsWatcher for Followed {
    fn done(&self, _: u64) -> bool {
        true
    }

    fn followed(&self, states: u64) -> bool {
        self.0.fetch_max(states, Ordering::Relaxed);
        true
    }
}

/// What is known of states counts against the memory allowed, not their writing alone: a state takes more than 700 bytes here, its writing 67.
#[test]
fn beyond_the_memory_allowed_it_is_played() {
    let playable = &scenarios("tests/cases/engine/ties_that_count.affray")[0];
    let budget = Budget {
        bytes: 8 << 20,
        ..Budget::default()
    };
    let followed = Followed(AtomicU64::new(0));
    match found_within(playable, 0, budget, &followed) {
        Found::Played {
            because: Some(Refused::TooMany(_)),
            ..
        } => assert!((1..12_000).contains(&followed.0.into_inner())),
        other => panic!("{other:?}"),
    }
}

/// Of sums that grow without end, what is next to impossible is left out: the shares of all answers are together 1 to twelve digits, and the chances
/// are those that the cases expect.
#[test]
fn what_grows_without_end_has_chances() {
    for path in common::files("tests/cases/chances") {
        has_chances(&scenarios(&path).remove(0));
    }
}

fn has_chances(playable: &Playable) {
    let (rules, scenario) = (&playable.rules.ruleset, &playable.scenario);
    let method = Method {
        budget: Some(Budget::default()),
        plan: None,
    };
    for (number, question) in scenario.questions.iter().enumerate() {
        let limits = &Limits::DEFAULT;
        let answer = ask(rules, scenario, question, limits, &method, &Nobody);
        let found = affray::odds::expected::unexpected(scenario, number, &answer);
        assert!(found.is_empty(), "{}: {found:?}", question.title);
        let answers = answer
            .expect("every question has an answer")
            .answers
            .answers;
        let all: f64 = answers.iter().map(|(_, chance)| chance.share()).sum();
        assert!((all - 1.0).abs() < 1e-11, "{}: {all}", question.title);
    }
}

/// What grows without end is named. An answer that is not exact never comes as expected, even if it is none at all.
#[test]
fn what_grows_without_end_is_played() {
    let mut playable = scenarios("tests/cases/engine/growing.affray").remove(1);
    let method = Method {
        budget: Some(Budget {
            states: 100,
            ..Default::default()
        }),
        plan: Some(plan(0..500, 1)),
    };
    let (rules, scenario) = (&playable.rules.ruleset, &mut playable.scenario);
    scenario.chances.push(ExpectedChance {
        question: 1,
        is: &[std::cmp::Ordering::Equal],
        numerator: 0,
        denominator: 1,
        span: scenario.questions[1].span,
    });
    let question = &scenario.questions[1];
    let answer = ask(
        rules,
        scenario,
        question,
        &Limits::DEFAULT,
        &method,
        &Nobody,
    );
    let found = affray::odds::expected::unexpected(scenario, 1, &answer);
    let labels: Vec<&str> = found.iter().map(|one| one.primary.text.as_str()).collect();
    let said = "not exactly: what is rolled again for trait adds up without end; `at most 3 times` behind `again on ...` gives it one";
    assert_eq!(labels, [said]);
}
