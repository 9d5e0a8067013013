//! Why acts came in their order: the answers about pairs, and that every change that is told turns the order when it is made.

use crate::common;

use affray::journal::{ActNumber, Journal, What};
use affray::load::Playable;
use affray::scenario::{Answer, AnswerValue, Scenario};
use affray::source::{Limits, Sources, Span};
use affray::suite::{Played, play};
use affray::why::counterfactual::{Answered, Counterfactuals, ScenarioChange, defaults, search};
use affray::why::{Aim, Run, Selector, TRIES, Why, WhyQuestion, WhySubject, render, why};
use common::{each_run, each_run_of_share, run};
use std::fs;

/// What a case asks about, in lines `# why: A / B` (two acts) or `# why: A` (acts of one, or an attribute).
fn questions(path: &str) -> Vec<Vec<String>> {
    let text = fs::read_to_string(common::root().join(path)).expect("the case");
    text.lines()
        .filter_map(|line| line.strip_prefix("# why: "))
        .filter(|asked| *asked != "all batches")
        .map(|asked| asked.split(" / ").map(str::to_string).collect())
        .collect()
}

/// Whether a case asks about all batches of its runs too, in a line of its own.
fn asks_of_all(path: &str) -> bool {
    let text = fs::read_to_string(common::root().join(path)).expect("the case");
    text.lines().any(|line| line == "# why: all batches")
}

fn answer(run: &Run<'_>, asked: &[impl AsRef<str>], tries: u32) -> Why {
    let question = WhyQuestion {
        about: WhySubject::parse(run, asked).expect("acts or an attribute"),
        tries,
        ..WhyQuestion::default()
    };
    why(run, &question)
}

#[test]
fn pairs_are_explained() {
    let schema = jsonschema::validator_for(&affray::why::schema()).expect("the schema is one");
    each_run("tests/cases/why", |path, playable, played, sources| {
        let run = run(playable, played, sources);
        let name = path.rsplit('/').next().unwrap_or(path);
        let name = name.trim_end_matches(".affray");
        let (mut told, mut json) = (String::new(), Vec::new());
        for asked in questions(path) {
            let answer = answer(&run, &asked, TRIES);
            let value = serde_json::to_value(&answer).expect("reasons are JSON");
            assert!(
                schema.is_valid(&value),
                "{path}: {:?}",
                schema.validate(&value)
            );
            told += &format!("### {}\n{}\n", asked.join(" / "), render(&answer));
            json.push(value);
        }
        if asks_of_all(path) {
            told += &format!(
                "### all batches\n{}\n",
                render(&why(&run, &WhyQuestion::default()))
            );
        }
        insta::assert_snapshot!(format!("{name}_told"), told);
        let json = serde_json::to_string_pretty(&json).expect("JSON");
        insta::assert_snapshot!(format!("{name}_json"), json);
    });
}

/// What begins the titles of several actions is meant of none.
#[test]
fn a_title_that_is_told_in_part_is_one() {
    each_run("tests/cases/why", |path, playable, played, sources| {
        if !path.ends_with("several_titles.affray") {
            return;
        }
        let told = Selector::parse(&run(playable, played, sources), "ann uses the trick")
            .expect_err("two fit");
        assert_eq!(
            told.to_string(),
            "`uses the trick` can be `uses the trick on ...` or `uses the trick against ...`: say which, and at whom"
        );
    });
}

/// What is named and does not act, or stands between a record and itself, is told as that.
#[test]
fn what_no_act_is_meant_by_is_told() {
    let asked = [
        (
            "tests/cases/why",
            "answers_that_matter",
            "c5",
            "`c5` is no combatant, but of the kind card: ask about an attribute, such as `c5.holder`",
        ),
        (
            "tests/cases/why",
            "draws_of_several",
            "score(ann)",
            "`score` is worked out by a definition; ask about what it looks at: `five.holder` or `five.number`",
        ),
        (
            "tests/cases/why",
            "draws_of_several",
            "over",
            "`over` is no act and no attribute; nothing ended the combat",
        ),
        (
            "examples/places",
            "between_two",
            "gap(ann, ann).distance",
            "between `ann` and itself there is none",
        ),
    ];
    let mut found = 0;
    for (folder, name, text, told) in asked {
        each_run(folder, |path, playable, played, sources| {
            if path.ends_with(&format!("/{name}.affray")) {
                let unknown = WhySubject::parse(&run(playable, played, sources), &[text]);
                assert_eq!(unknown.expect_err("it is no act").to_string(), told);
                found += 1;
            }
        });
    }
    assert!(found >= asked.len(), "each is asked");
}

#[test]
fn defaults_that_decide_something_are_told() {
    let mut told = String::new();
    each_run("tests/cases/defaults", |_, playable, played, sources| {
        let left = defaults(&run(playable, played, sources));
        told += &format!("### {}\n{left}\n", playable.scenario.title);
    });
    insta::assert_snapshot!(told);
}

/// Every answer about neighbours keeps the form: within the columns, without a stray space or anything untold, by the schema.
#[test]
fn answers_keep_the_form() {
    let schema = jsonschema::validator_for(&affray::why::schema()).expect("the schema is one");
    each_run_of_share("tests/conformance", |path, playable, played, sources| {
        let run = run(playable, played, sources);
        for (first, second) in neighbours(&played.journal).into_iter().take(2) {
            let selector = |act: ActNumber| selector_of(&played.journal, act);
            let question = WhyQuestion {
                about: WhySubject::Pair(selector(first.0), selector(second.0)),
                ..WhyQuestion::default()
            };
            let answer = why(&run, &question);
            let value = serde_json::to_value(&answer).expect("reasons are JSON");
            assert!(
                schema.is_valid(&value),
                "{path}: {:?}",
                schema.validate(&value)
            );
            for line in render(&answer).lines() {
                assert_eq!(line, line.trim_end(), "{path}");
                assert!(!line.contains("..."), "{path}: something is untold: {line}");
                let is_quote = line.contains(" | ") || line.ends_with(" |");
                // A rule file may have long lines, and a name without a space cannot be broken.
                assert!(is_quote || line.chars().count() <= 140, "{path}: {line}");
            }
        }
    });
}

fn selector_of(journal: &Journal, act: ActNumber) -> Selector {
    let record = &journal.acts[act as usize];
    Selector {
        actor: record.actor,
        action: Some(record.action),
        stage: None,
        aims: Vec::new(),
        settings: Vec::new(),
        told: None,
        within: Vec::new(),
        typed: String::new(),
    }
}

/// A stage of an act.
type Stage = (ActNumber, u16);

/// The first acts of neighbouring batches, with the stages that were carried out.
fn neighbours(journal: &Journal) -> Vec<(Stage, Stage)> {
    let mut firsts: Vec<Stage> = Vec::new();
    let mut begins = false;
    for entry in &journal.entries {
        match entry.what {
            What::BatchBegins { .. } => begins = true,
            What::Resolved { act, stage } if begins => {
                begins = false;
                firsts.push((act, stage));
            }
            _ => {}
        }
    }
    firsts.windows(2).map(|two| (two[0], two[1])).collect()
}

/// In which batch the stage of a declared act is carried out.
fn batch_of(journal: &Journal, declaration: u32, stage: u16) -> Option<usize> {
    let mut batch = 0;
    for entry in &journal.entries {
        match entry.what {
            What::BatchBegins { .. } => batch += 1,
            What::Resolved { act, stage: at }
                if at == stage && journal.acts[act as usize].declaration == Some(declaration) =>
            {
                return Some(batch);
            }
            _ => {}
        }
    }
    None
}

/// Makes a change, as somebody would who edits the scenario.
fn changed(found: &Counterfactuals, change: &ScenarioChange) -> Scenario {
    let mut scenario = found.scenario.clone();
    let set = |values: &mut Vec<(u16, i64)>, slot: u16, to: i64| {
        values.retain(|value| value.0 != slot);
        values.push((slot, to));
    };
    match change {
        ScenarioChange::Die { roll, face, to } => {
            assert_ne!(
                scenario.dice[*roll].faces[*face], *to,
                "a change changes something"
            );
            scenario.dice[*roll].faces[*face] = *to;
        }
        ScenarioChange::Answer { asked, to } => {
            let one = &found.asked[*asked];
            match one.given {
                Some(given) => scenario.answers[given].value = AnswerValue::Value(*to),
                None => {
                    // The same question may have been asked before: then every answer to it is written down, in their order.
                    let before = found.asked[..*asked].iter();
                    let before = before.filter(|other| one.fits(other));
                    let line = |one: &Answered, value: i64| Answer {
                        path: one.path.clone(),
                        part: None,
                        who: one.who,
                        question: one.question,
                        about: one.about.clone(),
                        acts: Vec::new(),
                        value: AnswerValue::Value(value),
                        each_time: false,
                        span: Span::default(),
                    };
                    scenario
                        .answers
                        .extend(before.map(|one| line(one, one.now)));
                    scenario.answers.push(line(one, *to));
                }
            }
        }
        ScenarioChange::Option { option, to } => {
            scenario.options.retain(|given| given.0 != *option);
            scenario.options.push((*option, *to));
        }
        ScenarioChange::Attribute {
            kind,
            record,
            slot,
            to,
        } => {
            let record = &mut scenario.records[kind.index()][*record as usize];
            set(&mut record.values, *slot, *to);
        }
        ScenarioChange::Act {
            declaration,
            slot,
            to,
        } => set(
            &mut scenario.declarations[*declaration].settings,
            *slot,
            *to,
        ),
    }
    scenario
}

/// Which aim a scenario reaches for two stages of declared acts; `stopped`: the run may be stopped once the first is carried out, and if the second is not by then, this is
/// said of it.
fn reached(
    playable: &Playable,
    scenario: &Scenario,
    first: (u32, u16),
    second: (u32, u16),
    stopped: Option<Aim>,
) -> Option<Aim> {
    let played = play(&playable.rules.ruleset, scenario, None, &Limits::DEFAULT);
    if played.ending.is_none() && stopped.is_none() {
        return None;
    }
    let first = batch_of(&played.journal, first.0, first.1)?;
    Some(match batch_of(&played.journal, second.0, second.1) {
        None => stopped.unwrap_or(Aim::Instead),
        Some(second) if first < second => Aim::First,
        Some(second) if first == second => Aim::Together,
        Some(_) => Aim::AtAll,
    })
}

/// Over all cases: whatever `why` says would turn two neighbours turns them, when the changed scenario is played from the beginning; and no
/// smaller change of a die does.
#[test]
fn every_change_that_is_told_turns_the_order() {
    const FEW: u32 = 40;
    let (mut asked, mut turned) = (0, 0);
    let mut look = |path: &str, playable: &Playable, played: &Played, sources: &Sources| {
        let run = run(playable, played, sources);
        let journal = &played.journal;
        let declared = |(act, stage): Stage| Some((journal.acts[act as usize].declaration?, stage));
        // The last pair is the one on which most bears.
        let Some((before, after)) = neighbours(journal).into_iter().next_back() else {
            return;
        };
        let (Some(first), Some(second)) = (declared(after), declared(before)) else {
            return;
        };
        if first == second {
            return;
        }
        asked += 1;
        let found = search(&run, after, before, FEW);
        assert!(found.tried <= FEW, "{path}");
        for turning in &found.turnings {
            turned += 1;
            let mut scenario = changed(&found, &turning.change);
            let assumed = turning.assumed.iter().map(|one| one.roll.clone());
            scenario.dice.extend(assumed);
            let aim = reached(
                playable,
                &scenario,
                first,
                second,
                turning.stop.as_ref().map(|_| turning.aim),
            );
            if turning.aim == Aim::Another {
                assert_eq!(aim, None, "{path}: {turning:?}");
                continue;
            }
            assert!(
                aim.is_some_and(|aim| aim >= turning.aim
                    && (aim == Aim::Instead) == (turning.aim == Aim::Instead)),
                "{path}: {turning:?} gives {aim:?}, {:?}",
                found.asked
            );
            if turning.aim == Aim::First && turning.size == 2 {
                no_die_does(path, playable, &found, (first, second));
            }
        }
    };
    for folder in ["tests/cases/why", "tests/conformance"] {
        each_run_of_share(folder, &mut look);
    }
    assert!(
        asked > 100 && turned > 100,
        "{asked} asked, {turned} turned"
    );
}

/// No die that shows one more or one less turns the order.
fn no_die_does(
    path: &str,
    playable: &Playable,
    found: &Counterfactuals,
    (first, second): ((u32, u16), (u32, u16)),
) {
    for (roll, given) in found.scenario.dice.iter().enumerate() {
        for (face, now) in given.faces.iter().enumerate() {
            for to in [now - 1, now + 1] {
                let scenario = changed(found, &ScenarioChange::Die { roll, face, to });
                let aim = reached(playable, &scenario, first, second, None);
                assert_ne!(
                    aim,
                    Some(Aim::First),
                    "{path}: roll {roll}, face {face}, {to}"
                );
            }
        }
    }
}
