//! Procedures for which nobody designed the language, in `tests/procedures`: they check and play as expected, `why` answers as the acts were carried out, and
//! few of their lines are bookkeeping.

use std::fmt::Write as _;

use crate::common;
use crate::why_claims::{Stage, key_holds};

use affray::journal::{Journal, What};
use affray::load::Loader;
use affray::odds::Method;
use affray::odds::exact::Budget;
use affray::odds::expected::judge;
use affray::source::Limits;
use affray::suite::Player;
use affray::why::{PairOrder, Reason, why_pairs};
use common::{each_run, run};

const FOLDER: &str = "tests/procedures";

/// No finding, warnings included, and every scenario comes as expected.
#[test]
fn they_play_as_expected() {
    let mut loader = Loader::new(Limits::DEFAULT);
    let mut played = 0;
    for path in common::files(FOLDER) {
        let (scenarios, mut findings) = common::load(&mut loader, &path);
        assert!(scenarios.len() >= 2, "{path}");
        for playable in &scenarios {
            played += 1;
            let rules = &playable.rules.ruleset;
            let mut player = Player::new(rules, &Limits::DEFAULT);
            findings.extend(player.test(&playable.scenario).findings);
            let exactly = Method {
                budget: Some(Budget::default()),
                plan: None,
            };
            let scenario = &playable.scenario;
            findings.extend(judge(rules, scenario, &Limits::DEFAULT, &exactly, &()));
        }
        let told = common::shown(&findings, loader.sources());
        assert!(findings.is_empty(), "{path}\n{told}");
    }
    assert!(played >= 40, "{played} scenarios");
}

/// The stages that were carried out, each with the number of its batch.
fn carried_out(journal: &Journal) -> Vec<(Stage, usize)> {
    let (mut found, mut batch) = (Vec::new(), 0);
    for entry in &journal.entries {
        match entry.what {
            What::BatchBegins { .. } => batch += 1,
            What::Resolved { act, stage } => found.push(((act, stage), batch)),
            _ => {}
        }
    }
    found
}

/// Of every two acts of a scenario `why` says which came first, or that they came together, as it was; with a cause, and keys that stand as it says.
#[test]
fn why_is_true_of_every_pair() {
    let mut asked = 0;
    each_run(FOLDER, |path, playable, played, sources| {
        let all = carried_out(&played.journal);
        let places = 0..all.len();
        let pairs: Vec<_> = places
            .flat_map(|first| (first + 1..all.len()).map(move |second| [first, second]))
            .map(|pair| pair.map(|place| all[place]))
            .collect();
        asked += pairs.len();
        let stages: Vec<[Stage; 2]> = pairs.iter().map(|pair| pair.map(|one| one.0)).collect();
        let reasons = why_pairs(&run(playable, played, sources), &stages);
        for ([first, second], reason) in pairs.into_iter().zip(reasons) {
            let title = &playable.scenario.title;
            let Reason::Pair {
                answer,
                order,
                reversed,
                because,
                ..
            } = reason
            else {
                panic!("{path}: {title}: {first:?}, {second:?}: {reason:?}");
            };
            let is_so = match order {
                PairOrder::Before => first.1 < second.1 && !reversed,
                PairOrder::Together => first.1 == second.1,
                PairOrder::Alone
                | PairOrder::Neither
                | PairOrder::WaitsBehind
                | PairOrder::WaitsBefore
                | PairOrder::WaitsTogether
                | PairOrder::WaitsUnordered => false,
            };
            assert!(is_so, "{path}: {title}: {answer}");
            assert!(!because.is_empty(), "{path}: {title}: {answer}");
            for cause in &because {
                key_holds(path, cause);
            }
        }
    });
    assert!(asked > 200, "{asked} pairs");
}

/// How many lines of the rules of a file there are, without comments, and how many of them are bookkeeping.
fn lines_of(text: &str) -> (usize, usize) {
    let rules = text.lines().skip_while(|line| !line.starts_with("rules "));
    let rules = rules.take_while(|line| !line.starts_with("scenario "));
    let rules = rules.filter(|line| !line.trim().is_empty() && !line.trim().starts_with('#'));
    let rules: Vec<&str> = rules.collect();
    let kept = rules.iter().filter(|line| line.ends_with("# bookkeeping"));
    (rules.len(), kept.count())
}

/// What a procedure does not say, and its rules have to (stamps, flags, counters), is said in few of their lines: at most 8 of a hundred of all, at most 15 of
/// one file.
#[test]
fn few_lines_are_bookkeeping() {
    let mut table = String::from("rules bookkeeping\n");
    let (mut rules, mut kept) = (0, 0);
    for path in common::files(FOLDER) {
        let name = path.rsplit('/').next().unwrap_or(&path);
        let (of_file, of_them) = lines_of(&common::read(&path));
        assert!(
            of_them * 100 <= of_file * 15,
            "{path}: {of_them} of {of_file}"
        );
        writeln!(table, "{of_file:5} {of_them:11} {name}").expect("a text can be written to");
        rules += of_file;
        kept += of_them;
    }
    writeln!(table, "{rules:5} {kept:11} in all").expect("a text can be written to");
    assert!(kept * 100 <= rules * 8, "{table}");
    insta::assert_snapshot!(table);
}
