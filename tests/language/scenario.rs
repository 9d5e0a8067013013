//! Scenarios held against their rules: what is wrong with the bad ones, what the good ones become.
#![cfg(feature = "cli")]

use std::collections::BTreeMap;
use std::path::Path;

use affray::diagnostic::{RenderStyle, render};
use affray::load::{Loaded, Loader, Playable};
use affray::ruleset::{Cited, KindId, OptionId, PhaseId};
use affray::scenario::{AnswerValue, ExpectationKind, Outcome, Person, Scenario};
use affray::source::Limits;

/// Loads one file, under its bare name.
fn load(path: &Path) -> (Loader, Loaded) {
    let text = std::fs::read_to_string(path).expect("a case");
    let name = path
        .file_name()
        .and_then(|name| name.to_str())
        .expect("a name")
        .to_owned();
    let mut files = BTreeMap::from([(name.clone(), text)]);
    let mut loader = Loader::new(Limits::DEFAULT);
    let loaded = loader.load(&name, &mut files);
    (loader, loaded)
}

/// What is said about a file, and how many of its scenarios can be played.
fn said(path: &Path) -> (String, usize) {
    let (loader, loaded) = load(path);
    let style = RenderStyle {
        width: 100,
        ..RenderStyle::default()
    };
    (
        render(&loaded.diagnostics, loader.sources(), &style),
        loaded.scenarios.len(),
    )
}

fn good(name: &str) -> Playable {
    let path = format!("tests/cases/scenario/good/{name}.affray");
    let (_, mut loaded) = load(Path::new(&path));
    loaded.scenarios.pop().expect("a good scenario")
}

#[test]
fn bad_scenarios() {
    insta::glob!("../cases/scenario/bad", "*.affray", |path| {
        let (said, playable) = said(path);
        assert_eq!(playable, 0);
        insta::assert_snapshot!(said);
    });
}

#[test]
fn good_scenarios() {
    insta::glob!("../cases/scenario/good", "*.affray", |path| assert_eq!(
        said(path),
        (String::new(), 1)
    ));
}

fn names(scenario: &Scenario, kind: KindId) -> Vec<&str> {
    scenario.records[kind.index()]
        .iter()
        .map(|record| record.name.as_str())
        .collect()
}

#[test]
fn records_are_numbered_by_name_and_listed_by_the_author() {
    let Playable { scenario, .. } = good("order_of_names");
    assert_eq!(names(&scenario, KindId::SIDE), ["apes", "orcs"]);
    assert_eq!(
        names(&scenario, KindId::COMBATANT),
        ["ape 1", "ape 2", "bram", "orc 2", "orc 10"]
    );
    assert_eq!(scenario.listed[KindId::COMBATANT.index()], [4, 3, 2, 0, 1]);
    assert_eq!(names(&scenario, KindId::COMBAT), ["combat"]);
    assert_eq!(names(&scenario, KindId::ACT), [""; 0]);
    let values = |index: usize| {
        scenario.records[KindId::COMBATANT.index()][index]
            .values
            .clone()
    };
    assert_eq!(values(2), [(0, 1), (1, 3)]);
    assert_eq!(values(0), values(1));
    assert_eq!(values(0)[..3], [(0, 0), (1, 4), (3, 3)]);
}

#[test]
fn lines_keep_their_periods() {
    let Playable { rules, scenario } = good("lines");
    let rules = &rules.ruleset;
    let phase = |name: &str| {
        PhaseId::from_index(
            rules
                .phases
                .iter()
                .position(|phase| phase.name == name)
                .expect("a phase"),
        )
    };
    let (round, segment) = (phase("round"), phase("segment"));
    let proves: Vec<String> = (scenario.proves.iter())
        .flat_map(Cited::spelled_out)
        .collect();
    assert_eq!(
        proves,
        ["OS-12", "OS-13", "OS-14", "OS-15", "OS-20", "Initiative"]
    );
    assert_eq!(scenario.seed, Some(7));
    assert_eq!(scenario.begin, Some((round, Some(1))));
    assert_eq!(
        scenario
            .stop
            .map(|stop| (stop.after, stop.phase, stop.number)),
        Some((false, round, Some(3)))
    );
    assert_eq!(
        scenario.options,
        [(
            OptionId(0),
            i64::from(rules.find_word("gm_order").expect("a word").0)
        )]
    );
    let paths: Vec<_> = scenario
        .declarations
        .iter()
        .map(|declaration| declaration.path.clone())
        .collect();
    let deep = vec![(round, 1), (segment, 4)];
    assert_eq!(
        paths,
        [vec![(round, 1)], deep.clone(), deep, vec![(round, 2)]]
    );
    assert_eq!(
        scenario
            .dice
            .iter()
            .map(|roll| roll.path.len())
            .collect::<Vec<_>>(),
        [0, 1, 1]
    );
    assert_eq!(scenario.dice[1].who, Person::Side(1));
    assert_eq!(
        scenario
            .answers
            .iter()
            .map(|answer| (answer.who, answer.value.clone()))
            .collect::<Vec<_>>(),
        [
            (Person::Gm, AnswerValue::Value(0)),
            (Person::Gm, AnswerValue::Value(0))
        ]
    );
    assert_eq!(scenario.answers[1].about, [(KindId::COMBATANT, 1)]);
    let actors: Vec<_> = scenario
        .declarations
        .iter()
        .map(|declaration| declaration.actor)
        .collect();
    assert_eq!(actors, [0, 1, 2, 3]);
}

#[test]
fn expectations_are_resolved() {
    let Playable { rules, scenario } = good("expectations");
    let kinds: Vec<&ExpectationKind> = scenario
        .expectations
        .iter()
        .map(|expectation| &expectation.kind)
        .collect();
    assert_eq!(kinds.len(), 21);
    let ExpectationKind::Act(begins, Outcome::Happens) = kinds[1] else {
        panic!("an act happens: {:?}", kinds[1])
    };
    assert_eq!((begins.stage, begins.settings.len()), (Some(0), 2));
    assert_eq!(
        begins.moment.as_ref().map(|moment| moment.path.len()),
        Some(2)
    );
    let spoiled = rules.ruleset.find_word("spoiled").expect("a word");
    assert!(
        matches!(kinds[4], ExpectationKind::Act(act, Outcome::Is(word, None)) if *word == spoiled && act.stage.is_none())
    );
    assert!(matches!(kinds[6], ExpectationKind::Act(_, Outcome::Missed)));
    let ExpectationKind::Act(counted, _) = kinds[8] else {
        panic!("an act: {:?}", kinds[8])
    };
    let keys = counted
        .moment
        .as_ref()
        .map(|moment| moment.keys.clone())
        .expect("a moment");
    assert_eq!(
        keys,
        [(rules.ruleset.find_word("tick").expect("a word"), 18)]
    );
    assert!(
        matches!(kinds[19], ExpectationKind::Act(_, Outcome::Is(word, Some(because))) if *word == spoiled && because == "asleep")
    );
    assert!(matches!(kinds[20], ExpectationKind::MayNotAct(1, moment) if moment.path.len() == 1));
}
