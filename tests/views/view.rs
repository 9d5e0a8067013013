//! What people and programs see of runs: transcripts, reasons, journals for programs.

use crate::common;

use std::collections::BTreeMap;

use affray::load::Loader;
use affray::source::Limits;
use affray::suite;
use affray::view::outline::outline;
use affray::view::recap::recap;
use affray::view::{
    TranscriptStyle, json, transcript, transcript_for_players, transcript_without_values,
};
use affray::why::{Selector, WhyQuestion, WhySubject, render, why};
use common::{each_run, each_run_of_share, run};

#[test]
fn runs_as_people_see_them() {
    each_run("tests/cases/view", |_, playable, played, sources| {
        let (rules, scenario) = (&playable.rules.ruleset, &playable.scenario);
        let name = scenario
            .title
            .to_lowercase()
            .replace(',', "")
            .replace(' ', "_");
        for verbose in [false, true] {
            let told = transcript(
                rules,
                scenario,
                &played.journal,
                &TranscriptStyle { verbose },
            );
            let kind = if verbose { "verbose" } else { "transcript" };
            insta::assert_snapshot!(format!("{name}_{kind}"), told);
        }
        let whole = why(&run(playable, played, sources), &WhyQuestion::default());
        insta::assert_snapshot!(format!("{name}_why"), render(&whole));
    });
}

/// What only those know who have declared it: what was declared in secret, as long as nothing of it has been carried out.
const SECRETS: [(&str, &[&str]); 2] = [
    (
        "Both fall",
        &[
            "ann declares in secret: strikes zed (hidden)",
            "ann declares in secret: strikes ann (hidden)",
            "refused: ann strikes ann, because ann means no harm to itself [nobody strikes itself] (hidden)",
            "zed declares in secret: strikes ann (hidden)",
            "zed declares in secret: mocks ann (hidden)",
            "void: zed mocks ann, because zed is down [who is down does not act] (hidden)",
        ],
    ),
    (
        "Spells, answers and a fall",
        &[
            "ann declares in secret: casts sparks at zed (hidden)",
            "bob declares in secret: mocks rog (hidden)",
            "rog declares in secret: strikes ann (hidden)",
            "rog declares in secret: strikes bob (hidden)",
            "zed declares in secret: strikes bob (hidden)",
            "moved: before bob mocks rog [mockery comes last]",
            "ann declares in secret: strikes zed (hidden)",
            "bob declares in secret: shoves zed (hidden)",
            "rog declares in secret: guards zed (hidden)",
            "zed declares in secret: strikes ann (hidden)",
            "missed: ann strikes zed, whose place had gone by (hidden)",
            "missed: zed strikes ann, whose place had gone by (hidden)",
            "moved: before zed strikes ann [a shove comes before the blow of the one who is shoved]",
            "moved: before ann strikes zed [a guard is in time]",
        ],
    ),
];

#[test]
fn players_do_not_read_what_was_declared_in_secret() {
    let mut told_of = Vec::new();
    each_run("tests/cases/view", |path, playable, played, sources| {
        let (rules, scenario) = (&playable.rules.ruleset, &playable.scenario);
        let style = TranscriptStyle::default();
        let told = transcript(rules, scenario, &played.journal, &style);
        let shown = transcript_for_players(rules, scenario, &played.journal);
        let entries = json::journal(rules, scenario, &played.journal, sources).entries;
        if !path.ends_with("brawl.affray") {
            // Nobody declares in secret.
            assert_eq!(shown, told, "{path}");
            assert!(entries.iter().all(|entry| !entry.hidden), "{path}");
            return;
        }
        let mut shown = shown.lines().peekable();
        let hidden: Vec<&str> = (told.lines())
            .filter(|line| shown.next_if_eq(line).is_none())
            .map(str::trim)
            .collect();
        assert_eq!(
            shown.next(),
            None,
            "a line that the transcript does not have"
        );
        told_of.push((scenario.title.clone(), hidden.join("\n")));
        for entry in &entries {
            match &entry.what {
                json::JsonWhat::Declared { secret, .. } => assert_eq!(entry.hidden, *secret),
                json::JsonWhat::Resolved { .. } | json::JsonWhat::Rolled { .. } => {
                    assert!(!entry.hidden, "{entry:?}");
                }
                json::JsonWhat::Refused { .. } | json::JsonWhat::Missed { .. } => {
                    assert!(entry.hidden, "{entry:?}");
                }
                _ => {}
            }
        }
    });
    told_of.sort();
    let expected = SECRETS.map(|(title, lines)| (title.to_owned(), lines.join("\n")));
    assert_eq!(told_of, expected);
}

/// Of each line: `|` before those that only the game master reads, `:` before those of all others but the players, worked out by hand.
const BIDDING: &str = "
  Hidden and revealed
  by Bidding
  red: ann, cid
  blue: bob

  Round 1
|   ann is asked: How much does ann bid? Answer: 2 (hidden)
|   ann: bid 0 -> 2 (hidden)
|   the game master sets bid of bob to 1, because a guess (hidden)
|   bob: bid 0 -> 1 (hidden)
|   bob is asked: How much does bob bid? Answer: 5 (hidden)
|   bob: bid 1 -> 5 (hidden)
|   ann rolls 3 for luck (d6) (hidden)
|   bob rolls 4 for luck (d6) (hidden)
|   cid rolls 6 for luck (d6) (hidden)
|   ann keeps 2 (hidden)
|   bob keeps 5 (hidden)
|   cid keeps 0 (hidden)
    revealed: ann: bid 2
    ann bids 2
|   bob bids 5 (hidden)
|   cid bids 0 (hidden)
|   the most is 5 (hidden)
|   ann declares in secret: strikes bob with 1 (hidden)
|   bob declares in secret: strikes ann with 2 (hidden)
|   cid declares in secret: waits (hidden)
:   cid declares in secret: waits
|   revealed: bob strikes ann with 2 (hidden)
    revealed: bob strikes ann with 2: force 2
|   5
    bob strikes ann with 2
    ann: hp 3 -> 2
|   2
|   ann strikes bob with 1 (hidden)
+   ann strikes
    bob: hp 3 -> 2
|   0
    cid waits
    revealed: ann: bid 2, luck 3
    revealed: bob: bid 5, luck 4
    revealed: cid: bid 0, luck 6
    the most was 5

  Round 2
|   ann is asked: How much does ann bid? Answer: 2 (hidden)
|   bob is asked: How much does bob bid? Answer: 5 (hidden)
|   ann rolls 3 for luck (d6) (hidden)
|   bob rolls 4 for luck (d6) (hidden)
|   cid rolls 6 for luck (d6) (hidden)
|   ann keeps 2 (hidden)
|   bob keeps 5 (hidden)
|   cid keeps 0 (hidden)
    revealed: ann: bid 2
    ann bids 2
|   bob bids 5 (hidden)
|   cid bids 0 (hidden)
|   the most is 5 (hidden)
    revealed: ann: bid 2, luck 3
    revealed: bob: bid 5, luck 4
    revealed: cid: bid 0, luck 6
    the most was 5
";

/// The lines of [`BIDDING`] with these signs, without their indentation.
fn bidding(signs: &str) -> Vec<&'static str> {
    let lines = BIDDING.trim_matches('\n').lines();
    let shown = lines.filter(|line| line.is_empty() || line.starts_with(|c| signs.contains(c)));
    shown
        .map(|line| line.get(1..).unwrap_or("").trim())
        .collect()
}

#[test]
fn secret_values_are_hidden_until_they_are_revealed() {
    let path = "tests/cases/secrets/bidding.affray";
    each_run("tests/cases/secrets", |_, playable, played, sources| {
        let (rules, scenario) = (&playable.rules.ruleset, &playable.scenario);
        let journal = &played.journal;
        let all = transcript(rules, scenario, journal, &TranscriptStyle::default());
        let trimmed = |text: String| -> Vec<String> {
            text.lines().map(|line| line.trim().to_owned()).collect()
        };
        assert_eq!(trimmed(all), bidding(" |"), "{path}");
        let players = transcript_for_players(rules, scenario, journal);
        assert_eq!(trimmed(players), bidding(" +"), "{path}");
        let others = transcript_without_values(rules, scenario, journal);
        assert_eq!(trimmed(others), bidding(" +:"), "{path}");
        // The recap and the picture are made of the same lines.
        let recap = recap(&outline(rules, scenario, journal));
        assert!(
            !recap.contains("keeps") && recap.contains("most was 5"),
            "{recap}"
        );
        for entry in &json::journal(rules, scenario, journal, sources).entries {
            if matches!(
                entry.what,
                json::JsonWhat::Rolled { .. } | json::JsonWhat::Asked { .. }
            ) {
                assert!(entry.hidden, "{entry:?}");
            }
        }
    });
}

/// The exceptions of a circle are told by their acts.
#[test]
fn a_circle_is_told_alike_however_it_is_listed() {
    let text = common::read("tests/cases/view/circle.affray");
    let (circle, others): (Vec<&str>, Vec<&str>) =
        (text.lines()).partition(|line| line.starts_with("  exception"));
    let place = others.iter().position(|line| line.starts_with("  order"));
    let (before, behind) = others.split_at(place.expect("an order"));
    let told: Vec<[String; 2]> = (0..circle.len())
        .map(|turn| {
            let turned = [&circle[turn..], &circle[..turn]].concat();
            let text = [before, &turned, behind].concat().join("\n");
            let mut files = BTreeMap::from([("circle.affray".to_owned(), text)]);
            let mut loader = Loader::new(Limits::DEFAULT);
            let loaded = loader.load("circle.affray", &mut files);
            let playable = &loaded.scenarios[0];
            let (rules, scenario) = (&playable.rules.ruleset, &playable.scenario);
            let played = suite::play(rules, scenario, None, &Limits::DEFAULT);
            let style = TranscriptStyle { verbose: true };
            let whole = why(
                &run(playable, &played, loader.sources()),
                &WhyQuestion::default(),
            );
            [
                transcript(rules, scenario, &played.journal, &style),
                render(&whole),
            ]
        })
        .collect();
    assert!(told.windows(2).all(|pair| pair[0] == pair[1]), "{told:#?}");
}

#[test]
fn two_acts_and_why_one_came_first() {
    let pairs = [
        ("rog", "bob mocks rog"),
        ("bob mocks", "rog strikes ann"),
        ("zed strikes ann", "ann strikes zed"),
        ("bob mocks", "zed strikes bob"),
        ("bob shoves", "zed"),
        ("bob shoves", "ann strikes zed"),
        ("rog guards zed", "ann strikes"),
        ("ann", "rog guards"),
        ("ann completes casts", "zed strikes bob"),
        ("ann begins cast sparks at zed", "bob shoves zed"),
        ("rog guards bob", "ann"),
    ];
    let mut answers = String::new();
    each_run("tests/cases/view", |_, playable, played, sources| {
        let scenario = &playable.scenario;
        if scenario.title != "Spells, answers and a fall" {
            return;
        }
        for (first, second) in pairs {
            let selector = |text| {
                Selector::parse(&run(playable, played, sources), text).expect("the act is known")
            };
            let question = WhyQuestion {
                about: WhySubject::Pair(selector(first), selector(second)),
                ..WhyQuestion::default()
            };
            let answer = why(&run(playable, played, sources), &question);
            answers += &format!("### {first} / {second}\n{}\n", render(&answer));
        }
        for wrong in [
            "ro",
            "bobby mocks",
            "bob mock",
            "bob moks",
            "bob mocks nobody",
            "ann begins",
        ] {
            let answer = Selector::parse(&run(playable, played, sources), wrong);
            answers += &format!("### {wrong}\n{answer:?}\n");
        }
    });
    insta::assert_snapshot!(answers);
}

/// Everything that is played anywhere in the tests is told without a stray space, within the columns where words allow it, and by the schemas.
#[test]
#[ignore = "long"]
fn every_run_keeps_the_form() {
    let compiled = |schema| jsonschema::validator_for(&schema).expect("the schema is one");
    let (of_journal, of_why) = (compiled(json::schema()), compiled(affray::why::schema()));
    for folder in [
        "tests/cases/view",
        "tests/cases/engine",
        "tests/conformance",
    ] {
        each_run_of_share(folder, |path, playable, played, sources| {
            let (rules, scenario) = (&playable.rules.ruleset, &playable.scenario);
            for verbose in [false, true] {
                let told = transcript(
                    rules,
                    scenario,
                    &played.journal,
                    &TranscriptStyle { verbose },
                );
                for line in told.lines() {
                    assert_eq!(line, line.trim_end(), "{path}");
                    assert!(line.chars().count() <= 100, "{path}: {line}");
                    assert!(
                        !line.contains("..."),
                        "{path}: something is left untold: {line}"
                    );
                }
            }
            let journal = json::journal(rules, scenario, &played.journal, sources);
            let value = serde_json::to_value(&journal).expect("a journal is JSON");
            assert!(
                of_journal.is_valid(&value),
                "{path}: {:?}",
                of_journal.validate(&value)
            );
            assert_eq!(
                serde_json::from_value::<json::JsonJournal>(value).expect("it can be read"),
                journal
            );
            let lines = json::lines(&journal).expect("a journal is JSON");
            assert_eq!(
                lines.lines().count(),
                1 + journal.acts.len() + journal.entries.len()
            );
            let reasons = why(&run(playable, played, sources), &WhyQuestion::default());
            let value = serde_json::to_value(&reasons).expect("reasons are JSON");
            assert!(
                of_why.is_valid(&value),
                "{path}: {:?}",
                of_why.validate(&value)
            );
        });
    }
}
